/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Puts a button on each command of the API page that copies it, and one on each plain request of an endpoint that sends
// it to this site and shows what comes back. Without the script there are no buttons, and where the browser gives no
// access to the clipboard none that copies. It also opens what is folded around the target of a link in browsers that
// do not.

{
  const said = document.createElement("div");
  said.className = "said";
  said.setAttribute("role", "status");
  document.querySelector(".body")?.append(said);
  for (const code of document.querySelectorAll<HTMLElement>("pre > code:not(.language-json)")) {
    const buttons = [];
    if (code.closest(".sample") && requestOf(code)) buttons.push(askButton(code));
    if ("clipboard" in navigator) buttons.push(copyButton(code));
    if (buttons.length === 0) continue;
    const bar = document.createElement("div");
    bar.className = "buttons";
    bar.append(...buttons);
    const box = document.createElement("div");
    box.className = "command";
    code.parentElement?.replaceWith(box);
    box.append(code.parentElement as HTMLElement, bar);
  }
  // Of the languages one stays open: without the script, Enter on the open one folds it.
  for (const summary of document.querySelectorAll(".language > summary"))
    summary.addEventListener("click", (event) => {
      if (summary.closest("details")?.open) event.preventDefault();
    });
  window.addEventListener("hashchange", openTarget);
  openTarget();

  function newButton(text: string, press: (button: HTMLButtonElement) => Promise<void>): HTMLButtonElement {
    const button = document.createElement("button");
    button.type = "button";
    button.className = text.toLowerCase();
    button.textContent = text;
    button.addEventListener("click", () => press(button));
    return button;
  }

  function copyButton(code: HTMLElement): HTMLButtonElement {
    return newButton("Copy", async (button) => {
      const done = await navigator.clipboard.writeText((code.textContent ?? "").trimEnd()).then(
        () => "Copied",
        () => "Not allowed",
      );
      button.textContent = done;
      said.textContent = done;
      setTimeout(() => {
        button.textContent = "Copy";
        said.textContent = "";
      }, 2000);
    });
  }

  /** The path that a command asks for, of this site wherever it is served; null if it does more than ask. */
  function requestOf(code: HTMLElement): string | null {
    const url = /^curl (https?:\S+)\s*$/.exec(code.textContent ?? "")?.[1];
    return url === undefined ? null : new URL(url).pathname;
  }

  /**
   * Sends the request, and shows the answer in place of the example. Asked again, it tells the server which answer it
   * has, as any client can (RFC 9110, section 13.1.2).
   */
  function askButton(code: HTMLElement): HTMLButtonElement {
    const answer = document.createElement("div");
    answer.className = "answer";
    let etag = "";
    return newButton("Ask", async (button) => {
      const examples = [...(code.closest(".sample")?.querySelectorAll<HTMLElement>(":scope > :is(pre, p)") ?? [])];
      const line = document.createElement("p");
      try {
        const start = performance.now();
        const headers: HeadersInit = etag === "" ? {} : { "If-None-Match": etag };
        const response = await fetch(requestOf(code) as string, { headers, cache: "no-store" });
        const { text, whole } = await beginningOf(response);
        const time = `${Math.max(1, Math.round(performance.now() - start))} ms`;
        const same = response.status === 304;
        const about = same ? "nothing changed since you asked" : (response.headers.get("content-type") ?? "");
        const { pane, complete } = same ? { pane: answer.lastElementChild ?? "", complete: true } : paneOf(text);
        line.textContent = `${response.status}, ${about}, ${time}${whole && complete ? "" : "; shortened here"}`;
        answer.replaceChildren(line, pane);
        for (const example of examples) example.hidden = true;
        etag = response.headers.get("etag") ?? "";
      } catch (error) {
        line.textContent = `No answer came back: ${(error as Error).message}`;
        answer.replaceChildren(line);
        etag = "";
      }
      code.closest(".command")?.after(answer);
      said.textContent = line.textContent;
      button.textContent = etag === "" ? "Ask" : "Ask again";
    });
  }

  /** The first characters of an answer, however large it is. */
  async function beginningOf(response: Response, most = 60_000): Promise<{ text: string; whole: boolean }> {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (reader && text.length <= most) {
      const { done, value } = await reader.read();
      if (done) return { text, whole: true };
      text += value;
    }
    await reader?.cancel();
    return { text: text.slice(0, most), whole: reader === undefined };
  }

  /** A pane with JSON, also cut off, in lines and colours like those of the examples; long texts and lists are cut. */
  function paneOf(json: string): { pane: HTMLElement; complete: boolean } {
    const [longest, most] = [160, 200];
    let [lines, complete] = [0, true];
    const pane = document.createElement("pre");
    pane.tabIndex = 0;
    const code = pane.appendChild(document.createElement("code"));
    let depth = 0;
    const add = (text: string, kind = ""): void => {
      const part = kind === "" ? document.createTextNode(text) : document.createElement("span");
      if (part instanceof HTMLElement) part.className = kind;
      part.textContent = text;
      code.append(part);
    };
    for (const [piece, string, colon] of json.matchAll(
      /("(?:[^"\\]|\\.)*"?)(\s*:)?|[{[]\s*[}\]]|[{}[\],]|[^\s"{}[\],]+/g,
    )) {
      if (/^[}\]]$/.test(piece)) depth -= 1;
      else if (/^[{[]$/.test(piece)) depth += 1;
      const line = `\n${"  ".repeat(Math.max(0, depth))}`;
      if (lines > most) {
        complete = false;
        add("…");
        break;
      }
      if (/^[{}[\],]$/.test(piece)) lines += 1;
      if (string && string.length > longest) complete = false;
      if (string) add(string.length > longest ? `${string.slice(0, longest)}…"` : string, colon ? "term" : "string");
      else if (/^[}\]]$/.test(piece)) add(line + piece);
      else if (/^[{[,]$/.test(piece)) add(piece + line);
      else add(piece, /^-?\d/.test(piece) ? "number" : "");
      if (colon) add(": ");
    }
    return { pane, complete };
  }

  function openTarget(): void {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const fold = target?.closest("details");
    if (!target || !fold || fold.open) return;
    fold.open = true;
    target.scrollIntoView();
  }
}
