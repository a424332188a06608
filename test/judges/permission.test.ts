import { afterEach, describe, expect, test } from "vitest";
import { Faults } from "../../build/content/diagnostics.ts";
import { loadSite } from "../../build/pipeline/load-site.ts";
import { folderOf } from "../build/folder.ts";
import { sampleServer, startServer, type TestServer } from "../support/server.ts";
import { type Answer, permissionComplaints, surfaces } from "./judge/permission.ts";

let server: TestServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const open = { id: "CC0-1.0", url: "https://creativecommons.org/publicdomain/zero/1.0/" };
const own = { id: "LicenseRef-House-Terms", url: "https://house.example/terms/" };

function siteWith(
  license: { id: string; url: string },
  permissions: { search: boolean; ai_input: boolean; ai_train: boolean },
): string {
  return folderOf({
    "index.md": "# The way in\n\nWelcome.\n",
    "terms.md": "# Terms\n\nAsk first.\n",
    "note.md": "---\ntype: note\ndate: 2026-11-20\n---\n\n# A note\n\nWith words.\n",
    "facts.yaml": JSON.stringify({
      name: "A house",
      tagline: "With rules",
      description: "A house whose owner decides.",
      language: "en",
      base_url: "https://house.example",
      since: "2026-11-20",
      author: { name: "Owner" },
      license: { name: "The license", ...license },
      permissions,
      principles: ["Nobody has to say who they are."],
    }),
  });
}

/** Asks each address once; `change` plays a surface that went its own way. */
async function serve(
  input: string | undefined,
  change: (path: string, answer: Answer) => Answer = (_, answer) => answer,
): Promise<(path: string) => Promise<Answer>> {
  const { origin } = input === undefined ? await sampleServer() : (server = await startServer({ input }));
  const known = new Map<string, Answer>();
  return async (path) => {
    const answer = await fetch(origin + path);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
    known.set(path, known.get(path) ?? change(path, { text: await answer.text(), headers: answer.headers }));
    return known.get(path) as Answer;
  };
}

describe("every surface says the same", () => {
  test("of the sample site", async () => {
    expect(await permissionComplaints(await serve(undefined))).toEqual([]);
  });

  test.each([
    ["all is allowed", open, { search: true, ai_input: true, ai_train: true }],
    ["training is not", own, { search: true, ai_input: true, ai_train: false }],
    ["only training is", own, { search: false, ai_input: false, ai_train: true }],
    ["nothing is", own, { search: false, ai_input: false, ai_train: false }],
  ])("of a site where %s", async (_, license, permissions) => {
    const ask = await serve(siteWith(license, permissions));
    expect(JSON.parse((await ask("/api/index.json")).text)).toMatchObject({ permissions, license });
    expect(await permissionComplaints(ask)).toEqual([]);
  });
});

describe("the judge sees a surface that went its own way", () => {
  const rewrite = (find: RegExp | string, replace: string) => (answer: Answer) => ({
    ...answer,
    text: answer.text.replace(find, replace),
  });
  const header =
    (name: string, value: string) =>
    ({ text, headers }: Answer) => {
      const changed = new Headers(headers);
      changed.set(name, value);
      return { text, headers: changed };
    };
  const no = rewrite('"ai_train":true', '"ai_train":false');
  const elsewhere = rewrite(open.url, "https://elsewhere.example/");
  const planted: [surface: string, change: (answer: Answer) => Answer][] = [
    ["/api/site.json fields", no],
    ["/api/corpus.json fields", no],
    ["/api/greeting.json fields", no],
    ["/ai-manifest.json fields", no],
    ["/ headers", header("content-usage", "train-ai=n, search=y")],
    ["/manifesto/ headers", header("tdm-reservation", "1")],
    ["/manifesto.md headers", header("x-robots-tag", "noindex")],
    ["/api/state.json headers", header("link", `<https://elsewhere.example/>; rel="license"`)],
    ["/llms.txt headers", header("content-usage", "")],
    ["/manifesto/ words", rewrite(/train models on it/g, "look at it")],
    ["/ words", rewrite(/Anyone, person or program, may/g, "It is not permitted to")],
    ["/llms.txt words", rewrite("train models on it", "read it aloud")],
    ["/api/openapi.json words", rewrite(/train models on it/g, "")],
    ["/corpus/croissant.json words", rewrite(/index it/g, "")],
    ["/ link", rewrite(/<link rel="license"[^>]*>/, "")],
    ["/manifesto/ link", elsewhere],
    ["/corpus/ link", elsewhere],
    ["/ JSON-LD", rewrite(/"license":"[^"]*"/, '"license":"https://elsewhere.example/"')],
    ["/manifesto/ JSON-LD", rewrite(/"license":"[^"]*",/g, "")],
    ["/corpus/ JSON-LD", rewrite(/"license":"[^"]*"/, '"license":"https://elsewhere.example/"')],
    ["robots.txt signals", rewrite(/(GPTBot[\s\S]*?ai-train=)yes/, "$1no")],
    ["robots.txt rules", rewrite(/(GPTBot[\s\S]*?)Allow: \//, "$1Disallow: /")],
    ["tdmrep.json", rewrite('"tdm-reservation":0', '"tdm-reservation":1')],
    ["tdmrep.json of the guestbook", rewrite(/\{"location":"\/guestbook\/[^}]*\},/, "")],
    ["/guestbook/ headers", header("tdm-reservation", "0")],
    ["/api/guestbook headers", header("content-usage", "train-ai=y, search=y")],
    ["/api/guestbook?limit=1 headers", header("link", `<${open.url}>; rel="license"`)],
    ["/guestbook/ markup", rewrite('<meta name="tdm-reservation" content="1">', "")],
    ["/guestbook/ words", rewrite("does not cover them", "covers them")],
    ["/api/guestbook notice", rewrite(/"notice":"[^"]*"/, '"notice":"Be kind."')],
    ["robots.txt comment", rewrite("#   /api/guestbook\n", "")],
    ["corpus records", rewrite(/"license":"CC0-1.0"/, '"license":"MIT"')],
    ["twin's front matter", rewrite(/^license: .*$/m, 'license: "MIT"')],
    ["llms-full.txt", rewrite(/^license: .*$/m, 'license: "MIT"')],
    ["feed", rewrite(/<link rel="license".*\n/, "")],
    ["OpenAPI license", rewrite(`"url":"${open.url}"`, '"url":"https://elsewhere.example/"')],
    ["Croissant license", rewrite(`"license":"${open.url}"`, '"license":"https://elsewhere.example/"')],
  ];

  test("and every surface but the first, to which the others are compared, was tried", () => {
    expect(planted.map(([name]) => name).sort()).toEqual(
      surfaces
        .map(({ name }) => name)
        .filter((name) => name !== "/api/index.json fields")
        .sort(),
    );
  });

  test("one after the other", async () => {
    const ask = await serve(siteWith(open, { search: true, ai_input: true, ai_train: true }));
    for (const [name, change] of planted) {
      const judged = surfaces.filter((surface) => surface.name === name);
      const changed = async (asked: string) => (asked === judged[0]?.path ? change(await ask(asked)) : ask(asked));
      const complaints = await permissionComplaints(changed, judged);
      expect([name, complaints.some((complaint) => complaint.startsWith(`${name}: `))]).toEqual([name, true]);
    }
  });
});

describe("a license that already allows what the permissions refuse is a fault", () => {
  test.each(["CC0-1.0", "CC-BY-4.0", "CC-BY-SA-4.0", "MIT", "PDDL-1.0"])("%s", async (id) => {
    const built = loadSite({ input: siteWith({ ...open, id }, { search: true, ai_input: true, ai_train: false }) });
    await expect(built).rejects.toThrow(Faults);
    await expect(built).rejects.toThrow(
      new RegExp(`facts\\.yaml permissions: says no to ai_train, which the license ${id} already allows`),
    );
  });
});
