import { html } from "../lib/html.ts";

/** The elements that play files, and the names of files that browsers play in each. */
const players = {
  video: /\.(mp4|m4v|mov|webm|ogv)$/i,
  audio: /\.(mp3|m4a|aac|ogg|oga|opus|wav|flac)$/i,
};

/** Attributes of every player: controls, and that at first it loads only what it shows then. */
export const playerAttributes = { controls: "", preload: "metadata" };

/** The element that plays the file at an address; undefined if no browser plays it. */
export function playerOf(href: string): keyof typeof players | undefined {
  const path = href.replace(/[?#].*$/s, "");
  return players.video.test(path) ? "video" : players.audio.test(path) ? "audio" : undefined;
}

/** A player of a file. Browsers and programs that cannot play it show the link inside. */
export function renderPlayer(player: string, href: string, words: string): string {
  const attributes = { ...playerAttributes, src: href, "aria-label": words };
  const start = Object.entries(attributes).map(([name, value]) => html` ${name}="${value}"`);
  return `<${player}${start.join("")}>${html`<a href="${href}">${words}</a>`}</${player}>`;
}
