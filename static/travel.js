// Cards travel when the page of a match of cards changes in place: from the hand to the table, from
// a seat or a pile to where they came, from the table to the pile or to the seat that gets them.
// Copies fly over the page while the cards themselves are unseen. Cards that came while the page
// was out of view fly once it is in view. Without this file they lie there at once.
"use strict";

(() => {
  const leg = 220; // milliseconds of a flight
  const gap = 60; // milliseconds from one flight to the next
  const queue = 8; // flights that wait for the one before
  const most = 2; // times the size at the end of a flight
  const small = 0.4; // size of a card that begins or ends at a seat or a pile
  const kinds = [".dropped", ".hand", ".tiles", ".spares", ".steps-of", ".under", ".combat", ".errands", ".carried", ".heap", ".pile-open", ".lane", ".used", ".camp"];
  const leaving = [".dropped", ".hand", ".under", ".combat", ".errands", ".lane"]; // kinds that cards leave in sight

  let seen = null; // cards that the visitor saw last

  const find = (selector) => document.querySelector(selector);
  const byId = (id) => document.getElementById(id);
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true });
  const seatOf = (element) => element.closest("[data-from]")?.dataset.from ?? element.closest('[id^="seat-"]')?.id ?? "";
  const isOwn = (seat) => !!byId(seat)?.matches(".own-lane, .mine");

  // look returns the cards of a selector that the page shows, and how much each seat has won.
  function look(selector) {
    const { match, ply } = find("main").dataset;
    const spots = [...document.querySelectorAll(selector)].map(spotOf).filter(Boolean);
    const won = [...document.querySelectorAll(".tokens, .rider .sum > [aria-hidden]")].map((e) => [seatOf(e), Number(e.textContent) || e.querySelectorAll(".token:not(:has(.c-dash))").length]);
    return { match, ply, spots, won: Object.fromEntries(won) };
  }

  // spotOf describes a card and its place, null for an unseen card.
  function spotOf(element) {
    const kind = kinds.find((k) => element.closest(k));
    const face = [element, ...element.querySelectorAll("svg")].find((e) => e.matches("svg") && isShown(e));
    if (!kind || !face) return null;
    const seat = seatOf(element);
    const holder = face.matches(".face") ? face.closest(".card") ?? face : face;
    const { left, top, width, bottom } = holder.getBoundingClientRect();
    const edge = Math.max(top, face.getBoundingClientRect().top); // of a face that has sunk in its card
    return {
      card: element.dataset.card, kind, seat, zone: kind + seat + element.closest("section")?.getAttribute("aria-labelledby"),
      to: element.closest("[data-to]")?.dataset.to, face, copy: face.cloneNode(true), box: new DOMRect(left, edge, width, bottom - edge),
    };
  }

  // play lets the cards fly from their places in one view of the table to those in the next.
  function play(before, after) {
    const gone = [...before.spots];
    const take = (fits) => gone.splice(gone.findIndex(fits) >>> 0, 1)[0]; // undefined without any
    const came = after.spots.filter((a) => !take((b) => b.card === a.card && b.zone === a.zone));
    const isNews = before.ply !== after.ply;
    const flights = came.map((a) => {
      const moved = take((b) => b.card === a.card && b.kind === ".dropped") ?? take((b) => b.card === a.card && b.box) ?? before.spots.find((b) => b.card === a.card && b.box && (b.kind === ".tiles" || b.kind === ".hand" && isOwn(a.seat)));
      const from = moved?.box ?? (isNews && (before.won || a.kind !== ".hand") && home(a));
      return from && { copy: a.copy, from, to: a.box, face: a.face, comes: !moved };
    }).filter(Boolean);
    const gathered = gone.filter((b) => b.box && leaving.includes(b.kind)).map((b) => {
      const back = b.kind !== ".hand" && after.spots.find((a) => a.card === b.card && [".hand", ".tiles"].includes(a.kind));
      const held = b.kind === ".hand" && (!find(".hand") || after.spots.some((a) => a.card === b.card));
      const to = back ? back.box : (isNews && !held && end(b, before, after));
      return to && { copy: b.copy, from: b.box, to, fades: !back };
    }).filter(Boolean);
    const first = gathered.some((g) => g.fades) ? leg : 0;
    launch([...gathered.map((f, i) => ({ ...f, delay: Math.min(i, queue) * gap / 2 })), ...flights.map((f, i) => ({ ...f, delay: first + Math.min(i, queue) * gap }))]);
  }

  // launch lets cards fly. All land before any is seen in its place: a page that changed at each
  // landing would be painted as often.
  function launch(flights) {
    if (flights.length === 0) return;
    const sky = document.createElement("div");
    const end = leg + Math.max(...flights.map(({ delay }) => delay));
    sky.append(...flights.map(carrier));
    document.body.append(sky);
    const landings = flights.map((flight, i) => fly(sky.children[i], flight, end).finished);
    Promise.allSettled(landings).then(() => sky.remove());
  }

  // sizeOf returns the size of a copy in flight: a seat or a pile has no height.
  const sizeOf = ({ from, to }) => to.height ? to : from;

  function carrier(flight) {
    const { width, height } = sizeOf(flight);
    const flown = document.createElement("div");
    flown.className = "flown";
    flown.style.cssText = `width: ${width}px; height: ${height}px`;
    flown.append(flight.copy);
    return flown;
  }

  // home returns the place from which an unseen card comes: a seat, or a pile for a hand.
  function home({ card, kind, seat, box }) {
    if (kind === ".hand") return middle(byId("pile-" + card[0])?.closest("div") ?? find(".trn"), box);
    return seat && middle(isOwn(seat) ? find("#bar .hand") : part(seat, ".who, .called"), box);
  }

  // end returns the place to which a card leaves: the seat that gets it, or a pile.
  function end({ card, kind, to, box }, before, after) {
    const cleared = kind === ".errands" || kind === ".lane" && !after.spots.some((a) => a.kind === kind);
    const winner = Object.keys(after.won).find((one) => after.won[one] > before.won[one]);
    const seat = to || cleared && (winner ?? find(".lane.act")?.id);
    return middle(seat ? part(seat, ".tokens, .w, .sum") : byId("pile-" + card[0])?.closest("div") ?? byId("tab-discard"), box);
  }

  // part returns the part of a seat that stands for its hand or its winnings.
  const part = (seat, selector) => [...(byId(seat)?.querySelectorAll(selector) ?? [])].find(isShown) ?? byId(seat);

  // middle returns the place of a small card on the middle of an element.
  function middle(element, { width, height }) {
    if (!element || !isShown(element)) return null;
    const r = element.getBoundingClientRect();
    return { left: r.left + (r.width - small * width) / 2, top: r.top + (r.height - small * height) / 2, width: small * width };
  }

  // fly moves a copy of a card from one place to another. The card itself is seen in the end. One
  // duration for all flights wakes the page once: delays would wake it at each start and landing.
  function fly(flown, flight, end) {
    const { from, to, face, comes, fades, delay } = flight;
    const { width } = sizeOf(flight);
    const at = (box) => {
      const scale = Math.min(most, box.width / width);
      return `translate(${box.left + (box.width - scale * width) / 2}px, ${box.top}px) scale(${scale})`;
    };
    const [start, landed] = [{ transform: at(from), opacity: comes ? 0 : 1 }, { transform: at(to), opacity: fades ? 0 : 1 }];
    face?.animate({ opacity: [0, 0] }, { delay: end, duration: 1, fill: "backwards" }); // a delay costs no frames
    return flown.animate([
      start, { ...start, offset: delay / end, easing: "ease-in-out" }, { opacity: 1, offset: (delay + 0.1 * leg) / end }, { ...landed, offset: (delay + leg) / end }, landed,
    ], { duration: end, fill: "both" });
  }

  function settle() {
    if (document.hidden) return;
    const now = look("main [data-card]");
    if (seen?.match === now.match && !matchMedia("(prefers-reduced-motion: reduce)").matches) play(seen, now);
    seen = now;
  }

  document.addEventListener("htmx:before:swap", () => {
    if (!document.hidden) seen = look("main [data-card], .dropped");
  });
  document.addEventListener("tr:settled", settle);
  document.addEventListener("visibilitychange", settle);

  // The tab keeps the cards on the table for the next visit, without their places and the winnings.
  addEventListener("pagehide", () => {
    if (seen) sessionStorage.setItem("seen", JSON.stringify({ ...seen, spots: seen.spots.filter(({ kind }) => kind !== ".hand") }, ["match", "ply", "spots", "card", "kind", "zone"]));
  });
  seen = JSON.parse(sessionStorage.getItem("seen"));
  settle();
})();
