package match_test

import (
	"slices"
	"strings"
	"testing"

	"tableronde/db"
	"tableronde/games/catalog"
	"tableronde/games/clock"
	"tableronde/games/record"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// Where the table says so, a bot takes the seat of who is out of time three times in a row,
// and of who leaves for good, and plays on; but not that of the last person.
func TestBotsTakeOver(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"knizia", "kutschke", "shannon"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			c := roomstest.NewClockTable(t, game, 3, clock.Control{Move: roomstest.Day, BotsTakeOver: true})
			f := c.PlayWithout(func(f match.Match) bool { return f.Seats[1].Bot > 0 }, 2)
			if f.IsOver() || f.Seats[1].Bot != match.TakeOverLevel || f.Seats[1].Name != "Knight (computer)" || f.AgainstBots() {
				t.Fatalf("nobody has taken the seat: %+v", f.Seats)
			}
			if slices.ContainsFunc(f.Events, func(e db.Event) bool { return e.Text == "timeout" }) {
				t.Error("the seat has left the game")
			}
			c.CheckWatches(2)
			taken := f.Ply
			acts := func(f match.Match) bool {
				return slices.ContainsFunc(f.Events[taken:], func(e db.Event) bool { return e.Seat == 2 })
			}
			if f = c.PlayWithout(acts); f.IsOver() {
				t.Fatal("the match is over before the bot acts")
			}
			if err := c.Tables.Leave(t.Context(), c.Players[2].ID); err != nil {
				t.Fatal(err)
			}
			f = c.LoadStored()
			if f.Seats[2].Bot != match.TakeOverLevel || f.Seats[2].Name != "Knight 2 (computer)" || !f.AgainstBots() || tables.HasFormer(f.Match) {
				t.Errorf("after the third has left the seats are %+v", f.Seats)
			}
			f = c.PlayWithout(func(f match.Match) bool { return f.Seats[0].Bot > 0 }, 1)
			last := f.Events[len(f.Events)-1]
			if !f.IsOver() || !slices.ContainsFunc(f.Events, func(e db.Event) bool { return e.Seat == 1 && e.Text == "timeout" }) {
				t.Errorf("the last person is replaced as well: %+v, %+v", f.Seats, last)
			}
			text, err := f.Record(nil)
			if err != nil || !strings.Contains(string(text), `[Seat3 "Knight 2 (computer)"]`) || !strings.Contains(string(text), "\n2: bot 3\n") {
				t.Errorf("record %.300s, %v", text, err)
			}
			parsed, err := record.Parse(strings.NewReader(string(text)))
			if err != nil {
				t.Fatal(err)
			}
			if again, err := parsed.Match(catalog.Find); err != nil || !again.Over() {
				t.Errorf("the record is not replayed: %v", err)
			}
		})
	}
}

// A bot that takes the seat of who owes a decision is due at once, also without an event.
func TestBotsTakeOverATurn(t *testing.T) {
	t.Parallel()
	c := roomstest.NewClockTable(t, "knizia", 2, clock.Control{Move: roomstest.Day, BotsTakeOver: true})
	owing := c.LoadNow().Acting()[0]
	if err := c.Tables.Leave(t.Context(), c.Players[owing-1].ID); err != nil {
		t.Fatal(err)
	}
	if f := c.LoadStored(); f.Ply != 1 || f.Events[0].Text != "bot 3" || f.BotDue.IsZero() || f.Seats[owing-1].Bot != match.TakeOverLevel {
		t.Fatalf("due %v at ply %d: %+v", f.BotDue, f.Ply, f.Seats)
	}
	c.Pass(match.BotPause)
	if err := c.Bots.PlayBot(t.Context(), db.DueBot{Match: c.ID}, roomstest.AtOnce); err != nil || c.Ply() == 1 {
		t.Errorf("the bot leaves the match at ply %d, %v", c.Ply(), err)
	}
}
