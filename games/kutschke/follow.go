package kutschke

import "tableronde/games"

// Follow posts the default actions of seats that have resigned, and picks by wish
// list.
func (s *state) Follow(orders func(games.Seat) string) (games.Posting, bool) {
	for _, seat := range s.ToAct() {
		if s.resigned[seat-1] {
			return games.Posting{Seat: seat, Action: s.Default(seat)}, true
		}
		if s.phase != PhasePick {
			continue
		}
		if p, ok := s.nextWish(seat, orders(seat)); ok {
			return p, true
		}
	}
	return games.Posting{}, false
}

// nextWish returns the pick that a seat's wish list orders.
func (s *state) nextWish(seat games.Seat, orders string) (games.Posting, bool) {
	round, wishes := readWishes(orders)
	if round != s.round {
		return games.Posting{}, false
	}
	k := &s.knights[seat-1]
	for n, kind := range wishes {
		if s.checkPick(k, kind) != nil {
			continue
		}
		p := games.Posting{Seat: seat, Action: allLines().pick[kind]}
		if len(k.picked.all())+1 < s.outfit().picks {
			p.Orders = ordersText(round, append(wishes[:n:n], wishes[n+1:]...))
		}
		return p, true
	}
	return games.Posting{}, false
}
