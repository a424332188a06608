import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { mergePackages } from "../../build/cli/merge-packages.ts";
import { isSample } from "../support/sample.ts";
import { temporaryFolder } from "../support/temporary.ts";

const project = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(project, file), "utf8");

const owners = ["site", ".eleventy.ts", "netlify.toml", "README.md", ".github"];
const shared = ["package.json", "package-lock.json"];

/** The commands of the recipe, and the paths of the software that it names. */
const recipe = /```sh\n(git fetch[^]*?)```/.exec(read("CONTRIBUTING.md"))?.[1] ?? "";
const software = /^set -- (.+)$/m.exec(recipe)?.[1]?.split(" ") ?? [];

test.runIf(isSample)("each tracked file is the owner's, shared, or the software's", () => {
  const tracked = execFileSync("git", ["ls-files"], { cwd: project, encoding: "utf8" });
  const roots = new Set(
    tracked
      .trim()
      .split("\n")
      .map((file) => file.split("/")[0] as string),
  );
  expect([...roots].sort()).toEqual([...owners, ...shared, ...software].sort());
});

test("package.json keeps the owner's packages and scripts, and all else is the newer version's", () => {
  const before = {
    name: "open-house",
    version: "1.2.0",
    scripts: { build: "old", bench: "old" },
    dependencies: { kept: "1.0.0", dropped: "1.0.0" },
  };
  const own = {
    ...before,
    name: "my-site",
    browserslist: "defaults",
    scripts: { ...before.scripts, photos: "node photos.js" },
    dependencies: { ...before.dependencies, mine: "3.0.0" },
  };
  const after = {
    name: "open-house",
    version: "1.3.0",
    scripts: { build: "new" },
    dependencies: { kept: "2.0.0", fresh: "1.0.0" },
  };
  expect(mergePackages(before, own, after)).toMatchObject({
    version: "1.3.0",
    browserslist: "defaults",
    scripts: { build: "new", photos: "node photos.js" },
    dependencies: { kept: "2.0.0", fresh: "1.0.0", mine: "3.0.0" },
  });
  const merged = mergePackages(before, own, after);
  expect(Object.keys(merged["dependencies"] as object).sort()).toEqual(["fresh", "kept", "mine"]);
  expect(Object.keys(merged["scripts"] as object).sort()).toEqual(["build", "photos"]);
});

test("the recipe replaces the software whole and leaves what is the owner's", () => {
  const [upstream, site] = [temporaryFolder(), temporaryFolder()];
  const git = (cwd: string, ...args: string[]) =>
    execFileSync("git", args, {
      cwd,
      encoding: "utf8",
      env: {
        ...process.env,
        GIT_CONFIG_GLOBAL: "/dev/null",
        ...Object.fromEntries(
          ["AUTHOR", "COMMITTER"].flatMap((who) => [
            [`GIT_${who}_NAME`, "A test"],
            [`GIT_${who}_EMAIL`, "test@house.example"],
          ]),
        ),
      },
    });
  const write = (folder: string, files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  };
  const tag = (version: string, files: Record<string, string>) => {
    const packages = packageFile("open-house", version, { [`of ${version}`]: "1.0.0" });
    write(upstream, { ...files, "package.json": packages });
    git(upstream, "add", "--all");
    git(upstream, "commit", "--quiet", "--message", version);
    git(upstream, "tag", `v${version}`);
  };
  const packageFile = (name: string, version: string, dependencies: Record<string, string>) =>
    JSON.stringify({ name, version, dependencies });
  // Each path of the software as a file or, without an ending, as a folder.
  const fileOf = (path: string) =>
    /^(build|functions|test|\.ci)$/.test(path) ? `${path}/one.txt` : path;
  const everything = (text: string) =>
    Object.fromEntries([...software, "package-lock.json"].map((path) => [fileOf(path), text]));
  git(upstream, "init", "--quiet");
  tag("1.2.0", { ...everything("old"), "build/dropped.txt": "old", "site/index.md": "# Sample\n" });
  git(dirname(site), "clone", "--quiet", upstream, site);
  write(site, {
    "site/index.md": "# Mine\n",
    ".eleventy.ts": "// mine\n",
    "package.json": packageFile("mine", "1.2.0", { "of 1.2.0": "1.0.0", mine: "1.0.0" }),
  });
  git(site, "add", "--all");
  git(site, "commit", "--quiet", "--message", "Mine");
  git(upstream, "rm", "--quiet", "build/dropped.txt");
  const merge = read("build/cli/merge-packages.ts");
  tag("1.3.0", {
    ...everything("new"),
    "build/cli/merge-packages.ts": merge,
    "site/index.md": "# Newer sample\n",
  });

  const offline = recipe
    .split("\n")
    .filter((line) => /^(git (fetch|rm|checkout)|set|node) /.test(line));
  expect(offline).toHaveLength(5);
  git(site, "remote", "add", "software", upstream);
  execFileSync("sh", ["-ec", offline.join("\n")], { cwd: site, stdio: "pipe" });
  const now = (path: string) => readFileSync(join(site, path), "utf8");
  expect(now("site/index.md")).toBe("# Mine\n");
  expect(now(".eleventy.ts")).toBe("// mine\n");
  const { name, version, dependencies } = JSON.parse(now("package.json"));
  expect({ name, version, dependencies }).toEqual({
    name: "mine",
    version: "1.3.0",
    dependencies: { "of 1.3.0": "1.0.0", mine: "1.0.0" },
  });
  for (const path of [...software, "package-lock.json"])
    expect([path, now(fileOf(path))]).toEqual([path, "new"]);
  expect(git(site, "ls-files", "build").trim().split("\n")).toEqual([
    "build/cli/merge-packages.ts",
    "build/one.txt",
  ]);
});
