import { html } from "../lib/html.ts";

/** The elements that play something, and the names of files that browsers play in each. */
const players = {
  video: /\.(mp4|m4v|mov|webm|ogv)$/i,
  audio: /\.(mp3|m4a|aac|ogg|oga|opus|wav|flac)$/i,
};

/** What every player is given: controls, and that it loads no more than it shows at first. */
export const playerAttributes = { controls: "", preload: "metadata" };

/** The element that plays what is at an address; undefined where no browser plays it. */
export function playerOf(href: string): keyof typeof players | undefined {
  const path = href.replace(/[?#].*$/s, "");
  return players.video.test(path) ? "video" : players.audio.test(path) ? "audio" : undefined;
}

/** A player of a file. The link in it is for programs and browsers that play nothing. */
export function renderPlayer(player: string, href: string, words: string): string {
  const attributes = { ...playerAttributes, src: href, "aria-label": words };
  const start = Object.entries(attributes).map(([name, value]) => html` ${name}="${value}"`);
  return `<${player}${start.join("")}>${html`<a href="${href}">${words}</a>`}</${player}>`;
}
