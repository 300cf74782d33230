package main

import (
	"errors"
	"fmt"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/parker"
	"tableronde/games/table"
)

type perftCmd struct {
	Game  string     `required:"" help:"The game to count in, as listed by the command games."`
	Depth int        `required:"" help:"How many moves the longest sequences have."`
	File  recordFile `arg:"" optional:"" help:"A record to begin at the end of; - is standard input."`
}

// Validate is called by kong.
func (c *perftCmd) Validate() error {
	if c.Depth < 1 {
		return errors.New("--depth begins at 1")
	}
	return nil
}

// Run prints a line for each depth as soon as it is counted.
func (c *perftCmd) Run(con *console) error {
	m, err := c.begin(con)
	if err != nil {
		return err
	}
	count := func(depth int) uint64 { return perft(m.State(), m.Setup().Seats, depth) }
	if parker.BoardOf(c.Game) != nil {
		count = func(depth int) uint64 { return parker.Perft(m.State(), depth) }
	}
	for depth := 1; depth <= c.Depth; depth++ {
		if _, err := fmt.Fprintln(con.out, depth, count(depth)); err != nil {
			return err
		}
	}
	return nil
}

func (c *perftCmd) begin(con *console) (table.Match, error) {
	if c.File == "" {
		rules, err := catalog.Find(c.Game, 0)
		if err != nil {
			return table.Match{}, err
		}
		return table.New(rules, games.Setup{})
	}
	r, err := c.File.read(con.in)
	if err != nil {
		return table.Match{}, err
	}
	m, err := r.Match(catalog.Find)
	if err != nil {
		return table.Match{}, c.File.wrap(err)
	}
	if id := m.Ruleset().Info().ID; id != c.Game {
		return table.Match{}, c.File.wrap(fmt.Errorf("this is a game of %s, not of %s", id, c.Game))
	}
	return m, nil
}

// perft counts the sequences of so many legal actions by the contract alone,
// for games that have no faster way. Legal lists each move once, however many
// routes lead there.
func perft(s games.State, seats, depth int) uint64 {
	var n uint64
	for seat := games.Seat(1); int(seat) <= seats; seat++ {
		legal := s.Legal(seat)
		if depth == 1 {
			n += uint64(len(legal))
			continue
		}
		for _, action := range legal {
			next, _, err := s.Apply(seat, action)
			if err != nil {
				panic(fmt.Sprintf("seat %d cannot %q, which is legal: %v", seat, action, err))
			}
			n += perft(next, seats, depth-1)
		}
	}
	return n
}
