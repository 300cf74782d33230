package knizia

import (
	"slices"
	"tableronde/games"
)

// Default returns the line that is played for a seat whose time is up: the opener
// chooses the color of most of its cards, a turn ends if it can and otherwise in
// withdrawal, and for Adapt the oldest card of each value is kept.
func (s *state) Default(number games.Seat) string {
	at, ok := s.seatOf(number)
	if !ok || !slices.Contains(s.ToAct(), number) {
		return ""
	}
	return s.defaultMove(at).String()
}

// defaultMove is Default as a Move.
func (s *state) defaultMove(at seatIndex) Move {
	switch s.phase {
	case PhaseOpen:
		return Move{Do: ChooseColor, Color: s.mostHeld(at)}
	case PhaseToken:
		return Move{Do: TakeToken, Color: s.missingTokens(at).list()[0]}
	case PhaseReact:
		return Move{Do: Pass}
	case PhaseAdapt:
		return Move{Do: KeepCards, Keep: s.preferredKeep(at, KeepOldest)}
	}
	end := Move{Do: EndTurn}
	switch {
	case s.openerOwes():
		return Move{Do: PlayCard, Card: s.lowestCard(at)}
	case s.check(at, end) == nil:
		return end
	case s.displays[at].hasMaiden() && s.tokens[at].len() > 1:
		return Move{Do: Withdraw, Color: s.defaultToken(at)}
	}
	return Move{Do: Withdraw}
}

// mostHeld returns the color of most of an opener's cards among those that it may
// choose; of several the first in the order of the rules.
func (s *state) mostHeld(at seatIndex) Color {
	best, most := NoColor, -1
	for _, c := range s.openings(at).list() {
		if n := s.hands[at].and(colorMasks[c]).len(); n > most {
			best, most = c, n
		}
	}
	return best
}

// lowestCard returns the card of the lowest value that a seat may place, a colored
// one before a supporter.
func (s *state) lowestCard(at seatIndex) Card {
	best := Unknown
	for h := s.hands[at]; !h.empty(); {
		c := h.pop().kind()
		if !c.IsAction() && s.check(at, Move{Do: PlayCard, Card: c}) == nil && (best == Unknown || c.Value() < best.Value()) {
			best = c
		}
	}
	return best
}
