// Keys that step along a line of an analysis, as on the page of a match (replay.js): arrows,
// Home and End outside of the board, whose squares they walk over, Page Up and Page Down on
// it; in fields none.
"use strict";

(() => {
  const keys = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };
  const fields = "input, select, textarea, dialog, [popover], [contenteditable], [role=menu]";

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.metaKey || event.altKey || event.shiftKey || event.ctrlKey) return;
    if (!document.querySelector(".stations") || event.target.closest?.(fields)) return;
    const onBoard = event.target.closest?.('#board [role="gridcell"] a');
    const step = (onBoard ? { PageUp: "prev", PageDown: "next" } : keys)[event.key];
    const link = document.querySelector(`.stations #step-${step}[href]`);
    if (!link) return;
    event.preventDefault();
    link.click();
  });
})();
