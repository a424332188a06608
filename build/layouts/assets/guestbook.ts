/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Makes the guestbook's form pleasanter where scripts run: characters are counted as the server counts them, and the
// form is sent without leaving the page. The server answers with the page as it does without this script; its entries
// and its form take the place of those that are shown. The text stays when the network fails.

{
  const book = ".entries, .back";
  const fields = ["message", "name", "url"];
  // One key for one text: sending it again after a lost answer is the same entry, and another text is another.
  let key = { body: "", value: "" };
  let isSending = false;

  const formIn = (page: Document) => page.querySelector<HTMLFormElement>("form.guestbook-form");
  const fieldOf = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as HTMLInputElement;

  document.addEventListener("input", showRemaining);
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    // A browser's agent (WebMCP) reads the page that the form leads to, so the form is sent as it is without this script.
    if (form !== formIn(document) || (event as { agentInvoked?: boolean }).agentInvoked === true) return;
    event.preventDefault();
    if (!isSending) void send(form);
  });
  showRemaining();

  async function send(form: HTMLFormElement): Promise<void> {
    isSending = true;
    form.querySelector("button")?.setAttribute("aria-disabled", "true");
    say("Sending …");
    const body = new URLSearchParams(fields.map((name) => [name, fieldOf(form, name).value]));
    if (key.body !== String(body)) key = { body: String(body), value: randomKey() };
    try {
      const headers = { "idempotency-key": key.value };
      const response = await fetch(form.action, { method: "POST", headers, body });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      if (formIn(page) === null)
        say(page.querySelector(".closed")?.textContent ?? "The guestbook could not take this.");
      else if (response.ok) showSigned(page);
      else showFaults(form, page);
    } catch {
      say("The guestbook cannot be reached. Your text is still here; please try again.");
    } finally {
      isSending = false;
      formIn(document)?.querySelector("button")?.removeAttribute("aria-disabled");
    }
  }

  /** Shows the entries from the new one on, which come first, and an empty form. */
  function showSigned(page: Document): void {
    const address = page.querySelector<HTMLAnchorElement>(".entry-address")?.getAttribute("href") ?? "/guestbook/";
    document.querySelector(book)?.replaceWith(...page.querySelectorAll(book));
    formIn(document)?.replaceWith(formIn(page) as HTMLFormElement);
    key = { body: "", value: "" };
    showRemaining();
    say("Signed. Thank you!");
    // What the delivery network has of the page may be without the entry for a while; a reload is to show it.
    history.replaceState(null, "", address);
    // This marks the entry, shows it, and lets the keyboard go on from it.
    location.replace(address.slice(address.indexOf("#")));
  }

  /** Shows the form with every fault beside its field. A text that the server could not read stays as it was typed. */
  function showFaults(form: HTMLFormElement, page: Document): void {
    const answered = formIn(page) as HTMLFormElement;
    for (const name of fields) fieldOf(answered, name).value ||= fieldOf(form, name).value;
    form.replaceWith(answered);
    showRemaining();
    const summary = answered.querySelector<HTMLElement>(".fault-summary");
    if (summary === null) say(page.querySelector(".unavailable")?.textContent ?? "");
    else summary.focus();
  }

  function say(text: string): void {
    const status = document.querySelector(".form-status");
    if (status !== null) status.textContent = text;
  }

  /** 16 random bytes in hexadecimal. `crypto.randomUUID` exists on secure pages only, and a local network has none. */
  function randomKey(): string {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  /** Shows how many Unicode code points are left, as the server counts; the browser's `maxlength` counts otherwise. */
  function showRemaining(): void {
    const shown = document.querySelector<HTMLElement>(".remaining");
    const message = document.querySelector<HTMLTextAreaElement>(".guestbook-form textarea");
    if (shown === null || message === null) return;
    const remaining = Number(shown.dataset["limit"]) - [...message.value].length;
    shown.textContent = remaining < 0 ? `${-remaining} too many.` : `${remaining} left.`;
    shown.classList.toggle("over", remaining < 0);
  }
}
