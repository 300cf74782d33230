// A fold that a person has opened stays open while the page changes, unless the change
// comes from what the person has done in it.
"use strict";

document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
  for (const fold of document.querySelectorAll("details[id][open]")) {
    if (!fold.contains(ctx.sourceElement)) tasks[0]?.fragment.querySelector("#" + fold.id)?.setAttribute("open", "");
  }
});
