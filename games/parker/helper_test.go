package parker

import (
	"slices"
	"strings"
	"testing"

	"tableronde/games"
)

// twoArmed and fourHanded are the rulesets by the number of their seats.
var (
	twoArmed   = []string{"camelot", "chivalry", "cam", "camette"}
	fourHanded = []string{"chivalry-4-teams", "chivalry-4-solo", "grand-camelot", "grand-cam-97", "grand-cam-93"}
	family     = slices.Concat(twoArmed, fourHanded)
)

// setUp makes a position with seat 1 to move: the squares of each seat's
// pieces, seats separated by "|", knights led by "k": "E6 kC6 | kF8 D9".
func setUp(t testing.TB, game, armies string) *state {
	t.Helper()
	b := BoardOf(game)
	s := &state{b: b, start: &b.setup[0]}
	for i, army := range strings.Split(armies, "|") {
		for _, name := range strings.Fields(army) {
			square, knight := strings.CutPrefix(name, "k")
			q, ok := b.Square(square)
			if !ok || s.pos.at[q] != 0 {
				t.Fatalf("%s: no free square %q in %q", game, square, armies)
			}
			s.pos.put(q, pieceOf(seatIndex(i), knight))
		}
	}
	return s
}

// toMove gives the turn to a seat.
func (s *state) toMove(n games.Seat) *state {
	s.pos.pass(seatIndex(n - 1))
	return s
}

// begin returns the first state of a game.
func begin(t testing.TB, game string) *state {
	t.Helper()
	for _, r := range Rulesets() {
		if r.Info().ID == game {
			s, err := r.New(games.Setup{})
			if err != nil {
				t.Fatal(err)
			}
			return s.(*state)
		}
	}
	t.Fatalf("no game %q", game)
	return nil
}

// play makes moves for whichever seat has to.
func play(t testing.TB, s *state, moves ...string) *state {
	t.Helper()
	for i, m := range moves {
		if s.result != nil {
			t.Fatalf("over by %s before move %d, %s", s.result.Reason, i+1, m)
		}
		next, _, err := s.Apply(s.turn(), m)
		if err != nil {
			t.Fatalf("move %d, %s: %v", i+1, m, err)
		}
		s = next.(*state)
	}
	return s
}

// wantLegal checks that moves are accepted, and listed if they are canonical.
func wantLegal(t *testing.T, s *state, moves ...string) {
	t.Helper()
	legal := s.Legal(s.turn())
	for _, m := range moves {
		_, canonical, err := s.Apply(s.turn(), m)
		if err != nil {
			t.Errorf("Apply(%s): %v; want it legal", m, err)
		} else if !slices.Contains(legal, canonical) {
			t.Errorf("Apply(%s) = %s, which is not in Legal() = %v", m, canonical, legal)
		}
	}
}

// wantIllegal checks that a move is refused for a reason, given by its key
// without the package's name, and not listed.
func wantIllegal(t *testing.T, s *state, m, key string) *games.Illegal {
	t.Helper()
	_, _, err := s.Apply(s.turn(), m)
	e, ok := err.(*games.Illegal)
	if !ok {
		t.Errorf("Apply(%s) = %v, want a refusal by %s", m, err, key)
		return &games.Illegal{}
	}
	if e.Key != "parker."+key {
		t.Errorf("Apply(%s) refused by %s (%s), want %s", m, e.Key, e.Text, key)
	}
	if slices.Contains(s.Legal(s.turn()), m) {
		t.Errorf("Legal() has %s, which Apply refuses: %v", m, err)
	}
	if strings.ContainsAny(e.Text, "{}") || e.Text == "" || e.Rule == "" {
		t.Errorf("Apply(%s): incomplete refusal %+v", m, e)
	}
	if example := e.Args["move"]; example != "" {
		if _, canonical, err := s.Apply(s.turn(), example); err != nil {
			t.Errorf("Apply(%s) advises %s, which is refused: %v", m, example, err)
		} else if !slices.Contains(s.Legal(s.turn()), canonical) {
			t.Errorf("Apply(%s) advises %s, which is not listed", m, example)
		}
	}
	return e
}

// wantResult checks how a game ended; winners are given as "12".
func wantResult(t *testing.T, s *state, reason, winners string) {
	t.Helper()
	if s.result == nil {
		t.Fatalf("the game goes on, want %s", reason)
	}
	got := ""
	for _, w := range s.result.Winners {
		got += string('0' + rune(w))
	}
	if s.result.Reason != reason || got != winners {
		t.Errorf("result is %s, won by %q; want %s, %q", s.result.Reason, got, reason, winners)
	}
	if len(s.result.Scores) != len(s.b.sides) {
		t.Errorf("scores of %d seats, want %d", len(s.result.Scores), len(s.b.sides))
	}
	if len(s.ToAct()) != 0 || s.Legal(1) != nil {
		t.Errorf("ToAct() = %v, Legal(1) = %v after the end", s.ToAct(), s.Legal(1))
	}
	if _, _, err := s.Apply(1, "A1-A2"); err != games.ErrFinished {
		t.Errorf("Apply after the end: %v, want %v", err, games.ErrFinished)
	}
}

// wantOn checks that the game goes on with a seat to move.
func wantOn(t *testing.T, s *state, next games.Seat) {
	t.Helper()
	if s.result != nil {
		t.Fatalf("over by %s, want it to go on", s.result.Reason)
	}
	if !slices.Equal(s.ToAct(), []games.Seat{next}) {
		t.Errorf("ToAct() = %v, want %d", s.ToAct(), next)
	}
	if len(s.Legal(next)) == 0 {
		t.Errorf("seat %d is to act and has no legal move", next)
	}
}

// field is a part of every board, five squares wide and three high, away from
// the castles, on which the rules that hold everywhere are tried. Its squares
// are a1 to e3.
type field struct {
	game string
	file int
	rank int
	down bool // its ranks count downwards
}

var fields = []field{
	{"camelot", 4, 6, false}, {"chivalry", 5, 6, false}, {"cam", 1, 5, false}, {"camette", 0, 2, false},
	{"chivalry-4-teams", 5, 6, false}, {"chivalry-4-solo", 5, 6, false},
	{"grand-camelot", 6, 6, false}, {"grand-cam-97", 4, 5, false}, {"grand-cam-93", 4, 5, false},
}

// castleFields have c1 in the own castle of seat 1, b2 to d2 before it and a3
// to e3 behind; goalFields likewise at the castle that seat 1 must reach.
var castleFields = []field{
	{"camelot", 3, 0, false}, {"chivalry", 4, 0, false}, {"cam", 1, 0, false}, {"camette", 0, 0, false},
	{"grand-camelot", 5, 0, false}, {"grand-cam-97", 4, 0, false}, {"grand-cam-93", 4, 0, false},
}

var goalFields = []field{
	{"camelot", 3, 15, true}, {"chivalry", 4, 15, true}, {"cam", 1, 12, true}, {"camette", 0, 6, true},
	{"grand-camelot", 5, 15, true}, {"grand-cam-97", 4, 12, true}, {"grand-cam-93", 4, 12, true},
}

// wide returns the fields at castles of two squares.
func wide(fields []field) (at []field) {
	for _, f := range fields {
		if slices.Contains(doubleCastles, f.game) {
			at = append(at, f)
		}
	}
	return at
}

// doubleCastles are the rulesets whose castles have two squares.
var doubleCastles = []string{"camelot", "chivalry", "grand-camelot"}

// move translates a text about squares of the field to the board.
func (f field) move(text string) string {
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		if 'a' <= c && c <= 'e' && i+1 < len(text) && '1' <= text[i+1] && text[i+1] <= '3' {
			b := BoardOf(f.game)
			up := int(text[i+1] - '1')
			if f.down {
				up = -up
			}
			q, ok := b.At(f.file+int(c-'a'), f.rank+up)
			if !ok {
				panic("field " + f.game + " has no square for " + text)
			}
			out.WriteString(b.Name(q))
			i++
			continue
		}
		out.WriteByte(c)
	}
	return out.String()
}

// clause is a case of a rule that holds on every board.
type clause struct {
	name  string
	setup string // as setUp reads it, on the field
	legal string // routes, separated by spaces
	not   string // route=key pairs, separated by spaces
}

// checkClauses tries clauses on fields of every board that has them. Seat 3 is a partner
// in games of teams and an enemy alone, so that only seats 1 and 2 stand here.
func checkClauses(t *testing.T, fields []field, clauses []clause) {
	t.Helper()
	for _, c := range clauses {
		for _, f := range fields {
			t.Run(c.name+"/"+f.game, func(t *testing.T) {
				checkClause(t, setUp(t, f.game, f.move(c.setup)), f.move(c.legal), f.move(c.not))
			})
		}
	}
}

// checkClause tries the routes that are legal in a position, and those that are refused.
func checkClause(t *testing.T, s *state, legal, not string) {
	t.Helper()
	wantLegal(t, s, strings.Fields(legal)...)
	for _, pair := range strings.Fields(not) {
		m, key, _ := strings.Cut(pair, "=")
		wantIllegal(t, s, m, key)
	}
}

func mustSquare(t testing.TB, b *Board, name string) Square {
	t.Helper()
	q, ok := b.Square(name)
	if !ok {
		t.Fatalf("%s has no square %s", b.ID(), name)
	}
	return q
}
