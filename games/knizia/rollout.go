package knizia

import (
	"math/rand/v2"

	"tableronde/games"
)

// mostRollout is the number of moves after which a rollout ends.
const mostRollout = 400

// Rollout plays on from a state by quick choices to the end of the tournament, and fills in
// the part of the game that each seat will win, by seat-1, judged by tokens and hands. The state must be one of Determinize:
// every seat plays by the whole of it.
func (s *state) Rollout(rng *rand.Rand, values []float64) {
	r := rollout{run: run{state: s.copy()}, rng: rng}
	for range mostRollout {
		if r.phase == PhaseOver || r.err != nil || r.phase == PhaseOpen && r.tournament > s.tournament {
			break
		}
		at := r.active
		if r.phase == PhaseAdapt {
			at = r.pending.first()
		}
		if holder := r.interrupter(); holder != nobody {
			r.play(holder, Move{Do: Cancel, Card: Lancelot})
			continue
		}
		r.play(at, r.choose(at))
	}
	r.judge(values)
}

// Quick returns the choice that a seat makes in a Rollout.
func (s *state) Quick(number games.Seat, rng *rand.Rand) string {
	at, ok := s.seatOf(number)
	if !ok {
		return ""
	}
	r := rollout{run: run{state: s.copy()}, rng: rng}
	return r.choose(at).String()
}

// Expect returns the quick choice of a seat: in a tree of several others each is visited too
// seldom to find what is best for it. Among two it is, and Expect returns "".
func (s *state) Expect(number games.Seat, rng *rand.Rand) string {
	if s.seats == 2 {
		return ""
	}
	return s.Quick(number, rng)
}

// rollout is a state that is played on in place.
type rollout struct {
	run
	rng   *rand.Rand
	list  []Move
	cards []Card
}

// interrupter returns a seat that cancels the action under way, nobody if none does: who
// holds Lancelot uses it one time in two.
func (r *rollout) interrupter() seatIndex {
	if r.phase != PhaseReact || r.rng.IntN(2) == 0 {
		return nobody
	}
	for at := range seatIndex(r.seats) {
		if at != r.active && r.hands[at].has(firstOfKind[Lancelot]) && !r.withdrawn.has(at) {
			return at
		}
	}
	return nobody
}

// choose returns a quick choice of a seat.
func (r *rollout) choose(at seatIndex) Move {
	switch r.phase {
	case PhaseOpen:
		return Move{Do: ChooseColor, Color: r.openingColor(at)}
	case PhaseToken:
		all := r.missingTokens(at).list()
		return Move{Do: TakeToken, Color: all[r.rng.IntN(len(all))]}
	case PhaseTurn:
		return r.chooseTurn(at)
	}
	return r.defaultMove(at)
}

// openingColor returns the color of most cards, one whose token is missing before others.
func (r *rollout) openingColor(at seatIndex) Color {
	best, most := NoColor, -1.0
	for _, c := range r.openings(at).list() {
		worth := float64(r.hands[at].and(colorMasks[c]).len()) + r.rng.Float64()
		if c != Purple && r.tokens[at].has(c) {
			worth /= 2
		}
		if worth > most {
			best, most = c, worth
		}
	}
	return best
}

// chooseTurn goes on with a turn: a seat follows as long as it can lead with few cards and
// wants the token, and plays an action card if not.
func (r *rollout) chooseTurn(at seatIndex) Move {
	best, rival := r.bestRival(at)
	total := r.total(at)
	opens := r.openerOwes()
	if !opens && r.checkEnd(at) == nil {
		return Move{Do: EndTurn}
	}
	spare := r.gather(at) + total - best
	if opens && len(r.cards) > 0 {
		return Move{Do: PlayCard, Card: r.cards[len(r.cards)/2]}
	}
	wants := r.wants(at, rival)
	follows := spare >= 1 && len(r.cards) > 0
	switch {
	case r.added > 0 && follows: // no way back from what lies there
	case !wants && r.rng.IntN(4) > 0,
		r.inTournament().len() > 2 && total == 0 && spare < 2+r.inTournament().len():
		follows = false
	}
	if !follows {
		if m := r.action(at); wants && m.Do != NoVerb && r.rng.IntN(3) > 0 {
			return m
		}
		return r.defaultMove(at)
	}
	for _, c := range r.cards {
		if total+r.worth(c) > best {
			return Move{Do: PlayCard, Card: c}
		}
	}
	return Move{Do: PlayCard, Card: r.cards[len(r.cards)-1]}
}

// wants reports whether a seat wants the token, or that a rival near its goal does not get
// it.
func (r *rollout) wants(at, rival seatIndex) bool {
	return r.color == Purple || !r.tokens[at].has(r.color) ||
		r.tokens[rival].len() == r.tokensToWin()-1 && !r.tokens[rival].has(r.color)
}

// worth returns what a card adds to a total.
func (r *rollout) worth(c Card) int {
	if r.color == Green {
		return 1
	}
	return c.Value()
}

// gather collects the cards that a seat may place, the lowest first, and returns what they
// add to its total.
func (r *rollout) gather(at seatIndex) (sum int) {
	r.cards = r.cards[:0]
	maiden := r.displays[at].hasMaiden()
	for h := r.hands[at]; !h.empty(); {
		c := h.pop().kind()
		if c.IsAction() || c.IsColored() && c.Color() != r.color || c == W6 && maiden || r.checkAdd(at) != nil {
			continue
		}
		maiden = maiden || c == W6
		i := len(r.cards)
		r.cards = append(r.cards, c)
		for ; i > 0 && r.cards[i-1].Value() > c.Value(); i-- {
			r.cards[i], r.cards[i-1] = r.cards[i-1], r.cards[i]
		}
		if sum += r.worth(c); r.stunned == at {
			sum = max(r.worth(c), sum-r.worth(c))
		}
	}
	return sum
}

// action returns a random action card that can be played, the zero Move for none.
func (r *rollout) action(at seatIndex) Move {
	r.list = r.list[:0]
	for h := r.hands[at].and(actionMask); !h.empty(); {
		c := h.first().kind()
		h.low &^= kindMasks[c].low
		h.high &^= kindMasks[c].high
		switch c {
		case Retreat, Outwit, Charge, Shield, Lancelot:
			continue // of use to those who think longer
		}
		r.list = r.appendPlays(at, c, r.list)
	}
	if len(r.list) == 0 {
		return Move{}
	}
	return r.list[r.rng.IntN(len(r.list))]
}

// actionMask are all action cards.
var actionMask = maskKinds(func(c Card) int {
	if c.IsAction() {
		return 1
	}
	return 0
})[1]
