import axe from "axe-core";
import type { Page } from "playwright-core";

type Violation = { id: string; help: string; nodes: { target: string[] }[] };

/** Every rule of WCAG 2 that a program can judge, contrast at the highest level included, and what is good practice besides. */
const rules = ["wcag2a", "wcag2aa", "wcag2aaa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The rules whose outcome depends on colours: those to judge again where nothing but the colours has changed. */
export const colourRules = ["color-contrast", "color-contrast-enhanced", "link-in-text-block"];

/**
 * What axe finds wrong with the page as it is shown now, as `rule: what (where)`.
 * @param only The ids of the rules to judge by; all of `rules` unless given.
 */
export async function axeComplaints(page: Page, only?: readonly string[]): Promise<string[]> {
  const runOnly = only === undefined ? { type: "tag", values: rules } : { type: "rule", values: only };
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const violations = await page.evaluate<Violation[]>(
    `axe.run({ runOnly: ${JSON.stringify(runOnly)}, resultTypes: ["violations"] }).then(({ violations }) => violations)`,
  );
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(" ")})`));
}

/** Words, pictures and fields that reach past the window's edge, where nobody could scroll to them. */
export function beyondEdge(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const past = ({ left, right, width }: DOMRect) =>
      width > 1 && (left < -1 || right > document.documentElement.clientWidth + 1);
    const found: string[] = [];
    for (const element of document.querySelectorAll("body *")) {
      if (!element.checkVisibility() || scrolls(element)) continue;
      if (element.matches("img, svg, input, textarea, button") && past(element.getBoundingClientRect()))
        found.push(`<${element.tagName.toLowerCase()}>`);
      for (const node of element.childNodes) {
        if (node.nodeType !== Node.TEXT_NODE) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        if ([...range.getClientRects()].some(past)) found.push((node.textContent ?? "").trim().slice(0, 60));
      }
    }
    return found;
  });
}
