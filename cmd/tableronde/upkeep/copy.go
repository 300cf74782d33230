package upkeep

import (
	"context"
	"fmt"

	"tableronde/cmd/internal/cli"
	"tableronde/db/place"
	"tableronde/handlers/club"
)

type CopyCommand struct {
	From string `long:"from" required:"yes" value-name:"DB" description:"Database: a file, or postgres://…; required."`
	To   string `long:"to" required:"yes" value-name:"DB" description:"Where the copy goes: a new file, or postgres://… with an empty database; required."`
}

// Run copies a database to another engine or another place.
func (c *CopyCommand) Run(con *cli.Console) error {
	copied, err := place.Copy(context.Background(), c.From, c.To, club.Verify)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(con.Out, "%s is copied to %s: %s, and compared.\n", place.Describe(c.From), place.Describe(c.To), DescribeChecked(copied))
	return err
}
