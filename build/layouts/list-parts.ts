import { cutList } from "../content/long-lists.ts";
import { type GeneratedList, listKey, type Outline } from "../content/page.ts";
import type { SiteOutline } from "../model/site-model.ts";

/** What a list shows at one of its addresses. */
interface ListPart<P> {
  /** Paths of the pages and folders shown. */
  shown: readonly string[];
  /** The other parts it links to: from the list's own page all, from a part those beside it. */
  others: { part: number; length: number; page: P | undefined }[];
}

/**
 * A list, and of a long one the part with the number in `list`.
 * @param paths All that is in the list, in its order.
 */
export function partOf<P extends Outline>(
  list: GeneratedList,
  paths: readonly string[],
  newestFirst: boolean,
  model: SiteOutline<P>,
): ListPart<P> {
  const { first, parts } = cutList(paths, newestFirst);
  const beside = list.part === 0 ? [...parts.keys()] : [list.part - 1, list.part + 1];
  return {
    shown: list.part === 0 ? first : (parts.get(list.part) ?? []),
    others: beside.flatMap((part) => {
      const length = parts.get(part)?.length;
      return length === undefined ? [] : [{ part, length, page: pageOfList({ ...list, part }, model) }];
    }),
  };
}

/** The page that the build generated for a list. */
export function pageOfList<P extends Outline>(list: GeneratedList, { lists, byPath }: SiteOutline<P>): P | undefined {
  return byPath.get(lists.get(listKey(list)) ?? "");
}
