package board

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tableronde/games/parker"
)

// Moving is an SVG picture in which moves are played. Its animation is CSS, and plays once or
// repeatedly. Readers who prefer reduced motion see the final position.
type Moving struct {
	Picture // of the position before the moves
	Moves   [][]parker.Leg
	After   parker.View // the position after the moves
	Loop    bool
	Alone   bool // Film has only the first move; the others place its pieces on the board
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
	fall   span // zero if it stays
	frames []keyframe
}

// keyframe is the square of a piece at a time.
type keyframe struct {
	time int
	at   parker.Square
}

// span is the time in which a captured piece fades.
type span struct{ from, to int }

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
	pieces, time := m.play(movingPause, movingLeg)
	time += movingRest
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
		if p.acts() {
			name := "k" + strconv.Itoa(i)
			class = ` class="` + name + `"`
			m.appendRules(&rules, s, name, p, time)
		}
		if p.isGone() {
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
func (m Moving) appendRules(out *strings.Builder, s *template, name string, p *movedPiece, total int) {
	fmt.Fprintf(out, "@keyframes %s{", name)
	add := func(time int, style string) {
		fmt.Fprintf(out, "%s%%{%s}", strconv.FormatFloat(float64(time*100000/total)/1000, 'f', -1, 64), style)
	}
	for _, f := range p.frames {
		x, y := s.middle(f.at)
		add(f.time, fmt.Sprintf("transform:translate(%dpx,%dpx)", x, y))
	}
	if p.isGone() {
		add(0, "opacity:1")
		add(p.fall.from, "opacity:1")
		add(p.fall.to, "opacity:0")
	}
	repeats := ""
	if m.Loop {
		repeats = " infinite"
	}
	fmt.Fprintf(out, "}.%s{animation:%s %dms both%s}", name, name, total, repeats)
}

// Film describes the moves for again.js, which plays them over a board with the position after
// them. It has a track for each piece that moves or falls: "SYMBOL SQUARE TIME X Y TIME X Y".
// SQUARE is the final one, or "x" and the time of the fall. Times count legs, and there is one leg
// of time before each move. SQUARE is "-" for a piece of a lone move that was captured later.
func (m Moving) Film() string {
	s := m.template()
	pieces, _ := m.play(1, 1)
	var tracks []string
	for _, p := range pieces {
		lost := m.Alone && p.endAt(1+len(m.Moves[0]))
		if !p.acts() {
			continue
		}
		_, use, _ := strings.Cut(s.pieces[p.piece], "#")
		symbol, _, _ := strings.Cut(use, `"`)
		end := m.View.Board().Name(p.at)
		if lost {
			end = "-"
		}
		if p.isGone() {
			end = "x" + strconv.Itoa(p.fall.to)
			p.stand(0)
		}
		track := symbol + " " + end
		for _, f := range p.frames {
			x, y := s.middle(f.at)
			track += fmt.Sprintf(" %d %d %d", f.time, x, y)
		}
		tracks = append(tracks, track)
	}
	return strings.Join(tracks, ";")
}

// play returns the pieces with their keyframes, and the total time. pause is the time before each
// move, leg the time of a leg.
func (m Moving) play(pause, leg int) (pieces []*movedPiece, time int) {
	on := make(map[parker.Square]*movedPiece)
	for q := range parker.Square(m.View.Board().Len()) {
		if piece := m.View.At(q); piece != 0 {
			on[q] = &movedPiece{piece: piece, at: q}
			pieces = append(pieces, on[q])
		}
	}
	for _, legs := range m.Moves {
		time += pause
		p := on[legs[0].From]
		if p == nil {
			continue
		}
		delete(on, p.at)
		p.stand(time)
		for _, l := range legs {
			if taken := on[l.Taken]; l.Taken != parker.NoSquare && taken != nil {
				taken.fall = span{time + leg/2, time + leg}
				delete(on, l.Taken)
			}
			time += leg
			p.at = l.To
			p.frames = append(p.frames, keyframe{time, p.at})
		}
		on[p.at] = p
	}
	for q, p := range on { // some moves take pieces off the board
		if m.After.At(q) != p.piece {
			p.fall = span{time, time + leg}
		}
	}
	return pieces, time
}

// acts reports whether a piece moves or falls.
func (p *movedPiece) acts() bool { return p.isGone() || len(p.frames) > 0 }

// endAt removes the motion after a time. It reports whether the piece was captured later.
func (p *movedPiece) endAt(time int) (lost bool) {
	p.frames = slices.DeleteFunc(p.frames, func(f keyframe) bool { return f.time > time })
	if len(p.frames) == 1 { // it only stood
		p.frames = nil
	}
	if lost = p.fall.to > time; lost {
		p.fall = span{}
	}
	return lost
}

// isGone reports whether a piece is captured.
func (p *movedPiece) isGone() bool { return p.fall.to > 0 }

// stand keeps a piece in its place until a time.
func (p *movedPiece) stand(time int) {
	if len(p.frames) == 0 {
		p.frames = append(p.frames, keyframe{0, p.at})
	}
	if time > 0 {
		p.frames = append(p.frames, keyframe{time, p.at})
	}
}

// appendGhosts draws the captured pieces whose squares are empty.
func (b Board) appendGhosts(out []byte, s *template) []byte {
	for _, ghost := range b.Ghosts {
		if b.View.At(ghost.Square) != 0 {
			continue
		}
		out = append(out, `<g class="fallen">`...)
		out = appendPiece(out, s, ghost.Square, ghost.Piece, ghostClass)
		out = append(appendCross(out, s, ghost.Square), `</g>`...)
	}
	return out
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
