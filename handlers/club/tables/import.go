package tables

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/record"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
)

// Transcript is the text of a game that was played elsewhere.
type Transcript struct {
	Game    string // id of the game; "" for the one that the text names or fits
	Text    string // a record or a list of moves
	Partial bool   // if the text has a fault, import the moves before it
}

// ImportError is the reason why a text was not imported.
type ImportError struct {
	err    error // a *record.LineError, or an error about the whole text
	Played int   // number of moves that can be played before the fault
}

func (e *ImportError) Error() string { return e.err.Error() }
func (e *ImportError) Unwrap() error { return e.err }

// Refusal describes the error to the caller.
func (e *ImportError) Refusal() *club.Error {
	r := club.Refuse(club.Invalid, "bad_record", e.Error()).About("text")
	errors.As(e.err, &r.Illegal)
	return r
}

var errImportChance = club.Refuse(club.Invalid, "chance", "a record of a game of chance cannot be imported: read it with tableronde replay and verify").About("game")

// Read parses and plays the text. The error is ErrUnknownGame, an *ImportError, or ErrTextTooLong.
func (g Transcript) Read() (record.Imported, error) {
	rules := catalog.All()
	if g.Game != "" {
		named, err := catalog.Find(g.Game, 0)
		if err != nil {
			return record.Imported{}, ErrUnknownGame
		}
		rules = []games.Ruleset{named}
	}
	// A record of a game of chance cannot be continued at a table, because its owner could read the
	// cards to come.
	rules = slices.DeleteFunc(rules, func(r games.Ruleset) bool { return r.Info().Chance })
	if len(rules) == 0 {
		return record.Imported{}, errImportChance
	}
	got, err := record.Import(strings.NewReader(g.Text), rules...)
	if got.Record != nil {
		if unfit := got.Match.Fit(); unfit != nil {
			return record.Imported{}, &ImportError{err: unfit}
		}
	}
	switch {
	case errors.Is(err, record.ErrTooLong):
		return got, club.ErrTextTooLong
	case err == nil, g.Partial && got.Record != nil && got.Match.Ply() > 0:
		return got, nil
	}
	if g.ofChance() {
		return got, errImportChance
	}
	broken := &ImportError{err: err}
	if got.Record != nil {
		broken.Played = got.Match.Ply()
	}
	return got, broken
}

// maxTags is the number of bytes searched for the tag that names the game.
const maxTags = (record.MaxSize + 128<<10) / 16

// gameTag names the game of a record.
var gameTag = regexp.MustCompile(`(?m)^\[Game "([^"]*)"\]`)

// ofChance reports whether the text is the record of a game of chance.
func (g Transcript) ofChance() bool {
	tag := gameTag.FindStringSubmatch(g.Text[:min(len(g.Text), maxTags)])
	if tag == nil {
		return false
	}
	rules, err := catalog.Find(tag[1], 0)
	return err == nil && rules.Info().Chance
}

// Import opens a solo table of the host with a game that was played elsewhere.
func (s *Tables) Import(ctx context.Context, once db.Once, host string, got record.Imported, note match.Note) (match.Match, error) {
	t := got.Match
	info, setup := t.Ruleset().Info(), t.Setup()
	n := db.NewMatch{
		Game:    info.ID,
		Version: info.Version,
		Options: setup.Options,
		Seats:   setup.Seats,
		Solo:    true,
		Host:    host,
		ToAct:   t.ToAct(),
		Title:   TitleOf(got.Record, setup.Seats),
		Tags:    TagsOf(got.Record, setup.Seats),
		Result:  t.Result(),
		Fold:    match.FoldOf(t),
	}
	for _, e := range t.Log() {
		n.Events = append(n.Events, db.Event{Seat: e.Seat, Text: e.Text})
	}
	m, err := s.cfg.Store.CreateMatch(ctx, once, n, note)
	if err != nil {
		return match.Match{}, fmt.Errorf("create imported match: %w", err)
	}
	s.cfg.Matches.Publish(m)
	// Do not keep it in memory: the events of the record lack the times that stored events have.
	return match.Match{Match: m, Rules: t.Ruleset(), Table: t}, nil
}

// Limits of the record's tags that are kept.
const (
	MaxTag   = 120 // characters
	maxTitle = 200
)

// TagsOf returns the tags of a game in a record: event, site, round, date, result and one for
// each seat.
func TagsOf(r *record.Record, seats int) map[string]string {
	names := []string{"Event", "Site", "Round", "Date", "Result"}
	for i := range seats {
		names = append(names, SeatTag(i))
	}
	tags := make(map[string]string)
	for _, name := range names {
		if value := club.Truncate(strings.TrimSpace(r.Tag(name)), MaxTag); value != "" && value != "?" {
			tags[name] = value
		}
	}
	return tags
}

// PlayedElsewhere returns, by seat, the names of the players of an imported match. It returns nil
// for a match that began here.
func PlayedElsewhere(m db.Match) []string {
	if m.Tags == nil {
		return nil
	}
	names := make([]string, len(m.Seats))
	for i := range names {
		names[i] = m.Tags[SeatTag(i)]
	}
	return names
}

func SeatTag(i int) string { return "Seat" + strconv.Itoa(i+1) }

// TitleOf returns a title made of the players, the place and the date, "" if the record has none of
// them.
func TitleOf(r *record.Record, seats int) string {
	tags := TagsOf(r, seats)
	players, known := make([]string, seats), false
	for i := range players {
		name, ok := tags[SeatTag(i)]
		if !ok {
			name = "?"
		}
		players[i], known = name, known || ok
	}
	var parts []string
	if known {
		parts = append(parts, strings.Join(players, " – "))
	}
	for _, name := range []string{"Event", "Date"} {
		if tags[name] != "" {
			parts = append(parts, tags[name])
		}
	}
	return club.Truncate(strings.Join(parts, ", "), maxTitle)
}
