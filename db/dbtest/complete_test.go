package dbtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"tableronde/db"
)

// The suite calls every method of a store and asks for every error.
func TestSuiteIsComplete(t *testing.T) {
	var suite strings.Builder
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		suite.Write(text)
	}
	for _, contract := range []reflect.Type{reflect.TypeFor[db.Store](), reflect.TypeFor[db.Sessions](), reflect.TypeFor[db.Feed]()} {
		for i := range contract.NumMethod() {
			name := contract.Method(i).Name
			if !regexp.MustCompile(`\b(s|x|f|again)\.` + name + `\(`).MatchString(suite.String()) {
				t.Errorf("no test calls %s.%s", contract.Name(), name)
			}
		}
	}
	engines := map[string]bool{"ErrGone": true, "ErrDamaged": true, "ErrKeysUsedUp": true} // need more than the contract to provoke
	for _, name := range errorNames(t, "../errors.go") {
		if !engines[name] && !strings.Contains(suite.String(), "db."+name) {
			t.Errorf("no test asks for %s", name)
		}
	}
}

func errorNames(t *testing.T, path string) (names []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && strings.HasPrefix(spec.Names[0].Name, "Err") {
			names = append(names, spec.Names[0].Name)
		}
		return true
	})
	if len(names) == 0 {
		t.Fatalf("%s has no errors", path)
	}
	return names
}
