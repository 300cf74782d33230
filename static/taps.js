// Links within a page that changes in place (main with data-url) swap its main
// element alone; all others lead away as links do. Without this file the pages
// work by reloading. Scripts that follow a link click it.
"use strict";

(() => {
  const page = () => document.querySelector("main[data-url]");

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("main[data-url] a");
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const href = link.getAttribute("href");
    if (!href || !window.htmx || link.hasAttribute("download")) return;
    const url = new URL(href, location.href);
    if (url.pathname !== location.pathname) return;
    event.preventDefault();
    htmx.ajax("GET", url.pathname + url.search, { source: page(), target: "#" + page().id, swap: "outerMorph" });
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || event.metaKey || event.altKey) return;
    const back = document.querySelector("#keep[href], #restart[href]");
    if (!back) return;
    event.preventDefault();
    back.click();
  });
})();
