package kutschke

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/twin"
)

// apartGame is a game as another program played it. That program was written from the rules
// page and cards.json, without this package.
type apartGame struct {
	Name, Seed string
	Seats      int
	Fixed      map[string]string
	Lines      []string
	Positions  []apartPosition
}

// apartPosition is the position after the first After lines of a game; the legal actions are
// sorted.
type apartPosition struct {
	After  int
	ToAct  []games.Seat `json:"to_act"`
	Legal  map[games.Seat][]string
	Result *games.Result
	State  any
}

// TestGamesOfAnotherProgram compares positions with the other program's: the deal from the
// seed, the lots for tents, the legal actions, and the end.
func TestGamesOfAnotherProgram(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "apart.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all []apartGame
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	for _, g := range all {
		t.Run(g.Name, func(t *testing.T) { g.compare(t) })
	}
}

func (g *apartGame) compare(t *testing.T) {
	setup := games.Setup{Seats: g.Seats, Fixed: g.Fixed}
	if g.Seed != "" {
		seed, err := games.ParseSeed(g.Seed)
		if err != nil {
			t.Fatal(err)
		}
		setup.Seed = &seed
	}
	s := mustStart(t, setup)
	for after := range len(g.Lines) + 1 {
		for len(g.Positions) > 0 && g.Positions[0].After == after {
			g.Positions[0].compare(t, s)
			g.Positions = g.Positions[1:]
		}
		if after == len(g.Lines) {
			break
		}
		seat, line, _ := strings.Cut(g.Lines[after], ": ")
		if line == "resign" {
			s = mustResign(t, s, games.Seat(seat[0]-'0'))
		} else {
			s = play(t, s, games.Seat(seat[0]-'0'), line)
		}
	}
	if s.Result() == nil || len(g.Positions) > 0 {
		t.Errorf("not played to its end: %v, %d positions left", s.Result(), len(g.Positions))
	}
}

func (p *apartPosition) compare(t *testing.T, s *state) {
	t.Helper()
	if got := s.ToAct(); !slices.Equal(got, p.ToAct) {
		t.Fatalf("after %d lines to act: %v, want %v", p.After, got, p.ToAct)
	}
	for seat := games.Seat(1); int(seat) <= s.seats; seat++ {
		if got := slices.Sorted(slices.Values(s.Legal(seat))); !slices.Equal(got, p.Legal[seat]) {
			t.Errorf("after %d lines legal for %d:\n%q\nwant\n%q", p.After, seat, got, p.Legal[seat])
		}
	}
	if got := s.Result(); !reflect.DeepEqual(got, p.Result) {
		t.Errorf("after %d lines the result is %+v, want %+v", p.After, got, p.Result)
	}
	var got any
	if err := json.Unmarshal([]byte(snapshot(t, s)), &got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, p.State) {
		t.Errorf("after %d lines\n%s\nwant\n%s", p.After, twin.Encode(t, got), twin.Encode(t, p.State))
	}
}
