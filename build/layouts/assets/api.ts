/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Puts a button on each command of the API page that copies it, where the browser gives access to the clipboard, and
// opens what is folded around the target of a link in browsers that do not.

{
  const said = document.createElement("div");
  said.className = "said";
  said.setAttribute("role", "status");
  document.querySelector(".body")?.append(said);
  if ("clipboard" in navigator)
    for (const code of document.querySelectorAll<HTMLElement>("pre > code:not(.language-json)")) addCopyButton(code);
  window.addEventListener("hashchange", openTarget);
  openTarget();

  function addCopyButton(code: HTMLElement): void {
    const box = document.createElement("div");
    box.className = "command";
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Copy" });
    button.addEventListener("click", async () => {
      const copying = navigator.clipboard.writeText((code.textContent ?? "").trimEnd());
      const done = await copying.then(
        () => "Copied",
        () => "Not allowed",
      );
      for (const element of [button, said]) element.textContent = done;
      setTimeout(() => {
        button.textContent = "Copy";
        said.textContent = "";
      }, 2000);
    });
    const block = code.parentElement as HTMLElement;
    block.replaceWith(box);
    box.append(block, button);
  }

  function openTarget(): void {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const fold = target?.closest("details");
    if (!target || !fold || fold.open) return;
    fold.open = true;
    target.scrollIntoView();
  }
}
