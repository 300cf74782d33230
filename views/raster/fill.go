package raster

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/vector"
)

// mask is the coverage of the pixels of a rectangle.
type mask struct {
	rect image.Rectangle
	pix  []uint8
}

// brush computes masks; its buffers are reused from shape to shape.
type brush struct {
	z vector.Rasterizer
}

// cover returns the mask of loops within bounds. It closes open lines.
func (b *brush) cover(loops []contour, evenOdd bool, bounds image.Rectangle) *mask {
	lo, hi := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, c := range loops {
		for _, p := range c.points {
			lo = point{min(lo.x, p.x), min(lo.y, p.y)}
			hi = point{max(hi.x, p.x), max(hi.y, p.y)}
		}
	}
	const far = 1 << 20 // more than any picture, and safe to convert
	rect := image.Rect(int(math.Floor(max(lo.x, -far))), int(math.Floor(max(lo.y, -far))),
		int(math.Ceil(min(hi.x, far))), int(math.Ceil(min(hi.y, far)))).Intersect(bounds)
	m := &mask{rect: rect}
	if lo.x > hi.x || rect.Empty() {
		m.rect = image.Rectangle{}
		return m
	}
	if evenOdd {
		orientLoops(loops)
	}
	b.z.Reset(rect.Dx(), rect.Dy())
	b.z.DrawOp = draw.Src
	at := func(p point) (x, y float32) {
		return float32(p.x - float64(rect.Min.X)), float32(p.y - float64(rect.Min.Y))
	}
	for _, c := range loops {
		b.z.MoveTo(at(c.points[0]))
		for _, p := range c.points[1:] {
			b.z.LineTo(at(p))
		}
		b.z.ClosePath()
	}
	out := image.Alpha{Pix: make([]uint8, rect.Dx()*rect.Dy()), Stride: rect.Dx(), Rect: image.Rect(0, 0, rect.Dx(), rect.Dy())}
	b.z.Draw(&out, out.Rect, image.Opaque, image.Point{})
	m.pix = out.Pix
	return m
}

// orientLoops reverses loops so that the non-zero winding rule fills the same area as
// the even-odd rule. The loops must not cross.
func orientLoops(loops []contour) {
	for i, c := range loops {
		inside := false
		for j, around := range loops {
			if i != j && contains(around, c.points[0]) {
				inside = !inside
			}
		}
		if inside == (signedArea(c) > 0) {
			reverseContour(c)
		}
	}
}

// contains reports whether a point lies within a loop.
func contains(c contour, p point) bool {
	in := false
	for i, a := range c.points {
		b := c.points[(i+1)%len(c.points)]
		if (a.y > p.y) != (b.y > p.y) && p.x < a.x+(b.x-a.x)*(p.y-a.y)/(b.y-a.y) {
			in = !in
		}
	}
	return in
}

// intersect returns the mask of the pixels that both masks cover.
func (m *mask) intersect(n *mask) *mask {
	out := &mask{rect: m.rect.Intersect(n.rect)}
	w := out.rect.Dx()
	out.pix = make([]uint8, w*out.rect.Dy())
	for y := out.rect.Min.Y; y < out.rect.Max.Y; y++ {
		a, b := m.rowWithin(out.rect, y), n.rowWithin(out.rect, y)
		to := out.rowWithin(out.rect, y)
		for x := range w {
			to[x] = uint8(uint32(a[x]) * uint32(b[x]) / 255)
		}
	}
	return out
}

// rowWithin returns the part of a row of pixels within a rectangle.
func (m *mask) rowWithin(within image.Rectangle, y int) []uint8 {
	from := (y-m.rect.Min.Y)*m.rect.Dx() + within.Min.X - m.rect.Min.X
	return m.pix[from : from+within.Dx()]
}

// blend lays a color on the picture where a mask covers it.
func (p *painter) blend(m *mask, c color.RGBA, alpha float64) {
	a := uint32(math.Round(alpha * 255))
	for y := m.rect.Min.Y; y < m.rect.Max.Y; y++ {
		row := m.rowWithin(m.rect, y)
		to := p.img.Pix[p.img.PixOffset(m.rect.Min.X, y):]
		for x, cover := range row {
			if cover == 0 {
				continue
			}
			s := uint32(cover) * a / 255
			px := to[4*x : 4*x+4 : 4*x+4]
			px[0] = blendChannel(px[0], c.R, s)
			px[1] = blendChannel(px[1], c.G, s)
			px[2] = blendChannel(px[2], c.B, s)
			px[3] = blendChannel(px[3], 0xff, s)
		}
	}
}

func blendChannel(under, over uint8, s uint32) uint8 {
	return uint8((uint32(under)*(255-s) + uint32(over)*s + 127) / 255)
}

// drawShape fills and strokes a shape.
func (p *painter) drawShape(n *node, s state) error {
	verbs, err := p.doc.shapePath(n)
	if err != nil {
		return err
	}
	return p.drawLines(flatten(verbs, s.matrix), s)
}

// drawLines fills and strokes lines in the coordinates of the picture.
func (p *painter) drawLines(lines []contour, s state) error {
	if s.style.fill.kind != none {
		m := p.brush.cover(lines, s.style.evenOdd, p.img.Rect)
		if err := p.paint(m, s.style.fill, s.style.fillAlpha*s.style.opacity, s); err != nil {
			return err
		}
	}
	if s.style.stroke.kind == none || s.style.width == 0 {
		return nil
	}
	return p.paint(p.strokeMask(lines, s), s.style.stroke, s.style.lineAlpha*s.style.opacity, s)
}

// strokeMask returns the mask of a stroke. Each line is covered on its own: where two
// overlap, the pixels at their edges are covered once.
func (p *painter) strokeMask(lines []contour, s state) *mask {
	scale := s.matrix.scale()
	if len(s.style.dash) > 0 {
		lengths := make([]float64, len(s.style.dash))
		for i, d := range s.style.dash {
			lengths[i] = max(d*scale, 0.01)
		}
		lines = dashLines(lines, lengths)
	}
	masks := make([]*mask, 0, len(lines))
	var all image.Rectangle
	for _, line := range lines {
		m := p.brush.cover(strokeLine(line, s.style.width*scale, &s.style), false, p.img.Rect)
		all = all.Union(m.rect)
		masks = append(masks, m)
	}
	if len(masks) == 1 {
		return masks[0]
	}
	out := &mask{rect: all, pix: make([]uint8, all.Dx()*all.Dy())}
	for _, m := range masks {
		for y := m.rect.Min.Y; y < m.rect.Max.Y; y++ {
			to := out.rowWithin(m.rect, y)
			for x, cover := range m.rowWithin(m.rect, y) {
				to[x] = max(to[x], cover)
			}
		}
	}
	return out
}

// paint applies a paint where a mask and all clips cover the picture.
func (p *painter) paint(m *mask, with paint, alpha float64, s state) error {
	for _, clip := range s.clips {
		m = m.intersect(clip)
	}
	if m.rect.Empty() {
		return nil
	}
	if with.kind == plain {
		p.blend(m, with.color, alpha)
		return nil
	}
	return p.fillPattern(m, with.pattern, alpha, s)
}

// fillPattern fills a mask with a pattern: a tile that repeats through the space of the
// shape.
func (p *painter) fillPattern(m *mask, ref string, alpha float64, s state) error {
	tile, err := p.doc.find(ref, "url(#")
	if err != nil {
		return err
	}
	w, h := tile.number("width"), tile.number("height")
	if tile.name != "pattern" || tile.attr("patternUnits") != "userSpaceOnUse" || w <= 0 || h <= 0 {
		return fmt.Errorf("%s is no pattern in user space", ref)
	}
	if text := tile.attr("patternTransform"); text != "" {
		turn, err := parseTransform(text)
		if err != nil {
			return err
		}
		s.matrix = s.matrix.then(turn)
	}
	first, last := tileRange(m.rect, s.matrix, w, h)
	if n := (last.x - first.x + 1) * (last.y - first.y + 1); n > 1<<16 {
		return fmt.Errorf("%s repeats %.0f times", ref, n)
	}
	for _, child := range tile.children {
		style := initialStyle
		if err := p.doc.applyRules(child, &style); err != nil {
			return err
		}
		verbs, err := p.doc.shapePath(child)
		if err != nil {
			return err
		}
		var lines []contour
		for y := first.y; y <= last.y; y++ {
			for x := first.x; x <= last.x; x++ {
				lines = append(lines, flatten(verbs, s.matrix.then(matrix{1, 0, 0, 1, x * w, y * h}))...)
			}
		}
		with, a := style.fill, style.fillAlpha
		if style.stroke.kind != none {
			with, a = style.stroke, style.lineAlpha
			lines = strokeLines(lines, style.width*s.matrix.scale(), &style)
		}
		if with.kind == plain {
			p.blend(p.brush.cover(lines, false, m.rect).intersect(m), with.color, a*alpha)
		}
	}
	return nil
}

// tileRange returns the first and the last tile that meet a rectangle.
func tileRange(r image.Rectangle, m matrix, w, h float64) (first, last point) {
	back := m.inverse()
	first, last = point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, c := range []image.Point{r.Min, r.Max, {X: r.Min.X, Y: r.Max.Y}, {X: r.Max.X, Y: r.Min.Y}} {
		q := back.apply(point{float64(c.X), float64(c.Y)})
		first = point{min(first.x, math.Floor(q.x/w)), min(first.y, math.Floor(q.y/h))}
		last = point{max(last.x, math.Floor(q.x/w)), max(last.y, math.Floor(q.y/h))}
	}
	return first, last
}

// clipMask returns the mask of a clip-path.
func (p *painter) clipMask(ref string, m matrix) (*mask, error) {
	path, err := p.doc.find(ref, "url(#")
	if err != nil {
		return nil, err
	}
	var lines []contour
	for _, child := range path.children {
		verbs, err := p.doc.shapePath(child)
		if err != nil {
			return nil, err
		}
		lines = append(lines, flatten(verbs, m)...)
	}
	return p.brush.cover(lines, false, p.img.Rect), nil
}
