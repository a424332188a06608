/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Makes the guestbook's form pleasanter where scripts run: characters are counted as the server counts them, a
// signature is sent without leaving the page, and the text stays when the network fails. Without it the form works all
// the same.

{
  interface Entry {
    id: string;
    name: string;
    message: string;
    url: string;
    user_agent: string;
    ts: string;
  }
  interface Problem {
    detail?: string;
    errors?: { pointer: string; detail: string }[];
  }

  const fields = ["message", "name", "url"];
  const form = document.querySelector<HTMLFormElement>("form.guestbook-form");
  if (form !== null) enhance(form);

  function enhance(form: HTMLFormElement): void {
    const message = field(form, "message");
    const button = form.querySelector<HTMLButtonElement>("button[type=submit]");
    const status = form.querySelector<HTMLElement>(".form-status");
    // One key for one text: sending it again after a lost answer is the same entry, and another text is another.
    let key = { body: "", value: "" };
    let sending = false;

    const count = () => showRemaining(form, message.value);
    message.addEventListener("input", count);
    count();

    form.addEventListener("submit", (event) => {
      // A browser's agent (WebMCP) reads the page that the form leads to, so the form is sent as it is without this
      // script.
      if ((event as { agentInvoked?: boolean }).agentInvoked === true) return;
      event.preventDefault();
      if (!sending) void send();
    });

    async function send(): Promise<void> {
      sending = true;
      if (button !== null) button.setAttribute("aria-disabled", "true");
      say("Sending …");
      clearFaults(form);
      const body = JSON.stringify({
        message: message.value,
        name: field(form, "name").value,
        url: field(form, "url").value,
      });
      if (key.body !== body) key = { body, value: randomKey() };
      try {
        const headers = { "content-type": "application/json", "idempotency-key": key.value };
        const response = await fetch("/api/guestbook", { method: "POST", headers, body });
        if (response.status === 201) {
          const entry = (await response.json()) as Entry;
          form.reset();
          key = { body: "", value: "" };
          count();
          showEntry(entry);
          // The jump to the entry leaves this line, which is read aloud, out of sight: it stands above the entry too.
          say("Signed. Thank you!");
        } else {
          const problem = (await response.json().catch(() => ({}))) as Problem;
          showFaults(form, problem);
          say("");
        }
      } catch {
        say("The guestbook cannot be reached. Your text is still here; please try again.");
      } finally {
        sending = false;
        if (button !== null) button.removeAttribute("aria-disabled");
      }
    }

    function say(text: string): void {
      if (status !== null) status.textContent = text;
    }
  }

  function field(form: HTMLFormElement, name: string): HTMLInputElement | HTMLTextAreaElement {
    return form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement;
  }

  /** 16 random bytes in hexadecimal. `crypto.randomUUID` exists on secure pages only, and a local network has none. */
  function randomKey(): string {
    return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
      "",
    );
  }

  /** Shows how many Unicode code points are left, as the server counts; the browser's `maxlength` counts otherwise. */
  function showRemaining(form: HTMLFormElement, text: string): void {
    const shown = form.querySelector<HTMLElement>(".remaining");
    if (shown === null) return;
    const remaining = Number(shown.dataset["limit"]) - [...text].length;
    shown.textContent = remaining < 0 ? `${-remaining} too many.` : `${remaining} left.`;
    shown.classList.toggle("over", remaining < 0);
  }

  function clearFaults(form: HTMLFormElement): void {
    form.querySelectorAll(".fault, .fault-summary").forEach((element) => element.remove());
    for (const name of fields) {
      field(form, name).removeAttribute("aria-invalid");
      field(form, name).setAttribute("aria-describedby", `${name}-hint`);
    }
  }

  /** The same markup as the page has when it is answered with faults. */
  function showFaults(form: HTMLFormElement, problem: Problem): void {
    const faults = problem.errors ?? [
      {
        pointer: "#",
        detail: problem.detail ?? "The guestbook could not take this just now. Your text is still here.",
      },
    ];
    const summary = element("div", "fault-summary", "");
    summary.setAttribute("role", "alert");
    summary.tabIndex = -1;
    const list = document.createElement("ul");
    for (const { pointer, detail } of faults) {
      const name = fields.find((each) => pointer === `#/${each}`);
      const item = document.createElement("li");
      if (name !== undefined) {
        const link = document.createElement("a");
        link.href = `#${name}`;
        link.textContent = detail;
        item.append(link);
        showFault(form, name, detail);
      } else {
        item.textContent = detail;
      }
      list.append(item);
    }
    const things = faults.length === 1 ? "One thing is" : `${faults.length} things are`;
    const kept = fields.some((name) => field(form, name).value !== "") ? " Your text is kept below." : "";
    summary.append(element("p", "", `Not confirmed: ${things} to be looked at.${kept}`), list);
    form.querySelector("h2")?.after(summary);
    summary.focus();
  }

  function showFault(form: HTMLFormElement, name: string, detail: string): void {
    const input = field(form, name);
    const shown = document.getElementById(`${name}-fault`);
    if (shown !== null) {
      shown.textContent += ` ${detail}`;
      return;
    }
    const fault = element("p", "fault", detail);
    fault.id = `${name}-fault`;
    input.before(fault);
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", `${name}-fault ${name}-hint`);
  }

  /** Puts a new entry on top of the list, in a copy of the markup that came with the page. */
  function showEntry(entry: Entry): void {
    const template = document.querySelector<HTMLTemplateElement>("template.entry-template");
    const list = document.querySelector(".entry-list");
    if (template === null || list === null || document.getElementById(entry.id) !== null) return;
    const item = document.importNode(template.content, true);
    const part = (selector: string) => item.querySelector<HTMLElement>(selector) as HTMLElement;
    part(".entry").id = entry.id;
    if (entry.name !== "") part(".entry-name bdi").textContent = entry.name;
    part(".entry-text").append(...paragraphs(entry.message));
    const address = part(".entry-address") as HTMLAnchorElement;
    address.href = `/guestbook/?from=${entry.ts.replace(/[-:.]/g, "")}-${entry.id}#${entry.id}`;
    // What the delivery network has of the page may be without the entry for a while; a reload is to show it.
    history.replaceState(null, "", address.href);
    const time = part("time") as HTMLTimeElement;
    time.dateTime = entry.ts;
    time.textContent = readableTime(entry.ts);
    fillUrl(part(".entry-url"), entry.url);
    if (entry.user_agent === "") part(".entry-agent").remove();
    else fillAgent(part(".entry-agent"), entry.user_agent, template.dataset);
    list.prepend(item);
    document.querySelector(".entries .empty")?.remove();
    countUp();
    // The list is above the form: this marks the entry, shows it, and lets the keyboard go on from it.
    location.replace(`#${entry.id}`);
  }

  /** The mark of a browser or a program. Rule and words come with the template, from the page's own renderer. */
  function fillAgent(place: HTMLElement, agent: string, words: DOMStringMap): void {
    const kind = new RegExp(words["browserPattern"] ?? "$.", "i").test(agent) ? "browser" : "program";
    place.classList.add(kind);
    (place.querySelector("summary") as HTMLElement).textContent = words[kind] ?? "";
    (place.querySelector("bdi") as HTMLElement).textContent = agent;
  }

  function countUp(): void {
    const heading = document.getElementById("entries");
    const shown = heading?.querySelector(".count");
    if (heading === null || shown === null || shown === undefined) return;
    const count = Number((shown.textContent ?? "0").replaceAll(",", "")) + 1;
    shown.textContent = count.toLocaleString("en");
    heading.replaceChildren(shown, count === 1 ? " entry" : " entries");
  }

  function paragraphs(text: string): HTMLElement[] {
    return text.split(/\n\s*\n/).map((paragraph) => {
      const shown = document.createElement("p");
      paragraph
        .split("\n")
        .forEach((line, index) => shown.append(...(index > 0 ? [document.createElement("br")] : []), line));
      return shown;
    });
  }

  /** Only http and https become links, as on the page itself. */
  function fillUrl(place: HTMLElement, address: string): void {
    if (address === "") return place.remove();
    const shown = element("bdi", "", address);
    const url = URL.canParse(address) ? new URL(address) : null;
    if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return place.append(shown);
    const link = document.createElement("a");
    link.href = url.href;
    link.rel = "nofollow ugc noopener";
    link.append(shown);
    place.append(link);
  }

  /** `20 November 2026, 19:07 UTC`, as the page has it. */
  function readableTime(ts: string): string {
    const day = new Date(ts).toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
    return `${day}, ${ts.slice(11, 16)} UTC`;
  }

  function element(name: string, className: string, text: string): HTMLElement {
    const made = document.createElement(name);
    if (className !== "") made.className = className;
    made.textContent = text;
    return made;
  }
}
