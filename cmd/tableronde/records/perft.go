package records

import (
	"errors"
	"fmt"

	"tableronde/cmd/internal/cli"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/parker"
)

// PerftCommand is the command perft.
type PerftCommand struct {
	Game  string `long:"game" description:"The game to count in, as listed by the command games."`
	Depth int    `long:"depth" required:"yes" description:"How many moves the longest sequences have; required."`
	Args  struct {
		File recordFile `positional-arg-name:"<file>" description:"A record to begin at the end of; - is standard input."`
	} `positional-args:"yes"`
	Position string `long:"position" value-name:"TEXT" description:"A position to begin at."`
}

// Validate implements validator.
func (c *PerftCommand) Validate() error {
	switch {
	case c.Game == "" && c.Position == "":
		return errors.New("missing flags: --game=STRING or --position=TEXT")
	case c.Args.File != "" && c.Position != "":
		return errors.New("begin from a record or from --position, not from both")
	case c.Depth < 1:
		return errors.New("--depth begins at 1")
	}
	return nil
}

// Run prints a line for each depth as soon as it is counted.
func (c *PerftCommand) Run(con *cli.Console) error {
	game, state, seats, err := c.start(con)
	if err != nil {
		return err
	}
	count := func(depth int) (uint64, error) { return perft(state, seats, depth) }
	if parker.BoardOf(game) != nil {
		count = func(depth int) (uint64, error) { return parker.Perft(state, depth), nil }
	}
	for depth := 1; depth <= c.Depth; depth++ {
		n, err := count(depth)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(con.Out, depth, n); err != nil {
			return err
		}
	}
	return nil
}

// start returns the game and the state to count from.
func (c *PerftCommand) start(con *cli.Console) (game string, state games.State, seats int, err error) {
	if c.Args.File == "" && c.Position == "" {
		rules, err := catalog.Find(c.Game, 0)
		if err != nil {
			return "", nil, 0, err
		}
		if rules.Info().Chance {
			return "", nil, 0, fmt.Errorf("%s begins with a deal: count from a record that names a seed or a deck", c.Game)
		}
		state, err := rules.New(games.Setup{})
		return c.Game, state, rules.Info().Seats[0], err
	}
	from := source{Position: c.Position}
	from.Args.File = c.Args.File
	s, err := from.load(con)
	if err != nil {
		return "", nil, 0, err
	}
	if id := s.info.ID; c.Game != "" && id != c.Game {
		other := fmt.Errorf("this is a game of %s, not of %s", id, c.Game)
		if c.Args.File != "" {
			other = c.Args.File.wrap(other)
		}
		return "", nil, 0, other
	}
	return s.info.ID, s.state, len(s.seats()), nil
}

// perft counts the sequences of depth legal actions through the contract of a
// ruleset, for games without a faster counter. Legal lists each move once, whatever
// number of routes leads there. Chance takes the next outcomes of the record; perft
// returns an error if one of them does not fit.
func perft(s games.State, seats, depth int) (n uint64, err error) {
	for seat := games.Seat(1); int(seat) <= seats; seat++ {
		legal := s.Legal(seat)
		if depth == 1 {
			n += uint64(len(legal))
			continue
		}
		for _, action := range legal {
			next, _, err := s.Apply(seat, action)
			if err != nil {
				return 0, fmt.Errorf("seat %d: %s: %w", seat, action, err)
			}
			more, err := perft(next, seats, depth-1)
			if err != nil {
				return 0, err
			}
			n += more
		}
	}
	return n, nil
}
