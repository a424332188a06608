/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Shows how many Unicode code points are left for the message, as the server counts (the browser's
// `maxlength` counts otherwise), and gives the form a key, so that the same words sent again, after
// a double click or on the way back, are one entry. All else is the form's own.

for (const form of document.querySelectorAll<HTMLFormElement>(".guestbook-form")) {
  const message = form.querySelector("textarea") as HTMLTextAreaElement;
  const shown = form.querySelector(".remaining") as HTMLElement;
  const show = (): void => {
    const remaining = Number(shown.dataset["limit"]) - [...message.value].length;
    shown.textContent = remaining < 0 ? `${-remaining} too many.` : `${remaining} left.`;
    shown.classList.toggle("over", remaining < 0);
  };
  message.addEventListener("input", show);
  addEventListener("pageshow", show); // on the way back the browser puts the text in again

  let key = form.querySelector<HTMLInputElement>("[name=idempotency_key]");
  if (key === null) {
    key = document.createElement("input");
    Object.assign(key, { type: "hidden", name: "idempotency_key" });
    // The history keeps it for the way back, where the browser puts the text in again.
    const { idempotencyKey = String(crypto.getRandomValues(new Uint32Array(4))) } =
      (history.state ?? {}) as { idempotencyKey?: string };
    key.value = idempotencyKey;
    history.replaceState({ idempotencyKey }, "");
    form.append(key);
  }
  // An error of the network takes this place, and the way back leads to the text.
  form.addEventListener("submit", () => history.pushState(history.state, ""));
}
