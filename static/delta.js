// Answers that leave out what the page has already. The page keeps its main element
// as it came from the server, untouched by other scripts, and names it by its tag
// (data-tag) when it asks for another. What the answer leaves out (data-same) is put
// back from there before the swap. Without this file answers are whole.
"use strict";

(() => {
  const within = (element) => element.querySelectorAll("*");

  let had = null;

  // keep remembers a main element, unless the server did not count as many elements
  // in it: extensions of browsers add some.
  function keep(main) {
    had = main?.dataset.tag.endsWith("-" + within(main).length) ? main.cloneNode(true) : null;
  }

  // fill puts back what an answer leaves out; stubs say where it is in document order.
  function fill(main, all) {
    let at = 0;
    for (const stub of main.querySelectorAll("[data-same]")) {
      let [skip, count = 1] = stub.dataset.same.split(" ").map(Number);
      for (at += skip; count-- && all[at]; at += 1 + within(all[at]).length) {
        const tail = all[at].nextSibling;
        stub.before(all[at].cloneNode(true));
        if (tail?.data) stub.before(tail.data);
      }
      stub.remove();
    }
  }

  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    ctx.had = had;
    if (had) ctx.request.headers["TR-Have"] = had.dataset.tag;
  });

  document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
    const main = tasks[0]?.fragment.querySelector("main[data-tag]");
    if (!main) return;
    if (ctx.had) fill(main, within(ctx.had));
    keep(main);
    if (ctx.had && !had) location.reload();
  });

  keep(document.querySelector("main[data-tag]"));
})();
