// Second taps. Whoever has just confirmed something and taps the same place once
// more, or presses the same key, did not mean what has come there meanwhile: for
// a second after the answer such a tap does nothing, unless something else was
// tapped in between. Of a tap that only looks, or leads to another page, that holds
// for what would post.
"use strict";

(() => {
  const rest = 1000; // ms
  const slack = 8; // px around what was tapped
  const kept = "table-ronde-tapped"; // in sessionStorage, for the page that a form leads to

  let last = null; // what was tapped: {rect, keyed, selector, posted, until}

  function set(tap) {
    last = tap;
    document.documentElement.classList.toggle("resting", Boolean(tap?.posted));
    if (tap && tap.until < Infinity) setTimeout(() => { if (last === tap) set(null); }, tap.until - performance.now());
  }

  const within = (rect, x, y) => x >= rect.left - slack && x <= rect.right + slack && y >= rect.top - slack && y <= rect.bottom + slack;

  // posts tells whether a control posts, and is another one than was tapped.
  function posts(target) {
    const button = target.closest?.("button");
    return button?.type === "submit" && button.form?.method === "post" && !(last.selector && button.matches(last.selector));
  }

  function stop(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  document.addEventListener("click", (event) => {
    if (!last || !event.isTrusted || event.detail === 0) return;
    if (last.keyed || !within(last.rect, event.clientX, event.clientY)) {
      set(null);
      return;
    }
    if (last.posted || posts(event.target)) stop(event);
  }, true);

  document.addEventListener("keydown", (event) => {
    if (!last?.keyed || !event.isTrusted) return;
    if (event.key !== "Enter" && event.key !== " ") set(null);
    else if (last.posted || posts(document.activeElement)) stop(event);
  }, true);

  document.addEventListener("tr:sending", ({ detail: tap }) => {
    if (tap.rect) set({ rect: tap.rect, keyed: tap.keyed, selector: tap.selector, posted: Boolean(tap.form?.hasAttribute("hx-post")), until: Infinity });
  });

  document.addEventListener("tr:sent", ({ detail: { answered } }) => {
    if (last) set(answered ? { ...last, until: performance.now() + rest } : null);
  });

  // A form that leads to another page hands the tap on.
  document.addEventListener("submit", (event) => {
    const rect = event.submitter?.getBoundingClientRect();
    if (!rect || event.target.matches("[hx-post], [hx-get]")) return;
    const { left, right, top, bottom } = rect;
    store((storage) => storage.setItem(kept, JSON.stringify({ left, right, top, bottom, at: Date.now() })));
  });

  // store uses the storage of the tab, which browsers without cookies refuse.
  function store(use) {
    try { return use(sessionStorage); } catch { return null; }
  }

  const before = JSON.parse(store((storage) => storage.getItem(kept)));
  store((storage) => storage.removeItem(kept));
  if (before && Date.now() - before.at < 20 * rest) set({ rect: before, posted: false, until: performance.now() + rest });
})();
