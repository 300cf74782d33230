package browser

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestAuditPutsBarsInTheirPlace audits a page on which a bar covers most of a link: a
// bar that sticks to the window's edge does so by chance, one that lies there for good.
func TestAuditPutsBarsInTheirPlace(t *testing.T) {
	tab := startTab(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(strings.ReplaceAll(`<!doctype html><html lang="en"><title>Bars</title><meta name="viewport" content="width=device-width">
<main><h1 style="margin:0;height:calc(100vh - 60px)">Bars</h1>
<a href="/under" style="display:block;height:40px;width:40px">under</a><a href="/next" style="display:block;height:40px;width:40px">next</a>
<p style="height:200vh">more</p><div style="position:POSITION;bottom:0;height:48px;width:100%;background:#fff"><a href="/over" style="display:block;height:48px">over</a></div></main></html>`,
			"POSITION", strings.TrimPrefix(r.URL.Path, "/"))))
	}))
	t.Cleanup(server.Close)
	for position, wrong := range map[string]bool{"sticky": false, "absolute": true} {
		if err := chromedp.Do(tab, chromedp.Navigate(server.URL+"/"+position)); err != nil {
			t.Fatal(err)
		}
		found, err := Violations(tab)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(strings.Join(found, " "), "target-size"); got != wrong {
			t.Errorf("%s: a link too small to touch is found: %v, want %v: %q", position, got, wrong, found)
		}
	}
}
