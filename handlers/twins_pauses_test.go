package handlers

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/effort"
	"tableronde/handlers/club/live"
	"tableronde/handlers/club/match"
)

// newPausedMatch returns a match of a game whose decisions without a choice are made after
// a pause, for everybody.
func newPausedMatch(t *testing.T, game string) *orderedMatch {
	t.Helper()
	rules, err := catalog.Find(game, 0)
	if err != nil {
		t.Fatal(err)
	}
	m := &orderedMatch{lookingSite: newLookingSite(t, Config{}, 3), rules: rules, rng: rand.New(rand.NewPCG(4, 5)),
		options: map[string]string{games.OptionAuto: games.AutoLater}}
	for _, o := range m.looking {
		if err := m.site.Club.Accounts.SetHabits(t.Context(), o.player.ID, []string{match.HabitAuto}); err != nil {
			t.Fatal(err)
		}
	}
	m.begin()
	return m
}

// TestTwinsOfPauses has everybody look at matches of cards in which the server will play for
// a seat after a pause, and at the same matches where it will not: all that others get is the
// same to the byte. The seat alone is told, and nobody when.
func TestTwinsOfPauses(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"knizia", "shannon", "kutschke"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			m := newPausedMatch(t, game)
			pairs := max(effort.N(20), 4)
			for range 40_000 {
				if m.pairs == pairs {
					break
				}
				m.play()
				if f := m.load(); !f.ForcedDue.IsZero() && !f.IsOver() && len(f.Acting()) == 1 {
					m.comparePause(f, f.Acting()[0])
				}
			}
			if t.Logf("%d pairs in %d matches", m.pairs, m.begun); m.pairs < pairs {
				t.Errorf("%d pairs, want %d", m.pairs, pairs)
			}
		})
	}
}

// comparePause compares a match in which the server plays for a seat after a pause with the
// same match in which it does not.
func (m *orderedMatch) comparePause(f match.Match, seat games.Seat) {
	m.T.Helper()
	owner := m.looking[seat-1]
	for _, who := range m.others(f, seat) {
		who.get("/m/" + m.id) // a first look is noted
	}
	page, call := "/m/"+m.id, "/api/v1/matches/"+m.id+"/orders"
	before := m.outside(f, seat)
	other := m.others(f, seat)[0].player.ID
	sub, err := m.site.Hub.Subscribe(other, "test", live.MatchTopic(m.id), live.PlayerTopic(other)) // no spectator, who would be counted
	if err != nil {
		m.T.Fatal(err)
	}
	defer sub.Close()
	m.Log.Take()
	told := owner.get(page) + owner.get(call) + m.Log.Take()
	if owner.prepared(page) == nil || !strings.Contains(told, `"forced":true`) {
		m.T.Fatalf("seat %d is not told that the server plays: %q", seat, owner.prepared(page))
	}
	for _, due := range []string{strconv.FormatInt(f.ForcedDue.UnixMilli(), 10), strconv.FormatInt(f.ForcedDue.Unix(), 10), f.ForcedDue.Format("15:04:05")} {
		if strings.Contains(told, due) || strings.Contains(before.looks[0][page], due) {
			m.T.Fatalf("somebody is told when the server plays: %s", due)
		}
	}
	_, err = m.site.Store.Append(m.T.Context(), db.Once{}, m.id, func(db.Match, db.Orders) (db.Change, error) {
		return db.Change{Orders: db.Orders{seat: ""}}, nil
	})
	if err != nil {
		m.T.Fatal(err)
	}
	if owner.prepared(page) != nil || m.load().Ply != f.Ply {
		m.T.Fatal("the pause is still there")
	}
	m.pairs++
	m.expectSame("a pause was dropped", before, m.outside(f, seat))
	if changes := sub.Take(); len(changes) > 0 {
		m.T.Fatalf("a pause publishes %v", changes)
	}
}
