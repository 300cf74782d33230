package raster

import (
	"fmt"
	"image/color"
	"slices"
	"strconv"
	"strings"

	"tableronde/views/css"
)

// style holds the presentation properties of an element.
type style struct {
	fill, stroke         paint
	fillAlpha, lineAlpha float64
	opacity              float64 // of the element itself; not inherited
	width                float64
	cap, join            string
	dash                 []float64
	evenOdd              bool
	size                 float64 // of letters
	bold                 bool
	anchor               string
}

// initialStyle is the style of the root element.
var initialStyle = style{fill: paint{kind: plain}, fillAlpha: 1, lineAlpha: 1, opacity: 1, width: 1, cap: "butt", join: "miter", anchor: "start"}

// paint is a color or a pattern.
type paint struct {
	kind    paintKind
	color   color.RGBA
	pattern string // the reference to it
}

type paintKind uint8

const (
	none paintKind = iota
	plain
	hatched
)

// rule is a rule of the drawing's own style sheet, for elements that have all of
// its classes.
type rule struct {
	classes []string
	set     []css.Declaration
}

// addRules adds the rules of a style element, ordered by specificity, then by position.
func (d *document) addRules(sheet string) error {
	rules, err := css.Parse(sheet)
	if err != nil {
		return err
	}
	for _, r := range rules {
		for _, selector := range r.Selectors {
			if !strings.HasPrefix(selector, ".") || strings.ContainsAny(selector, " >+~:[#") || r.Condition != "" {
				return fmt.Errorf("the selector %q is not supported", selector)
			}
			d.rules = append(d.rules, rule{strings.Split(selector[1:], "."), r.Declarations})
		}
	}
	slices.SortStableFunc(d.rules, func(a, b rule) int { return len(a.classes) - len(b.classes) })
	return nil
}

// applyRules sets the properties that an element's attributes and classes give.
func (d *document) applyRules(n *node, s *style) error {
	for _, name := range []string{"fill", "fill-rule", "stroke", "stroke-width", "opacity"} {
		if value, ok := n.attrs[name]; ok {
			if err := s.setProperty(name, value); err != nil {
				return err
			}
		}
	}
	class := n.attr("class")
	if class == "" {
		return nil
	}
	fitting, ok := d.seen[class]
	if !ok {
		has := strings.Fields(class)
		for _, r := range d.rules {
			if !slices.ContainsFunc(r.classes, func(c string) bool { return !slices.Contains(has, c) }) {
				fitting = append(fitting, r)
			}
		}
		d.seen[class] = fitting
	}
	for _, r := range fitting {
		for _, decl := range r.set {
			if err := s.setProperty(decl.Name, decl.Value); err != nil {
				return err
			}
		}
	}
	return nil
}

// setProperty sets a property by its name in CSS.
func (s *style) setProperty(name, value string) (err error) {
	switch name {
	case "fill":
		s.fill, err = parsePaint(value)
	case "stroke":
		s.stroke, err = parsePaint(value)
	case "fill-opacity":
		s.fillAlpha, err = parseAlpha(value)
	case "stroke-opacity":
		s.lineAlpha, err = parseAlpha(value)
	case "opacity":
		s.opacity, err = parseAlpha(value)
	case "stroke-width":
		s.width, err = strconv.ParseFloat(value, 64)
	case "stroke-linecap":
		s.cap = value
	case "stroke-linejoin":
		s.join = value
	case "stroke-dasharray":
		s.dash, err = parseNumbers(value)
	case "fill-rule":
		s.evenOdd = value == "evenodd"
	case "text-anchor":
		s.anchor = value
	case "font":
		err = s.setFont(value)
	default:
		err = fmt.Errorf("there is no property %s", name)
	}
	return err
}

// setFont parses a weight, a size in pixels and a family; the family is ignored.
func (s *style) setFont(value string) error {
	fields := strings.Fields(value)
	if len(fields) < 3 {
		return fmt.Errorf("%q is no font", value)
	}
	weight, err := strconv.Atoi(fields[0])
	if err != nil {
		return fmt.Errorf("%q is no weight of letters", fields[0])
	}
	size, ok := strings.CutSuffix(fields[1], "px")
	s.size, err = strconv.ParseFloat(size, 64)
	if !ok || err != nil {
		return fmt.Errorf("%q is no size of letters", fields[1])
	}
	s.bold = weight >= 600
	return nil
}

func parsePaint(value string) (paint, error) {
	switch {
	case value == "none":
		return paint{}, nil
	case strings.HasPrefix(value, "url("):
		return paint{kind: hatched, pattern: value}, nil
	case len(value) == 4 && value[0] == '#':
		value = string([]byte{'#', value[1], value[1], value[2], value[2], value[3], value[3]})
	}
	v, err := strconv.ParseUint(strings.TrimPrefix(value, "#"), 16, 32)
	if err != nil || len(value) != 7 || value[0] != '#' {
		return paint{}, fmt.Errorf("%q is no color", value)
	}
	return paint{kind: plain, color: color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xff}}, nil
}

func parseAlpha(value string) (float64, error) {
	a, err := strconv.ParseFloat(value, 64)
	if err != nil || a < 0 || a > 1 {
		return 0, fmt.Errorf("%q is no opacity", value)
	}
	return a, nil
}
