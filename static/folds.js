// A fold that a person has opened stays open while the page changes, unless the change
// comes from what the person has done in it.
"use strict";

document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
  for (const fold of document.querySelectorAll("details[id][open]")) {
    if (!fold.contains(ctx.sourceElement)) tasks[0]?.fragment.querySelector("#" + fold.id)?.setAttribute("open", "");
  }
});

// Some browsers do not open a fold when the address names something in it.
const openNamed = () => {
  const named = document.getElementById(location.hash.slice(1));
  let fold = named?.closest("details:not([open])");
  if (!fold) return;
  for (; fold; fold = fold.parentElement.closest("details:not([open])")) fold.open = true;
  named.scrollIntoView();
};
addEventListener("hashchange", openNamed);
openNamed();
