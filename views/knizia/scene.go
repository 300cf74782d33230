package knizia

import (
	"slices"
	"strings"

	"tableronde/games"
	rules "tableronde/games/knizia"
	"tableronde/views"
)

// scene is a match as the page draws it: the shown position, and the position after the staged
// steps.
type scene struct {
	*views.Match
	now   rules.View // the position shown
	ahead rules.View // after the playable staged steps
	steps []string   // playable staged steps

	chosen string // an incomplete choice: a card's code, "withdraw", "keep 1 3"

	open   rules.Card // card whose text is open; Unknown for none
	origin string     // id of the link that opened it
}

func newScene(m views.Match, v rules.View) *scene {
	s := &scene{Match: &m, now: v, ahead: v}
	text := views.ReadOf(strings.Join(strings.Fields(m.Probe), " "))
	s.open, s.origin = rules.ParseCard(text.Code), text.Origin
	if m.Past() || !m.Seated() {
		return s
	}
	if ahead, ok := m.Preview.(rules.View); ok {
		s.ahead, s.steps = ahead, m.Steps()[:m.Fit]
	}
	s.chosen = text.Chosen
	if why := s.refusal(); why != nil && s.open == rules.Unknown {
		s.open = rules.ParseCard(s.chosenCode())
		s.origin = handPrefix + s.open.String() + "-1"
	}
	return s
}

// playing reports whether the visitor may stage cards. After a step that draws a card, no step can
// be staged before the card is seen.
func (s *scene) playing() bool {
	return s.Yours() && !s.Asking() && s.ahead.Phase == rules.PhaseTurn && s.ahead.End != nil && !s.ahead.Stops
}

// choosing reports whether a weapon or a token is chosen but no card yet.
func (s *scene) choosing() bool {
	if s.now.Phase != rules.PhaseOpen && s.now.Phase != rules.PhaseToken {
		return false
	}
	if len(s.steps) == 0 {
		return true
	}
	last := s.steps[len(s.steps)-1]
	return strings.HasPrefix(last, "colour ") || strings.HasPrefix(last, "token ")
}

// settled reports whether both a token and the color of the next tournament are chosen.
func (s *scene) settled() bool {
	return s.now.Phase == rules.PhaseToken && s.choosing() && len(s.steps) > 1
}

// shows reports whether the bar shows the visitor's hand. It does not while the visitor chooses
// which cards to keep.
func (s *scene) shows() bool { return len(s.now.Hand) > 0 && s.now.Keep == nil }

// aiming reports whether an action card is chosen and its target is not.
func (s *scene) aiming() bool { return s.playing() && len(s.targets()) > 0 }

// leaving reports whether the visitor is asked whether to withdraw.
func (s *scene) leaving() bool {
	return s.playing() && s.chosen == "withdraw" && s.now.End != nil && len(s.now.End.Withdraw) > 0
}

// committed reports whether nothing can be staged after the last step: it is an action card that
// others may answer, or its result is hidden.
func (s *scene) committed() bool {
	return s.acted() && (s.ahead.Phase != rules.PhaseTurn || s.ahead.End == nil || s.ahead.Stops)
}

// acted reports whether the last step is an action card.
func (s *scene) acted() bool {
	if len(s.steps) == 0 {
		return false
	}
	m, err := rules.ParseMove(s.steps[len(s.steps)-1])
	return err == nil && m.Do == rules.PlayAction
}

// acting reports whether an action card is among the steps.
func (s *scene) acting() bool {
	return slices.ContainsFunc(s.steps, func(step string) bool {
		m, err := rules.ParseMove(step)
		return err == nil && m.Do == rules.PlayAction
	})
}

// targets lists the moves of the chosen action card that fit the targets chosen so far. It returns
// nil without a chosen card, after the choice, and if only one move is possible.
func (s *scene) targets() []rules.Move {
	code, own, _ := strings.Cut(s.chosen, " ")
	if code == "" || s.committed() {
		return nil
	}
	var moves []rules.Move
	for _, h := range s.ahead.Hand {
		if h.Card.String() != code || !h.Card.IsAction() {
			continue
		}
		for _, m := range h.Moves {
			if (own == "" || m.Own.String() == own) && !slices.Contains(moves, m) {
				moves = append(moves, m)
			}
		}
	}
	if len(moves) == 1 && own == "" && moves[0].Card != rules.Outwit {
		return nil // there is nothing to choose
	}
	return moves
}

// swapping reports whether the visitor has chosen the card to give with Outwit, and not yet the
// card to take.
func (s *scene) swapping() bool {
	code, own, _ := strings.Cut(s.chosen, " ")
	return code == rules.Outwit.String() && own != ""
}

// to returns the address with a move staged.
func (s *scene) to(m rules.Move) string {
	return s.Staging(append(slices.Clone(s.steps), m.String()), "")
}

// choose returns the address with an incomplete choice.
func (s *scene) choose(what string) string { return s.Staging(s.steps, what) }

// cardAt returns the card at a place before a seat.
func cardAt(v rules.View, seat games.Seat, place rules.Place) rules.Card {
	switch {
	case place == rules.ShieldPlace:
		return rules.Shield
	case place == rules.StunnedPlace:
		return rules.Stunned
	case seat >= 1 && int(seat) <= len(v.Seats) && place >= 1 && int(place) <= len(v.Seats[seat-1].Display):
		return v.Seats[seat-1].Display[place-1]
	}
	return rules.Unknown
}

// before returns the table before the last step. ok is false if the earlier steps have changed more
// than the visitor's own cards.
func (s *scene) before() (v rules.View, ok bool) {
	v = s.now
	if s.You < 1 || len(s.steps) == 0 {
		return v, true
	}
	v.Seats = slices.Clone(v.Seats)
	own := &v.Seats[s.You-1]
	own.Display = slices.Clone(own.Display)
	for _, step := range s.steps[:len(s.steps)-1] {
		switch m, err := rules.ParseMove(step); {
		case err != nil || m.Do == rules.PlayAction:
			return s.now, false
		case m.Do == rules.PlayCard:
			own.Display = append(own.Display, m.Card)
		}
	}
	return v, true
}

// bestTotal returns the highest total of the other seats in the tournament, and its seat.
func bestTotal(v rules.View, but games.Seat) (total int, whose games.Seat) {
	for _, seat := range v.Seats {
		if seat.In && !seat.Resigned && seat.Seat != but && (whose == 0 || seat.Total > total) {
			total, whose = seat.Total, seat.Seat
		}
	}
	return total, whose
}

// order lists the seats in the order of their lanes: clockwise after the visitor, the visitor last.
func (s *scene) order() []games.Seat {
	return views.SeatsAfter(max(s.You, 0), len(s.now.Seats))
}

func (s *scene) chosenCode() string {
	code, _, _ := strings.Cut(s.chosen, " ")
	return code
}

// refusal returns the reason why the touched card cannot be played, nil if it can.
func (s *scene) refusal() *games.Illegal {
	code := s.chosenCode()
	for _, h := range s.ahead.Hand {
		if h.Card.String() == code && h.Why != nil {
			return h.Why
		}
	}
	return nil
}

// decided reports whether the game is over in the shown position. fought reports whether a
// tournament is in progress there.
func (s *scene) decided() bool {
	return s.now.Phase == rules.PhaseOver || s.Result != nil && !s.Past()
}

func (s *scene) fought() bool { return s.ahead.Color != rules.NoColor && !s.decided() }
