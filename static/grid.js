// The board as a grid for the keyboard: arrow keys walk over its squares, Tab
// leads to one of them, space touches it like Enter, and at the edge of the part
// that is shown an arrow shows the next part.
"use strict";

(() => {
  const board = () => document.getElementById("board");
  const squareOf = (target) => target?.closest?.('#board [role="gridcell"] a');

  let square = ""; // id of the square that Tab leads to
  let onward = ""; // the key that led out of the part of the board shown

  const rows = () => [...board().querySelectorAll('[role="row"]')].map((row) => [...row.querySelectorAll('[role="gridcell"]')]);
  const column = (cell) => Number(cell.parentNode.getAttribute("aria-colindex")) + [...cell.parentNode.children].indexOf(cell);

  // In a low window the style sheet may lay the board on its side, a quarter turn
  // to the left: then keys follow the eye, not the drawing.
  const lying = () => parseFloat(getComputedStyle(board()).rotate) < 0;
  const asDrawn = { ArrowUp: "ArrowRight", ArrowRight: "ArrowDown", ArrowDown: "ArrowLeft", ArrowLeft: "ArrowUp", Home: "Top", End: "Foot" };

  // beside finds the cell that a key leads to, as the board is seen.
  function beside(cell, key, far) {
    const all = rows();
    const r = all.findIndex((row) => row.includes(cell));
    const same = (row) => row.find((other) => column(other) === column(cell));
    switch (lying() ? (asDrawn[key] ?? key) : key) {
      case "Top": return far ? all[0][0] : all.map(same).find(Boolean);
      case "Foot": return far ? all.at(-1).at(-1) : all.map(same).findLast(Boolean);
      case "ArrowLeft": return all[r][all[r].indexOf(cell) - 1];
      case "ArrowRight": return all[r][all[r].indexOf(cell) + 1];
      case "ArrowUp": return all.slice(0, r).reverse().map(same).find(Boolean);
      case "ArrowDown": return all.slice(r + 1).map(same).find(Boolean);
      case "Home": return far ? all[0][0] : all[r][0];
      case "End": return far ? all.at(-1).at(-1) : all[r].at(-1);
    }
    return undefined;
  }

  // rove leaves one square of a board in the order of Tab: the one last
  // visited, else a piece that may be chosen, or is to be touched.
  function rove(page) {
    const links = [...page.querySelectorAll('#board [role="gridcell"] a')];
    const current = links.find((a) => a.id === square) ?? links.find((a) => a.getAttribute("href")?.includes("m=")) ?? links.find((a) => a.querySelector(".glow-a")) ?? links[0];
    for (const a of links) a.setAttribute("tabindex", a === current ? "0" : "-1");
  }

  document.addEventListener("focusin", (event) => {
    const link = squareOf(event.target);
    if (!link || link.id === square) return;
    square = link.id;
    board().querySelector('[role="gridcell"] a[tabindex="0"]')?.setAttribute("tabindex", "-1");
    link.setAttribute("tabindex", "0");
  });

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.metaKey || event.altKey) return;
    const link = squareOf(event.target);
    if (!link) return;
    if (event.key === " ") { event.preventDefault(); touch(link); return; }
    const cell = beside(link.parentNode, event.key, event.ctrlKey);
    if (/^(Arrow|Home|End)/.test(event.key)) event.preventDefault();
    if (cell) cell.querySelector("a").focus();
    else pan(event.key);
  });

  // touch clicks a link; those of a drawing have no click() of their own.
  function touch(link) {
    link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }

  // pan shows the next part of the board, where the focus then goes on.
  function pan(key) {
    const way = { ArrowLeft: "w", ArrowUp: "n", ArrowDown: "s", ArrowRight: "e" }[key];
    const to = way && document.querySelector(`#pan-${way}[href]`);
    if (!to) return;
    onward = key;
    touch(to);
  }

  document.addEventListener("htmx:before:swap", ({ detail: { tasks } }) => {
    for (const { fragment } of tasks) rove(fragment);
  });
  document.addEventListener("tr:settled", () => {
    const from = onward && document.activeElement?.id === square && squareOf(document.activeElement);
    if (from) beside(from.parentNode, onward)?.querySelector("a").focus();
    onward = "";
  });
  rove(document);
})();
