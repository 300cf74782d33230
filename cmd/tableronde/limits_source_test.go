package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// The longest file and the longest function that are still read at a glance.
const (
	longestFile = 400
	longestFunc = 60
)

// TestSourceIsShort fails on Go files and functions that are longer than that, tests
// included; what templ generates is left out.
func TestSourceIsShort(t *testing.T) {
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && strings.HasPrefix(entry.Name(), ".") && entry.Name() != ".." {
			return fs.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_templ.go") {
			return nil
		}
		return checkLengths(t, path)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// checkLengths fails the test for a file, or functions in it, that are too long.
func checkLengths(t *testing.T, path string) error {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, 0)
	if err != nil {
		return err
	}
	if lines := set.File(file.Pos()).LineCount() - 1; lines > longestFile {
		t.Errorf("%s has %d lines, want at most %d", path, lines, longestFile)
	}
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok {
			continue
		}
		if lines := set.Position(f.End()).Line - set.Position(f.Pos()).Line + 1; lines > longestFunc {
			t.Errorf("%s: %s has %d lines, want at most %d", set.Position(f.Pos()), f.Name.Name, lines, longestFunc)
		}
	}
	return nil
}
