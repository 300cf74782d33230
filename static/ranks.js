// The cards of a hand close up and make room: each glides from where it lay in the hand before a
// swap, unless motion is unwanted. Without this file they lie there at once.
"use strict";

(() => {
  const step = 160; // milliseconds
  const reduced = matchMedia("(prefers-reduced-motion: reduce)");

  let lay = new Map(); // places of the cards, by their ids

  // places returns the cards of the hand, and their corners as seen from the corner of the hand.
  function places() {
    const hand = document.querySelector("#bar .hand");
    const corner = hand?.getBoundingClientRect();
    return [...hand?.querySelectorAll("[id]") ?? []].map((card) => {
      const { x, y } = card.getBoundingClientRect();
      return { card, x: Math.round(x - corner.x), y: Math.round(y - corner.y) };
    });
  }

  document.addEventListener("htmx:before:swap", () => {
    lay = new Map(places().map((place) => [place.card.id, place]));
  });

  document.addEventListener("tr:settled", () => {
    if (reduced.matches) return;
    for (const { card, x, y } of places()) {
      const was = lay.get(card.id);
      if (!was || (was.x === x && was.y === y)) continue;
      card.closest("li").animate([{ translate: `${was.x - x}px ${was.y - y}px` }, { translate: "0 0" }], { duration: step, easing: "ease-out" });
    }
  });
})();
