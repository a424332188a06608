/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Puts a button on each command of the API page that copies it. Without it, or where the browser gives no access to the
// clipboard, there are no buttons. It also opens what is folded around the target of a link in browsers that do not.

{
  if ("clipboard" in navigator) {
    const said = document.createElement("div");
    said.className = "said";
    said.setAttribute("role", "status");
    document.querySelector(".body")?.append(said);
    for (const code of document.querySelectorAll<HTMLElement>("pre > code:not(.language-json)")) addButton(code, said);
  }
  window.addEventListener("hashchange", openTarget);
  openTarget();

  function addButton(code: HTMLElement, said: HTMLElement): void {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
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
    const box = document.createElement("div");
    box.className = "command";
    code.parentElement?.replaceWith(box);
    box.append(code.parentElement as HTMLElement, button);
  }

  function openTarget(): void {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const fold = target?.closest("details");
    if (!target || !fold || fold.open) return;
    fold.open = true;
    target.scrollIntoView();
  }
}
