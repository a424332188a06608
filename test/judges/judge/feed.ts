import { childrenOf, type Node, readXml } from "./xml.ts";

/** One MUST of RFC 4287, and how to see that it is broken. */
interface Must {
  section: string;
  must: string;
  /** The faulty elements, or what is wrong, in any number. */
  broken(feed: Node): unknown[];
}

const atom = "http://www.w3.org/2005/Atom";
const dateTime =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;
const mediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;\s*[\w-]+=("[^"]*"|[^\s";]+))*$/;
const addrSpec = /^[^\s@<>(),;:\\"[\]]+@[^\s@<>(),;:\\"[\]]+$/;
const languageTag = /^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$/;

const entries = (feed: Node) => childrenOf(feed, "entry");
const holders = (feed: Node) => [
  feed,
  ...entries(feed),
  ...entries(feed).flatMap((entry) => childrenOf(entry, "source")),
];
const all = (node: Node, ...names: string[]): Node[] =>
  node.children.flatMap((child) => [...(names.includes(child.name) ? [child] : []), ...all(child, ...names)]);
const everything = (node: Node): Node[] => [node, ...node.children.flatMap(everything)];
const texts = (feed: Node) => all(feed, "title", "subtitle", "summary", "rights");
const persons = (feed: Node) => all(feed, "author", "contributor");
const notOne = (parents: readonly Node[], name: string) =>
  parents.filter((parent) => childrenOf(parent, name).length !== 1);
const many = (parents: readonly Node[], ...names: string[]) =>
  parents.flatMap((parent) => names.filter((name) => childrenOf(parent, name).length > 1));
const isIri = (text: string) => /^[A-Za-z][A-Za-z0-9+.-]*:\S+$/.test(text) && URL.canParse(text);
const isReference = (text: string | undefined) =>
  text !== undefined && !/[\s<>"{}|\\^`]/.test(text) && URL.canParse(text, "https://base.example/");
const sameAlternates = (parent: Node) => {
  const kinds = childrenOf(parent, "link")
    .filter(isAlternate)
    .map(({ attributes }) => `${attributes["type"]} ${attributes["hreflang"]}`);
  return kinds.filter((kind, index) => kinds.indexOf(kind) !== index);
};
const isAlternate = ({ attributes }: Node) => (attributes["rel"] ?? "alternate") === "alternate";
const contents = (feed: Node) => entries(feed).flatMap((entry) => childrenOf(entry, "content"));
const isText = (type: string) => type === "text" || type === "html" || type.startsWith("text/");

/** Every MUST of RFC 4287's sections 3 and 4 that a document can break, with 2 (well-formed, its namespace, xml:base, xml:lang). */
const musts: readonly Must[] = [
  {
    section: "2",
    must: "the root is atom:feed, in Atom's namespace",
    broken: (feed) => (feed.name === "feed" && feed.namespace === atom ? [] : [feed.name]),
  },
  {
    section: "2",
    must: "xml:lang is a language tag",
    broken: (feed) =>
      everything(feed).filter(({ attributes: { "xml:lang": tag } }) => tag !== undefined && !languageTag.test(tag)),
  },
  {
    section: "2",
    must: "xml:base is an IRI reference",
    broken: (feed) =>
      everything(feed).filter(({ attributes }) => "xml:base" in attributes && !isReference(attributes["xml:base"])),
  },
  {
    section: "3.1.1",
    must: "a text construct's type is text, html or xhtml",
    broken: (feed) =>
      texts(feed).filter(({ attributes: { type = "text" } }) => !["text", "html", "xhtml"].includes(type)),
  },
  {
    section: "3.1.1.1",
    must: "text and html hold no elements",
    broken: (feed) =>
      texts(feed).filter(({ attributes: { type = "text" }, children }) => type !== "xhtml" && children.length > 0),
  },
  {
    section: "3.1.1.3",
    must: "xhtml is one div",
    broken: (feed) =>
      [...texts(feed), ...contents(feed)].filter(
        ({ attributes, children }) =>
          attributes["type"] === "xhtml" &&
          !(
            children.length === 1 &&
            children[0]?.name === "div" &&
            children[0].namespace === "http://www.w3.org/1999/xhtml"
          ),
      ),
  },
  { section: "3.2.1", must: "a person has exactly one name", broken: (feed) => notOne(persons(feed), "name") },
  { section: "3.2.2", must: "a person has at most one uri", broken: (feed) => many(persons(feed), "uri") },
  {
    section: "3.2.2",
    must: "a person's uri is an IRI reference",
    broken: (feed) => all(feed, "uri").filter(({ text }) => !isReference(text)),
  },
  { section: "3.2.3", must: "a person has at most one email", broken: (feed) => many(persons(feed), "email") },
  {
    section: "3.2.3",
    must: "a person's email is an addr-spec",
    broken: (feed) => all(feed, "email").filter(({ text }) => !addrSpec.test(text)),
  },
  {
    section: "3.3",
    must: "a date is an RFC 3339 date-time, T and Z in upper case",
    broken: (feed) =>
      all(feed, "updated", "published").filter(({ text }) => !dateTime.test(text) || Number.isNaN(Date.parse(text))),
  },
  {
    section: "4.1.1",
    must: "the feed has an author, or every entry has",
    broken: (feed) =>
      (childrenOf(feed, "author").length > 0
        ? []
        : entries(feed).filter((entry) => all(entry, "author").length === 0)
      ).concat(entries(feed).length === 0 && childrenOf(feed, "author").length === 0 ? [feed] : []),
  },
  {
    section: "4.1.1",
    must: "the feed has at most one generator, icon, logo, rights, subtitle",
    broken: (feed) => many([feed], "generator", "icon", "logo", "rights", "subtitle"),
  },
  { section: "4.1.1", must: "the feed has exactly one id", broken: (feed) => notOne([feed], "id") },
  { section: "4.1.1", must: "the feed has exactly one title", broken: (feed) => notOne([feed], "title") },
  { section: "4.1.1", must: "the feed has exactly one updated", broken: (feed) => notOne([feed], "updated") },
  {
    section: "4.1.1",
    must: "the feed has no two alternate links of one type and language",
    broken: (feed) => sameAlternates(feed),
  },
  {
    section: "4.1.2",
    must: "an entry has at most one content, published, rights, source, summary",
    broken: (feed) => many(entries(feed), "content", "published", "rights", "source", "summary"),
  },
  { section: "4.1.2", must: "an entry has exactly one id", broken: (feed) => notOne(entries(feed), "id") },
  { section: "4.1.2", must: "an entry has exactly one title", broken: (feed) => notOne(entries(feed), "title") },
  { section: "4.1.2", must: "an entry has exactly one updated", broken: (feed) => notOne(entries(feed), "updated") },
  {
    section: "4.1.2",
    must: "an entry without content has an alternate link",
    broken: (feed) =>
      entries(feed).filter(
        (entry) => childrenOf(entry, "content").length === 0 && !childrenOf(entry, "link").some(isAlternate),
      ),
  },
  {
    section: "4.1.2",
    must: "an entry has no two alternate links of one type and language",
    broken: (feed) => entries(feed).flatMap(sameAlternates),
  },
  {
    section: "4.1.2",
    must: "an entry whose content is elsewhere or in Base64 has a summary",
    broken: (feed) =>
      entries(feed).filter(
        (entry) =>
          childrenOf(entry, "summary").length === 0 &&
          childrenOf(entry, "content").some(
            ({ attributes: { src, type = "text" } }) =>
              src !== undefined || !(isText(type) || type === "xhtml" || /[+/]xml$/.test(type)),
          ),
      ),
  },
  {
    section: "4.1.3.1",
    must: "content's type is text, html, xhtml or a media type, not a composite one",
    broken: (feed) =>
      contents(feed).filter(
        ({ attributes: { type = "text" } }) =>
          !["text", "html", "xhtml"].includes(type) && (!mediaType.test(type) || /^(multipart|message)\//.test(type)),
      ),
  },
  {
    section: "4.1.3.2",
    must: "content's src is an IRI reference, and the element is empty",
    broken: (feed) =>
      contents(feed).filter(
        ({ attributes, children, text }) =>
          "src" in attributes && (!isReference(attributes["src"]) || children.length > 0 || text.trim() !== ""),
      ),
  },
  {
    section: "4.1.3.3",
    must: "content of type text or html holds no elements",
    broken: (feed) =>
      contents(feed).filter(({ attributes: { type = "text" }, children }) => isText(type) && children.length > 0),
  },
  {
    section: "4.2.2",
    must: "a category has a term",
    broken: (feed) => all(feed, "category").filter(({ attributes }) => !attributes["term"]),
  },
  {
    section: "4.2.2",
    must: "a category's scheme is an IRI",
    broken: (feed) =>
      all(feed, "category").filter(({ attributes: { scheme } }) => scheme !== undefined && !isIri(scheme)),
  },
  {
    section: "4.2.4",
    must: "a generator's uri is an IRI reference",
    broken: (feed) =>
      all(feed, "generator").filter(({ attributes }) => "uri" in attributes && !isReference(attributes["uri"])),
  },
  {
    section: "4.2.5",
    must: "icon and logo are IRI references",
    broken: (feed) => all(feed, "icon", "logo").filter(({ text }) => !isReference(text)),
  },
  {
    section: "4.2.6",
    must: "an id is an absolute IRI",
    broken: (feed) =>
      holders(feed)
        .flatMap((holder) => childrenOf(holder, "id"))
        .filter(({ text }) => !isIri(text)),
  },
  {
    section: "4.2.6",
    must: "an id is unique",
    broken: (feed) => repeated([feed, ...entries(feed)].map((holder) => childrenOf(holder, "id")[0]?.text)),
  },
  {
    section: "4.2.7.1",
    must: "a link has an href that is an IRI reference",
    broken: (feed) =>
      all(feed, "link").filter(({ attributes }) => !attributes["href"] || !isReference(attributes["href"])),
  },
  {
    section: "4.2.7.2",
    must: "a link's rel is a name or an IRI",
    broken: (feed) =>
      all(feed, "link").filter(
        ({ attributes: { rel = "alternate" } }) => !/^[\w.~!$&'()*+,;=@%-]+$/.test(rel) && !isIri(rel),
      ),
  },
  {
    section: "4.2.7.3",
    must: "a link's type is a media type",
    broken: (feed) =>
      all(feed, "link").filter(({ attributes: { type } }) => type !== undefined && !mediaType.test(type)),
  },
  {
    section: "4.2.7.4",
    must: "a link's hreflang is a language tag",
    broken: (feed) =>
      all(feed, "link").filter(({ attributes: { hreflang } }) => hreflang !== undefined && !languageTag.test(hreflang)),
  },
];

function repeated<T>(values: readonly T[]): T[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

/** The MUSTs a feed breaks, as `section must`. A document that is not well-formed breaks the first of all. */
export function feedComplaints(xml: string): string[] {
  let feed: Node;
  try {
    feed = readXml(xml);
  } catch (error) {
    return [`1.2 not well-formed: ${String(error)}`];
  }
  return musts.filter(({ broken }) => broken(feed).length > 0).map(({ section, must }) => `${section} ${must}`);
}
