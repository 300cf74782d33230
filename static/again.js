// The moves of the others since the visitor was last here run over the board in turn, leg by leg,
// once they come into view, and captured pieces fade. "Show again" runs them more slowly. Where
// motion is unwanted, the way of the last move is drawn instead. A line of the news runs its move
// alone. Without this file the links lead to the positions before or after the moves.
"use strict";

(() => {
  const slow = 450; // milliseconds of a leg, and as long before a move and after the last
  const brisk = 200; // the same of moves that have just come
  const longest = 4000; // milliseconds of such moves

  // parse reads the tracks of a film (board.Moving.Film).
  const parse = (film) => film.split(";").map((track) => {
    const [symbol, end, ...numbers] = track.split(" ");
    const stops = [];
    for (let i = 0; i < numbers.length; i += 3) stops.push(numbers.slice(i, i + 3).map(Number));
    return { symbol, end, stops, fall: end.startsWith("x") ? Number(end.slice(1)) : 0 };
  });

  // run moves copies of the pieces while the pieces themselves are unseen: squares drawn later
  // than their own would cover them.
  function run(film, pace) {
    const tracks = parse(film);
    const legs = 1 + Math.max(...tracks.flatMap(({ stops, fall }) => [fall, ...stops.map(([time]) => time)]));
    const timing = { duration: legs * (pace ?? Math.min(brisk, longest / legs)), easing: "linear" };
    const board = document.getElementById("board");
    for (const copy of board.querySelectorAll(".again-piece")) copy.remove();
    for (const { symbol, end, stops, fall } of tracks) {
      const copy = document.createElementNS("http://www.w3.org/2000/svg", "g");
      copy.setAttribute("class", "again-piece");
      copy.append(document.createElementNS("http://www.w3.org/2000/svg", "use"));
      copy.firstChild.setAttribute("href", "#" + symbol);
      document.getElementById("lastpath").parentNode.append(copy);
      const frames = stops.map(([time, x, y]) => ({ translate: `${x}px ${y}px`, offset: time / legs, easing: "ease-in-out" }));
      copy.animate([...frames, { ...frames.at(-1), offset: 1 }], timing).finished.catch(() => {}).finally(() => copy.remove());
      if (fall) copy.animate([{ opacity: 1 }, { opacity: 1, offset: (fall - 1) / legs }, { opacity: 0, offset: fall / legs }, { opacity: 0 }], timing);
      else hide(board.querySelector(`#sq-${end} > g:has(> use)`), timing);
    }
    for (const ghost of board.querySelectorAll(".fallen")) hide(ghost, timing);
  }

  const hide = (element, { duration }) => element?.animate({ opacity: [0, 0] }, { delay: duration, duration: 1, fill: "backwards" }); // a delay costs no frames
  const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

  // playNews runs the moves that the page tells of, once in this tab.
  function playNews() {
    const film = document.querySelector("#again[data-film]")?.dataset.film;
    const path = document.getElementById("lastpath");
    const { match, ply } = document.querySelector("main").dataset;
    if (document.hidden || !film || !path?.animate || sessionStorage.getItem(match) === ply) return;
    sessionStorage.setItem(match, ply);
    if (isStill()) path.classList.add("shown");
    else run(film);
  }

  addEventListener("click", (event) => { // on the window: before taps.js
    const link = event.target.closest?.("a[data-film]");
    const film = link?.dataset.film;
    const path = document.getElementById("lastpath");
    if (!film || !path?.animate || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const still = isStill();
    if (still && !link.id) return; // the position after the move shows its way
    link.closest("[popover]")?.hidePopover();
    event.preventDefault();
    event.stopImmediatePropagation();
    document.getElementById("board").scrollIntoView({ block: "nearest", behavior: still ? "auto" : "smooth" });
    if (still) path.classList.toggle("shown");
    else run(film, slow);
  }, true);

  document.addEventListener("tr:settled", playNews);
  document.addEventListener("visibilitychange", playNews);
  playNews();
})();
