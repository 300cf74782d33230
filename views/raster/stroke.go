package raster

import "math"

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

// pointBeyond returns the point at a distance behind q, as seen from p.
func pointBeyond(p, q point, distance float64) point {
	k := distance / math.Hypot(q.x-p.x, q.y-p.y)
	return point{q.x + (q.x-p.x)*k, q.y + (q.y-p.y)*k}
}

// offsetPoint returns the vector of length r to the right of the way from p to q.
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
	// The tip of a miter lies along d+e, as far as both outer edges meet.
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

// signedArea returns twice the area that a loop goes around, positive for one with the
// orientation of segmentBand.
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
