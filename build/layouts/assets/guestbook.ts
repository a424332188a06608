/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Shows how many Unicode code points are left for the message, as the server counts (the browser's
// `maxlength` counts otherwise), and keeps a double click from signing twice. All else is the
// form's own.

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

  let sent = -Infinity;
  form.addEventListener("submit", (event) => {
    if (event.timeStamp - sent < 3000) return event.preventDefault();
    sent = event.timeStamp;
    // An error of the network takes this place, and the way back leads to the text.
    history.pushState(null, "");
  });
}
