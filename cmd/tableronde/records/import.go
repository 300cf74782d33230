package records

import (
	"errors"
	"io"

	"tableronde/cmd/internal/cli"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/record"
)

// ImportCommand is the command import.
type ImportCommand struct {
	Args struct {
		File recordFile `positional-arg-name:"<file>" description:"A record or a bare list of moves, as books print it; - is standard input."`
	} `positional-args:"yes" required:"yes"`
	Game    string `long:"game" description:"The game that it is, as listed by the command games."`
	Guess   bool   `long:"guess" description:"Find out which game it is."`
	Partial bool   `long:"partial" description:"Of a text that breaks off, print what could be played; it is an error all the same."`
}

// Validate implements validator.
func (c *ImportCommand) Validate() error {
	switch {
	case c.Game == "" && !c.Guess:
		return errors.New("missing flags: --game=STRING or --guess")
	case c.Game != "" && c.Guess:
		return errors.New("--game and --guess can't be used together")
	}
	return nil
}

// Run prints the record of the match in canonical form.
func (c *ImportCommand) Run(con *cli.Console) error {
	rules := catalog.All()
	if !c.Guess {
		named, err := catalog.Find(c.Game, 0)
		if err != nil {
			return err
		}
		rules = []games.Ruleset{named}
	}
	from, err := c.Args.File.open(con.In)
	if err != nil {
		return err
	}
	defer from.Close()
	got, err := record.Import(from, rules...)
	if got.Record != nil && (err == nil || c.Partial) {
		if _, err := io.WriteString(con.Out, got.Record.String()); err != nil {
			return err
		}
	}
	if err != nil {
		return c.Args.File.wrap(err)
	}
	return nil
}
