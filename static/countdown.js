// Counts down to what the server will do by itself. The page says until when, and
// what time the server had when it was made: clocks of browsers are not trusted.
"use strict";

(() => {
  const began = new WeakMap(); // when an element was first seen, by the browser's clock

  function secondsLeft(e) {
    const key = e.dataset.until + " " + e.dataset.now;
    if (began.get(e)?.key !== key) began.set(e, { key, at: performance.now() });
    const gone = performance.now() - began.get(e).at;
    return Math.max(0, Math.ceil((Number(e.dataset.until) - Number(e.dataset.now) - gone) / 1000));
  }

  // The clock of a player: "42 min", "4 min 32 s", as the server tells it.
  function span(left) {
    const minutes = Math.floor(left / 60);
    if (minutes >= 10) return minutes + "\u00a0min";
    return (minutes ? minutes + "\u00a0min " : "") + (left % 60) + "\u00a0s";
  }

  function tick() {
    for (const e of document.querySelectorAll(".countdown, .ticking")) {
      const left = secondsLeft(e);
      if (e.className === "ticking" && left >= 3600) continue;
      const text = e.className === "ticking" ? span(left) : e.textContent.replace(/\d+/, left);
      if (text !== e.textContent) e.textContent = text;
      if (left === 0 && e.className === "ticking") fall(e);
    }
  }

  // What others may do about a clock that has fallen, the page asks the server.
  function fall(e) {
    if (began.get(e).fallen) return;
    began.get(e).fallen = true;
    setTimeout(() => document.querySelector("#match")?.dispatchEvent(new Event("tr:changed")), 500);
  }

  setInterval(tick, 250);
})();
