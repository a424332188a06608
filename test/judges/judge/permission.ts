import { elementsOf } from "./markup.ts";
import { type Group, readRobots } from "./robots.ts";
import { childrenOf, readXml } from "./xml.ts";

/** What a surface says of each use; a surface that has no word for a use leaves it out. */
export interface Said {
  search?: boolean;
  ai_input?: boolean;
  ai_train?: boolean;
  /** Address of the license, or its SPDX id where the surface names only that. */
  license?: string;
}

/** An address as it is answered. */
export interface Answer {
  text: string;
  headers: Headers;
}

/** Everywhere a site says what may be done with its content, read back from what it serves. */
interface Surface {
  name: string;
  path: string;
  /** True where it speaks of what visitors wrote in the guestbook, which nobody here may permit training on. */
  strangers?: true;
  read(answer: Answer): Said[];
}

type Permissions = Required<Omit<Said, "license">>;
type Described = { permissions: Permissions; license: { id: string; url: string } };

/** The five documents that repeat the value itself. */
const fields = ["/api/index.json", "/api/site.json", "/api/corpus.json", "/api/greeting.json", "/ai-manifest.json"].map(
  (path): Surface => ({
    name: `${path} fields`,
    path,
    read: ({ text }) => {
      const { permissions, license } = JSON.parse(text) as Described;
      return [{ ...permissions, license: license.url }];
    },
  }),
);

const headers = ["/", "/manifesto/", "/manifesto.md", "/api/state.json", "/llms.txt"].map(
  (path): Surface => ({
    name: `${path} headers`,
    path,
    read: ({ headers }) => [
      contentUsage(headers.get("content-usage") ?? ""),
      { ai_train: headers.get("tdm-reservation") === "0", search: !headers.has("x-robots-tag") },
      { license: /<([^>]*)>; rel="license"/.exec(headers.get("link") ?? "")?.[1] ?? "none" },
    ],
  }),
);

const words = ["/manifesto/", "/", "/llms.txt", "/api/openapi.json", "/corpus/croissant.json"].map(
  (path): Surface => ({
    name: `${path} words`,
    path,
    read: ({ text }) => [sentences(text.replace(/<[^>]*>/g, ""))],
  }),
);

const markup = ["/", "/manifesto/", "/corpus/"].flatMap((path): Surface[] => [
  {
    name: `${path} link`,
    path,
    read: ({ text }) => [
      {
        license:
          elementsOf(text).find(({ name, attributes }) => name === "link" && attributes["rel"] === "license")
            ?.attributes["href"] ?? "none",
      },
    ],
  },
  { name: `${path} JSON-LD`, path, read: ({ text }) => jsonLd(text) },
]);

export const surfaces: readonly Surface[] = [
  ...fields,
  ...headers,
  ...words,
  ...markup,
  { name: "robots.txt signals", path: "/robots.txt", read: ({ text }) => readRobots(text).groups.map(contentSignal) },
  { name: "robots.txt rules", path: "/robots.txt", read: ({ text }) => [crawlers(readRobots(text).groups)] },
  { name: "tdmrep.json", path: "/.well-known/tdmrep.json", read: ({ text }) => reservations(text, ownAddresses) },
  {
    name: "tdmrep.json of the guestbook",
    path: "/.well-known/tdmrep.json",
    strangers: true,
    read: ({ text }) => reservations(text, strangersAddresses),
  },
  ...["/guestbook/", "/api/guestbook", "/api/guestbook?limit=1"].map(
    (path): Surface => ({
      name: `${path} headers`,
      path,
      strangers: true,
      read: ({ headers }) => [
        { ai_train: headers.get("tdm-reservation") !== "1" },
        { ai_train: headers.get("content-usage") !== "train-ai=n" },
        { ai_train: /rel="license"/.test(headers.get("link") ?? "") },
      ],
    }),
  ),
  {
    name: "/guestbook/ markup",
    path: "/guestbook/",
    strangers: true,
    read: ({ text }) => [
      { ai_train: elementsOf(text).some(({ attributes }) => attributes["rel"] === "license") },
      {
        ai_train: !elementsOf(text).some(
          ({ name, attributes }) =>
            name === "meta" && attributes["name"] === "tdm-reservation" && attributes["content"] === "1",
        ),
      },
    ],
  },
  {
    name: "/guestbook/ words",
    path: "/guestbook/",
    strangers: true,
    read: ({ text }) => [{ ai_train: !/does not cover them/.test(text.replace(/<[^>]*>/g, "")) }],
  },
  {
    name: "/api/guestbook notice",
    path: "/api/guestbook",
    strangers: true,
    read: ({ text }) => [{ ai_train: !/permission/.test((JSON.parse(text) as { notice: string }).notice) }],
  },
  {
    // A signal cannot leave out a path, so a comment says it and names each address.
    name: "robots.txt comment",
    path: "/robots.txt",
    strangers: true,
    read: ({ text }) =>
      ["/guestbook/", "/api/guestbook", "/.well-known/tdmrep.json", "no training"].map((word) => ({
        ai_train: !text.split("\n").some((line) => line.startsWith("#") && line.includes(word)),
      })),
  },
  {
    name: "corpus records",
    path: "/api/corpus.json",
    read: ({ text }) =>
      (JSON.parse(text) as { documents: { license: string }[] }).documents.map(({ license }) => ({ license })),
  },
  {
    name: "twin's front matter",
    path: "/manifesto.md",
    read: ({ text }) => ["license", "license_url"].map((key) => ({ license: frontMatter(text, key) })),
  },
  {
    name: "llms-full.txt",
    path: "/llms-full.txt",
    read: ({ text }) => text.split(/\n---\n\n(?=---\n)/).map((part) => ({ license: frontMatter(part, "license") })),
  },
  {
    name: "feed",
    path: "/feed.xml",
    read: ({ text }) =>
      childrenOf(readXml(text), "link")
        .filter(({ attributes }) => attributes["rel"] === "license")
        .map(({ attributes }) => ({ license: attributes["href"] ?? "" })),
  },
  {
    name: "OpenAPI license",
    path: "/api/openapi.json",
    read: ({ text }) => [{ license: (JSON.parse(text) as { info: { license: { url: string } } }).info.license.url }],
  },
  {
    name: "Croissant license",
    path: "/corpus/croissant.json",
    read: ({ text }) => [{ license: String((JSON.parse(text) as { license: string }).license) }],
  },
];

/**
 * Where surfaces of a site disagree with the value in index.json, each as `surface: what it says`.
 * A silent surface is one that disagrees.
 */
export async function permissionComplaints(
  ask: (path: string) => Promise<Answer>,
  judged: readonly Surface[] = surfaces,
): Promise<string[]> {
  const { permissions, license } = JSON.parse((await ask("/api/index.json")).text) as Described;
  const complaints: string[] = [];
  for (const { name, path, strangers, read } of judged) {
    const said = read(await ask(path));
    if (said.length === 0) complaints.push(`${name}: says nothing`);
    for (const saying of said) {
      for (const [use, allowed] of Object.entries(saying)) {
        const right = strangers
          ? allowed === false
          : use === "license"
            ? allowed === license.url || allowed === license.id
            : allowed === permissions[use as keyof Permissions];
        if (!right) complaints.push(`${name}: ${use} ${String(allowed)}`);
      }
    }
  }
  return [...new Set(complaints)];
}

const ownAddresses = ["/", "/manifesto/", "/guestbook.md", "/guestbook-and-more/", "/api/corpus.json", "/api/"];
const strangersAddresses = [
  "/guestbook/",
  "/guestbook",
  "/guestbook/?from=x",
  "/api/guestbook",
  "/api/guestbook?limit=1",
];

/**
 * What TDMRep's rules say of each address, to the two kinds of readers there are: the specification takes the first rule
 * that matches, readers made for robots.txt the longest.
 */
function reservations(text: string, addresses: readonly string[]): Said[] {
  const rules = JSON.parse(text) as { location: string; "tdm-reservation": number }[];
  return addresses.flatMap((address) => {
    const matching = rules.filter(({ location }) =>
      location.endsWith("$") ? address === location.slice(0, -1) : address.startsWith(location),
    );
    const longest = [...matching].sort((a, b) => b.location.length - a.location.length)[0];
    return [matching[0], longest].map((rule) => ({ ai_train: rule?.["tdm-reservation"] === 0 }));
  });
}

function contentUsage(value: string): Said {
  const labels = new Map(value.split(",").map((part) => part.trim().split("=") as [string, string]));
  return { ai_train: labels.get("train-ai") === "y", search: labels.get("search") === "y" };
}

function contentSignal({ rules }: Group): Said {
  const signals = new Map(
    (rules.find(([name]) => name === "content-signal")?.[1] ?? "")
      .split(",")
      .map((part) => part.trim().split("=") as [string, string]),
  );
  return {
    search: signals.get("search") === "yes",
    ai_input: signals.get("ai-input") === "yes",
    ai_train: signals.get("ai-train") === "yes",
  };
}

/** What crawlers known for one use are told: may they come in? */
function crawlers(groups: readonly Group[]): Said {
  const welcome = (agent: string) =>
    groups
      .find(({ agents }) => agents.includes(agent))
      ?.rules.some(([name, value]) => name === "allow" && value === "/") ?? false;
  return { search: welcome("Googlebot"), ai_input: welcome("ChatGPT-User"), ai_train: welcome("GPTBot") };
}

const phrases = { search: "index it", ai_input: "quote it", ai_train: "train models on it" } as const;

/** The permission as a person reads it: each use stands in a sentence that permits or refuses. */
function sentences(text: string): Said {
  const said = Object.entries(phrases).map(([use, phrase]) => {
    const sentence = text.split(/[.;]\s/).find((part) => part.includes(phrase));
    return [use, sentence === undefined ? undefined : !/not permitted/.test(sentence)];
  });
  return Object.fromEntries(said) as Said;
}

function jsonLd(html: string): Said[] {
  const scripts = elementsOf(html).filter(({ attributes }) => attributes["type"] === "application/ld+json");
  const nodes = scripts.flatMap(
    (script) => (JSON.parse(script.text()) as { "@graph": { license?: string; usageInfo?: string }[] })["@graph"],
  );
  return nodes.flatMap(({ license }) => (license === undefined ? [] : [{ license }]));
}

function frontMatter(text: string, key: string): string {
  return JSON.parse(new RegExp(`^${key}: (.*)$`, "m").exec(text)?.[1] ?? '"none"') as string;
}
