package match_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/games"
	"tableronde/games/twin/wager"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// knowledge is the data of a match that a seat has while it goes on, beyond the data that
// everybody has.
type knowledge struct {
	Hands, Secret, Seed, Decided, Record bool
}

func knowledgeOf(f match.Match, seat games.Seat) knowledge {
	hidden := slices.ContainsFunc(f.ViewFor(seat).(wager.View).Seats, func(s wager.Player) bool { return slices.Contains(s.Hand, "?") })
	fair, _ := match.FairOf(f.Match)
	_, err := f.Record(nil)
	return knowledge{Hands: !hidden, Secret: fair.Secret != "", Seed: fair.Seed != "", Decided: f.Decided() != nil, Record: !errors.Is(err, match.ErrHiddenRecord)}
}

// Revealed says when hidden state opens, secretRevealed when the secret of a shuffle
// does: at the end of the match, and not before.
func TestAllIsRevealedAtTheEnd(t *testing.T) {
	t.Parallel()
	c, _ := roomstest.NewWager(t, tables.Proposal{Seats: 2})
	f := c.BidAll()
	viewers := []games.Seat{games.Spectator, 1, 2}
	for _, seat := range viewers {
		if diff := cmp.Diff(knowledge{}, knowledgeOf(f, seat)); diff != "" || f.Revealed() || match.SecretRevealed(f.Match) {
			t.Errorf("while the match goes on, seat %d sees:\n%s", seat, diff)
		}
	}
	for seat := 1; !f.IsOver(); seat++ {
		f = c.MustPost(seat, f.Ply, "resign")
	}
	for _, seat := range viewers {
		if diff := cmp.Diff(knowledge{true, true, true, true, true}, knowledgeOf(f, seat)); diff != "" || !f.Revealed() || !match.SecretRevealed(f.Match) {
			t.Errorf("after the end, seat %d sees:\n%s", seat, diff)
		}
	}
}

// Nobody but these files reads the secret of a match: the replay, which deals by it, its public
// form, and the proof in a record.
func TestSecretHasOneOwner(t *testing.T) {
	t.Parallel()
	for _, dir := range []string{".", "..", "../[a-ln-z]*", "../../*", "../.."} { // of the rooms, match alone begins with m
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", dir, len(files), err)
		}
		for _, name := range files {
			if matched, _ := filepath.Match("*_test.go", filepath.Base(name)); matched || strings.HasPrefix(name, "../clubtest") || slices.Contains([]string{"chance.go", "replay.go", "record.go"}, name) {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel.Name == "Secret" {
					if x, ok := sel.X.(*ast.Ident); !ok || x.Name != "known" && x.Name != "fair" { // from FairOf
						t.Errorf("%s reads the secret of a match", name)
					}
				}
				return true
			})
		}
	}
}

// WaitOf is where forms and the API get an interrupt window from.
func TestWaitOf(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		n    int
		unit time.Duration
		want time.Duration
		ok   bool
	}{
		{0, time.Hour, 0, true}, {6, time.Hour, tables.MaxWait, true}, {7, time.Hour, 0, false}, {-1, time.Hour, 0, false},
		{90, time.Second, 90 * time.Second, true}, {21600, time.Second, tables.MaxWait, true}, {21601, time.Second, 0, false},
		{1 << 40, time.Second, 0, false},
	} {
		got, err := tables.WaitOf(tt.n, tt.unit)
		if got != tt.want || (err == nil) != tt.ok {
			t.Errorf("WaitOf(%d, %v) = %v, %v", tt.n, tt.unit, got, err)
		}
		if err != nil && (club.ErrorOf(err).Code != "invalid_wait" || club.ErrorOf(err).Field != "wait") {
			t.Errorf("WaitOf(%d, %v): %+v", tt.n, tt.unit, club.ErrorOf(err))
		}
	}
}
