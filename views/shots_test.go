package views

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"tableronde/static"
)

// TestShots photographs the samples for people to look at, and has axe look at
// them too. It runs only where TABLERONDE_SHOTS names a folder;
// TABLERONDE_SHOTS_ONLY narrows it to samples whose names contain a word.
func TestShots(t *testing.T) {
	dir := os.Getenv("TABLERONDE_SHOTS")
	if dir == "" {
		t.Skip("TABLERONDE_SHOTS is not set")
	}
	mux := http.NewServeMux()
	mux.Handle(static.Prefix, static.Handler())
	var names []string
	for _, lang := range []Lang{French, English} {
		for name, page := range samples(t, lang) {
			name += "-" + string(lang)
			names = append(names, name)
			mux.HandleFunc("/"+name, func(w http.ResponseWriter, r *http.Request) {
				if err := page.Render(r.Context(), w); err != nil {
					t.Error(err)
				}
			})
		}
	}
	slices.Sort(names)
	server := httptest.NewServer(mux)
	defer server.Close()
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("disable-dev-shm-usage", true))
	alloc, stop := chromedp.NewExecAllocator(t.Context(), opts...)
	defer stop()
	ctx, stop := chromedp.NewContext(alloc)
	defer stop()
	for _, name := range names {
		if only := os.Getenv("TABLERONDE_SHOTS_ONLY"); !strings.Contains(name, only) {
			continue
		}
		for _, theme := range []string{"light", "dark"} {
			for size, width := range map[string]int64{"360": 360, "768": 768, "1440": 1440} {
				shoot(t, ctx, server.URL+"/"+name, filepath.Join(dir, name+"-"+size+"-"+theme+".png"), theme, width)
			}
		}
	}
}

func shoot(t *testing.T, ctx context.Context, url, file, theme string, width int64) {
	t.Helper()
	height := map[int64]int64{360: 740, 768: 1024, 1440: 900}[width]
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(width, height)); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}},
	}); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(ctx, chromedp.Navigate(url)); err != nil {
		t.Fatal(err)
	}
	shot := chromedp.CaptureScreenshot()
	if os.Getenv("TABLERONDE_SHOTS_FULL") != "" {
		shot = chromedp.FullScreenshot(100)
	}
	audit(t, ctx, filepath.Base(file))
	png, err := chromedp.Run(ctx, shot)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, png, 0o644); err != nil {
		t.Fatal(err)
	}
}

// axe is vendored for the browser tests of the program.
const axe = "../cmd/tableronde/testdata/axe.min.js"

func audit(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	script, err := os.ReadFile(axe)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[bool](string(script)+";true")); err != nil {
		t.Fatal(err)
	}
	found, err := chromedp.Run(ctx, chromedp.Evaluate[[]string](`axe.run(document, {resultTypes: ["violations"],
		runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}).then(r =>
		r.violations.flatMap(v => v.nodes.slice(0, 2).map(n => v.id + ": " + n.html.slice(0, 200) + " " + n.failureSummary)))`,
		chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	for _, violation := range found {
		t.Errorf("%s: %s", name, violation)
	}
}
