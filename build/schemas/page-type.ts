/** The kinds of page the house knows. A page of any other kind is simply a `page`. */
export const pageTypes = [
  "home",
  "page",
  "note",
  "realm",
  "manifesto",
  "greeting",
  "guestbook",
  "list",
  "search",
  "api",
] as const;
export type PageType = (typeof pageTypes)[number];
