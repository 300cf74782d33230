package record

import (
	"errors"
	"fmt"
	"maps"
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

// Fair holds the parts from which the seed of a match is derived, so that neither the server nor
// any player can choose it.
type Fair struct {
	Match         string       // the id of the match
	Secret        games.Secret // drawn by the server, its commitment published before anybody contributed
	Contributions []string     // of the players, by seat from seat 1, "" or missing for none
}

// Seed returns the seed of a match for a number of seats.
func (f Fair) Seed(seats int) games.Seed {
	contributions := make([]string, seats)
	copy(contributions, f.Contributions)
	return f.Secret.Seed(f.Match, contributions)
}

// Prove adds to the record of a finished match everything needed to verify its
// chance: the secret and the other parts of its seed, and all results of chance, so
// that other programs can replay it without computing a seed.
//
// The error is for a match that goes on, whose secret must not be published, for a match with
// another seed, and for an id or a contribution that no tag can hold.
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

// Verified lists the facts that a record has proved, up to the first check that fails.
type Verified struct {
	Match        string
	Commitment   string       // the hash of the secret, or "" if it was not proved
	Seed         bool         // the seed follows from the secret, the match and the contributions
	Contributors []games.Seat // seats that contributed to the seed, ascending
	Decided      []string     // tags of results of chance, all of which follow from the seed
	Lines        int          // events that are legal with these results
	Result       string       // that the events lead to, as in a Result tag
}

// Verify checks the shuffle of a finished match. The secret is the one committed to, the seed was
// made from it, everything else which chance decided follows from the seed alone, and the lines
// then lead to the result.
//
// The error is the first check that fails: a *games.Illegal, in a *LineError for a
// line that the seed's cards do not allow, or the error of lookup or of the
// ruleset. If a record names a seed but not its origin, everything else is checked
// before that error is returned. It is an error too if a game has no chance.
func (r *Record) Verify(lookup func(id string, version int) (games.Ruleset, error)) (Verified, error) {
	var v Verified
	rules, seats, err := r.rules(lookup)
	if err != nil {
		return v, err
	}
	if !rules.Info().Chance {
		return v, refuse("record.fair.game", "game", rules.Info().Name.En)
	}
	seed, err := r.seed()
	if err != nil {
		return v, err
	}
	if seed == nil {
		return v, refuse("record.fair.no_seed")
	}
	if r.Tag(tagSeed) != seed.Hex() {
		return v, refuse("record.fair.form", "name", tagSeed)
	}
	var missing error
	for _, name := range []string{tagCommitment, tagSecret, tagMatch} {
		if missing == nil && r.Tag(name) == "" {
			missing = refuse("record.fair.unnamed", "name", name)
		}
	}
	if missing == nil {
		if err := v.checkSeed(r, *seed, seats); err != nil {
			return v, err
		}
	}
	if err := v.checkChance(r, rules, *seed, seats); err != nil {
		return v, err
	}
	return v, missing
}

// checkSeed checks the secret against its commitment, and the seed against the secret.
func (v *Verified) checkSeed(r *Record, seed games.Seed, seats int) error {
	raw, err := games.ParseSeed(r.Tag(tagSecret))
	secret := games.Secret(raw)
	if err != nil || r.Tag(tagSecret) != secret.Hex() {
		return refuse("record.fair.form", "name", tagSecret)
	}
	if r.Tag(tagCommitment) != secret.Commitment() {
		return refuse("record.fair.commitment")
	}
	v.Commitment = secret.Commitment()
	fair := Fair{Match: r.Tag(tagMatch), Secret: secret, Contributions: make([]string, seats)}
	for name, t := range r.tags {
		number, ok := strings.CutPrefix(name, tagContribution)
		if !ok || t.value == "" {
			continue
		}
		seat, err := strconv.Atoi(number)
		if err != nil || seat < 1 || seat > seats || strconv.Itoa(seat) != number {
			return refuse("record.fair.contribution", "name", name, "seats", strconv.Itoa(seats))
		}
		fair.Contributions[seat-1] = t.value
		v.Contributors = append(v.Contributors, games.Seat(seat))
	}
	slices.Sort(v.Contributors)
	if fair.Seed(seats) != seed {
		return refuse("record.fair.seed")
	}
	v.Match, v.Seed = fair.Match, true
	return nil
}

// checkChance plays the lines by the seed alone and compares decks, lots and result.
func (v *Verified) checkChance(r *Record, rules games.Ruleset, seed games.Seed, seats int) error {
	setup := r.setup(seats)
	setup.Seed = &seed
	m, err := table.New(rules, setup)
	if err != nil {
		return err
	}
	if m, err = r.play(m); err != nil {
		return err
	}
	if !m.Over() {
		return refuse("record.fair.going_on")
	}
	var decided map[string]string
	if state, ok := m.State().(games.Decider); ok {
		decided = state.Decided()
	}
	if err := r.compareChance(rules.Info(), decided); err != nil {
		return err
	}
	v.Decided = slices.SortedFunc(maps.Keys(decided), compareTags)
	v.Lines = m.Ply()
	result := Scores(m.Result(), m.Setup().Seats)
	if r.Tag(tagResult) != result {
		return refuse("record.fair.result", "text", r.Tag(tagResult), "result", result)
	}
	v.Result = result
	return nil
}

// compareChance returns an error for the first tag that differs from the result of the seed, and
// names the first difference.
func (r *Record) compareChance(info games.Info, decided map[string]string) error {
	names := slices.Collect(maps.Keys(decided))
	for name := range r.tags {
		if _, ok := decided[name]; !ok && fixes(info, name) {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, compareTags)
	for _, name := range names {
		want, gives := decided[name]
		if !gives {
			return refuse("record.fair.surplus", "name", name)
		}
		if _, ok := r.tags[name]; !ok {
			return refuse("record.fair.absent", "name", name)
		}
		if text := r.Tag(name); text != want {
			is, gives := strings.Fields(text), strings.Fields(want)
			for i := range max(len(is), len(gives)) {
				a, b := "—", "—"
				if i < len(is) {
					a = is[i]
				}
				if i < len(gives) {
					b = gives[i]
				}
				if a != b {
					return refuse("record.fair.decided", "name", name, "place", strconv.Itoa(i+1), "text", a, "want", b)
				}
			}
			return refuse("record.fair.form", "name", name)
		}
	}
	return nil
}
