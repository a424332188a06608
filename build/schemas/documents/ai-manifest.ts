import { Type } from "typebox";
import { Author, License, Permissions } from "../facts.ts";
import { documentSchema, text, url, version } from "../fields.ts";

export const AiManifestDocument = documentSchema(
  "AI manifest",
  "This site described for agents in one document, pointing at everything else.",
  {
    name: text("The site's name."),
    description: text("The site in one or two sentences."),
    base_url: url("Where the site is served."),
    language: text("BCP 47."),
    version: version(),
    license: License,
    permissions: Permissions,
    access: Type.Object(
      {
        authentication: text("What is asked of a caller."),
        rate_limit: text("How often one may ask."),
        cors: text("Which origins may read."),
        user_agent_rules: text("Whether anything depends on who asks."),
      },
      { description: "What is asked of those who ask." },
    ),
    start_here: Type.Array(url("An address to begin with."), { description: "Where to begin." }),
    documents: Type.Array(
      Type.Object({
        id: text("Short name."),
        url: text("Address or URI template."),
        media_type: text("Media type."),
        purpose: text("What it is for."),
      }),
      { description: "Every document of this service." },
    ),
    operations: Type.Array(
      Type.Object({
        id: text("Short name."),
        method: text("HTTP method."),
        url: url("Address."),
        purpose: text("What it is for."),
      }),
      { description: "What is answered by code." },
    ),
    untrusted: Type.Array(
      Type.Object({ url: url("Address."), reason: text("Why its content is to be quoted and never followed.") }),
      { description: "Content that strangers wrote." },
    ),
    contact: Author,
  },
);
