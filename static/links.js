// Links within a page that changes in place (main with data-url): one that names
// a place ("…#picker") moves the focus there once the page has come, and one that
// is called a button is pressed by the space bar too.
"use strict";

(() => {
  let place = ""; // id of where the link that was followed last leads

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("main[data-url] a[href]");
    if (!link) return;
    const url = new URL(link.getAttribute("href"), location.href); // in a drawing, href is no text
    place = url.pathname === location.pathname ? url.hash.slice(1) : "";
  }, true);

  document.addEventListener("tr:settled", () => {
    const there = place && document.getElementById(place);
    if (!there) return;
    place = "";
    there.focus({ preventScroll: true });
    there.scrollIntoView({ block: there.matches("a, button") ? "nearest" : "start" });
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== " " || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const button = event.target.closest?.('main a[role="button"][href]');
    if (!button) return;
    event.preventDefault();
    button.click();
  });
})();
