// Loads what a page needs once it is there.
"use strict";

(() => {
  const { later } = document.querySelector("[data-later]")?.dataset ?? {};
  if (later) addEventListener("load", () => import(later));
})();
