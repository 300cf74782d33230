package search

import (
	"tableronde/games"
	"tableronde/games/parker"
)

// Stray returns a move without a search, in share of 100 positions; ok is false in the others. The
// move wins at once, else it is any of among, nil for all legal moves. The position and the seed
// decide.
func Stray(x *parker.Search, among []games.SearchMove, share int, seed uint64) (move games.SearchMove, ok bool) {
	lot := scramble(x.Key() ^ scramble(seed))
	if int(lot%100) >= share {
		return 0, false
	}
	if among == nil {
		among = x.Moves(nil)
	}
	seat := x.ToAct()
	for _, m := range among {
		x.Make(m)
		winner, over := x.Won()
		x.Unmake()
		if over && winner == seat {
			return m, true
		}
	}
	return among[lot/100%uint64(len(among))], true
}
