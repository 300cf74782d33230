package twin

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
)

const (
	pairDistance = 7  // average number of actions between pairs of a game; 2 if several seats decide at once
	maxPlayOn    = 6  // actions that both twins play on
	maxTries     = 10 // other actions, or other results of chance, that are tried for a second twin

	partTries = 3   // attempts to part twins in a state where several seats decide at once
	maxWaited = 60  // actions of a game without such a state, after which Part gives it up
	maxInVain = 500 // games without a pair, after which Part fails
)

// Deal yields pairs endlessly by letting the ruleset deal again. An error is a pair that could not
// be made: a legal action is refused, or the deal changes the viewer's view.
func (t Table) Deal(rng *rand.Rand) iter.Seq2[Pair, error] {
	return t.pairsOfGames(rng, func(side Side, seats int) (Pair, error) {
		who := randomViewer(rng, seats)
		p := Pair{Rules: t.Rules, Viewer: who, A: side, B: side}
		p.B.Setup, p.B.State = games.Setup{}, side.State.Determinize(who, rng)
		if diff := difference(side.State.View(who), p.B.State.View(who)); diff != "" {
			return p, fmt.Errorf("a new deal changes the view of viewer %d: %s", who, diff)
		}
		p.dealt = p.Different()
		return t.playOn(rng, p, seats)
	})
}

// playOn plays both twins on for a while.
func (t Table) playOn(rng *rand.Rand, p Pair, seats int) (Pair, error) {
	for range rng.IntN(maxPlayOn + 1) {
		next, err := t.advance(rng, p, seats)
		if err != nil || next == nil {
			return p, err
		}
		p = *next
	}
	return p, nil
}

// Part yields pairs without end in which a seat has chosen differently in secret. It uses
// states in which several seats decide at once, and gives up a game after too many other
// states. Half of the twins are dealt again before. An error is a pair that could not be made,
// or that the viewer notices every choice.
func (t Table) Part(rng *rand.Rand) iter.Seq2[Pair, error] {
	if len(t.Choices) > 0 {
		t.Setups, t.Openings = nil, t.Choices
	}
	return func(yield func(Pair, error) bool) {
		for vain := 0; ; vain++ {
			side, seats, err := t.start(rng)
			if vain == maxInVain {
				err = errNoSecret
			}
			for waited := 0; err == nil && waited < maxWaited && len(side.State.ToAct()) > 0; waited++ {
				for range partTries {
					p, ok, err := t.partNext(rng, side, seats)
					if ok && !yield(p, err) {
						return
					}
					if ok {
						waited, vain = 0, 0
					}
				}
				side, err = t.play(rng, side, seats)
			}
			if err != nil {
				yield(Pair{}, err)
				return
			}
		}
	}
}

var errNoSecret = errors.New("every secret choice shows")

// partNext returns a pair in which a seat chooses differently in each twin, if the next
// decision is secret.
func (t Table) partNext(rng *rand.Rand, side Side, seats int) (p Pair, ok bool, err error) {
	act, who := side.State.ToAct(), randomViewer(rng, seats)
	seat := act[rng.IntN(len(act))]
	if len(act) < 2 || seat == who {
		return p, false, nil
	}
	legal := slices.Clone(side.State.Legal(seat))
	rng.Shuffle(len(legal), func(i, k int) { legal[i], legal[k] = legal[k], legal[i] })
	if len(legal) < 2 {
		return p, false, nil
	}
	side.Past = slices.Clip(side.Past)
	p = Pair{Rules: t.Rules, Viewer: who, A: side, B: side}
	if rng.IntN(2) == 0 {
		p.B.Setup, p.B.State = games.Setup{}, side.State.Determinize(who, rng)
	}
	next, err := PlayStep(side.State, seat, legal[0])
	if err != nil {
		return p, true, fmt.Errorf("seat %d: %s, which is legal: %w", seat, legal[0], err)
	}
	p.A = side.step(next, seat, legal[0])
	if !t.isSecret(who, next, p.A.Past[len(side.Past)]) {
		return p, false, nil
	}
	if p.B, ok = t.firstMirror(p.A, p.B, who, legal[1:]); !ok {
		return p, false, nil
	}
	p.dealt = p.Different()
	p, err = t.playOn(rng, p, seats)
	return p, true, err
}

// pairsOfGames plays random games to their ends and yields pairs of states on the way.
func (t Table) pairsOfGames(rng *rand.Rand, pair func(Side, int) (Pair, error)) iter.Seq2[Pair, error] {
	return func(yield func(Pair, error) bool) {
		for {
			side, seats, err := t.start(rng)
			if err != nil {
				yield(Pair{}, err)
				return
			}
			for {
				act := len(side.State.ToAct())
				over := act == 0
				if over || rng.IntN(pairDistance) == 0 || act > 1 && rng.IntN(2) == 0 {
					side.Past = slices.Clip(side.Past)
					if p, err := pair(side, seats); (err != nil || p.B.State != nil) && !yield(p, err) {
						return
					}
				}
				if over {
					break
				}
				if side, err = t.play(rng, side, seats); err != nil {
					if !yield(Pair{}, err) {
						return
					}
					break
				}
			}
		}
	}
}

// play plays a random action of some seat.
func (t Table) play(rng *rand.Rand, side Side, seats int) (Side, error) {
	seat, action := chooseAction(rng, side.State, seats)
	next, err := PlayStep(side.State, seat, action)
	switch {
	case err == nil:
		return side.step(next, seat, action), nil
	case action == Resign:
		return side, nil
	}
	return side, fmt.Errorf("seat %d: %s, which is legal: %w", seat, action, err)
}

// advance plays one more action in both twins, the same one if it is the viewer's. It returns
// nil if the game is over, or if the viewer could then distinguish the twins.
func (t Table) advance(rng *rand.Rand, p Pair, seats int) (*Pair, error) {
	if len(p.A.State.ToAct()) == 0 {
		return nil, nil
	}
	seat, action := chooseAction(rng, p.A.State, seats)
	next, err := PlayStep(p.A.State, seat, action)
	if err != nil {
		if action == Resign {
			return nil, nil
		}
		return nil, fmt.Errorf("seat %d: %s, which is legal: %w", seat, action, err)
	}
	a := p.A.step(next, seat, action)
	b, ok := t.mirrorLast(rng, a, p.B, p.Viewer)
	if !ok {
		return nil, nil
	}
	p.A, p.B = a, b
	return &p, nil
}

// mirrorLast plays in b an action of the seat that acted last in a, after which the viewer
// cannot distinguish the twins. It returns b after it; ok is false if there is none.
func (t Table) mirrorLast(rng *rand.Rand, a, b Side, viewer games.Seat) (after Side, ok bool) {
	last := a.Past[len(a.Past)-1]
	choice := []string{last.Action}
	if t.isSecret(viewer, a.State, last) {
		other := slices.Clone(b.State.Legal(last.Seat))
		rng.Shuffle(len(other), func(i, k int) { other[i], other[k] = other[k], other[i] })
		choice = slices.Insert(other, rng.IntN(min(len(other), 2)+1), last.Action)
	}
	return t.firstMirror(a, b, viewer, choice)
}

// firstMirror plays in b the first action of choice after which the viewer cannot distinguish
// the twins, and returns b after it. It tries maxTries actions; it returns false if none fits.
func (t Table) firstMirror(a, b Side, viewer games.Seat, choice []string) (Side, bool) {
	last := a.Past[len(a.Past)-1]
	for _, action := range choice[:min(len(choice), maxTries)] {
		next, err := PlayStep(b.State, last.Seat, action)
		if err != nil || !sameView(a.State, next, viewer) {
			continue
		}
		b := b.step(next, last.Seat, action)
		if t.secretStill(viewer, a, b) && t.shownAlike(viewer, last, b.Past[len(b.Past)-1]) {
			return b, true
		}
	}
	return Side{}, false
}

// isSecret reports whether the action of a step is hidden from the viewer.
func (t Table) isSecret(viewer games.Seat, now games.State, s Step) bool {
	return t.Secret != nil && s.Seat != viewer && s.Action != Resign && t.Secret(viewer, now, s)
}

// secretStill reports whether all different actions of two twins are still hidden from
// the viewer.
func (t Table) secretStill(viewer games.Seat, a, b Side) bool {
	for i := range a.Past {
		if a.Past[i].Action != b.Past[i].Action &&
			!(t.isSecret(viewer, a.State, a.Past[i]) && t.isSecret(viewer, b.State, b.Past[i])) {
			return false
		}
	}
	return true
}

// shownAlike reports whether two steps look the same to the viewer.
func (t Table) shownAlike(viewer games.Seat, a, b Step) bool {
	if t.Shows == nil {
		return true
	}
	hides := func(f games.Fact) bool { return !t.Shows(viewer, f) }
	return reflect.DeepEqual(slices.DeleteFunc(slices.Clone(toldTo(viewer, a)), hides),
		slices.DeleteFunc(slices.Clone(toldTo(viewer, b)), hides))
}

// Replay yields pairs without end by changing results of chance and playing again. Each
// side of a pair has a setup and a past that leads from there to its state. An error is
// a match that ends differently when its results of chance are fixed.
func (t Table) Replay(rng *rand.Rand) iter.Seq2[Pair, error] {
	return t.pairsOfGames(rng, func(side Side, seats int) (Pair, error) {
		decider, ok := side.State.(games.Decider)
		if !ok {
			return Pair{}, fmt.Errorf("%s has no list of the decisions of chance", t.Rules.Info().ID)
		}
		who := randomViewer(rng, seats)
		decided := maps.Clone(side.Setup.Fixed)
		if decided == nil {
			decided = make(map[string]string)
		}
		maps.Copy(decided, decider.Decided())
		a, err := t.replayFixed(side, decided)
		if err != nil {
			return Pair{}, err
		}
		p := Pair{Rules: t.Rules, Viewer: who, A: a}
		secrets := t.secretSteps(who, a)
		for i := 0; i < maxTries && !p.dealt; i++ {
			if b, ok := t.replayChanged(rng, a, who, secrets, changedChance(rng, decided)); ok {
				p.B = b
				p.dealt = p.Different()
			}
		}
		return p, nil
	})
}

// replayFixed returns a side with the results of chance fixed.
func (t Table) replayFixed(side Side, decided map[string]string) (Side, error) {
	a := Side{Setup: side.Setup}
	a.Setup.Fixed = decided
	var err error
	if a.State, err = t.Rules.New(a.Setup); err != nil {
		return a, fmt.Errorf("a setup with the decisions of chance: %w", err)
	}
	for _, s := range side.Past {
		next, err := PlayStep(a.State, s.Seat, s.Action)
		if err != nil {
			return a, fmt.Errorf("with the decisions of chance, seat %d: %s: %w", s.Seat, s.Action, err)
		}
		a = a.step(next, s.Seat, s.Action)
	}
	if diff := difference(side.State.View(games.Omniscient), a.State.View(games.Omniscient)); diff != "" {
		return a, fmt.Errorf("the decisions of chance lead to another match: %s", diff)
	}
	return a, nil
}

// changedChance returns other results of chance.
func changedChance(rng *rand.Rand, decided map[string]string) map[string]string {
	changed := maps.Clone(decided)
	names := slices.Sorted(maps.Keys(decided))
	for range 1 + rng.IntN(3) {
		name := names[rng.IntN(len(names))]
		list := strings.Fields(changed[name])
		if len(list) == 0 {
			continue
		}
		i, k := rng.IntN(len(list)), rng.IntN(len(list))
		if name == games.TagChance {
			list[i] = strconv.Itoa(rng.IntN(8))
		} else {
			list[i], list[k] = list[k], list[i]
		}
		changed[name] = strings.Join(list, " ")
	}
	return changed
}

// secretSteps marks the steps of a past that are still hidden from a viewer.
func (t Table) secretSteps(viewer games.Seat, a Side) []bool {
	secrets := make([]bool, len(a.Past))
	for i, s := range a.Past {
		secrets[i] = t.isSecret(viewer, a.State, s)
	}
	return secrets
}

// replayChanged plays a side again with other results of chance, and with other secret
// actions. It fails if the viewer could notice.
func (t Table) replayChanged(rng *rand.Rand, a Side, viewer games.Seat, secrets []bool,
	lots map[string]string) (Side, bool) {
	b := Side{Setup: a.Setup}
	b.Setup.Fixed = lots
	var err error
	if b.State, err = t.Rules.New(b.Setup); err != nil {
		return b, false
	}
	for i, s := range a.Past {
		if secrets[i] && rng.IntN(2) == 0 {
			if legal := b.State.Legal(s.Seat); len(legal) > 0 {
				s.Action = legal[rng.IntN(len(legal))]
			}
		}
		next, err := PlayStep(b.State, s.Seat, s.Action)
		if err != nil {
			return b, false
		}
		b = b.step(next, s.Seat, s.Action)
	}
	return b, len(a.Past) > 0 && !reflect.DeepEqual(a.Setup.Fixed, lots) && t.looksAlike(viewer, a, b)
}

// looksAlike reports whether a viewer has seen no difference so far.
func (t Table) looksAlike(viewer games.Seat, a, b Side) bool {
	if !sameView(a.State, b.State, viewer) || !t.secretStill(viewer, a, b) {
		return false
	}
	for i := range a.Past {
		if !sameView(a.Past[i].Before, b.Past[i].Before, viewer) || !t.shownAlike(viewer, a.Past[i], b.Past[i]) {
			return false
		}
	}
	return true
}
