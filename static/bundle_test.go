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

// A sheet has the content of its files one after the other.
func TestStyleSheets(t *testing.T) {
	comment := regexp.MustCompile(`(?s)/\*.*?\*/`)
	blank := regexp.MustCompile(`\s+|;\s*(})`)
	plain := func(sheet string) []string {
		return strings.SplitAfter(blank.ReplaceAllString(comment.ReplaceAllString(sheet, ""), "$1"), "}")
	}
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
					all.WriteString(text)
				}
			}
			if diff := cmp.Diff(plain(all.String()), plain(w.Body.String())); diff != "" {
				t.Errorf("%s (-files +sheet):\n%s", url, diff)
			}
		}
	}
	if url := StyleURL(false, []string{"knizia.css"}); get(t, url, http.Header{}).Code != http.StatusNotFound {
		t.Error("there is a sheet for a set of families that no page has")
	}
}

// No string of a sheet is changed where the sheet is tightened.
func TestStringsOfSheetsStay(t *testing.T) {
	quoted := regexp.MustCompile(`"[^"]*"`)
	names, err := fs.Glob(files, "*.css")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		for _, text := range quoted.FindAllString(Source(name), -1) {
			if tighten(text) != text {
				t.Errorf("%s: %s becomes %s", name, text, tighten(text))
			}
		}
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

// A script has all the code of its files in their order. A frame around each keeps its errors
// from the next one. TestScriptsFailAlone of package browser runs one.
func TestScripts(t *testing.T) {
	for bundle, names := range scripts {
		rest := get(t, URL(bundle), http.Header{}).Body.String()
		for _, name := range names {
			text := Source(name)
			head, foot := "try {\n", "} catch (error) { reportError(error); }\n"
			if name != htmx {
				text = codeOf(t, name, text)
				head, foot = head+"(() => {\n", "})();\n"+foot
			}
			part, after, ok := strings.Cut(rest, foot)
			part, headed := strings.CutPrefix(part, head)
			if !ok || !headed {
				t.Fatalf("%s has no frame: %.80q", name, rest)
			}
			joined := strings.NewReplacer("{\n", "{", "(\n", "(", ",\n", ",", ";\n", ";")
			if diff := cmp.Diff(joined.Replace(strings.TrimSpace(text)), joined.Replace(strings.TrimSpace(part))); diff != "" {
				t.Errorf("%s (-file +script):\n%s", name, diff)
			}
			rest = after
		}
		if rest != "" {
			t.Errorf("%s goes on with %.80q", bundle, rest)
		}
	}
}

// codeOf returns the lines of a script of ours without comments, read letter by letter.
func codeOf(t *testing.T, name, text string) string {
	t.Helper()
	var code []string
	for line := range strings.Lines(text) {
		quote := rune(0)
		for i, c := range line {
			if quote == 0 && strings.HasPrefix(line[i:], "//") && (i == 0 || line[i-1] == ' ') {
				line = line[:i]
				break
			}
			if quote == 0 && strings.ContainsRune("\"'`", c) {
				quote = c
			} else if c == quote {
				quote = 0
			}
		}
		if quote != 0 || strings.Contains(line, "/*") {
			t.Errorf("%s: a literal or a comment of several lines: %s", name, line)
		}
		if line = strings.TrimSpace(line); line != "" {
			code = append(code, line)
		}
	}
	return strings.Join(code, "\n")
}
