import { CorpusRecord } from "../content/twin.ts";
import { dateTime } from "../lib/dates.ts";
import { jsonLines } from "../model/create-site-model.ts";
import { permissionSentence } from "../model/permissions.ts";
import type { JsonDocument } from "../model/site-model.ts";
import { corpusLines } from "./corpus.ts";

/**
 * The JSON-LD context of Croissant. Readers expect all of it:
 * https://docs.mlcommons.org/croissant/docs/croissant-spec-1.1.html
 */
const terms = (
  "arrayShape citeAs column extract field fileProperty fileObject fileSet format includes isArray " +
  "isLiveDataset jsonPath key md5 parentField path recordSet references regex repeated replace samplingRate " +
  "separator source subField transform"
).split(" ");

const vocabulary = {
  "@language": "en",
  "@vocab": "https://schema.org/",
  sc: "https://schema.org/",
  cr: "http://mlcommons.org/croissant/",
  rai: "http://mlcommons.org/croissant/RAI/",
  dct: "http://purl.org/dc/terms/",
  conformsTo: "dct:conformsTo",
  name: { "@container": "@language" },
  description: { "@container": "@language" },
  data: { "@id": "cr:data", "@type": "@json" },
  dataType: { "@id": "cr:dataType", "@type": "@vocab" },
  examples: { "@id": "cr:examples", "@type": "@json" },
  ...Object.fromEntries(terms.map((term) => [term, `cr:${term}`])),
};

export const croissant: JsonDocument = {
  kind: "json",
  id: "croissant",
  path: "/corpus/croissant.json",
  media_type: "application/ld+json",
  title: "Croissant",
  purpose: "The corpus described as a dataset for machine learning, in Croissant 1.1.",
  group: "format",
  data: (model) => {
    const { facts, base_url, version, updated } = model;
    const file = jsonLines(model);
    return {
      "@context": vocabulary,
      "@type": "sc:Dataset",
      conformsTo: "http://mlcommons.org/croissant/1.1",
      name: `${facts.name}: the corpus`,
      description:
        `Every page of ${facts.name} as Markdown and as plain text. ` + permissionSentence(facts.permissions),
      license: facts.license.url,
      url: `${base_url}/corpus/`,
      creator: { "@type": "sc:Organization", name: facts.author.name, url: facts.author.url ?? `${base_url}/` },
      datePublished: dateTime(facts.since)?.slice(0, 10),
      dateModified: updated.slice(0, 10),
      inLanguage: facts.language,
      version: semantic(version),
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
          contentSize: `${file.bytes} B`,
          encodingFormat: corpusLines.media_type,
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

/** Readers want semantic versions: `2026-11-20-9f86d081884c` as `2026.11.20+9f86d081884c`. */
function semantic(version: string): string {
  return version.replace(/^(\d+)-0?(\d+)-0?(\d+)-/, "$1.$2.$3+");
}

function dataType(schema: { type?: string; format?: string; anyOf?: { format?: string }[] }): string {
  if (schema.type === "integer") return "sc:Integer";
  if (schema.format === "uri") return "sc:URL";
  return schema.anyOf?.some(({ format }) => format === "date-time") ? "sc:DateTime" : "sc:Text";
}
