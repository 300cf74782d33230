// What is opened on a page that changes in place (main with data-opened), as the
// text of a card, closes by Escape, by the browser's way back, and by its link;
// the focus then returns to what opened it. Without this file its link closes it.
"use strict";

(() => {
  const page = () => document.querySelector("main[data-url]");
  const close = () => document.querySelector("main[data-opened] #close[href]");

  let open = close();
  let origin = ""; // id of what opened it
  let closing = false; // by its link, which goes with it

  // step gives what is opened an entry of its own in the history, so that the way
  // back closes it.
  function step() {
    const { opened } = history.state ?? {};
    const link = close();
    if (link && !open && !opened) {
      const here = location.href;
      history.replaceState({}, "", link.href);
      history.pushState({ opened: true }, "", here);
    } else if (!link && opened) {
      history.replaceState({}, "");
    }
    if (link && !open) document.getElementById("reading")?.scrollIntoView({ block: "nearest" });
    open = link;
    if (link) origin = link.dataset.origin;
  }

  document.addEventListener("tr:settled", () => {
    const closed = open && !close();
    step();
    if (closed && (closing || document.activeElement === document.body)) document.getElementById(origin)?.focus();
    closing = false;
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("#close");
    if (!link || link !== close() || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    closing = true;
    if (!window.htmx || !history.state?.opened) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    history.back();
  }, true);

  // A link to a part of the page scrolls there as links do, and swaps nothing.
  document.addEventListener("click", (event) => {
    if (event.target.closest?.('main[data-url] a[href^="#"]')) event.stopImmediatePropagation();
  }, true);

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || event.metaKey || event.altKey || !close()) return;
    event.preventDefault();
    close().click();
  }, true);

  window.addEventListener("popstate", () => {
    if (!window.htmx || !page()) return;
    const shown = new URL(page().dataset.url, location.href);
    if (shown.pathname !== location.pathname || shown.search === location.search) return;
    htmx.ajax("GET", location.pathname + location.search, { source: page(), target: "#" + page().id });
  });

  if (open) origin = open.dataset.origin;
})();
