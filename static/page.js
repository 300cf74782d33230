// The pages that change in place (main with data-url: a match, a position that
// is set up), after each swap: the address says what is shown, the focus and the
// list of moves stay where one is, and what changed is said once. When all that
// is done, "tr:settled" tells the other scripts.
"use strict";

(() => {
  const page = () => document.querySelector("main[data-url]");
  const live = document.getElementById("live");

  let focused = ""; // id of what had the focus before a swap
  let said = "";
  let heard = ""; // id of the message that was said

  // settle brings address and fields in line with what was swapped in.
  function settle() {
    const { url } = page().dataset;
    if (url && url !== location.pathname + location.search) history.replaceState(history.state, "", url);
    const typed = document.getElementById("type");
    if (typed?.defaultValue) typed.value = typed.defaultValue;
  }

  // reveal scrolls the list of moves, and it alone, to the present one.
  function reveal() {
    const list = document.querySelector("main[data-url] .scroll");
    const now = list?.querySelector(".staged, .now");
    if (now) list.scrollTop = now.offsetTop - list.clientHeight / 2;
  }

  // refocus gives back the focus that a swap took away.
  function refocus() {
    if (!focused || document.activeElement !== document.body) return;
    const again = document.getElementById(focused) ?? document.getElementById("confirm") ?? document.querySelector('#board a[tabindex="0"]');
    (again ?? page()).focus({ preventScroll: true });
  }

  // spoken is what the page says of itself; where pieces are set up, first what
  // stands on the square that was touched.
  function spoken() {
    const link = page().id === "setup" && document.activeElement?.closest?.('#board [role="gridcell"] a');
    return (link ? link.getAttribute("aria-label") + ". " : "") + page().dataset.say + message();
  }

  // message is a message of another person that has just come.
  function message() {
    const line = document.querySelector(".heard");
    const old = !line || line.id === heard;
    heard = line?.id ?? heard;
    return old ? "" : " " + line.textContent;
  }

  function say(text) {
    if (text && text !== said) live.textContent = text;
    said = text;
  }

  document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
    const active = document.activeElement;
    focused = page()?.contains(active) ? active.id : "";
    if (ctx.target !== page() || !focused) return;
    const stays = tasks[0]?.fragment.querySelector(`${active.localName}#${CSS.escape(focused)}`);
    if (!stays) active.blur(); // to remove what has the focus would ask for a layout
  });

  document.addEventListener("htmx:after:swap", () => {
    if (!page()) return;
    settle();
    refocus();
    document.dispatchEvent(new Event("tr:settled"));
    say(spoken());
    requestAnimationFrame(reveal); // with the layout of the frame
  });

  // A box for moves is empty after one was sent, and keeps what is in it otherwise. Whoever
  // has typed a move goes on to confirm it.
  document.addEventListener("tr:sent", ({ detail: { tap, answered } }) => {
    const box = document.getElementById("type");
    if (!answered || !tap.form || !box || box.defaultValue) return;
    box.value = "";
    if (tap.form.id === "typed") document.querySelector("#confirm[type=submit]")?.focus({ preventScroll: true });
  });

  // A move that cannot go on is sent by itself where the page says so, after the seconds
  // that it gives (data-final), or before the page goes away. A move that was refused, or
  // taken back, stays to be looked at.
  let sent;
  let timer = 0;

  function send() {
    timer = 0;
    document.querySelector("#confirm[data-final]")?.form.requestSubmit();
  }

  document.addEventListener("tr:settled", () => {
    const button = document.querySelector("#confirm[data-final]");
    const move = button && new FormData(button.form).getAll("action").join(";");
    const seconds = Number(button?.dataset.final);
    if (move !== sent) {
      clearTimeout(timer);
      timer = seconds > 0 ? setTimeout(send, 1000 * seconds) : 0;
      sent = move;
      if (seconds === 0) send();
    }
    if (timer) button.classList.add("going-out");
  });
  addEventListener("pagehide", () => {
    const form = document.querySelector("#confirm.going-out")?.form;
    if (form) fetch(form.getAttribute("action"), { method: "post", body: new URLSearchParams(new FormData(form)), keepalive: true });
  });

  // The key n leads to the next match, for those who wish it so; from pages without a
  // link to it, to the list of those that wait.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "n" || !("keys" in document.body.dataset) || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
    (document.querySelector("#next-match, #next") ?? document.querySelector("#turns:not([data-turns='0'])"))?.click();
  });

  // A bar higher than two fifths of the window does not stick to its edge, where it would
  // hide the table.
  function loosen() {
    const { classList } = document.documentElement;
    classList.remove("high-bar"); // which makes the bar lower
    classList.toggle("high-bar", page()?.querySelector(".bar")?.offsetHeight > 0.4 * innerHeight);
  }
  addEventListener("resize", loosen);

  said = page()?.dataset.say ?? "";
  reveal();
  loosen();
})();
