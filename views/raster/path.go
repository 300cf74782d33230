package raster

import (
	"fmt"
	"math"
	"math/cmplx"
	"regexp"
	"slices"
	"strings"
)

// place maps the points of a drawing, which are complex numbers, to pixels: it turns and scales them
// by one factor, then moves them.
type place struct{ unit, origin complex128 }

func (at place) apply(p complex128) complex128 { return at.unit*p + at.origin }

// then returns the place that maps by n first and then by at.
func (at place) then(n place) place { return place{at.unit * n.unit, at.apply(n.origin)} }

// scale returns the factor by which lengths grow.
func (at place) scale() float64 { return cmplx.Abs(at.unit) }

// parseTransform parses a sequence of translate, scale and rotate.
func parseTransform(text string) (place, error) {
	at := place{unit: 1}
	for rest := strings.TrimSpace(text); rest != ""; {
		name, after, ok := strings.Cut(rest, "(")
		args, next, ok2 := strings.Cut(after, ")")
		v, err := parseNumbers(args)
		if !ok || !ok2 || err != nil {
			return at, fmt.Errorf("%q is not a transform", text)
		}
		switch {
		case name == "translate" && len(v) == 2:
			at = at.then(place{1, complex(v[0], v[1])})
		case name == "scale" && len(v) == 1 && v[0] != 0:
			at.unit *= complex(v[0], 0)
		case name == "rotate" && len(v) == 1:
			at.unit *= cmplx.Rect(1, v[0]*math.Pi/180)
		default:
			return at, fmt.Errorf("unknown transform %s of %d numbers", name, len(v))
		}
		rest = strings.TrimSpace(next)
	}
	return at, nil
}

// contour is a line of pixels, or a loop.
type contour struct {
	points []complex128
	closed bool
}

func (c contour) shifted(by complex128) contour {
	points := make([]complex128, len(c.points))
	for i, p := range c.points {
		points[i] = p + by
	}
	return contour{points, c.closed}
}

// outline returns the lines of a shape at a place.
func (n *node) outline(at place) ([]contour, error) {
	data := n.attr("d")
	switch n.name() {
	case "rect":
		w, h := n.number("width"), n.number("height")
		data = fmt.Sprintf("M%f %fh%fv%fh%fz", n.number("x"), n.number("y"), w, h, -w)
	case "circle":
		r := n.number("r")
		data = fmt.Sprintf("M%f %fa%f %f 0 0 1 %f 0a%f %f 0 0 1 %f 0z", n.number("cx")-r, n.number("cy"), r, r, 2*r, r, r, -2*r)
	}
	return parsePath(data, at)
}

// argumentCount is the number of arguments of each command of path data.
var argumentCount = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'C': 6, 'S': 4, 'A': 7, 'Z': 0}

// parsePath returns the lines of path data at a place.
func parsePath(data string, place place) ([]contour, error) {
	r := pathReader{rest: data, place: place}
	for {
		r.skipSpace()
		if r.rest == "" {
			return r.lines, nil
		}
		if c := r.rest[0]; c >= 'A' {
			r.command, r.rest = c, r.rest[1:]
		}
		upper := r.command &^ 0x20
		n, ok := argumentCount[upper]
		if !ok || upper != 'M' && len(r.lines) == 0 {
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
		} else if upper == 'M' {
			r.command -= 'M' - 'L' // lines follow a move
		}
	}
}

// pathReader reads path data from its beginning.
type pathReader struct {
	rest      string
	command   byte
	at, start complex128
	handle    complex128 // the second control point of the curve that ends here, else at
	place     place
	lines     []contour
}

func (r *pathReader) skipSpace() { r.rest = strings.TrimLeft(r.rest, " ,\n\t") }

// numberStart matches the number at the beginning of a text.
var numberStart = regexp.MustCompile(`^[-+]?(\d+(\.\d*)?|\.\d+)`)

func (r *pathReader) number(flag bool) (float64, error) {
	r.skipSpace()
	text := numberStart.FindString(r.rest)
	if flag && text != "" {
		text = text[:1]
	}
	r.rest = r.rest[len(text):]
	return parseNumber(text)
}

// apply draws a command.
func (r *pathReader) apply(command byte, relative bool, v [7]float64) {
	var from complex128
	if relative {
		from = r.at
	}
	point := func(i int) complex128 { return from + complex(v[i], v[i+1]) }
	switch command {
	case 'M':
		r.at, r.handle, r.start = point(0), point(0), point(0)
		r.lines = append(r.lines, contour{points: []complex128{r.place.apply(r.at)}})
	case 'H':
		r.lineTo(complex(real(from)+v[0], imag(r.at)))
	case 'V':
		r.lineTo(complex(real(r.at), imag(from)+v[0]))
	case 'L':
		r.lineTo(point(0))
	case 'C':
		r.curveTo(point(0), point(2), point(4))
	case 'S':
		r.curveTo(2*r.at-r.handle, point(0), point(2))
	case 'A':
		r.arcTo(v[0], v[3] != 0, v[4] != 0, point(5))
	case 'Z':
		r.lines[len(r.lines)-1].closed = true
		r.at, r.handle = r.start, r.start
	}
}

// add adds a point to the line.
func (r *pathReader) add(p complex128) {
	c := &r.lines[len(r.lines)-1]
	if c.closed { // the next line begins where this one does
		r.lines = append(r.lines, contour{points: []complex128{c.points[0]}})
		c = &r.lines[len(r.lines)-1]
	}
	c.points = append(c.points, p)
}

func (r *pathReader) lineTo(to complex128) {
	r.add(r.place.apply(to))
	r.at, r.handle = to, to
}

// curveTo adds a cubic curve, as lines.
func (r *pathReader) curveTo(p1, p2, p3 complex128) {
	a, b, c, d := r.place.apply(r.at), r.place.apply(p1), r.place.apply(p2), r.place.apply(p3)
	length := cmplx.Abs(b-a) + cmplx.Abs(c-b) + cmplx.Abs(d-c)
	steps := int(min(64, 3+math.Sqrt(length)*1.5))
	for i := 1; i <= steps; i++ {
		t := complex(float64(i)/float64(steps), 0)
		u := 1 - t
		r.add(u*u*u*a + 3*u*u*t*b + 3*u*t*t*c + t*t*t*d)
	}
	r.at, r.handle = p3, p2
}

// arcTo adds a part of a circle, as curves of at most a quarter.
func (r *pathReader) arcTo(radius float64, large, sweep bool, to complex128) {
	half := (to - r.at) / 2
	length := cmplx.Abs(half)
	if length == 0 || radius == 0 {
		r.lineTo(to)
		return
	}
	radius = max(radius, length)
	aside := math.Sqrt(radius*radius-length*length) / length
	if large == sweep {
		aside = -aside
	}
	center := r.at + half*complex(1, aside)
	from := r.at - center
	turn := cmplx.Phase((to - center) / from)
	if sweep && turn <= 0 {
		turn += 2 * math.Pi
	} else if !sweep && turn >= 0 {
		turn -= 2 * math.Pi
	}
	n := math.Ceil(math.Abs(turn) / (math.Pi / 2))
	step, k := cmplx.Rect(1, turn/n), 4.0/3*math.Tan(turn/n/4)
	for range int(n) {
		next := from * step
		r.curveTo(center+from*complex(1, k), center+next*complex(1, -k), center+next)
		from = next
	}
	r.at, r.handle = to, to
}

// strokeLine returns the outline of a line of a width of 2r, as polygons of one orientation,
// so that pixels where they overlap are covered once.
func strokeLine(line contour, r float64, s *style) []contour {
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
	before := along(points[n-1], points[0], r)
	for i := range last {
		p, q := points[i], points[(i+1)%n]
		ahead := along(p, q, r)
		if line.closed || i > 0 {
			out = append(out, lineJoin(p, before*1i, ahead*1i, s.join))
		}
		before = ahead
		if s.cap == "square" && !line.closed {
			if i == 0 {
				p -= ahead
			}
			if i == last-1 {
				q += ahead
			}
		}
		side := ahead * 1i
		out = append(out, contour{[]complex128{p - side, q - side, q + side, p + side}, true})
	}
	if s.cap == "round" && !line.closed {
		out = append(out, circleAround(points[0], r), circleAround(points[n-1], r))
	}
	return out
}

// withoutRepeats returns the points without those equal to the one before.
func withoutRepeats(c contour) []complex128 {
	same := func(p, q complex128) bool { return cmplx.Abs(p-q) <= 1e-6 }
	points := slices.CompactFunc(slices.Clone(c.points), same)
	if n := len(points); c.closed && n > 1 && same(points[0], points[n-1]) {
		points = points[:n-1]
	}
	return points
}

// along returns the vector of a length in the direction from p to q.
func along(p, q complex128, length float64) complex128 {
	return (q - p) * complex(length/cmplx.Abs(q-p), 0)
}

// lineJoin returns the shape that fills the corner at p between lines with edges at distances of d
// and e.
func lineJoin(p, d, e complex128, join string) contour {
	r := cmplx.Abs(d)
	if join == "round" {
		return circleAround(p, r)
	}
	if cross := imag(cmplx.Conj(d) * e); cross > 0 { // the corner is on the left
		d, e = -d, -e
	} else {
		d, e = e, d
	}
	corner := []complex128{p, p + d}
	// The tip of a miter lies along d+e, where both outer edges meet.
	if length := cmplx.Abs(d + e); length > r/2 { // within the miter limit of 4
		corner = append(corner, p+(d+e)*complex(2*r*r/(length*length), 0))
	}
	return contour{append(corner, p+e), true}
}

// circleAround returns the outline of a disc.
func circleAround(c complex128, r float64) contour {
	points := make([]complex128, int(max(8, 12*math.Sqrt(r))))
	for i := range points {
		points[i] = c + cmplx.Rect(r, 2*math.Pi*float64(i)/float64(len(points)))
	}
	return contour{points, true}
}

// dashLines cuts lines into dashes; lengths alternates dashes and gaps, in units of a scale.
func dashLines(lines []contour, lengths []float64, scale float64) []contour {
	var out []contour
	for _, c := range lines {
		if c.closed {
			c.points = append(c.points, c.points[0])
		}
		k, left := 0, max(lengths[0]*scale, 0.01)
		dash := c.points[:1:1]
		for _, q := range c.points[1:] {
			p := dash[len(dash)-1]
			for ; cmplx.Abs(q-p) > left; left = max(lengths[k%len(lengths)]*scale, 0.01) {
				p += along(p, q, left)
				if k%2 == 0 {
					out = append(out, contour{points: append(dash, p)})
				}
				dash = []complex128{p}
				k++
			}
			left -= cmplx.Abs(q - p)
			dash = append(dash, q)
		}
		if k%2 == 0 {
			out = append(out, contour{points: dash})
		}
	}
	return out
}
