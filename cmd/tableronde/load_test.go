package main

import (
	"regexp"
	"testing"

	"tableronde/db/postgres/pgtest"
)

// Both engines are measured in one run, and the streams with them.
func TestLoad(t *testing.T) {
	args := []string{"load", "--clients", "4", "--for", "300ms", "--rounds", "1"}
	want := `SQLite, processes: 1 +[1-9]\d* moves/s +1.00 × SQLite  p50 \S+  p99 \S+  told p99 \S+\n`
	if !testing.Short() {
		args = append(args, "--db", pgtest.NewDatabase(t), "--processes", "2")
		want += `PostgreSQL, processes: 1 +[1-9].*\nPostgreSQL, processes: 2 +[1-9].*\n`
	}
	if out := mustCommand(t, args...); !regexp.MustCompile(`^` + want + `$`).MatchString(out) {
		t.Errorf("load prints\n%s, want\n%s", out, want)
	}
}
