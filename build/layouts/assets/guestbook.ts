/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Makes the guestbook's form pleasanter where scripts run: characters are counted as the server counts them, and the
// form is sent without leaving the page. The server answers with the page as it does without this script; its entries
// and its form take the place of those that are shown. The text stays when the network fails.

{
  const fields = ["message", "name", "url"];
  // One key for one text: sending it again after a lost answer is the same entry, and another text is another.
  let key = { body: "", value: "" };
  let isSending = false;

  const formIn = (page: Document) => page.querySelector<HTMLFormElement>("form.guestbook-form");
  const fieldOf = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as HTMLInputElement;

  document.addEventListener("input", showRemaining);
  document.addEventListener("submit", (event) => {
    if (event.target !== formIn(document)) return;
    event.preventDefault();
    if (!isSending) void send(event.target as HTMLFormElement);
  });
  showRemaining();

  async function send(form: HTMLFormElement): Promise<void> {
    isSending = true;
    form.querySelector("button")?.setAttribute("aria-disabled", "true");
    say("Sending …");
    const body = new URLSearchParams(fields.map((name) => [name, fieldOf(form, name).value]));
    // `crypto.randomUUID` exists on secure pages only, and a local network has none.
    if (key.body !== String(body))
      key = { body: String(body), value: crypto.getRandomValues(new Uint32Array(4)).join("-") };
    try {
      const response = await fetch(form.action, { method: "POST", headers: { "idempotency-key": key.value }, body });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const answered = formIn(page);
      if (answered === null) say(page.querySelector(".closed")?.textContent ?? "The guestbook could not take this.");
      else if (response.ok) showSigned(form, page, answered);
      else showFaults(form, page, answered);
    } catch {
      say("The guestbook cannot be reached. Your text is still here; please try again.");
    }
    isSending = false;
    formIn(document)?.querySelector("button")?.removeAttribute("aria-disabled");
  }

  /** Shows the entries from the new one on, which comes first, and an empty form. */
  function showSigned(form: HTMLFormElement, page: Document, answered: HTMLFormElement): void {
    const address = page.querySelector(".entry-address")?.getAttribute("href") ?? "/guestbook/";
    document.querySelector(".entries, .back")?.replaceWith(...page.querySelectorAll(".entries"));
    form.replaceWith(answered);
    key = { body: "", value: "" };
    showRemaining();
    say("Signed. Thank you!");
    // What the delivery network has of the page may be without the entry for a while; a reload is to show it.
    history.replaceState(null, "", address);
    // This marks the entry, shows it, and lets the keyboard go on from it.
    location.replace(address.slice(address.indexOf("#")));
  }

  /** Shows the form with every fault beside its field. A text that the server could not read stays as it was typed. */
  function showFaults(form: HTMLFormElement, page: Document, answered: HTMLFormElement): void {
    for (const name of fields) fieldOf(answered, name).value ||= fieldOf(form, name).value;
    form.replaceWith(answered);
    showRemaining();
    // Without a summary the entry was stored, and only the page with it could not be read.
    say(page.querySelector(".unavailable")?.textContent ?? "");
    answered.querySelector<HTMLElement>(".fault-summary")?.focus();
  }

  function say(text: string): void {
    document.querySelector(".form-status")?.replaceChildren(text);
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
