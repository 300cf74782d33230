// News from the server. One tab of the browser holds the one stream of events,
// by a lock, for all that the tabs show, and passes what it hears to the others.
// An event says only that a match, or the list of open tables, has changed; each
// page then asks for its own part of itself. A stream that breaks, or is mute, is taken
// up again after the last event heard; meanwhile lists are asked for now and then.
"use strict";

(() => {
  const list = () => document.querySelector("[data-list]");
  const isPlayer = () => document.body.hasAttribute("data-player");

  // wanted is what this page needs news of besides the visitor's own matches:
  // data-watch stands at what shows a match of others (data-match), data-tables
  // at what shows open tables.
  const wanted = () => ({
    matches: [...document.querySelectorAll("[data-watch]")].map((e) => e.dataset.match),
    tables: !!document.querySelector("[data-tables]"),
  });

  // ------------------------------------------------------------ what news does

  // changed asks for what a change concerns: what shows the match, else the
  // visitor's lists, or the count of matches that await the visitor.
  function changed(change) {
    const showing = document.querySelectorAll(`[data-match="${CSS.escape(change.match)}"]`);
    for (const element of showing) reload(element, change.ply);
    if (showing.length > 0 && document.querySelector("main")?.dataset.match === change.match) return;
    if ([...showing].some((element) => list()?.contains(element))) return; // which reloads the list
    reloadList();
  }

  // resync asks for everything that shows matches: too much has changed to be told.
  function resync() {
    for (const element of document.querySelectorAll("[data-match]")) if (!list()?.contains(element)) reload(element);
    reloadList();
  }

  // reloadList asks for the visitor's matches, or their count.
  function reloadList() {
    if (isPlayer()) reload(list() ?? document.getElementById("turns"));
  }

  let stale = false; // open tables have changed while nobody looked
  let listed = Date.now(); // when they were asked for last

  // relist asks for the open tables, not quite when all other pages do.
  function relist() {
    stale = document.hidden;
    if (stale || !document.querySelector("[data-tables]")) return;
    listed = Date.now();
    setTimeout(() => reload(document.querySelector("[data-tables]")), 300 * Math.random());
  }

  document.addEventListener("visibilitychange", () => { if (!document.hidden && stale) relist(); });
  setInterval(() => { if (!connected || Date.now() - listed > 60000) relist(); }, 20000);

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

  // What a hidden page asks for by itself is no look of a person at the match.
  document.addEventListener("htmx:config:request", (event) => {
    if (document.hidden) event.detail.ctx.request.headers["TR-Hidden"] = "1";
  });

  // -------------------------------------------------------------- the one stream

  const mute = 60000; // ms without a sign of life; the server gives one each 25 s

  let connected = "EventSource" in window; // as far as is known
  let last = document.body.dataset.since ?? ""; // id of the last event heard
  let heard = Date.now(); // when something was heard last, from the stream or the tab that holds it
  let source = null;
  let failures = 0;
  let timer = 0;

  // hear does as a message says, from the stream or from the tab that holds it.
  function hear(message) {
    heard = Date.now();
    if (message.last) last = message.last;
    if ("up" in message) {
      connected = message.up;
      document.dispatchEvent(new CustomEvent("tr:stream", { detail: connected }));
    }
    if (message.change || message.resync) document.dispatchEvent(new Event("tr:news"));
    if (message.change) changed(message.change);
    if (message.resync) resync();
    if (message.tables) relist();
  }

  // tell passes a message of the stream on, and hears it.
  function tell(message) {
    pass(message);
    hear(message);
  }

  function open() {
    clearTimeout(timer);
    const query = new URLSearchParams();
    if (last) query.set("since", last);
    asked = everything();
    for (const match of asked.matches) query.append("match", match);
    if (asked.tables) query.set("tables", "1");
    heard = Date.now();
    source = new EventSource("/events?" + query);
    source.onopen = () => {
      failures = 0;
      tell({ up: true });
    };
    const on = (name, message) => source.addEventListener(name, (event) => {
      if (event.lastEventId) last = event.lastEventId;
      tell({ ...message(event), last });
    });
    on("changed", ({ data }) => ({ change: JSON.parse(data) }));
    on("resync", () => ({ resync: true }));
    on("tables", () => ({ tables: true }));
    on("beat", () => ({}));
    source.onerror = retry;
  }

  function close() {
    clearTimeout(timer);
    source?.close();
    source = null;
  }

  // retry waits longer after each failure, and never as long as another browser:
  // when the server starts anew, not all of them come back at once.
  function retry() {
    close();
    failures++;
    if (failures > 1) tell({ up: false });
    const wait = Math.min(25000, 500 * 2 ** failures);
    timer = setTimeout(open, wait / 2 + 6000 * Math.random());
  }

  function hurry() {
    if (!leads || source) return;
    failures = 0;
    open();
  }

  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) hurry(); });

  // A mute stream is opened anew, and taken from a tab that says nothing of it any more.
  setInterval(() => {
    const silence = Date.now() - heard;
    if (leads && source && silence > mute) retry();
    if (joined && !leads && silence > 1.5 * mute) claim({ steal: true });
  }, 10000);

  // ---------------------------------------------------------- one among the tabs

  const channel = new BroadcastChannel("table-ronde");
  const tab = Math.random().toString(36).slice(2);
  const tabs = new Map(); // what the other tabs want, by their names, the last ones last
  let leads = false;
  let joined = false;
  let queued = null; // ends the wait for the lock
  let release = null; // gives the lock back
  let asked = { matches: [], tables: false }; // what the stream was opened for

  function pass(message) {
    channel.postMessage(message);
  }

  // everything is what this tab and the others want, as much as a stream tells.
  function everything() {
    const all = [wanted(), ...[...tabs.values()].reverse()];
    return {
      matches: [...new Set(all.flatMap((w) => w.matches))].slice(0, 12),
      tables: all.some((w) => w.tables),
    };
  }

  // widen opens the stream anew where it does not tell all that is wanted.
  function widen() {
    const all = everything();
    if (!source || all.matches.every((id) => asked.matches.includes(id)) && (asked.tables || !all.tables)) return;
    source.close();
    open();
  }

  channel.addEventListener("message", ({ data }) => {
    if (data.tab) {
      tabs.delete(data.tab);
      if (data.wants) tabs.set(data.tab, data.wants);
      if (leads) widen();
      return;
    }
    hear(data);
    if (data.lead && joined) pass({ tab, wants: wanted() });
  });

  function lead() {
    leads = true;
    open();
    pass({ lead: true });
  }

  function resign() {
    leads = false;
    close();
    release?.();
    release = null;
  }

  // claim waits for the lock and leads then, or takes it from the tab that has it. Where
  // the browser allows no locks, every tab listens for itself.
  function claim(options) {
    queued?.abort();
    queued = new AbortController();
    heard = Date.now();
    navigator.locks.request("table-ronde", options ?? { signal: queued.signal }, () => new Promise((free) => {
      release = free;
      lead();
    })).catch(({ name }) => {
      if (name !== "AbortError") lead();
      else if (leads) { // another tab has taken it
        resign();
        claim();
      }
    });
  }

  // leave gives the stream up: a page that is frozen hears nothing, for itself or others.
  function leave() {
    if (!joined) return;
    joined = false;
    pass({ tab });
    queued?.abort();
    resign();
  }

  function comeBack() {
    join();
    if (joined) resync();
  }

  addEventListener("pagehide", leave);
  document.addEventListener("freeze", leave);
  addEventListener("pageshow", ({ persisted }) => { if (persisted) comeBack(); });
  document.addEventListener("resume", comeBack);

  // join takes part in the stream, once there is something to be told.
  function join() {
    const wants = wanted();
    if (!isPlayer() && !wants.tables && wants.matches.length === 0) return;
    if (joined) {
      if (leads) widen();
      else pass({ tab, wants });
      return;
    }
    joined = true;
    pass({ tab, wants });
    if (navigator.locks) claim();
    else lead(); // plain HTTP
  }

  if (!connected) return;
  join();
  document.addEventListener("htmx:after:swap", join);
})();
