package records

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"tableronde/cmd/internal/cli"
	"tableronde/cmd/tableronde/tables"
	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/parker"
)

// BotCommand is the command bot.
type BotCommand struct {
	source
	Level  int           `long:"level" default:"5" value-name:"1..5" description:"Level of the computer, from 1 to 5."`
	Time   time.Duration `long:"time" value-name:"DURATION" description:"How long to think, like 100ms; without --nodes a second; at cards no longer than the level."`
	Nodes  uint64        `long:"nodes" value-name:"N" description:"How many positions to search, at cards deals to imagine: the same number gives the same action."`
	Seed   uint64        `long:"seed" value-name:"N" description:"Random seed; the same seed gives the same result."`
	Seat   int           `long:"seat" value-name:"N" description:"The seat to play for; by default the seat to act."`
	Tables tables.Folder `long:"tables" default:"tables" value-name:"DIR" description:"The folder of the tables, by which level 5 plays if they are there."`
	JSON   bool          `long:"json" description:"Print one JSON object, with value, depth, nodes and line."`
}

// Validate implements validator.
func (c *BotCommand) Validate() error {
	switch {
	case c.Level < 1 || c.Level > bot.Levels:
		return fmt.Errorf("--level %d is outside 1 to %d", c.Level, bot.Levels)
	case c.Time < 0:
		return errors.New("--time must not be less than 0")
	}
	return c.check()
}

// botJSON is the output of bot --json. In board games, Value is in hundredths of a man for the
// seat. In card games, it is the expected share of wins in percent.
type botJSON struct {
	Seat   games.Seat `json:"seat"`
	Action string     `json:"action"`
	Level  int        `json:"level"`
	Value  *int       `json:"value,omitempty"`
	EndsIn *int       `json:"ends_in,omitempty"` // number of moves; negative if the seat loses
	Depth  int        `json:"depth,omitempty"`
	Nodes  uint64     `json:"nodes,omitempty"`
	Line   []string   `json:"line,omitempty"`
}

// Run prints the action that the bot chooses.
func (c *BotCommand) Run(con *cli.Console) error {
	began := time.Now()
	s, err := c.load(con)
	if err != nil {
		return err
	}
	seat, err := c.seat(s)
	if err != nil {
		return err
	}
	choice, err := c.choose(s, seat, began)
	if err != nil {
		return err
	}
	if !c.JSON {
		_, err := fmt.Fprintln(con.Out, choice.Action)
		return err
	}
	out := botJSON{Seat: seat, Action: choice.Action, Level: c.Level}
	if choice.Search {
		out.Value, out.Depth, out.Nodes, out.Line = &choice.Value, choice.Depth, choice.Nodes, choice.Line
	}
	if choice.Decided {
		out.EndsIn = &choice.Moves
	}
	return json.NewEncoder(con.Out).Encode(out)
}

// seat returns the seat to play for.
func (c *BotCommand) seat(s snapshot) (games.Seat, error) {
	if s.Result() != nil {
		return 0, errors.New("the game is over")
	}
	acting := s.ToAct()
	if c.Seat == 0 {
		return acting[0], nil
	}
	if seat := games.Seat(c.Seat); slices.Contains(acting, seat) {
		return seat, nil
	}
	return 0, fmt.Errorf("seat %d is not to act: name a seat that is", c.Seat)
}

// choose returns the choice of the bot.
func (c *BotCommand) choose(s snapshot, seat games.Seat, began time.Time) (bot.Choice, error) {
	seed := c.Seed
	if s.record != nil && parker.BoardOf(s.info.ID) == nil { // every decision at cards has its own error
		seed = rand.NewPCG(seed, uint64(s.match.Ply())<<8|uint64(seat)).Uint64()
	}
	player, done, err := c.Tables.Player(s.info.ID, c.Level, seed)
	if err != nil {
		return bot.Choice{}, err
	}
	defer done()
	turn := bot.Turn{State: s.state, Seat: seat, Nodes: c.Nodes}
	if limit := c.Time; limit > 0 || c.Nodes == 0 && parker.BoardOf(s.info.ID) != nil {
		if limit == 0 {
			limit = time.Second
		}
		turn.Stop = func() bool { return time.Since(began) >= limit }
	}
	return player.Choose(turn)
}
