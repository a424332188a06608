import { markdownOf } from "../content/twin.ts";
import { Check, checkFor } from "../model/promises.ts";
import { Type, text, url } from "../schemas/fields.ts";
import { described, object, ownDocument } from "./api-document.ts";

/** The fields of a promise in short. */
export const promiseFields = {
  number: Type.Integer({ minimum: 1, maximum: 7, description: "1 to 7.", examples: [1] }),
  id: text("Short name.", "no-identity"),
  title: text("The promise in a few words.", "No account"),
};

export const manifest = ownDocument({
  ...described("manifest"),
  fields: {
    covenant: object("What the site holds itself to, without the promises, which follow.", {
      title: text("Title.", "Manifesto"),
      text: text("The covenant as plain text.", "This house is open."),
      markdown: text("The same as Markdown.", "# Manifesto\n\nThis house is open.\n"),
      url: url("The manifesto's page.", "/manifesto/"),
    }),
    promises: Type.Array(
      Type.Object({
        ...promiseFields,
        text: text("The promise in full.", "Nobody is asked who they are."),
        check: Check,
      }),
      { minItems: 7, maxItems: 7, description: "Exactly seven promises." },
    ),
  },
  data: ({ manifesto, promises, base_url, facts }) => ({
    covenant: {
      ...manifesto,
      markdown: markdownOf(manifesto).toString(),
      ...manifesto.covenant,
    },
    promises: promises.map((promise) => ({
      ...promise,
      check: checkFor(promise.check, { ...facts, base_url }),
    })),
  }),
});
