import { test } from "vitest";
import { all, expectSameEverywhere, none, open, own } from "./permission-site.ts";

test.each([
  [
    "all is allowed",
    open,
    all,
    { "content-usage": "train-ai=y, search=y", "tdm-reservation": "0" },
  ],
  ["nothing is", own, none, { "content-usage": "train-ai=n, search=n", "tdm-reservation": "1" }],
])("of a site where %s, every surface says the same", (_, license, permissions, headers) =>
  expectSameEverywhere(license, permissions, headers),
);
