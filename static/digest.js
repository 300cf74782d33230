// The rules on one screen open over the page as a dialog, and closing it leaves the page as it
// was. Without this file their link shows the page again, with the rules over it.
"use strict";

(() => {
  const opener = "#digest-link";
  const given = () => document.querySelector("dialog#digest");

  // raise shows the rules until they are closed.
  function raise(digest) {
    digest.removeAttribute("open");
    digest.setAttribute("closedby", "any");
    digest.addEventListener("close", () => {
      digest.remove();
      document.querySelector(opener)?.focus();
    });
    digest.querySelector(".shut").addEventListener("click", (event) => {
      event.preventDefault();
      digest.close();
    });
    digest.addEventListener("keydown", (event) => event.stopPropagation()); // the keys of the match
    digest.showModal();
  }

  // styled waits for the style sheet of the rules.
  const styled = (digest) => new Promise((done) => {
    digest.querySelector("link").onload = digest.querySelector("link").onerror = done;
  });

  // The window hears of a tap before the script that swaps pages.
  addEventListener("click", async (event) => {
    const link = event.target.closest?.(opener);
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    try {
      const page = new DOMParser().parseFromString(await (await fetch(link.href)).text(), "text/html");
      const digest = page.querySelector("dialog#digest");
      if (given()) return;
      digest.removeAttribute("open");
      document.body.append(digest);
      await styled(digest);
      raise(digest);
    } catch {
      location.assign(link.href);
    }
  }, true);

  // The page came with the rules over it.
  const digest = given();
  if (digest) {
    document.querySelector("main").inert = false;
    history.replaceState(history.state, "", digest.querySelector(".shut").href);
    raise(digest);
  }
})();
