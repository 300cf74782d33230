package main

import (
	"testing"

	"tableronde/games/bot/solve"
)

func TestMistakes(t *testing.T) {
	won := func(moves int) solve.Value { return solve.Value{Decided: true, Moves: moves} }
	draw := solve.Value{}
	var got mistakes
	for _, c := range [][2]solve.Value{
		{won(5), won(5)}, {won(5), won(7)}, {won(5), draw}, {won(5), won(6)},
		{draw, draw}, {draw, won(8)},
		{won(8), won(8)}, {won(8), won(4)},
	} {
		got.add(c[0], c[1])
	}
	want := mistakes{wins: 4, winsGiven: 2, winsSlower: 1, draws: 2, drawsGiven: 1, losses: 2, lossesHastened: 1}
	if got != want {
		t.Errorf("%v, want %v", got, want)
	}
}
