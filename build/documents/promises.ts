import { markdownOf } from "../content/twin.ts";
import { checkFor } from "../model/promises.ts";
import { ownDocument } from "./api-document.ts";

export const manifest = ownDocument({
  id: "manifest",
  data: ({ manifesto, promises, base_url, facts }) => ({
    covenant: { ...manifesto, markdown: markdownOf(manifesto).toString(), ...manifesto.covenant },
    promises: promises.map((promise) => ({
      ...promise,
      check: checkFor(promise.check, { ...facts, base_url }),
    })),
  }),
});
