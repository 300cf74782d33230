package search

import (
	"tableronde/games"
	"tableronde/games/parker"
)

// sidesFor divides the seats into two sides. Partners are one side. Where each plays
// alone, the seat that the search is for is one, and all others are taken to play
// against it.
func sidesFor(b *parker.Board, hero games.Seat) (sides [maxSeats]int8) {
	first := games.Seat(1)
	if b.Seats() == maxSeats && b.Partner(1) == 0 {
		first = hero
	}
	for s := range b.Seats() {
		seat := games.Seat(s + 1)
		if seat != first && b.Partner(seat) != first {
			sides[s] = 1
		}
	}
	return sides
}
