import axe from "axe-core";
import type { Page } from "playwright-core";

type Violation = { id: string; help: string; nodes: { target: string[] }[] };

/** What axe finds wrong with the page as it is shown now, as `rule: what (where)`. All its rules but experimental ones. */
export async function axeComplaints(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate<Violation[]>("axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)");
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(" ")})`));
}

/** Words, pictures and fields that reach past the window's edge, where nobody could scroll to them. */
export function beyondEdge(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrolls = (element: Element | null): boolean => element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const past = ({ left, right, width }: DOMRect) => width > 1 && (left < -1 || right > document.documentElement.clientWidth + 1);
    const found: string[] = [];
    for (const element of document.querySelectorAll("body *")) {
      if (!element.checkVisibility() || scrolls(element)) continue;
      if (element.matches("img, svg, input, textarea, button") && past(element.getBoundingClientRect())) found.push(`<${element.tagName.toLowerCase()}>`);
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
