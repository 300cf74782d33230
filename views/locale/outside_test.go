package locale

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/a-h/templ/parser/v2"
)

// word matches a word of a sentence. Single letters, numbers and signs are no words.
var word = regexp.MustCompile(`\p{L}{2,}`)

// untranslated are words that every language writes alike: names of tie-breaks, and the beginning
// of an address.
var untranslated = map[string]bool{"Buchholz": true, "Bh": true, "Sonneborn": true, "SB": true, "https": true}

// spoken are the attributes whose text people read or hear.
var spoken = map[string]bool{"alt": true, "aria-label": true, "aria-description": true, "aria-roledescription": true, "placeholder": true, "title": true}

// findTexts calls found with each constant text of nodes that people read or hear.
func findTexts(nodes []parser.Node, found func(text string)) {
	for _, node := range nodes {
		switch n := node.(type) {
		case *parser.Text:
			found(n.Value)
		case *parser.Element:
			for _, a := range n.Attributes {
				if constant, ok := a.(*parser.ConstantAttribute); ok && spoken[constant.Key.String()] {
					found(constant.Value)
				}
			}
		}
		if parent, ok := node.(parser.CompositeNode); ok {
			findTexts(parent.ChildNodes(), found)
		}
	}
}

// Every sentence of a page stands in the catalogues, so that a folder more is a language more.
func TestNoSentenceStandsOutsideTheCatalogues(t *testing.T) {
	files := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".templ" {
			return err
		}
		files++
		file, err := parser.Parse(path)
		if err != nil {
			return err
		}
		for _, node := range file.Nodes {
			if component, ok := node.(*parser.HTMLTemplate); ok {
				findTexts(component.Children, func(text string) {
					if w := word.FindString(text); w != "" && !untranslated[w] {
						t.Errorf("%s: %q stands outside the catalogues", path, strings.TrimSpace(text))
					}
				})
			}
		}
		return nil
	})
	if err != nil || files < 20 {
		t.Fatalf("%d files, %v", files, err)
	}
}

// Scripts take their sentences from the page.
func TestScriptsHaveNoSentences(t *testing.T) {
	sentence := regexp.MustCompile("[\"'`>][A-ZÀ-Ý]\\p{Ll}+ \\p{Ll}+[^\"'`]*[\"'`<]")
	files, err := filepath.Glob("../../static/*.js")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if code, _, _ := strings.Cut(line, "//"); sentence.MatchString(code) {
				t.Errorf("%s has a sentence: %s", name, strings.TrimSpace(line))
			}
		}
	}
}

func TestTextsAreFound(t *testing.T) {
	file, err := parser.ParseString("package p\n\ntempl a(x bool) {\n\t<p title=\"A title\" class=\"no text\">One { \"code\" }</p>\n\tif x {\n\t\t<b>Two</b>\n\t} else {\n\t\t<i>Three</i>\n\t}\n}\n")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	findTexts(file.Nodes[0].(*parser.HTMLTemplate).Children, func(text string) { got = append(got, strings.TrimSpace(text)) })
	if want := "A title,One,Two,Three"; strings.Join(got, ",") != want {
		t.Errorf("found %q, want %s", got, want)
	}
}
