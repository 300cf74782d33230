// Package raster turns the drawings of this site into pixels: SVG as views/board and views/heraldry
// write it, with shapes, strokes, hatchings, clips, references and text. Any other SVG is an error,
// so that a picture is never tacitly wrong.
//
// Coverage and letters are computed by golang.org/x/image. Kept libraries draw less of a position.
// sbinet/gg of May 2026 has no miter joins, leaves a notch where an outline closes, and fills with
// tiles that neither turn nor scale. tdewolff/canvas of July 2025 leaves out use, symbol and
// pattern, and with them all pieces. srwiley/oksvg leaves out text as well.
package raster

import (
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/image/vector"

	"tableronde/views/css"
)

// maxPixels is the greatest size of a picture.
const maxPixels = 8 << 20

// encoderBuffer keeps the memory of the PNG encoder from picture to picture.
type encoderBuffer struct{ kept *png.EncoderBuffer }

func (b *encoderBuffer) Get() *png.EncoderBuffer  { return b.kept }
func (b *encoderBuffer) Put(e *png.EncoderBuffer) { b.kept = e }

// Canvas reuses its memory from picture to picture. The zero value is ready to use; only one
// goroutine may use it at a time.
type Canvas struct {
	pix    []uint8
	z      vector.Rasterizer
	buffer encoderBuffer
}

// PNG writes a drawing as a PNG with width pixels across.
func (c *Canvas) PNG(w io.Writer, svg []byte, width int) error {
	img, err := c.Image(svg, width)
	if err != nil {
		return err
	}
	encoder := png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: &c.buffer}
	return encoder.Encode(w, img)
}

// Image draws a drawing on a transparent background, with the given width in pixels and the
// proportions of its viewBox. The picture is valid until the canvas draws the next.
func (c *Canvas) Image(svg []byte, width int) (*image.RGBA, error) {
	p := painter{ids: make(map[string]*node), z: &c.z}
	root, err := p.read(svg)
	if err != nil {
		return nil, fmt.Errorf("read drawing: %w", err)
	}
	box, err := root.viewBox()
	if err != nil {
		return nil, err
	}
	scale := float64(width) / box.w
	height := int(math.Round(box.h * scale))
	if width < 1 || height < 1 || height > maxPixels/width {
		return nil, fmt.Errorf("%d by %d pixels make no picture", width, height)
	}
	n := 4 * width * height
	c.pix = slices.Grow(c.pix[:0], n)[:n]
	clear(c.pix)
	p.img = &image.RGBA{Pix: c.pix, Stride: 4 * width, Rect: image.Rect(0, 0, width, height)}
	at := box.fit(0, 0, float64(width), box.h*scale)
	if err := p.drawChildren(root, state{place: at, style: initialStyle}); err != nil {
		return nil, fmt.Errorf("draw: %w", err)
	}
	return p.img, nil
}

// painter draws the elements of a document.
type painter struct {
	ids   map[string]*node
	rules []rule // by specificity, then by position
	img   *image.RGBA
	depth int
	z     *vector.Rasterizer
}

// state holds the properties that an element inherits from its ancestors.
type state struct {
	place place
	style style
	clip  *image.Alpha // nil for none
}

// maxDepth is the greatest depth of nested elements and references.
const maxDepth = 20

func (p *painter) drawChildren(n *node, s state) error {
	for _, child := range n.Children {
		if err := p.drawElement(child, s); err != nil {
			return err
		}
	}
	return nil
}

// drawElement draws one element.
func (p *painter) drawElement(n *node, s state) error {
	if p.depth++; p.depth > maxDepth {
		return fmt.Errorf("elements nest deeper than %d", maxDepth)
	}
	defer func() { p.depth-- }()
	switch n.name() {
	case "defs", "style", "title", "desc", "symbol", "pattern", "clipPath":
		return nil // drawn only if a use element refers to them
	}
	s, err := p.inherit(n, s)
	if err != nil {
		return fmt.Errorf("%s: %w", n.name(), err)
	}
	switch n.name() {
	case "g":
		return p.drawChildren(n, s)
	case "svg":
		return p.drawNested(n, n, s)
	case "use":
		return p.drawUse(n, s)
	case "text":
		err = p.drawText(n, s)
	case "rect", "circle", "path":
		err = p.drawShape(n, s)
	default:
		err = errors.New("cannot draw this element")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", n.name(), err)
	}
	return nil
}

// inherit returns the state of an element within one with state s.
func (p *painter) inherit(n *node, s state) (state, error) {
	s.style.opacity = 1
	if err := p.applyRules(n, &s.style); err != nil {
		return s, err
	}
	m, err := parseTransform(n.attr("transform"))
	if err != nil {
		return s, err
	}
	s.place = s.place.then(m)
	if s.style.opacity != 1 && len(n.Children) > 0 || s.style.opacity != 1 && n.name() == "use" {
		return s, fmt.Errorf("the opacity of a group is not supported")
	}
	if ref := n.attr("clip-path"); ref != "" {
		clip, err := p.clipMask(ref, s.place)
		if err != nil {
			return s, err
		}
		if s.clip != nil {
			clip = within(clip, s.clip)
		}
		s.clip = clip
	}
	return s, nil
}

// drawNested draws the content of an element with a viewBox in the place that another gives it.
func (p *painter) drawNested(at, content *node, s state) error {
	box, err := content.viewBox()
	if err != nil {
		return err
	}
	w, h := at.number("width"), at.number("height")
	if w <= 0 || h <= 0 {
		return errors.New("a drawing within a drawing has no size")
	}
	s.place = s.place.then(box.fit(at.number("x"), at.number("y"), w, h))
	return p.drawChildren(content, s)
}

// drawUse draws the element that a use element refers to.
func (p *painter) drawUse(n *node, s state) error {
	target, err := p.find(n.attr("href"), "#")
	if err != nil {
		return err
	}
	if target.name() == "symbol" {
		return p.drawNested(n, target, s)
	}
	s.place = s.place.then(place{1, complex(n.number("x"), n.number("y"))})
	return p.drawElement(target, s)
}

// node is an element.
type node struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Children []*node    `xml:",any"`
	Text     string     `xml:",chardata"`
}

// read parses a document and returns its root.
func (p *painter) read(svg []byte) (*node, error) {
	root := new(node)
	if err := xml.Unmarshal(svg, root); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if root.name() != "svg" {
		return nil, errors.New("the root is not an svg element")
	}
	if err := p.index(root); err != nil {
		return nil, err
	}
	slices.SortStableFunc(p.rules, func(a, b rule) int { return len(a.classes) - len(b.classes) })
	return root, nil
}

// index adds the ids and the style rules of an element and its descendants.
func (p *painter) index(n *node) error {
	if id := n.attr("id"); id != "" {
		p.ids[id] = n
	}
	if n.name() == "style" {
		if err := p.addRules(n.Text); err != nil {
			return err
		}
	}
	for _, child := range n.Children {
		if err := p.index(child); err != nil {
			return err
		}
	}
	return nil
}

func (n *node) name() string { return n.XMLName.Local }

// attr returns the value of an attribute, "" if it is missing.
func (n *node) attr(name string) string {
	for _, a := range n.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// number returns the value of a numeric attribute, 0 if it is missing.
func (n *node) number(name string) float64 {
	v, _ := parseNumber(n.attr(name))
	return v
}

// find returns the element that ref, which begins with prefix, refers to.
func (p *painter) find(ref, prefix string) (*node, error) {
	id, ok := strings.CutPrefix(ref, prefix)
	if n := p.ids[strings.TrimSuffix(id, ")")]; ok && n != nil {
		return n, nil
	}
	return nil, fmt.Errorf("%q leads nowhere", ref)
}

type rectangle struct{ x, y, w, h float64 }

func (n *node) viewBox() (rectangle, error) {
	v, err := parseNumbers(n.attr("viewBox"))
	if err != nil || len(v) != 4 || v[2] <= 0 || v[3] <= 0 {
		return rectangle{}, fmt.Errorf("%q is not a viewBox of four numbers", n.attr("viewBox"))
	}
	return rectangle{v[0], v[1], v[2], v[3]}, nil
}

// fit returns the place of a viewBox that fills as much of a rectangle as it can, in its middle.
func (b rectangle) fit(x, y, w, h float64) place {
	scale := min(w/b.w, h/b.h)
	return place{complex(scale, 0), complex(x+w/2-scale*(b.x+b.w/2), y+h/2-scale*(b.y+b.h/2))}
}

func parseNumber(text string) (float64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
		return 0, fmt.Errorf("%q is not a number", text)
	}
	return v, nil
}

// parseNumbers parses numbers separated by spaces or commas.
func parseNumbers(text string) ([]float64, error) {
	fields := strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == ',' })
	all := make([]float64, len(fields))
	for i, f := range fields {
		v, err := parseNumber(f)
		if err != nil {
			return nil, err
		}
		all[i] = v
	}
	return all, nil
}

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
var initialStyle = style{fill: paint{color: color.RGBA{A: 0xff}}, fillAlpha: 1, lineAlpha: 1, opacity: 1, width: 1, cap: "butt", join: "miter", anchor: "start"}

// paint is a color or a pattern; the zero value paints nothing.
type paint struct {
	color   color.RGBA
	pattern string // the reference to it
}

// rule is a rule of the drawing's own style sheet, for elements that have all of
// its classes.
type rule struct {
	classes []string
	set     []css.Declaration
}

// addRules adds the rules of a style element.
func (p *painter) addRules(sheet string) error {
	rules, err := css.Parse(sheet)
	if err != nil {
		return err
	}
	for _, r := range rules {
		for _, selector := range r.Selectors {
			if !strings.HasPrefix(selector, ".") || strings.ContainsAny(selector, " >+~:[#") || r.Condition != "" {
				return fmt.Errorf("the selector %q is not supported", selector)
			}
			p.rules = append(p.rules, rule{strings.Split(selector[1:], "."), r.Declarations})
		}
	}
	return nil
}

// attributes are the properties that an attribute may set.
var attributes = []string{"fill", "fill-rule", "stroke", "stroke-width", "opacity"}

// applyRules sets the properties that an element's attributes and classes give.
func (p *painter) applyRules(n *node, s *style) error {
	for _, a := range n.Attrs {
		if slices.Contains(attributes, a.Name.Local) {
			if err := s.setProperty(a.Name.Local, a.Value); err != nil {
				return err
			}
		}
	}
	classes := strings.Fields(n.attr("class"))
	for _, r := range p.rules {
		if slices.ContainsFunc(r.classes, func(c string) bool { return !slices.Contains(classes, c) }) {
			continue
		}
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
		s.width, err = parseNumber(value)
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
		err = fmt.Errorf("unknown property %s", name)
	}
	return err
}

// fontOf matches a weight, a size in pixels and a family.
var fontOf = regexp.MustCompile(`^(\d{3}) ([\d.]+)px \S`)

// setFont parses a font; the family is ignored.
func (s *style) setFont(value string) (err error) {
	parts := fontOf.FindStringSubmatch(value)
	if parts == nil {
		return fmt.Errorf("%q is not a font of a weight, a size in px and a family", value)
	}
	s.bold = parts[1] >= "600"
	s.size, err = parseNumber(parts[2])
	return err
}

func parsePaint(value string) (paint, error) {
	switch {
	case value == "none":
		return paint{}, nil
	case strings.HasPrefix(value, "url("):
		return paint{pattern: value}, nil
	case len(value) == 4 && value[0] == '#':
		value = string([]byte{'#', value[1], value[1], value[2], value[2], value[3], value[3]})
	}
	v, err := strconv.ParseUint(strings.TrimPrefix(value, "#"), 16, 32)
	if err != nil || len(value) != 7 || value[0] != '#' {
		return paint{}, fmt.Errorf("%q is not a color like #rrggbb", value)
	}
	return paint{color: color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xff}}, nil
}

func parseAlpha(value string) (float64, error) {
	a, err := parseNumber(value)
	if err != nil || a < 0 || a > 1 {
		return 0, fmt.Errorf("%q is not an opacity from 0 to 1", value)
	}
	return a, nil
}
