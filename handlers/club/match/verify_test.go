package match_test

import (
	"strings"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

func TestVerify(t *testing.T) {
	c, _, thief, _ := roomstest.NewTheft(t, tables.Proposal{Seats: 3, Wait: time.Minute}, true)
	f := c.LoadStored()
	sound := func(name string, m db.Match) {
		t.Helper()
		if err := c.Match.Verify(m); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	sound("under way", f.Match)
	f = c.MustPost(thief, f.Ply, "steal "+string(rune('1'+thief%3)))
	sound("while a window is open", f.Match)
	open, err := c.Tables.OpenTable(t.Context(), db.Once{}, c.Players[0].ID, tables.Proposal{Game: "wager", Seats: 3}, nil)
	if err != nil {
		t.Fatal(err)
	}
	sound("before the deal", open.Match)
	over := c.MustPost(thief, f.Ply, "resign").Match
	sound("with a resignation", over)

	for name, tt := range map[string]struct {
		change func(m *db.Match)
		want   string
	}{
		"an illegal event":           {func(m *db.Match) { m.Events[1].Text = "nonsense" }, "replay match"},
		"an event of another seat":   {func(m *db.Match) { m.Events[0].Seat = 3 - m.Events[0].Seat%3 }, ""},
		"an event written otherwise": {func(m *db.Match) { m.Events[0].Text = strings.Replace(m.Events[0].Text, " ", "  ", 1) }, ""},
		"somebody else to act":       {func(m *db.Match) { m.ToAct = m.ToAct[1:] }, "to act"},
		"over":                       {func(m *db.Match) { m.Over = true }, "result"},
		"an unknown game":            {func(m *db.Match) { m.Game = "chess" }, "chess"},
	} {
		m := c.Open(tables.Proposal{Game: "wager", Seats: 3}).Match
		m = c.BidAll().Match
		m.Events = append([]db.Event(nil), m.Events...)
		sound("as it was", m)
		tt.change(&m)
		if err := c.Match.Verify(m); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
	}

	c.Open(tables.Proposal{Game: "wager", Seats: 3})
	m := c.BidAll().Match
	noticed := 0
	for range 16 { // one secret may deal as another does
		m.Secret[0]++
		if c.Match.Verify(m) != nil {
			noticed++
		}
	}
	if noticed == 0 {
		t.Error("sixteen other secrets: none is noticed")
	}
}
