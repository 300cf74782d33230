package archive

import (
	"context"
	"embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"tableronde/db"
	"tableronde/games/catalog"
	"tableronde/games/record"
	"tableronde/handlers/club"
	"tableronde/handlers/club/tables"
)

// annalFiles holds the historic games of the site. Each file has a record, a line "%%", and notes
// as "PLY: TEXT". PLY is a number of events, or "all" for the match as a whole.
//
//go:embed annals/*.txt
var annalFiles embed.FS

// annalCollection is a collection by the site itself, in English.
type annalCollection struct{ id, title, text string }

var annalCollections = []annalCollection{
	{"recorded-games", "Recorded games", "Games that were written down move by move, with what our search finds in them."},
	{"rule-books", "From the rule books",
		"What the rule books of the card games play through as examples. They name the cards that are played; those that nobody sees are ours."},
}

// annalNote is a note on a place in a historic game, in English.
type annalNote struct {
	ply  int
	text string
}

// annal is a historic game.
type annal struct {
	db.HistoricGame
	notes []annalNote
}

// annals returns the historic games in the order of their collections.
var annals = sync.OnceValues(readAnnals)

func readAnnals() (list []annal, err error) {
	files, err := annalFiles.ReadDir("annals")
	if err != nil {
		return nil, err
	}
	for i, file := range files {
		text, err := annalFiles.ReadFile("annals/" + file.Name())
		if err != nil {
			return nil, err
		}
		a, err := readAnnal(string(text))
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", file.Name(), err)
		}
		a.Place = i
		list = append(list, a)
	}
	return list, nil
}

// readAnnal parses the file of a historic game. Its record has the tags ID, for the match, and
// Collection.
func readAnnal(text string) (a annal, err error) {
	text, notes, _ := strings.Cut(text, "\n%%\n")
	r, err := record.Parse(strings.NewReader(text))
	if err != nil {
		return a, err
	}
	t, err := r.Match(catalog.Find)
	if err != nil {
		return a, err
	}
	info, setup := t.Ruleset().Info(), t.Setup()
	a.ID, a.Game, a.Version, a.Options, a.Seats = r.Tag("ID"), info.ID, info.Version, setup.Options, setup.Seats
	a.Title, a.Tags, a.Result = tables.TitleOf(r, setup.Seats), tables.TagsOf(r, setup.Seats), t.Result()
	if source := r.Tag("Source"); source != "" {
		a.Tags["Source"] = source
	}
	maps.Copy(a.Tags, setup.Fixed)
	for _, e := range t.Log() {
		a.Events = append(a.Events, db.Event{Seat: e.Seat, Text: e.Text})
	}
	if a.Result == nil || !db.IsAnnal(a.ID) {
		return a, fmt.Errorf("the game %q is not over", a.ID)
	}
	if a.Played, err = time.Parse(time.DateOnly, r.Tag("Day")); err != nil {
		return a, err
	}
	at := slices.IndexFunc(annalCollections, func(c annalCollection) bool { return c.id == r.Tag("Collection") })
	if at < 0 {
		return a, fmt.Errorf("unknown collection %q", r.Tag("Collection"))
	}
	c := annalCollections[at]
	a.Collection = db.Collection{ID: c.id, Title: c.title, Text: c.text}
	a.notes, err = readNotes(notes, len(a.Events))
	return a, err
}

// readNotes parses the notes below a record with the given number of events.
func readNotes(text string, events int) (list []annalNote, err error) {
	for line := range strings.Lines(text) {
		place, text, ok := strings.Cut(strings.TrimSpace(line), ": ")
		ply, err := strconv.Atoi(place)
		if place == "all" {
			ply, err = db.WholeMatch, nil
		}
		if !ok || err != nil || ply > events {
			return nil, fmt.Errorf("the note %q has no place", line)
		}
		list = append(list, annalNote{ply, text})
	}
	return list, nil
}

// AddAnnals stores the historic games of the site and queues them for the archive. Games that were
// stored or removed before stay as they are.
func (s *Archive) AddAnnals(ctx context.Context) error {
	list, err := annals()
	for _, a := range list {
		if err == nil {
			err = s.store.AddAnnal(ctx, a.HistoricGame)
		}
	}
	s.wakes.Wake(club.Archiving)
	if err != nil {
		return fmt.Errorf("add games of the past: %w", err)
	}
	return nil
}

// annalNotes returns the notes on a historic game in a language.
func (s *Archive) annalNotes(match, lang string) (notes []db.Remark) {
	list, err := annals()
	if err != nil {
		return nil
	}
	for _, a := range list {
		if a.ID != match {
			continue
		}
		for _, n := range a.notes {
			notes = append(notes, db.Remark{Match: match, Ply: n.ply, Text: s.wording(lang, n.text), Changed: a.Played})
		}
	}
	return notes
}

// isAnnalName reports whether a name is the name of a player of a historic game, or a part of it.
func isAnnalName(name string) bool {
	list, err := annals()
	name = strings.ToLower(strings.TrimSpace(name))
	return err == nil && slices.ContainsFunc(list, func(a annal) bool {
		for seat := range a.Seats {
			if strings.Contains(strings.ToLower(a.Tags[tables.SeatTag(seat)]), name) {
				return true
			}
		}
		return false
	})
}

// translate returns a collection of the site in a language. Collections of players stay as they
// are.
func (s *Archive) translate(c db.Collection, lang string) db.Collection {
	for _, own := range annalCollections {
		if own.id == c.ID && c.Player.ID == "" {
			c.Title, c.Text = s.wording(lang, own.title), s.wording(lang, own.text)
		}
	}
	return c
}

// translateAll translates collections in place.
func (s *Archive) translateAll(list []db.Collection, lang string) []db.Collection {
	for i := range list {
		list[i] = s.translate(list[i], lang)
	}
	return list
}
