// Draws arrows and marked squares over a board: with the right button of a mouse or, after "Draw",
// with a finger. Drawing the same again removes it. The drawing goes into the note on the position,
// as text that the server draws (games/study). Without this file one types that text.
"use strict";

(() => {
  const tokens = /\s*\[%c[as]l [^\]]*\]/g;

  let marks = []; // "C5D6" is an arrow, "E9" a marked square
  let shown; // the position that they are about
  let from; // the square of the press
  let on = false; // a finger draws

  const byId = (id) => document.getElementById(id);
  const button = (id) => document.querySelector("button#" + id);
  const squareOf = (node) => button("draw") && node?.closest?.('#board [role="gridcell"] a')?.id.slice(3);

  function middleOf(square) {
    const link = byId("sq-" + square);
    const { x, y, width, height } = link.firstElementChild.getBBox();
    return new DOMPoint(x + width / 2, y + height / 2).matrixTransform(byId("board").getCTM().inverse().multiply(link.getCTM()));
  }

  // shapeOf is the drawing of a mark, as in views/board.
  function shapeOf(mark) {
    const [from, to] = mark.match(/[A-P]\d+/g);
    if (!byId("sq-" + from) || to && !byId("sq-" + to)) return ""; // outside of the part shown
    const { x, y } = middleOf(from);
    if (!to) return ["ringed-h", "ringed"].map((name) => `<circle class="${name}" cx="${x}" cy="${y}" r="16.5"/>`).join("");
    const end = middleOf(to);
    const length = Math.hypot(end.x - x, end.y - y);
    const [ux, uy, neck] = [(end.x - x) / length, (end.y - y) / length, length - 13];
    const points = [[6, -2.4], [neck, -2.4], [neck, -7.5], [length, 0], [neck, 7.5], [neck, 2.4], [6, 2.4]];
    return `<path class="arrow" d="M${points.map(([along, aside]) => `${x + ux * along - uy * aside} ${y + uy * along + ux * aside}`).join("L")}z"/>`;
  }

  function draw() {
    const layer = byId("drawn") ?? document.querySelector("#board .above").appendChild(document.createElementNS("http://www.w3.org/2000/svg", "g"));
    layer.id = "drawn";
    layer.innerHTML = marks.map(shapeOf).join("");
  }

  // keep writes the drawing into the note, or offers to.
  function keep() {
    draw();
    const note = document.querySelector("textarea[data-draws]");
    const list = (name, length) => {
      const some = marks.filter((mark) => mark.match(/[A-P]/g).length === length);
      return some.length > 0 ? ` [%${name} ${some.map((mark) => "G" + mark).join()}]` : "";
    };
    const text = list("cal", 2) + list("csl", 1);
    if (note) note.value = (note.value.replace(tokens, "") + text).trim();
    const link = byId("keep-drawing");
    if (!link) return;
    link.hidden = false;
    link.search = new URLSearchParams({ ply: link.dataset.ply, draw: text.trim() });
  }

  // settle shows the drawing on the page as it is now, unless that is another position.
  function settle() {
    const position = document.querySelector("main")?.dataset.match + " " + byId("history")?.dataset.at;
    if (position !== shown) marks = byId("drawn")?.dataset.marks?.split(" ") ?? [];
    else if (marks.length > 0 && button("draw")) keep();
    shown = position;
    document.body.classList.toggle("drawing", on);
    for (const id of ["draw", "clear-drawing"]) button(id)?.removeAttribute("hidden");
    button("draw")?.setAttribute("aria-pressed", on);
  }

  function stop(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  addEventListener("pointerdown", (event) => {
    from = event.isPrimary && (event.button === 2 || on && event.button === 0) && squareOf(event.target);
    if (from) stop(event);
  }, true);
  addEventListener("pointerup", (event) => {
    const to = from && squareOf(document.elementFromPoint(event.clientX, event.clientY));
    const mark = from === to ? from : from + to;
    from = null;
    if (!to) return;
    stop(event);
    marks = marks.includes(mark) ? marks.filter((other) => other !== mark) : [...marks, mark];
    keep();
  }, true);
  addEventListener("contextmenu", (event) => { if ((on || event.button === 2) && squareOf(event.target)) event.preventDefault(); });
  addEventListener("click", (event) => {
    const pressed = event.target.closest?.("button#draw, button#clear-drawing");
    if (on && squareOf(event.target)) stop(event);
    if (!pressed) return;
    if (pressed.id === "draw") {
      on = !on;
    } else {
      marks = [];
      keep();
    }
    settle();
    setTimeout(() => byId("board").scrollIntoView({ block: "nearest" }));
  }, true);
  document.addEventListener("tr:settled", settle);
  settle();
})();
