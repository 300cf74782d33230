package kutschke

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

// TestBalance plays as many games among sensible players, for each number of
// them, as the environment variable KUTSCHKE_GAMES says, by default a few, and
// prints what comes of them: go test -v -run TestBalance ./games/kutschke
func TestBalance(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("KUTSCHKE_GAMES"))
	if err != nil {
		n = 40
	}
	rng := rand.New(rand.NewPCG(2004, 8))
	for seats := minSeats; seats <= maxSeats; seats++ {
		sv, err := Try(seats, n, rng)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%d seats, %d games, %.2f rounds a game, %d at the cap", seats, sv.Games, float64(sv.Rounds)/float64(n), sv.Capped)
		all := sv.Points[Tournament] + sv.Points[Justice] + sv.Points[Quest]
		for i, wins := range sv.Wins[:seats] {
			t.Logf("  first tent %d wins %.1f %%", i+1, 100*float64(wins)/float64(n))
		}
		for _, k := range []Kind{Tournament, Justice, Quest} {
			share := float64(sv.Points[k]) / float64(all)
			t.Logf("  %-16s %.1f %% of the points", k.Name().En, 100*share)
		}
	}
}
