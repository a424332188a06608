import { dateTime } from "../lib/dates.ts";
import type { SourcePage } from "./parse-page.ts";
import type { GroupedPage } from "./sections.ts";

/** A page that is not rendered yet, with what sections and tags are made from. */
export interface GroupedSource extends GroupedPage {
  sourcePage: SourcePage;
}

/** What is known of a page for its sections and tags before it is rendered. */
export function groupedSource(sourcePage: SourcePage): GroupedSource {
  const { path, type, source, matter } = sourcePage;
  return {
    path,
    type,
    source,
    published: dateTime(matter.date),
    order: matter.order ?? null,
    tags: matter.tags ?? [],
    front_matter: matter,
    sourcePage,
  };
}
