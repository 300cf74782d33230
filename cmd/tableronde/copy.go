package main

import (
	"context"
	"fmt"

	"tableronde/db/place"
	"tableronde/handlers/club/match"
)

type copyCmd struct {
	From string `long:"from" required:"yes" value-name:"DB" description:"Database: a file, or postgres://…; required."`
	To   string `long:"to" required:"yes" value-name:"DB" description:"Where the copy goes: a new file, or postgres://… with an empty database; required."`
}

// Run copies a database to another engine or another place.
func (c *copyCmd) Run(con *console) error {
	copied, err := place.Copy(context.Background(), c.From, c.To, match.Verify)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(con.out, "%s is copied to %s: %s, and compared.\n", place.Describe(c.From), place.Describe(c.To), describeChecked(copied))
	return err
}
