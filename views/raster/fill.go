package raster

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/vector"
)

// mask is how far the pixels of a rectangle are covered.
type mask struct {
	rect image.Rectangle
	pix  []uint8
}

// brush covers pixels; its buffers serve one shape after another.
type brush struct {
	z vector.Rasterizer
}

// cover returns the mask of loops within bounds. Lines that are open are closed.
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
		wind(loops)
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

// wind turns loops so that what the even-odd rule leaves empty is left empty by
// the rule of non-zero winding too. The loops must not cross.
func wind(loops []contour) {
	for i, c := range loops {
		inside := false
		for j, around := range loops {
			if i != j && contains(around, c.points[0]) {
				inside = !inside
			}
		}
		if inside == (area(c) > 0) {
			reverse(c)
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

// times leaves of a mask what another covers as well.
func (m *mask) times(n *mask) *mask {
	out := &mask{rect: m.rect.Intersect(n.rect)}
	w := out.rect.Dx()
	out.pix = make([]uint8, w*out.rect.Dy())
	for y := out.rect.Min.Y; y < out.rect.Max.Y; y++ {
		a, b := m.row(out.rect, y), n.row(out.rect, y)
		to := out.row(out.rect, y)
		for x := range w {
			to[x] = uint8(uint32(a[x]) * uint32(b[x]) / 255)
		}
	}
	return out
}

// row returns the part of a row of pixels within a rectangle.
func (m *mask) row(within image.Rectangle, y int) []uint8 {
	from := (y-m.rect.Min.Y)*m.rect.Dx() + within.Min.X - m.rect.Min.X
	return m.pix[from : from+within.Dx()]
}

// blend lays a color on the picture where a mask covers it.
func (p *painter) blend(m *mask, c color.RGBA, alpha float64) {
	a := uint32(math.Round(alpha * 255))
	for y := m.rect.Min.Y; y < m.rect.Max.Y; y++ {
		row := m.row(m.rect, y)
		to := p.img.Pix[p.img.PixOffset(m.rect.Min.X, y):]
		for x, cover := range row {
			if cover == 0 {
				continue
			}
			s := uint32(cover) * a / 255
			px := to[4*x : 4*x+4 : 4*x+4]
			px[0] = mix(px[0], c.R, s)
			px[1] = mix(px[1], c.G, s)
			px[2] = mix(px[2], c.B, s)
			px[3] = mix(px[3], 0xff, s)
		}
	}
}

func mix(under, over uint8, s uint32) uint8 {
	return uint8((uint32(under)*(255-s) + uint32(over)*s + 127) / 255)
}

// shape fills and strokes a shape.
func (p *painter) shape(n *node, s state) error {
	verbs, err := p.doc.outline(n)
	if err != nil {
		return err
	}
	return p.draw(flatten(verbs, s.matrix), s)
}

// draw fills and strokes lines that are in their place.
func (p *painter) draw(lines []contour, s state) error {
	if s.style.fill.kind != none {
		m := p.brush.cover(lines, s.style.evenOdd, p.img.Rect)
		if err := p.paint(m, s.style.fill, s.style.fillAlpha*s.style.opacity, s); err != nil {
			return err
		}
	}
	if s.style.stroke.kind == none || s.style.width == 0 {
		return nil
	}
	return p.paint(p.stroke(lines, s), s.style.stroke, s.style.lineAlpha*s.style.opacity, s)
}

// stroke returns the mask of a stroke. Each line is covered on its own: where two
// overlap, the pixels at their edges are covered once.
func (p *painter) stroke(lines []contour, s state) *mask {
	scale := s.matrix.scale()
	if len(s.style.dash) > 0 {
		lengths := make([]float64, len(s.style.dash))
		for i, d := range s.style.dash {
			lengths[i] = max(d*scale, 0.01)
		}
		lines = dashed(lines, lengths)
	}
	masks := make([]*mask, 0, len(lines))
	var all image.Rectangle
	for _, line := range lines {
		m := p.brush.cover(stroked(line, s.style.width*scale, &s.style), false, p.img.Rect)
		all = all.Union(m.rect)
		masks = append(masks, m)
	}
	if len(masks) == 1 {
		return masks[0]
	}
	out := &mask{rect: all, pix: make([]uint8, all.Dx()*all.Dy())}
	for _, m := range masks {
		for y := m.rect.Min.Y; y < m.rect.Max.Y; y++ {
			to := out.row(m.rect, y)
			for x, cover := range m.row(m.rect, y) {
				to[x] = max(to[x], cover)
			}
		}
	}
	return out
}

// paint lays a paint on what a mask and all clips leave.
func (p *painter) paint(m *mask, with paint, alpha float64, s state) error {
	for _, clip := range s.clips {
		m = m.times(clip)
	}
	if m.rect.Empty() {
		return nil
	}
	if with.kind == plain {
		p.blend(m, with.color, alpha)
		return nil
	}
	return p.hatch(m, with.pattern, alpha, s)
}

// hatch fills a mask with a pattern: a tile that repeats through the space of the
// shape.
func (p *painter) hatch(m *mask, ref string, alpha float64, s state) error {
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
	first, last := tiles(m.rect, s.matrix, w, h)
	if n := (last.x - first.x + 1) * (last.y - first.y + 1); n > 1<<16 {
		return fmt.Errorf("%s repeats %.0f times", ref, n)
	}
	for _, child := range tile.children {
		style := initial
		if err := p.doc.dress(child, &style); err != nil {
			return err
		}
		verbs, err := p.doc.outline(child)
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
			lines = bands(lines, style.width*s.matrix.scale(), &style)
		}
		if with.kind == plain {
			p.blend(p.brush.cover(lines, false, m.rect).times(m), with.color, a*alpha)
		}
	}
	return nil
}

// tiles returns the first and the last of the tiles that a rectangle needs.
func tiles(r image.Rectangle, m matrix, w, h float64) (first, last point) {
	back := m.inverse()
	first, last = point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, c := range []image.Point{r.Min, r.Max, {X: r.Min.X, Y: r.Max.Y}, {X: r.Max.X, Y: r.Min.Y}} {
		q := back.apply(point{float64(c.X), float64(c.Y)})
		first = point{min(first.x, math.Floor(q.x/w)), min(first.y, math.Floor(q.y/h))}
		last = point{max(last.x, math.Floor(q.x/w)), max(last.y, math.Floor(q.y/h))}
	}
	return first, last
}

// clip returns the mask that a clip-path stands for.
func (p *painter) clip(ref string, m matrix) (*mask, error) {
	path, err := p.doc.find(ref, "url(#")
	if err != nil {
		return nil, err
	}
	var lines []contour
	for _, child := range path.children {
		verbs, err := p.doc.outline(child)
		if err != nil {
			return nil, err
		}
		lines = append(lines, flatten(verbs, m)...)
	}
	return p.brush.cover(lines, false, p.img.Rect), nil
}
