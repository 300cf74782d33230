package raster

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

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
			// The flags of an arc need nothing between them.
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
func (d *document) shapePath(n *node) ([]pathCommand, error) {
	switch n.name {
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
	data := n.attr("d")
	if verbs, ok := d.paths[data]; ok {
		return verbs, nil
	}
	verbs, err := parsePath(data)
	d.paths[data] = verbs
	return verbs, err
}

// flatten transforms a path and approximates its curves by lines.
func flatten(verbs []pathCommand, m matrix) []contour {
	var all []contour
	var at point
	for _, v := range verbs {
		if n := len(all); v.kind != 'M' && (n == 0 || all[n-1].closed) {
			if n == 0 {
				continue // no path begins without a move
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
