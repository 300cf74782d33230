// The buttons beside a link or a text with one: copy it, or hand it to another app.
// What the browser cannot do is not offered.
"use strict";

(() => {
  const live = document.getElementById("live");

  function offer() {
    for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
    for (const button of document.querySelectorAll("[data-copy]")) button.hidden = !!navigator.share || !navigator.clipboard;
  }

  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-copy], [data-share]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy ?? button.dataset.share);
    try {
      if (button.dataset.share) {
        await navigator.share(field.type === "url" ? { title: document.title, text: field.labels[0].innerText, url: field.value } : { text: field.value });
        return;
      }
      await navigator.clipboard.writeText(field.value);
      live.textContent = button.textContent = button.dataset.done;
    } catch (error) {
      if (error.name !== "AbortError") field.select(); // not allowed: the link is ready to be copied by hand
    }
  });

  document.addEventListener("htmx:after:swap", offer);
  offer();
})();
