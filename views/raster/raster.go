// Package raster turns the drawings of this site into pixels: SVG as views/board
// and views/heraldry write it, with shapes, strokes, hatchings, clips, references
// and text. Whatever else SVG has is an error, so that a picture is never tacitly
// wrong.
//
// Coverage is computed by golang.org/x/image/vector, letters are those of the Go
// fonts.
package raster

import (
	"fmt"
	"image"
	"image/png"
	"io"
	"math"
	"sync"
)

// maxPixels bounds the size of a picture.
const maxPixels = 8 << 20

// PNG writes a drawing as a PNG of so many pixels in width.
func PNG(w io.Writer, svg []byte, width int) error {
	return new(Canvas).PNG(w, svg, width)
}

var pngEncoder = png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: new(bufferPool)}

type bufferPool struct{ pool sync.Pool }

func (b *bufferPool) Get() *png.EncoderBuffer {
	e, _ := b.pool.Get().(*png.EncoderBuffer)
	return e
}

func (b *bufferPool) Put(e *png.EncoderBuffer) { b.pool.Put(e) }

// Image draws a drawing on a transparent background, with a width in pixels and the
// proportions of its viewBox.
func Image(svg []byte, width int) (*image.RGBA, error) {
	return new(Canvas).draw(svg, width)
}

// Canvas reuses its memory from picture to picture. The zero value is
// ready; it serves one goroutine at a time.
type Canvas struct {
	pix   []uint8
	brush brush
}

// PNG writes a drawing as a PNG of so many pixels in width.
func (c *Canvas) PNG(w io.Writer, svg []byte, width int) error {
	img, err := c.draw(svg, width)
	if err != nil {
		return err
	}
	return pngEncoder.Encode(w, img)
}

// draw returns a picture that is valid until the next call.
func (c *Canvas) draw(svg []byte, width int) (*image.RGBA, error) {
	d, err := parseDocument(svg)
	if err != nil {
		return nil, fmt.Errorf("read drawing: %w", err)
	}
	box, err := d.root.viewBox()
	if err != nil {
		return nil, err
	}
	scale := float64(width) / box.w
	height := int(math.Round(box.h * scale))
	if width < 1 || height < 1 || height > maxPixels/width {
		return nil, fmt.Errorf("%d by %d pixels make no picture", width, height)
	}
	p := painter{doc: d, img: c.blankImage(width, height), brush: &c.brush}
	at := matrix{scale, 0, 0, scale, -box.x * scale, -box.y * scale}
	if err := p.drawChildren(d.root, state{matrix: at, style: initialStyle}); err != nil {
		return nil, fmt.Errorf("draw: %w", err)
	}
	return p.img, nil
}

// blankImage returns a transparent picture.
func (c *Canvas) blankImage(width, height int) *image.RGBA {
	n := 4 * width * height
	if cap(c.pix) < n {
		c.pix = make([]uint8, n)
	}
	c.pix = c.pix[:n]
	clear(c.pix)
	return &image.RGBA{Pix: c.pix, Stride: 4 * width, Rect: image.Rect(0, 0, width, height)}
}

// painter draws the elements of a document.
type painter struct {
	doc   *document
	img   *image.RGBA
	depth int
	brush *brush
}

// state is what an element inherits from its ancestors.
type state struct {
	matrix matrix
	style  style
	clips  []*mask
}

// maxDepth bounds elements within elements, and references to references.
const maxDepth = 20

func (p *painter) drawChildren(n *node, s state) error {
	if p.depth++; p.depth > maxDepth {
		return fmt.Errorf("elements nest deeper than %d", maxDepth)
	}
	defer func() { p.depth-- }()
	for _, child := range n.children {
		if err := p.drawElement(child, s); err != nil {
			return err
		}
	}
	return nil
}

// drawElement draws one element.
func (p *painter) drawElement(n *node, s state) error {
	switch n.name {
	case "defs", "style", "title", "desc", "symbol", "pattern", "clipPath":
		return nil // drawn where they are referred to, if at all
	}
	s, err := p.inherit(n, s)
	if err != nil {
		return fmt.Errorf("%s: %w", n.name, err)
	}
	switch n.name {
	case "g":
		return p.drawChildren(n, s)
	case "svg":
		return p.drawNested(n, s)
	case "use":
		return p.drawUse(n, s)
	case "text":
		err = p.drawText(n, s)
	case "rect", "circle", "path":
		err = p.drawShape(n, s)
	default:
		err = fmt.Errorf("there is no way to draw it")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", n.name, err)
	}
	return nil
}

// inherit returns the state of an element within one with state s.
func (p *painter) inherit(n *node, s state) (state, error) {
	s.style.opacity = 1
	if err := p.doc.applyRules(n, &s.style); err != nil {
		return s, err
	}
	if text := n.attr("transform"); text != "" {
		m, err := parseTransform(text)
		if err != nil {
			return s, err
		}
		s.matrix = s.matrix.then(m)
	}
	if s.style.opacity != 1 && len(n.children) > 0 || s.style.opacity != 1 && n.name == "use" {
		return s, fmt.Errorf("the opacity of a group is not supported")
	}
	if ref := n.attr("clip-path"); ref != "" {
		clip, err := p.clipMask(ref, s.matrix)
		if err != nil {
			return s, err
		}
		s.clips = append(s.clips[:len(s.clips):len(s.clips)], clip)
	}
	return s, nil
}

// drawNested draws a nested svg element.
func (p *painter) drawNested(n *node, s state) error {
	m, err := n.fitMatrix()
	if err != nil {
		return err
	}
	s.matrix = s.matrix.then(m)
	return p.drawChildren(n, s)
}

// drawUse draws the element that a use element refers to.
func (p *painter) drawUse(n *node, s state) error {
	target, err := p.doc.find(n.attr("href"), "#")
	if err != nil {
		return err
	}
	x, y := n.number("x"), n.number("y")
	s.matrix = s.matrix.then(matrix{1, 0, 0, 1, x, y})
	if target.name == "symbol" {
		as := &node{name: "svg", attrs: map[string]string{
			"viewBox": target.attr("viewBox"), "width": n.attr("width"), "height": n.attr("height"),
		}, children: target.children}
		return p.drawNested(as, s)
	}
	if p.depth++; p.depth > maxDepth {
		return fmt.Errorf("references nest deeper than %d", maxDepth)
	}
	defer func() { p.depth-- }()
	return p.drawElement(target, s)
}
