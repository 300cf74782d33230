package heraldry

import (
	"fmt"
	"strconv"
	"strings"
)

// Parts returns what the drawing of a board refers to, for one that stands alone: the
// hatchings, the pieces of its armies and the icons that are named.
func Parts(armies []Tincture, ordinary bool, names ...string) string {
	var b strings.Builder
	b.WriteString(hatchPatterns())
	fmt.Fprintf(&b, `<clipPath id="cm"><circle r="%s"/></clipPath><clipPath id="ck"><path d="%s"/></clipPath><clipPath id="ca"><path d="%s"/></clipPath>`,
		manRadius, shield, escutcheonPath)
	for _, t := range armies {
		b.WriteString(manSymbol(t, ordinary) + knightSymbol(t, ordinary))
	}
	for _, name := range names {
		fmt.Fprintf(&b, `<symbol id="i-%s" viewBox="0 0 24 24">%s</symbol>`, name, icons[name])
	}
	return b.String()
}

// Place puts a drawing, one that this package makes, into another: its upper left
// corner and its size are given.
func Place(svg string, x, y, width, height float64) string {
	b := append(make([]byte, 0, len(svg)+64), "<svg"...)
	add := func(name string, value float64) {
		b = append(append(b, ' '), name...)
		b = strconv.AppendFloat(append(b, `="`...), round(value), 'g', -1, 64)
		b = append(b, '"')
	}
	add("x", x)
	add("y", y)
	add("width", width)
	add("height", height)
	return string(append(b, strings.TrimPrefix(svg, "<svg")...))
}
