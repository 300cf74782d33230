package parker

import (
	"testing"

	"tableronde/games"
)

func TestViewTellsWhoHasResigned(t *testing.T) {
	for _, tt := range []struct {
		game string
		left int // pieces of the seat on the board
	}{{"grand-camelot", 12}, {"chivalry-4-teams", 8}, {"chivalry-4-solo", 0}} {
		s, err := ruleset{BoardOf(tt.game)}.New(games.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		if s, err = s.Resign(3); err != nil {
			t.Fatal(err)
		}
		v := s.View(games.Spectator).(View)
		for seat := games.Seat(1); seat <= 4; seat++ {
			if got := v.Resigned(seat); got != (seat == 3) {
				t.Errorf("%s: Resigned(%d) = %v after seat 3 resigned", tt.game, seat, got)
			}
		}
		if got := v.Position().Count(3); got != tt.left {
			t.Errorf("%s: the seat has %d pieces, want %d", tt.game, got, tt.left)
		}
	}
}
