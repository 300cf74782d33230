package handlers

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// parseYAML reads the part of YAML that openapi.yaml is written in: blocks of
// mappings and lists, literal blocks, and on one line plain or double-quoted
// scalars, [lists] of them and {}. Anything else is an error, so that what it
// reads every YAML parser reads alike.
func parseYAML(text string) (any, error) {
	p := &yamlParser{lines: strings.Split(strings.TrimRight(text, "\n"), "\n")}
	value, err := p.block(0)
	if err == nil && p.at < len(p.lines) {
		err = errors.New("wrong indentation")
	}
	if err != nil {
		return nil, fmt.Errorf("line %d: %w", p.at+1, err)
	}
	return value, nil
}

type yamlParser struct {
	lines []string
	at    int
}

var (
	yamlKey   = regexp.MustCompile(`^(?:"((?:[^"\\]|\\.)*)"|([A-Za-z0-9_$/{}.\-]+)):(?: (.*))?$`)
	yamlPlain = regexp.MustCompile(`^[A-Za-z0-9_/.+(][^\[\]{}#"]*$`)
	yamlInt   = regexp.MustCompile(`^(0|[1-9][0-9]*)$`)
)

// indent is the depth of the present line, -1 after the last.
func (p *yamlParser) indent() int {
	if p.at >= len(p.lines) {
		return -1
	}
	return len(p.lines[p.at]) - len(strings.TrimLeft(p.lines[p.at], " "))
}

// block reads the mapping or list whose lines have an indentation.
func (p *yamlParser) block(indent int) (any, error) {
	if p.indent() != indent {
		return nil, errors.New("wrong indentation")
	}
	if strings.HasPrefix(p.lines[p.at][indent:], "- ") {
		return p.list(indent)
	}
	return p.mapping(indent)
}

func (p *yamlParser) list(indent int) (any, error) {
	list := []any{}
	for p.indent() == indent && strings.HasPrefix(p.lines[p.at][indent:], "- ") {
		item := p.lines[p.at][indent+2:]
		var value any
		var err error
		if yamlKey.MatchString(item) {
			p.lines[p.at] = strings.Repeat(" ", indent+2) + item
			value, err = p.mapping(indent + 2)
		} else {
			value, err = yamlScalar(item)
			p.at++
		}
		if err != nil {
			return nil, err
		}
		list = append(list, value)
	}
	return list, nil
}

func (p *yamlParser) mapping(indent int) (any, error) {
	m := make(map[string]any)
	for p.indent() == indent {
		parts := yamlKey.FindStringSubmatch(p.lines[p.at][indent:])
		if parts == nil {
			return nil, errors.New("neither a mapping nor a list")
		}
		key := parts[1] + parts[2]
		if _, ok := m[key]; ok {
			return nil, fmt.Errorf("%q stands twice", key)
		}
		p.at++
		var err error
		switch rest := parts[3]; {
		case rest == "|":
			m[key] = p.literal(indent + 2)
		case rest == "" && p.indent() > indent:
			m[key], err = p.block(indent + 2)
		case rest == "":
			err = fmt.Errorf("%q has no value", key)
		default:
			m[key], err = yamlScalar(rest)
		}
		if err != nil {
			return nil, err
		}
	}
	if p.indent() > indent {
		return nil, errors.New("wrong indentation")
	}
	return m, nil
}

func (p *yamlParser) literal(indent int) string {
	var b strings.Builder
	for p.at < len(p.lines) && (p.indent() >= indent || p.lines[p.at] == "") {
		if p.lines[p.at] != "" {
			b.WriteString(p.lines[p.at][indent:])
		}
		b.WriteByte('\n')
		p.at++
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// yamlScalar reads a value on one line. Numbers are float64, as in JSON.
func yamlScalar(text string) (any, error) {
	switch {
	case text == "{}":
		return map[string]any{}, nil
	case strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]"):
		list := []any{}
		for _, item := range strings.Split(text[1:len(text)-1], ", ") {
			if item == "" {
				continue
			}
			value, err := yamlScalar(item)
			if err != nil {
				return nil, err
			}
			list = append(list, value)
		}
		return list, nil
	case strings.HasPrefix(text, `"`), text == "true", text == "false", text == "null", yamlInt.MatchString(text):
		var value any
		err := json.Unmarshal([]byte(text), &value)
		return value, err
	case !yamlPlain.MatchString(text), strings.Contains(text, ": "), strings.HasSuffix(text, ":"), strings.HasSuffix(text, " "):
		return nil, fmt.Errorf("put %q in double quotes", text)
	}
	return text, nil
}

func TestParseYAML(t *testing.T) {
	got, err := parseYAML(`a: b c
n: 5
"200":
  list:
    - x
    - k: v
      l: [1, two, "null"]
    - {}
text: |
  one
    two

  three
no: "no"
none: null
`)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"a": "b c", "n": 5.0,
		"200": map[string]any{"list": []any{
			"x", map[string]any{"k": "v", "l": []any{1.0, "two", "null"}}, map[string]any{},
		}},
		"text": "one\n  two\n\nthree\n", "no": "no", "none": nil,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, bad := range []string{"a: b: c", "a:\n b: c", "a: 1\na: 2", "a: 'b'", "a: &b c", "a: {b: c}", "a:", "- a\nb: c", "a: b # c", "a: @b"} {
		if got, err := parseYAML(bad); err == nil {
			t.Errorf("parseYAML(%q) = %v, want an error", bad, got)
		}
	}
}
