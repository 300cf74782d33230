package static

import (
	"io/fs"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A sheet has the content of its files one after the other.
func TestStyleSheets(t *testing.T) {
	for _, set := range familySets {
		for _, match := range []bool{false, true} {
			url := StyleURL(match, set)
			w := get(t, url, http.Header{})
			if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "text/css; charset=utf-8" || !strings.Contains(w.Header().Get("Cache-Control"), "immutable") {
				t.Fatalf("GET %s = %d, %v", url, w.Code, w.Header())
			}
			var all strings.Builder
			for _, s := range sheets {
				want := s.need == always || slices.Contains(set, s.name) || s.need == aside && !(match && slices.Contains(set, cards))
				if loaded := slices.Contains(Parts(url), s.name); loaded != want {
					t.Errorf("%s is made of %s: %v", url, s.name, loaded)
				} else if loaded {
					text := Source(s.name)
					if match && slices.Contains(set, cards) {
						text = ofBoards.ReplaceAllString(text, "")
					}
					all.WriteString(minified(cssType, text))
				}
			}
			if diff := cmp.Diff(strings.SplitAfter(all.String(), "}"), strings.SplitAfter(w.Body.String(), "}")); diff != "" {
				t.Errorf("%s (-files +sheet):\n%s", url, diff)
			}
		}
	}
	if url := StyleURL(false, []string{"knizia.css"}); get(t, url, http.Header{}).Code != http.StatusNotFound {
		t.Error("there is a sheet for a set of families that no page has")
	}
}

// The part between the marks of boards consists of whole rules, outside and inside of @media.
func TestMarksOfBoards(t *testing.T) {
	names, err := fs.Glob(files, "*.css")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text := Source(name)
		if left := ofBoards.ReplaceAllString(text, ""); strings.Contains(left, "boards: */") || strings.Contains(left, ":boards */") {
			t.Errorf("%s has a mark of boards that no other closes or opens", name)
		}
		for _, part := range ofBoards.FindAllString(text, -1) {
			if strings.Count(part, "{") != strings.Count(part, "}") {
				t.Errorf("%s marks a part of a rule as of boards:\n%s", name, part)
			}
		}
	}
}

// Every file of this folder is part of a bundle, except the service worker and the sheets that
// pages load themselves.
func TestEveryFileIsLoaded(t *testing.T) {
	loaded := map[string]bool{digestSheet: true, lookSheet: true}
	for _, parts := range partsOf() {
		for _, name := range parts {
			loaded[name] = true
		}
	}
	for _, pattern := range []string{"*.css", "*.js", "vendor/*/*.js"} {
		names, err := fs.Glob(files, pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if !loaded[name] && name != workerName {
				t.Errorf("no page loads %s", name)
			}
		}
	}
}

// A script has all its files in their order. A frame around each keeps its errors from the next
// one. TestScriptsFailAlone of package browser runs one.
func TestScripts(t *testing.T) {
	for bundle, names := range scripts {
		rest := get(t, URL(bundle), http.Header{}).Body.String()
		for _, name := range names {
			text := Source(name)
			if name != htmx {
				text = minified(scriptType, "(() => {\n"+text+"})();")
			}
			after, found := strings.CutPrefix(rest, framed(text))
			if !found {
				t.Fatalf("%s does not follow in its frame: %.80q", name, rest)
			}
			rest = after
		}
		if rest != "" {
			t.Errorf("%s goes on with %.80q", bundle, rest)
		}
	}
}

// The scripts of a match together stay small before compression, htmx aside.
func TestScriptsAreSmall(t *testing.T) {
	const most = 40_000
	for _, family := range []string{"board.css", cards} {
		size := -len(mustRead(htmx))
		for _, url := range []string{URL("site.js"), LaterURL(true, []string{family})} {
			size += get(t, url, http.Header{}).Body.Len()
		}
		if size > most {
			t.Errorf("%s: %d bytes, want at most %d", family, size, most)
		}
	}
}
