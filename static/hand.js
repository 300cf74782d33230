// Cards can be dragged. A drag out of the hand is a tap on the card, and then on the control under
// the pointer if the tap has brought one there: taps.js sends them in turn. A copy of the card
// follows the pointer meanwhile, and returns where the card cannot be played. A finger lifts a card
// upward; other ways scroll. Without this file taps do all that.
"use strict";

(() => {
  const reach = 6; // pixels from the press to the beginning of a drag
  const sign = 36; // pixels of the width of a copy of a sign
  const patience = 5000; // milliseconds for an answer before the copy goes
  const home = 160; // milliseconds back to the hand
  const hand = ".bar :is(.hand, .tiles, .spares)";
  const cards = hand + " > li:not(.up, .idle) > a[href]:not(.read, [aria-current])";
  const table = `main, ${hand}, .side, .plan`; // a card may be dropped on the first and the last
  const targets = '.aim > a, .aim-seat, main:has([id^="option-p-"]) [id^="place-"]'; // controls that a tap on a card can bring

  let drag = null; // from the press on a card to the answer

  const tap = (link) => link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  const linkOf = () => document.getElementById(drag.id);

  document.addEventListener("pointerdown", (event) => {
    if (drag || event.button !== 0 || !event.isPrimary || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest?.(cards);
    if (link) drag = { id: link.id, x: event.clientX, y: event.clientY };
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag || drag.dropped || !event.isPrimary) return;
    const [right, up] = [event.clientX - drag.x, drag.y - event.clientY];
    if (!drag.copy && (event.pointerType === "touch" ? up : Math.hypot(right, up)) < reach) return;
    if (drag.copy || lift()) drag.copy.style.translate = `${drag.left + right}px ${drag.top - up}px`;
  });

  // lift begins the drag: a copy leaves the hand.
  function lift() {
    const face = [...linkOf()?.querySelectorAll("svg") ?? []].find((svg) => svg.checkVisibility());
    if (!face) return false;
    const { left, top, width } = face.matches(".face") ? face.getBoundingClientRect() : { left: drag.x - sign / 2, top: drag.y - sign / 2, width: sign };
    const copy = document.createElement("div");
    copy.className = "flown in-hand";
    copy.style.width = `${width}px`;
    copy.dataset.card = face.closest("[data-card]").dataset.card;
    copy.append(face.cloneNode(true));
    document.body.append(copy);
    Object.assign(drag, { copy, left, top });
    linkOf().classList.add("away");
    return true;
  }

  addEventListener("pointerup", (event) => {
    if (!drag || drag.dropped || !event.isPrimary) return;
    if (!drag.copy) {
      drag = null;
      return;
    }
    drag.dropped = [event.clientX, event.clientY];
    if (linkOf() && document.elementFromPoint(...drag.dropped)?.closest(table)?.matches("main, .plan")) {
      drag.copy.classList.add("dropped");
      drag.timer = setTimeout(end, patience);
      tap(linkOf());
    } else {
      putBack();
    }
  });

  addEventListener("pointercancel", () => {
    if (drag?.copy && !drag.dropped) putBack();
    else if (!drag?.copy) drag = null;
  });

  // The click on a card that is dropped on its place is no tap.
  addEventListener("click", (event) => {
    if (!drag?.copy || !event.isTrusted || !linkOf()?.contains(event.target)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // putBack lets the copy return to the hand, and ends the drag.
  function putBack() {
    const { copy } = drag;
    const to = `${drag.left}px ${drag.top}px`;
    drag.dropped = true;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) setTimeout(end);
    else copy.animate([{ translate: copy.style.translate }, { translate: to }], { duration: home, easing: "ease-out", fill: "forwards" }).finished.catch(() => {}).finally(() => { if (drag?.copy === copy) end(); });
  }

  function end() {
    clearTimeout(drag.timer);
    linkOf()?.classList.remove("away");
    drag.copy?.remove();
    drag = null;
  }

  // answer taps the target that the tap on the card has brought where it was dropped. Without any it
  // ends the drag: travel.js has seen the copy by now, and lets the card fly from there.
  function answer({ detail: { tap: { selector } } }) {
    if (!drag?.timer || selector !== "#" + CSS.escape(drag.id)) return;
    const target = drag.asked ? null : document.elementFromPoint(...drag.dropped)?.closest(targets);
    if (target) {
      Object.assign(drag, { id: target.id, asked: true });
      tap(target);
    } else {
      end();
    }
  }

  document.addEventListener("tr:sent", answer);
  document.addEventListener("tr:unsent", () => { if (drag?.timer) end(); });
  document.addEventListener("dragstart", (event) => { if (event.target.closest?.(".bar")) event.preventDefault(); });
  document.addEventListener("touchmove", (event) => { if (drag?.copy && event.cancelable) event.preventDefault(); }, { passive: false });
})();
