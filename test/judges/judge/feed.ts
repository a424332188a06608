import { childrenOf, type Node, readXml } from "./xml.ts";

/** A MUST of RFC 4287: its section, what it says, and the faulty elements, or what is wrong, in any number. */
type Must = readonly [section: string, must: string, broken: (feed: Node) => unknown[]];

const dateTime =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;
const mediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;\s*[\w-]+=("[^"]*"|[^\s";]+))*$/;
const addrSpec = /^[^\s@<>(),;:\\"[\]]+@[^\s@<>(),;:\\"[\]]+$/;
const languageTag = /^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$/;

/** What a feed of this site is made of. Whatever else comes into it needs its rules here. */
const elements =
  "feed entry id title subtitle summary rights updated published author name uri email link category content";
const known = new Set(elements.split(" "));

const entries = (feed: Node) => childrenOf(feed, "entry");
const everything = (node: Node): Node[] => [node, ...node.children.flatMap(everything)];
const all = (feed: Node, ...names: string[]) => everything(feed).filter(({ name }) => names.includes(name));
const notOne = (parents: readonly Node[], name: string) =>
  parents.filter((parent) => childrenOf(parent, name).length !== 1);
const many = (parents: readonly Node[], ...names: string[]) =>
  parents.flatMap((parent) => names.filter((name) => childrenOf(parent, name).length > 1));
const isIri = (text = "") => /^[A-Za-z][A-Za-z0-9+.-]*:\S+$/.test(text) && URL.canParse(text);
const isReference = (text = "") => !/[\s<>"{}|\\^`]/.test(text) && URL.canParse(text, "https://base.example/");
const repeated = (values: readonly unknown[]) => values.filter((value, index) => values.indexOf(value) !== index);
const alternates = (parent: Node) =>
  childrenOf(parent, "link").filter(({ attributes }) => (attributes["rel"] ?? "alternate") === "alternate");
const sameAlternates = (parent: Node) => repeated(alternates(parent).map(({ attributes }) => attributes["type"]));

/** The MUSTs of RFC 4287 that a feed with these elements can break. */
const musts: readonly Must[] = [
  [
    "2",
    "the root is atom:feed, in Atom's namespace",
    (feed) => (feed.name === "feed" && feed.namespace === "http://www.w3.org/2005/Atom" ? [] : [feed.name]),
  ],
  ["2", "xml:lang is a language tag", (feed) => everything(feed).filter(({ attributes }) => !isLanguage(attributes))],
  ["2", "every element is one that the rules know", (feed) => everything(feed).filter(({ name }) => !known.has(name))],
  [
    "3.1.1",
    "a text or a content is text or html, and holds no elements",
    (feed) =>
      all(feed, "title", "subtitle", "summary", "rights", "content").filter(
        ({ attributes: { type = "text" }, children }) => !["text", "html"].includes(type) || children.length > 0,
      ),
  ],
  ["3.2.1", "a person has exactly one name", (feed) => notOne(all(feed, "author"), "name")],
  ["3.2.2", "a person has at most one uri and one email", (feed) => many(all(feed, "author"), "uri", "email")],
  ["3.2.2", "a person's uri is an IRI reference", (feed) => all(feed, "uri").filter(({ text }) => !isReference(text))],
  [
    "3.2.3",
    "a person's email is an addr-spec",
    (feed) => all(feed, "email").filter(({ text }) => !addrSpec.test(text)),
  ],
  [
    "3.3",
    "a date is an RFC 3339 date-time, T and Z in upper case",
    (feed) =>
      all(feed, "updated", "published").filter(({ text }) => !dateTime.test(text) || Number.isNaN(Date.parse(text))),
  ],
  ["4.1.1", "the feed has exactly one author", (feed) => notOne([feed], "author")],
  ["4.1.1", "the feed has exactly one id", (feed) => notOne([feed], "id")],
  ["4.1.1", "the feed has exactly one title", (feed) => notOne([feed], "title")],
  ["4.1.1", "the feed has exactly one updated", (feed) => notOne([feed], "updated")],
  ["4.1.1", "the feed has at most one rights and one subtitle", (feed) => many([feed], "rights", "subtitle")],
  ["4.1.2", "an entry has exactly one id", (feed) => notOne(entries(feed), "id")],
  ["4.1.2", "an entry has exactly one title", (feed) => notOne(entries(feed), "title")],
  ["4.1.2", "an entry has exactly one updated", (feed) => notOne(entries(feed), "updated")],
  [
    "4.1.2",
    "an entry has at most one content, published, rights, summary",
    (feed) => many(entries(feed), "content", "published", "rights", "summary"),
  ],
  [
    "4.1.2",
    "an entry has an alternate link",
    (feed) => entries(feed).filter((entry) => alternates(entry).length === 0),
  ],
  ["4.1.2", "no two alternate links are of one type", (feed) => [feed, ...entries(feed)].flatMap(sameAlternates)],
  ["4.2.2", "a category has a term", (feed) => all(feed, "category").filter(({ attributes }) => !attributes["term"])],
  ["4.2.6", "an id is an absolute IRI", (feed) => all(feed, "id").filter(({ text }) => !isIri(text))],
  ["4.2.6", "an id is unique", (feed) => repeated(all(feed, "id").map(({ text }) => text))],
  [
    "4.2.7.1",
    "a link has an href that is an IRI reference",
    (feed) => all(feed, "link").filter(({ attributes: { href } }) => !href || !isReference(href)),
  ],
  [
    "4.2.7.2",
    "a link's rel is a name or an IRI",
    (feed) =>
      all(feed, "link").filter(({ attributes: { rel } }) => !/^[\w.~!$&'()*+,;=@%-]+$/.test(rel ?? "") && !isIri(rel)),
  ],
  [
    "4.2.7.3",
    "a link's type is a media type",
    (feed) => all(feed, "link").filter(({ attributes: { type = "text/html" } }) => !mediaType.test(type)),
  ],
];

function isLanguage({ "xml:lang": tag = "en" }: Node["attributes"]): boolean {
  return languageTag.test(tag);
}

/** The MUSTs a feed breaks, as `section must`. A document that is not well-formed breaks the first of all. */
export function feedComplaints(xml: string): string[] {
  let feed: Node;
  try {
    feed = readXml(xml);
  } catch (error) {
    return [`1.2 not well-formed: ${String(error)}`];
  }
  return musts.flatMap(([section, must, broken]) => (broken(feed).length > 0 ? [`${section} ${must}`] : []));
}
