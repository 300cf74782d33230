// Package figures counts how games between computer players go: their winners, their ends and their
// length. The pages about strategy quote these figures.
package figures

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"tableronde/games"
	"tableronde/games/bot"
)

// Plan describes the games to count.
type Plan struct {
	Rules games.Ruleset
	Seats int
	Games int
	Level int // of all players
	Seed  uint64
}

// Limits of a game: a board begins with openingPlies random moves, so that games differ.
const (
	openingPlies = 4
	boardNodes   = 20_000
	mostActions  = 4_000
	boardActions = 600
)

// Figure is a line of the result.
type Figure struct {
	Name  string
	Value float64
	Unit  string // "%" for a share, "" for a mean
}

// String formats a figure with one decimal.
func (f Figure) String() string { return fmt.Sprintf("%s: %.1f%s", f.Name, f.Value, f.Unit) }

// counter collects the events of games.
type counter struct {
	games  int
	counts map[string]float64 // by the name of the figure, summed over the games
	shares map[string]string  // the names of shares by the count that they are parts of
	values map[string][]int   // for medians
}

func newCounter() *counter {
	return &counter{counts: make(map[string]float64), shares: make(map[string]string), values: make(map[string][]int)}
}

// mean adds to a figure that is divided by the number of games.
func (c *counter) mean(name string, n float64) { c.counts[name] += n }

// share adds n to a part of a whole.
func (c *counter) share(whole, part string, n float64) {
	name := whole + ", " + part
	c.counts[name] += n
	c.shares[name] = whole
}

// median adds a value to a figure of which the middle value counts.
func (c *counter) median(name string, n int) { c.values[name] = append(c.values[name], n) }

// figures returns the results by name.
func (c *counter) figures() []Figure {
	wholes := make(map[string]float64)
	for name, whole := range c.shares {
		wholes[whole] += c.counts[name]
	}
	var all []Figure
	for _, name := range slices.Sorted(maps.Keys(c.counts)) {
		if whole, ok := c.shares[name]; ok {
			all = append(all, Figure{name, 100 * c.counts[name] / wholes[whole], " %"})
		} else {
			all = append(all, Figure{name, c.counts[name] / float64(max(c.games, 1)), ""})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.values)) {
		list := slices.Sorted(slices.Values(c.values[name]))
		all = append(all, Figure{name + ", median", float64(list[len(list)/2]), ""})
	}
	return all
}

// observer counts the events of one game.
type observer interface {
	// see is called after each action with the states before and after it.
	see(before, after games.State, seat games.Seat, action string) error
	// end is called after the last action.
	end(last games.State)
}

// Count plays the games and returns their figures. It calls report after each game.
func (p Plan) Count(report func(done int)) ([]Figure, error) {
	c := newCounter()
	for i := range p.Games {
		if err := p.play(c, p.Seed+uint64(i)); err != nil {
			return nil, fmt.Errorf("game %d: %w", i, err)
		}
		c.games++
		report(c.games)
	}
	return c.figures(), nil
}

// play plays one game.
func (p Plan) play(c *counter, seed uint64) error {
	info := p.Rules.Info()
	setup := games.Setup{Seats: p.Seats}
	if info.Chance {
		setup.Seed = new(games.Seed)
		binary.BigEndian.PutUint64(setup.Seed[:], seed)
	}
	state, err := p.Rules.New(setup)
	if err != nil {
		return err
	}
	players := make([]bot.Chooser, p.Seats)
	for i := range players {
		if players[i], err = bot.NewPlayer(info.ID, p.Level, seed*64+uint64(i)+1); err != nil {
			return err
		}
	}
	watch, random, most := observerOf(c, info.ID, state), 0, mostActions
	if !info.Chance {
		random, most = openingPlies, boardActions
	}
	rng := rand.New(rand.NewPCG(seed, 0x66696775726573))
	var past []bot.Action
	for state.Result() == nil && len(past) < most {
		if d, ok := state.(games.Drawer); ok {
			if reason, err := d.Claim(); err == nil {
				state = d.Draw(reason)
				break
			}
		}
		seat := state.ToAct()[0]
		action := ""
		if legal := state.Legal(seat); len(past) < random || len(legal) == 1 {
			action = legal[rng.IntN(len(legal))]
		} else {
			choice, err := players[seat-1].Choose(bot.Turn{State: state, Seat: seat, Nodes: boardNodes, Setup: setup, Past: past})
			if err != nil {
				return err
			}
			action = choice.Action
		}
		next, text, err := state.Apply(seat, action)
		if err != nil {
			return err
		}
		if err := watch.see(state, next, seat, text); err != nil {
			return err
		}
		state, past = next, append(past, bot.Action{Seat: seat, Text: text})
	}
	c.mean("actions in a game", float64(len(past)))
	c.result(info, state.Result())
	watch.end(state)
	return nil
}

// result counts the winners by seat and the reason of the end.
func (c *counter) result(info games.Info, r *games.Result) {
	if r == nil {
		c.share("games end by", "no end", 1)
		return
	}
	c.share("games end by", r.Reason, 1)
	if len(r.Winners) == 0 {
		c.share("games won by", "nobody", 1)
	}
	sides := slices.DeleteFunc(slices.Clone(r.Winners), func(seat games.Seat) bool { // partners count once
		partner := info.Partner(seat)
		return partner != 0 && partner < seat
	})
	for _, seat := range sides {
		c.share("games won by", fmt.Sprintf("seat %d", seat), 1/float64(len(sides)))
	}
}
