/// <reference lib="dom" />
// Runs before the search page is drawn. Where the address has words, the list of all pages stays hidden, because the
// results are to take its place: without that the page would jump. The index is asked for at once.

{
  const words = new URLSearchParams(location.search).get("q") ?? "";
  if (words.trim() !== "") {
    const { classList } = document.documentElement;
    classList.add("searching");
    const index = document.currentScript?.dataset["index"] ?? "";
    const preload = { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: index };
    document.head.append(Object.assign(document.createElement("link"), preload));
    // An error of loading does not bubble, so that of any script of the search is heard while it is captured.
    const fail = (): void => {
      classList.remove("searching");
      const status = document.querySelector("output");
      if (status) status.textContent = "The search could not be loaded. All pages are listed below.";
    };
    addEventListener("error", fail, true);
  }
}
