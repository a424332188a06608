/// <reference lib="dom" />
// Puts a button on each command of the API page that copies it, where the browser gives access to
// the clipboard.

if ("clipboard" in navigator)
  for (const code of document.querySelectorAll<HTMLElement>("pre > code:not(.language-json)")) {
    const button = Object.assign(document.createElement("button"), {
      type: "button",
      textContent: "Copy",
    });
    button.setAttribute("aria-live", "polite");
    button.addEventListener("click", async () => {
      const copying = navigator.clipboard.writeText((code.textContent ?? "").trimEnd());
      button.textContent = await copying.then(
        () => "Copied",
        () => "Not allowed",
      );
      setTimeout(() => (button.textContent = "Copy"), 2000);
    });
    const box = document.createElement("div");
    box.className = "command";
    const block = code.parentElement as HTMLElement;
    block.replaceWith(box);
    box.append(block, button);
  }
