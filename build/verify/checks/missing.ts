import { parsed } from "../body.ts";
import { each, unless, type Check } from "../finding.ts";
import { textAt, at } from "../json.ts";

/** Addresses at which no house has anything. */
export const missingApi = ["/api/no-such-thing", "/api/no/such/thing.json"];
export const missingPages = ["/no-such-page/", "/no-such-page.md"];

export const missing: Check = {
  id: "missing",
  title: "What is not there is said to be missing, in JSON under /api/",
  part: "contract",
  run: (house) =>
    each(
      [...missingApi, ...missingPages],
      (path) => path,
      async (path) => {
        const answer = await house.get(path);
        const type = answer.headers.get("content-type")?.split(";")[0]?.trim() ?? "";
        if (answer.status !== 404) return unless(false, path, `answers ${answer.status}; 404 was expected`);
        if (!path.startsWith("/api/"))
          return unless(type === "text/html", path, `is missing as ${type || "nothing"}; a page in HTML was expected`);
        const problem = parsed(answer);
        return [
          ...unless(
            type === "application/problem+json",
            path,
            `is missing as ${type || "nothing"}; application/problem+json was expected`,
          ),
          ...unless(at(problem, "status") === 404, path, "does not say 404 in its body"),
          ...unless(JSON.stringify(problem).includes("/api/index.json"), path, "does not point at the index"),
          ...unless(textAt(problem, "title") !== "", path, "has no title"),
        ];
      },
    ),
};
