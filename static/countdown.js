// Counts down to what the server will do by itself. The page says until when, and
// what time the server had when it was made: clocks of browsers are not trusted.
"use strict";

(() => {
  const began = new WeakMap(); // when an element was first seen, by the browser's clock

  function tick() {
    for (const e of document.querySelectorAll(".countdown")) {
      const key = e.dataset.until + " " + e.dataset.now;
      if (began.get(e)?.key !== key) began.set(e, { key, at: performance.now() });
      const gone = performance.now() - began.get(e).at;
      const left = Math.max(0, Math.ceil((Number(e.dataset.until) - Number(e.dataset.now) - gone) / 1000));
      const text = e.textContent.replace(/\d+/, left);
      if (text !== e.textContent) e.textContent = text;
    }
  }

  setInterval(tick, 250);
})();
