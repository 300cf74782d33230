package kutschke

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tableronde/games"
)

var update = flag.Bool("update", false, "play the games in testdata anew")

// TestRecords replays whole games of testdata: what is written there must lead
// to the same positions in every later version. Each line of a game is one
// action, with the points of all seats behind it.
func TestRecords(t *testing.T) {
	for n := minSeats; n <= maxSeats; n++ {
		name := filepath.Join("testdata", fmt.Sprintf("sensible-%d.txt", n))
		if *update {
			writeRecord(t, name, n)
		}
		replayRecord(t, name, n)
	}
}

// recordLine returns what a record holds of a state.
func recordLine(s *state) string {
	var b strings.Builder
	for i, k := range s.seated() {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%s/%d@%s", k.tent, k.points, k.at)
	}
	return b.String()
}

// writeRecord writes a record anew: its lines are those that it has, which
// bot.Kutschke has played.
func writeRecord(t *testing.T, name string, n int) {
	t.Helper()
	old, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	s := begin(t, n, uint64(n))
	fmt.Fprintf(&b, "[Game \"kutschke\"]\n[Seats \"%d\"]\n[Seed \"%s\"]\n\n", n, seedOf(uint64(n)).Hex())
	for text := range strings.Lines(string(old)) {
		text, _, _ = strings.Cut(text, " ; ")
		if seat, line, ok := strings.Cut(text, ": "); ok {
			s = play(t, s, games.Seat(seat[0]-'0'), line)
			fmt.Fprintf(&b, "%s ; %s\n", text, recordLine(s))
		}
	}
	fmt.Fprintf(&b, "; %s\n", snapshot(t, s))
	if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

func replayRecord(t *testing.T, name string, n int) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	s := begin(t, n, uint64(n))
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		text, want, commented := strings.Cut(lines.Text(), "; ")
		seat, line, ok := strings.Cut(strings.TrimSpace(text), ": ")
		switch {
		case ok:
			s = play(t, s, games.Seat(seat[0]-'0'), line)
			if got := recordLine(s); got != want {
				t.Fatalf("%s: %s leads to %s, want %s", name, text, got, want)
			}
		case commented:
			if got := snapshot(t, s); got != want {
				t.Errorf("%s ends with\n%s\nwant\n%s", name, got, want)
			}
		}
	}
	if s.Result() == nil {
		t.Errorf("%s is not played to its end", name)
	}
}
