// Steps through the positions of the file; without it each is a fold of the list.
"use strict";
(() => {
	const steps = [...document.querySelectorAll(".moves > li")];
	const by = (id) => document.getElementById(id);
	const first = document.querySelector(".moves").start;
	let at = -1;
	const show = (to, scroll) => {
		to = Math.max(0, Math.min(to, steps.length - 1));
		if (to === at) return;
		if (at >= 0) steps[at].removeAttribute("aria-current");
		at = to;
		const step = steps[at];
		const position = step.querySelector("details > :not(summary)");
		by("view").replaceChildren(...(position ? [position.cloneNode(true)] : []));
		by("told").textContent = step.querySelector("summary").textContent;
		by("note").textContent = step.querySelector(".note")?.textContent ?? "";
		by("count").textContent = by("count").dataset.text.replace("§", first + at);
		step.setAttribute("aria-current", "step");
		for (const [id, end] of [["first", 0], ["previous", 0], ["following", steps.length - 1], ["last", steps.length - 1]]) {
			if (at === end) by(id).setAttribute("aria-disabled", "true");
			else by(id).removeAttribute("aria-disabled");
		}
		if (scroll) step.scrollIntoView({ block: "nearest" });
	};
	const ways = {
		first: () => show(0, true), previous: () => show(at - 1, true),
		following: () => show(at + 1, true), last: () => show(steps.length - 1, true),
	};
	const keys = { Home: "first", ArrowLeft: "previous", ArrowRight: "following", End: "last" };
	document.documentElement.classList.add("live");
	by("show").hidden = false;
	for (const id in ways) by(id).addEventListener("click", ways[id]);
	steps.forEach((step, i) => {
		const details = step.firstElementChild;
		details.open = false;
		details.querySelector("summary").addEventListener("click", (e) => {
			e.preventDefault();
			show(i, false);
		});
	});
	addEventListener("keydown", (e) => {
		if (!keys[e.key] || e.ctrlKey || e.altKey || e.metaKey || e.shiftKey) return;
		e.preventDefault();
		ways[keys[e.key]]();
	});
	const asked = /^#s(\d+)$/.exec(location.hash);
	show(asked ? Number(asked[1]) - first : 0, false);
})();
