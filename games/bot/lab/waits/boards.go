package waits

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/parker"
	"tableronde/games/table"
)

const (
	waitsLevel   = 2   // of the players on boards
	waitsNodes   = 400 // positions that they search for a move
	waitsOpening = 4   // moves at random
	mostBoard    = 600 // moves, after which a game is a draw
	mostReplies  = 3   // to a move, that are foreseen
)

// CountOnBoard plays a game on a board by a low level. It counts the waits without orders and
// the waits that remain with them. Forced moves are made for everybody. A seat that has moved
// leaves conditional moves: answers to the likeliest replies, or to all if there are few. With
// one opponent, it also answers the replies after those.
func CountOnBoard(rules games.Ruleset, setup games.Setup, seed uint64) (before, after int, err error) {
	m, err := table.New(rules, setup)
	if err != nil {
		return 0, 0, err
	}
	c := boardCounter{match: m, orders: make(map[games.Seat]string), rng: rand.New(rand.NewPCG(seed, 0x626f617264))}
	for seat := range uint64(m.Setup().Seats) {
		level, err := bot.NewLevel(rules.Info().ID, waitsLevel, seed*8+seat)
		if err != nil {
			return 0, 0, err
		}
		c.levels = append(c.levels, level)
	}
	for !c.ended() {
		if err := c.follow(); err != nil {
			return 0, 0, err
		}
		if c.ended() {
			break
		}
		if err := c.move(); err != nil {
			return 0, 0, err
		}
	}
	return c.visits, c.waits, nil
}

// boardCounter plays a game on a board and counts its waits.
type boardCounter struct {
	match  table.Match
	levels []*bot.Level // by seat, each with estimates of its own
	orders map[games.Seat]string
	rng    *rand.Rand

	mover, last   games.Seat // the last to move, and to be waited for
	visits, waits int        // changes of each
}

// ended reports whether the game is over, or a draw that may be claimed or is one by its
// length.
func (c *boardCounter) ended() bool {
	if c.match.Over() || c.match.Ply() >= mostBoard {
		return true
	}
	d, ok := c.match.State().(games.Drawer)
	if !ok {
		return false
	}
	_, err := d.Claim()
	return err == nil
}

// move has the seat to move play, and leave conditional moves.
func (c *boardCounter) move() error {
	seat := c.match.ToAct()[0]
	if seat != c.last {
		c.waits++
	}
	c.last = seat
	action := c.choose(c.match.State(), seat)
	if legal := c.match.Legal(seat); c.match.Ply() < waitsOpening {
		action = legal[c.rng.IntN(len(legal))]
	}
	if err := c.play(seat, action); err != nil {
		return err
	}
	if c.match.Over() || slices.Contains(c.match.ToAct(), seat) {
		return nil
	}
	f := Foresight{
		Moves:  func(s games.State) []string { return c.replies(s, seat) },
		Answer: func(s games.State) string { return c.choose(s, seat) },
		Deep:   2,
	}
	if len(c.levels) > 2 {
		f.Deep = 1
	}
	text, err := c.match.ReadOrders(seat, f.Conditions(c.match.State(), c.match.Ply(), seat))
	if err != nil {
		return fmt.Errorf("conditional moves of seat %d: %w", seat, err)
	}
	c.orders[seat] = text
	return nil
}

// replies lists the replies of others that a seat expects.
func (c *boardCounter) replies(s games.State, seat games.Seat) (list []string) {
	most := mostReplies
	if len(c.levels) > 2 {
		most-- // each of several opponents has as many
	}
	x, ok := parker.SearchOf(s)
	if !ok {
		return nil
	}
	left := x.Moves(nil)
	level := c.levels[seat-1]
	for len(left) > 0 && len(list) < most {
		best := left[0]
		if len(left) > 1 {
			c, err := level.Choose(bot.Turn{State: s, Seat: x.ToAct(), Nodes: waitsNodes, Among: left})
			if err != nil {
				return list
			}
			if best, err = x.Parse(c.Action); err != nil {
				return list
			}
		}
		list = append(list, x.Text(best))
		left = slices.DeleteFunc(left, func(m games.SearchMove) bool { return m == best })
	}
	return list
}

// choose returns the move of a seat, "" if there is none.
func (c *boardCounter) choose(s games.State, seat games.Seat) string {
	choice, err := c.levels[seat-1].Choose(bot.Turn{State: s, Seat: seat, Nodes: waitsNodes})
	if err != nil {
		return ""
	}
	return choice.Action
}

// follow plays the conditional moves and the forced moves.
func (c *boardCounter) follow() error {
	for !c.ended() {
		if next, ok := c.match.Follow(func(seat games.Seat) string { return c.orders[seat] }); ok {
			c.orders[next.Seat] = next.Orders
			if err := c.play(next.Seat, next.Action); err != nil {
				return err
			}
			continue
		}
		seat := c.match.ToAct()[0]
		legal, _ := c.match.LegalUpTo(seat, 1)
		if len(legal) != 1 {
			return nil
		}
		if err := c.play(seat, legal[0]); err != nil {
			return err
		}
	}
	return nil
}

func (c *boardCounter) play(seat games.Seat, action string) error {
	next, err := c.match.Play(seat, action, time.Time{})
	if err != nil {
		return fmt.Errorf("seat %d: %s: %w", seat, action, err)
	}
	if seat != c.mover {
		c.visits++
	}
	c.match, c.mover = next, seat
	return nil
}
