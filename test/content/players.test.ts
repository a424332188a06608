import { expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { tabAt } from "../support/browser.ts";
import { startServer } from "../support/server.ts";
import { read } from "./sample-page.ts";

const film = "https://house.example/notes/wheel.mp4";
const video = (words: string, href = "/notes/wheel.mp4") =>
  `<video controls="" preload="metadata" src="${href}" aria-label="${words}"><a href="${href}">${words}</a></video>`;

test.each<[markdown: string, html: string, twin: string, text: string]>([
  ["![The wheel](wheel.mp4)", `<p>${video("The wheel")}</p>`, `[The wheel](${film})`, "The wheel"],
  [
    '![*A* "b"](<wheel.mp4#t=3>)',
    `<p>${video("A &quot;b&quot;", "/notes/wheel.mp4#t=3")}</p>`,
    `[*A* "b"](${film}#t=3)`,
    'A "b"',
  ],
  [
    "![A bell](bell.ogg)",
    '<p><audio controls="" preload="metadata" src="/notes/bell.ogg" aria-label="A bell"><a href="/notes/bell.ogg">A bell</a></audio></p>',
    "[A bell](https://house.example/notes/bell.ogg)",
    "A bell",
  ],
  [
    "![The wheel][w]\n\n[w]: wheel.mp4",
    `<p>${video("The wheel")}</p>`,
    `[The wheel][w]\n\n[w]: ${film}`,
    "The wheel",
  ],
  [
    "[![The wheel](wheel.mp4)](one.md)",
    '<p><a href="/notes/one/">The wheel</a></p>',
    `[![The wheel](${film})](https://house.example/notes/one/)`,
    "The wheel",
  ],
  [
    '<video src="wheel.mp4" width="300"><track src="../notes/wheel.vtt" kind="captions"></video>',
    '<video src="/notes/wheel.mp4" width="300" controls="" preload="metadata"><track src="/notes/wheel.vtt" kind="captions"></video>',
    `<video src="${film}" width="300"><track src="https://house.example/notes/wheel.vtt" kind="captions"></video>`,
    "",
  ],
  [
    '<video src="wheel.mp4" />after',
    '<video src="/notes/wheel.mp4" controls="" preload="metadata"></video>after',
    `<video src="${film}" />after`,
    "after",
  ],
  [
    '<audio preload="none" controls><source src="bell.ogg"></audio>',
    '<audio preload="none" controls><source src="/notes/bell.ogg"></audio>',
    '<audio preload="none" controls><source src="https://house.example/notes/bell.ogg"></audio>',
    "",
  ],
])("%s", (source, html, twin, text) => {
  const page = read(source);
  expect([page.html.trim(), page.markdown, page.text]).toEqual([
    html.includes("<p>") ? html : `<p>${html}</p>`,
    twin,
    text,
  ]);
  expect(page.faults).toEqual([]);
});

const from = "https://elsewhere.example/x.mp4";
test.each([
  [`![A film](${from})`, `<p><a href="${from}">A film</a></p>`, "A film"],
  [
    `<video src="${from}" title="A film">words</video>`,
    `<p><a href="${from}">A film</a> <video hidden>words</video></p>`,
    "A film words",
  ],
  [`<audio src="${from}"/>`, `<a href="${from}">${from}</a>`, from],
  [
    `Before <video><source src="${from}">words</video> after`,
    '<p>Before <video controls="" preload="metadata"><source>words</video> after</p>',
    "Before words after",
  ],
])("%s is refused with what helps; tolerated, nothing of it is loaded", (source, html, text) => {
  const page = read(source);
  expect(page.faults).toEqual([
    expect.objectContaining({
      problem: `plays a film or sound from another origin (${from}), which would learn who opens the page`,
      expected: "a file beside the text, or a link: `[title](https://…)`",
    }),
  ]);
  expect([page.html.trim(), page.text]).toEqual([html, text]);
});

test.each([
  ['<video src="javascript:x" title="A film">words</video>', "A film words"],
  ['A <img src="javascript:x" alt="door &amp; bell">', "A door & bell"],
])("%s is refused; tolerated, its words stay in the text", (source, text) => {
  const page = read(source);
  expect(page.faults).toHaveLength(1);
  expect(page.text).toBe(text);
});

test.each([
  ["![The wheel](gone.mp4)", /shows `gone.mp4`, which does not exist/],
  ["![](wheel.mp4)", /without words/],
  ['<video src="data:video/mp4;base64,AA"></video>', /not safe/],
  ['<iframe src="https://elsewhere.example/film"></iframe>', /<iframe> element/],
])("%s is a fault", (source, problem) => {
  const [fault] = read(source).faults;
  expect(fault?.problem).toMatch(problem);
  if (source.startsWith("<iframe")) expect(fault?.expected).toBe("a link: `[title](https://…)`");
});

/** Half a second of silence: WAV, mono, 8 bits, 8,000 samples a second. */
function silence(): Buffer {
  const header = Buffer.alloc(44);
  header.write("RIFF");
  header.writeUInt32LE(36 + 4000, 4);
  header.write("WAVEfmt ", 8);
  for (const [at, value] of [
    [16, 16],
    [20, 0x10001],
    [24, 8000],
    [28, 8000],
    [32, 0x80001],
  ])
    header.writeUInt32LE(value as number, at);
  header.write("data", 36);
  header.writeUInt32LE(4000, 40);
  return Buffer.concat([header, Buffer.alloc(4000, 0x80)]);
}

test("the policy of a page lets the browser play it", async () => {
  const input = folderOf({
    "index.md": "# Home\n\n![Silence](silence.wav)\n",
    "silence.wav": silence(),
  });
  const { origin, stop } = await startServer({ input });
  try {
    const tab = await tabAt(`${origin}/`);
    const length = () => document.querySelector("audio")?.duration;
    await expect.poll(() => tab.evaluate(length)).toBe(0.5);
    expect(await tab.getByLabel("Silence").isVisible()).toBe(true);
    await tab.setViewportSize({ width: 320, height: 600 });
    const column = await tab.locator(".body").boundingBox();
    const player = await tab.getByLabel("Silence").boundingBox();
    expect(player?.width).toBeLessThanOrEqual(column?.width ?? 0);
    expect(player?.height).toBeGreaterThan(30);
  } finally {
    await stop();
  }
});
