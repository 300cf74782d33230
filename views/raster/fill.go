package raster

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"math/cmplx"
	"slices"
)

// cover returns the coverage of the pixels of loops within bounds. It closes open lines.
func (p *painter) cover(loops []contour, bounds image.Rectangle) *image.Alpha {
	least, most := extent(loops)
	const far = 1 << 20 // more than any picture, and safe to convert
	r := image.Rect(int(math.Floor(max(real(least), -far))), int(math.Floor(max(imag(least), -far))),
		int(math.Ceil(min(real(most), far))), int(math.Ceil(min(imag(most), far)))).Intersect(bounds)
	if real(least) > real(most) || r.Empty() {
		return &image.Alpha{}
	}
	p.z.Reset(r.Dx(), r.Dy())
	p.z.DrawOp = draw.Src
	at := func(q complex128) (x, y float32) {
		return float32(real(q) - float64(r.Min.X)), float32(imag(q) - float64(r.Min.Y))
	}
	for _, c := range loops {
		p.z.MoveTo(at(c.points[0]))
		for _, q := range c.points[1:] {
			p.z.LineTo(at(q))
		}
		p.z.ClosePath()
	}
	m := image.NewAlpha(p.z.Bounds())
	p.z.Draw(m, m.Rect, image.Opaque, image.Point{})
	m.Rect = r
	return m
}

// extent returns the corners of the smallest rectangle around lines.
func extent(lines []contour) (least, most complex128) {
	least, most = cmplx.Inf(), -cmplx.Inf()
	for _, c := range lines {
		for _, q := range c.points {
			least = complex(min(real(least), real(q)), min(imag(least), imag(q)))
			most = complex(max(real(most), real(q)), max(imag(most), imag(q)))
		}
	}
	return least, most
}

// coverEach covers shapes one by one and mixes their pixels.
func (p *painter) coverEach(shapes [][]contour, mix mixer) *image.Alpha {
	masks := make([]*image.Alpha, len(shapes))
	var all image.Rectangle
	for i, loops := range shapes {
		masks[i] = p.cover(loops, p.img.Rect)
		all = all.Union(masks[i].Rect)
	}
	if len(masks) == 1 {
		return masks[0]
	}
	out := image.NewAlpha(all)
	for _, m := range masks {
		mixInto(out, m, mix)
	}
	return out
}

// mixer returns the coverage of a pixel, from 0 to 255, given its coverage by two masks.
type mixer func(a, b uint32) uint32

func inBoth(a, b uint32) uint32    { return a * b / 255 }
func inEither(a, b uint32) uint32  { return max(a, b) }
func inOnlyOne(a, b uint32) uint32 { return a + b - 2*a*b/255 }

// mixInto changes the pixels of a mask where another one lies over it.
func mixInto(to, from *image.Alpha, mix mixer) {
	r := to.Rect.Intersect(from.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := to.Pix[to.PixOffset(r.Min.X, y):]
		for x, b := range from.Pix[from.PixOffset(r.Min.X, y):][:r.Dx()] {
			row[x] = uint8(mix(uint32(row[x]), uint32(b)))
		}
	}
}

// within returns the part of a mask, which it changes, inside another one.
func within(m, limit *image.Alpha) *image.Alpha {
	m = m.SubImage(limit.Rect).(*image.Alpha)
	mixInto(m, limit, inBoth)
	return m
}

// blend lays a color on the picture where a mask covers it.
func (p *painter) blend(m *image.Alpha, c color.RGBA, alpha float64) {
	over := color.NRGBA{c.R, c.G, c.B, uint8(math.Round(alpha * 255))}
	draw.DrawMask(p.img, m.Rect, image.NewUniform(over), image.Point{}, m, m.Rect.Min, draw.Over)
}

// drawShape fills and strokes a shape.
func (p *painter) drawShape(n *node, s state) error {
	lines, err := n.outline(s.place)
	if err != nil {
		return err
	}
	if s.style.fill != (paint{}) {
		if err := p.paint(p.fillMask(lines, s.style.evenOdd), s.style.fill, s.style.fillAlpha*s.style.opacity, s); err != nil {
			return err
		}
	}
	if s.style.stroke == (paint{}) || s.style.width == 0 {
		return nil
	}
	return p.paint(p.strokeMask(lines, s), s.style.stroke, s.style.lineAlpha*s.style.opacity, s)
}

// fillMask returns the mask of the area inside lines. With the even-odd rule, no line may cross itself.
func (p *painter) fillMask(lines []contour, evenOdd bool) *image.Alpha {
	if !evenOdd {
		return p.cover(lines, p.img.Rect)
	}
	return p.coverEach(slices.Collect(slices.Chunk(lines, 1)), inOnlyOne)
}

// strokeMask returns the mask of a stroke. It covers each line separately: where two lines overlap,
// the pixels at their edges are covered only once.
func (p *painter) strokeMask(lines []contour, s state) *image.Alpha {
	scale := s.place.scale()
	if len(s.style.dash) > 0 {
		lines = dashLines(lines, s.style.dash, scale)
	}
	shapes := make([][]contour, len(lines))
	for i, line := range lines {
		shapes[i] = strokeLine(line, s.style.width*scale/2, &s.style)
	}
	return p.coverEach(shapes, inEither)
}

// paint applies a paint where a mask and the clip cover the picture.
func (p *painter) paint(m *image.Alpha, with paint, alpha float64, s state) error {
	if s.clip != nil {
		m = within(m, s.clip)
	}
	if m.Rect.Empty() {
		return nil
	}
	if with.pattern == "" {
		p.blend(m, with.color, alpha)
		return nil
	}
	return p.fillPattern(m, with.pattern, alpha, s)
}

// fillPattern fills a mask with a pattern: a tile that repeats through the space of the
// shape.
func (p *painter) fillPattern(m *image.Alpha, ref string, alpha float64, s state) error {
	tile, err := p.find(ref, "url(#")
	if err != nil {
		return err
	}
	w, h := tile.number("width"), tile.number("height")
	if tile.name() != "pattern" || tile.attr("patternUnits") != "userSpaceOnUse" || w <= 0 || h <= 0 {
		return fmt.Errorf("%s is not a pattern in user space", ref)
	}
	turn, err := parseTransform(tile.attr("patternTransform"))
	if err != nil {
		return err
	}
	s.place = s.place.then(turn)
	tiles, err := s.place.tilesOver(m.Rect, w, h)
	if err != nil {
		return fmt.Errorf("%s: %w", ref, err)
	}
	for _, child := range tile.Children {
		style := initialStyle
		if err := p.applyRules(child, &style); err != nil {
			return err
		}
		lines, err := child.outline(s.place)
		if err != nil {
			return err
		}
		with, a := style.fill, style.fillAlpha
		if style.stroke != (paint{}) {
			with, a = style.stroke, style.lineAlpha
			var bands []contour
			for _, line := range lines {
				bands = append(bands, strokeLine(line, style.width*s.place.scale()/2, &style)...)
			}
			lines = bands
		}
		if with.color.A == 0 {
			continue
		}
		var all []contour
		for _, shift := range tiles {
			for _, c := range lines {
				all = append(all, c.shifted(shift))
			}
		}
		p.blend(within(p.cover(all, m.Rect), m), with.color, a*alpha)
	}
	return nil
}

// maxTiles is the greatest number of tiles of a pattern in a shape.
const maxTiles = 1 << 16

// tilesOver returns the shifts from the tile at the origin to the tiles over a rectangle of pixels.
func (at place) tilesOver(r image.Rectangle, w, h float64) ([]complex128, error) {
	var corners contour
	for _, c := range []image.Point{r.Min, r.Max, {X: r.Min.X, Y: r.Max.Y}, {X: r.Max.X, Y: r.Min.Y}} {
		corners.points = append(corners.points, (complex(float64(c.X), float64(c.Y))-at.origin)/at.unit)
	}
	least, most := extent([]contour{corners})
	left, top := math.Floor(real(least)/w), math.Floor(imag(least)/h)
	columns, rows := math.Floor(real(most)/w)-left+1, math.Floor(imag(most)/h)-top+1
	if !(columns*rows <= maxTiles) {
		return nil, fmt.Errorf("a tile repeats %.0f times", columns*rows)
	}
	var shifts []complex128
	for y := range int(rows) {
		for x := range int(columns) {
			shifts = append(shifts, at.unit*complex((left+float64(x))*w, (top+float64(y))*h))
		}
	}
	return shifts, nil
}

// clipMask returns the mask of a clip-path.
func (p *painter) clipMask(ref string, at place) (*image.Alpha, error) {
	path, err := p.find(ref, "url(#")
	if err != nil {
		return nil, err
	}
	var lines []contour
	for _, child := range path.Children {
		more, err := child.outline(at)
		if err != nil {
			return nil, err
		}
		lines = append(lines, more...)
	}
	return p.cover(lines, p.img.Rect), nil
}
