package raster

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// document is a parsed drawing.
type document struct {
	root  *node
	ids   map[string]*node
	rules []rule
	seen  map[string][]rule        // rules by the class attribute that they fit
	paths map[string][]pathCommand // by path data
}

// node is an element.
type node struct {
	name     string
	attrs    map[string]string
	children []*node
	text     string
}

func parseDocument(svg []byte) (*document, error) {
	d := &document{ids: make(map[string]*node), seen: make(map[string][]rule), paths: make(map[string][]pathCommand)}
	var open []*node
	for x := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := x.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		switch t := token.(type) {
		case xml.StartElement:
			n := newNode(t)
			if id := n.attr("id"); id != "" {
				d.ids[id] = n
			}
			switch {
			case len(open) > 0:
				above := open[len(open)-1]
				above.children = append(above.children, n)
			case d.root == nil:
				d.root = n
			}
			open = append(open, n)
		case xml.EndElement:
			n := open[len(open)-1]
			open = open[:len(open)-1]
			if n.name == "style" {
				if err := d.addRules(n.text); err != nil {
					return nil, err
				}
			}
		case xml.CharData:
			if len(open) > 0 {
				open[len(open)-1].text += string(t)
			}
		}
	}
	if d.root == nil || d.root.name != "svg" {
		return nil, errors.New("the root is no svg")
	}
	return d, nil
}

func newNode(t xml.StartElement) *node {
	n := &node{name: t.Name.Local, attrs: make(map[string]string, len(t.Attr))}
	for _, a := range t.Attr {
		n.attrs[a.Name.Local] = a.Value
	}
	return n
}

func (n *node) attr(name string) string { return n.attrs[name] }

// number returns the value of a numeric attribute, 0 if it is missing.
func (n *node) number(name string) float64 {
	v, err := strconv.ParseFloat(n.attrs[name], 64)
	if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
		return 0
	}
	return v
}

// find returns the element that ref, which begins with prefix, refers to.
func (d *document) find(ref, prefix string) (*node, error) {
	id, ok := strings.CutPrefix(ref, prefix)
	if n := d.ids[strings.TrimSuffix(id, ")")]; ok && n != nil {
		return n, nil
	}
	return nil, fmt.Errorf("%q leads nowhere", ref)
}

type rectangle struct{ x, y, w, h float64 }

func (n *node) viewBox() (rectangle, error) {
	v, err := parseNumbers(n.attr("viewBox"))
	if err != nil || len(v) != 4 || v[2] <= 0 || v[3] <= 0 {
		return rectangle{}, fmt.Errorf("%q is no viewBox", n.attr("viewBox"))
	}
	return rectangle{v[0], v[1], v[2], v[3]}, nil
}

// fitMatrix returns the matrix that scales the viewBox of a nested drawing to fit its
// place, centered.
func (n *node) fitMatrix() (matrix, error) {
	b, err := n.viewBox()
	if err != nil {
		return matrix{}, err
	}
	w, h := n.number("width"), n.number("height")
	if w <= 0 || h <= 0 {
		return matrix{}, errors.New("a drawing within a drawing has no size")
	}
	scale := min(w/b.w, h/b.h)
	return matrix{scale, 0, 0, scale,
		n.number("x") + (w-b.w*scale)/2 - b.x*scale, n.number("y") + (h-b.h*scale)/2 - b.y*scale}, nil
}

// parseNumbers parses numbers separated by spaces or commas.
func parseNumbers(text string) ([]float64, error) {
	fields := strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == ',' })
	all := make([]float64, len(fields))
	for i, f := range fields {
		v, err := strconv.ParseFloat(f, 64)
		if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
			return nil, fmt.Errorf("%q is no number", f)
		}
		all[i] = v
	}
	return all, nil
}

// point is a point of the plane.
type point struct{ x, y float64 }

// matrix maps a point to ax+cy+e, bx+dy+f.
type matrix struct{ a, b, c, d, e, f float64 }

func (m matrix) apply(p point) point {
	return point{m.a*p.x + m.c*p.y + m.e, m.b*p.x + m.d*p.y + m.f}
}

// then returns the matrix that applies n first and then m.
func (m matrix) then(n matrix) matrix {
	return matrix{
		m.a*n.a + m.c*n.b, m.b*n.a + m.d*n.b,
		m.a*n.c + m.c*n.d, m.b*n.c + m.d*n.d,
		m.a*n.e + m.c*n.f + m.e, m.b*n.e + m.d*n.f + m.f,
	}
}

// scale returns the factor by which lengths grow.
func (m matrix) scale() float64 { return math.Sqrt(math.Abs(m.a*m.d - m.b*m.c)) }

// inverse returns the inverse matrix; m must not be singular.
func (m matrix) inverse() matrix {
	det := m.a*m.d - m.b*m.c
	return matrix{m.d / det, -m.b / det, -m.c / det, m.a / det,
		(m.c*m.f - m.d*m.e) / det, (m.b*m.e - m.a*m.f) / det}
}

// parseTransform parses a sequence of translate, scale and rotate.
func parseTransform(text string) (matrix, error) {
	m := matrix{1, 0, 0, 1, 0, 0}
	for rest := strings.TrimSpace(text); rest != ""; {
		name, after, ok := strings.Cut(rest, "(")
		args, next, ok2 := strings.Cut(after, ")")
		v, err := parseNumbers(args)
		if !ok || !ok2 || err != nil {
			return m, fmt.Errorf("%q is no transform", text)
		}
		switch {
		case name == "translate" && len(v) == 2:
			m = m.then(matrix{1, 0, 0, 1, v[0], v[1]})
		case name == "scale" && len(v) == 1 && v[0] != 0:
			m = m.then(matrix{v[0], 0, 0, v[0], 0, 0})
		case name == "rotate" && len(v) == 1:
			sin, cos := math.Sincos(v[0] * math.Pi / 180)
			m = m.then(matrix{cos, sin, -sin, cos, 0, 0})
		default:
			return m, fmt.Errorf("there is no transform %s of %d numbers", name, len(v))
		}
		rest = strings.TrimSpace(next)
	}
	return m, nil
}
