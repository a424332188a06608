// Answers a question from an open house, with a citation:
// node answer.mjs https://house.example "your question"
// The passage with the most and rarest of its words is quoted, once it is verified. Needs Node 20.12.
import { hash } from "node:crypto";
const [base, question] = process.argv.slice(2);
const { documents } = await (await fetch(new URL("/api/corpus.json", base))).json();
const passages = documents.flatMap((page) => page.markdown.split(/\n\n|\n(?=[-|\d])/).map((text) => ({ page, text, score: 0 })));
for (const word of new Set(question.toLowerCase().match(/\p{L}{4,}/gu)))
  passages.filter(({ text }) => text.toLowerCase().includes(word)).forEach((one, _, all) => (one.score += 1 / all.length));
const { page, text, score } = passages.reduce((best, one) => (one.score > best.score ? one : best));
const twin = await (await fetch(page.markdown_url)).text();
if (!score || !twin.includes(text) || hash("sha256", twin) !== page.sha256) throw new Error("no verified answer");
console.log(`${text.trim()}\n\n${page.title}. ${page.updated ?? page.published}. ${page.url}\nSHA-256 ${page.sha256}`);
