package arena

import (
	"fmt"
	"slices"

	"tableronde/games"
	"tableronde/games/bot"
)

// game is a game under way, and its players and the bounds of their turns by seat-1. Copies
// go on independently.
type game struct {
	setup   games.Setup
	past    []bot.Action
	state   games.State
	players []bot.Chooser
	limits  []func(*bot.Turn)
}

// seat gives some seats to new players of a, and all other seats to new players of b.
func (g *game) seat(a, b Contestant, seats []games.Seat, seed uint64) error {
	g.players, g.limits = make([]bot.Chooser, g.setup.Seats), make([]func(*bot.Turn), g.setup.Seats)
	for i := range g.players {
		c := b
		if slices.Contains(seats, games.Seat(i+1)) {
			c = a
		}
		var err error
		if g.players[i], err = c.New(seed + uint64(i)); err != nil {
			return err
		}
		g.limits[i] = c.Limit
	}
	return nil
}

// choose returns the choice of the player of a seat.
func (g *game) choose(seat games.Seat) (action string, err error) {
	turn := bot.Turn{State: g.state, Seat: seat, Setup: g.setup, Past: g.past}
	g.limits[seat-1](&turn)
	choice, err := g.players[seat-1].Choose(turn)
	return choice.Action, err
}

// play plays an action.
func (g *game) play(seat games.Seat, action string) error {
	next, text, err := g.state.Apply(seat, action)
	if err != nil {
		return fmt.Errorf("seat %d plays %q: %w", seat, action, err)
	}
	g.state, g.past = next, append(slices.Clip(g.past), bot.Action{Seat: seat, Text: text})
	return nil
}
