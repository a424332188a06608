import { createHash } from "node:crypto";

interface Node {
  "@id"?: string;
  "@type"?: string;
  [key: string]: unknown;
}

/** A Croissant description, as much of it as is looked at. */
export interface Croissant extends Node {
  "@context": Record<string, unknown>;
  distribution: (Node & { contentUrl: string; contentSize: string; encodingFormat: string; sha256: string })[];
  recordSet: (Node & {
    key?: { "@id": string };
    field: (Node & {
      name: string;
      dataType: string;
      source: { fileObject: { "@id": string }; extract: { column: string } };
    })[];
  })[];
}

const required = ["name", "description", "license", "url", "creator", "datePublished"];
const dataTypes = ["sc:Text", "sc:URL", "sc:Integer", "sc:DateTime", "sc:Boolean", "sc:Float", "sc:Date"];

/**
 * What is wrong with a Croissant 1.1 description, by the specification's demands and against the files it describes.
 * `read` gives a file's content by its address, or undefined.
 */
export function croissantComplaints(dataset: Croissant, read: (url: string) => string | undefined): string[] {
  const complaints: string[] = [];
  const expect = (holds: boolean, complaint: string) => void (holds || complaints.push(complaint));
  expect(
    dataset["@context"]["@vocab"] === "https://schema.org/" && dataset["@context"]["sc"] === "https://schema.org/",
    "its model does not extend https://schema.org/",
  );
  expect(dataset["@context"]["cr"] === "http://mlcommons.org/croissant/", "its model does not know Croissant's terms");
  expect(dataset["@type"] === "sc:Dataset", "it is no sc:Dataset");
  expect(
    dataset["conformsTo"] === "http://mlcommons.org/croissant/1.1",
    "it does not say that it conforms to Croissant 1.1",
  );
  for (const key of required) expect(Boolean(dataset[key]), `it lacks ${key}`);
  expect(/^\d{4}-\d{2}-\d{2}/.test(String(dataset["datePublished"])), "datePublished is no date");
  const ids = idsOf(dataset);
  for (const id of ids.filter((other, at) => ids.indexOf(other) !== at)) complaints.push(`${id} is used twice`);

  for (const file of dataset.distribution) {
    const content = read(file.contentUrl);
    if (content === undefined) {
      complaints.push(`${file.contentUrl} is not there`);
      continue;
    }
    expect(createHash("sha256").update(content).digest("hex") === file.sha256, `${file["@id"]} has another sha256`);
    expect(file.contentSize === `${Buffer.byteLength(content)} B`, `${file["@id"]} has another size`);
    expect(file.contentUrl.includes(file.sha256), `${file["@id"]} is not named by its digest`);
    expect(file.encodingFormat === "application/jsonlines", `${file["@id"]} has the format ${file.encodingFormat}`);
    const columns = new Set(Object.keys(JSON.parse(content.split("\n")[0] || "{}") as object));
    for (const { field, key } of dataset.recordSet) {
      expect(
        field.some((one) => one["@id"] === key?.["@id"]),
        `the key ${key?.["@id"]} is no field`,
      );
      for (const { name, dataType, source } of field) {
        expect(
          dataset.distribution.some((one) => one["@id"] === source.fileObject["@id"]),
          `${name} comes from no file`,
        );
        expect(columns.has(source.extract.column), `${name} is not in the file`);
        expect(dataTypes.includes(dataType), `${name} has the unknown type ${dataType}`);
        columns.delete(source.extract.column);
      }
    }
    expect(columns.size === 0, `the file's ${[...columns].join(", ")} is not described`);
  }
  return complaints;
}

function idsOf({ distribution, recordSet }: Croissant): string[] {
  return [...distribution, ...recordSet, ...recordSet.flatMap(({ field }) => field)].map(
    (node) => node["@id"] ?? "(none)",
  );
}
