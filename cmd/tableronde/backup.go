package main

import (
	"context"
	"fmt"

	"tableronde/db/place"
	"tableronde/handlers/club"
)

type backupCmd struct {
	DB   string `name:"db" default:"tableronde.db" env:"TABLERONDE_DB" help:"Database: a file, or postgres://… (${env})."`
	File string `arg:"" help:"The copy, a new file."`
}

// Run copies the database while the site may go on using it.
func (c *backupCmd) Run(*console) error { return place.Backup(context.Background(), c.DB, c.File) }

type checkCmd struct {
	File string `arg:"" default:"tableronde.db" env:"TABLERONDE_DB" help:"Database, a file or postgres://…, or backup (${env})."`
}

// Run checks every page and every match of a database. The site may go on using it.
func (c *checkCmd) Run(con *console) error {
	checked, err := place.Check(context.Background(), c.File, club.Verify)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(con.out, "%s is whole: %s.\n", place.Describe(c.File), describeChecked(checked))
	return err
}

func describeChecked(c place.Checked) string {
	matches := "one match"
	if c.Matches != 1 {
		matches = fmt.Sprint(c.Matches, " matches")
	}
	return fmt.Sprintf("%s replayed, %s", matches, count(c.Events, "event"))
}

type restoreCmd struct {
	DB    string `name:"db" default:"tableronde.db" env:"TABLERONDE_DB" help:"Database: a file, or postgres://… with an empty database (${env})."`
	Force bool   `help:"Replace the file that is there, and keep it beside."`
	File  string `arg:"" help:"The backup."`
}

// Run replaces the database by a backup. No server may be running on it.
func (c *restoreCmd) Run(con *console) error {
	r, err := place.Restore(context.Background(), c.File, c.DB, c.Force, club.Verify)
	if err != nil {
		return err
	}
	if r.Kept != "" {
		if _, err := fmt.Fprintf(con.out, "%s, which was there, is kept as %s.\n", c.DB, r.Kept); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(con.out, "%s is restored from %s: %s.\n", place.Describe(c.DB), c.File, describeChecked(r.Checked))
	return err
}
