import { textsAt, withXml } from "./xml.ts";

/** What a feed of this site is made of. Whatever else comes into it needs its rules here. */
const known =
  " feed entry id title subtitle summary rights updated published author name uri email link category content ";

/** Of a link to the thing itself, in another form. */
const isAlternate = "not(@rel) or @rel='alternate'";

/**
 * The MUSTs of RFC 4287 that a feed with these elements can break: section and rule, and an XPath
 * of what breaks it.
 */
const structure: readonly (readonly [must: string, broken: string])[] = [
  ["2 the root is atom:feed, in Atom's namespace", "/*[not(self::a:feed)]"],
  [
    "2 every element is one that the rules know",
    `//*[not(contains('${known}', concat(' ', local-name(), ' ')))]`,
  ],
  [
    "3.1.1 a text or a content is text or html, and holds no elements",
    "(//a:title|//a:subtitle|//a:summary|//a:rights|//a:content)[* or @type and @type!='text' and @type!='html']",
  ],
  ["3.2.1 a person has exactly one name", "//a:author[count(a:name)!=1]"],
  [
    "3.2.2 a person has at most one uri and one email",
    "//a:author[count(a:uri)>1 or count(a:email)>1]",
  ],
  ...["author", "id", "title", "updated"].map(
    (name) => [`4.1.1 the feed has exactly one ${name}`, `/a:feed[count(a:${name})!=1]`] as const,
  ),
  [
    "4.1.1 the feed has at most one rights and one subtitle",
    "/a:feed[count(a:rights)>1 or count(a:subtitle)>1]",
  ],
  ...["id", "title", "updated"].map(
    (name) => [`4.1.2 an entry has exactly one ${name}`, `//a:entry[count(a:${name})!=1]`] as const,
  ),
  [
    "4.1.2 an entry has at most one content, published, rights, summary",
    "//a:entry[count(a:content)>1 or count(a:published)>1 or count(a:rights)>1 or count(a:summary)>1]",
  ],
  ["4.1.2 an entry has an alternate link", `//a:entry[not(a:link[${isAlternate}])]`],
  [
    "4.1.2 no two alternate links are of one type",
    `//a:link[${isAlternate}][string(@type)=preceding-sibling::a:link[${isAlternate}]/@type]`,
  ],
  ["4.2.2 a category has a term", "//a:category[not(string(@term))]"],
  ["4.2.6 an id is unique", "//a:id[.=preceding::a:id]"],
  ["4.2.7.1 a link has an href", "//a:link[not(string(@href))]"],
];

const isIri = (text: string) => /^[A-Za-z][A-Za-z0-9+.-]*:\S+$/.test(text) && URL.canParse(text);
const isReference = (text: string) =>
  !/[\s<>"{}|\\^`]/.test(text) && URL.canParse(text, "https://base.example/");
const matches = (form: RegExp) => (text: string) => form.test(text);
const date = /\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])/;
const time = /([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]\d{2}:\d{2})/;
const dateTime = new RegExp(`^${date.source}T${time.source}$`);

/** The MUSTs about the form of a text: where such texts stand, and whether one has the form. */
const forms: readonly (readonly [
  must: string,
  path: string,
  isValid: (text: string) => boolean,
])[] = [
  ["2 xml:lang is a language tag", "//@xml:lang", matches(/^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$/)],
  ["3.2.2 a person's uri is an IRI reference", "//a:uri", isReference],
  [
    "3.2.3 a person's email is an addr-spec",
    "//a:email",
    matches(/^[^\s@<>(),;:\\"[\]]+@[^\s@<>(),;:\\"[\]]+$/),
  ],
  [
    "3.3 a date is an RFC 3339 date-time, T and Z in upper case",
    "//a:updated|//a:published",
    (text) => dateTime.test(text) && !Number.isNaN(Date.parse(text)),
  ],
  ["4.2.6 an id is an absolute IRI", "//a:id", isIri],
  ["4.2.7.1 a link's href is an IRI reference", "//a:link/@href", isReference],
  [
    "4.2.7.2 a link's rel is a name or an IRI",
    "//a:link/@rel",
    (rel) => /^[\w.~!$&'()*+,;=@%-]+$/.test(rel) || isIri(rel),
  ],
  [
    "4.2.7.3 a link's type is a media type",
    "//a:link/@type",
    matches(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;\s*[\w-]+=("[^"]*"|[^\s";]+))*$/),
  ],
];

/**
 * The MUSTs a feed breaks, each by its section. A document that is not well-formed breaks the first
 * of all.
 */
export function feedComplaints(xml: string): string[] {
  try {
    return withXml(xml, (feed) => [
      ...structure.flatMap(([must, path]) => (textsAt(feed, path).length > 0 ? [must] : [])),
      ...forms.flatMap(([must, path, isValid]) =>
        textsAt(feed, path).every(isValid) ? [] : [must],
      ),
    ]);
  } catch (error) {
    return [`1.2 not well-formed: ${String(error)}`];
  }
}
