package parker

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares a text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range max(len(g), len(w)) {
		switch {
		case i >= len(g):
			t.Fatalf("%s:%d: want %q, got nothing more", name, i+1, w[i])
		case i >= len(w):
			t.Fatalf("%s:%d: got %q, want nothing more", name, i+1, g[i])
		case g[i] != w[i]:
			t.Fatalf("%s:%d: got %q, want %q", name, i+1, g[i], w[i])
		}
	}
}

func TestChecks_HundredFirstMoves(t *testing.T) {
	s := begin(t, "camelot")
	if n := len(s.Legal(1)); n != 100 {
		t.Errorf("%d first moves, want 100", n)
	}
	wantLegal(t, s, strings.Fields("C6-B7 J6-K7 D6-D8 I6-I8 F6-D8 G6-I8 D7-D8 I7-I8 E7-D8 H7-I8 E7-E8 H7-H8 F7-G8 G7-F8")...)
}

// TestChecks_Nolan2008 replays the game of §5 and compares the position at each
// ply.
func TestChecks_Nolan2008(t *testing.T) {
	text, err := os.ReadFile("testdata/nolan-chaxx-2008.txt")
	if err != nil {
		t.Fatal(err)
	}
	var s games.State = begin(t, "camelot")
	var out strings.Builder
	for line := range strings.Lines(string(text)) {
		var seat games.Seat
		var action string
		if _, err := fmt.Sscanf(line, "%d: %s", &seat, &action); err != nil {
			continue // the head
		}
		canonical := action
		if action == "resign" {
			s, err = s.Resign(seat)
		} else {
			s, canonical, err = s.Apply(seat, action)
		}
		if err != nil {
			t.Fatalf("%s: %v", strings.TrimSpace(line), err)
		}
		fmt.Fprintf(&out, "%d: %s\n  %s\n", seat, canonical, positionLine(s.(*state)))
	}
	wantResult(t, s.(*state), games.ReasonResignation, "2")
	golden(t, "nolan-chaxx-2008.golden", out.String())
}

// positionLine writes a position in a line.
func positionLine(s *state) string {
	var out []string
	for i := range s.b.sides {
		var army []string
		for rest := s.pos.own[i]; !rest.empty(); {
			q := rest.pop()
			if s.pos.at[q].Knight() {
				army = append(army, "k"+s.b.names[q])
			} else {
				army = append(army, s.b.names[q])
			}
		}
		out = append(out, strings.Join(army, " "))
	}
	return fmt.Sprintf("%s, seat %d", strings.Join(out, " | "), s.turn())
}

func TestPerft(t *testing.T) {
	depth := map[string]int{"camelot": 3, "chivalry": 3, "cam": 4, "camette": 6, "grand-camelot": 3,
		"chivalry-4-teams": 4, "chivalry-4-solo": 4, "grand-cam-97": 4, "grand-cam-93": 4}
	var out strings.Builder
	count := func(name string, s *state, deepest int) {
		for d := 1; d <= deepest; d++ {
			fmt.Fprintf(&out, "%s %d %d\n", name, d, Perft(s, d))
		}
	}
	for _, game := range family {
		s := begin(t, game)
		count(game, s, depth[game])
		// Later positions, with captures in reach, by a fixed choice of moves.
		for ply, n := 0, uint32(1); s.result == nil && ply < 30; ply++ {
			legal := s.Legal(s.turn())
			n = n*1664525 + 1013904223
			s = play(t, s, legal[n>>8%uint32(len(legal))])
			if ply%10 == 9 {
				count(fmt.Sprintf("%s-after-%d", game, ply+1), s, depth[game]-1)
			}
		}
	}
	info := Rulesets()[slices.Index(family, "grand-camelot")]
	s, err := info.New(games.Setup{Seats: 4, Options: map[string]string{"setup": "1932"}})
	if err != nil {
		t.Fatal(err)
	}
	count("grand-camelot-1932", s.(*state), 3)
	golden(t, "perft.golden", out.String())
}

func TestPerftOfAFinishedGameIsZero(t *testing.T) {
	s := mustResign(t, begin(t, "camelot"), 1)
	if got := Perft(s, 1); got != 0 {
		t.Errorf("Perft(1) = %d, want 0", got)
	}
	if got := Perft(s, 0); got != 1 {
		t.Errorf("Perft(0) = %d, want 1", got)
	}
	// Moves that end the game count, later ones do not.
	s = setUp(t, "cam", "D12 | A9 B9")
	if got, want := Perft(s, 2), Perft(s, 1); got <= want {
		t.Errorf("Perft(2) = %d, Perft(1) = %d", got, want)
	}
}

func TestNewRefusesWhatItDoesNotKnow(t *testing.T) {
	for _, c := range []struct {
		game  string
		setup games.Setup
	}{
		{"camelot", games.Setup{Seats: 3}},
		{"camelot", games.Setup{Options: map[string]string{"setup": "wcf"}}},
		{"grand-camelot", games.Setup{Seats: 2}},
		{"grand-camelot", games.Setup{Options: map[string]string{"setup": "1933"}}},
		{"grand-camelot", games.Setup{Options: map[string]string{"board": "wcf"}}},
	} {
		if _, err := Rulesets()[slices.Index(family, c.game)].New(c.setup); err == nil {
			t.Errorf("%s: New(%+v) gives no error", c.game, c.setup)
		}
	}
}

func TestNewNamesTheFirstUnknownOption(t *testing.T) {
	options := map[string]string{}
	for c := 'b'; c <= 'z'; c++ {
		options[string(c)] = "yes"
	}
	for _, r := range Rulesets() {
		if _, err := r.New(games.Setup{Options: options}); err == nil || !strings.Contains(err.Error(), `"b"`) {
			t.Errorf("%s: New: %v", r.Info().ID, err)
		}
	}
}

func TestInfo(t *testing.T) {
	ids := map[string]bool{}
	for _, r := range Rulesets() {
		info := r.Info()
		ids[info.ID] = true
		if info.Version != 1 || info.Name.En == "" || info.Name.Fr == "" || len(info.Seats) != 1 ||
			len(info.Armies) != info.Seats[0] || info.Chance || info.Hidden {
			t.Errorf("%s: %+v", info.ID, info)
		}
		for _, o := range info.Options {
			if len(o.Values) != len(o.Meaning) {
				t.Errorf("%s: option %s has %d values, %d meanings", info.ID, o.ID, len(o.Values), len(o.Meaning))
			}
		}
		if b := BoardOf(info.ID); b == nil || b.ID() != info.ID {
			t.Errorf("BoardOf(%s) is another board", info.ID)
		}
	}
	if len(ids) != 9 || BoardOf("chess") != nil {
		t.Errorf("%d games; BoardOf(chess) = %v", len(ids), BoardOf("chess"))
	}
}
