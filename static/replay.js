// Keys that step through the positions of a match: the arrows, Home and End
// where the steps have the focus, Page Up and Page Down on the board.
"use strict";

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.metaKey || event.altKey) return;
  const history = event.target.closest?.("#history");
  const square = event.target.closest?.('#board [role="gridcell"] a');
  const step = history
    ? { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" }[event.key]
    : square && { PageUp: "prev", PageDown: "next" }[event.key];
  if (!step) return;
  event.preventDefault();
  const to = document.getElementById("step-" + step);
  if (history) to?.focus();
  to?.click();
});
