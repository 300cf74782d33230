// The pages with a board (main with data-url: of a match, of a position that is
// set up), on top of their plain links and forms: links swap main alone, the
// board is a grid for the keyboard, focus and address outlive a swap, and what
// changed is said once. Without this file the pages work by reloading.
"use strict";

(() => {
  const page = () => document.querySelector("main[data-url]");
  const board = () => document.getElementById("board");
  const live = document.getElementById("live");

  let square = ""; // id of the square that Tab leads to
  let focused = ""; // id of what had the focus before a swap
  let onward = ""; // the key that led out of the part of the board shown
  let said = "";
  let ply = page()?.dataset.ply; // that was shown last

  // follow goes where a link leads: within the page by a swap, else for real.
  function follow(link) {
    const href = link.getAttribute("href");
    if (!href) return;
    const url = new URL(href, location.href);
    if (!window.htmx || url.pathname !== location.pathname || link.hasAttribute("download")) {
      location.assign(url);
      return;
    }
    htmx.ajax("GET", url.pathname + url.search, { source: page(), target: "#" + page().id, swap: "outerMorph" });
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("main[data-url] a");
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const href = link.getAttribute("href");
    if (!href || !window.htmx || link.hasAttribute("download")) return;
    if (new URL(href, location.href).pathname !== location.pathname) return;
    event.preventDefault();
    follow(link);
  });

  // ------------------------------------------------------------------ the grid

  const rows = () => [...board().querySelectorAll('[role="row"]')].map((row) => [...row.querySelectorAll('[role="gridcell"]')]);
  const column = (cell) => Number(cell.getAttribute("aria-colindex"));

  // beside finds the cell that a key leads to, as the board is drawn.
  function beside(cell, key, far) {
    const all = rows();
    const r = all.findIndex((row) => row.includes(cell));
    const same = (row) => row.find((other) => column(other) === column(cell));
    switch (key) {
      case "ArrowLeft": return all[r][all[r].indexOf(cell) - 1];
      case "ArrowRight": return all[r][all[r].indexOf(cell) + 1];
      case "ArrowUp": return all.slice(0, r).reverse().map(same).find(Boolean);
      case "ArrowDown": return all.slice(r + 1).map(same).find(Boolean);
      case "Home": return far ? all[0][0] : all[r][0];
      case "End": return far ? all.at(-1).at(-1) : all[r].at(-1);
    }
    return undefined;
  }

  // rove leaves one square of the board in the order of Tab: the one last
  // visited, else a piece that may be chosen.
  function rove() {
    const grid = board();
    if (!grid) return;
    const links = [...grid.querySelectorAll('[role="gridcell"] a')];
    const current = links.find((a) => a.id === square) ?? links.find((a) => a.getAttribute("href")?.includes("m=")) ?? links[0];
    for (const a of links) a.setAttribute("tabindex", a === current ? "0" : "-1");
  }

  document.addEventListener("focusin", (event) => {
    const link = event.target.closest?.('#board [role="gridcell"] a');
    if (!link || link.id === square) return;
    square = link.id;
    rove();
  });

  document.addEventListener("keydown", (event) => {
    if (!page() || event.defaultPrevented || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      const back = document.querySelector("#keep[href], #restart[href]");
      if (back) { event.preventDefault(); follow(back); }
      return;
    }
    const link = event.target.closest?.('#board [role="gridcell"] a');
    const history = event.target.closest?.("#history");
    const step = history
      ? { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" }[event.key]
      : link && { PageUp: "prev", PageDown: "next" }[event.key];
    if (step) {
      event.preventDefault();
      const to = document.getElementById("step-" + step);
      if (history) to?.focus();
      if (to) follow(to);
      return;
    }
    if (!link) return;
    if (event.key === " ") { event.preventDefault(); follow(link); return; }
    const cell = beside(link.parentNode, event.key, event.ctrlKey);
    if (/^(Arrow|Home|End)/.test(event.key)) event.preventDefault();
    if (cell) cell.querySelector("a").focus();
    else pan(event.key);
  });

  // pan shows the next part of the board, where the focus then goes on.
  function pan(key) {
    const way = { ArrowLeft: "w", ArrowUp: "n", ArrowDown: "s", ArrowRight: "e" }[key];
    const to = way && document.querySelector(`#pan-${way}[href]`);
    if (!to) return;
    onward = key;
    follow(to);
  }

  // ---------------------------------------------------------------- after swaps

  // settle brings the page in line with what was swapped in.
  function settle() {
    const main = page();
    if (!main) return;
    rove();
    const url = main.dataset.url;
    if (url && url !== location.pathname + location.search) history.replaceState(history.state, "", url);
    const typed = document.getElementById("type");
    if (typed && (typed.defaultValue || main.dataset.ply !== ply)) typed.value = typed.defaultValue;
    ply = main.dataset.ply;
    reveal();
  }

  // reveal scrolls the list of moves, and it alone, to the present one.
  function reveal() {
    const list = document.querySelector("main[data-url] .scroll");
    const now = list?.querySelector(".staged, .now");
    if (now) list.scrollTop = now.offsetTop - list.clientHeight / 2;
  }

  // spoken is what the page says of itself; where pieces are set up, first what
  // stands on the square that was touched.
  function spoken() {
    const link = page().id === "setup" && document.activeElement?.closest?.('#board [role="gridcell"] a');
    return (link ? link.getAttribute("aria-label") + ". " : "") + page().dataset.say;
  }

  function say(text) {
    if (text && text !== said) live.textContent = text;
    said = text;
  }

  document.addEventListener("htmx:before:swap", () => {
    const active = document.activeElement;
    focused = active?.closest?.("main[data-url]") ? active.id : "";
  });

  document.addEventListener("htmx:after:swap", () => {
    if (!page()) return;
    settle();
    const from = onward && focused === square && document.getElementById(square);
    if (from) (beside(from.parentNode, onward)?.querySelector("a") ?? from).focus();
    onward = "";
    const lost = !document.activeElement || document.activeElement === document.body;
    if (focused && lost) {
      const again = document.getElementById(focused) ?? document.getElementById("confirm") ?? document.getElementById(square);
      (again ?? page()).focus({ preventScroll: true });
    }
    say(spoken());
  });

  // ------------------------------------------------------- the invitation's link

  function offerSharing() {
    for (const button of document.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
    for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
  }

  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-copy], [data-share]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy ?? button.dataset.share);
    try {
      if (button.dataset.share) {
        await navigator.share({ url: field.value });
        return;
      }
      await navigator.clipboard.writeText(field.value);
      live.textContent = button.textContent = button.dataset.done;
    } catch {
      field.select(); // not allowed: the link is ready to be copied by hand
    }
  });

  document.addEventListener("htmx:after:swap", offerSharing);
  offerSharing();
  said = page()?.dataset.say ?? "";
  rove();
  reveal();
})();
