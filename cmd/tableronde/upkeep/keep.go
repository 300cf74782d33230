package upkeep

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// backupName is how the backups in a folder are named, by their times in UTC.
const backupName = "tableronde-20060102T150405Z.db"

// retention says which backups stay: the last one of each of so many days, weeks and months
// that have any, by letter.
type retention map[rune]int

// periods return when the day, the week and the month of a time began.
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

// keeps returns which of some times, the latest first, stay.
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

// prune deletes the backups in a folder that do not stay, with their keys, and what killed
// backups have left. It touches no other file.
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
