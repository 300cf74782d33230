package board

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"tableronde/static"
	"tableronde/views/css"
)

// Theme is a set of colors.
type Theme string

// The themes of the site.
const (
	Light Theme = "light"
	Dark  Theme = "dark"
)

// themed is the part of the site's style sheets that is about drawings, with the
// colors of a theme filled in.
type themed struct {
	rules  []themedRule
	values map[string]string // of the custom properties: "--ink"
}

type themedRule struct {
	classes      []string // of its selector, all of which an element must have
	declarations string
}

var light, dark = sync.OnceValue(func() themed { return mustTheme(Light) }), sync.OnceValue(func() themed { return mustTheme(Dark) })

// style returns the style sheet of a drawing that stands alone: the rules for the
// classes that it uses.
func (t Theme) style(drawing []byte) string {
	all := t.sheet()
	used := make(map[string]bool)
	for _, m := range classAttr.FindAllSubmatch(drawing, -1) {
		for class := range strings.FieldsSeq(string(m[1])) {
			used[class] = true
		}
	}
	var b strings.Builder
	for _, r := range all.rules {
		if !slices.ContainsFunc(r.classes, func(c string) bool { return !used[c] }) {
			fmt.Fprintf(&b, ".%s{%s}", strings.Join(r.classes, "."), r.declarations)
		}
	}
	return b.String()
}

func (t Theme) sheet() themed {
	if t == Dark {
		return dark()
	}
	return light()
}

var (
	classAttr  = regexp.MustCompile(` class="([^"]*)"`)
	classesOf  = regexp.MustCompile(`^(\.[a-zA-Z][\w-]*)+$`)
	variable   = regexp.MustCompile(`var\((--[\w-]+)\)`)
	withAlpha  = regexp.MustCompile(`^rgb\((\d+) (\d+) (\d+) / (\.\d+)\)$`)
	properties = []string{
		"fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "opacity", "text-anchor", "font",
	}
)

const darkCondition = "@media (prefers-color-scheme: dark)"

// mustTheme takes the style sheets apart, which are part of the program.
func mustTheme(t Theme) themed {
	values := make(map[string]string)
	all := themed{values: values}
	var rules []css.Rule
	for _, name := range []string{"app.css", "board.css", "match.css", "table.css"} {
		sheet, err := css.Parse(static.Source(name))
		if err != nil {
			panic(fmt.Errorf("%s: %w", name, err))
		}
		rules = append(rules, sheet...)
	}
	for _, r := range rules {
		if slices.Equal(r.Selectors, []string{":root"}) && (r.Condition == "" || r.Condition == darkCondition && t == Dark) {
			for _, d := range r.Declarations {
				values[d.Name] = d.Value
			}
		}
	}
	for _, r := range rules {
		declarations := drawn(r.Declarations, values)
		if r.Condition != "" || declarations == "" {
			continue
		}
		for _, selector := range r.Selectors {
			if classesOf.MatchString(selector) {
				all.rules = append(all.rules, themedRule{strings.Split(selector[1:], "."), declarations})
			}
		}
	}
	return all
}

// drawn writes those of the declarations that are about drawings.
func drawn(declarations []css.Declaration, values map[string]string) string {
	var b strings.Builder
	for _, d := range declarations {
		if !slices.Contains(properties, d.Name) {
			continue
		}
		value := strings.ReplaceAll(d.Value, "currentColor", "var(--ink)")
		for variable.MatchString(value) {
			value = variable.ReplaceAllStringFunc(value, func(v string) string { return values[v[len("var("):len(v)-1]] })
		}
		if m := withAlpha.FindStringSubmatch(value); m != nil {
			value = hex(m[1:4])
			fmt.Fprintf(&b, "%s-opacity:%s;", d.Name, m[4])
		}
		fmt.Fprintf(&b, "%s:%s;", d.Name, value)
	}
	return strings.TrimSuffix(b.String(), ";")
}

// hex writes a color that any program reads.
func hex(rgb []string) string {
	color := "#"
	for _, text := range rgb {
		n, err := strconv.ParseUint(text, 10, 8)
		if err != nil {
			panic(fmt.Errorf("a color has %s in it", text))
		}
		color += fmt.Sprintf("%02x", n)
	}
	return color
}
