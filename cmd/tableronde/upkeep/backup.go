package upkeep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tableronde/cmd/internal/cli"
	"tableronde/db"
	"tableronde/db/place"
	"tableronde/db/postgres"
	"tableronde/db/sqlite"
	"tableronde/handlers/club/match"
)

// BackupCommand is the command backup.
type BackupCommand struct {
	Keep retention `long:"keep" value-name:"LIST" description:"Put the copy into a folder, named by its time, and check it as check does; then delete older copies, except the last copy of each of the days, weeks and months in the list, as 7d,4w,6m."`
	DB   string    `long:"db" default:"tableronde.db" env:"TABLERONDE_DB" description:"Database: a file, or postgres://…."`
	Args struct {
		File string `positional-arg-name:"<file>" description:"The copy, a new file; with --keep the folder."`
	} `positional-args:"yes" required:"yes"`
}

// Run copies the database, which the site may be using.
func (c *BackupCommand) Run(con *cli.Console) error {
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
	if err != nil { // the copy itself is good
		fmt.Fprintln(con.Err, "tableronde: the backup is made, but the operators' page will not tell of it:", err)
	}
	return nil
}

// CheckCommand is the command check.
type CheckCommand struct {
	Args struct {
		File string `positional-arg-name:"<file>" description:"Database, a file or postgres://…, or backup (default: tableronde.db) [$TABLERONDE_DB]"`
	} `positional-args:"yes"`
}

// Run checks every page and every match of a database, which the site may be using.
func (c *CheckCommand) Run(con *cli.Console) error {
	file := cmp.Or(c.Args.File, os.Getenv("TABLERONDE_DB"), "tableronde.db")
	checked, err := place.Check(context.Background(), file, match.Verify)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(con.Out, "%s is whole: %s.\n", place.Describe(file), DescribeChecked(checked))
	return err
}

// DescribeChecked returns the numbers of a check, as "5 matches replayed, 113 events".
func DescribeChecked(c place.Checked) string {
	matches := "one match"
	if c.Matches != 1 {
		matches = fmt.Sprint(c.Matches, " matches")
	}
	return fmt.Sprintf("%s replayed, %s", matches, cli.Count(c.Events, "event"))
}

// RestoreCommand is the command restore.
type RestoreCommand struct {
	DB    string `long:"db" default:"tableronde.db" env:"TABLERONDE_DB" description:"Database: a file, or postgres://…; a database of PostgreSQL has to be empty."`
	Force bool   `long:"force" description:"Replace the file that is there, and keep it beside."`
	Args  struct {
		File string `positional-arg-name:"<file>" description:"The backup."`
	} `positional-args:"yes" required:"yes"`
}

// Run replaces the database by a backup. No server may be using it.
func (c *RestoreCommand) Run(con *cli.Console) error {
	r, err := place.Restore(context.Background(), c.Args.File, c.DB, c.Force, match.Verify)
	if err != nil {
		return err
	}
	if r.Kept != "" {
		if _, err := fmt.Fprintf(con.Out, "%s, which was there, is kept as %s.\n", c.DB, r.Kept); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(con.Out, "%s is restored from %s: %s.\n", place.Describe(c.DB), c.Args.File, DescribeChecked(r.Checked))
	return err
}

// CopyCommand is the command copy.
type CopyCommand struct {
	From string `long:"from" required:"yes" value-name:"DB" description:"Database: a file, or postgres://…; required."`
	To   string `long:"to" required:"yes" value-name:"DB" description:"Where the copy goes: a new file, or postgres://… with an empty database; required."`
}

// Run copies a database to another engine or place.
func (c *CopyCommand) Run(con *cli.Console) error {
	copied, err := place.Copy(context.Background(), c.From, c.To, match.Verify)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(con.Out, "%s is copied to %s: %s, and compared.\n", place.Describe(c.From), place.Describe(c.To), DescribeChecked(copied))
	return err
}

// backupName is the time format of backups' names, in UTC.
const backupName = "tableronde-20060102T150405Z.db"

// retention holds numbers of periods by letter: d for days, w for weeks, m for months. For each
// letter, the last backup of each of that many latest periods with a backup is kept.
type retention map[rune]int

// periods return the beginnings of the day, the week and the month of a time.
var periods = map[rune]func(time.Time) time.Time{
	'd': func(t time.Time) time.Time { return t.Truncate(24 * time.Hour) },
	'w': func(t time.Time) time.Time { return t.Truncate(7 * 24 * time.Hour) },
	'm': func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, time.UTC) },
}

// UnmarshalFlag implements flags.Unmarshaler.
func (r *retention) UnmarshalFlag(text string) error {
	*r = make(retention)
	for item := range strings.SplitSeq(text, ",") {
		var n int
		var unit rune
		if _, err := fmt.Sscanf(item, "%d%c", &n, &unit); err != nil || item != fmt.Sprintf("%d%c", n, unit) || n < 1 || periods[unit] == nil {
			return fmt.Errorf("write how many days, weeks and months, as 7d,4w,6m: %q is none", item)
		}
		(*r)[unit] = n
	}
	return nil
}

// keeps returns the times to keep, from times in descending order.
func (r retention) keeps(times []time.Time) map[time.Time]bool {
	kept := make(map[time.Time]bool)
	for unit, most := range r {
		seen := make(map[time.Time]bool)
		for _, t := range times {
			if period := periods[unit](t); len(seen) < most && !seen[period] {
				seen[period], kept[t] = true, true
			}
		}
	}
	return kept
}

// prune deletes the backups in a folder that are not kept, with their keys, and the remains of
// killed backups. It deletes no other file.
func (r retention) prune(folder string) (err error) {
	entries, err := os.ReadDir(folder)
	files := make(map[time.Time][]string)
	var whole []time.Time
	for _, e := range slices.Backward(entries) {
		at, unnamed := time.Parse(backupName, e.Name()[:min(len(e.Name()), len(backupName))])
		if unnamed != nil {
			continue
		}
		files[at] = append(files[at], e.Name())
		if len(e.Name()) == len(backupName) {
			whole = append(whole, at)
		}
	}
	kept := r.keeps(whole)
	for at, names := range files {
		for _, name := range names {
			if !kept[at] {
				err = errors.Join(err, os.Remove(filepath.Join(folder, name)))
			}
		}
	}
	return err
}

// OpenStore opens the database in --db for a server. It is a PostgreSQL database, which other
// processes may serve, too, or a file, which only this process serves. Closing the store releases
// the file.
func OpenStore(ctx context.Context, at string, s StoreSettings) (store db.Store, closeStore func() error, err error) {
	if place.IsPostgres(at) {
		p, err := postgres.OpenWith(ctx, at, postgres.Options{EventMemory: s.EventMemory, Connections: s.Connections})
		if err != nil {
			return nil, nil, err
		}
		return p, p.Close, nil
	}
	lock, err := sqlite.Acquire(at)
	if err != nil {
		return nil, nil, err
	}
	file, err := sqlite.OpenWith(ctx, at, sqlite.Options{EventMemory: s.EventMemory, Exclusive: true})
	if err != nil {
		if db.IsDamaged(err) {
			err = fmt.Errorf("%w; to go back to a backup, run: tableronde restore --force BACKUP --db %s", err, at)
		}
		return nil, nil, errors.Join(err, lock.Release())
	}
	return file, func() error { return errors.Join(file.Close(), lock.Release()) }, nil
}

// StoreSettings are the settings that the store needs.
type StoreSettings struct {
	EventMemory int64
	Connections int
}
