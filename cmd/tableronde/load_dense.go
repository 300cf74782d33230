package main

import (
	"fmt"
	"os"
	"time"

	"tableronde/games"
	"tableronde/games/parker"
)

// densePositions have far more moves than play leads to: found by climbing from random
// ones, and a knight in a lattice of enemies.
var densePositions = []string{
	"camelot 1 D5,KI5,B6,D6,F6,H6,KA7,B8,G8,I8,G10,KF12,G12,KE13/F7,D8,E8,KF8,H8,KD9,F9,H9,KD10,E10,F10,KH10,D11,F11",
	"chivalry 1 KF4,G4,I4,K4,I5,L5,E6,KN6,KK7,M7,I8,KF9,G9,K9,N9,G11,KE12,KF12,KI13,KJ14/" +
		"KK5,KK6,J7,KL7,G8,K8,I9,KJ9,KM9,I10,K10,M10,I11,J11,KK11,L11,KM11,KN11,I12,M12",
	"grand-camelot 1 E3,G5,D7,KB8,KG8,KJ8,C9,J9,K11,KD12,E13,M14/F7,G7,KH7,G9,KI9,KE10,F11,G11,KH11,G12,I13,I14/" +
		"C5,D5,E5,L6,I7,KD9,KE9,H9,KE11,K12,L13,KL15/KG6,C7,E7,KF9,I10,KI12,KF13,G13,H13,J13,K13,K14",
	"grand-camelot 1 KF5/KG5,I5,KF6,H6,G7,I7,KF8,H8,G9,KF10,H10,G11/-/G6,I6,KJ6,G8,I8,KJ8,KI9,G10,I10,J10,KI11",
}

// measureDense measures how long it takes to find the moves of dense positions.
func (r *ratios) measureDense() error {
	for _, text := range densePositions {
		p, err := parker.ParsePosition(text)
		if err != nil {
			return err
		}
		state, err := p.State()
		if err != nil {
			return err
		}
		var list []games.SearchMove
		var costs []float64
		for range r.Rounds {
			before, err := processorOf(os.Getpid())
			if err != nil {
				return err
			}
			begun, moves := time.Now(), 0
			for time.Since(begun) < r.For {
				list = state.(games.Searcher).Search().Moves(list[:0])
				moves += len(list)
			}
			after, err := processorOf(os.Getpid())
			if err != nil {
				return err
			}
			costs = append(costs, float64((after-before).Nanoseconds())/1000/float64(moves))
		}
		r.print(printed{what: fmt.Sprintf("a move of %d, %s", len(list), p.Board().ID()), value: median(costs), unit: "µs", bar: atMost(0.3)})
	}
	return nil
}
