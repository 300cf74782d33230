package tables_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/games/effort"
	"tableronde/games/twin/tables"
)

// TestCardGamesKeepTheirSecrets asks every card game for pairs of twins, twenty
// times as many with TABLERONDE_EFFORT=20.
func TestCardGamesKeepTheirSecrets(t *testing.T) {
	pairs := max(effort.N(500), 250)
	for _, table := range tables.All() {
		t.Run(table.Rules.Info().ID, func(t *testing.T) {
			table.Run(t, pairs)
		})
	}
}

// TestMatchesOfTwinsAreToldAlike compares the logs and stories that a table gives of the
// twins.
func TestMatchesOfTwinsAreToldAlike(t *testing.T) {
	for _, table := range tables.All() {
		t.Run(table.Rules.Info().ID, func(t *testing.T) {
			checked := 0
			for p, err := range table.Replay(rand.New(rand.NewPCG(6, 7))) {
				if checked++; err != nil || checked > 60 {
					break
				}
				a, b, err := tables.Matches(p)
				if err != nil {
					t.Fatal(err)
				}
				for what, diff := range map[string]string{
					"LogFor": cmp.Diff(a.LogFor(p.Viewer), b.LogFor(p.Viewer)),
					"Story":  cmp.Diff(a.Story(p.Viewer, 0, a.Ply()), b.Story(p.Viewer, 0, b.Ply())),
					"Offers": cmp.Diff(a.Offers(p.Viewer), b.Offers(p.Viewer)),
					"Result": cmp.Diff(a.Result(), b.Result()),
				} {
					if diff != "" {
						t.Fatalf("%s tells twins apart for viewer %d:\n%s", what, p.Viewer, diff)
					}
				}
			}
			if checked < 60 {
				t.Errorf("only %d pairs were made", checked)
			}
		})
	}
}
