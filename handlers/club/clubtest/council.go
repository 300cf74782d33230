package clubtest

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"

	"tableronde/games"
)

// council is a game for tests. In each of three rounds all seats say "yes" or "no" in secret; the
// answers are shown when all have spoken. "seize" is an interrupt that every seat may play at any
// time, and "crash" panics.
type council struct{}

type councilState struct {
	seats  int
	spoken []string // by seat, "" for not yet
	rounds []string
}

func (council) Info() games.Info {
	return games.Info{
		ID: "council", Version: 1, Name: games.Text{En: "Council", Fr: "Conseil"}, Seats: []int{2, 3}, Hidden: true,
		Options: []games.Option{{ID: "mood", Values: []string{"calm", "angry"}, Meaning: []games.Text{{}, {}}}},
	}
}

func (council) New(s games.Setup) (games.State, error) {
	seats := max(s.Seats, 2)
	return councilState{seats: seats, spoken: make([]string, seats)}, nil
}

func (s councilState) ToAct() []games.Seat {
	var seats []games.Seat
	for i, word := range s.spoken {
		if word == "" && s.Result() == nil {
			seats = append(seats, games.Seat(i+1))
		}
	}
	return seats
}

func (s councilState) Legal(seat games.Seat) []string {
	if slices.Contains(s.ToAct(), seat) {
		return []string{"no", "seize", "yes"}
	}
	return []string{"seize"}
}

func (s councilState) Apply(seat games.Seat, action string) (games.State, string, error) {
	if action == "crash" {
		panic("the rules have crashed")
	}
	if action == "seize" {
		s.rounds = append(slices.Clone(s.rounds), "seized")
		return s, action, nil
	}
	if !slices.Contains(s.ToAct(), seat) {
		return nil, "", games.ErrNotYourTurn
	}
	if action != "yes" && action != "no" {
		return nil, "", &games.Illegal{Key: "council.word", Rule: "words", Text: "say yes or no"}
	}
	s.spoken = slices.Clone(s.spoken)
	s.spoken[seat-1] = action
	if !slices.Contains(s.spoken, "") {
		s.rounds = append(slices.Clone(s.rounds), strings.Join(s.spoken, " "))
		s.spoken = make([]string, s.seats)
	}
	return s, action, nil
}

func (s councilState) Resign(games.Seat) (games.State, error) {
	s.rounds = []string{"left", "left", "left"}
	return s, nil
}

func (s councilState) View(viewer games.Seat) games.View {
	own := ""
	if viewer > 0 {
		own = s.spoken[viewer-1]
	}
	return map[string]any{"rounds": s.rounds, "own": own}
}

func (s councilState) Determinize(games.Seat, *rand.Rand) games.State { return s }

func (s councilState) Result() *games.Result {
	if len(s.rounds) < 3 {
		return nil
	}
	return &games.Result{Scores: map[games.Seat]float64{1: 0.5, 2: 0.5}, Reason: "rounds"}
}

// Stage plays actions ahead. It foresees everything except the answers of others.
func (s councilState) Stage(seat games.Seat, actions []string) (games.View, int, error) {
	for i, action := range actions {
		next, _, err := s.Apply(seat, action)
		if err != nil {
			return s.View(seat), i, err
		}
		s = next.(councilState)
	}
	return s.View(seat), len(actions), nil
}

// FindCouncil returns the rules of the game council for every name.
func FindCouncil(game string, _ int) (games.Ruleset, error) {
	if game != "council" {
		return nil, errors.New("no such game")
	}
	return council{}, nil
}
