package words

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

// Read returns the texts of the repository at a folder. It leaves out generated code, test data and
// vendored files. Of tests it reads only the comments and names.
func Read(root string) (texts []Text, err error) {
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			switch entry.Name() {
			case ".git", "testdata", "vendor", "node_modules":
				return filepath.SkipDir
			}
			return nil
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		read := reader(filepath.ToSlash(name))
		if read == nil {
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		found, err := read(content)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for _, t := range found {
			t.File = filepath.ToSlash(name)
			texts = append(texts, t)
		}
		return nil
	})
	return texts, err
}

// reader returns the function for reading a file with this name, nil for a file without texts.
func reader(name string) func([]byte) ([]Text, error) {
	switch {
	case strings.HasPrefix(name, "cmd/trlab/words/"): // its patterns match themselves
		return nil
	case strings.HasSuffix(name, "_templ.go"):
		return nil
	case strings.HasSuffix(name, ".go"):
		return func(content []byte) ([]Text, error) { return readGo(content, strings.HasSuffix(name, "_test.go")) }
	case strings.HasSuffix(name, ".md"):
		return readMarkdown
	case strings.HasSuffix(name, ".yaml") && strings.Contains(name, "openapi"):
		return readDescriptions
	case strings.HasPrefix(name, "views/locale/en/"):
		return func(content []byte) ([]Text, error) { return readCatalogue(content, English) }
	case strings.HasPrefix(name, "views/locale/fr/"):
		return func(content []byte) ([]Text, error) { return readCatalogue(content, French) }
	}
	return nil
}

// goFile collects the texts of one file of Go.
type goFile struct {
	set   *token.FileSet
	test  bool
	texts []Text
}

func readGo(content []byte, test bool) ([]Text, error) {
	g := &goFile{set: token.NewFileSet(), test: test}
	file, err := parser.ParseFile(g.set, "", content, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.File:
			g.addComment(node.Doc)
		case *ast.FuncDecl:
			g.addComment(node.Doc)
		case *ast.GenDecl:
			g.addComment(node.Doc)
		case *ast.TypeSpec:
			g.addComment(node.Doc)
		case *ast.ValueSpec:
			g.addComment(node.Doc)
		case *ast.Field:
			g.addComment(node.Doc)
			g.addHelp(node.Tag)
		case *ast.Ident:
			g.add(Code, node.Pos(), node.Name)
		case *ast.CallExpr:
			g.addCall(node)
		}
		return true
	})
	return g.texts, nil
}

func (g *goFile) add(kind Kind, pos token.Pos, text string) {
	g.texts = append(g.texts, Text{Kind: kind, Line: g.set.Position(pos).Line, Text: text})
}

func (g *goFile) addComment(doc *ast.CommentGroup) {
	if doc != nil {
		g.add(Comments, doc.Pos(), strings.TrimSpace(doc.Text()))
	}
}

// addHelp adds the description of a flag or a command.
func (g *goFile) addHelp(tag *ast.BasicLit) {
	if tag == nil {
		return
	}
	if text, err := strconv.Unquote(tag.Value); err == nil {
		if help := reflect.StructTag(text).Get("description"); help != "" {
			g.add(Help, tag.Pos(), help)
		}
	}
}

// addCall adds the text of the error that a call makes, or the message that it logs.
func (g *goFile) addCall(call *ast.CallExpr) {
	callee, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || g.test {
		return
	}
	on := ""
	switch x := callee.X.(type) {
	case *ast.Ident:
		on = x.Name
	case *ast.SelectorExpr:
		on = x.Sel.Name
	}
	kind := Kind("")
	switch name := callee.Sel.Name; {
	case on == "errors" && name == "New", on == "fmt" && name == "Errorf":
		kind = Errors
	case strings.HasPrefix(name, "Error") || strings.HasPrefix(name, "Warn"):
		if strings.EqualFold(on, "log") || strings.EqualFold(on, "logger") {
			kind = Log
		}
	}
	if kind == "" {
		return
	}
	for _, arg := range call.Args {
		if literal, ok := arg.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			if text, err := strconv.Unquote(literal.Value); err == nil {
				g.add(kind, literal.Pos(), text)
			}
			return
		}
	}
}

// readMarkdown returns the lines of a document, without code blocks and code in backquotes.
func readMarkdown(content []byte) (texts []Text, err error) {
	code := regexp.MustCompile("`[^`]*`")
	inside := false
	for i, line := range strings.Split(string(content), "\n") {
		if strings.HasPrefix(line, "```") {
			inside = !inside
			continue
		}
		if !inside {
			texts = append(texts, Text{Kind: Documents, Line: i + 1, Text: code.ReplaceAllString(line, "")})
		}
	}
	return texts, nil
}

// readDescriptions returns the lines of openapi.yaml that are text, and the texts of summaries and
// descriptions.
func readDescriptions(content []byte) (texts []Text, err error) {
	field := regexp.MustCompile(`^\s*(?:- )?[\w"/{}.$-]+:(?: (.*))?$`)
	for i, line := range strings.Split(string(content), "\n") {
		text := strings.TrimSpace(line)
		if found := field.FindStringSubmatch(line); found != nil {
			text = ""
			if name := strings.TrimSpace(line); strings.HasPrefix(name, "summary:") || strings.HasPrefix(name, "description:") {
				text = found[1]
			}
		}
		if text != "" {
			texts = append(texts, Text{Kind: API, Line: i + 1, Text: text})
		}
	}
	return texts, nil
}

// readCatalogue returns the sentences of a catalog, with all plural forms.
func readCatalogue(content []byte, kind Kind) (texts []Text, err error) {
	dec := json.NewDecoder(bytes.NewReader(content))
	depth, isKey := 0, false
	for {
		t, err := dec.Token()
		if err != nil {
			if depth == 0 && len(content) > 0 && err.Error() == "EOF" {
				return texts, nil
			}
			return nil, err
		}
		switch t := t.(type) {
		case json.Delim:
			if t == '{' {
				depth++
				isKey = true
			} else {
				depth--
				isKey = true
			}
		case string:
			if !isKey {
				line := 1 + bytes.Count(content[:dec.InputOffset()], []byte("\n"))
				texts = append(texts, Text{Kind: kind, Line: line, Text: t})
			}
			isKey = !isKey
		}
	}
}
