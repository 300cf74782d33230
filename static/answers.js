// Answers that are none: of a server in trouble, of a proxy, of a network that wants one to
// sign in. They change nothing on the page. What the page has asked for by itself it asks
// for again, after pauses that grow, and one line says so; taps.js keeps what a person did.
"use strict";

(() => {
  const lost = document.getElementById("lost");
  const missed = new Set(); // ids of the elements that wait for an answer
  let connected = true; // to the stream of events, as far as is known
  let failures = 0;
  let timer = 0;

  const byItself = (ctx) => ["tr:changed", "every"].includes(ctx.sourceEvent?.type);

  // fits reports whether an answer holds what was asked for, or says where to go.
  function fits(ctx) {
    const { response: { status }, hx, text, part } = ctx;
    if (status >= 500 || status === 429) return false;
    if (hx.redirect || hx.refresh || hx.retarget && !(byItself(ctx) && status === 403)) return true;
    return text.includes(`id="${part}"`) && !(byItself(ctx) && status >= 400);
  }

  function show() {
    lost.hidden = connected && missed.size === 0;
  }

  function retry() {
    timer = 0;
    for (const id of missed) {
      const element = document.getElementById(id);
      if (element) htmx.trigger(element, "tr:changed");
      else missed.delete(id);
    }
    show();
  }

  function miss(id) {
    missed.add(id);
    show();
    if (timer) return;
    const pause = Math.min(120000, 1000 * 2 ** failures++);
    timer = setTimeout(retry, pause * (1 + Math.random()) / 2);
  }

  function hurry() {
    if (!timer || document.hidden) return;
    clearTimeout(timer);
    retry();
  }

  // While an answer is missed, no clock asks for it as well.
  document.addEventListener("htmx:config:request", (event) => {
    const { ctx } = event.detail;
    ctx.part = ctx.target.id;
    ctx.request.headers["TR-For"] = document.body.dataset.for;
    if (ctx.sourceEvent?.type === "every" && missed.has(ctx.part)) event.preventDefault();
  });

  document.addEventListener("htmx:after:request", (event) => {
    if (!fits(event.detail.ctx)) event.preventDefault();
    else event.detail.ctx.fits = true;
  });

  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (ctx.fits) {
      missed.delete(ctx.part);
      if (missed.size === 0) failures = 0;
      show();
    } else if (byItself(ctx)) {
      miss(ctx.part);
    }
  });

  document.addEventListener("tr:stream", ({ detail }) => {
    connected = detail;
    show();
    if (connected) hurry();
  });
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);
})();
