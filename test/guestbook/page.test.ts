import { readFileSync, writeFileSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { HtmlValidate } from "html-validate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Entry } from "../../functions/guestbook/entry.ts";
import { entriesPerPage } from "../../functions/guestbook/entry.ts";
import { entryKey } from "../../functions/guestbook/keys.ts";
import { openStore, storeName } from "../../functions/guestbook/store.ts";
import { createMemoryStore, fill } from "../support/memory-store.ts";
import { openGuestbook, type TestGuestbook } from "./test-guestbook.ts";

let book: TestGuestbook;
beforeAll(async () => {
  book = await openGuestbook();
});
afterAll(() => book.close());

const pageText = async (path = "/guestbook/") => (await book.ask(path)).text();

describe("the form", () => {
  test("signs, and leads back to the entry", async () => {
    const response = await book.sendForm({ message: "Written\r\nby hand", name: "", url: "" });
    expect([response.status, await response.text()]).toEqual([303, ""]);
    const [entry] = (await book.list()).entries;
    expect(entry?.message).toBe("Written\nby hand");
    const location = response.headers.get("location") as string;
    expect(location).toMatch(
      new RegExp(`^/guestbook/\\?from=\\d{8}T\\d{9}Z-${entry?.id}&signed=1#${entry?.id}$`),
    );
    for (const path of ["/guestbook/", location.replace(/#.*/, "")])
      expect(await pageText(path)).toContain(`<article class="entry" id="${entry?.id}">`);
  });

  test("comes back with every fault beside its field, and what was typed", async () => {
    const response = await book.sendForm({
      message: "</textarea><b>\u0007".repeat(200),
      name: `"><i>${"n".repeat(90)}`,
      url: "javascript:alert(1)",
    });
    const text = await response.text();
    expect([response.status, response.headers.get("cache-control")]).toEqual([400, "no-store"]);
    expect(text).toMatch(/role="alert" tabindex="-1" autofocus/);
    for (const field of ["message", "name", "url"]) {
      expect(text).toContain(`<a href="#${field}">`);
      expect(text).toMatch(
        new RegExp(
          `<p class="fault" id="${field}-fault">[^<]+</p>\\s*<(textarea|input) id="${field}"[^>]*aria-describedby="${field}-fault ${field}-hint" aria-invalid="true"`,
        ),
      );
    }
    expect(text).toContain("&lt;/textarea&gt;&lt;b&gt;\ufffd&lt;/textarea&gt;");
    expect(text).toContain('value="&quot;&gt;&lt;i&gt;nnn');
    expect(text).toContain('value="javascript:alert(1)"');
    expect(text).not.toContain("\u0007");
  });

  const type = "application/x-www-form-urlencoded";
  const large = "本".repeat(6000);
  test.each<[what: string, body: BodyInit, type: string, status: number, kept: string]>([
    ["too large", String(new URLSearchParams({ message: large })), type, 413, large],
    ["not UTF-8", "message=caf%E9+au+lait", type, 400, "caf\ufffd au lait"],
    [
      "UTF-8 but half in percent-encoding",
      Buffer.from("message=a\xc3%A4", "latin1"),
      type,
      400,
      "a\ufffd\ufffd",
    ],
    ["more than 256 KB", `message=${"x".repeat(256 * 1024)}`, type, 413, ""],
    ["nothing", "", type, 400, ""],
    ["plain text", "message=lost", "text/plain", 415, ""],
    ["JSON", '{"message":"lost"}', "application/json", 415, ""],
  ])(
    "refuses what is %s, and gives back what could be read of it",
    async (_, body, type, status, kept) => {
      const { count } = await book.list();
      const response = await book.ask("/guestbook/", {
        method: "POST",
        headers: { "content-type": type },
        body,
      });
      const text = await response.text();
      expect([response.status, /<textarea [^>]*>\n([^<]*)<\/textarea>/.exec(text)?.[1]]).toEqual([
        status,
        kept,
      ]);
      expect([text.includes("Not confirmed"), text.includes("Your text is kept")]).toEqual([
        true,
        kept !== "",
      ]);
      expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect((await book.list()).count).toBe(count);
    },
  );
});

test("an entry on the page is text, whatever it holds, and vouches for no address", async () => {
  const show = async (fields: Record<string, string>): Promise<[Entry, string]> => {
    const entry = (await (
      await book.post(fields, { "user-agent": "<img src=x>" })
    ).json()) as Entry;
    const [, shown = ""] =
      new RegExp(`<article class="entry" id="${entry.id}">([^]*?)</article>`).exec(
        await pageText(),
      ) ?? [];
    return [entry, shown];
  };
  const message = "<script>alert(1)</script> & {{ x }}\n\nnext\nline";
  const [entry, shown] = await show({ message, name: '"><svg onload=x>', url: "mailto:<b>" });
  expect(shown).toContain(
    "<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; {{ x }}</p><p>next<br>line</p>",
  );
  for (const text of ["&quot;&gt;&lt;svg onload=x&gt;", "mailto:&lt;b&gt;", "&lt;img src=x&gt;"])
    expect(shown).toContain(`<bdi lang="">${text}</bdi>`);
  expect(shown).toContain('<blockquote class="entry-text" lang="" dir="auto">');
  expect(shown).not.toContain("ugc");
  // Its address stays good.
  const path = /<a class="entry-address" rel="nofollow" href="([^"]+)">/.exec(shown)?.[1] as string;
  expect((await show({ message: "m", url: 'https://example.org/?"><x' }))[1]).toContain(
    '<a href="https://example.org/?%22%3E%3Cx" rel="nofollow ugc noopener">',
  );
  expect(/<article[^>]*>/.exec(await pageText(path.replace(/#.*/, "")))?.[0]).toContain(
    `id="${entry.id}"`,
  );
});

test.each([
  ["https://example.org", "example.org"],
  ["https://www.example.org/~ada/#top", "www.example.org/~ada/#top"],
  [`https://example.org/${"long/".repeat(30)}`, "example.org/long/long/long/long/lo…"],
  ["https://trusted.example@evil.example/", "evil.example"],
  ["https://b%C3%BCcher.example/?q=%E2%80%AE", "xn--bcher-kva.example/?q=%E2%80%AE"],
])("the address %s is shown as %s, and leads where it did", async (url, shown) => {
  await book.post({ message: "m", url });
  expect(await pageText()).toContain(
    `<a href="${new URL(url).href}" rel="nofollow ugc noopener"><bdi>${shown}</bdi></a>`,
  );
});

test("a page that refuses says so in its title", async () => {
  const titleOf = async (response: Response | Promise<Response>) =>
    /<title>(.*?)<\/title>/.exec(await (await response).text())?.[1];
  expect(await titleOf(book.sendForm({ message: "" }))).toBe("Not confirmed: Guestbook");
  expect(await titleOf(book.ask("/guestbook/"))).toBe("Guestbook");
});

test("the form's key counts as the header does: sent again it is one entry, and a refused form keeps it", async () => {
  const fields = { message: "sent twice", idempotency_key: 'k"<' };
  const places = [await book.sendForm(fields), await book.sendForm(fields)];
  const [first, second] = places.map(({ headers }) => headers.get("location"));
  expect([first, (await book.list()).entries.map(({ message }) => message)]).toEqual([
    second,
    expect.arrayContaining(["sent twice"]) as string[],
  ]);
  const { entries } = await book.list();
  expect(entries.filter(({ message }) => message === "sent twice")).toHaveLength(1);
  expect(JSON.stringify(entries)).not.toContain("idempotency");
  const api = await book.post({ message: "sent twice" }, { "idempotency-key": 'k"<' });
  expect(((await api.json()) as Entry).id).toBe(entries[0]?.id);
  const refused = await (await book.sendForm({ ...fields, url: "data:x" })).text();
  expect(refused).toContain('<input type="hidden" name="idempotency_key" value="k&quot;&lt;">');
  expect(await pageText()).not.toContain("idempotency_key");
});

test("in a long book every year is one click away, and the next newer page", async () => {
  const entries = fill(createMemoryStore(), 150).map((entry, number): Entry => {
    const [year, month] = [2023 + Math.floor(number / 50), 1 + (number % 5)];
    return { ...entry, ts: `${year}-0${month}-02T03:04:05.${String(number).padStart(3, "0")}Z` };
  });
  const page = async (path: string) =>
    (await book.ask(path.replace(/#.*/, "").replaceAll("&amp;", "&"), {}, "long")).text();
  const store = openStore(storeName("long"), { timeout: 5000 });
  for (const entry of entries) await store.set(entryKey(entry, false), JSON.stringify(entry));
  const linksIn = (text: string) =>
    new Map(
      [...text.matchAll(/<a rel="([^"]+)" href="([^"]+)#entries">([^<]+)<\/a>/g)].map(
        ([, rel = "", href = "", words = ""]) => [words, { rel, href }],
      ),
    );
  const idsIn = (text: string) =>
    [...text.matchAll(/<article class="entry" id="([^"]+)"/g)].map(([, id]) => id);
  const newestFirst = entries.toSorted((a, b) => (a.ts < b.ts ? 1 : -1)).map(({ id }) => id);
  const home = await page("/guestbook/");
  expect([...linksIn(home).keys()]).toEqual(["Older entries", "2025", "2024", "2023"]);
  for (const [words, { rel }] of linksIn(home))
    expect(rel).toBe(words === "Older entries" ? "next" : "nofollow");
  for (const [year, from] of [
    ["2024", 50],
    ["2023", 100],
  ] as const) {
    const text = await page(linksIn(home).get(year)?.href ?? "");
    expect(idsIn(text)).toEqual(newestFirst.slice(from, from + entriesPerPage));
    // One back, and then the beginning.
    const newer = await page(linksIn(text).get("Newer entries")?.href ?? "");
    expect(idsIn(newer)).toEqual(newestFirst.slice(from - entriesPerPage, from));
  }
  // A page has one size.
  expect(idsIn(await page("/guestbook/?limit=5"))).toEqual(idsIn(home));
  const second = await page(linksIn(home).get("Older entries")?.href ?? "");
  expect(linksIn(second).get("Newer entries")).toEqual({ rel: "prev", href: "/guestbook/" });
});

test("older entries are a link away, each on one page", async () => {
  while ((await book.list()).count < 2 * entriesPerPage + 5)
    await Promise.all(
      Array.from({ length: 20 }, (_, number) => book.post({ message: `entry ${number}` })),
    );
  const ids: string[] = [];
  for (let path: string | undefined = "/guestbook/"; path !== undefined; ) {
    const text = await pageText(path.replace(/#.*/, ""));
    const shown = [...text.matchAll(/<article class="entry" id="([^"]+)"/g)].map(
      (match) => match[1] as string,
    );
    expect(shown.length).toBeLessThanOrEqual(entriesPerPage);
    ids.push(...shown);
    path = /<a rel="next" href="([^"]+)">/.exec(text)?.[1];
  }
  expect(ids).toEqual((await book.list()).entries.map((entry) => entry.id));
});

test("the page has entity tags, HEAD and redirects as the API has", async () => {
  const etag = (await book.ask("/guestbook/")).headers.get("etag") as string;
  const tagged = { headers: { "if-none-match": etag } };
  expect((await book.ask("/guestbook/", tagged)).status).toBe(304);
  // What stands around the entries is part of the page.
  process.env["GUESTBOOK"] = "closed";
  expect((await book.ask("/guestbook/", tagged)).status).toBe(200);
  delete process.env["GUESTBOOK"];
  const shell = join(book.directory, "site/guestbook/index.html");
  const text = readFileSync(shell, "utf8");
  writeFileSync(shell, text.replace("<title>", "<title>New "));
  expect((await book.ask("/guestbook/", tagged)).status).toBe(200);
  writeFileSync(shell, text);
  const head = await book.ask("/guestbook/", { method: "HEAD" });
  expect([head.status, await head.text(), head.headers.get("etag")]).toEqual([200, "", etag]);
  const body = new URLSearchParams({ message: "m" });
  for (const [method, status] of [
    ["GET", 301],
    ["HEAD", 301],
    ["POST", 308], // it keeps method and body
    ["PUT", 308],
  ] as const) {
    const init = { method, ...(status === 308 && { body }) };
    for (const path of ["/guestbook", "/Guestbook"]) {
      const redirect = await book.ask(`${path}?from=x`, init);
      const { headers } = redirect;
      expect([method, redirect.status, headers.get("location")]).toEqual([
        method,
        status,
        "/guestbook/?from=x",
      ]);
    }
  }
  expect([
    (await book.ask("/guestbook/", { method: "DELETE" })).status,
    (await book.ask("/guestbook/?from=x")).status,
  ]).toEqual([405, 400]);
  expect(await pageText("/guestbook/?from=x")).toContain(
    "<p><code>from</code> must be the place of an entry, as <code>next</code> gives it.</p>",
  );
});

test("the markup is valid, with entries and with faults", async () => {
  const validator = new HtmlValidate({
    extends: ["html-validate:recommended"],
    rules: { "no-inline-style": "error", "long-title": "off", "no-trailing-whitespace": "off" },
  });
  for (const text of [
    await pageText(),
    await (await book.sendForm({ message: "", name: "\u202e" })).text(),
  ]) {
    const { results } = await validator.validateString(text);
    expect(results.flatMap(({ messages }) => messages)).toEqual([]);
  }
});

test("without the build's page the answer says so and names the API, which works", async () => {
  const file = join(book.directory, "site/guestbook/index.html");
  await rename(file, `${file}.away`);
  for (const response of [await book.ask("/guestbook/"), await book.sendForm({ message: "" })]) {
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "10"]);
    expect(await response.text()).toContain('<a href="/api/guestbook">');
  }
  expect((await book.ask("/api/guestbook")).status).toBe(200);
  await rename(`${file}.away`, file);
});
