package strategy

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/bot/judge"
	"tableronde/games/catalog"
	"tableronde/games/parker"
)

// eachAdvice runs a test with every advice.
func eachAdvice(t *testing.T, test func(t *testing.T, game string, a Advice)) {
	t.Helper()
	for _, article := range All() {
		for i, a := range article.Advices {
			t.Run(article.Name(i+1), func(t *testing.T) { test(t, article.Game, a) })
		}
	}
}

// start returns the state before the line of an advice.
func start(t *testing.T, a Advice) games.State {
	t.Helper()
	position, err := parker.ParsePosition(a.Position)
	if err != nil {
		t.Fatal(err)
	}
	s, err := position.State()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// after returns the state after the first moves of a line.
func after(t *testing.T, a Advice, moves int) games.State {
	t.Helper()
	s := start(t, a)
	for _, move := range a.Line[:moves] {
		var err error
		if s, _, err = s.Apply(s.ToAct()[0], move); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// Every game of the site has an article with four to seven advices and a table of figures.
func TestEveryGameHasAnArticle(t *testing.T) {
	for _, r := range catalog.All() {
		id := r.Info().ID
		a, ok := Of(id)
		if !ok {
			t.Errorf("%s has no article", id)
			continue
		}
		if n := len(a.Advices); n < 4 || n > 7 {
			t.Errorf("%s has %d advices, want four to seven", id, n)
		}
		rows := 0
		for _, row := range a.Rows {
			if _, ok := a.Figures.Value(row.Figure); ok {
				rows++
			}
		}
		if rows < 8 {
			t.Errorf("the table of %s has %d figures", id, rows)
		}
	}
	if got, want := len(All()), len(catalog.All()); got != want {
		t.Errorf("%d articles for %d games", got, want)
	}
	if _, ok := Of("chess"); ok {
		t.Error("there is an article about an unknown game")
	}
}

// Figures come from games of the article's own game, and each quote has a figure.
func TestFiguresAreOfTheirGame(t *testing.T) {
	for _, a := range All() {
		if want := "trlab figures --game " + a.Game + " "; !strings.HasPrefix(a.Figures.Command, want) {
			t.Errorf("the figures of %s come from %q", a.Game, a.Figures.Command)
		}
		if a.Figures.Games < 100 || a.Figures.Level < 1 {
			t.Errorf("the figures of %s come from %d games of level %d", a.Game, a.Figures.Games, a.Figures.Level)
		}
		for i, advice := range a.Advices {
			for _, q := range advice.Quotes {
				if _, ok := a.Figures.Value(q.Figure); !ok {
					t.Errorf("advice %s quotes %q, which is not counted", a.Name(i+1), q.Figure)
				}
			}
		}
	}
}

// Words such as "only", "hardly more" and "fewer" agree with the figures beside them.
func TestWordsAboutFigures(t *testing.T) {
	for _, tt := range []struct {
		game, figure string
		low, high    float64
	}{
		{"camelot", "games end by, castle", 80, 100},
		{"camelot", "won games, first capture by, winner", 45, 56},
		{"chivalry", "won games, first capture by, winner", 56, 75},
		{"cam", "won games, first capture by, winner", 0, 49},
		{"cam", "games won by, nobody", 45, 60},
		{"camette", "won games, first capture by, winner", 60, 80},
		{"chivalry-4-solo", "games won by, nobody", 90, 100},
		{"grand-camelot", "won games, first capture by, winner", 45, 55},
		{"shannon", "combats lost by, the leader", 25, 30},
		{"kutschke", "points from, Q", 25, 50}, {"kutschke", "points from, bid", 25, 50}, {"kutschke", "points from, G", 25, 50},
		{"kutschke", "action cards of the winner, P", 0, 24}, {"kutschke", "action cards of the others, P", 25, 100},
	} {
		a, _ := Of(tt.game)
		if v, _ := a.Figures.Value(tt.figure); !v.Percent || v.Number < tt.low || v.Number > tt.high {
			t.Errorf("%s of %s is %v, want %v to %v", tt.figure, tt.game, v.Number, tt.low, tt.high)
		}
	}
	if camelot, chivalry := first(t, "camelot"), first(t, "chivalry"); chivalry <= camelot {
		t.Errorf("the first capture decides %v at Chivalry, %v at Camelot", chivalry, camelot)
	}
}

// first returns how often the side that captures first wins a game.
func first(t *testing.T, game string) float64 {
	t.Helper()
	a, _ := Of(game)
	v, ok := a.Figures.Value("won games, first capture by, winner")
	if !ok {
		t.Fatalf("%s has no such figure", game)
	}
	return v.Number
}

// A line is shown on at most seven squares by seven, and no move leaves them.
func TestLinesStayInTheirPart(t *testing.T) {
	eachAdvice(t, func(t *testing.T, _ string, a Advice) {
		if a.Position == "" {
			return
		}
		if got, want := len(a.Steps()), len(a.Line)+1; got != want {
			t.Fatalf("%d positions for %d moves", got, len(a.Line))
		}
		low, high := corner(t, a.From), corner(t, a.To)
		if high[0]-low[0] > 6 || high[1]-low[1] > 6 {
			t.Errorf("%s to %s is more than seven squares", a.From, a.To)
		}
		for _, move := range a.Line {
			for _, name := range strings.FieldsFunc(move, func(r rune) bool { return r == '-' || r == 'x' }) {
				if c := corner(t, name); c[0] < low[0] || c[0] > high[0] || c[1] < low[1] || c[1] > high[1] {
					t.Errorf("%s leaves %s to %s", move, a.From, a.To)
				}
			}
		}
	})
}

// corner returns the file and rank of a square.
func corner(t *testing.T, name string) [2]int {
	t.Helper()
	rank, err := strconv.Atoi(name[1:])
	if err != nil {
		t.Fatal(err)
	}
	return [2]int{int(name[0]), rank}
}

// A search and the rules confirm the claim of each line. A puzzle has a test of its own.
func TestClaims(t *testing.T) {
	eachAdvice(t, func(t *testing.T, game string, a Advice) {
		if a.Position == "" || a.Puzzle > 0 {
			return
		}
		t.Parallel()
		j, err := judge.New(game, judge.Options{Bytes: 1 << 22, Nodes: 40_000})
		if err != nil {
			t.Fatal(err)
		}
		s := start(t, a)
		m, _, err := j.Move(s, a.Line[0])
		if err != nil {
			t.Fatal(err)
		}
		switch a.Claim {
		case Best:
			if loss := m.Value - m.Played; loss > 15 {
				t.Errorf("%s has the value %d, %s has %d", a.Line[0], m.Played, m.Best, m.Value)
			}
		case Wins:
			if _, decided := m.Played.Decided(); !decided || m.Played < 0 {
				t.Errorf("%s has the value %d: it does not win", a.Line[0], m.Played)
			}
			if r := after(t, a, len(a.Line)).Result(); r == nil || !slices.Contains(r.Winners, 1) {
				t.Errorf("the line ends with %+v", r)
			}
		case Closes:
			if move, ok := capture(after(t, a, 1)); ok {
				t.Errorf("%s can follow %s", move, a.Line[0])
			}
			open := 0
			for _, move := range s.Legal(1) {
				if next, _, err := s.Apply(1, move); err == nil {
					if _, ok := capture(next); ok {
						open++
					}
				}
			}
			if open == 0 {
				t.Error("no other move allows a capture")
			}
		default:
			t.Errorf("the line claims nothing: %v", a.Line)
		}
	})
}

// A search agrees with the table of solved positions: four first moves are better than the others.
func TestOpeningsOfCamette(t *testing.T) {
	j, err := judge.New("camette", judge.Options{Bytes: 1 << 22})
	if err != nil {
		t.Fatal(err)
	}
	list, err := j.Moves(start(t, named(t, "camette.1")), 300_000, 4)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range list {
		got = append(got, m.Text)
	}
	slices.Sort(got)
	if want := []string{"B3-A3", "B3-B2", "D3-D2", "D3-E3"}; !slices.Equal(got, want) {
		t.Errorf("the best four moves are %v, want %v", got, want)
	}
}

// capture returns a capture that the next seat can make.
func capture(s games.State) (move string, ok bool) {
	for _, move := range s.Legal(s.ToAct()[0]) {
		if strings.Contains(move, "x") {
			return move, true
		}
	}
	return "", false
}

// The last move of a line takes as many pieces as its sentence says, or ends the game.
func TestLastMoves(t *testing.T) {
	for name, want := range map[string]int{
		"camelot.4": 5, "camelot.5": 1, "chivalry.4": 1, "cam.3": 2, "cam.4": 1, "camette.2": 2, "camette.4": 1,
		"chivalry-4-teams.1": 1, "chivalry-4-teams.2": 2, "chivalry-4-solo.2": 2, "chivalry-4-solo.3": 1, "grand-camelot.3": 1,
		"grand-cam-97.2": 2, "grand-cam-97.3": 2, "grand-cam-93.2": 1, "grand-cam-93.3": 5,
	} {
		a := named(t, name)
		if got := strings.Count(a.Line[len(a.Line)-1], "x"); got != want {
			t.Errorf("%s: the last of %v takes %d pieces, want %d", name, a.Line, got, want)
		}
	}
	for _, name := range []string{"camelot.1", "camelot.2", "chivalry.1", "chivalry.2", "chivalry.5", "cam.1", "cam.2", "cam.5", "camette.3", "camette.5", "grand-camelot.1", "grand-camelot.2", "grand-cam-97.1", "grand-cam-93.1"} {
		a := named(t, name)
		if r := after(t, a, len(a.Line)).Result(); r == nil || r.Reason != parker.ReasonCastle || !slices.Contains(r.Winners, 1) {
			t.Errorf("%s: the line ends with %+v, want a castle", name, r)
		}
	}
}

// An opponent who is said to have to take has no other move.
func TestOffersMustBeTaken(t *testing.T) {
	for name, ply := range map[string]int{
		"camelot.4": 1, "chivalry.4": 1, "cam.2": 1, "cam.4": 1, "camette.2": 1, "camette.3": 1, "chivalry-4-teams.2": 1,
		"grand-camelot.2": 1, "grand-camelot.3": 2, "grand-cam-97.2": 1, "grand-cam-93.3": 1,
	} {
		s := after(t, named(t, name), ply)
		for _, move := range s.Legal(s.ToAct()[0]) {
			if !strings.Contains(move, "x") {
				t.Errorf("%s: %s is legal as well", name, move)
			}
		}
	}
}

// named returns an advice by its name.
func named(t *testing.T, name string) Advice {
	t.Helper()
	game, number, _ := strings.Cut(name, ".")
	article, ok := Of(game)
	n, err := strconv.Atoi(number)
	if !ok || err != nil || n > len(article.Advices) || article.Advices[n-1].Position == "" {
		t.Fatalf("no board %s", name)
	}
	return article.Advices[n-1]
}

// Broken data is refused.
func TestReadFiguresRefuses(t *testing.T) {
	for _, text := range []string{"", "$ trlab figures --games 1 --level 1", "$ trlab figures --games x --level 1\nday\na: 1", "$ trlab figures --games 1 --level 1\nday\nno number", "$ trlab figures --games 1 --level 1\nday\na: b"} {
		if f, err := parseFigures(text); err == nil {
			t.Errorf("%q gives %+v", text, f)
		}
	}
	f, err := parseFigures("$ trlab figures --games 12 --level 4 --seed 1\n28 November 2026\na, b: 1.5 %\nc: 2.0\n")
	if got := fmt.Sprint(f.Games, f.Level, f.values); err != nil || got != "12 4 map[a, b:{1.5 true} c:{2 false}]" {
		t.Errorf("read %s, %v", got, err)
	}
}
