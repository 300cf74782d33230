// The last move of another player runs over the board, leg by leg, once it comes into view, and
// captured pieces fall as they did. "Show again" runs it more slowly. Where motion is unwanted, the
// way of the move is drawn instead. Without this file the link leads to the position before, with
// the way drawn.
"use strict";

(() => {
  const slow = 450; // milliseconds of a leg, and as long before the first and after the last
  const brisk = 200; // the same of a move that has just come
  const longest = 1600; // milliseconds of such a move

  // run moves a copy of the piece along the way while the piece itself is unseen:
  // squares drawn later than its own would cover it.
  function run(piece, way, fallen, pace) {
    const points = [];
    for (let i = 0; i < way.length; i += 2) points.push([way[i], way[i + 1]]);
    const [x, y] = points.at(-1);
    const legs = points.length - 1;
    const timing = { duration: pace * (legs + 2), easing: "linear" };
    const at = (n) => (n + 1) / (legs + 2); // of the arrival at the end of leg n
    const frames = points.map(([px, py], n) => ({ translate: `${px - x}px ${py - y}px`, offset: at(n), easing: "ease-in-out" }));
    const copy = piece.cloneNode(true);
    copy.removeAttribute("class");
    copy.setAttribute("transform", `translate(${x} ${y})`); // it leaves its row
    copy.id = "again-piece";
    document.getElementById(copy.id)?.remove();
    document.getElementById("lastpath").parentNode.append(copy);
    copy.animate([{ ...frames[0], offset: 0 }, ...frames, { ...frames.at(-1), offset: 1 }], timing).finished
      .catch(() => {}).finally(() => copy.remove());
    piece.animate([{ opacity: 0 }, { opacity: 0 }], timing);
    for (const ghost of fallen) fall(ghost, at(Number(ghost.dataset.leg)), timing);
  }

  // fall shows a captured piece whole until the leg that captures it is over.
  function fall(ghost, when, timing) {
    for (const part of ghost.children) {
      const [before, after] = part.classList.contains("ghost") ? [1, 0.32] : [0, 1];
      part.animate([
        { opacity: before, offset: 0 }, { opacity: before, offset: when },
        { opacity: after, offset: when }, { opacity: after, offset: 1 },
      ], timing);
    }
  }

  const wayOf = (link) => link.dataset.way.split(" ").map(Number);
  const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

  // playNews runs the move that the page tells of, once in this tab.
  function playNews() {
    const link = document.querySelector("#again[data-way]");
    const piece = document.querySelector("#board .moved");
    const { match, ply } = document.querySelector("main").dataset;
    if (document.hidden || !link || !piece?.animate || sessionStorage.getItem(match) === ply) return;
    sessionStorage.setItem(match, ply);
    const way = wayOf(link);
    if (isStill()) document.getElementById("lastpath")?.classList.add("shown");
    else if (way.length >= 4) run(piece, way, document.querySelectorAll("#board .fallen[data-leg]"), Math.min(brisk, longest / (way.length / 2 + 1)));
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-way]");
    const path = document.getElementById("lastpath");
    if (!link || !path || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const board = document.getElementById("board");
    const piece = board.querySelector(".moved");
    const way = wayOf(link);
    const still = isStill();
    if (!still && (!piece || way.length < 4 || !piece.animate)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    board.scrollIntoView({ block: "nearest", behavior: still ? "auto" : "smooth" });
    if (still) path.classList.toggle("shown");
    else run(piece, way, board.querySelectorAll(".fallen[data-leg]"), slow);
  }, true);

  document.addEventListener("tr:settled", playNews);
  document.addEventListener("visibilitychange", playNews);
  playNews();
})();
