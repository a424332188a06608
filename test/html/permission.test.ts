import { expect, test } from "vitest";
import { permissionInWords } from "../../build/html/permission.ts";

test.each([
  [true, true, true, "You may index it, quote it to people and to models and train models on it, without asking."],
  [true, true, false, "You may index it and quote it to people and to models, without asking. Please do not train models on it."],
  [true, false, false, "You may index it, without asking. Please do not quote it to people and to models or train models on it."],
  [false, false, false, "Please do not index it, quote it to people and to models or train models on it."],
])("search %s, ai_input %s, ai_train %s", (search, ai_input, ai_train, words) => {
  expect(permissionInWords({ search, ai_input, ai_train })).toBe(words);
});
