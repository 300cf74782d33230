package parker

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
)

// mustPosition reads a position.
func mustPosition(t testing.TB, text string) Position {
	t.Helper()
	p, err := ParsePosition(text)
	if err != nil {
		t.Fatalf("ParsePosition(%q): %v", text, err)
	}
	return p
}

// mustStudy returns the state of a position.
func mustStudy(t testing.TB, text string) *state {
	t.Helper()
	s, err := mustPosition(t, text).State()
	if err != nil {
		t.Fatalf("State of %q: %v", text, err)
	}
	return s.(*state)
}

func TestParsePosition(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       string // canonical text, "" the same
	}{
		{"the smallest", "camette 1 B2/C6", ""},
		{"knights and men of one file", "camelot 2 K6,KK7/KC6,J11", ""},
		{"any order, either case", "camelot 1 kj6,D6,ke7/K7,kk8", "camelot 1 D6,KJ6,KE7/K7,KK8"},
		{"a seat without pieces", "chivalry-4-solo 3 G2/-/KH15/A8", ""},
		{"nobody", "cam 1 -/-", ""},
		{"castle moves", "camelot 1 D6,F16/G9 1/0", ""},
		{"of four", "grand-camelot 4 A8/H2/P9/B7 0/0/2/1", ""},
		{"no castle moves", "camelot 1 D6/G9 0/0", "camelot 1 D6/G9"},
		{"no castle moves where there are none", "cam 1 D6/D9 0/0", "cam 1 D6/D9"},
		{"more space", "  cam   2  D6/D9  ", "cam 2 D6/D9"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := tt.want
			if want == "" {
				want = tt.text
			}
			if got := mustPosition(t, tt.text).String(); got != want {
				t.Errorf("ParsePosition(%q) = %s, want %s", tt.text, got, want)
			}
		})
	}
}

func TestParsePositionRefuses(t *testing.T) {
	for _, tt := range []struct{ name, text, key, says string }{
		{"nothing", "", "position_form", ""},
		{"too little", "camelot 1", "position_form", ""},
		{"too much", "camelot 1 D6/G9 0/0 0", "position_form", ""},
		{"two lines", "camelot 1\nD6/G9", "position_form", ""},
		{"too long", "camelot 1 D6/G9" + strings.Repeat(" ", maxPosition), "position_form", "G9    "},
		{"unknown game", "chess 1 D6/G9", "position_game", "chess"},
		{"no seat", "camelot 0 D6/G9", "position_turn", "“0”"},
		{"seat too high", "camelot 3 D6/G9", "position_turn", "1 to 2"},
		{"seat by name", "camelot White D6/G9", "position_turn", "“White”"},
		{"one army", "camelot 1 D6", "position_seats", "not 1"},
		{"four armies for two", "camelot 1 D6/-/G9/-", "position_seats", "not 4"},
		{"no army", "camelot 1 /G9", "position_piece", "“”"},
		{"a comma too many", "camelot 1 D6,/G9", "position_piece", "“”"},
		{"another kind of piece", "camelot 1 QD6/G9", "position_piece", "“QD6”"},
		{"two knights' marks", "camelot 1 KKK6/G9", "position_piece", "“KKK6”"},
		{"a mark alone", "camelot 1 K/G9", "position_piece", "“K”"},
		{"two squares in one", "camelot 1 D6E6/G9", "position_piece", "“D6E6”"},
		{"off the board", "camelot 1 A1/G9", "off_board", "A1"},
		{"a knight off the board", "camelot 1 kA1/G9", "off_board", "A1"},
		{"two of one seat on a square", "camelot 1 D6,KD6/G9", "position_twice", "D6"},
		{"two seats on a square", "camelot 1 D6/D6", "position_twice", "D6"},
		{"three castle moves", "camelot 1 D6/G9 3/0", "position_castle_moves", "“3/0”"},
		{"castle moves of one", "camelot 1 D6/G9 1", "position_castle_moves", "0/0"},
		{"negative castle moves", "camelot 1 D6/G9 -1/0", "position_castle_moves", "“-1/0”"},
		{"no number of castle moves", "camelot 1 D6/G9 01/", "position_castle_moves", "“01/”"},
		{"castle moves in a castle of one square", "cam 1 D6/D9 1/0", "position_no_castle_moves", "cam"},
		{"castle moves without castles", "chivalry-4-teams 1 D6/E6/F6/G6 0/0/0/1", "position_no_castle_moves", "chivalry-4-teams"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := ParsePosition(tt.text)
			wantRefusal(t, err, tt.key, tt.says)
			if p != (Position{}) {
				t.Errorf("ParsePosition(%q) = %v beside its error", tt.text, p)
			}
		})
	}
}

// wantRefusal checks an error's key, given without the package's name, and that
// its sentence is whole and says something.
func wantRefusal(t *testing.T, err error, key, says string) {
	t.Helper()
	var e *games.Illegal
	if !errors.As(err, &e) || e.Key != "parker."+key || !strings.Contains(e.Text, says) || strings.ContainsAny(e.Text, "{}") || e.Rule == "" {
		t.Errorf("refused by %#v, want %s that says %q", err, key, says)
	}
}

func TestPositionState(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		reason     string // of the end, "" while the game goes on
		winners    string
		turn       games.Seat // while it goes on
	}{
		{"goes on", "camelot 2 D6,D7/G9,G10", "", "", 2},
		{"two in the castle", "camelot 2 F16,G16,D6/G9,G10", ReasonCastle, "1", 0},
		{"two in the castle, whoever is to move", "camelot 1 F16,KG16/G9,G10", ReasonCastle, "1", 0},
		{"one in the castle of Cam", "cam 1 D6/D1,D9", ReasonCastle, "2", 0},
		{"a partner in each castle", "grand-camelot 2 H16/B7,B6/P9/O7,O6", ReasonCastle, "13", 0},
		{"no enemy left", "chivalry 2 D6,D7/-", ReasonCaptures, "1", 0},
		{"no enemy left, and the turn of the winner", "camette 1 B2/-", ReasonCaptures, "1", 0},
		{"one each", "camelot 1 D6/G9", ReasonOneEach, "", 0},
		{"one against none", "camelot 1 D6/-", ReasonOneEach, "", 0},
		{"one each of Cam goes on", "cam 1 D6/D9", "", "", 1},
		{"blockade", "cam 2 A6/D13,C12,D12,E12,B11,D11,F11", ReasonBlockade, "1", 0},
		{"blockade by a single piece", "camelot 2 A5/F16,E15,F15,G15,D14,F14,H14", ReasonBlockade, "", 0},
		{"blockade of the seat that has moved", "camelot 1 A5/F16,E15,F15,G15,D14,F14,H14", "", "", 1},
		{"blockade of a partner alone", "grand-camelot 2 B6,C6,C5,C4,B7,D7,D3,D5/B5/KG9/KK7", "", "", 3},
		{"blockade of both partners, one without pieces", "grand-camelot 2 B6,C6,C5,C4,B7,D7,D3,D5/B5/KG9/-", ReasonBlockade, "13", 0},
		{"blockade in a game where it loses nothing", "chivalry-4-teams 2 KA6,KA7,KB6,KC7,KB5,KC5,KB4,KC3/KA5/-/-", "", "", 1},
		{"the last of the four", "chivalry-4-solo 3 -/-/KG8/-", ReasonCaptures, "3", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := mustStudy(t, tt.text)
			if tt.reason != "" {
				wantResult(t, s, tt.reason, tt.winners)
				if v := s.View(games.Omniscient).(View); v.Turn() != 0 || len(v.Movers()) != 0 {
					t.Errorf("after the end seat %d is to move", v.Turn())
				}
				return
			}
			wantOn(t, s, tt.turn)
		})
	}
}

func TestPositionStateRefuses(t *testing.T) {
	twelve := strings.Join(BoardOf("camelot").names[60:85], ",")
	for _, tt := range []struct{ name, text, key, says string }{
		{"an empty board", "camelot 1 -/-", "position_no_pieces", "Seat 1"},
		{"nobody to move", "chivalry-4-teams 2 KD8/-/KE9/KH8", "position_no_pieces", "Seat 2"},
		{"25 enemies", "camelot 1 C6,D6/" + twelve, "position_crowded", "25"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := mustPosition(t, tt.text).State()
			wantRefusal(t, err, tt.key, tt.says)
		})
	}
}

// A duty to leave a castle follows from where the pieces stand.
func TestPositionKeepsTheDutyToLeave(t *testing.T) {
	s := mustStudy(t, "camelot 1 F1,D6,D7/G9,G10")
	if legal := s.Legal(1); !slices.Equal(legal, []string{"F1-E2", "F1-F2", "F1-G2"}) {
		t.Errorf("legal moves: %v", legal)
	}
}

func TestPositionCountsCastleMoves(t *testing.T) {
	for made, want := range []int{1, 1, 0} {
		p := mustPosition(t, "camelot 1 F16,D6/C9,C10").WithCastleMoves(1, made)
		s, err := p.State()
		if err != nil {
			t.Fatal(err)
		}
		slides := 0
		for _, m := range s.Legal(1) {
			if m == "F16-G16" {
				slides++
			}
		}
		if slides != want || s.View(games.Omniscient).(View).CastleMoves(1) != made {
			t.Errorf("after %d castle moves there are %d to make, want %d", made, slides, want)
		}
	}
}

func TestPositionBuilders(t *testing.T) {
	b := BoardOf("camelot")
	d6, g9 := mustSquare(t, b, "D6"), mustSquare(t, b, "G9")
	p := b.Empty().With(d6, PieceOf(1, true)).With(g9, PieceOf(2, false)).With(d6, PieceOf(1, false)).WithTurn(2).WithCastleMoves(2, 2).WithCastleMoves(2, 1)
	if want := mustPosition(t, "camelot 2 D6/G9 0/1"); p != want {
		t.Errorf("built %v, want %v", p, want)
	}
	if p = p.With(g9, 0).WithCastleMoves(2, 0).WithTurn(1); p.String() != "camelot 1 D6/-" || p.Count(2) != 0 || p.At(d6) != PieceOf(1, false) || p.Turn() != 1 {
		t.Errorf("built %v", p)
	}
}

// A match begins from a position, with nothing in its past.
func TestNewFromPosition(t *testing.T) {
	rules := Rulesets()[0]
	s, err := rules.New(games.Setup{Options: map[string]string{"position": "camelot 2 D6,KD7/G9,G10 0/1"}})
	if err != nil {
		t.Fatal(err)
	}
	v := s.View(games.Omniscient).(View)
	if men, knights := v.Lost(1); men+knights != 0 || v.CastleMoves(2) != 1 || v.Turn() != 2 {
		t.Errorf("begins with %d men and %d knights lost, %d castle moves, seat %d to move", men, knights, v.CastleMoves(2), v.Turn())
	}
	if _, err := s.(games.Drawer).Claim(); !refusedBy(err, "no_claim") {
		t.Errorf("Claim() = %v at the start", err)
	}
	for key, options := range map[string]map[string]string{
		"position_other": {"position": "cam 1 D6/D9,E9"},
		"position_over":  {"position": "camelot 1 D6/-"},
		"position_form":  {"position": ""},
		"position_alone": {"position": "camelot 2 D6,KD7/G9,G10", "setup": "wcf"},
	} {
		_, err := rules.New(games.Setup{Options: options})
		wantRefusal(t, err, key, "")
	}
}

// A position is found again in its text; games at random are tried beside the twin.
func TestPositionRoundTrip(t *testing.T) {
	for _, c := range shutIn {
		checkRoundTrip(t, play(t, setUp(t, c.game, c.setup), c.last))
		if slices.Contains(fourHanded, c.game) {
			for _, others := range []string{" | kG9 | kK7", " | kG9 |", " | | kK7"} {
				checkRoundTrip(t, play(t, setUp(t, c.game, c.setup+others), c.last))
			}
		}
	}
	for _, game := range family {
		checkRoundTrip(t, mustResign(t, begin(t, game), 2))
	}
}

// checkRoundTrip finds a position again in its text: the same to the bit, with the same moves,
// or the same result where the position decides it.
func checkRoundTrip(t *testing.T, s *state) {
	t.Helper()
	text := s.View(games.Omniscient).(View).Position().String()
	p := mustPosition(t, text)
	if p.pos != s.pos {
		t.Fatalf("%s is read as %s", text, p)
	}
	if p.String() != text {
		t.Fatalf("%s is written as %s", text, p)
	}
	again, err := p.State()
	if err != nil {
		t.Fatalf("State of %s: %v", text, err)
	}
	back := again.(*state)
	switch {
	case s.result != nil && s.result.Reason == games.ReasonResignation:
	case verdictOf(back) != verdictOf(s):
		t.Fatalf("%s is judged %s, was %s", text, verdictOf(back), verdictOf(s))
	case s.result == nil && (back.pos != s.pos || !slices.Equal(back.Legal(back.turn()), s.Legal(s.turn()))):
		t.Fatalf("%s goes on otherwise", text)
	}
}

// FuzzPosition checks that no text causes a panic, and that an accepted position is read back
// from the text written for it.
func FuzzPosition(f *testing.F) {
	for _, game := range family {
		f.Add(begin(f, game).View(games.Omniscient).(View).Position().String())
	}
	f.Add("camelot 1 F16,KK6/- 2/1")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePosition(text)
		if err != nil {
			var e *games.Illegal
			if !errors.As(err, &e) || e.Text == "" {
				t.Fatalf("refused by %v", err)
			}
			return
		}
		again, err := ParsePosition(p.String())
		if err != nil || again != p {
			t.Fatalf("%q is %s, and that is %s, %v", text, p, again, err)
		}
		s, err := p.State()
		if err != nil {
			return
		}
		if s.Result() == nil && len(s.Legal(s.ToAct()[0])) == 0 {
			t.Fatalf("nobody can move in %s, and it goes on", p)
		}
	})
}
