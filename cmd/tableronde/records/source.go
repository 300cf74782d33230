// Package records holds the commands on records and positions: replay, verify, draw,
// page, import, perft, bot, and the list of games. It imports the rules and views.
package records

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/jessevdk/go-flags"

	"tableronde/cmd/internal/cli"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/parker"
	"tableronde/games/record"
	"tableronde/games/table"
)

// source says where a command reads from: a record, or a position given as text.
type source struct {
	Args struct {
		File recordFile `positional-arg-name:"<file>" description:"The record; - is standard input."`
	} `positional-args:"yes"`
	Position string `long:"position" value-name:"TEXT" description:"A position instead of a record, like \"camette 1 KB2,C2/C6\"."`
	Ply      *ply   `long:"ply" value-name:"N" description:"The position after so many lines, rather than the last one."`
}

// ply is the number of a line. It may be one that no record has, below 0 too.
type ply int

var _ flags.Unmarshaler = (*ply)(nil)

// UnmarshalFlag implements flags.Unmarshaler.
func (p *ply) UnmarshalFlag(text string) error {
	n, err := strconv.Atoi(text)
	if errors.Is(err, strconv.ErrSyntax) {
		return fmt.Errorf("%q is not the number of a line", text)
	}
	*p = ply(n) // the nearest that there is
	return nil
}

// check checks the flags.
func (s source) check() error {
	switch {
	case (s.Args.File == "") == (s.Position == ""):
		return errors.New(`expected "<file>" or --position`)
	case s.Position != "" && s.Ply != nil:
		return errors.New("--position and --ply can't be used together")
	}
	return nil
}

// standing is the state of play of a match or of a position.
type standing interface {
	ToAct() []games.Seat
	Legal(games.Seat) []string
	Result() *games.Result
}

// snapshot is the position of a match at one ply, or a position by itself.
type snapshot struct {
	standing
	info   games.Info
	state  games.State
	view   games.View
	record *record.Record // nil for a position on its own, and then there is no match
	match  table.Match
	plies  int // of the whole record
}

// load reads the source. It replays the whole record, whichever ply is asked for,
// and returns an error if an action does not apply.
func (s source) load(con *cli.Console) (snapshot, error) {
	if s.Args.File == "" {
		return loadPosition(s.Position)
	}
	r, err := s.Args.File.read(con.In)
	if err != nil {
		return snapshot{}, err
	}
	m, err := r.Match(catalog.Find)
	if err != nil {
		return snapshot{}, s.Args.File.wrap(err)
	}
	last := m.Ply()
	if s.Ply != nil {
		if n := int(*s.Ply); n < 0 || n > last {
			return snapshot{}, s.Args.File.wrap(fmt.Errorf("there is no ply %d: the record has %d", n, last))
		}
		m = m.At(int(*s.Ply))
	}
	return snapshot{standing: m, info: m.Ruleset().Info(), state: m.State(), view: m.State().View(games.Omniscient), record: r, match: m, plies: last}, nil
}

// loadPosition parses a position, decided or not.
func loadPosition(text string) (snapshot, error) {
	p, err := parker.ParsePosition(text)
	if err != nil {
		return snapshot{}, fmt.Errorf("--position: %w", err)
	}
	state, err := p.State()
	if err != nil {
		return snapshot{}, fmt.Errorf("--position: %w", err)
	}
	rules, err := catalog.Find(p.Board().ID(), 0)
	if err != nil {
		return snapshot{}, err
	}
	return snapshot{standing: state, info: rules.Info(), state: state, view: state.View(games.Omniscient)}, nil
}

// seats lists the seats of the match.
func (s snapshot) seats() []games.Seat {
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

// position returns the position as text, "" if the game has no such text.
func (s snapshot) position() string {
	if v, ok := s.view.(parker.View); ok {
		return v.Position().String()
	}
	return ""
}

// recordFile names a file that holds a record; "-" is standard input.
type recordFile string

// open opens the file.
func (f recordFile) open(stdin io.Reader) (io.ReadCloser, error) {
	if f == "-" {
		return io.NopCloser(stdin), nil
	}
	return os.Open(string(f))
}

// read parses the record. The error names the file.
func (f recordFile) read(stdin io.Reader) (*record.Record, error) {
	from, err := f.open(stdin)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	r, err := record.Parse(from)
	if err != nil {
		return nil, f.wrap(err)
	}
	return r, nil
}

func (f recordFile) wrap(err error) error {
	if f == "-" {
		return fmt.Errorf("standard input: %w", err)
	}
	return fmt.Errorf("%s: %w", string(f), err)
}
