// Keys that step through the positions of a match. Arrows, Home and End do so
// wherever main says (data-steps): "all" over the page, "aside" outside of the
// board, whose squares they walk over; Page Up and Page Down do so on the board
// too. On the steps themselves the keys always work, in fields never. Keys that
// come faster than the answers add up.
"use strict";

(() => {
  const page = () => document.querySelector("main[data-url]");
  const steps = () => document.getElementById("history");
  const keys = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };
  const fields = "input, select, textarea, dialog, [popover], [contenteditable], [role=menu], [role=listbox], [role=slider]";

  let wanted = -1; // index of the position to be shown, -1 while that one is
  let under = false; // a step waits for its answer

  // stops lists the positions by the number of events before them, from the
  // ranges that the server gives: "0-12 14-40".
  const stops = () => steps().dataset.stops.split(" ").flatMap((range) => {
    const [first, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
  const shown = () => Number(steps().dataset.at);

  // stepOf is the step that a key means at the place where the focus is.
  function stepOf(event) {
    const at = event.target;
    if (at.closest?.(fields)) return undefined;
    if (at.closest?.("#history")) return keys[event.key];
    const where = page()?.dataset.steps;
    if (at.closest?.('#board [role="gridcell"] a')) {
      return { PageUp: "prev", PageDown: "next" }[event.key] ?? (where === "all" && !event.ctrlKey ? keys[event.key] : undefined);
    }
    return where && !event.ctrlKey ? keys[event.key] : undefined;
  }

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.metaKey || event.altKey || event.shiftKey || !steps()) return;
    const step = stepOf(event);
    if (!step) return;
    event.preventDefault();
    if (event.target.closest?.("#history")) document.getElementById("step-" + step)?.focus();
    const last = stops().length - 1;
    const from = wanted < 0 ? shown() : wanted;
    wanted = { first: 0, prev: Math.max(0, from - 1), next: Math.min(last, from + 1), last }[step];
    go();
  });

  // go asks for the position that is wanted, by the step that leads its way.
  function go() {
    if (under || wanted < 0) return;
    const all = steps() ? stops() : [];
    if (wanted >= all.length || wanted === shown() && !beyond()) { wanted = -1; return; }
    const step = document.getElementById(wanted < shown() ? "step-prev" : wanted > shown() ? "step-next" : "step-last");
    if (!step) { wanted = -1; return; }
    const url = new URL(page().dataset.url, location.href);
    for (const name of ["m", "try", "ask", "why", "ply"]) url.searchParams.delete(name);
    if (wanted < all.length - 1) url.searchParams.set("ply", all[wanted]);
    under = true;
    document.dispatchEvent(new CustomEvent("tr:follow", { detail: { control: step, href: url.pathname + url.search } }));
  }

  // beyond tells that events around the game are shown which came after the last
  // move: the position is that of the present, and yet the past.
  const beyond = () => wanted === stops().length - 1 && document.getElementById("step-last").hasAttribute("href");

  document.addEventListener("tr:settled", () => {
    under = false;
    go();
  });
  document.addEventListener("click", (event) => { if (event.isTrusted) wanted = -1; }, true);
  for (const failure of ["htmx:error", "htmx:abort"]) {
    document.addEventListener(failure, () => { under = false; wanted = -1; });
  }
})();
