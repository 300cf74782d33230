// Package balance counts how games of the bots against each other turn out: whether the place
// at the table or the cards decide too much. Nothing that plays imports it.
package balance

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/kutschke"
)

// KutschkeSurvey counts how games of Kutschke's Camelot turn out.
type KutschkeSurvey struct {
	Seats  int
	Games  int
	Wins   []int                 // by the tent of the first round, from tent 1
	Rounds int                   // of all games together
	Capped int                   // games in which no seat came to the target
	Points map[kutschke.Kind]int // scored by each kind of action card
}

// SurveyKutschke plays n games in which every seat is played by Kutschke. The error is the
// ruleset's, for a number of seats that it does not allow.
func SurveyKutschke(seats, n int, rng *rand.Rand) (KutschkeSurvey, error) {
	return surveyKutschke(seats, n, rng, func(s games.State, seat games.Seat) (string, error) {
		return bot.Kutschke(s.View(seat).(kutschke.View), s.Legal(seat), rng), nil
	})
}

// surveyKutschke plays n games. choose returns the action of the seat to act, which must be
// legal.
func surveyKutschke(seats, n int, rng *rand.Rand, choose func(games.State, games.Seat) (string, error)) (KutschkeSurvey, error) {
	sv := KutschkeSurvey{Seats: seats, Wins: make([]int, seats), Points: make(map[kutschke.Kind]int)}
	for range n {
		var seed games.Seed
		for i := range seed {
			seed[i] = byte(rng.Uint32())
		}
		s, err := kutschke.Rulesets()[0].New(games.Setup{Seats: seats, Seed: &seed})
		if err != nil {
			return sv, err
		}
		if err := sv.play(s, choose); err != nil {
			return sv, err
		}
	}
	return sv, nil
}

// play plays a game to its end and counts it.
func (sv *KutschkeSurvey) play(s games.State, choose func(games.State, games.Seat) (string, error)) error {
	first := s.View(games.Omniscient).(kutschke.View)
	for s.Result() == nil {
		seat := s.ToAct()[0]
		line, err := choose(s, seat)
		if err != nil {
			return err
		}
		for _, f := range s.(games.Reporter).Tell(games.Omniscient, seat, line) {
			if f.Kind == kutschke.FactPoints {
				sv.Points[scoring[f.Word]] += f.Number - f.Before
			}
		}
		if s, _, err = s.Apply(seat, line); err != nil {
			return fmt.Errorf("%d: %s: %w", seat, line, err)
		}
	}
	sv.Games++
	sv.Wins[first.Seats[s.Result().Winners[0]-1].Tent-1]++
	sv.Rounds += s.View(games.Omniscient).(kutschke.View).Round
	if s.Result().Reason == kutschke.ReasonRounds {
		sv.Capped++
	}
	return nil
}

// scoring lists the kinds of action card that score points, by their codes.
var scoring = map[string]kutschke.Kind{
	kutschke.Tournament.String(): kutschke.Tournament,
	kutschke.Justice.String():    kutschke.Justice,
	kutschke.Quest.String():      kutschke.Quest,
}

// WinShare returns the part of the games won by the holder of a tent in the first
// round, from tent 1.
func (sv KutschkeSurvey) WinShare(tent int) float64 {
	return float64(sv.Wins[tent-1]) / float64(sv.Games)
}

// PointShare returns the part of all points scored by a kind of action card.
func (sv KutschkeSurvey) PointShare(k kutschke.Kind) float64 {
	all := 0
	for _, points := range sv.Points {
		all += points
	}
	return float64(sv.Points[k]) / float64(all)
}

// String returns the survey in a few lines.
func (sv KutschkeSurvey) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d seats, %d games of %.1f rounds, %d at the last round of all\n", sv.Seats, sv.Games, float64(sv.Rounds)/float64(sv.Games), sv.Capped)
	for i := range sv.Seats {
		fmt.Fprintf(&b, "first tent %d: %4.1f %% of the wins\n", i+1, 100*sv.WinShare(i+1))
	}
	for _, k := range []kutschke.Kind{kutschke.Tournament, kutschke.Justice, kutschke.Quest} {
		fmt.Fprintf(&b, "%-10s %4.1f %% of the points\n", k.Name().En, 100*sv.PointShare(k))
	}
	return b.String()
}
