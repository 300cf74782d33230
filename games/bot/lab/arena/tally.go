package arena

import (
	"fmt"
	"math"
)

// Tally counts games from the view of A.
type Tally struct {
	Games             int
	Wins, Draws, Lost int
	Score             float64
	Plies             int
	Chance            float64 // the share of a player as good as the others
}

// add counts a game and reports the tally, unless report is nil.
func (t *Tally) add(score float64, plies int, report func(Tally)) {
	t.Games++
	t.Score += score
	t.Plies += plies
	switch score {
	case 1:
		t.Wins++
	case 0:
		t.Lost++
	default:
		t.Draws++
	}
	if report != nil {
		report(*t)
	}
}

// Share returns the score as a part of 1.
func (t Tally) Share() float64 { return t.Score / float64(max(1, t.Games)) }

// Bounds returns the bounds of the share with a probability of 95 % (Wilson's). Draws
// count as half a win and half a loss, which makes them a little wide.
func (t Tally) Bounds() (low, high float64) {
	const z = 1.959964
	n, p := float64(max(1, t.Games)), t.Share()
	center := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return max(0, center-half), min(1, center+half)
}

// String returns the tally in a line, with the difference in Elo where there are two sides.
func (t Tally) String() string {
	low, high := t.Bounds()
	text := fmt.Sprintf("%g of %d (+%d =%d -%d), %.1f %% (%.1f to %.1f)", t.Score, t.Games, t.Wins, t.Draws, t.Lost, 100*t.Share(), 100*low, 100*high)
	if t.Chance != 0.5 {
		return text + fmt.Sprintf(", %.0f %% by chance", 100*t.Chance)
	}
	elo := func(share float64) float64 { return -400 * math.Log10(1/share-1) }
	if share := t.Share(); share > 0 && share < 1 {
		text += fmt.Sprintf(", Elo %+.0f", elo(share))
	} else {
		text += ", Elo beyond"
	}
	return text + fmt.Sprintf(" (%+.0f to %+.0f)", elo(low), elo(high))
}
