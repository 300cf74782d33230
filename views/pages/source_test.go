package pages

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tableronde/views"
)

// templateSource matches text that templates contain and pages do not.
var templateSource = regexp.MustCompile(`@[A-Za-z][\w.]*\(|\{\{|\{ ?(if|for|switch|m|p|s)[ .]|\b(templ|views)\.[A-Z]|\b(m|p)\.[A-Z]\w*[.(]`)

// No page shows the source of its template.
func TestPagesShowNoTemplateSource(t *testing.T) {
	forEachPage(t, func(t *testing.T, _ views.Lang, doc *goquery.Document) {
		if found := templateSource.FindString(doc.Find("html").Text()); found != "" {
			t.Errorf("the page shows %q", found)
		}
	})
}

// No template writes source, on no page that it can make.
func TestTemplatesWriteNoSource(t *testing.T) {
	files := 0
	err := fs.WalkDir(os.DirFS(".."), ".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_templ.go") {
			return err
		}
		files++
		file, err := parser.ParseFile(token.NewFileSet(), "../"+path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); !ok || len(call.Args) == 0 || !isWrite(call.Fun) {
				return true
			} else if text, ok := call.Args[len(call.Args)-1].(*ast.BasicLit); ok {
				if value, err := strconv.Unquote(text.Value); err == nil && templateSource.MatchString(value) {
					t.Errorf("%s writes %q", path, value)
				}
			}
			return true
		})
		return nil
	})
	if err != nil || files < 50 {
		t.Errorf("%d templates are read: %v", files, err)
	}
}

// isWrite reports whether a function writes a text of a template.
func isWrite(f ast.Expr) bool {
	s, ok := f.(*ast.SelectorExpr)
	return ok && s.Sel.Name == "WriteString"
}
