// Has the service worker run, once a page has loaded, and keeps the last seen state of the visitor's own matches
// (body[data-keep], the player) for when the browser is off line. The worker reads it, and
// deletes it once the browser is another player's.
"use strict";

(() => {
  const most = 30; // matches
  const player = document.body.dataset.keep;

  // keep stores the page as it is shown, without what moves over it, unless something is being
  // tried out on it.
  async function keep(cache) {
    const url = document.querySelector("main[data-url]")?.dataset.url;
    if (!url || url.includes("?")) return;
    const headers = { "Content-Type": "text/html; charset=utf-8", "TR-Title": encodeURIComponent(document.title.replace(/^\(\d+\) | — [^—]*$/g, "")), "TR-Seen": Date.now() };
    const shown = document.documentElement.cloneNode(true);
    for (const moving of shown.querySelectorAll(".pressed, .flown")) moving.remove();
    await cache.put(url, new Response("<!DOCTYPE html>" + shown.outerHTML, { headers }));
    const kept = await cache.keys();
    for (const old of kept.slice(0, Math.max(0, kept.length - most))) await cache.delete(old);
  }

  let timer = 0;

  // again keeps what has changed, for as long as the browser is the player's: elsewhere in
  // it somebody may have signed out.
  function again() {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      if (await caches.has("own " + player)) await keep(await caches.open("own " + player));
    }, 300);
  }

  // keepFiles keeps what the page is made of: the worker may have come after it.
  async function keepFiles() {
    const cache = await caches.open("files");
    for (const file of document.querySelectorAll("link[rel=stylesheet], link[rel=icon], script[src]")) {
      const url = file.href ?? file.src;
      if (await caches.match(url, { ignoreVary: true })) continue;
      const response = await fetch(url, { cache: "force-cache" });
      if (response.ok && !response.headers.get("Content-Type")?.startsWith("text/html")) await cache.put(url, response);
    }
  }

  // askToBeClaimed has the worker take care of a page that it missed: one that was being
  // loaded when the worker started.
  async function askToBeClaimed() {
    const { active } = await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) active.postMessage("claim");
  }

  async function begin() {
    if (!navigator.serviceWorker) return;
    await navigator.serviceWorker.register("/sw.js").then(() => { askToBeClaimed(); }, () => {}); // some browsers allow none
    const sweep = () => navigator.serviceWorker.controller?.postMessage("sweep");
    document.addEventListener("tr:news", sweep);
    sweep();
    if (!player || !("caches" in window)) return;
    await keep(await caches.open("own " + player));
    document.addEventListener("tr:settled", again);
    await keepFiles().catch(() => {}); // what cannot be fetched now, the next page fetches
  }

  begin().catch(() => {}); // a browser that keeps nothing
})();
