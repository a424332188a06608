import { dateInWords } from "../../build/content/date.ts";
import { html, type Html } from "../../build/html/html.ts";
import type { Entry } from "./entry.ts";
import { positionOf } from "./keys.ts";
import { linkAddress } from "./validate.ts";

/** Who signed without a name. */
const nameless = "Someone";

/**
 * One entry as a quotation of a stranger. Whatever its text, it stays inside: the direction is its own, and it cannot reach
 * the text around it. Only `http:` and `https:` addresses become links.
 */
export function renderEntry(entry: Entry): Html {
  const link = linkAddress(entry.url);
  return html`<article class="entry" id="${entry.id}">
<h3 class="entry-name"><bdi>${entry.name || nameless}</bdi></h3>
<blockquote class="entry-text" dir="auto">${renderText(entry.message)}</blockquote>
<p class="entry-meta"><a class="entry-address" href="${entryPath(entry)}"><time datetime="${entry.ts}">${readableTime(entry.ts)}</time></a>${
    entry.url !== "" &&
    html` <span class="entry-url">${link === null ? html`<bdi>${entry.url}</bdi>` : html`<a href="${link}" rel="nofollow ugc noopener"><bdi>${entry.url}</bdi></a>`}</span>`
  }${entry.user_agent !== "" && html` <span class="entry-agent"><bdi>${entry.user_agent}</bdi></span>`}</p>
</article>`;
}

/**
 * The address of an entry on the site that stays good when newer ones push it off the first page. Its query is new with
 * the entry, so no cache has a page at this address without it.
 */
export function entryPath(entry: Pick<Entry, "id" | "ts">): string {
  return `/guestbook/?from=${positionOf(entry)}#${entry.id}`;
}

/** The same markup without an entry in it: the page's script fills copies of it, so there is one markup and not two. */
export function entryTemplate(): Html {
  return html`<template class="entry-template"><li><article class="entry">
<h3 class="entry-name"><bdi>${nameless}</bdi></h3>
<blockquote class="entry-text" dir="auto"></blockquote>
<p class="entry-meta"><a class="entry-address"><time></time></a> <span class="entry-url"></span> <span class="entry-agent"><bdi></bdi></span></p>
</article></li></template>`;
}

/** Blank lines part paragraphs, single line ends break lines. */
function renderText(text: string): Html[] {
  return text
    .split(/\n\s*\n/)
    .map(
      (paragraph) =>
        html`<p>${paragraph.split("\n").map((line, index) => html`${index > 0 && html`<br>`}${line}`)}</p>`,
    );
}

/** `20 November 2026, 19:07 UTC` */
function readableTime(ts: string): string {
  return `${dateInWords(ts)}, ${ts.slice(11, 16)} UTC`;
}

/** `12,345` */
export function thousands(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}
