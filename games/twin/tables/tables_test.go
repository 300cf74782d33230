package tables_test

import (
	"os"
	"strconv"
	"testing"

	"tableronde/games/twin/tables"
)

// TestCardGamesKeepTheirSecrets asks every card game for pairs of twins, twenty
// times as many with TWIN_EFFORT=20.
func TestCardGamesKeepTheirSecrets(t *testing.T) {
	pairs := 500
	if n, err := strconv.Atoi(os.Getenv("TWIN_EFFORT")); err == nil {
		pairs *= n
	}
	for _, table := range tables.All() {
		t.Run(table.Rules.Info().ID, func(t *testing.T) {
			table.Run(t, pairs)
		})
	}
}
