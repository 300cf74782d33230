// Marks the section that is being read in a table of contents, for eyes and for
// screen readers, and lets Escape close the table where it lies over the page.
{
  const list = document.querySelector(".contents ol");
  const links = list ? [...list.querySelectorAll("a")] : [];
  const sections = links.map((link) => document.getElementById(link.hash.slice(1)));

  // The present section is the last one whose beginning has been scrolled to, or the one that
  // the address names while it begins at the top of the window: the next may be close below it,
  // and at the end of the page it cannot come up to the top.
  const mark = () => {
    const line = innerHeight / 4, ends = scrollY + innerHeight > document.documentElement.scrollHeight - 2;
    let present = -1;
    sections.forEach((section, i) => {
      if (section && section.getBoundingClientRect().top <= line) present = i;
    });
    const named = sections.findIndex((section) => section && "#" + section.id === location.hash);
    const top = sections[named]?.getBoundingClientRect().top;
    if (top >= -2 && top <= (ends ? innerHeight : line)) present = named;
    links.forEach((link, i) => {
      if (i !== present) return link.removeAttribute("aria-current");
      if (link.hasAttribute("aria-current")) return;
      link.setAttribute("aria-current", "location");
      show(link);
    });
  };

  // show scrolls the table, never the page.
  const show = (link) => {
    const box = list.parentElement;
    if (!box.offsetParent && getComputedStyle(box).position !== "fixed") return;
    const over = link.getBoundingClientRect(), seen = box.getBoundingClientRect();
    if (over.top < seen.top + 48 || over.bottom > seen.bottom - 16) box.scrollTop += over.top - seen.top - seen.height / 2;
  };

  if (links.length > 0) {
    let waiting = false;
    list.dataset.marked = "";
    addEventListener("scroll", () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        mark();
      });
    }, { passive: true });
    addEventListener("hashchange", () => {
      mark();
      const present = list.querySelector("[aria-current]");
      if (present && location.hash === "#contents") show(present);
    });
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && location.hash === "#contents") location.hash = "rail";
    });
    mark();
  }
}
