package static

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// A page loads one style sheet and one script, each made of files of this folder.

// sheets are the style sheets of the site in the order in which they apply.
var sheets = []struct {
	name   string
	family bool // only pages that show something of a family need it
}{
	{"app.css", false},
	{"board.css", true},
	{"match.css", false},
	{"study.css", false},
	{"family.css", false},
	{"lists.css", false},
	{"public.css", false},
	{"rules.css", false},
	{"actions.css", false},
	{"menu.css", false},
	{"taps.css", false},
	{"away.css", false},
	{"table.css", false},
	{"cards.css", true},
	{"knizia.css", true},
	{"shannon.css", true},
	{"kutschke.css", true},
	{"fit.css", false},
}

// familySets are the sets of families' sheets that pages ask for.
var familySets = [][]string{
	nil,
	{"board.css"},
	{"cards.css", "knizia.css"},
	{"cards.css", "shannon.css"},
	{"board.css", "cards.css", "kutschke.css"},
}

const (
	htmx   = "vendor/htmx.org@4.0.1/htmx.min.js"
	script = "site.js"
)

// scripts are the scripts of every page in the order in which they run.
var scripts = []string{
	htmx, "opened.js", "again.js", "twice.js", "taps.js", "unsent.js", "links.js", "replay.js", "grid.js", "page.js",
	"share.js", "live.js", "countdown.js", "contents.js",
}

// ScriptURL is the address of the script of every page.
func ScriptURL() string { return URL(script) }

// StyleURL is the address of the style sheet of pages that show what the named sheets
// of families draw. A set of them that is not in familySets gives an address that
// answers 404.
func StyleURL(family []string) string { return URL(styleName(family)) }

// styleName names the sheet of a set of families: "site-cards-knizia.css".
func styleName(family []string) string {
	var b strings.Builder
	b.WriteString("site")
	for _, name := range family {
		b.WriteString("-" + strings.TrimSuffix(name, ".css"))
	}
	return b.String() + ".css"
}

// Parts lists the files that the file at an address is made of.
func Parts(url string) []string {
	_, byURL := assets()
	if a, ok := byURL[url]; ok {
		return a.parts
	}
	return nil
}

// partsOf returns the names of the files of each bundle, by its name.
func partsOf() map[string][]string {
	all := map[string][]string{script: scripts}
	for _, family := range familySets {
		var names []string
		for _, sheet := range sheets {
			if !sheet.family || slices.Contains(family, sheet.name) {
				names = append(names, sheet.name)
			}
		}
		all[styleName(family)] = names
	}
	return all
}

// bundle joins files. Comments of our own stay behind: browsers do not read them.
func bundle(names []string) ([]byte, error) {
	var b bytes.Buffer
	for _, name := range names {
		data, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		switch {
		case path.Ext(name) == ".css":
			b.Write(stripLines(blockComment.ReplaceAll(data, nil), ""))
		case name == htmx:
			appendScript(&b, name, "%s", data)
		default:
			appendScript(&b, name, "(() => {\n%s})();", stripLines(data, "//"))
		}
	}
	return b.Bytes(), nil
}

// appendScript appends a script so that it runs as in a file of its own: what it throws
// is reported and stops none of those after it. A form that puts it into a function
// has its "use strict" hold for it alone; htmx, which defines a global variable and is
// not strict, stands outside of one.
func appendScript(b *bytes.Buffer, name, form string, text []byte) {
	fmt.Fprintf(b, "// %s\ntry {\n"+form+"\n} catch (error) { reportError(error); }\n", name, text)
}

var blockComment = regexp.MustCompile(`(?s)/\*.*?\*/`)

// stripLines takes out of a text the indents, the empty lines and those that begin with
// the mark of a comment, if there is one. No literal of ours spans lines.
func stripLines(text []byte, comment string) []byte {
	var b bytes.Buffer
	for line := range bytes.Lines(text) {
		line = bytes.TrimSpace(line)
		if len(line) > 0 && (comment == "" || !bytes.HasPrefix(line, []byte(comment))) {
			b.Write(line)
			b.WriteByte('\n')
		}
	}
	return b.Bytes()
}
