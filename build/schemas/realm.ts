import { type Static, Type } from "typebox";

/** Each status of a realm and what it means to a visitor. */
export const realmStatuses = {
  open: "In use: everything named here works now.",
  growing: "In use and still being extended: what is named here works now, more will follow.",
  quiet: "Works, and is left as it is.",
  closed: "No longer in use; kept so that its address stays good.",
} as const;

export type RealmStatus = keyof typeof realmStatuses;
export const realmStatusNames = Object.keys(realmStatuses) as RealmStatus[];

/** Something a visitor can do: an action with its method, address and media type. */
export const Affordance = Type.Object(
  {
    action: Type.String({ minLength: 1, description: "A verb for programs, such as `read` or `sign`." }),
    label: Type.String({ minLength: 1, description: "The same in words for people." }),
    method: Type.Union([Type.Literal("GET"), Type.Literal("POST")], { description: "HTTP method." }),
    href: Type.String({ format: "uri", description: "Absolute address." }),
    media_type: Type.String({ minLength: 3, description: "Media type of what is sent (POST) or answered (GET)." }),
  },
  { description: "Something a visitor can do here." },
);
export type Affordance = Static<typeof Affordance>;
