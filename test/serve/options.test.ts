import { expect, test } from "vitest";
import { baseUrlFrom } from "../../build/pipeline/project.ts";

test("the base URL is what was named, else what Netlify says where Netlify builds, else left to the facts", () => {
  const netlify = {
    NETLIFY: "true",
    URL: "https://example.org",
    DEPLOY_PRIME_URL: "https://preview-1--example.netlify.app",
  };
  const table: [environment: Record<string, string>, expected: string | undefined][] = [
    [{ ...netlify, CONTEXT: "production" }, "https://example.org"],
    [{ ...netlify, CONTEXT: "deploy-preview" }, "https://preview-1--example.netlify.app"],
    [{ ...netlify, CONTEXT: "branch-deploy" }, "https://preview-1--example.netlify.app"],
    [{ NETLIFY: "true", URL: "https://example.org/", CONTEXT: "dev" }, "https://example.org"],
    [{ ...netlify, CONTEXT: "production", OPEN_HOUSE_BASE_URL: "http://localhost:1/" }, "http://localhost:1"],
    [{ URL: "https://example.org", DEPLOY_PRIME_URL: "https://elsewhere.example", CONTEXT: "production" }, undefined],
    [{ NETLIFY: "", URL: "https://example.org" }, undefined],
  ];
  for (const [environment, expected] of table)
    expect([environment, baseUrlFrom(environment)]).toEqual([environment, expected]);
});
