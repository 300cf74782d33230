// Says beside what was tapped that it has not reached the server, and offers to
// send it again or to let it be. taps.js keeps what was tapped.
"use strict";

(() => {
  const box = document.getElementById("unsent");
  let tap = null;

  // control is what was tapped, on the page as it is now.
  function control() {
    const same = tap.selector ? document.querySelector(tap.selector) : tap.control;
    return same?.isConnected ? same : document.getElementById("bar") ?? document.querySelector("main");
  }

  // place puts the words under what was tapped, or above it where that is better
  // to be seen.
  function place() {
    if (box.hidden) return;
    const at = control().getBoundingClientRect();
    const { width, height } = box.getBoundingClientRect();
    const left = at.left + at.width / 2 - width / 2;
    const top = at.bottom + 8 + height <= innerHeight ? at.bottom + 8 : at.top - 8 - height;
    box.style.left = Math.max(8, Math.min(left, innerWidth - width - 8)) + "px";
    box.style.top = Math.max(8, Math.min(top, innerHeight - height - 8)) + "px";
  }

  function hide() {
    if (box.contains(document.activeElement)) control().focus?.({ preventScroll: true });
    box.hidden = true;
  }

  document.addEventListener("tr:unsent", ({ detail }) => {
    tap = detail.tap;
    const { fault, kept, offline } = box.dataset;
    box.querySelector("p").textContent = detail.response?.status >= 400 ? fault : tap.copy ? kept : offline;
    box.hidden = false;
    place();
    if (tap.keyed) box.querySelector("#resend").focus({ preventScroll: true });
  });
  document.addEventListener("tr:resending", hide);

  box.addEventListener("click", (event) => {
    if (event.target.closest("#resend")) document.dispatchEvent(new Event("tr:resend"));
    if (!event.target.closest("#forget")) return;
    document.dispatchEvent(new Event("tr:forget"));
    hide();
  });

  addEventListener("scroll", place, { passive: true, capture: true });
  addEventListener("resize", place);
  document.addEventListener("tr:settled", place);
})();
