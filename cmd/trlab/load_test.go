package main

import (
	"regexp"
	"strconv"
	"testing"

	"tableronde/cmd/tableronde/clitest"
	"tableronde/db/postgres/pgtest"
)

// Both engines are measured in one run, and the streams with them.
func TestLoad(t *testing.T) {
	clitest.NeedLong(t)
	args := []string{"load", "--clients", "4", "--for", "300ms", "--rounds", "1", "--db", pgtest.NewDatabase(t), "--processes", "2"}
	want := `SQLite, processes: 1 +[1-9]\d* moves/s +1.00 × SQLite  p50 \S+  p99 \S+  told p99 \S+\n` +
		`PostgreSQL, processes: 1 +[1-9].*\nPostgreSQL, processes: 2 +[1-9].*\n`
	if out := mustRun(t, args...); !regexp.MustCompile(`^` + want + `$`).MatchString(out) {
		t.Errorf("load prints\n%s, want\n%s", out, want)
	}
}

// While many sign in pages are read, and every one of them is answered.
func TestLoadSignIns(t *testing.T) {
	clitest.NeedLong(t)
	out := mustRun(t, "load", "signins", "--sign-ins", "40", "--for", "100ms")
	want := regexp.MustCompile(`^nobody signs in +[1-9]\d* pages  p50 \S+  p99 \S+  longest \S+\n40 sign in +[1-9]\d* pages  p50 .*\n40 sign-ins: (\d+) answered, (\d+) sent away, in \S+\n$`)
	found := want.FindStringSubmatch(out)
	if found == nil {
		t.Fatalf("it prints\n%s, want\n%s", out, want)
	}
	answered, _ := strconv.Atoi(found[1])
	away, _ := strconv.Atoi(found[2])
	if answered+away != 40 || answered == 0 {
		t.Errorf("%d and %d of 40", answered, away)
	}
}

// The program measures the time of pages while bots search, and the moves of the bots.
func TestLoadSearches(t *testing.T) {
	clitest.NeedLong(t)
	out := mustRun(t, "load", "searches", "--searches", "8", "--pages", "40", "--for", "500ms", "--rounds", "1", "--bar", "1h")
	want := regexp.MustCompile(`^no searches +20 pages  p50 \S+  p99 \S+  longest \S+\n8 searches +20 pages  p50 .*\n\d+ moves of bots, \S+ a second\np99 grows by \S+, bar ≤ 1h0m0s: reached\n$`)
	if !want.MatchString(out) {
		t.Errorf("it prints\n%s, want\n%s", out, want)
	}
}

// People play cards against bots, and their pages are timed.
func TestLoadCompany(t *testing.T) {
	clitest.NeedLong(t)
	out := mustRun(t, "load", "company", "--people", "3", "--level", "1", "--pause", "1ms", "--look", "50ms", "--turns", "2", "--bar", "1h")
	want := regexp.MustCompile(`^3 people +\d+ pages  p50 \S+  p99 \S+  longest \S+\n\d of 3 games played to their end\nthe next turn +[1-9]\d* turns  p50 .*\np99 \S+, bar ≤ 1h0m0s: reached\n$`)
	if !want.MatchString(out) {
		t.Errorf("it prints\n%s, want\n%s", out, want)
	}
}

// Each line can be measured by itself, one of them in every run, and prints its figures, ratios
// and bars.
func TestLoadRatios(t *testing.T) {
	const ratio, reached = `.* (\S+) × `, `.* bar [≥≤] [\d.]+: (?:reached|missed)$`
	wants := map[string][]string{
		"page":     {`a new position each time` + ratio + `the same bytes` + reached},
		"again":    {`seated, asked again` + ratio + `the same bytes` + reached, `spectators` + ratio + `the same bytes` + reached},
		"form":     {`page's part, 4 clients` + ratio + `echo, \S+ × by processor, .* × bare commits +bar ≥ 3 × boardgame.io$`},
		"redirect": {`303, 4 clients` + ratio + `echo, \S+ × by processor, .* × bare commits +bar ≥ 5 × boardgame.io$`},
		"api":      {`from ply 0` + ratio + `echo`, `from ply 322` + ratio + `echo, \S+ × by processor, .* × bare commits`},
		"plies":    {`page: ply 1000, warm` + ratio + `ply 10` + reached, `API: ` + ratio + `ply 10` + reached, `post: ` + ratio + `ply 10` + reached},
		"restart":  {`page: ply 1000, after a restart` + ratio + `ply 10` + reached, `API: ` + ratio + `ply 10` + reached, `post: ` + ratio + `ply 10` + reached},
		"wire":     {`at ply 10 +(\S+) kB` + reached, `at ply 1,000 +(\S+) kB` + reached},
		"first":    {`requests for a match page +(\d+)` + reached, `bytes for a match page +(\S+) kB` + reached},
		"streams":  {`of a stream, 20 open +-?(\S+) kB` + reached, `of a stream, 100 open +-?(\S+) kB` + reached},
		"touched":  {`after 200 matches were looked at +(\S+) MB` + reached},
		"reach":    {`the last of 20 streams +(\S+) ms` + reached, `its event alone, to as many +(\S+) ms +(\S+) of a move$`},
		"cards":    {`page of knizia +(\S+) ms` + reached, `page of shannon +(\S+) ms` + reached, `page of kutschke +(\S+) ms` + reached},
		"dense":    {`a move of 11901, camelot +(\S+) µs` + reached, `a move of 44092, grand-camelot +(\S+) µs` + reached},
		"commits":  {`one after another` + ratio + `bare commits` + reached},
	}
	for _, line := range ratioLines {
		t.Run(line.name, func(t *testing.T) {
			if line.name != "page" {
				clitest.NeedLong(t)
			}
			t.Parallel()
			out := mustRun(t, "load", "ratios", "--short", line.name)
			for _, want := range wants[line.name] {
				found := regexp.MustCompile(`(?m)^` + line.name + ` .*` + want).FindStringSubmatch(out)
				if found == nil {
					t.Errorf("it prints\n%s, want a line like %s", out, want)
				} else if len(found) > 1 {
					n, err := strconv.ParseFloat(found[1], 64)
					if err != nil || n < 0 {
						t.Errorf("%s is no figure of %q", found[1], found[0])
					}
				}
			}
			if len(wants[line.name]) == 0 {
				t.Error("nothing is wanted of the line")
			}
		})
	}
}
