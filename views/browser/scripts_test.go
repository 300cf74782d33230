package browser

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/chromedp/chromedp"

	"tableronde/static"
)

// Without the box for unsent input, unsent.js throws. The error is reported, and the scripts after
// it in the same file still run.
func TestScriptsFailAlone(t *testing.T) {
	tab := startTab(t)
	mux := http.NewServeMux()
	mux.Handle(static.Prefix, static.Handler())
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprintf(w, `<!doctype html><title>Scripts</title>
<script>failures = []; addEventListener("error", (event) => failures.push(event.message));</script>
<script defer src="%s"></script>
<script defer src="%s"></script>
<div class="contents"><ol><li><a href="#part">part</a></li></ol></div><h2 id="part">part</h2>
<div id="board"><div role="row"><div role="gridcell"><a href="?m=a" id="a">a</a></div></div></div>`, static.URL("site.js"), static.URL("book.js"))
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	if err := chromedp.Do(tab, chromedp.Navigate(server.URL)); err != nil {
		t.Fatal(err)
	}
	for _, fact := range []string{
		`failures.length > 0`,
		`Boolean(window.htmx?.ajax)`,
		`document.documentElement.classList.contains("scripted")`,    // by taps.js, before unsent.js
		`Boolean(document.querySelector('#board a[tabindex="0"]'))`,  // by grid.js, after it
		`"marked" in document.querySelector(".contents ol").dataset`, // by the script of the rules
	} {
		if is, err := chromedp.Run(tab, chromedp.Evaluate[bool](fact)); err != nil || !is {
			t.Errorf("%s is %v, %v", fact, is, err)
		}
	}
}
