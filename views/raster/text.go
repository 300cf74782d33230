package raster

import (
	"fmt"
	"image"
	"math"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

var regularFont, boldFont = sync.OnceValue(func() *opentype.Font { return mustFont(goregular.TTF) }), sync.OnceValue(func() *opentype.Font { return mustFont(gobold.TTF) })

func mustFont(ttf []byte) *opentype.Font {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic(err) // a font that is part of the program
	}
	return f
}

// newFace returns a font of a size in pixels.
func newFace(size float64, heavy bool) font.Face {
	f := regularFont()
	if heavy {
		f = boldFont()
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		panic(err) // every size is valid
	}
	return face
}

// unitsPerEm is the size at which the fonts were drawn, where no width is rounded.
const unitsPerEm = 2048

// Covers reports whether the fonts have a glyph for every rune of a text.
func Covers(text string) bool {
	regular, bold := newFace(unitsPerEm, false), newFace(unitsPerEm, true)
	for _, c := range text {
		_, ok := regular.GlyphAdvance(c)
		if _, okBold := bold.GlyphAdvance(c); !ok || !okBold {
			return false
		}
	}
	return true
}

// Width returns the width of a text at a font size.
func Width(text string, size float64, heavy bool) float64 {
	return float64(font.MeasureString(newFace(unitsPerEm, heavy), text)) / 64 / unitsPerEm * size
}

// anchors are the parts of a text's width left of its x, by the value of text-anchor.
var anchors = map[string]float64{"start": 0, "middle": 0.5, "end": 1}

// drawText draws a line of text.
func (p *painter) drawText(n *node, s state) error {
	size := s.style.size * s.place.scale()
	part, ok := anchors[s.style.anchor]
	if len(n.Children) > 0 || s.style.stroke != (paint{}) || imag(s.place.unit) != 0 || size <= 0 || !ok {
		return fmt.Errorf("%q is not plain text of a size on a level line", n.Text)
	}
	at := s.place.apply(complex(n.number("x")-part*Width(n.Text, s.style.size, s.style.bold), n.number("y")))
	if most := float64(p.img.Rect.Dx()); size > most || math.Abs(real(at)) > 8*most || math.Abs(imag(at)) > 8*maxPixels/most {
		return fmt.Errorf("%q is larger than the picture or far outside", n.Text)
	}
	d := font.Drawer{Src: image.Opaque, Face: newFace(size, s.style.bold), Dot: fixed.Point26_6{X: fixed.Int26_6(math.Round(64 * real(at))), Y: fixed.Int26_6(math.Round(64 * imag(at)))}}
	bounds, _ := d.BoundString(n.Text)
	r := image.Rect(bounds.Min.X.Floor(), bounds.Min.Y.Floor(), bounds.Max.X.Ceil(), bounds.Max.Y.Ceil()).Intersect(p.img.Rect)
	letters := image.NewAlpha(r)
	d.Dst = letters
	d.DrawString(n.Text)
	return p.paint(letters, s.style.fill, s.style.fillAlpha*s.style.opacity, s)
}
