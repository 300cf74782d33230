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
	unit fixed.Int26_6 // pixels per em for reading outlines
}

var regularFace, boldFace = sync.OnceValue(func() face { return mustFace(goregular.TTF) }), sync.OnceValue(func() face { return mustFace(gobold.TTF) })

func mustFace(ttf []byte) face {
	f, err := sfnt.Parse(ttf)
	if err != nil {
		panic(err) // a font that is part of the program
	}
	return face{f, fixed.I(int(f.UnitsPerEm()))}
}

func faceOf(heavy bool) face {
	if heavy {
		return boldFace()
	}
	return regularFace()
}

// Covers reports whether the fonts have a glyph for every rune of a text.
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

// Width returns the width of a text at a font size.
func Width(text string, size float64, heavy bool) float64 {
	var buf sfnt.Buffer
	f := faceOf(heavy)
	end, err := f.eachGlyph(&buf, text, func(sfnt.GlyphIndex, float64) error { return nil })
	if err != nil {
		return 0
	}
	return end / float64(f.unit) * size
}

// eachGlyph calls visit with each glyph of a text and its position, and returns the
// width of the text.
func (f face) eachGlyph(buf *sfnt.Buffer, text string, visit func(sfnt.GlyphIndex, float64) error) (float64, error) {
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

// drawText draws a line of text.
func (p *painter) drawText(n *node, s state) error {
	if len(n.children) > 0 || s.style.size <= 0 {
		return fmt.Errorf("%q is not plain text of a size", n.text)
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
	_, err := f.eachGlyph(&buf, n.text, func(i sfnt.GlyphIndex, at float64) error {
		segments, err := f.font.LoadGlyph(&buf, i, f.unit, nil)
		if err != nil {
			return err
		}
		place := s.matrix.then(matrix{k, 0, 0, k, x + k*at, n.number("y")})
		lines = append(lines, flatten(glyphPath(segments), place)...)
		return nil
	})
	if err != nil {
		return err
	}
	return p.drawLines(lines, s)
}

// glyphPath returns the path of a glyph.
func glyphPath(segments sfnt.Segments) []pathCommand {
	var verbs []pathCommand
	var at point
	to := func(q fixed.Point26_6) point { return point{float64(q.X), float64(q.Y)} }
	for _, s := range segments {
		a := s.Args
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			at = to(a[0])
			verbs = append(verbs, pathCommand{kind: 'M', p: [3]point{at}})
		case sfnt.SegmentOpLineTo:
			at = to(a[0])
			verbs = append(verbs, pathCommand{kind: 'L', p: [3]point{at}})
		case sfnt.SegmentOpQuadTo:
			c, end := to(a[0]), to(a[1])
			verbs = append(verbs, pathCommand{'C', [3]point{interpolate(at, c, 2.0/3), interpolate(end, c, 2.0/3), end}})
			at = end
		case sfnt.SegmentOpCubeTo:
			at = to(a[2])
			verbs = append(verbs, pathCommand{'C', [3]point{to(a[0]), to(a[1]), at}})
		}
	}
	return verbs
}

// interpolate returns the point at the given part of the way from p to q.
func interpolate(p, q point, part float64) point {
	return point{p.x + (q.x-p.x)*part, p.y + (q.y-p.y)*part}
}
