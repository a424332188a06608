import type { JsonDocument } from "../catalogue/document.ts";
import { dateTime } from "../content/pages.ts";
import { permissionSentence } from "../permission.ts";
import { CorpusRecord } from "../schemas/documents.ts";
import { jsonLines } from "./corpus.ts";

/** The context of Croissant 1.1, shortened to the terms used here: https://docs.mlcommons.org/croissant/docs/croissant-spec-1.1.html */
const context = {
  "@language": "en",
  "@vocab": "https://schema.org/",
  cr: "http://mlcommons.org/croissant/",
  sc: "https://schema.org/",
  dct: "http://purl.org/dc/terms/",
  conformsTo: "dct:conformsTo",
  recordSet: "cr:recordSet",
  field: "cr:field",
  dataType: { "@id": "cr:dataType", "@type": "@vocab" },
  source: "cr:source",
  fileObject: "cr:fileObject",
  extract: "cr:extract",
  jsonPath: "cr:jsonPath",
  column: "cr:column",
  repeated: "cr:repeated",
  data: { "@id": "cr:data", "@type": "@json" },
  examples: { "@id": "cr:examples", "@type": "@json" },
  citeAs: "cr:citeAs",
  isLiveDataset: "cr:isLiveDataset",
  key: "cr:key",
  references: "cr:references",
};

export const croissant: JsonDocument = {
  kind: "json",
  id: "croissant",
  path: "/corpus/croissant.json",
  media_type: "application/ld+json",
  title: "Croissant",
  purpose: "The corpus described as a dataset for machine learning, in Croissant 1.1.",
  group: "format",
  data: (house) => {
    const { facts, base_url, version, updated } = house;
    const file = jsonLines(house);
    return {
      "@context": context,
      "@type": "sc:Dataset",
      conformsTo: "http://mlcommons.org/croissant/1.1",
      name: `${facts.name}: the corpus`,
      description: `Every page of ${facts.name} as Markdown and as plain text. ${permissionSentence(facts.permissions)}`,
      license: facts.license.url,
      url: `${base_url}/corpus/`,
      creator: { "@type": "sc:Organization", name: facts.author.name, url: facts.author.url ?? `${base_url}/` },
      datePublished: dateTime(facts.since)?.slice(0, 10),
      dateModified: updated.slice(0, 10),
      inLanguage: facts.language,
      version,
      isAccessibleForFree: true,
      isLiveDataset: true,
      citeAs: `${facts.author.name}: ${facts.name}, the corpus, version ${version}. ${base_url}/corpus/`,
      distribution: [
        {
          "@type": "cr:FileObject",
          "@id": "corpus.jsonl",
          name: "corpus.jsonl",
          description: "One page to a line.",
          contentUrl: base_url + file.path,
          contentSize: `${Buffer.byteLength(file.content)} B`,
          encodingFormat: "application/jsonlines",
          sha256: file.sha256,
        },
      ],
      recordSet: [
        {
          "@type": "cr:RecordSet",
          "@id": "pages",
          name: "pages",
          description: "Every page of the site.",
          key: { "@id": "pages/id" },
          field: Object.entries(CorpusRecord.properties).map(([name, schema]) => ({
            "@type": "cr:Field",
            "@id": `pages/${name}`,
            name,
            description: (schema as { description?: string }).description ?? name,
            dataType: dataType(schema as { type?: string; format?: string; description?: string }),
            source: { fileObject: { "@id": "corpus.jsonl" }, extract: { column: name } },
          })),
        },
      ],
    };
  },
};

function dataType(schema: { type?: string; format?: string; anyOf?: { format?: string }[] }): string {
  if (schema.type === "integer") return "sc:Integer";
  if (schema.format === "uri") return "sc:URL";
  return schema.anyOf?.some(({ format }) => format === "date-time") ? "sc:DateTime" : "sc:Text";
}
