// The piece of a staged move glides to the square that was tapped, unless it was carried there or
// motion is unwanted. Without this file it stands there at once.
"use strict";

(() => {
  const step = 160; // milliseconds of a leg

  let chosen = {}; // where the piece in hand stands, in units of the drawing

  function glide() {
    const board = document.getElementById("board");
    const link = board?.querySelector('[role="gridcell"] > a:has(> .ssel)');
    const { match, ply } = document.querySelector("main")?.dataset ?? {};
    const before = chosen;
    chosen = link && board.getCTM() ? { match, ply, ...middleOf(board, link) } : {};
    const piece = board?.querySelector(".spot ~ .ssel + g");
    if (!piece?.animate || before.match !== match || before.ply !== ply) return;
    if (document.querySelector(".in-hand") || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const [x, y] = [before.x - chosen.x, before.y - chosen.y];
    if (x || y) piece.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], { duration: step, easing: "ease-out" });
  }

  // middleOf returns the middle of a square.
  function middleOf(board, link) {
    const { x, y, width, height } = link.firstElementChild.getBBox();
    const middle = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(board.getCTM().inverse().multiply(link.getCTM()));
    return { x: Math.round(middle.x), y: Math.round(middle.y) };
  }

  document.addEventListener("tr:settled", () => requestAnimationFrame(glide)); // with the layout of the frame
  glide();
})();
