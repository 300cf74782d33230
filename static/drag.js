// Pieces of a board can be dragged. A drag is a tap on the square of the piece, one on each
// landing where it rests under way, and one on the square where it is let go: taps.js sends them
// in turn. A copy of the piece follows the pointer meanwhile. Without this file taps do all that.
"use strict";

(() => {
  const reach = 6; // pixels from the press to the beginning of a drag
  const rest = 150; // milliseconds on a landing before a tap on it
  const patience = 5000; // milliseconds for an answer before the copy goes
  const home = 160; // milliseconds back to the square where the piece belongs

  let drag = null; // from the press on a piece to the answer for the square where it was let go

  const linkAt = (x, y) => document.elementFromPoint(x, y)?.closest?.('#board [role="gridcell"] a[href]');
  const isLanding = (link) => !!link.querySelector(':scope > [class^="t-"]');
  const chooses = (link) => new RegExp(`[?&](m|at)=${link.id.slice(3)}(&|$)`).test(link.getAttribute("href"));
  const isChosen = (link) => !!link.querySelector(":scope > .ssel") && !chooses(link); // a lesson marks the piece to choose
  const linkOf = (id) => document.getElementById(id);

  // pieceOn returns the drawing of the piece that a press on a square would move.
  function pieceOn(link) {
    if (!chooses(link) && !isChosen(link)) return null; // a landing
    return link.querySelector("use") ?? (isChosen(link) ? document.querySelector("#board .ghost use") : null);
  }

  function tap(link) {
    link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }

  document.addEventListener("pointerdown", (event) => {
    if (drag || event.button !== 0 || !event.isPrimary || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest?.('#board [role="gridcell"] a[href]');
    if (link) drag = { from: link.id, over: link.id, x: event.clientX, y: event.clientY };
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag || drag.dropped || !event.isPrimary) return;
    const { clientX: x, clientY: y } = event;
    if (!drag.copy && Math.hypot(x - drag.x, y - drag.y) < reach) return;
    if (!drag.copy && !lift()) {
      drag = null;
      return;
    }
    place(x, y);
    const over = linkAt(x, y)?.id ?? "";
    if (over === drag.over) return;
    drag.over = over;
    clearTimeout(drag.timer);
    drag.timer = setTimeout(() => { if (over && isLanding(linkOf(over))) tap(linkOf(over)); }, rest);
  });

  // lift begins the drag where the press was on a piece: it is chosen, and its copy leaves the
  // board.
  function lift() {
    const link = linkOf(drag.from);
    const piece = link && pieceOn(link);
    if (!piece) return false;
    const copy = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    copy.setAttribute("viewBox", "-20 -20 40 40");
    copy.setAttribute("aria-hidden", "true");
    copy.classList.add("in-hand");
    copy.append(piece.cloneNode());
    drag.size = link.firstElementChild.getBoundingClientRect().width;
    copy.style.width = copy.style.height = `${1.1 * drag.size}px`;
    document.body.append(copy);
    drag.copy = copy;
    if (!isChosen(link)) tap(link);
    fade();
    return true;
  }

  // place centers the copy on a point of the window.
  function place(x, y) {
    drag.copy.style.translate = `${x - 0.55 * drag.size}px ${y - 0.55 * drag.size}px`;
  }

  // fade dims the piece whose copy is carried, on the page that is shown by now.
  function fade() {
    linkOf(drag.from)?.classList.toggle("away", !drag.dropped);
    document.body.classList.toggle("carrying", !drag.dropped);
  }

  addEventListener("pointerup", (event) => {
    if (!drag || drag.dropped || !event.isPrimary) return;
    if (!drag.copy) {
      drag = null;
      return;
    }
    clearTimeout(drag.timer);
    drag.dropped = true;
    swallow();
    const link = linkAt(event.clientX, event.clientY);
    if (!link || link.id === drag.from || isChosen(link)) {
      land(link && isChosen(link) ? link.id : drag.from);
      return;
    }
    drag.to = "#" + CSS.escape(link.id);
    drag.timer = setTimeout(end, patience);
    tap(link);
    if (!isLanding(link) && linkOf(drag.from) && isChosen(linkOf(drag.from))) land(drag.from);
    else center(link);
  });

  addEventListener("pointercancel", () => {
    if (drag?.copy && !drag.dropped) land(drag.from);
    else if (!drag?.copy) drag = null;
  });

  // swallow keeps the click that follows a drag from being a tap of its own.
  function swallow() {
    const stop = (event) => {
      if (!event.isTrusted) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", stop, true));
  }

  // center moves the copy to the middle of a square, until the answer shows the piece there.
  function center(link) {
    const r = link.firstElementChild.getBoundingClientRect();
    place(r.left + r.width / 2, r.top + r.height / 2);
  }

  // land lets the copy glide to a square, and ends the drag.
  function land(id) {
    const link = linkOf(id);
    const { copy } = drag;
    if (!link || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      end();
      return;
    }
    const before = copy.style.translate;
    center(link);
    copy.animate([{ translate: before }, { translate: copy.style.translate }], { duration: home, easing: "ease-out" }).finished.catch(() => {}).finally(() => { if (drag?.copy === copy) end(); });
  }

  function end() {
    drag.dropped = true;
    clearTimeout(drag.timer);
    fade();
    drag.copy?.remove();
    drag = null;
  }

  document.addEventListener("tr:sent", ({ detail: { tap: { selector } } }) => { if (drag?.to && drag.to === selector) end(); });
  document.addEventListener("tr:unsent", () => { if (drag?.copy) end(); });
  document.addEventListener("htmx:after:swap", () => { if (drag?.copy) fade(); });
  document.addEventListener("dragstart", (event) => { if (event.target.closest?.("#board")) event.preventDefault(); });
  document.addEventListener("touchmove", (event) => { if (drag?.copy && event.cancelable) event.preventDefault(); }, { passive: false });
})();
