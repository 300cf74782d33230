package main

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/alecthomas/kong"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/parker"
	"tableronde/games/record"
	"tableronde/games/table"
)

// source is what a command looks at: a record, or a position in its own line of
// text.
type source struct {
	File     recordFile `arg:"" optional:"" help:"The record; - is standard input."`
	Position string     `xor:"ply" help:"A position instead of a record, like \"camette 1 KB2,C2/C6\"." placeholder:"TEXT"`
	Ply      plyFlag    `xor:"ply" help:"The position after so many lines, rather than the last one." placeholder:"N"`
}

// plyFlag is the number of a line, where one is given.
type plyFlag struct {
	text string // as it was given, "" if it was not
	n    int
}

// Decode is called by kong. A number below 0 is one: there is no such line, and
// that is for the record to say.
func (p *plyFlag) Decode(ctx *kong.DecodeContext) (err error) {
	token := ctx.Scan.Pop()
	if p.text = token.String(); token.IsEOL() {
		return errors.New("the number of a line is missing")
	}
	if p.n, err = strconv.Atoi(p.text); errors.Is(err, strconv.ErrSyntax) {
		return fmt.Errorf("%q is not the number of a line", p.text)
	}
	return nil
}

// check is for Validate.
func (s source) check() error {
	if (s.File == "") == (s.Position == "") {
		return errors.New(`expected "<file>" or --position`)
	}
	return nil
}

// standing tells how a match, or a position on its own, stands.
type standing interface {
	ToAct() []games.Seat
	Legal(games.Seat) []string
	Result() *games.Result
}

// sight is what a source shows.
type sight struct {
	standing
	info   games.Info
	state  games.State
	view   games.View
	record *record.Record // nil for a position on its own, and then there is no match
	match  table.Match
	plies  int // of the whole record
}

// look reads a source. All of a record is played, whichever position is asked
// for: one that breaks off is an error.
func (s source) look(con *console) (sight, error) {
	if s.File == "" {
		return lookAt(s.Position)
	}
	r, err := s.File.read(con.in)
	if err != nil {
		return sight{}, err
	}
	m, err := r.Match(catalog.Find)
	if err != nil {
		return sight{}, s.File.wrap(err)
	}
	last := m.Ply()
	if s.Ply.text != "" {
		if s.Ply.n < 0 || s.Ply.n > last {
			return sight{}, s.File.wrap(fmt.Errorf("there is no ply %s: the record has %d", s.Ply.text, last))
		}
		m = m.At(s.Ply.n)
	}
	return sight{standing: m, info: m.Ruleset().Info(), state: m.State(), view: m.State().View(games.Open), record: r, match: m, plies: last}, nil
}

// lookAt reads a position, decided or not.
func lookAt(text string) (sight, error) {
	p, err := parker.ParsePosition(text)
	if err != nil {
		return sight{}, fmt.Errorf("--position: %w", err)
	}
	state, err := p.State()
	if err != nil {
		return sight{}, fmt.Errorf("--position: %w", err)
	}
	rules, err := catalog.Find(p.Board().ID(), 0)
	if err != nil {
		return sight{}, err
	}
	return sight{standing: state, info: rules.Info(), state: state, view: state.View(games.Open)}, nil
}

// seats lists the seats of the table.
func (s sight) seats() []games.Seat {
	n := s.info.Seats[0]
	if s.record != nil {
		n = s.match.Setup().Seats
	}
	seats := make([]games.Seat, n)
	for i := range seats {
		seats[i] = games.Seat(i + 1)
	}
	return seats
}

// position is the text of the position, "" in a game that has none.
func (s sight) position() string {
	if v, ok := s.view.(parker.View); ok {
		return v.Position().String()
	}
	return ""
}
