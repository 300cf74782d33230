package main

import (
	"context"

	"tableronde/db"
)

type backupCmd struct {
	DB   string `name:"db" default:"tableronde.db" env:"TABLERONDE_DB" help:"Database file (${env})."`
	File string `arg:"" help:"The copy, a new file."`
}

// Run copies the database while the site may go on using it.
func (c *backupCmd) Run() error { return db.Backup(context.Background(), c.DB, c.File) }
