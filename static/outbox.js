// A post of the match (main with data-url) that finds no connection is kept in the browser. It is
// sent once the connection returns, or when its player (body[data-keep]) opens the match again.
// The key in its form prevents the server from playing it twice.
"use strict";

(() => {
  const player = document.body.dataset.keep;
  const name = "unsent " + document.querySelector("main[data-url]")?.dataset.url;
  const resend = () => document.dispatchEvent(new Event("tr:resend"));
  const store = open();
  const drop = () => store?.removeItem(name);

  // open returns the storage of the browser, null where it stores nothing for sites.
  function open() {
    try {
      return localStorage;
    } catch {
      return null;
    }
  }

  // restore has taps.js hold the post of an earlier page as one that has just failed.
  function restore() {
    const kept = JSON.parse(store?.getItem(name) ?? null);
    if (!kept) return;
    if (kept.player !== player) return drop();
    const copy = new DOMParser().parseFromString(kept.form, "text/html").querySelector("form");
    document.dispatchEvent(new CustomEvent("tr:kept", { detail: document.adoptNode(copy) }));
    if (!document.getElementById("offline")) resend();
  }

  document.addEventListener("tr:unsent", ({ detail: { tap, response } }) => {
    if (player && tap.copy && !response) store?.setItem(name, JSON.stringify({ player, form: tap.copy.outerHTML }));
  });
  document.addEventListener("tr:sent", ({ detail: { tap, answered } }) => {
    if (answered && tap.copy) drop();
  });
  document.addEventListener("tr:forget", drop);
  document.addEventListener("tr:stream", ({ detail: connected }) => { if (connected) resend(); });
  addEventListener("online", resend);
  restore();
})();
