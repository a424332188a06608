/** Facts of a small site. */
export const facts = {
  name: "Ada's Garden",
  tagline: "What grows behind the house",
  description: "Notes on a small garden.",
  language: "en",
  base_url: "https://garden.example",
  since: "2026-01-01",
  author: { name: "Ada" },
  license: {
    id: "CC-BY-4.0",
    name: "CC BY 4.0",
    url: "https://creativecommons.org/licenses/by/4.0/",
  },
  permissions: { search: true, ai_input: true, ai_train: true },
  principles: [],
};

/** The text of a file of facts; a fact a line, so that a fault names the line of one. */
export function factsFile(others: Record<string, unknown> = {}): string {
  const all = Object.entries({ ...facts, ...others });
  return all.map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`).join("");
}
