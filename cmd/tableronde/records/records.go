// Package records holds the commands on records and positions: replay, verify, draw,
// page, import, perft, bot, and the list of games. It imports the rules and views.
package records

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/jessevdk/go-flags"

	"tableronde/cmd/internal/cli"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/parker"
	"tableronde/games/record"
	"tableronde/games/table"
	"tableronde/handlers/onefile"
	"tableronde/views"
	"tableronde/views/locale"
	"tableronde/views/pages"
)

// GamesCommand is the command games.
type GamesCommand struct{}

func (*GamesCommand) Run(con *cli.Console) error {
	w := tabwriter.NewWriter(con.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tNAME\tVERSION\tSEATS\tOPTIONS")
	for _, rules := range catalog.All() {
		info := rules.Info()
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\n", info.ID, info.Name.En, info.Version, listSeats(info), listOptions(info))
	}
	return w.Flush()
}

func listSeats(info games.Info) string {
	var numbers []string
	for _, n := range info.Seats {
		numbers = append(numbers, strconv.Itoa(n))
	}
	return strings.Join(numbers, ", ")
}

// listOptions writes each option as "id: default, other", or "id: TEXT".
func listOptions(info games.Info) string {
	var options []string
	for _, o := range info.Options {
		values := "TEXT"
		if len(o.Values) > 0 {
			values = strings.Join(o.Values, ", ")
		}
		options = append(options, o.ID+": "+values)
	}
	if options == nil {
		return "-"
	}
	return strings.Join(options, "; ")
}

// language is the code of a language of the site, of a flag.
type language views.Lang

// UnmarshalFlag implements flags.Unmarshaler.
func (l *language) UnmarshalFlag(code string) error {
	lang, ok := locale.Parse(code)
	if !ok {
		return fmt.Errorf("%q is not a language of the site: choose one of %v", code, locale.Langs)
	}
	*l = language(lang)
	return nil
}

// PageCommand is the command page.
type PageCommand struct {
	Args struct {
		File recordFile `positional-arg-name:"<file>" required:"yes" description:"The record; - is standard input."`
	} `positional-args:"yes"`
	Lang language `long:"lang" default:"en" value-name:"CODE" description:"The language of the words: en, fr or de."`
}

// Run prints a page with every position of the record.
func (c *PageCommand) Run(con *cli.Console) error {
	var from source
	from.Args.File = c.Args.File
	s, err := from.load(con)
	if err != nil {
		return err
	}
	if s.match.Ply() == 0 {
		return c.Args.File.wrap(errors.New("it has no moves: name a record of a match that has begun"))
	}
	p := s.preview()
	p.Lang = views.Lang(c.Lang)
	m := onefile.Match{Lang: p.Lang, Table: s.match, Viewer: games.Omniscient, Names: p.Names, Outcome: pages.Ending(p)}
	for _, h := range s.record.Holders() {
		m.Holders = append(m.Holders, views.Holder{Seat: h.Seat, Ply: h.Ply, Name: views.Isolate(h.Name)})
	}
	for _, tag := range []string{"Event", "Site", "Date"} {
		if text := s.record.Tag(tag); text != "" {
			m.Facts = append(m.Facts, text)
		}
	}
	if err := m.Write(context.Background(), con.Out); err != nil {
		return fmt.Errorf("page: %w", err)
	}
	return nil
}

// source is the source of a position: a record, or the notation of a position.
type source struct {
	Args struct {
		File recordFile `positional-arg-name:"<file>" description:"The record; - is standard input."`
	} `positional-args:"yes"`
	Position string `long:"position" value-name:"TEXT" description:"A position instead of a record, like \"camette 1 KB2,C2/C6\"."`
	Ply      *ply   `long:"ply" value-name:"N" description:"The number of lines before the position, rather than all lines of the record."`
}

// ply is a number of events. It may be negative or larger than any record has.
type ply int

var _ flags.Unmarshaler = (*ply)(nil)

// UnmarshalFlag implements flags.Unmarshaler.
func (p *ply) UnmarshalFlag(text string) error {
	n, err := strconv.Atoi(text)
	if errors.Is(err, strconv.ErrSyntax) {
		return fmt.Errorf("%q is not the number of a line", text)
	}
	*p = ply(n) // Atoi has clamped it
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

// standing is the present state of a match or a position.
type standing interface {
	ToAct() []games.Seat
	Legal(games.Seat) []string
	Result() *games.Result
}

// snapshot is the position of a match at one ply, or a single position.
type snapshot struct {
	standing
	info   games.Info
	state  games.State
	view   games.View
	record *record.Record // nil for a single position
	match  table.Match
	plies  int // events of the whole record
}

// load reads the source. It replays the whole record, even for an earlier ply, and returns an error
// if an action cannot be played.
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
			return snapshot{}, s.Args.File.wrap(fmt.Errorf("ply %d is outside the record, which ends at ply %d", n, last))
		}
		m = m.At(int(*s.Ply))
	}
	return snapshot{standing: m, info: m.Ruleset().Info(), state: m.State(), view: m.State().View(games.Omniscient), record: r, match: m, plies: last}, nil
}

// loadPosition parses the notation of a position, decided or not.
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

// position returns the notation of the position, "" if the game has none.
func (s snapshot) position() string {
	if v, ok := s.view.(parker.View); ok {
		return v.Position().String()
	}
	return ""
}

// recordFile names a file with a record. "-" is standard input.
type recordFile string

// open returns the content of the file, which the caller closes.
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
