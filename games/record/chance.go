package record

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
	"tableronde/games/table"
)

// Tags about the chance of a match and its proof.
const (
	tagSeed         = "Seed"
	tagMatch        = "Match"        // the id that the seed was made from
	tagCommitment   = "Commitment"   // published before the deal
	tagSecret       = "Secret"       // published after the end
	tagContribution = "Contribution" // and the number of the seat
)

// fixes reports whether a tag fixes a result of chance in a game.
func fixes(info games.Info, name string) bool {
	return name == games.TagDeck || strings.HasPrefix(name, games.TagDeck+".") || name == games.TagChance || slices.Contains(info.Fixes, name)
}

// seed returns the seed of the record, nil if it names none.
func (r *Record) seed() (*games.Seed, error) {
	t, ok := r.tags[tagSeed]
	if !ok {
		return nil, nil
	}
	seed, err := games.ParseSeed(t.value)
	if err != nil {
		return nil, &LineError{Line: t.line, Err: refuse("record.seed")}
	}
	return &seed, nil
}

// chance adds the seed and the fixed results of the record to a setup.
func (r *Record) chance(info games.Info, setup *games.Setup) (err error) {
	if setup.Seed, err = r.seed(); err != nil {
		return err
	}
	setup.Fixed = make(map[string]string)
	for name, t := range r.tags {
		if fixes(info, name) {
			setup.Fixed[name] = t.value
		}
	}
	return nil
}

// setChance sets the tags of a setup's seed and fixed results.
func (r *Record) setChance(setup games.Setup) {
	if setup.Seed != nil {
		r.set(tagSeed, setup.Seed.Hex())
	}
	for name, text := range setup.Fixed {
		r.set(name, text)
	}
}

// Fair holds the parts that the seed of a match is derived from, so that neither
// the server nor any player can choose it.
type Fair struct {
	Match         string       // the id of the match
	Secret        games.Secret // drawn by the server, its commitment published before anybody contributed
	Contributions []string     // of the players, by seat from seat 1; "" or missing for none
}

// Seed returns the seed of a match for so many seats.
func (f Fair) Seed(seats int) games.Seed {
	contributions := make([]string, seats)
	copy(contributions, f.Contributions)
	return f.Secret.Seed(f.Match, contributions)
}

// Prove adds to the record of a finished match everything needed to verify its
// chance: the secret and the other parts of its seed, and all results of chance, so
// that other programs can replay it without computing a seed.
//
// The error is for a match that goes on, whose secret must not be published; for
// a match with another seed; and for an id or a contribution that no tag can hold.
func (r *Record) Prove(m table.Match, f Fair) error {
	setup, state := m.Setup(), m.State()
	decider, ok := state.(games.Decider)
	switch {
	case !ok || !m.Ruleset().Info().Chance:
		return errors.New("the game has no chance to prove")
	case !m.Over():
		return errors.New("the match goes on: its secret stays one")
	case setup.Seed == nil || f.Seed(setup.Seats) != *setup.Seed:
		return errors.New("the seed of the match was made from something else")
	}
	tags := map[string]string{tagMatch: f.Match, tagSecret: f.Secret.Hex(), tagCommitment: f.Secret.Commitment()}
	for i, text := range f.Contributions {
		if text != "" {
			tags[tagContribution+strconv.Itoa(i+1)] = text
		}
	}
	for name, text := range decider.Decided() {
		tags[name] = text
	}
	for name, text := range tags {
		if r.set(name, text); r.Tag(name) != text {
			return fmt.Errorf("no tag %s can hold %q", name, text)
		}
	}
	return nil
}
