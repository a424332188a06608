import { readFileSync } from "node:fs";
import { join } from "node:path";
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
const vocabulary = JSON.parse(readFileSync(join(import.meta.dirname, "croissant-context.json"), "utf8")) as unknown;

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
          field: Object.entries<ColumnSchema>(CorpusRecord.properties).map(([name, schema]) => ({
            "@type": "cr:Field",
            "@id": `pages/${name}`,
            name,
            description: schema.description ?? name,
            dataType: dataType(schema),
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

interface ColumnSchema {
  type?: string;
  format?: string;
  description?: string;
  anyOf?: readonly ColumnSchema[];
}

function dataType(schema: ColumnSchema): string {
  if (schema.type === "integer") return "sc:Integer";
  if (schema.format === "uri") return "sc:URL";
  return schema.anyOf?.some(({ format }) => format === "date-time") ? "sc:DateTime" : "sc:Text";
}
