package search

import (
	"tableronde/games"
	"tableronde/games/parker"
)

// Stray returns a move without a search, in share of 100 positions; ok is false in the others. The
// move wins at once, else it is drawn from the moves toward the goal castle, else from all. The
// position and the seed decide. Without among, which is not empty, all legal moves are meant.
func Stray(x *parker.Search, among []games.SearchMove, share int, seed uint64) (move games.SearchMove, ok bool) {
	lot := scramble(x.Key() ^ scramble(seed))
	if int(lot%100) >= share {
		return 0, false
	}
	if among == nil {
		among = x.Moves(nil)
	}
	seat := x.ToAct()
	steps := &geometryOf(x.Board()).steps[seat-1]
	var toward []games.SearchMove
	for _, m := range among {
		x.Make(m)
		winner, over := x.Won()
		x.Unmake()
		if over && winner == seat {
			return m, true
		}
		if steps[parker.To(m)] < steps[parker.From(m)] {
			toward = append(toward, m)
		}
	}
	if len(toward) == 0 {
		toward = among
	}
	return toward[lot/100%uint64(len(toward))], true
}
