package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"tableronde/db"
	"tableronde/db/place"
	"tableronde/handlers/club/match"
)

type backupCmd struct {
	Keep retention `long:"keep" value-name:"LIST" description:"Put the copy into a folder, named by its time, and check it as check does; then delete the older ones there but the last of each of so many days, weeks and months, as 7d,4w,6m."`
	DB   string    `long:"db" default:"tableronde.db" env:"TABLERONDE_DB" description:"Database: a file, or postgres://…."`
	Args struct {
		File string `positional-arg-name:"<file>" description:"The copy, a new file; with --keep the folder."`
	} `positional-args:"yes" required:"yes"`
}

// Run copies the database while the site may go on using it.
func (c *backupCmd) Run(con *console) error {
	begun, file := time.Now(), c.Args.File
	keeps := len(c.Keep) > 0
	if keeps {
		if err := os.MkdirAll(file, 0o700); err != nil {
			return err
		}
		file = filepath.Join(file, begun.UTC().Format(backupName))
	}
	if err := place.Backup(context.Background(), c.DB, file); err != nil {
		return err
	}
	if keeps {
		if _, err := place.Check(context.Background(), file, match.Verify); err != nil {
			return errors.Join(fmt.Errorf("the copy is kept as %s.damaged, and no other is deleted: %w", file, err), os.Rename(file, file+".damaged"))
		}
		if err := c.Keep.prune(c.Args.File); err != nil {
			return fmt.Errorf("the backup is made, but older ones cannot be deleted: %w", err)
		}
	}
	copied, err := os.Stat(file)
	if err == nil {
		err = place.NoteBackup(context.Background(), c.DB, db.Backup{At: begun, Bytes: copied.Size(), Took: time.Since(begun)})
	}
	if err != nil { // the copy is good all the same
		fmt.Fprintln(con.err, "tableronde: the backup is made, but the operators' page will not tell of it:", err)
	}
	return nil
}

type checkCmd struct {
	Args struct {
		File string `positional-arg-name:"<file>" description:"Database, a file or postgres://…, or backup (default: tableronde.db) [$TABLERONDE_DB]"`
	} `positional-args:"yes"`
}

// Run checks every page and every match of a database. The site may go on using it.
func (c *checkCmd) Run(con *console) error {
	file := cmp.Or(c.Args.File, os.Getenv("TABLERONDE_DB"), "tableronde.db")
	checked, err := place.Check(context.Background(), file, match.Verify)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(con.out, "%s is whole: %s.\n", place.Describe(file), describeChecked(checked))
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
	DB    string `long:"db" default:"tableronde.db" env:"TABLERONDE_DB" description:"Database: a file, or postgres://… with an empty database."`
	Force bool   `long:"force" description:"Replace the file that is there, and keep it beside."`
	Args  struct {
		File string `positional-arg-name:"<file>" description:"The backup."`
	} `positional-args:"yes" required:"yes"`
}

// Run replaces the database by a backup. No server may be running on it.
func (c *restoreCmd) Run(con *console) error {
	r, err := place.Restore(context.Background(), c.Args.File, c.DB, c.Force, match.Verify)
	if err != nil {
		return err
	}
	if r.Kept != "" {
		if _, err := fmt.Fprintf(con.out, "%s, which was there, is kept as %s.\n", c.DB, r.Kept); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(con.out, "%s is restored from %s: %s.\n", place.Describe(c.DB), c.Args.File, describeChecked(r.Checked))
	return err
}
