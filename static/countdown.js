// Counts down to what the server will do by itself. The page says until when, and
// what time the server had when it was made: clocks of browsers are not trusted.
"use strict";

(() => {
  const low = 20; // seconds on a clock that other scripts hear of
  const began = new WeakMap(); // when an element was first seen, by the browser's clock

  function tick() {
    for (const e of document.querySelectorAll("[data-until]")) {
      const key = e.dataset.until + " " + e.dataset.now;
      if (began.get(e)?.key !== key) began.set(e, { key, at: performance.now() });
      const left = Math.max(0, Math.ceil((Number(e.dataset.until) - Number(e.dataset.now) - performance.now() + began.get(e).at) / 1000));
      const clock = e.className === "ticking";
      const text = clock ? (left < 60 ? "" : (left / 60 | 0) + "\u00a0min ") + left % 60 + "\u00a0s" : e.textContent.replace(/\d+/, left);
      // What may be done about a clock that has fallen, the page asks the server.
      if (text !== e.textContent && clock && !left) document.querySelector("#match").dispatchEvent(new Event("tr:changed"));
      if (text !== e.textContent && clock && left === low) document.dispatchEvent(new Event("tr:low"));
      if (text !== e.textContent) e.textContent = text;
    }
  }

  setInterval(tick, 250);
})();
