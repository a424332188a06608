/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Shows how many Unicode code points are left for the message, counted as the server does and
// `maxlength` does not, and gives the form a key, so that the same words sent twice, by a double
// click or after going back, are one entry. The form does the rest without a script.

for (const form of document.querySelectorAll<HTMLFormElement>(".guestbook-form")) {
  const message = form.querySelector("textarea") as HTMLTextAreaElement;
  const shown = form.querySelector(".remaining") as HTMLElement;
  const show = (): void => {
    const { limit, left = "", over = "" } = shown.dataset;
    const remaining = Number(limit) - [...message.value].length;
    const text = remaining < 0 ? over : left;
    shown.textContent = text.replace("{count}", String(Math.abs(remaining)));
    shown.classList.toggle("over", remaining < 0);
  };
  message.addEventListener("input", show);
  addEventListener("pageshow", show); // on the way back the browser puts the text in again

  let key = form.querySelector<HTMLInputElement>("[name=idempotency_key]");
  if (key === null) {
    key = document.createElement("input");
    Object.assign(key, { type: "hidden", name: "idempotency_key" });
    // The history keeps the key: after going back, the browser restores the text.
    const { idempotencyKey = String(crypto.getRandomValues(new Uint32Array(4))) } =
      (history.state ?? {}) as { idempotencyKey?: string };
    key.value = idempotencyKey;
    history.replaceState({ idempotencyKey }, "");
    form.append(key);
  }
  // An error page of the network then replaces only this new entry; going back leads to the text.
  form.addEventListener("submit", () => history.pushState(history.state, ""));
}
