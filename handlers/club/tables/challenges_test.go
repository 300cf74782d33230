package tables_test

import (
	"slices"
	"testing"

	"tableronde/db"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/rooms/roomstest"
)

// A player may ask everybody who is here for a match, except themself, and where either of the two
// has blocked the other. A visitor may ask nobody.
func TestAskable(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, clubtest.FindCouncil)
	ada, bo, cy, di, ed := c.Players[0].ID, c.Players[1].ID, c.Players[2].ID, c.Players[3].ID, c.Players[4].ID
	for _, block := range [][2]string{{ada, cy}, {di, ada}, {bo, ed}} {
		if err := c.Talk.SetTie(t.Context(), block[0], block[1], db.TieBlock); err != nil {
			t.Fatal(err)
		}
	}
	here := []string{ada, bo, cy, di, ed, "absent000000"}
	for viewer, want := range map[string][]string{ada: {bo, ed}, cy: {bo, di, ed}, "": nil} {
		list, err := c.Tables.Askable(t.Context(), viewer, here)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, p := range list {
			got = append(got, p.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q may ask %v, want %v", viewer, got, want)
		}
	}
}
