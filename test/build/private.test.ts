import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { png } from "../authors/faults-of.ts";
import { folderOf } from "./folder.ts";
import { buildSite } from "./site.ts";

/**
 * What other tools keep to themselves, and what looks like a secret. Each file holds the word
 * xyzzy.
 */
const secret = (
  "_drafts/not-yet.md deep/_drafts/nor-this.md _includes/head.html _layouts/post.html _config.prod.yml " +
  "deep/_config_dev.yaml _posts-on-paper.md deep/_notes.md node_modules/package/README.md " +
  ".obsidian/workspace.json .env notes/.hidden.md config.env deploy/prod.env.local server.pem keys/ID_RSA " +
  "keys/site.key credentials.json service-account-blog.json text.md~ website/build.config.mjs wrangler.toml " +
  "serverless.yml firebase.json netlify.toml tsconfig.build.json jsconfig.json Makefile guide/_category_.json " +
  "old.md.bak #draft.md# photos/Thumbs.db data.sqlite css/main.scss bower_components/a.txt desktop.ini package.json " +
  "package-lock.json yarn.lock pnpm-lock.yaml Gemfile Gemfile.lock composer.lock Dockerfile docker-compose.yml " +
  "vercel.json a.p12 a.pfx a.jks a.keystore a.kdbx a.ppk a.tfvars a.tfstate aws/credentials " +
  "credentials.csv credentials-of-ci.py Credentials.TS credentials.xml serviceAccount.json " +
  "serviceAccountKey-prod.json firebase-adminsdk.json blog-firebase-adminsdk-a1b2c-d3.json kubeconfig " +
  "prod.kubeconfig kubeconfig.yaml terraform.tfstate.backup a.tfstate.d htpasswd a.htpasswd AuthKey.p8 " +
  "home.ovpn trace.har page.swp page.md.orig ~$letter.docx"
).split(" ");
/** What looks a little like it, and is published. */
const open =
  "drafts.md id_rsa.pub the.environment.txt key.png secrets-of-bread.md css/main.css how/Makefile db.md config.js credentials.md credentials.pdf credentials-of-bread.png serviceaccount.md kubeconfig.md kubeconfig.svg har.md a.har.md a.tfstate.md htpasswd.md".split(
    " ",
  );

const files = Object.fromEntries([
  ["index.md", "# Home\n"],
  ...secret.map((path) => [path, "# Xyzzy\n\nAPI_KEY=xyzzy\n"]),
  ...open.map((path) => [path, "# Open\n"]),
]) as Record<string, string>;

describe("private files", () => {
  test("leave no trace in any file of a build, and are counted and named", async () => {
    const site = await buildSite({ input: folderOf(files) });
    const traces = [...site.files.keys()].filter((path) => /xyzzy/i.test(path + site.text(path)));
    expect(traces).toEqual([]);
    const [warning] = site.warnings.filter((text) => /private by name/.test(text));
    expect(warning).toContain(
      `${secret.length} files and folders are private by name and not published: `,
    );
    for (const name of ["_drafts/", ".obsidian/", ".env", "#draft.md#", "_posts-on-paper.md"])
      expect(warning).toContain(`\`${name}\``);
    const published = [...site.files.keys()].join("\n");
    for (const path of open) expect(published).toContain(path.replace(/\.md$/, ""));
  });

  test("do not even move the version", async () => {
    const without = Object.fromEntries(
      Object.entries(files).filter(([path]) => !secret.includes(path)),
    );
    const [one, other] = [
      await buildSite({ input: folderOf(files) }),
      await buildSite({ input: folderOf(without) }),
    ];
    expect([...one.files]).toEqual([...other.files]);
  });

  test.each(["config.env", "_drafts/not-yet.md", "/_drafts/not-yet/"])(
    "a link to %s says why",
    async (href) => {
      const linked = { ...files, "a.md": `See [it](${href}).\n` };
      await expect(buildSite({ input: folderOf(linked) })).rejects.toThrow(
        /a\.md:1 links to `\S+`, which does not exist for readers: (config\.env|_drafts\/) is private by its name/,
      );
    },
  );

  test("a page's image in a private folder is a missing image, and the fault says why", async () => {
    const linked = { "index.md": "# Home\n\n![A dot](_images/dot.png)\n", "_images/dot.png": png };
    await expect(buildSite({ input: folderOf(linked) })).rejects.toThrow(
      /index\.md:3 shows `_images\/dot\.png`, which does not exist for readers: _images\/ is private by its name/,
    );
  });

  test("of names that begin with an underscore, `_posts` and `_index.md` alone are public", async () => {
    const pages = [
      "_index.md",
      "a/_posts/b.md",
      "a/_posts/_c.md",
      "a/_index.markdown",
      "_d.md",
      "_e/f.md",
      "g/__h__.md",
    ];
    const input = folderOf(Object.fromEntries(pages.map((path) => [path, `# ${path}\n`])));
    const { model } = await buildSite({ input });
    expect(model.pages.flatMap(({ source }) => source ?? [])).toEqual([
      "_index.md",
      "a/_index.markdown",
      "a/_posts/b.md",
    ]);
  });
});

/** Exported by GnuPG 2.2 for this test, of a key that was used for nothing else. */
const secretKey =
  "lFgEawfkwRYJKwYBBAHaRw8BAQdAmUzlUYhsD89gnph0qSlJE6l6n5FKIKcum932EZ7bhgsAAP0Tti5SGHwF4nszCslPelSP" +
  "1OBb4QYq0MgFC+HTsDxcFw7JtB1UZXN0IDx0ZXN0QG9wZW5ob3VzZS5leGFtcGxlPg==";
const publicKey =
  "mDMEawfkwRYJKwYBBAHaRw8BAQdAmUzlUYhsD89gnph0qSlJE6l6n5FKIKcum932EZ7bhgu0HVRlc3QgPHRlc3RAb3Blbmhv" +
  "dXNlLmV4YW1wbGU+iJAEExYIADgWIQQi+w1gi8KfKoiIc6DmrGBMl8oU1wUCawfkwQIbAwULCQgHAgYVCgkICwIEFgIDAQIe" +
  "AQIXgAAKCRDmrGBMl8oU16gkAQD5Q+7IdbLGAKs4B5HHiwhcEtG5cmMWOJgIPpYvY587fgEAzQKA39xUPvUBgs7mjRvBh7CZ" +
  "qQuphOKvOFN504oCDgs=";
const bytes = (base64: string) => Buffer.from(base64, "base64");
const armour = (kind: string, base64: string) =>
  `A text above.\n\n-----BEGIN ${kind}-----\n\n${base64}\n-----END ${kind}-----\n`;

test("files of OpenPGP are published unless a private key is in them, under a name of a link neither", async () => {
  const open = {
    "keys/me.asc": armour("PGP PUBLIC KEY BLOCK", publicKey),
    "keys/me.gpg": bytes(publicKey),
    "keys/signature.asc": armour("PGP SIGNATURE", "iJAEExYI"),
    "empty.gpg": "",
    "message.gpg": Buffer.concat([Buffer.from([0xd2, 0xea]), Buffer.alloc(1100, 0x95)]),
    "BEGIN-PRIVATE-KEY.txt": "Not one.",
  };
  // The same key with headers of the newer form, whose lengths have 1, 2 and 5 bytes.
  const body = bytes(secretKey).subarray(2, 90);
  const long = (tag: number, header: number[]) =>
    Buffer.concat([Buffer.from([0xc0 | tag, ...header]), Buffer.alloc(tag === 13 ? 300 : 0, 65)]);
  const input = folderOf({
    "index.md": "# Home\n\n[Key](me/secret.asc)\n",
    ...open,
    "me/secret.asc": armour("PGP PRIVATE KEY BLOCK", secretKey),
    "me/pem.asc": armour("ENCRYPTED PRIVATE KEY", secretKey),
    "me/secret.gpg": bytes(secretKey),
    "me/SECRET.GPG": bytes(secretKey),
    "me/both.pgp": Buffer.concat([bytes(publicKey), bytes(secretKey)]),
    "me/new.gpg": Buffer.concat([
      long(13, [192, 108]),
      long(13, [255, 0, 0, 1, 44]),
      long(2, [0]),
      long(7, [88]),
      body,
    ]),
  });
  symlinkSync("me/secret.asc", join(input, "key.txt"));
  const site = await buildSite({ input, lenient: true });
  const published = [...site.files.keys()];
  expect(published).toEqual(expect.arrayContaining(Object.keys(open).map((path) => `/${path}`)));
  expect(published.filter((path) => /^\/(me\/|key\.)/.test(path))).toEqual([]);
  expect(site.warnings.join("\n")).toContain("me/secret.asc has a private key in it");
  expect(site.warnings).toContain(
    "Files with a private key are not published: `me/SECRET.GPG`, `me/both.pgp`, `me/new.gpg`, " +
      "`me/pem.asc`, `me/secret.asc`, `me/secret.gpg`.",
  );
  expect(site.warnings).toContain(
    "Links are followed to files of the content folder that are not private, and to nothing else: `key.txt`.",
  );
});

test("a folder .well-known is published; one deeper, or hidden files in it, are not", async () => {
  const input = folderOf({
    "index.md": "# Home\n\n[Identity](/.well-known/atproto-did)\n",
    ".well-known/atproto-did": "did:plc:abc",
    ".well-known/.secret": "xyzzy",
    "deep/.well-known/x": "xyzzy",
  });
  const site = await buildSite({ input });
  expect(site.text("/.well-known/atproto-did")).toBe("did:plc:abc");
  expect([...site.files.keys()].filter((path) => /secret|deep/.test(path))).toEqual([]);
  const taken = folderOf({ "index.md": "# Home\n", ".well-known/api-catalog": "{}" });
  await expect(buildSite({ input: taken })).rejects.toThrow(
    /api-catalog would be copied to .*, which is the address of the document/,
  );
});

test("links to folders are named and not followed, links to nothing too; a file linked within is published", async () => {
  const elsewhere = folderOf({ "page.md": "# Elsewhere\n" });
  const input = folderOf({ "index.md": "# Home\n", "a/page.md": "# A\n" });
  symlinkSync(".", join(input, "self"));
  symlinkSync("..", join(input, "a/up"));
  symlinkSync(elsewhere, join(input, "away"));
  symlinkSync("eats-itself", join(input, "eats-itself"));
  symlinkSync("nowhere.md", join(input, "broken.md"));
  symlinkSync("a/page.md", join(input, "linked.md"));
  const site = await buildSite({ input });
  expect(site.warnings).toEqual(
    expect.arrayContaining([
      "Links are followed to files of the content folder that are not private, and to nothing else: " +
        "`a/up`, `away`, `broken.md`, `eats-itself`, `self`.",
    ]),
  );
  const own = site.model.pages.filter(({ source }) => source !== null).map(({ path }) => path);
  expect(own).toEqual(["/", "/a/page/", "/linked/"]);
});

test("a link to a private file, or to a file outside the folder, publishes nothing under another name", async () => {
  const outside = folderOf({ "outside.md": "# Xyzzy\n" });
  const input = folderOf({
    "index.md": "# Home\n",
    ".env": "xyzzy",
    ".git/config": "xyzzy",
    "keys/site.key": "xyzzy",
    "_drafts/b.md": "# Xyzzy\n",
  });
  symlinkSync(".env", join(input, "env.txt"));
  symlinkSync("env.txt", join(input, "again.txt"));
  symlinkSync(".git/config", join(input, "git.md"));
  mkdirSync(join(input, "deep"));
  symlinkSync("../keys/site.key", join(input, "deep/key.txt"));
  symlinkSync("_drafts/b.md", join(input, "b.md"));
  symlinkSync(join(outside, "outside.md"), join(input, "o.md"));
  const reached = folderOf();
  symlinkSync(input, join(reached, "link"));
  for (const folder of [input, join(reached, "link")]) {
    const site = await buildSite({ input: folder });
    expect([...site.files.keys()].filter((path) => /xyzzy/i.test(site.text(path)))).toEqual([]);
    expect(site.warnings).toContain(
      "Links are followed to files of the content folder that are not private, and to nothing else: " +
        "`again.txt`, `b.md`, `deep/key.txt`, `env.txt`, `git.md`, `o.md`.",
    );
  }
});
