// Package waits counts how often the players of a match wait for somebody, with orders left
// beforehand and without. It plays with the bots, and nothing that plays imports it.
package waits

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"tableronde/games"
	"tableronde/games/bot"
)

// Count plays a game of cards to its end and counts how often the others had to wait for
// somebody. A wait is a visit of a seat: all its actions in a row, between which nobody else
// has to act. Seats that owe decisions at the same time are waited for together. Actions that
// the server posts, by advance orders or by the rules, take no time.
func Count(rules games.Ruleset, setup games.Setup, p bot.Player, rng *rand.Rand) (int, error) {
	s, err := rules.New(setup)
	if err != nil {
		return 0, err
	}
	c := counter{player: p, state: s, rng: rng, orders: make(map[games.Seat]string)}
	for c.state.Result() == nil {
		if err := c.visit(); err != nil {
			return 0, err
		}
		if c.waits > mostWaits {
			return 0, fmt.Errorf("a game of %s takes more than %d waits", rules.Info().ID, mostWaits)
		}
	}
	return c.waits, nil
}

const (
	mostWaits    = 5000
	mostPostings = 1000
)

// counter plays a game and counts its waits.
type counter struct {
	player bot.Player
	state  games.State
	rng    *rand.Rand
	orders map[games.Seat]string
	last   games.Seat
	waits  int
}

// visit lets every seat act that is to act now, each as long as it can.
func (c *counter) visit() error {
	if err := c.follow(); err != nil || c.state.Result() != nil {
		return err
	}
	awaited := slices.Clone(c.state.ToAct())
	for _, seat := range awaited {
		if seat != c.last {
			c.waits++
		}
		c.last = seat
		for c.state.Result() == nil && slices.Contains(c.state.ToAct(), seat) {
			line := c.player.Choose(c.state.View(seat), c.state.Legal(seat), c.rng)
			if err := c.apply(seat, line); err != nil {
				return err
			}
			if err := c.follow(); err != nil {
				return err
			}
			// A seat leaves its orders with its action, before it sees the result.
			if err := c.order(seat); err != nil {
				return err
			}
		}
	}
	return nil
}

// order lets a seat leave orders.
func (c *counter) order(seat games.Seat) error {
	f, ok := c.state.(games.Follower)
	if !ok || c.player.Order == nil || c.state.Result() != nil || slices.Contains(c.state.ToAct(), seat) {
		return nil
	}
	text := c.player.Order(c.state.View(seat), c.orders[seat], c.rng)
	canonical, err := f.ReadOrders(seat, text)
	if err != nil {
		return fmt.Errorf("orders of seat %d: %w\n%s", seat, err, text)
	}
	c.orders[seat] = canonical
	return c.follow()
}

// follow plays the actions that the server would post.
func (c *counter) follow() error {
	for range mostPostings {
		f, ok := c.state.(games.Follower)
		if !ok || c.state.Result() != nil {
			return nil
		}
		next, ok := f.Follow(func(seat games.Seat) string { return c.orders[seat] })
		if !ok {
			return nil
		}
		c.orders[next.Seat] = next.Orders
		if err := c.apply(next.Seat, next.Action); err != nil {
			return err
		}
	}
	return errors.New("the server posts without end")
}

func (c *counter) apply(seat games.Seat, line string) error {
	next, _, err := c.state.Apply(seat, line)
	if err != nil {
		return fmt.Errorf("seat %d: %s: %w", seat, line, err)
	}
	c.state = next
	return nil
}

// SeedOf returns the n-th of the seeds that games are counted with.
func SeedOf(n uint64) *games.Seed {
	var seed games.Seed
	binary.BigEndian.PutUint64(seed[:], n)
	return &seed
}
