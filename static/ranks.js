// The cards of a hand close up and make room: each glides from where it lay before a swap,
// unless motion is unwanted. Without this file they lie there at once.
"use strict";

(() => {
  const step = 160; // milliseconds
  const cards = () => [...document.querySelectorAll("#bar .hand [id]")];
  const reduced = matchMedia("(prefers-reduced-motion: reduce)");

  let lay = new Map(); // corners of the cards, by their ids

  document.addEventListener("htmx:before:swap", () => {
    lay = new Map(cards().map((card) => [card.id, card.getBoundingClientRect()]));
  });

  document.addEventListener("tr:settled", () => {
    if (reduced.matches) return;
    for (const [card, was, is] of cards().map((card) => [card, lay.get(card.id), card.getBoundingClientRect()])) {
      if (!was || (was.x === is.x && was.y === is.y)) continue;
      card.closest("li").animate([{ translate: `${was.x - is.x}px ${was.y - is.y}px` }, { translate: "0 0" }], { duration: step, easing: "ease-out" });
    }
  });
})();
