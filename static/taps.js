// Taps on a page that changes in place (main with data-url). Links within it swap
// its main element alone; all others lead away as links do. A press is marked. A tap
// keeps the mark, and is given to its control once the mark is painted. While an
// answer is under way, taps and keys wait: each is then given to the control of the
// same id on the page that came, so that it means what it means there. An answer that
// does not come is told by what was tapped; nothing is lost, and one tap sends it
// again with all that waits. Without this file the pages work by reloading.
"use strict";

(() => {
  const back = "#keep[href], #restart[href]"; // what Escape does
  const most = 40; // taps that wait
  const page = () => document.querySelector("main[data-url]");
  const underway = new Set(); // requests whose answers change the page

  let waiting = []; // taps to come, the oldest first
  let current = null; // the tap whose answer is awaited
  let next = null; // the tap whose request is about to begin
  let failed = false; // the answer to waiting[0] has not come
  let replayed = null; // the tap that is given to the page now
  let held = false; // a key repeats by itself
  let leaving = false;
  let marked = null; // the control under the mark

  document.documentElement.classList.add("scripted");

  // ------------------------------------------------------------------- tapping

  document.addEventListener("click", (event) => {
    const control = event.target.closest?.("a, button");
    if (!window.htmx || !control || !page()?.contains(control)) return;
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const tap = tapOn(control, event);
    if (!tap) return;
    const busy = isBusy();
    if (!replayed && (busy || tap.href || tap.form)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      wait(tap);
      if (!busy) afterPaint(play);
    } else if (tap.href) {
      event.preventDefault();
      follow(tap);
    } else if (tap.form) {
      next = { ...tap, copy: copyOf(tap.form) };
      mark(tap.control);
    }
  }, true);

  // afterPaint does the work of a tap once its mark is seen.
  function afterPaint(work) {
    if (document.hidden) work();
    else requestAnimationFrame(() => setTimeout(work));
  }

  // tapOn describes a tap on a control of the page, null where it leads elsewhere
  // or is the business of another script.
  function tapOn(control, event) {
    const href = control.getAttribute("href");
    const form = control.type === "submit" ? control.form : null;
    const { keyed, rect } = replayed ?? { keyed: event.detail === 0, rect: control.getBoundingClientRect() };
    const tap = { selector: control.id && "#" + CSS.escape(control.id), control, keyed, rect };
    if (href !== null) {
      const url = new URL(href, location.href);
      if (url.pathname !== location.pathname || control.matches("[download], #digest-link")) return null;
      return { ...tap, href: url.pathname + url.search };
    }
    if (form?.matches("[hx-post], [hx-get]")) return { ...tap, form, typed: typedIn(form) };
    return control.hasAttribute("aria-disabled") ? tap : null;
  }

  // copyOf is a form that posts the same as another, to be posted once more.
  function copyOf(form) {
    const copy = document.createElement("form");
    for (const name of ["method", "action", "hx-post", "hx-get", "hx-target", "hx-swap"]) {
      if (form.hasAttribute(name)) copy.setAttribute(name, form.getAttribute(name));
    }
    for (const [name, value] of new FormData(form)) {
      const field = document.createElement("input");
      Object.assign(field, { type: "hidden", name, value });
      copy.append(field);
    }
    return copy;
  }

  // typedIn is what has been typed into a form, by id of the field.
  function typedIn(form) {
    return [...form.elements].filter((field) => field.id && field.value !== field.defaultValue).map((field) => [field.id, field.value]);
  }

  // A script that wants one position, whatever page is shown by then, says where
  // that is.
  document.addEventListener("tr:follow", ({ detail: { control, href } }) => {
    if (!window.htmx) location.assign(href);
    else if (isBusy()) wait({ control, href, keyed: true });
    else follow({ control, href, keyed: true });
  });

  // follow asks for the page that a tap leads to.
  function follow(tap) {
    next = tap;
    mark(tap.control);
    htmx.ajax("GET", tap.href, { source: page(), target: "#" + page().id });
  }

  function touch(control) {
    control.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }

  document.addEventListener("keydown", (event) => {
    held = event.repeat;
    if (event.key !== "Escape" || event.defaultPrevented || event.metaKey || event.altKey || !page()) return;
    const control = document.querySelector(back);
    if (control) {
      event.preventDefault();
      touch(control);
    } else if (underway.size > 0) {
      wait({ selector: back });
    }
  });
  document.addEventListener("keyup", () => { held = false; });

  // ------------------------------------------------------------------- marking

  // The mark lies over the control in a layer of its own, so that moving it costs no paint.
  // Taps that wait for another have a class in its place.
  const layer = document.body.appendChild(document.createElement("div"));
  layer.className = "pressed";

  // mark lays the layer over a control, less a margin for round corners, or aside.
  function mark(control) {
    marked = control;
    const r = control?.getBoundingClientRect();
    layer.style.transform = r ? `matrix(${r.width - 4}, 0, 0, ${r.height - 4}, ${r.x + 2}, ${r.y + 2})` : "";
  }

  document.addEventListener("pointerdown", ({ target }) => {
    const control = target.closest?.("a[href], button");
    if (!isBusy() && page()?.contains(control)) mark(control);
  });
  const release = () => setTimeout(() => { if (!isBusy()) mark(); }, 100); // the click comes before
  addEventListener("pointerup", release);
  addEventListener("pointercancel", release);
  addEventListener("scroll", () => mark(marked), true);

  // ------------------------------------------------------------------- waiting

  const isBusy = () => underway.size > 0 || waiting.length > 0;

  function wait(tap) {
    const again = (other) => tap.selector && tap.selector === other?.selector;
    if (failed && again(waiting[0])) {
      resend();
      return;
    }
    if (again(waiting.at(-1) ?? current) && (held || tap.control?.matches("button, #confirm"))) return; // a double tap
    if (waiting.length >= most) return;
    if (!isBusy()) mark(tap.control);
    else tap.control?.classList.add("tapped");
    waiting.push(tap);
  }

  // play gives the taps that wait to the page, until one of them asks for another.
  function play() {
    while (waiting.length > 0 && underway.size === 0 && !failed) replay(waiting.shift());
    for (const tap of waiting) if (tap.selector) document.querySelector(tap.selector)?.classList.add("tapped");
  }

  // replay gives one tap to the control of the same id, unless that leads away by
  // now.
  function replay(tap) {
    replayed = tap;
    for (const [id, value] of tap.typed ?? []) {
      const field = document.getElementById(id);
      if (field) field.value = value;
    }
    const control = tap.selector ? document.querySelector(tap.selector) : null;
    if (control && tapOn(control)) touch(control);
    else if (!tap.selector && tap.href) follow(tap);
    replayed = null;
  }

  // ------------------------------------------------------------------- answers

  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    if (!page() || ctx.target !== page()) return;
    underway.add(ctx);
    const form = ctx.sourceElement.closest("form");
    if (!next || (form ? next.form !== form : !next.href)) return;
    current = next;
    current.ctx = ctx;
    next = null;
    document.dispatchEvent(new CustomEvent("tr:sending", { detail: current }));
  });

  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (!underway.delete(ctx)) return;
    if (ctx === current?.ctx) finish(ctx.fits, ctx.response);
    queueMicrotask(() => { if (underway.size === 0 && !failed) play(); });
  });

  function finish(answered, response) {
    const tap = current;
    current = null;
    document.dispatchEvent(new CustomEvent("tr:sent", { detail: { tap, answered } }));
    if (answered || leaving) {
      tap.control.classList.remove("tapped");
      mark();
      tap.copy?.remove();
      return;
    }
    fail(tap, response);
  }

  function fail(tap, response) {
    failed = true;
    waiting.unshift(tap);
    document.dispatchEvent(new CustomEvent("tr:unsent", { detail: { tap, response } }));
  }

  // ----------------------------------------------------- what could not be sent

  // resend sends what failed once more, and then all that waits. A form is posted
  // as it was, with its key, so that what did arrive is not played twice.
  function resend() {
    if (!failed) return;
    failed = false;
    document.dispatchEvent(new Event("tr:resending"));
    const tap = waiting.shift();
    if (!tap.copy) {
      replay(tap);
      if (underway.size === 0) play();
      return;
    }
    next = tap;
    tap.form = tap.copy;
    document.getElementById("unsent").append(tap.copy);
    htmx.process(tap.copy);
    tap.copy.requestSubmit();
  }

  document.addEventListener("tr:resend", resend);
  document.addEventListener("tr:kept", ({ detail: copy }) => fail({ copy, control: page(), selector: "#bar" }));
  document.addEventListener("tr:forget", () => {
    waiting = [];
    failed = false;
    for (const control of document.querySelectorAll("main .tapped")) control.classList.remove("tapped");
    mark();
  });

  // Whoever leaves the page does not wait for its answers.
  addEventListener("beforeunload", () => {
    leaving = true;
    setTimeout(() => { leaving = false; }, 3000);
  });
  addEventListener("pageshow", () => { leaving = false; });
})();
