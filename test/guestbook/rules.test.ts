import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Signature } from "../../build/schemas/guestbook.ts";
import {
  checkSignature,
  cleanUserAgent,
  fieldLimits,
  linkAddress,
  userAgentLimit,
} from "../../functions/guestbook/entry.ts";
import { isId, keyedId, randomId, sharedIdLength } from "../../functions/guestbook/keys.ts";

const signatureOf = (value: unknown) => checkSignature(value).signature;
const faultsOf = (value: unknown) =>
  (checkSignature(value).faults ?? []).map(({ field, detail }) => `${field ?? "body"}: ${detail}`);

test.each([
  "hello",
  "tab\there",
  "<script>alert('x')</script> & \"quotes\" \\ ${x} {{ y }}",
  "أهلا وسهلا \u2067שלום\u2069",
  "👩‍👩‍👧‍👦 e\u0301 \u00e9 ﬁ",
  "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} wins",
  `a${"\u0301".repeat(400)}`,
])("%j is stored as it is, but for line ends and white space around it", (message) => {
  for (const sent of [message, `  ${message}\r\n `])
    expect(signatureOf({ message: sent })).toEqual({ message, name: "", url: "" });
  expect(signatureOf({ message: `a\r\n${message}\rc` })?.message).toBe(`a\n${message}\nc`);
});

test.each([
  ["ab\u0000", "U+0000 (control character) as its character 3"],
  ["\u001b[31m", "U+001B (control character) as its character 1"],
  ["😀\u007f", "U+007F (control character) as its character 2"],
  ["x\u0085", "U+0085 (control character) as its character 2"],
  ["\u202e", "U+202E (bidirectional embedding or override) as its character 1"],
  ["a\u202a", "U+202A (bidirectional embedding or override) as its character 2"],
  ["hi\u{E0041}", "U+E0041 (invisible tag character) as its character 3"],
  ["\u{1F3F4}\u{E0068}\u{E0069}\u{E007F}", "U+E0068 (invisible tag character) as its character 2"],
  ["a\ud800b", "U+D800 (lone surrogate) as its character 2"],
  ["\r\n\udfff", "U+DFFF (lone surrogate) as its character 2"],
])("%j is refused by name and place", (message, named) => {
  expect(faultsOf({ message })).toContain(
    `message: The message holds ${named}, which cannot be shown safely.`,
  );
});

const noMessage = "message: The message is missing: it must hold at least one visible character.";
const noObject = "body: The body must be a JSON object with a `message`.";

test.each<[value: unknown, fault: string]>([
  [{}, noMessage],
  ...["", " \n\t", "\u200b\u2060\ufe0f", "\u2800\u3164"].map((message): [object, string] => [
    { message },
    noMessage,
  ]),
  [{ __proto__: { message: "inherited" } }, noMessage],
  ...[null, [], "text", 3].map((value): [unknown, string] => [value, noObject]),
])("%j has the fault %s", (value, fault) => {
  expect(faultsOf(value)).toEqual([fault]);
});

test("null is a field that was not given", () => {
  expect(signatureOf({ message: "m", name: null, url: null })).toEqual({
    message: "m",
    name: "",
    url: "",
  });
  expect(faultsOf({ message: null, name: null })).toEqual([noMessage]);
  for (const other of [undefined, 0, false, [], {}])
    expect(faultsOf({ message: "m", name: other })).toEqual(
      other === undefined ? [] : ["name: The name must be a string."],
    );
});

test("the bounds are those of the specification, in code points after line ends were unified", () => {
  const fits = { message: `😀${"\r\n".repeat(498)}x`, name: "😀".repeat(80), url: "u".repeat(200) };
  expect(faultsOf(fits)).toEqual([]);
  const long = { message: "😀".repeat(501), name: "n".repeat(81), url: "u".repeat(201) };
  expect(faultsOf(long)).toEqual([
    "message: The message has 501 characters; at most 500 are allowed.",
    "name: The name has 81 characters; at most 80 are allowed.",
    "url: The address has 201 characters; at most 200 are allowed.",
  ]);
});

test("all faults come at once, and none repeats what was sent", () => {
  const faults = faultsOf({
    message: "SECRET\u202e".repeat(400),
    name: 7,
    url: "JavaScript:SECRET",
    extra: "SECRET",
  });
  expect(faults.map((fault) => fault.split(":")[0])).toEqual([
    ...Array<string>(7).fill("message"),
    "name",
    "url",
  ]);
  expect(faults.join()).not.toContain("SECRET");
});

test.each([
  "javascript:alert(1)",
  "JAVASCRIPT:x",
  "java\nscript:alert(1)",
  "java\tscript:alert(1)",
  " data:text/html,x",
  "vbscript:x",
  "blob:https://x/1",
])("%j runs code and is refused", (url) => {
  expect(faultsOf({ message: "m", url }).map((fault) => fault.split(":")[0])).toEqual(["url"]);
});

test.each([
  ["https://example.org/a b", "https://example.org/a%20b"],
  ["HTTP://EXAMPLE.ORG", "http://example.org/"],
  ["mailto:a@example.org", null],
  ["gemini://example.org/", null],
  ["my cave", null],
  ["//example.org", null],
])("%j is kept and leads to %j", (url, link) => {
  expect(signatureOf({ message: "m", url })?.url).toBe(url);
  expect(linkAddress(url)).toBe(link);
});

test("a User-Agent is cleaned and cut, never refused", () => {
  expect(cleanUserAgent("a\tb\u0007c\u202e  d ")).toBe("a bc d");
  expect([...cleanUserAgent("😀".repeat(userAgentLimit + 9))]).toHaveLength(userAgentLimit);
  expect(cleanUserAgent(null)).toBe("");
});

test("the id of a retry depends on key, text and day, and on nothing else", () => {
  const signature = { message: "m", name: "", url: "" };
  const day = 24 * 3_600_000;
  const id = keyedId("k", signature, day);
  expect([isId(id), keyedId("k", { ...signature }, day + 1)]).toEqual([true, id]);
  const others = [
    keyedId("l", signature, day),
    keyedId("k", { ...signature, name: "n" }, day),
    keyedId("k", signature, 2 * day),
  ];
  expect(new Set([id, ...others]).size).toBe(4);
  const shared = others.map(
    (other) => other.slice(0, sharedIdLength) === id.slice(0, sharedIdLength),
  );
  expect(shared).toEqual([false, false, true]);
});

test("ids begin with a letter and differ", () => {
  const ids = Array.from({ length: 6400 }, randomId);
  expect(new Set(ids).size).toBe(6400);
  for (const id of ids) expect(isId(id)).toBe(true);
});

/**
 * Faults that no published pattern can say in every engine: of single characters, of letters
 * without ink, of addresses that run code. Nor can a schema unify line ends, so there is no CR in
 * what follows.
 */
function isBeyondSchemas(detail: string, message: unknown): boolean {
  if (/cannot be shown safely|runs code/.test(detail)) return true;
  return (
    detail.startsWith("The message is missing") && typeof message === "string" && /\S/.test(message)
  );
}

test("what the schema says, the code says too, and the code refuses nothing else but what is beyond schemas", () => {
  const accepts = new Ajv2020().compile(Signature);
  const character = fc.constantFrom(
    ..."a \n\t\u0000\u0085\u202e\u200b\u2800\u{E0067}\u{E007F}\u{1F3F4}😀\u0301",
    "\ud800",
  );
  const lengths = Object.values(fieldLimits).flatMap((limit) => [limit, limit + 1]);
  const anything = fc.oneof(
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 5, arbitrary: fc.array(character, { maxLength: 12 }).map((all) => all.join("")) },
    { weight: 4, arbitrary: fc.constantFrom(...lengths).map((length) => "😀".repeat(length)) },
    { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<unknown> },
  );
  const members = { message: anything, name: anything, url: anything, other: fc.jsonValue() };
  fc.assert(
    fc.property(fc.record(members, { requiredKeys: [] }), (sent) => {
      const others = (checkSignature(sent).faults ?? []).filter(
        ({ detail }) => !isBeyondSchemas(detail, sent.message),
      );
      expect(others.length === 0).toBe(accepts(sent));
    }),
    { numRuns: 1500, seed: 20260101 },
  );
});
