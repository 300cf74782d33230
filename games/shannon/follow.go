package shannon

import (
	"slices"

	"tableronde/games"
)

// Follow posts the default actions of seats that have resigned, the actions of standing
// orders and, with the option auto, plays without a choice (§3.1).
func (s *state) Follow(orders func(games.Seat) string) (games.Posting, bool) {
	for _, seat := range s.ToAct() {
		text := orders(seat)
		if s.knight(seat).resigned {
			return games.Posting{Seat: seat, Action: s.Default(seat), Orders: text}, true
		}
		if text != "" {
			if p, ok := s.orderedAction(seat, text); ok {
				return p, true
			}
		}
		if s.phase == PhaseCombat && s.auto {
			if lines := s.Legal(seat); len(lines) == 1 {
				return games.Posting{Seat: seat, Action: lines[0], Orders: text}, true
			}
		}
	}
	return games.Posting{}, false
}

// Delays implements games.Delayer.
func (s *state) Delays() bool { return s.later }

// Forced implements games.Delayer: what Follow posts at once where nobody has to wait.
func (s *state) Forced(seat games.Seat) (string, bool) {
	if s.phase != PhaseCombat || !s.later {
		return "", false
	}
	lines := s.Legal(seat)
	if len(lines) != 1 {
		return "", false
	}
	return lines[0], true
}

// Prepared implements games.Follower: an answer to what is led, moves for the count of the
// round, or preferences for favors.
func (s *state) Prepared(seat games.Seat, text string) bool {
	o, err := ParseOrders(text, s.seats, seat, int(s.round))
	if err != nil {
		return false
	}
	switch s.phase {
	case PhaseCombat:
		return slices.ContainsFunc(o.Premoves, func(p Premove) bool { return p.Round == int(s.round) && s.isDue(p) })
	case PhaseCount:
		return o.Moves != nil && o.Moves.Round == int(s.round)
	case PhaseFavor:
		return len(o.Favors) > 0
	}
	return false
}

// orderedAction returns the action that a seat's orders have for now.
func (s *state) orderedAction(seat games.Seat, text string) (games.Posting, bool) {
	o, err := ParseOrders(text, s.seats, seat, int(s.round))
	if err != nil {
		return games.Posting{}, false
	}
	var line string
	switch s.phase {
	case PhaseCombat:
		line = s.premove(seat, &o)
	case PhaseCount:
		line = s.orderedMoves(seat, &o)
	case PhaseFavor:
		line = s.preferred(o.Favors)
	}
	return games.Posting{Seat: seat, Action: line, Orders: o.String()}, line != ""
}

// premove returns the line of the first playable premove. It removes that one from the
// orders, the due ones before it and those that can no longer be played.
func (s *state) premove(seat games.Seat, o *Orders) string {
	line := ""
	o.Premoves = slices.DeleteFunc(slices.Clone(o.Premoves), func(p Premove) bool {
		if !s.isPlayable(seat, p) {
			return true
		}
		if line != "" || !s.isDue(p) {
			return false
		}
		if a, err := s.parseLegal(seat, p.Action); err == nil {
			line = a.String()
		}
		return true
	})
	return line
}

// isDue reports whether the condition of a premove holds now.
func (s *state) isDue(p Premove) bool {
	switch {
	case p.Combat != 0 && p.Combat != int(s.combat):
		return false
	case s.cards == 0:
		return p.Lead
	case p.Low > 0 && s.lowestValue() > p.Low:
		return false
	case s.open:
		return slices.Contains(p.Suits, Alchemy)
	}
	return slices.Contains(p.Suits, s.lead)
}

// lowestValue returns the lowest value of a card on the table that lies face up, as things
// stand, or a number above all values if none does.
func (s *state) lowestValue() int {
	down := s.judge().down
	least := mostLow + 1
	for i, p := range s.table[:s.cards] {
		if down>>i&1 == 0 {
			least = min(least, int(p.value))
		}
	}
	return least
}

// orderedMoves returns the line of the ordered moves, as far as the pile has the cards.
func (s *state) orderedMoves(seat games.Seat, o *Orders) string {
	if o.Moves == nil || o.Moves.Round != int(s.round) {
		return ""
	}
	a := action{kind: actMove}
	left := slices.Clone(s.knight(seat).pile)
	slices.SortFunc(left, func(x, y Card) int { return weaponData[x].rank - weaponData[y].rank })
	for _, t := range o.Moves.Moves {
		i := slices.Index(left, t.Card)
		if t.Card == Unknown && len(left) > 0 {
			i = 0
		}
		if i >= 0 && len(a.moves) < s.movesOf(seat) {
			a.moves = append(a.moves, cardMove{left[i], t.To})
			left = slices.Delete(left, i, i+1)
		}
	}
	if len(a.moves) == 0 && len(o.Moves.Moves) > 0 {
		return ""
	}
	slices.SortFunc(a.moves, func(x, y cardMove) int { return int(x.card) - int(y.card) })
	o.Moves = nil
	return a.String()
}

// preferred returns the line of the first favor of a list that can be chosen.
func (s *state) preferred(list []*Power) string {
	for _, p := range list {
		if s.checkFavor(p) == nil {
			return action{kind: actFavor, power: p}.String()
		}
	}
	return ""
}
