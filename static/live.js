// News from the server. One tab of the browser holds the one stream of events,
// by a lock, and passes what it hears to the other tabs. An event says only that
// a match changed; each page then asks for its own part of itself. A stream that
// breaks is taken up again after the last event heard.
"use strict";

(() => {
  const lost = document.getElementById("lost");
  const main = () => document.querySelector("main");
  const watched = () => (main()?.hasAttribute("data-watch") ? main().dataset.match : "");

  // ------------------------------------------------------------ what news does

  // changed asks for what a change concerns: this page, else the count of
  // matches that await the visitor.
  function changed(change) {
    const page = main();
    if (!page) return;
    if (page.dataset.match === change.match) {
      reload(page, change.ply);
    } else {
      reload("list" in page.dataset ? page : document.getElementById("turns"));
    }
  }

  const waiting = new Map(); // the ply heard of last, by id of the element

  // reload asks for an element anew, once whatever it is busy with is over, and
  // unless that has brought the ply in question already.
  function reload(element, ply = Infinity) {
    if (!element) return;
    const busy = waiting.has(element.id);
    waiting.set(element.id, ply);
    if (busy) return;
    const when = () => {
      const now = document.getElementById(element.id);
      if (now?.matches(".htmx-request, :has(.htmx-request)")) {
        setTimeout(when, 100);
        return;
      }
      const wanted = waiting.get(element.id);
      waiting.delete(element.id);
      if (Number(now?.dataset.ply) >= wanted) return;
      if (now && window.htmx) htmx.trigger(now, "tr:changed");
    };
    when();
  }

  // The title says how many matches await, even in a hidden tab.
  document.addEventListener("htmx:after:swap", () => {
    const turns = Number(document.getElementById("turns")?.dataset.turns);
    document.title = (turns > 0 ? `(${turns}) ` : "") + document.title.replace(/^\(\d+\) /, "");
  });

  document.addEventListener("htmx:error", () => { lost.hidden = false; });
  document.addEventListener("htmx:before:response", () => { if (connected) lost.hidden = true; });

  // -------------------------------------------------------------- the one stream

  let connected = true; // as far as is known
  let last = document.body.dataset.since ?? ""; // id of the last event heard
  let source = null;
  let failures = 0;
  let timer = 0;

  function tell(up) {
    connected = up;
    lost.hidden = up;
  }

  function open() {
    clearTimeout(timer);
    const query = new URLSearchParams();
    if (last) query.set("since", last);
    if (watched()) query.set("match", watched());
    source = new EventSource("/events?" + query);
    source.onopen = () => {
      failures = 0;
      tell(true);
      pass({ up: true });
    };
    source.addEventListener("changed", (event) => {
      if (event.lastEventId) last = event.lastEventId;
      const change = JSON.parse(event.data);
      pass({ change, last });
      changed(change);
    });
    source.onerror = retry;
  }

  // retry waits longer after each failure, and never as long as another tab.
  function retry() {
    source?.close();
    source = null;
    failures++;
    if (failures > 1) {
      tell(false);
      pass({ up: false });
    }
    const wait = Math.min(30000, 500 * 2 ** failures);
    clearTimeout(timer);
    timer = setTimeout(open, wait * (0.5 + Math.random() / 2));
  }

  function hurry() {
    if (leads && !source) {
      failures = 0;
      open();
    }
  }

  // ---------------------------------------------------------- one among the tabs

  const channel = "BroadcastChannel" in window ? new BroadcastChannel("table-ronde") : null;
  let leads = false;

  function pass(message) {
    channel?.postMessage(message);
  }

  channel?.addEventListener("message", ({ data }) => {
    if (data.last) last = data.last;
    if ("up" in data) tell(data.up);
    if (data.change) changed(data.change);
  });

  function lead() {
    leads = true;
    open();
    addEventListener("online", hurry);
    document.addEventListener("visibilitychange", () => { if (!document.hidden) hurry(); });
  }

  addEventListener("pagehide", () => { clearTimeout(timer); source?.close(); source = null; });
  addEventListener("pageshow", (event) => { if (event.persisted) hurry(); });

  if (!("EventSource" in window) || (!document.body.hasAttribute("data-player") && !watched())) return;
  if (navigator.locks) {
    navigator.locks.request("table-ronde", () => { lead(); return new Promise(() => {}); });
  } else {
    lead(); // without locks (plain HTTP) every tab listens for itself
  }
})();
