package match

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/table"
	"tableronde/handlers/club/match"
	"tableronde/views"
	"tableronde/views/families"
)

// samplePly is the number of events in the match of a sample page.
const samplePly = 6

// SamplePage renders the page of an invented match, for its first player. It is the same each time, so
// that every process of the site has the same dictionaries.
func SamplePage(game string, lang views.Lang) ([]byte, error) {
	family, ok := families.Of(game)
	if !ok {
		return nil, fmt.Errorf("no family shows %s: %w", game, db.ErrNotFound)
	}
	f, err := sampleMatch(game)
	if err != nil {
		return nil, err
	}
	player := f.Seats[0]
	page := views.Page{Lang: lang, Path: "/m/" + f.ID, Player: player.Name, Keep: player.ID, Now: f.Now, Turns: 1}
	m := NewMatchModel(page, f, MatchQuery{Shown: f.Ply}, Viewer{Player: player, Own: 1, Seat: 1, Visit: db.Visit{Told: f.Ply}})
	var out bytes.Buffer
	if err := family.Page(m).Render(context.Background(), &out); err != nil {
		return nil, fmt.Errorf("sample page of %s: %w", game, err)
	}
	return out.Bytes(), nil
}

// sampleMatch plays the first legal actions of a game.
func sampleMatch(game string) (f match.Match, err error) {
	rules, err := catalog.Find(game, 0)
	if err != nil {
		return f, err
	}
	info := rules.Info()
	begin := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	m := db.Match{ID: "aaaaaaaaaaaa", Game: game, Version: info.Version, Created: begin, Started: begin, Moved: begin}
	for i := range slices.Min(info.Seats) {
		m.Seats = append(m.Seats, db.Player{ID: fmt.Sprintf("aaaaaaaaaaa%c", 'b'+i), Name: fmt.Sprintf("Player %d", i+1)})
	}
	m.Host = m.Seats[0].ID
	t, err := table.New(rules, games.Setup{Seats: len(m.Seats), Seed: new(games.Seed)})
	if err != nil {
		return f, fmt.Errorf("sample match of %s: %w", game, err)
	}
	for t.Ply() < samplePly || !slices.Contains(t.ToAct(), 1) && !t.Over() {
		seat := t.ToAct()[0]
		if t, err = t.Play(seat, t.Legal(seat)[0], begin); err != nil {
			return f, fmt.Errorf("sample match of %s: %w", game, err)
		}
	}
	m.Events, m.Ply, m.ToAct = match.EventsOf(t), t.Ply(), t.ToAct()
	return match.Match{Match: m, Rules: rules, Table: t, Now: begin}, nil
}
