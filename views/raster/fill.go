package raster

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/vector"
)

// mask has the coverage of the pixels of a rectangle.
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

// contains reports whether a point is inside a loop.
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
	verbs, err := shapePath(n)
	if err != nil {
		return err
	}
	return p.drawLines(flatten(verbs, s.matrix), s)
}

// drawLines fills and strokes lines in the coordinates of the picture.
func (p *painter) drawLines(lines []contour, s state) error {
	if s.style.fill != (paint{}) {
		m := p.brush.cover(lines, s.style.evenOdd, p.img.Rect)
		if err := p.paint(m, s.style.fill, s.style.fillAlpha*s.style.opacity, s); err != nil {
			return err
		}
	}
	if s.style.stroke == (paint{}) || s.style.width == 0 {
		return nil
	}
	return p.paint(p.strokeMask(lines, s), s.style.stroke, s.style.lineAlpha*s.style.opacity, s)
}

// strokeMask returns the mask of a stroke. It covers each line separately: where two lines overlap,
// the pixels at their edges are covered only once.
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
	if with.pattern == "" {
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
	if tile.name() != "pattern" || tile.attr("patternUnits") != "userSpaceOnUse" || w <= 0 || h <= 0 {
		return fmt.Errorf("%s is not a pattern in user space", ref)
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
	for _, child := range tile.Children {
		style := initialStyle
		if err := p.doc.applyRules(child, &style); err != nil {
			return err
		}
		verbs, err := shapePath(child)
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
		if style.stroke != (paint{}) {
			with, a = style.stroke, style.lineAlpha
			lines = strokeLines(lines, style.width*s.matrix.scale(), &style)
		}
		if with.color.A != 0 {
			p.blend(p.brush.cover(lines, false, m.rect).intersect(m), with.color, a*alpha)
		}
	}
	return nil
}

// tileRange returns the first and the last tile that overlap a rectangle.
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
	for _, child := range path.Children {
		verbs, err := shapePath(child)
		if err != nil {
			return nil, err
		}
		lines = append(lines, flatten(verbs, m)...)
	}
	return p.brush.cover(lines, false, p.img.Rect), nil
}

// pathCommand is a step of a path in absolute coordinates: a move, line, curve or close.
type pathCommand struct {
	kind byte // M L C Z
	p    [3]point
}

// contour is a line of points, or a loop.
type contour struct {
	points []point
	closed bool
}

// argumentCount is the number of arguments of each command of path data.
var argumentCount = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'C': 6, 'S': 4, 'A': 7, 'Z': 0}

// parsePath parses path data.
func parsePath(data string) ([]pathCommand, error) {
	r := pathReader{rest: data}
	for {
		r.skipSpace()
		if r.rest == "" {
			return r.verbs, nil
		}
		if c := r.rest[0]; c >= 'A' {
			r.command, r.rest = c, r.rest[1:]
			r.skipSpace()
		}
		upper := r.command &^ 0x20
		n, ok := argumentCount[upper]
		if !ok {
			return nil, fmt.Errorf("path %.20q: no command %c", data, r.command)
		}
		var v [7]float64
		for i := range n {
			var err error
			// The flags of an arc need no separator.
			if v[i], err = r.number(upper == 'A' && (i == 3 || i == 4)); err != nil {
				return nil, fmt.Errorf("path %.20q: %w", data, err)
			}
		}
		r.apply(upper, r.command != upper, v)
		if n == 0 {
			r.command = 0
		} else if r.command == 'M' {
			r.command = 'L'
		} else if r.command == 'm' {
			r.command = 'l'
		}
	}
}

// pathReader reads path data from its beginning.
type pathReader struct {
	rest      string
	command   byte
	at, start point
	handle    point // the second control point of the curve that ends here, else at
	verbs     []pathCommand
}

func (r *pathReader) skipSpace() { r.rest = strings.TrimLeft(r.rest, " ,\n\t") }

func (r *pathReader) number(flag bool) (float64, error) {
	r.skipSpace()
	end := 0
	for end < len(r.rest) {
		c := r.rest[end]
		digit := c >= '0' && c <= '9'
		sign := (c == '-' || c == '+') && end == 0
		dot := c == '.' && !strings.Contains(r.rest[:end], ".")
		if !digit && !sign && !dot {
			break
		}
		end++
		if flag {
			break
		}
	}
	v, err := strconv.ParseFloat(r.rest[:end], 64)
	r.rest = r.rest[end:]
	return v, err
}

// apply adds a command.
func (r *pathReader) apply(command byte, relative bool, v [7]float64) {
	var from point
	if relative {
		from = r.at
	}
	end := point{from.x + v[0], from.y + v[1]}
	mirrored, handle := point{2*r.at.x - r.handle.x, 2*r.at.y - r.handle.y}, end
	switch command {
	case 'M':
		r.start = end
		r.verbs = append(r.verbs, pathCommand{kind: 'M', p: [3]point{end}})
	case 'H':
		end = point{from.x + v[0], r.at.y}
		r.lineTo(end)
	case 'V':
		end = point{r.at.x, from.y + v[0]}
		r.lineTo(end)
	case 'L':
		r.lineTo(end)
	case 'C':
		end, handle = point{from.x + v[4], from.y + v[5]}, point{from.x + v[2], from.y + v[3]}
		r.verbs = append(r.verbs, pathCommand{'C', [3]point{{from.x + v[0], from.y + v[1]}, handle, end}})
	case 'S':
		end = point{from.x + v[2], from.y + v[3]}
		r.verbs = append(r.verbs, pathCommand{'C', [3]point{mirrored, handle, end}})
	case 'A':
		end = point{from.x + v[5], from.y + v[6]}
		r.arcTo(v[0], v[3] != 0, v[4] != 0, end)
	case 'Z':
		end = r.start
		r.verbs = append(r.verbs, pathCommand{kind: 'Z'})
	}
	r.at, r.handle = end, end
	if command == 'C' || command == 'S' {
		r.handle = handle
	}
}

func (r *pathReader) lineTo(to point) {
	r.verbs = append(r.verbs, pathCommand{kind: 'L', p: [3]point{to}})
}

// arcTo adds a part of a circle, as cubic curves of at most a quarter.
func (r *pathReader) arcTo(radius float64, large, sweep bool, to point) {
	dx, dy := to.x-r.at.x, to.y-r.at.y
	chord := math.Hypot(dx, dy)
	if chord == 0 || radius == 0 {
		r.lineTo(to)
		return
	}
	radius = max(radius, chord/2)
	h := math.Sqrt(max(0, radius*radius-chord*chord/4)) / chord
	if large == sweep {
		h = -h
	}
	c := point{(r.at.x+to.x)/2 - h*dy, (r.at.y+to.y)/2 + h*dx}
	from := math.Atan2(r.at.y-c.y, r.at.x-c.x)
	turn := math.Atan2(to.y-c.y, to.x-c.x) - from
	if sweep && turn <= 0 {
		turn += 2 * math.Pi
	} else if !sweep && turn >= 0 {
		turn -= 2 * math.Pi
	}
	n := int(math.Ceil(math.Abs(turn) / (math.Pi / 2)))
	step := turn / float64(n)
	k := 4.0 / 3 * math.Tan(step/4) * radius
	for i := range n {
		s0, c0 := math.Sincos(from + float64(i)*step)
		s1, c1 := math.Sincos(from + float64(i+1)*step)
		p := point{c.x + radius*c0, c.y + radius*s0}
		q := point{c.x + radius*c1, c.y + radius*s1}
		r.verbs = append(r.verbs, pathCommand{'C', [3]point{{p.x - k*s0, p.y + k*c0}, {q.x + k*s1, q.y - k*c1}, q}})
	}
}

// shapePath returns the path of a shape.
func shapePath(n *node) ([]pathCommand, error) {
	switch n.name() {
	case "rect":
		x, y, w, h := n.number("x"), n.number("y"), n.number("width"), n.number("height")
		return []pathCommand{
			{'M', [3]point{{x, y}}}, {'L', [3]point{{x + w, y}}}, {'L', [3]point{{x + w, y + h}}}, {'L', [3]point{{x, y + h}}}, {kind: 'Z'},
		}, nil
	case "circle":
		x, y, radius := n.number("cx"), n.number("cy"), n.number("r")
		r := pathReader{at: point{x - radius, y}}
		r.verbs = append(r.verbs, pathCommand{kind: 'M', p: [3]point{r.at}})
		r.arcTo(radius, false, true, point{x + radius, y})
		r.at = point{x + radius, y}
		r.arcTo(radius, false, true, point{x - radius, y})
		return append(r.verbs, pathCommand{kind: 'Z'}), nil
	}
	return parsePath(n.attr("d"))
}

// flatten transforms a path and approximates its curves by lines.
func flatten(verbs []pathCommand, m matrix) []contour {
	var all []contour
	var at point
	for _, v := range verbs {
		if n := len(all); v.kind != 'M' && (n == 0 || all[n-1].closed) {
			if n == 0 {
				continue // a path must begin with a move
			}
			at = all[n-1].points[0]
			all = append(all, contour{points: []point{at}})
		}
		switch v.kind {
		case 'M':
			at = m.apply(v.p[0])
			all = append(all, contour{points: []point{at}})
			continue
		case 'Z':
			all[len(all)-1].closed = true
			continue
		}
		c := &all[len(all)-1]
		if v.kind == 'L' {
			at = m.apply(v.p[0])
			c.points = append(c.points, at)
			continue
		}
		p1, p2, p3 := m.apply(v.p[0]), m.apply(v.p[1]), m.apply(v.p[2])
		length := math.Hypot(p1.x-at.x, p1.y-at.y) + math.Hypot(p2.x-p1.x, p2.y-p1.y) + math.Hypot(p3.x-p2.x, p3.y-p2.y)
		steps := int(min(64, 3+math.Sqrt(length)*1.5))
		for i := 1; i <= steps; i++ {
			t := float64(i) / float64(steps)
			u := 1 - t
			a, b, e, f := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
			c.points = append(c.points, point{a*at.x + b*p1.x + e*p2.x + f*p3.x, a*at.y + b*p1.y + e*p2.y + f*p3.y})
		}
		at = p3
	}
	return all
}

// strokeLines returns strokeLine of each of several lines, which must not overlap.
func strokeLines(lines []contour, width float64, s *style) []contour {
	var out []contour
	for _, line := range lines {
		out = append(out, strokeLine(line, width, s)...)
	}
	return out
}

// strokeLine returns the outline of a line of a width, as polygons of one orientation,
// so that pixels where they overlap are covered once.
func strokeLine(line contour, width float64, s *style) []contour {
	r := width / 2
	points := withoutRepeats(line)
	n := len(points)
	if n == 1 {
		if s.cap == "round" {
			return []contour{circleAround(points[0], r)}
		}
		return nil
	}
	var out []contour
	last := n - 1
	if line.closed {
		last = n
	}
	for i := range last {
		p, q := points[i], points[(i+1)%n]
		if s.cap == "square" && !line.closed {
			if i == 0 {
				p = pointBeyond(q, p, r)
			}
			if i == last-1 {
				q = pointBeyond(points[i], q, r)
			}
		}
		out = append(out, segmentBand(p, q, r))
		if line.closed || i > 0 {
			out = append(out, lineJoin(points[(i+n-1)%n], points[i], points[(i+1)%n], r, s.join)...)
		}
	}
	if s.cap == "round" && !line.closed {
		out = append(out, circleAround(points[0], r), circleAround(points[n-1], r))
	}
	return out
}

// withoutRepeats returns the points without those equal to the one before.
func withoutRepeats(c contour) []point {
	points := make([]point, 0, len(c.points))
	for _, p := range c.points {
		if n := len(points); n == 0 || math.Hypot(p.x-points[n-1].x, p.y-points[n-1].y) > 1e-6 {
			points = append(points, p)
		}
	}
	if n := len(points); c.closed && n > 1 && math.Hypot(points[0].x-points[n-1].x, points[0].y-points[n-1].y) <= 1e-6 {
		points = points[:n-1]
	}
	return points
}

// pointBeyond returns the point at a distance beyond q, as seen from p.
func pointBeyond(p, q point, distance float64) point {
	k := distance / math.Hypot(q.x-p.x, q.y-p.y)
	return point{q.x + (q.x-p.x)*k, q.y + (q.y-p.y)*k}
}

// offsetPoint returns the vector of length r that points to the right on the way from p to q.
func offsetPoint(p, q point, r float64) point {
	k := r / math.Hypot(q.x-p.x, q.y-p.y)
	return point{-(q.y - p.y) * k, (q.x - p.x) * k}
}

// segmentBand returns the outline of a line from p to q, 2r wide.
func segmentBand(p, q point, r float64) contour {
	d := offsetPoint(p, q, r)
	return contour{[]point{{p.x - d.x, p.y - d.y}, {q.x - d.x, q.y - d.y}, {q.x + d.x, q.y + d.y}, {p.x + d.x, p.y + d.y}}, true}
}

// lineJoin returns the shapes that fill the corner at p between lines from a and to b.
func lineJoin(a, p, b point, r float64, join string) []contour {
	if join == "round" {
		return []contour{circleAround(p, r)}
	}
	d, e := offsetPoint(a, p, r), offsetPoint(p, b, r)
	cross := d.x*e.y - d.y*e.x
	if math.Abs(cross) < 1e-9*r*r {
		return nil
	}
	if cross > 0 { // the corner is on the left
		d, e = point{-d.x, -d.y}, point{-e.x, -e.y}
	}
	corner := []point{p, {p.x + d.x, p.y + d.y}}
	// The tip of a miter lies along d+e, where both outer edges meet.
	sum := point{d.x + e.x, d.y + e.y}
	if square := sum.x*sum.x + sum.y*sum.y; square > 0.25*r*r { // within the miter limit of 4
		k := 2 * r * r / square
		corner = append(corner, point{p.x + sum.x*k, p.y + sum.y*k})
	}
	corner = append(corner, point{p.x + e.x, p.y + e.y})
	c := contour{corner, true}
	if signedArea(c) < 0 {
		reverseContour(c)
	}
	return []contour{c}
}

// circleAround returns the outline of a disc.
func circleAround(c point, r float64) contour {
	n := int(max(8, 4*math.Sqrt(r)*3))
	points := make([]point, n)
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		points[i] = point{c.x + r*cos, c.y + r*sin}
	}
	return contour{points, true}
}

// dashLines cuts lines into dashes; lengths alternates dashes and gaps.
func dashLines(lines []contour, lengths []float64) []contour {
	var out []contour
	for _, c := range lines {
		points := withoutRepeats(c)
		if c.closed {
			points = append(points, points[0])
		}
		k, left := 0, lengths[0]
		dash := []point{points[0]}
		for i := 1; i < len(points); i++ {
			p, q := points[i-1], points[i]
			for {
				length := math.Hypot(q.x-p.x, q.y-p.y)
				if length <= left {
					left -= length
					dash = append(dash, q)
					break
				}
				t := left / length
				p = point{p.x + (q.x-p.x)*t, p.y + (q.y-p.y)*t}
				if k%2 == 0 {
					out = append(out, contour{points: append(dash, p)})
				}
				dash = []point{p}
				k++
				left = lengths[k%len(lengths)]
			}
		}
		if k%2 == 0 {
			out = append(out, contour{points: dash})
		}
	}
	return out
}

// signedArea returns twice the area inside a loop, positive for a loop with the orientation of
// segmentBand.
func signedArea(c contour) float64 {
	var sum float64
	for i, p := range c.points {
		q := c.points[(i+1)%len(c.points)]
		sum += p.x*q.y - q.x*p.y
	}
	return sum
}

func reverseContour(c contour) {
	for i, j := 0, len(c.points)-1; i < j; i, j = i+1, j-1 {
		c.points[i], c.points[j] = c.points[j], c.points[i]
	}
}
