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

// themeStyles holds the rules of the site's style sheets that apply to drawings, with
// the colors of a theme filled in.
type themeStyles struct {
	rules  []styleRule
	values map[string]string // of the custom properties: "--ink"
}

type styleRule struct {
	classes      []string // of the selector; an element must have them all
	declarations string
}

var lightStyles, darkStyles = sync.OnceValue(func() themeStyles { return mustParseTheme(Light) }), sync.OnceValue(func() themeStyles { return mustParseTheme(Dark) })

// cssFor returns the rules for the classes that a drawing uses.
func (t Theme) cssFor(drawing []byte) string {
	all := t.styles()
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

func (t Theme) styles() themeStyles {
	if t == Dark {
		return darkStyles()
	}
	return lightStyles()
}

var (
	classAttr         = regexp.MustCompile(` class="([^"]*)"`)
	classesOf         = regexp.MustCompile(`^(\.[a-zA-Z][\w-]*)+$`)
	cssVariable       = regexp.MustCompile(`var\((--[\w-]+)\)`)
	rgbWithAlpha      = regexp.MustCompile(`^rgb\((\d+) (\d+) (\d+) / (\.\d+)\)$`)
	drawingProperties = []string{
		"fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "opacity", "text-anchor", "font",
	}
)

// darkSelector is that of the colors of pages for whoever has chosen dark ones.
const darkSelector = ":root:where([data-theme=dark])"

// mustParseTheme parses the embedded style sheets and panics if one is malformed.
func mustParseTheme(t Theme) themeStyles {
	values := make(map[string]string)
	all := themeStyles{values: values}
	var rules []css.Rule
	for _, name := range []string{"app.css", "board.css", "match.css", "table.css"} {
		sheet, err := css.Parse(static.Source(name))
		if err != nil {
			panic(fmt.Errorf("%s: %w", name, err))
		}
		rules = append(rules, sheet...)
	}
	for _, r := range rules {
		light := slices.Equal(r.Selectors, []string{":root"}) && r.Condition == ""
		if light || t == Dark && slices.Equal(r.Selectors, []string{darkSelector}) {
			for _, d := range r.Declarations {
				values[d.Name] = d.Value
			}
		}
	}
	for _, r := range rules {
		declarations := drawingDeclarations(r.Declarations, values)
		if r.Condition != "" || declarations == "" {
			continue
		}
		for _, selector := range r.Selectors {
			if classesOf.MatchString(selector) {
				all.rules = append(all.rules, styleRule{strings.Split(selector[1:], "."), declarations})
			}
		}
	}
	return all
}

// drawingDeclarations returns those of the declarations that apply to drawings.
func drawingDeclarations(declarations []css.Declaration, values map[string]string) string {
	var b strings.Builder
	for _, d := range declarations {
		if !slices.Contains(drawingProperties, d.Name) {
			continue
		}
		value := strings.ReplaceAll(d.Value, "currentColor", "var(--ink)")
		for cssVariable.MatchString(value) {
			value = cssVariable.ReplaceAllStringFunc(value, func(v string) string { return values[v[len("var("):len(v)-1]] })
		}
		if m := rgbWithAlpha.FindStringSubmatch(value); m != nil {
			value = hexColor(m[1:4])
			fmt.Fprintf(&b, "%s-opacity:%s;", d.Name, m[4])
		}
		fmt.Fprintf(&b, "%s:%s;", d.Name, value)
	}
	return strings.TrimSuffix(b.String(), ";")
}

// hexColor returns a color as #rrggbb, which every SVG program reads.
func hexColor(rgb []string) string {
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
