package kutschke

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
	"tableronde/views"
)

// TestShots photographs the samples for people to look at. It runs only where
// TABLERONDE_SHOTS names a folder; TABLERONDE_SHOTS_ONLY narrows it to samples
// whose names contain one of some words.
func TestShots(t *testing.T) {
	dir := os.Getenv("TABLERONDE_SHOTS")
	if dir == "" {
		t.Skip("TABLERONDE_SHOTS is not set")
	}
	mux := http.NewServeMux()
	mux.Handle(static.Prefix, static.Handler())
	var names []string
	for _, lang := range []views.Lang{views.French, views.English} {
		for name, page := range samples(t, lang) {
			name += "-" + string(lang)
			names = append(names, name)
			mux.Handle("/"+name, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if err := page.Render(r.Context(), w); err != nil {
					t.Error(err)
				}
			}))
		}
	}
	slices.Sort(names)
	server := httptest.NewServer(mux)
	defer server.Close()
	alloc, stop := chromedp.NewExecAllocator(t.Context(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("disable-dev-shm-usage", true))...)
	defer stop()
	ctx, stop := chromedp.NewContext(alloc)
	defer stop()
	only := strings.Fields(os.Getenv("TABLERONDE_SHOTS_ONLY"))
	for _, name := range names {
		if len(only) > 0 && !slices.ContainsFunc(only, func(word string) bool { return strings.Contains(name, word) }) {
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
	if wide, err := chromedp.Run(ctx, chromedp.Evaluate[float64]("document.documentElement.scrollWidth - innerWidth")); err != nil || wide > 0 {
		t.Errorf("%s is %v px too wide (%v)", file, wide, err)
	}
	shot := chromedp.CaptureScreenshot()
	if os.Getenv("TABLERONDE_SHOTS_FULL") != "" {
		shot = chromedp.FullScreenshot(100)
	}
	png, err := chromedp.Run(ctx, shot)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, png, 0o644); err != nil {
		t.Fatal(err)
	}
}
