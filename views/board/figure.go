package board

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/a-h/templ"

	"tableronde/games/parker"
	"tableronde/views/locale"
)

// Figure is a picture of a position, or of a part of one, to explain something.
type Figure struct {
	Lang     locale.Lang
	Position parker.Position
	Action   string   // a move, drawn as if it were staged; "" none
	Steps    []string // squares that a piece may step to
	Movers   []string // pieces underlined as able to move
	Chosen   string   // a piece with brackets around it, "" none
	Refused  string   // a square framed as one where the move may not go or end, "" none
	From     string   // the part of the board to show, from its lower left
	To       string   // to its upper right square; "" the whole board
	Caption  string
}

// Render writes the figure as one picture.
func (f Figure) Render(_ context.Context, w io.Writer) error {
	g := f.Position.Board()
	b := Board{Lang: f.Lang, Stage: parker.Stage{From: parker.NoSquare}}
	b.Try, _ = g.Square(f.Refused)
	if legs, err := g.Route(f.Action); err == nil && len(legs) > 0 {
		b.Stage = parker.Stage{Route: f.Action, From: legs[0].From, Legs: legs, Complete: true}
	} else if q, ok := g.Square(f.Chosen); ok {
		b.Stage = parker.Stage{Route: f.Chosen, From: q}
	}
	for _, name := range f.Steps {
		if q, ok := g.Square(name); ok {
			b.Stage.Next = append(b.Stage.Next, parker.Target{Square: q, Kind: parker.Step})
		}
	}
	b.Movers = f.squares(f.Movers)
	s := sheetFor(g, bottom, f.Lang)
	marks, _ := b.marks()
	out := append([]byte(nil), f.open(s)...)
	for i := range s.cells {
		if c := &s.cells[i]; f.Shows(c.square) {
			out = b.appendSquare(out, s, c, f.Position.At(c.square), marks[c.square])
		}
	}
	out = append(out, s.end...)
	for _, c := range f.coordinates(s) {
		if marks[c.square]&target == 0 && f.Position.At(c.square) == 0 {
			out = append(out, c.text...)
		}
	}
	out = b.appendAbove(out, s, f.Position.At)
	if b.Try != parker.NoSquare {
		out = inset(out, s, b.Try, "wrong", 18)
	}
	_, err := w.Write(append(out, `</g></svg>`...))
	return err
}

// open begins the picture. Where it ends within the board, it ends with a
// square; where with the board, it leaves room for the rim.
func (f Figure) open(s *sheet) string {
	p := f.part()
	room := func(end bool) int {
		if end {
			return margin
		}
		return 0
	}
	x0, x1 := p.file*unit-room(p.file == 0), (p.toFile+1)*unit+room(p.toFile == s.cols-1)
	y0, y1 := (s.rows-1-p.toRank)*unit-room(p.toRank == s.rows-1), (s.rows-p.rank)*unit+room(p.rank == 0)
	return fmt.Sprintf(`<svg class="board" role="img" aria-label="%s" viewBox="%d %d %d %d" width="%d">`,
		templ.EscapeString(f.label()), x0, y0, x1-x0, y1-y0, x1-x0)
}

// part is a rectangle of files and ranks from 0, its ends included.
type part struct{ file, rank, toFile, toRank int }

// part returns what the picture shows of the board. Its corners need not be squares.
func (f Figure) part() part {
	var file, toFile byte
	var rank, toRank int
	if _, err := fmt.Sscanf(f.From+" "+f.To, "%c%d %c%d", &file, &rank, &toFile, &toRank); err != nil {
		return part{0, 0, f.Position.Board().Files() - 1, f.Position.Board().Ranks() - 1}
	}
	return part{int(file - 'A'), rank - 1, int(toFile - 'A'), toRank - 1}
}

// Shows reports whether a square is in the picture.
func (f Figure) Shows(q parker.Square) bool {
	p := f.part()
	file, rank := f.Position.Board().FileRank(q)
	return p.file <= file && file <= p.toFile && p.rank <= rank && rank <= p.toRank
}

// coordinates name the ranks and files at the ends of what is shown.
func (f Figure) coordinates(s *sheet) []coord {
	if f.To == "" {
		return s.windows[0].coords
	}
	p := f.part()
	var all []coord
	for _, c := range s.cells {
		q := c.square
		if !f.Shows(q) || f.Position.Board().CastleOf(q) != 0 {
			continue
		}
		file, rank := f.Position.Board().FileRank(q)
		x, y := s.middle(q)
		if file == p.file {
			all = append(all, coord{q, coordinate(x, y, f.Position.Board().Name(q)[1:], true)})
		}
		if rank == p.rank {
			all = append(all, coord{q, coordinate(x, y, f.Position.Board().Name(q)[:1], false)})
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

// label says what the picture shows: its caption, then who stands where.
func (f Figure) label() string {
	g := f.Position.Board()
	s := sheetFor(g, bottom, f.Lang)
	var b strings.Builder
	b.WriteString(f.Caption)
	for q := range parker.Square(g.Len()) {
		if piece := f.Position.At(q); piece != 0 && f.Shows(q) {
			b.WriteString(" " + g.Name(q) + s.spoken[piece] + ".")
		}
	}
	return b.String()
}
