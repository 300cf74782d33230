package kutschke

import (
	"strconv"
	"tableronde/games/effort"
	"testing"
)

// TestBalance plays games among sensible players, for each number of them, and
// logs how they turn out:
//
//	TABLERONDE_EFFORT=200 go test -v -timeout 20m -run TestBalance ./games/kutschke
func TestBalance(t *testing.T) {
	n := effort.N(100)
	for seats := minSeats; seats <= maxSeats; seats++ {
		t.Run(strconv.Itoa(seats), func(t *testing.T) {
			t.Parallel()
			sv, err := Try(seats, n, newRand(uint64(seats)))
			if err != nil {
				t.Fatal(err)
			}
			t.Log(sv)
			for i := range seats {
				if share := sv.WinShare(i + 1); n >= 5000 && (share < 0.7/float64(seats) || share > 1.3/float64(seats)) {
					t.Errorf("first tent %d wins %.3f of the games", i+1, share)
				}
			}
			for _, k := range []Kind{Tournament, Justice, Quest} {
				if share := sv.PointShare(k); share < 0.1 {
					t.Errorf("%s gives but %.3f of the points", k.Name().En, share)
				}
			}
		})
	}
}
