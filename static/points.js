// Points that change run from the former number to the new one when the page of a match of cards
// changes in place. Without this file the new number is there at once.
"use strict";

(() => {
  const duration = 440; // milliseconds
  const most = 4; // numbers on the way: each costs a layout
  const figures = ".lane .total > [aria-hidden], .knight :is(.score, .w) > span[aria-hidden], .rider .sum > [aria-hidden]";

  let shown = {}; // numbers, by seat and kind
  let runs = []; // ends of the numbers that are running

  const keyOf = (element) => `${element.closest('[id^="seat-"]')?.id} ${element.parentNode.className}`;

  // remember ends what runs, and keeps the numbers of the page.
  function remember() {
    for (const end of runs) end();
    runs = [];
    shown = Object.fromEntries([...document.querySelectorAll(figures)].map((e) => [keyOf(e), Number(e.textContent)]));
  }

  // run has a number count from its former value.
  function run(element) {
    const from = shown[keyOf(element)];
    const text = element.lastChild;
    const to = Number(text?.data);
    if (from === undefined || from === to || isNaN(from) || isNaN(to)) return;
    const clock = element.animate({ opacity: [1, 1] }, { duration: 1, delay: duration, id: "count" }); // a delay costs no frames
    const step = () => {
      const progress = Math.min(1, (clock.currentTime ?? duration) / duration);
      text.data = Math.round(from + (to - from) * progress);
      if (progress === 1) clearInterval(timer);
    };
    const timer = setInterval(step, duration / Math.min(most, Math.abs(to - from)));
    runs.push(() => {
      clock.cancel();
      step();
    });
    step();
    clock.finished.then(step, () => {}); // a timer may be late
  }

  document.addEventListener("htmx:before:swap", remember);
  document.addEventListener("tr:settled", () => {
    if (document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const element of document.querySelectorAll(figures)) run(element);
  });
})();
