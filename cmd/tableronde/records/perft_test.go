package records

import (
	"testing"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/parker"
)

// TestPerftByTheContract counts by Legal and Apply, and as the fast ways do.
func TestPerftByTheContract(t *testing.T) {
	for _, rules := range catalog.All() {
		info := rules.Info()
		if parker.BoardOf(info.ID) == nil {
			continue
		}
		t.Run(info.ID, func(t *testing.T) {
			start, err := rules.New(games.Setup{})
			if err != nil {
				t.Fatal(err)
			}
			for depth := 1; depth <= 2; depth++ {
				want := parker.Perft(start, depth)
				got, err := perft(start, info.Seats[0], depth)
				if err != nil || got != want || want == 0 {
					t.Errorf("perft to depth %d = %d by the contract, %d by the fast way", depth, got, want)
				}
			}
		})
	}
}
