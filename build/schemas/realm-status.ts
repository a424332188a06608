/** Each status of a realm and what it means to a visitor. */
export const realmStatuses = {
  open: "In use: everything named here works now.",
  growing: "In use and still being extended: what is named here works now, more will follow.",
  quiet: "Works, and is left as it is.",
  closed: "No longer in use; kept so that its address stays good.",
} as const;

export type RealmStatus = keyof typeof realmStatuses;
export const realmStatusNames = Object.keys(realmStatuses) as RealmStatus[];
