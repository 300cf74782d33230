package shannon

import (
	"slices"

	"tableronde/games"
)

// Follow returns what the server posts next: the decisions of those who have resigned,
// what standing orders say, and, if the options of the match have it so, a play
// without a choice (§3.1).
func (s *state) Follow(orders func(games.Seat) string) (games.Posting, bool) {
	for _, seat := range s.ToAct() {
		text := orders(seat)
		if s.knight(seat).resigned {
			return games.Posting{Seat: seat, Action: s.Default(seat), Orders: text}, true
		}
		if text != "" {
			if p, ok := s.obey(seat, text); ok {
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

// obey finds what a seat's orders say now.
func (s *state) obey(seat games.Seat, text string) (games.Posting, bool) {
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

// premove takes the first premove that can be played from the orders, with those
// before it that do not fit and those whose moment has gone by.
func (s *state) premove(seat games.Seat, o *Orders) string {
	line := ""
	o.Premoves = slices.DeleteFunc(slices.Clone(o.Premoves), func(p Premove) bool {
		if !s.alive(seat, p) {
			return true
		}
		if line != "" || !s.meant(p) {
			return false
		}
		if a, err := s.understand(seat, p.Action); err == nil {
			line = a.String()
		}
		return true
	})
	return line
}

// meant reports whether the moment of a premove has come.
func (s *state) meant(p Premove) bool {
	switch {
	case p.Combat != 0 && p.Combat != int(s.combat):
		return false
	case s.cards == 0:
		return p.Lead
	case s.open:
		return slices.Contains(p.Suits, Alchemy)
	}
	return slices.Contains(p.Suits, s.lead)
}

// orderedMoves returns the line of the moves ordered, as far as the pile has the
// cards.
func (s *state) orderedMoves(seat games.Seat, o *Orders) string {
	if o.Moves == nil || o.Moves.Round != int(s.round) {
		return ""
	}
	a := action{kind: actMove}
	left := slices.Clone(s.knight(seat).pile)
	slices.SortFunc(left, func(x, y Card) int { return weapons[x].rank - weapons[y].rank })
	for _, t := range o.Moves.Moves {
		i := slices.Index(left, t.Card)
		if t.Card == Unknown && len(left) > 0 {
			i = 0
		}
		if i >= 0 && len(a.moves) < s.movesOf(seat) {
			a.moves = append(a.moves, move{left[i], t.To})
			left = slices.Delete(left, i, i+1)
		}
	}
	if len(a.moves) == 0 && len(o.Moves.Moves) > 0 {
		return ""
	}
	slices.SortFunc(a.moves, func(x, y move) int { return int(x.card) - int(y.card) })
	o.Moves = nil
	return a.String()
}

// preferred returns the line of the favor liked best among those that can be chosen.
func (s *state) preferred(list []*Power) string {
	for _, p := range list {
		if s.checkFavor(p) == nil {
			return action{kind: actFavor, power: p}.String()
		}
	}
	return ""
}
