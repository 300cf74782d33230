package browser

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/a-h/templ"
	"github.com/chromedp/chromedp"

	"tableronde/static"
)

// shotLooks are the looks of screenshots.
var shotLooks = []Look{
	{Width: 360}, {Width: 768}, {Width: 1440}, {Width: 360, Dark: true}, {Width: 768, Dark: true}, {Width: 1440, Dark: true},
}

// Shots takes screenshots of pages for people, and checks the pages like Check. It runs only if
// TABLERONDE_SHOTS names a folder. TABLERONDE_SHOTS_ONLY selects pages by words in their names.
// TABLERONDE_SHOTS_LOOK names other looks: "360-light 740x360-dark-touch". With
// TABLERONDE_SHOTS_FULL it takes the whole page.
func Shots(t *testing.T, pages map[string]templ.Component) {
	t.Helper()
	dir := os.Getenv("TABLERONDE_SHOTS")
	if dir == "" {
		t.Skip("TABLERONDE_SHOTS is not set")
	}
	only, looks := strings.Fields(os.Getenv("TABLERONDE_SHOTS_ONLY")), shotLooks
	if names := strings.Fields(os.Getenv("TABLERONDE_SHOTS_LOOK")); len(names) > 0 {
		looks = nil
		for _, name := range names {
			look, err := ParseLook(name)
			if err != nil {
				t.Fatal(err)
			}
			looks = append(looks, look)
		}
	}
	v := visit(t, pages)
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		if len(only) > 0 && !slices.ContainsFunc(only, func(word string) bool { return strings.Contains(name, word) }) {
			continue
		}
		for _, look := range looks {
			v.check(name, look)
			v.photograph(filepath.Join(dir, name+"-"+look.String()+".png"))
		}
	}
}

// Check fails the test if axe finds a fault in a page, or a page is wider than its window. Each
// page is checked in one look, and the looks take turns.
func Check(t *testing.T, pages map[string]templ.Component, names ...string) {
	t.Helper()
	looks := []Look{{Width: 360}, {Width: 360, Dark: true}, {Width: 1440, Dark: true}, {Width: 360, Forced: true}}
	v := visit(t, pages)
	for i, name := range names {
		v.check(name, looks[i%len(looks)])
	}
}

// CheckForced works like Check with the system's colors, light and dark.
func CheckForced(t *testing.T, pages map[string]templ.Component, names ...string) {
	t.Helper()
	v := visit(t, pages)
	for _, name := range names {
		v.check(name, Look{Width: 360, Forced: true})
		v.check(name, Look{Width: 1440, Dark: true, Forced: true})
	}
}

// visitor is a browser that visits pages.
type visitor struct {
	t   *testing.T
	tab context.Context
	url string
}

// startTab starts a browser for a test, and ends it with the test. It skips a short test, and a
// test without a browser unless one is required.
func startTab(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("takes a browser")
	}
	tab, err := Start(context.Background())
	switch {
	case errors.Is(err, errNone) && os.Getenv("TABLERONDE_REQUIRE_CHROMIUM") == "":
		t.Skip(err)
	case err != nil:
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := chromedp.Cancel(tab); err != nil {
			t.Error(err)
		}
	})
	return tab
}

// visit opens a browser whose addresses are the names of the pages.
func visit(t *testing.T, pages map[string]templ.Component) visitor {
	t.Helper()
	tab := startTab(t)
	mux := http.NewServeMux()
	mux.Handle(static.Prefix, static.Handler())
	mux.HandleFunc("/events", func(w http.ResponseWriter, r *http.Request) { serveSilentStream(w, r, t.Context().Done()) })
	for name, page := range pages {
		mux.Handle("/"+name, templ.Handler(page))
	}
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return visitor{t, tab, server.URL}
}

// open opens a page by its name.
func (v visitor) open(name string) {
	v.t.Helper()
	if err := chromedp.Do(v.tab, chromedp.Navigate(v.url+"/"+name)); err != nil {
		v.t.Fatal(err)
	}
}

// ask fails the test for each fault that a script finds in the open page.
func (v visitor) ask(name string, look Look, script string) {
	v.t.Helper()
	faults, err := chromedp.Run(v.tab, chromedp.Evaluate[[]string](script))
	if err != nil {
		v.t.Fatalf("%s, %v: %v", name, look, err)
	}
	for _, fault := range faults {
		v.t.Errorf("%s, %v: %s", name, look, fault)
	}
}

// check opens a page in a look.
func (v visitor) check(name string, look Look) {
	v.t.Helper()
	if err := look.apply(v.tab); err != nil {
		v.t.Fatal(err)
	}
	v.open(name)
	wide, err := chromedp.Run(v.tab, chromedp.Evaluate[float64]("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
	if err != nil {
		v.t.Fatal(err)
	}
	if wide > 0 {
		v.t.Errorf("%s, %v: the page is %.0f px wider than the window", name, look, wide)
	}
	violations, err := Violations(v.tab)
	if err != nil {
		v.t.Fatal(err)
	}
	for _, violation := range violations {
		v.t.Errorf("%s, %v: %s", name, look, violation)
	}
}

// photograph takes a screenshot of the open page.
func (v visitor) photograph(file string) {
	v.t.Helper()
	shot := chromedp.CaptureScreenshot()
	if os.Getenv("TABLERONDE_SHOTS_FULL") != "" {
		shot = chromedp.FullScreenshot(100)
	}
	png, err := chromedp.Run(v.tab, shot)
	if err != nil {
		v.t.Fatal(err)
	}
	if err := os.WriteFile(file, png, 0o644); err != nil {
		v.t.Fatal(err)
	}
}

// serveSilentStream answers the request for the event stream without any events, so that pages do
// not look offline.
func serveSilentStream(w http.ResponseWriter, r *http.Request, over <-chan struct{}) {
	w.Header().Set("Content-Type", "text/event-stream")
	if err := http.NewResponseController(w).Flush(); err != nil {
		return
	}
	select {
	case <-over:
	case <-r.Context().Done():
	}
}
