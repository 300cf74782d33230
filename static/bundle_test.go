package static

import (
	"io/fs"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A sheet says what its files say one after the other.
func TestStyleSheets(t *testing.T) {
	comment := regexp.MustCompile(`(?s)/\*.*?\*/`)
	for _, family := range familySets {
		url := StyleURL(family)
		w := get(t, url, http.Header{})
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "text/css; charset=utf-8" || !strings.Contains(w.Header().Get("Cache-Control"), "immutable") {
			t.Fatalf("GET %s = %d, %v", url, w.Code, w.Header())
		}
		var all strings.Builder
		for _, s := range sheets {
			if loaded := slices.Contains(Parts(url), s.name); loaded != (!s.family || slices.Contains(family, s.name)) {
				t.Errorf("%s is made of %s: %v", url, s.name, loaded)
			} else if loaded {
				all.WriteString(Source(s.name))
			}
		}
		want := strings.Fields(comment.ReplaceAllString(all.String(), ""))
		if diff := cmp.Diff(want, strings.Fields(w.Body.String())); diff != "" {
			t.Errorf("%s (-files +sheet):\n%s", url, diff)
		}
	}
	if url := StyleURL([]string{"knizia.css"}); get(t, url, http.Header{}).Code != http.StatusNotFound {
		t.Error("there is a sheet for a set of families that no page has")
	}
}

// Every file of this folder is part of a bundle, or is missing in bundle.go.
func TestEveryFileIsLoaded(t *testing.T) {
	loaded := map[string]bool{}
	for _, url := range []string{ScriptURL(), StyleURL([]string{"board.css", "cards.css", "kutschke.css"}), StyleURL([]string{"cards.css", "knizia.css"}), StyleURL([]string{"cards.css", "shannon.css"})} {
		for _, name := range Parts(url) {
			loaded[name] = true
		}
	}
	for _, pattern := range []string{"*.css", "*.js", "vendor/*/*.js"} {
		names, err := fs.Glob(files, pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if !loaded[name] {
				t.Errorf("no page loads %s", name)
			}
		}
	}
}

// The script has all the code of its files in their order, each in a frame that keeps
// what it throws from the next. TestScriptsFailAlone of package browser runs one.
func TestScript(t *testing.T) {
	rest := get(t, ScriptURL(), http.Header{}).Body.String()
	for i, name := range scripts {
		text := Source(name)
		if name != htmx {
			if !strings.HasPrefix(text, "// ") || strings.Contains(text, "/*") {
				t.Errorf("%s has other comments than lines of them", name)
			}
			for line := range strings.Lines(text) {
				if strings.Count(line, "`")%2 != 0 {
					t.Errorf("%s has a literal of several lines: %s", name, line)
				}
			}
		}
		head, foot := "// "+name+"\ntry {\n", "} catch (error) { reportError(error); }\n"
		if name != htmx {
			head, foot = head+"(() => {\n", "})();\n"+foot
		}
		part, after, ok := strings.Cut(rest, foot)
		part, headed := strings.CutPrefix(part, head)
		if !ok || !headed {
			t.Fatalf("%s, part %d, has no frame: %.80q", name, i, rest)
		}
		var code []string
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
				code = append(code, line)
			}
		}
		if diff := cmp.Diff(strings.Join(code, "\n"), strings.TrimSpace(part)); diff != "" {
			t.Errorf("%s (-file +script):\n%s", name, diff)
		}
		rest = after
	}
	if rest != "" {
		t.Errorf("the script goes on with %.80q", rest)
	}
}
