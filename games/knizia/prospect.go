package knizia

import "math"

// What tokens and cards in hand are worth between two tournaments: by e to the power of their
// sum one seat is likelier to win the game than another. Fitted to 12,000 games of quick
// choices for two to five, which agree about them.
const (
	cardProspect      = 0.05 // of each card in hand
	actionProspect    = 0.05 // besides, of an action card
	wantedProspect    = 0.05 // of a point of cards in colors without a token
	longestProspect   = 0.03 // of a point of the best of these colors
	supporterProspect = 0.07 // of a point of supporters
	openerProspect    = 0.15 // of opening the next tournament
	purpleProspect    = 0.7  // of the token that is hardest to get
)

// tokenProspects are what it is worth to miss so many tokens.
var tokenProspects = [...]float64{0, 0.95, 0.3, -0.2, -0.65, -0.9}

// judge fills in the part of the game that each seat will win.
func (p *position) judge(values []float64) {
	if p.phase == PhaseOver {
		values[p.winner] = 1
		return
	}
	sum := 0.0
	for at := range seatIndex(p.seats) {
		if !p.resigned.has(at) {
			values[at] = math.Exp(p.prospect(at))
			sum += values[at]
		}
	}
	for i := range values[:p.seats] {
		values[i] /= sum
	}
}

// prospect returns what a seat has, on a scale of logarithms.
func (p *position) prospect(at seatIndex) float64 {
	h := p.hands[at]
	worth := tokenProspects[p.tokensToWin()-p.tokens[at].len()]
	worth += cardProspect*float64(h.len()) + actionProspect*float64(h.and(actionMask).len())
	worth += supporterProspect * float64(points(h.and(supporterMask), NoColor))
	longest := 0
	for c := Purple; c <= Green; c++ {
		if !p.tokens[at].has(c) {
			sum := points(h.and(colorMasks[c]), c)
			worth += wantedProspect * float64(sum)
			longest = max(longest, sum)
		}
	}
	worth += longestProspect * float64(longest)
	if at == p.active {
		worth += openerProspect
	}
	if p.tokens[at].has(Purple) {
		worth += purpleProspect
	}
	return worth
}

// points returns what cards are worth in a tournament of a color.
func points(cards hand, c Color) (sum int) {
	if c == Green {
		return cards.len()
	}
	for !cards.empty() {
		sum += cards.pop().kind().Value()
	}
	return sum
}
