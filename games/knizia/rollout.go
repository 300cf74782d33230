package knizia

import (
	"math"
	"math/rand/v2"

	"tableronde/games"
)

// mostRollout is the number of moves after which a rollout ends.
const mostRollout = 400

// Rollout plays on from a state by quick choices to the end of the tournament. It fills in the part
// of the game that each seat will win, by seat-1, judged by tokens and hands. The state must be one
// of Determinize: every seat plays with knowledge of all of it.
func (s *state) Rollout(rng *rand.Rand, values []float64) {
	r := rollout{run: run{state: s.copy()}, rng: rng}
	for range mostRollout {
		if r.phase == PhaseOver || r.err != nil || r.phase == PhaseOpen && r.tournament > s.tournament {
			break
		}
		at := r.active
		if r.phase == PhaseAdapt {
			at = r.pending.First()
		}
		m := Move{}
		if r.phase == PhaseReact && r.rng.IntN(2) == 1 { // the holder of Lancelot uses it half the time
			for holder := range r.around(0) {
				if r.player(holder).checkReact(Move{Do: Cancel}) == nil {
					at, m = holder, Move{Do: Cancel, Card: Lancelot}
				}
			}
		}
		if m.Do == NoVerb {
			m = r.choose(at)
		}
		r.play(at, m)
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

// Expect returns the quick choice of a seat. In a search tree for more than two seats, the actions
// of each are visited too seldom to find its best one. At a table of two they are visited often
// enough, and Expect returns "".
func (s *state) Expect(number games.Seat, rng *rand.Rand) string {
	if s.seats == 2 {
		return ""
	}
	return s.Quick(number, rng)
}

// rollout is a state on which moves are played in place.
type rollout struct {
	run
	rng   *rand.Rand
	list  []Move
	cards []Card
}

// choose returns a quick choice of a seat: to open, the color of most cards, one whose token is
// missing before others.
func (r *rollout) choose(at seatIndex) Move {
	switch r.phase {
	case PhaseOpen:
		best, most := NoColor, -1.0
		for c := range r.openings(at).All() {
			worth := float64(r.hands[at].And(pack.ofColor[c]).Len()) + r.rng.Float64()
			if c != Purple && r.tokens[at].Has(c) {
				worth /= 2
			}
			if worth > most {
				best, most = c, worth
			}
		}
		return Move{Do: ChooseColor, Color: best}
	case PhaseToken:
		missing := r.missingTokens(at)
		return Move{Do: TakeToken, Color: missing.At(r.rng.IntN(missing.Len()))}
	case PhaseTurn:
		return r.chooseTurn(at)
	}
	return r.player(at).defaultMove()
}

// chooseTurn goes on with a turn: a seat follows as long as it can lead with few cards and
// wants the token, or wants to keep it from a rival near its goal, and plays an action card
// if not.
func (r *rollout) chooseTurn(at seatIndex) Move {
	best, rival := r.bestRival(at)
	total, in := r.total(at), int(r.seats)-r.withdrawn.Len()
	opens := r.openerOwes()
	if !opens && r.player(at).checkEnd() == nil {
		return Move{Do: EndTurn}
	}
	spare := r.gather(at) + total - best
	if opens && len(r.cards) > 0 {
		return Move{Do: PlayCard, Card: r.cards[len(r.cards)/2]}
	}
	wants := r.color == Purple || !r.tokens[at].Has(r.color) ||
		r.tokens[rival].Len() == r.tokensToWin()-1 && !r.tokens[rival].Has(r.color)
	follows := spare >= 1 && len(r.cards) > 0
	switch {
	case r.added > 0 && follows: // the cards placed cannot be taken back
	case !wants && r.rng.IntN(4) > 0,
		in > 2 && total == 0 && spare < 2+in:
		follows = false
	}
	if !follows {
		if m := r.action(at); wants && m.Do != NoVerb && r.rng.IntN(3) > 0 {
			return m
		}
		return r.player(at).defaultMove()
	}
	for _, c := range r.cards {
		if total+c.worth(r.color) > best {
			return Move{Do: PlayCard, Card: c}
		}
	}
	return Move{Do: PlayCard, Card: r.cards[len(r.cards)-1]}
}

// gather collects the cards that a seat may place, the lowest first, and returns the sum that
// they add to its total.
func (r *rollout) gather(at seatIndex) (sum int) {
	r.cards = r.cards[:0]
	if r.player(at).checkAdd() != nil {
		return 0
	}
	maiden := r.displays[at].has(W6)
	for card := range r.hands[at].And(pack.supporters.Or(pack.ofColor[r.color])).All() {
		c := card.kind()
		if c == W6 && maiden {
			continue
		}
		maiden = maiden || c == W6
		i := len(r.cards)
		r.cards = append(r.cards, c)
		for ; i > 0 && r.cards[i-1].Value() > c.Value(); i-- {
			r.cards[i], r.cards[i-1] = r.cards[i-1], r.cards[i]
		}
		if sum += c.worth(r.color); r.stunned == at {
			sum = max(c.worth(r.color), sum-c.worth(r.color))
		}
	}
	return sum
}

// action returns a random action card that can be played, the zero Move for none. It leaves
// cards that need more thought in the hand.
func (r *rollout) action(at seatIndex) Move {
	r.list = r.list[:0]
	for _, c := range Actions() {
		switch c {
		case Retreat, Outwit, Charge, Shield, Lancelot:
			continue
		}
		if !r.hands[at].And(pack.ofKind[c]).Empty() {
			r.list = r.player(at).appendPlays(c, r.list)
		}
	}
	if len(r.list) == 0 {
		return Move{}
	}
	return r.list[r.rng.IntN(len(r.list))]
}

// The worth of tokens and cards in hand between two tournaments: by e to the power of their
// sum one seat is likelier to win the game than another. Fitted to 12,000 games of quick
// choices for two to five, which agree about them.
const (
	cardProspect      = 0.05 // of each card in hand
	actionProspect    = 0.05 // additional, of an action card
	wantedProspect    = 0.05 // of a point of cards in colors without a token
	longestProspect   = 0.03 // of a point of the best of these colors
	supporterProspect = 0.07 // of a point of supporters
	openerProspect    = 0.15 // of opening the next tournament
	purpleProspect    = 0.7  // of the token that is hardest to get
)

// tokenProspects is the worth of tokens, by the number that is missing to win.
var tokenProspects = [...]float64{0, 0.95, 0.3, -0.2, -0.65, -0.9}

// judge fills in the part of the game that each seat will win.
func (p *position) judge(values []float64) {
	if p.phase == PhaseOver {
		values[p.winner] = 1
		return
	}
	sum := 0.0
	for at := range seatIndex(p.seats) {
		if !p.resigned.Has(at) {
			values[at] = math.Exp(p.prospect(at))
			sum += values[at]
		}
	}
	for i := range values[:p.seats] {
		values[i] /= sum
	}
}

// prospect returns the worth of a seat's tokens and cards, on a scale of logarithms.
func (p *position) prospect(at seatIndex) float64 {
	h := p.hands[at]
	worth := tokenProspects[p.tokensToWin()-p.tokens[at].Len()]
	worth += cardProspect*float64(h.Len()) + actionProspect*float64(h.And(pack.actions).Len())
	worth += supporterProspect * float64(points(h.And(pack.supporters), NoColor))
	longest := 0
	for c := Purple; c <= Green; c++ {
		if !p.tokens[at].Has(c) {
			sum := points(h.And(pack.ofColor[c]), c)
			worth += wantedProspect * float64(sum)
			longest = max(longest, sum)
		}
	}
	worth += longestProspect * float64(longest)
	if at == p.active {
		worth += openerProspect
	}
	if p.tokens[at].Has(Purple) {
		worth += purpleProspect
	}
	return worth
}

// points returns the worth of cards in a tournament of a color.
func points(list hand, c Color) (sum int) {
	for card := range list.All() {
		sum += card.kind().worth(c)
	}
	return sum
}
