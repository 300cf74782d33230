package raster

import (
	"fmt"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// face is a font with its outlines.
type face struct {
	font *sfnt.Font
	unit fixed.Int26_6 // pixels to the em, at which outlines are read
}

var regular, bold = sync.OnceValue(func() face { return mustFace(goregular.TTF) }), sync.OnceValue(func() face { return mustFace(gobold.TTF) })

func mustFace(ttf []byte) face {
	f, err := sfnt.Parse(ttf)
	if err != nil {
		panic(err) // a font that is part of the program
	}
	return face{f, fixed.I(int(f.UnitsPerEm()))}
}

func faceOf(heavy bool) face {
	if heavy {
		return bold()
	}
	return regular()
}

// Covers reports whether there are letters for all of a text.
func Covers(text string) bool {
	var buf sfnt.Buffer
	for _, c := range text {
		for _, heavy := range []bool{false, true} {
			if i, err := faceOf(heavy).font.GlyphIndex(&buf, c); err != nil || i == 0 {
				return false
			}
		}
	}
	return true
}

// Width returns the length of a text in a size of letters.
func Width(text string, size float64, heavy bool) float64 {
	var buf sfnt.Buffer
	f := faceOf(heavy)
	end, err := f.walk(&buf, text, func(sfnt.GlyphIndex, float64) error { return nil })
	if err != nil {
		return 0
	}
	return end / float64(f.unit) * size
}

// walk visits the letters of a text and where each begins, and returns where the
// text ends.
func (f face) walk(buf *sfnt.Buffer, text string, visit func(sfnt.GlyphIndex, float64) error) (float64, error) {
	x := fixed.Int26_6(0)
	before := sfnt.GlyphIndex(0)
	for _, c := range text {
		i, err := f.font.GlyphIndex(buf, c)
		if err != nil {
			return 0, err
		}
		if kern, err := f.font.Kern(buf, before, i, f.unit, font.HintingNone); err == nil && before != 0 {
			x += kern
		}
		if err := visit(i, float64(x)); err != nil {
			return 0, err
		}
		advance, err := f.font.GlyphAdvance(buf, i, f.unit, font.HintingNone)
		if err != nil {
			return 0, err
		}
		x += advance
		before = i
	}
	return float64(x), nil
}

// text draws a line of text.
func (p *painter) text(n *node, s state) error {
	if len(n.children) > 0 || s.style.size <= 0 {
		return fmt.Errorf("%q is no plain text of a size", n.text)
	}
	x := n.number("x")
	width := Width(n.text, s.style.size, s.style.bold)
	switch s.style.anchor {
	case "middle":
		x -= width / 2
	case "end":
		x -= width
	}
	f := faceOf(s.style.bold)
	k := s.style.size / float64(f.unit)
	var buf sfnt.Buffer
	var lines []contour
	_, err := f.walk(&buf, n.text, func(i sfnt.GlyphIndex, at float64) error {
		segments, err := f.font.LoadGlyph(&buf, i, f.unit, nil)
		if err != nil {
			return err
		}
		place := s.matrix.then(matrix{k, 0, 0, k, x + k*at, n.number("y")})
		lines = append(lines, flatten(glyph(segments), place)...)
		return nil
	})
	if err != nil {
		return err
	}
	return p.draw(lines, s)
}

// glyph returns the path of a letter.
func glyph(segments sfnt.Segments) []verb {
	var verbs []verb
	var at point
	to := func(q fixed.Point26_6) point { return point{float64(q.X), float64(q.Y)} }
	for _, s := range segments {
		a := s.Args
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			at = to(a[0])
			verbs = append(verbs, verb{kind: 'M', p: [3]point{at}})
		case sfnt.SegmentOpLineTo:
			at = to(a[0])
			verbs = append(verbs, verb{kind: 'L', p: [3]point{at}})
		case sfnt.SegmentOpQuadTo:
			c, end := to(a[0]), to(a[1])
			verbs = append(verbs, verb{'C', [3]point{between(at, c, 2.0/3), between(end, c, 2.0/3), end}})
			at = end
		case sfnt.SegmentOpCubeTo:
			at = to(a[2])
			verbs = append(verbs, verb{'C', [3]point{to(a[0]), to(a[1]), at}})
		}
	}
	return verbs
}

// between returns the point a part of the way from p to q.
func between(p, q point, part float64) point {
	return point{p.x + (q.x-p.x)*part, p.y + (q.y-p.y)*part}
}
