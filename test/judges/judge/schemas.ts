import { Ajv2020 } from "ajv/dist/2020.js";

/** Formats as a validator elsewhere would have them; ours are not asked. */
const formats = {
  uri: (text: string) => /^[a-z][a-z0-9+.-]*:/i.test(text) && URL.canParse(text),
  date: (text: string) => new Date(`${text}T00:00:00Z`).toISOString().startsWith(text),
  "date-time": (text: string) =>
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(text) && !Number.isNaN(Date.parse(text)),
};

type Schema = { $id?: string; $schema?: string };

/** What is wrong with a JSON document that names its schema, which `load` fetches. */
export async function schemaComplaints(document: unknown, load: (url: string) => Promise<unknown>): Promise<string[]> {
  const [first] = Object.keys(document as object);
  if (first !== "$schema") return ["it does not begin with $schema"];
  const address = (document as Schema).$schema ?? "";
  const schema = (await load(address)) as Schema;
  if (schema.$id !== address) return [`the schema at ${address} calls itself ${schema.$id}`];
  if (schema.$schema !== "https://json-schema.org/draft/2020-12/schema")
    return [`the schema at ${address} is of no known kind`];
  const ajv = new Ajv2020({ strict: true, allErrors: true, formats });
  const validate = ajv.compile(schema as object);
  return validate(document)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
