import { Type, type Static } from "typebox";

/** An error of the guestbook: problem details as RFC 9457 has them. */
export const Problem = Type.Object(
  {
    type: Type.String({ format: "uri", description: "An address that explains this kind of problem." }),
    title: Type.String({ minLength: 1, description: "The kind of problem in words." }),
    status: Type.Integer({ minimum: 400, maximum: 599, description: "The HTTP status." }),
    detail: Type.String({ minLength: 1, description: "What is wrong this time." }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          pointer: Type.String({
            pattern: "^#(/.*)?$",
            description:
              "Where the fault is: a JSON Pointer into the body, as a URI fragment; `#` where it is no single member's.",
          }),
          parameter: Type.Optional(
            Type.String({ minLength: 1, description: "The query parameter at fault, where it is one." }),
          ),
          detail: Type.String({ minLength: 1, description: "What is wrong there. It never repeats what was sent." }),
        }),
        { description: "Every fault of the request at once." },
      ),
    ),
    retry_after: Type.Optional(
      Type.Integer({ minimum: 0, description: "Seconds to wait before trying again; the same as `Retry-After`." }),
    ),
  },
  { title: "Problem", description: "What went wrong, as RFC 9457 problem details." },
);
export type Problem = Static<typeof Problem>;
