package browser

import (
	"fmt"
	"testing"

	"github.com/a-h/templ"
)

// Phone is a small phone, upright: 360 by 740.
var Phone = Look{Width: 360}

// InSight fails unless all that a selector finds in pages of matches lies within
// the window without scrolling, and nothing of it under the bar.
func InSight(t *testing.T, pages map[string]templ.Component, look Look, selector string, names ...string) {
	t.Helper()
	Ask(t, pages, look, fmt.Sprintf(`(() => {
		const bar = document.getElementById("bar").getBoundingClientRect(), found = [...document.querySelectorAll(%q)];
		const outside = found.filter(e => {
			const r = e.getBoundingClientRect();
			return r.top < 0 || r.left < 0 || r.right > innerWidth + .5 || r.bottom > (e.closest("#bar") ? innerHeight : bar.top) + .5;
		});
		return [found.length ? "" : "nothing is found", ...outside.map(e => (e.id || e.className) + " ends at " + Math.round(e.getBoundingClientRect().bottom) + ", the bar begins at " + Math.round(bar.top))].filter(Boolean);
	})()`, selector), names...)
}
