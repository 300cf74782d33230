package board

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/a-h/templ"

	"tableronde/games/parker"
	"tableronde/views/heraldry"
	"tableronde/views/locale"
)

// Figure is a picture of a position, or of a part of it, in the rules.
type Figure struct {
	Lang     locale.Lang
	Position parker.Position
	Action   string       // move, drawn as if it were staged; "" for none
	Steps    []string     // squares to which a piece may step
	Movers   []string     // pieces marked as able to move
	Chosen   string       // piece in brackets, "" for none
	Refused  string       // square framed as illegal, "" for none
	Jumps    []string     // squares that a piece may jump to
	Last     []parker.Leg // the last move
	Ghosts   []Ghost      // pieces that it captured
	From     string       // the lower left square of the part that is shown
	To       string       // its upper right square; "" for the whole board
	Caption  string
	Bare     bool // without coordinates and without a name: a text beside it says all
}

// Render writes the figure as one picture.
func (f Figure) Render(_ context.Context, w io.Writer) error {
	g := f.Position.Board()
	b := Board{Lang: f.Lang, View: f.Position.View(), Stage: parker.Stage{From: parker.NoSquare}, LastMove: f.Last, Ghosts: f.Ghosts}
	b.Probe, _ = g.Square(f.Refused)
	if legs, err := g.Route(f.Action); err == nil && len(legs) > 0 {
		b.Stage = parker.Stage{Route: f.Action, From: legs[0].From, Legs: legs, Complete: true}
	} else if q, ok := g.Square(f.Chosen); ok {
		b.Stage = parker.Stage{Route: f.Chosen, From: q}
	}
	for _, q := range f.squares(f.Steps) {
		b.Stage.Next = append(b.Stage.Next, parker.Target{Square: q, Kind: parker.Step})
	}
	for _, q := range f.squares(f.Jumps) {
		b.Stage.Next = append(b.Stage.Next, parker.Target{Square: q, Kind: parker.Jump})
	}
	b.Movers = f.squares(f.Movers)
	s := templateFor(g, sideBottom, f.Lang)
	marks, _ := b.marks()
	out := append([]byte(nil), f.openTag(s)...)
	for i := range s.cells {
		if c := &s.cells[i]; f.Shows(c.square) {
			out = b.appendSquare(out, s, c, f.Position.At(c.square), marks[c.square])
		}
	}
	out = append(out, s.end...)
	for _, c := range f.coordinates(s) {
		if marks[c.square]&markTarget == 0 && f.Position.At(c.square) == 0 {
			out = append(out, c.text...)
		}
	}
	out = b.appendAbove(out, s, f.Position.At)
	if b.Probe != parker.NoSquare {
		out = appendFrame(out, s, b.Probe, "wrong", 18)
	}
	_, err := w.Write(append(out, `</g></svg>`...))
	return err
}

// openTag returns the start tag of the picture. At an edge of the board it leaves room for the rim.
func (f Figure) openTag(s *template) string {
	p := f.region()
	room := func(end bool) int {
		if end {
			return boardMargin
		}
		return 0
	}
	x0, x1 := p.file*squareSize-room(p.file == 0), (p.toFile+1)*squareSize+room(p.toFile == s.cols-1)
	y0, y1 := (s.rows-1-p.toRank)*squareSize-room(p.toRank == s.rows-1), (s.rows-p.rank)*squareSize+room(p.rank == 0)
	if f.Bare {
		return fmt.Sprintf(`<svg class="board" translate="no" aria-hidden="true" viewBox="%d %d %d %d">`, x0, y0, x1-x0, y1-y0)
	}
	return fmt.Sprintf(`<svg class="board" translate="no" role="img" aria-label="%s" viewBox="%d %d %d %d" width="%d">`,
		templ.EscapeString(f.label()), x0, y0, x1-x0, y1-y0, x1-x0)
}

// region is a rectangle of files and ranks, counted from 0 and inclusive.
type region struct{ file, rank, toFile, toRank int }

// region returns the shown region of the board. Its corners need not be squares.
func (f Figure) region() region {
	var file, toFile byte
	var rank, toRank int
	if _, err := fmt.Sscanf(f.From+" "+f.To, "%c%d %c%d", &file, &rank, &toFile, &toRank); err != nil {
		return region{0, 0, f.Position.Board().Files() - 1, f.Position.Board().Ranks() - 1}
	}
	return region{int(file - 'A'), rank - 1, int(toFile - 'A'), toRank - 1}
}

// Shows reports whether a square is in the picture.
func (f Figure) Shows(q parker.Square) bool {
	p := f.region()
	file, rank := f.Position.Board().FileRank(q)
	return p.file <= file && file <= p.toFile && p.rank <= rank && rank <= p.toRank
}

// coordinates returns the names of ranks and files along the edges of the region.
func (f Figure) coordinates(s *template) []coord {
	switch {
	case f.Bare:
		return nil
	case f.To == "":
		return s.windows[0].coords
	}
	p := f.region()
	var all []coord
	for _, c := range s.cells {
		q := c.square
		if !f.Shows(q) || f.Position.Board().CastleOf(q) != 0 {
			continue
		}
		file, rank := f.Position.Board().FileRank(q)
		x, y := s.middle(q)
		if file == p.file {
			all = append(all, coord{q, coordinateText(x, y, f.Position.Board().Name(q)[1:], true)})
		}
		if rank == p.rank {
			all = append(all, coord{q, coordinateText(x, y, f.Position.Board().Name(q)[:1], false)})
		}
	}
	return all
}

func (f Figure) squares(names []string) []parker.Square {
	var all []parker.Square
	for _, name := range names {
		if q, ok := f.Position.Board().Square(name); ok {
			all = append(all, q)
		}
	}
	return all
}

// label returns the accessible name: the caption, then each piece with its square.
func (f Figure) label() string {
	g := f.Position.Board()
	s := templateFor(g, sideBottom, f.Lang)
	var b strings.Builder
	b.WriteString(f.Caption)
	for q := range parker.Square(g.Len()) {
		if piece := f.Position.At(q); piece != 0 && f.Shows(q) {
			b.WriteString(" " + g.Name(q) + s.pieceLabels[piece] + ".")
		}
	}
	return b.String()
}

// Emblem is the preview picture of a link to a match of a card game. It has the arms of the game in
// place of a board, so it reveals nothing.
type Emblem struct {
	Lang   locale.Lang
	Theme  Theme
	Title  string // description in one line
	ID     string // of the game
	Game   string // its name
	Seats  []CardSeat
	Status string // "" for none
	Reason string // "" for none
}

// SVG returns the picture, of the size of a Card.
func (e Emblem) SVG() []byte {
	w := cardWords{game: e.Game, seats: e.Seats, status: e.Status, reason: e.Reason}
	for _, seat := range e.Seats {
		sign, _ := heraldry.Sign(e.ID, seat.Name != "")
		w.badges = append(w.badges, sign)
	}
	drawing := []byte(`<rect class="f-paper" x="-1000" y="-1000" width="4000" height="4000"/>`)
	const wide, high = 400, 400 * 138 / 116
	drawing = append(drawing, heraldry.Place(heraldry.Arms(e.ID), cardEdge+(cardBoard-wide)/2, (CardHeight-high)/2, wide, high)...)
	drawing = w.appendTo(drawing)
	defs := heraldry.Parts(nil, false, "rose", "tower")
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" lang="%s" aria-labelledby="title"><title id="title">%s</title>`,
		CardWidth, CardHeight, CardWidth, CardHeight, e.Lang, templ.EscapeString(e.Title))
	fmt.Fprintf(&out, `<style>%s%s</style><defs>%s</defs>`, e.Theme.cssFor(append([]byte(defs), drawing...)), e.Theme.cardCSS(), defs)
	out.Write(drawing)
	out.WriteString("</svg>\n")
	return []byte(out.String())
}

// mark is a set of marks on a square.
type mark uint16

const (
	markLast     mark = 1 << iota // the last move began or ended here
	markChosen                    // the piece of the staged move stands here
	markStart                     // the staged move began here, and the piece has left
	markTaken                     // the staged move captures here
	markLanding                   // the staged move passes here
	markMover                     // the piece here can move
	markRefused                   // no move is possible here
	markStep                      // from here to markCastle: targets, by kind of move
	markCanter                    //
	markJump                      //
	markCharge                    //
	markCastle                    //
	markCaptured                  // a captured piece is still shown here
	markTouch                     // the piece to touch is here
)

const markTarget = markStep | markCanter | markJump | markCharge | markCastle

func targetMark(k parker.Kind) mark {
	switch k {
	case parker.Canter:
		return markCanter
	case parker.Jump:
		return markJump
	case parker.Charge:
		return markCharge
	case parker.CastleMove:
		return markCastle
	}
	return markStep
}
