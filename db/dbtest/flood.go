package dbtest

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"tableronde/db"
)

// Flood is a store with very many ended matches, created by SQL.
type Flood struct {
	Matches int
	Series  string                   // SQL for the numbers 1 to %d as a table s(n)
	Pad     string                   // SQL for the number %s with 11 digits
	Exec    func(query string) error // runs an SQL statement
}

// floodPlayers is the number of matches of each player. Two players share half of them.
const floodPlayers = 40

// Fill creates the matches. Match n is between players n/40 and n/40+1. All matches begin with one
// of four moves, and most are unique after eight.
func (f Flood) Fill(b *testing.B) {
	b.Helper()
	players := f.Matches/floodPlayers + 2
	id := func(of string) string { return "'p' || " + fmt.Sprintf(f.Pad, of) }
	match := "'m' || " + fmt.Sprintf(f.Pad, "n")
	one, two := id(fmt.Sprintf("(n / %d + 1)", floodPlayers)), id(fmt.Sprintf("(n / %d + 2)", floodPlayers))
	for _, statement := range []struct {
		count int
		text  string
	}{
		{players, `INSERT INTO players (id, name, created) SELECT ` + id("n") + `, 'Player', 1 FROM s`},
		{players, `INSERT INTO ratings (player, game, points, deviation, volatility, matches, at, low)
			SELECT ` + id("n") + `, 'camelot', 1500 + n % 500, 50, 0.06, 40, 1000 + n, 1400 + n % 500 FROM s`},
		{f.Matches, `INSERT INTO matches (seq, id, game, version, options, public, solo, invite, host, created, started, ended, moved, ply, to_act,
				last_seat, last_text, result, archived, outcome)
			SELECT n, ` + match + `, 'camelot', 1, '{}', 1, 0, 'the invitation of the match ' || n, ` + one + `, n, n, n, n, 1, 0,
				1, 'resign', '{"scores":{"1":0,"2":1},"winners":[2],"reason":"resignation"}', 2, n % 3 FROM s`},
		{f.Matches, `INSERT INTO seats (match, seat, player, over) SELECT n, 1, ` + one + `, 1 FROM s`},
		{f.Matches, `INSERT INTO seats (match, seat, player, over) SELECT n, 2, ` + two + `, 1 FROM s`},
		{f.Matches, `INSERT INTO played (player, opponent, ended, match, game, score) SELECT ` + one + `, '', n, n, 'camelot', n % 3 FROM s`},
		{f.Matches, `INSERT INTO played (player, opponent, ended, match, game, score) SELECT ` + two + `, '', n, n, 'camelot', 2 - n % 3 FROM s`},
		{f.Matches, `INSERT INTO played (player, opponent, ended, match, game, score) SELECT ` + one + `, ` + two + `, n, n, 'camelot', n % 3 FROM s`},
		{players, `INSERT INTO scores (player, opponent, game, matches, won, drawn, fell) SELECT ` + id("n") + `, '', 'camelot', 80, 30, 20, 1 FROM s`},
		{players, `INSERT INTO scores (player, opponent, game, matches, won, drawn, fell) SELECT ` + id("n") + `, ` + id("(n + 1)") + `, 'camelot', 40, 15, 10, 1 FROM s`},
		{f.Matches, `INSERT INTO positions (position, match, ply, move, score) SELECT 1, n, 0, 'move ' || (n % 4), n % 3 FROM s`},
		{f.Matches, `INSERT INTO positions (position, match, ply, move, score) SELECT 1000 + n, n, 8, 'move', n % 3 FROM s`},
		{4, fmt.Sprintf(`INSERT INTO openings (position, move, matches, won, drawn) SELECT 1, 'move ' || (n - 1), %d, %d, %d FROM s`, f.Matches/4, f.Matches/12, f.Matches/12)},
	} {
		if err := f.Exec(strings.Replace(statement.text, " FROM s", " FROM "+fmt.Sprintf(f.Series, statement.count), 1)); err != nil {
			b.Fatalf("%s: %v", statement.text, err)
		}
	}
}

// Bench measures the queries of pages with tables, ended matches, openings, leaders and a player.
func (f Flood) Bench(b *testing.B, s db.Store) {
	ctx, player := b.Context(), fmt.Sprintf("p%011d", f.Matches/floodPlayers/2)
	drawn := db.Drew
	for _, one := range []struct {
		name string
		ask  func() (found int, err error)
	}{
		{"lobby", func() (int, error) {
			_, _, err := s.OpenTables(ctx, "", db.TableFilter{}, "", 20)
			list, more := s.PublicMatches(ctx, true, 12)
			return len(list), errors.Join(err, more)
		}},
		{"archive", func() (int, error) {
			return countOf(s.Archived(ctx, "", db.ArchiveFilter{Game: "camelot", Score: &drawn}, "", 20))
		}},
		{"archive of a player", func() (int, error) { return countOf(s.Archived(ctx, "", db.ArchiveFilter{Player: player}, "", 20)) }},
		{"openings", func() (int, error) {
			list, err := s.Continuations(ctx, 1)
			matches, _, more := s.Through(ctx, 1, 20)
			return len(list) * len(matches), errors.Join(err, more)
		}},
		{"openings of a player", func() (int, error) {
			next, matches, _, err := s.Passing(ctx, 1, db.PassedFilter{Player: player, Score: &drawn}, 20)
			return 1 + len(next)*len(matches), err // perhaps no recent match is the player's
		}},
		{"leaders", func() (int, error) {
			list, err := s.Leaders(ctx, db.LeadersOf{Game: "camelot", Matches: 5, Since: time.UnixMilli(1), Limit: 25})
			return len(list), err
		}},
		{"profile", func() (int, error) {
			scores, err := s.Scores(ctx, "", player)
			against, more := s.ScoresAgainst(ctx, "", player, 20)
			ratings, last := s.RatingsOf(ctx, player)
			_, hours := s.AnswersOf(ctx, player)
			_, ladders := s.RungsOf(ctx, player)
			return len(scores) * len(against) * len(ratings), errors.Join(err, more, last, hours, ladders)
		}},
	} {
		b.Run(fmt.Sprintf("%s/%d", one.name, f.Matches), func(b *testing.B) {
			least := math.MaxInt
			for b.Loop() {
				found, err := one.ask()
				if err != nil {
					b.Fatal(err)
				}
				least = min(least, found)
			}
			if least == 0 {
				b.Error("nothing was found")
			}
		})
	}
}

func countOf(list []db.Match, _ string, err error) (int, error) { return len(list), err }
