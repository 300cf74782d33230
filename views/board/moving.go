package board

import (
	"fmt"
	"strconv"
	"strings"

	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/views/locale"
)

// Moving is an SVG picture in which moves are played. Its animation is CSS, and plays once or
// repeatedly. Readers who prefer reduced motion see the final position.
type Moving struct {
	Picture // of the position before the moves
	Moves   [][]parker.Leg
	After   parker.View // the position after the moves
	Loop    bool
}

// MovingLegs is the most legs in a moving picture. A leg takes less than 100 bytes, so the picture
// is smaller than 100,000 bytes.
const MovingLegs = 600

// Times of a moving picture, in milliseconds.
const (
	movingPause = 700 // before each move
	movingLeg   = 300
	movingRest  = 2500 // after the last move
)

// movedPiece is a piece of a moving picture: its final place, and the keyframes of its way there.
type movedPiece struct {
	piece  parker.Piece
	at     parker.Square
	gone   bool // it is captured
	frames []keyframe
}

// keyframe is the state of a piece at a time, in milliseconds.
type keyframe struct {
	time  int
	style string
}

// LatestMoves returns the last moves, at most as many as a moving picture may have.
func LatestMoves(moves [][]parker.Leg) [][]parker.Leg {
	legs := 0
	for i := len(moves) - 1; i >= 0; i-- {
		if legs += len(moves[i]); legs > MovingLegs {
			return moves[i+1:]
		}
	}
	return moves
}

// SVG returns the picture.
func (m Moving) SVG() []byte {
	s := m.template()
	pieces, time := m.play(s)
	empty := Board{Lang: m.Lang, View: m.View, Probe: parker.NoSquare, Stage: parker.Stage{From: parker.NoSquare}}
	var out []byte
	for i := range s.cells {
		out = empty.appendSquare(out, s, &s.cells[i], 0, 0)
	}
	for _, c := range s.windows[0].coords {
		out = append(out, c.text...)
	}
	var rules strings.Builder
	rules.WriteString("@media (prefers-reduced-motion:no-preference){")
	for i, p := range pieces {
		class := ""
		if len(p.frames) > 0 {
			name := "k" + strconv.Itoa(i)
			class = ` class="` + name + `"`
			m.appendRules(&rules, name, p.frames, time)
		}
		if p.gone {
			class += ` opacity="0"`
		}
		out = appendPiece(out, s, p.at, p.piece, class)
	}
	rules.WriteString("}")
	out = append(append(out, s.end...), `</g>`...)
	size := fmt.Sprintf(`viewBox="%d %d %d %d" width="%d" height="%d"`, -pictureMargin, -pictureMargin,
		s.cols*squareSize+2*pictureMargin, s.rows*squareSize+2*pictureMargin, s.cols*squareSize+2*pictureMargin, s.rows*squareSize+2*pictureMargin)
	described := m.Picture
	described.View = m.After
	return described.standalone(size, rules.String(), out, "tower")
}

// appendRules writes the animation of a piece.
func (m Moving) appendRules(out *strings.Builder, name string, frames []keyframe, time int) {
	fmt.Fprintf(out, "@keyframes %s{", name)
	for _, f := range frames {
		fmt.Fprintf(out, "%s%%{%s}", strconv.FormatFloat(float64(f.time*100000/time)/1000, 'f', -1, 64), f.style)
	}
	repeats := ""
	if m.Loop {
		repeats = " infinite"
	}
	fmt.Fprintf(out, "}.%s{animation:%s %dms both%s}", name, name, time, repeats)
}

// play returns the pieces with their keyframes, and the total time.
func (m Moving) play(s *template) (pieces []*movedPiece, time int) {
	on := make(map[parker.Square]*movedPiece)
	for q := range parker.Square(m.View.Board().Len()) {
		if piece := m.View.At(q); piece != 0 {
			on[q] = &movedPiece{piece: piece, at: q}
			pieces = append(pieces, on[q])
		}
	}
	for _, legs := range m.Moves {
		time += movingPause
		p := on[legs[0].From]
		if p == nil {
			continue
		}
		delete(on, p.at)
		p.stand(s, time)
		for _, leg := range legs {
			if taken := on[leg.Taken]; leg.Taken != parker.NoSquare && taken != nil {
				taken.fade(s, time+movingLeg/2, time+movingLeg)
				delete(on, leg.Taken)
			}
			time += movingLeg
			p.at = leg.To
			p.frames = append(p.frames, keyframe{time, s.placeAt(p.at)})
		}
		on[p.at] = p
	}
	for q, p := range on { // some moves take pieces off the board
		if m.After.At(q) != p.piece {
			p.fade(s, time, time+movingLeg)
		}
	}
	return pieces, time + movingRest
}

// stand keeps a piece in its place until a time.
func (p *movedPiece) stand(s *template, time int) {
	if len(p.frames) == 0 {
		p.frames = append(p.frames, keyframe{0, s.placeAt(p.at)})
	}
	p.frames = append(p.frames, keyframe{time, s.placeAt(p.at)})
}

// fade removes a piece between two times.
func (p *movedPiece) fade(s *template, from, to int) {
	p.gone = true
	p.frames = append(p.frames, keyframe{0, "opacity:1"}, keyframe{from, "opacity:1"}, keyframe{to, "opacity:0"})
}

// placeAt returns the style that puts a piece on a square.
func (s *template) placeAt(q parker.Square) string {
	x, y := s.middle(q)
	return fmt.Sprintf("transform:translate(%dpx,%dpx)", x, y)
}

// appendGhosts draws the captured pieces whose squares are empty.
func (b Board) appendGhosts(out []byte, s *template) []byte {
	for _, ghost := range b.Ghosts {
		if b.View.At(ghost.Square) != 0 {
			continue
		}
		out = append(out, `<g class="fallen"`...)
		if ghost.Leg > 0 {
			out = appendAttr(out, "data-leg", ghost.Leg)
		}
		out = appendPiece(append(out, '>'), s, ghost.Square, ghost.Piece, ghostClass)
		out = append(appendCross(out, s, ghost.Square), `</g>`...)
	}
	return out
}

// PathPoints returns the centers of the squares of a move, "20 340 20 420", in units of a drawing
// with a seat's side at the bottom.
func PathPoints(g *parker.Board, bottom games.Seat, lang locale.Lang, legs []parker.Leg) string {
	if len(legs) == 0 {
		return ""
	}
	s := templateFor(g, sideOf(g, bottom), lang)
	point := func(q parker.Square) string {
		x, y := s.middle(q)
		return strconv.Itoa(x) + " " + strconv.Itoa(y)
	}
	way := point(legs[0].From)
	for _, leg := range legs {
		way += " " + point(leg.To)
	}
	return way
}

// appendOther draws a move for comparison: dashed, to a crossed ring.
func appendOther(out []byte, s *template, legs []parker.Leg) []byte {
	for _, class := range [2]string{"was-h", "was"} {
		out = append(append(append(out, `<path class="`...), class...), `" d="M`...)
		out = appendPoint(out, s, legs[0].From)
		for _, leg := range legs {
			out = append(out, 'L')
			out = appendPoint(out, s, leg.To)
		}
		out = append(out, `"/>`...)
	}
	x, y := s.middle(legs[len(legs)-1].To)
	out = appendCircle(out, "was-end", x, y, "9.5")
	return appendSaltire(out, "was-x", x, y, 4)
}
