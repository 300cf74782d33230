package kutschke

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"tableronde/games"
)

// Survey is what came of games among sensible players.
type Survey struct {
	Seats  int
	Games  int
	Wins   [maxSeats]int // by the tent of the first round
	Rounds int           // of all games together
	Capped int           // games that ended without anybody at the target
	Points [kinds]int    // that were scored, by the action card: G, Q, T
}

// WinShare returns the part of the games that the holder of a tent in the first round
// has won.
func (sv Survey) WinShare(first int) float64 {
	return float64(sv.Wins[first-1]) / float64(sv.Games)
}

// PointShare returns the part of all points that came by an action card.
func (sv Survey) PointShare(k Kind) float64 {
	return float64(sv.Points[k]) / float64(sv.Points[Tournament]+sv.Points[Justice]+sv.Points[Quest])
}

// String returns the survey in a few lines.
func (sv Survey) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d seats, %d games of %.1f rounds, %d at the last round of all\n", sv.Seats, sv.Games, float64(sv.Rounds)/float64(sv.Games), sv.Capped)
	for i := range sv.Seats {
		fmt.Fprintf(&b, "first tent %d: %4.1f %% of the wins\n", i+1, 100*sv.WinShare(i+1))
	}
	for _, k := range []Kind{Tournament, Justice, Quest} {
		fmt.Fprintf(&b, "%-10s %4.1f %% of the points\n", k.Name().En, 100*sv.PointShare(k))
	}
	return b.String()
}

// Try plays games among sensible players.
func Try(seats, n int, rng *rand.Rand) (Survey, error) {
	sv := Survey{Seats: seats, Games: n}
	for range n {
		var seed games.Seed
		for i := range seed {
			seed[i] = byte(rng.Uint32())
		}
		s, err := ruleset{}.New(games.Setup{Seats: seats, Seed: &seed})
		if err != nil {
			return sv, err
		}
		if err := sv.play(s.(*state), rng); err != nil {
			return sv, err
		}
	}
	return sv, nil
}

// play plays a game to its end and takes it down.
func (sv *Survey) play(s *state, rng *rand.Rand) error {
	first := s.knights
	for s.result == nil {
		seat := s.ToAct()[0]
		line := Sensible(s.view(seat), s.Legal(seat), rng)
		next, _, err := s.play(seat, line, nil)
		if err != nil {
			return err
		}
		a := script.action[line]
		switch {
		case a.kind == Quest && a.verb == step:
			sv.Points[Quest] += a.adventure.Shields()
		case a.kind == Justice && a.verb == step:
			sv.Points[Justice] += justicePoints
		case a.verb == bid:
			sv.Points[Tournament] += next.points() - s.points()
		}
		s = next
	}
	sv.Wins[first[s.ranking[0]-1].tent-1]++
	sv.Rounds += s.round
	if s.result.Reason == ReasonRounds {
		sv.Capped++
	}
	return nil
}

// points adds up those of all seats.
func (s *state) points() int {
	n := 0
	for _, k := range s.seated() {
		n += int(k.points)
	}
	return n
}
