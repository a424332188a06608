import { Type } from "typebox";
import { Affordance } from "./affordance.ts";
import { Author, License, Permissions } from "./facts.ts";
import { bytes, count, dateTime, digest, documentSchema, markdownBody, maybeDateTime, path, tags, text, textBody, url, version, words } from "./fields.ts";
import { realmStatusNames } from "./realm-status.ts";

const permissions = Permissions;
const license = License;

const pageFields = {
  id: text("The page's address without its outer slashes; `index` is the home page."),
  type: text("home, page, note, realm, manifesto, greeting, guestbook, list or api."),
  url: url("The page as HTML."),
  markdown_url: url("The page as Markdown: its twin."),
  title: text("Title."),
  description: text("The page in one sentence."),
  language: text("BCP 47."),
  published: maybeDateTime("When it was published; null where the page is undated."),
  updated: maybeDateTime("When it last changed in earnest; null where that was never said."),
};

const Endpoint = Type.Object({
  id: text("Short name."),
  method: text("HTTP method."),
  path: path("Root-relative address; `{name}` stands for any of several."),
  url: text("Absolute address, or a URI template (RFC 6570) where the path is one."),
  media_type: text("Media type of the answer."),
  purpose: text("What it is for."),
  schema: Type.Union([Type.String({ format: "uri" }), Type.Null()], { description: "JSON Schema of the answer, or null where it follows somebody else's standard." }),
});

export const IndexDocument = documentSchema("Index", "Everything this service answers, with addresses.", {
  name: text("The site's name."),
  description: text("The site in one or two sentences."),
  base_url: url("Where the site is served."),
  version: version(),
  api_version: text("Version of the API's contract (semantic versioning)."),
  license,
  permissions,
  endpoints: Type.Array(Endpoint, { description: "The JSON API." }),
  formats: Type.Array(Endpoint, { description: "The same content in formats with standards of their own." }),
  schemas: Type.Array(url("Address of a JSON Schema."), { description: "Every JSON Schema that is published." }),
  documentation: url("The API described for people."),
  openapi: url("The API described for programs, OpenAPI 3.1."),
});

const NavigationItem = Type.Object({
  title: text("Label."),
  path: path("Root-relative address."),
  url: url("Absolute address."),
  children: Type.Array(Type.Unknown(), { description: "Items below it, of the same shape." }),
});

export const SiteDocument = documentSchema("Site", "The site and a list of all its pages.", {
  name: text("The site's name."),
  tagline: text("The site in half a sentence."),
  description: text("The site in one or two sentences."),
  language: text("Language of the site, BCP 47."),
  author: Author,
  license,
  permissions,
  principles: Type.Array(Type.String(), { description: "What the site holds itself to." }),
  navigation: Type.Array(NavigationItem, { description: "The main navigation as a tree." }),
  pages: Type.Array(Type.Object({ ...pageFields, tags: tags(), words: words(), sha256: digest("SHA-256 of the Markdown twin's bytes.") }), { description: "Every page, sorted by address." }),
  metadata: Type.Object({
    base_url: url("Where the site is served."),
    version: version(),
    since: dateTime("When the site began."),
    updated: dateTime("Date of the newest content."),
    page_count: count("Number of pages."),
    feed: url("Atom feed."),
    sitemap: url("Sitemap."),
  }, { description: "What is true of the site as a whole." }),
});

export const RealmsDocument = documentSchema("Realms", "The places of this house and what can be done in each.", {
  count: count("Number of realms."),
  statuses: Type.Object(Object.fromEntries(realmStatusNames.map((name) => [name, Type.String()])), { description: "What each status means." }),
  realms: Type.Array(
    Type.Object({
      id: text("The realm's address without its outer slashes."),
      name: text("Name."),
      summary: text("The realm in one sentence."),
      status: Type.Enum(realmStatusNames, { description: "State of the realm." }),
      since: maybeDateTime("When it opened."),
      updated: maybeDateTime("When its page last changed in earnest."),
      url: url("The realm's page."),
      markdown_url: url("The same as Markdown."),
      tags: tags(),
      affordances: Type.Array(Affordance, { description: "What a visitor can do here." }),
    }),
    { description: "Every realm, in the order of the house." },
  ),
});

const headerMap = (description: string) => Type.Record(Type.String(), Type.String(), { description });
const pieces = (description: string) => Type.Array(Type.String({ minLength: 1 }), { description });

const Expectation = Type.Object(
  {
    status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599, description: "The status of the answer." })),
    header_absent: Type.Optional(pieces("Headers the answer must not carry.")),
    header_equals: Type.Optional(headerMap("Headers with their exact value.")),
    header_contains: Type.Optional(headerMap("Headers with text their value must contain, whatever the case.")),
    body_contains: Type.Optional(pieces("Text the body must contain.")),
    body_absent: Type.Optional(pieces("Text the body must not contain, whatever the case.")),
    same_body_as: Type.Optional(Type.Integer({ minimum: 0, description: "Number (from 0) of an earlier request of this check, whose answer had the same bytes." })),
  },
  { description: "What must be true of the answer: all of it." },
);

const CheckRequest = Type.Object({
  method: text("HTTP method."),
  path: path("Root-relative address."),
  headers: Type.Optional(headerMap("Request headers.")),
  body: Type.Optional(text("Request body.")),
  times: Type.Optional(Type.Integer({ minimum: 1, description: "How often to ask in a row; once, where it is absent." })),
  writes: Type.Optional(Type.Boolean({ description: "True where the request leaves something behind." })),
  expect: Expectation,
});

export const ManifestDocument = documentSchema("Manifest", "The covenant and the seven promises, each with a way to test it.", {
  covenant: Type.Object({
    title: text("Title."),
    text: textBody("The covenant as plain text."),
    markdown: markdownBody("The same as Markdown."),
    url: url("The manifesto's page."),
  }, { description: "What the house holds itself to, in full." }),
  promises: Type.Array(
    Type.Object({
      number: Type.Integer({ minimum: 1, maximum: 7, description: "1 to 7." }),
      id: text("Short name."),
      title: text("The promise in a few words."),
      text: text("The promise in full."),
      check: Type.Object({
        requests: Type.Array(CheckRequest, { description: "What to ask for, and what to expect of each answer." }),
        holds: text("What must hold, in a sentence."),
        command: text("A line to paste into a terminal; the comment at its end says what it prints."),
      }),
    }),
    { minItems: 7, maxItems: 7, description: "Exactly seven promises." },
  ),
});

export const GreetingDocument = documentSchema("Greeting", "A welcome for arriving agents: what this is and what you may do here.", {
  title: text("Title."),
  greeting: textBody("The greeting as plain text."),
  markdown: markdownBody("The same as Markdown."),
  url: url("The greeting's page."),
  promises: Type.Array(Type.Object({ number: Type.Integer({ description: "1 to 7." }), id: text("Short name."), title: text("The promise in a few words.") }), { description: "The promises in short." }),
  affordances: Type.Array(Affordance, { description: "What you may do here." }),
  license,
  permissions,
});

export const CorpusRecord = Type.Object({
  ...pageFields,
  license: text("SPDX license identifier."),
  words: words(),
  sha256: digest("SHA-256 of the Markdown twin's bytes."),
  markdown: markdownBody("The page as Markdown, links absolute."),
  text: textBody("The page as plain text, without navigation."),
});

export const CorpusDocument = documentSchema("Corpus", "The whole site as a dataset.", {
  name: text("The dataset's name."),
  description: text("The dataset in a sentence."),
  base_url: url("Where the site is served."),
  version: version(),
  updated: dateTime("Date of the newest content."),
  license,
  permissions,
  counts: Type.Object({ documents: count("Number of documents."), words: words() }, { description: "How much there is." }),
  jsonl: Type.String({
    format: "uri",
    description: "The same records as JSON Lines, at an address that never changes its content.",
    examples: ["https://house.example/corpus/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.jsonl"],
  }),
  documents: Type.Array(CorpusRecord, { description: "Every page, sorted by address." }),
});

export const StateDocument = documentSchema("State", "Whether anything changed since an earlier visit.", {
  version: version(),
  api_version: text("Version of the API's contract (semantic versioning)."),
  digest: digest("SHA-256 over the digests of all pages, the facts and the permissions."),
  updated: dateTime("Date of the newest content."),
  counts: Type.Object({ pages: count("Number of pages."), notes: count("Number of notes."), realms: count("Number of realms."), words: words() }, { description: "How much there is." }),
  latest: Type.Union([Type.Object({ title: text("Title."), url: url("Address."), published: maybeDateTime("When it was published."), updated: maybeDateTime("When it last changed.") }), Type.Null()], {
    description: "The newest page; null where no page is dated.",
  }),
  digests: url("What exactly was added, changed or removed."),
  documents: Type.Array(
    Type.Object({
      path: path("Root-relative address; for a family of files, its pattern."),
      bytes: bytes(),
      sha256: digest("SHA-256 of the bytes as served; for a family, of a line `path sha256` for each of its files, sorted."),
    }),
    { description: "Every other document of this service." },
  ),
});

export const DigestsDocument = documentSchema("Digests", "The digest of every page: compare it with an earlier copy to see what was added, changed or removed.", {
  version: version(),
  digests: Type.Record(Type.String({ pattern: "^/" }), digest("SHA-256 of the page's Markdown twin."), { description: "From a page's root-relative address to the SHA-256 of its Markdown twin's bytes." }),
});

export const AiManifestDocument = documentSchema("AI manifest", "This site described for agents in one document, pointing at everything else.", {
  name: text("The site's name."),
  description: text("The site in one or two sentences."),
  base_url: url("Where the site is served."),
  language: text("BCP 47."),
  version: version(),
  license,
  permissions,
  access: Type.Object({
    authentication: text("What is asked of a caller."),
    rate_limit: text("How often one may ask."),
    cors: text("Which origins may read."),
    user_agent_rules: text("Whether anything depends on who asks."),
  }, { description: "What is asked of those who ask." }),
  start_here: Type.Array(url("An address to begin with."), { description: "Where to begin." }),
  documents: Type.Array(Type.Object({ id: text("Short name."), url: text("Address or URI template."), media_type: text("Media type."), purpose: text("What it is for.") }), { description: "Every document of this service." }),
  operations: Type.Array(Type.Object({ id: text("Short name."), method: text("HTTP method."), url: url("Address."), purpose: text("What it is for.") }), { description: "What is answered by code." }),
  untrusted: Type.Array(Type.Object({ url: url("Address."), reason: text("Why its content is to be quoted and never followed.") }), { description: "Content that strangers wrote." }),
  contact: Author,
});

export const SearchIndexDocument = documentSchema("Search index", "What the site's own search page searches.", {
  full_text: Type.Boolean({ description: "Whether the text of the pages is in it." }),
  pages: Type.Array(
    Type.Object({
      path: path("Root-relative address."),
      title: text("Title."),
      description: text("The page in one sentence."),
      about: text("Headings and tags."),
      text: Type.Optional(textBody("The page as plain text.")),
    }),
    { description: "Every page but the search page." },
  ),
});
