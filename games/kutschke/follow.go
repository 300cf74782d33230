package kutschke

import "tableronde/games"

// Follow posts what seats that have resigned owe, and picks by wish list.
func (s *state) Follow(orders func(games.Seat) string) (games.Posting, bool) {
	for _, seat := range s.ToAct() {
		if s.resigned[seat-1] {
			return games.Posting{Seat: seat, Action: s.Default(seat)}, true
		}
		if s.phase != PhasePick {
			continue
		}
		if p, ok := s.wish(seat, orders(seat)); ok {
			return p, true
		}
	}
	return games.Posting{}, false
}

// wish returns the pick that a seat's wish list leads to.
func (s *state) wish(seat games.Seat, orders string) (games.Posting, bool) {
	round, wishes := readWishes(orders)
	if round != s.round {
		return games.Posting{}, false
	}
	k := &s.knights[seat-1]
	for n, kind := range wishes {
		if s.mayPick(k, kind) != nil {
			continue
		}
		p := games.Posting{Seat: seat, Action: script.pick[kind]}
		if len(k.picked.all())+1 < s.fit().picks {
			p.Orders = ordersText(round, append(wishes[:n:n], wishes[n+1:]...))
		}
		return p, true
	}
	return games.Posting{}, false
}
