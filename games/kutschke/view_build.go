package kutschke

import "tableronde/games"

// View returns what a seat, Spectator or Omniscient may know. When the game is over
// everybody sees everything.
func (s *state) View(viewer games.Seat) games.View { return s.view(viewer) }

func (s *state) view(viewer games.Seat) View {
	v := View{
		Phase: s.phase, Round: s.round, Pass: s.pass,
		Places:  s.ring.places[:],
		Supply:  make(map[Kind]int, kindCount),
		Piles:   make(map[Virtue][]int, Book),
		Display: s.display.copy(), Deck: s.deck, Done: s.done.copy(),
		Seats:  make([]Knight, s.seats),
		Chosen: make([][]Kind, s.seats),
		Viewer: viewer, ToAct: s.ToAct(),
		Target: s.outfit().target, Passes: s.outfit().picks, Rounds: box.rounds,
		table: s.table,
	}
	for k, n := range s.supply {
		if n > 0 {
			v.Supply[Kind(k)] = int(n)
		}
	}
	for _, virtue := range Virtues() {
		pile := s.piles.of(virtue).list()
		values := make([]int, len(pile))
		for i, c := range pile {
			values[i] = c.Value()
		}
		v.Piles[virtue] = values
	}
	for i := range s.seated() {
		v.Seats[i] = s.viewKnight(i, viewer)
		v.Chosen[i] = append([]Kind{}, s.chosen[i].all()...)
	}
	if viewer >= 1 && int(viewer) <= s.seats {
		v.own = s.knights[viewer-1]
		next := s.occasionsOf(int(viewer) - 1)
		v.NextTurn, v.NextBid = next.turn, next.bid
	}
	if s.result != nil {
		v.Ranking, v.Reason = s.ranking, s.result.Reason
	}
	return v
}

// viewKnight returns a seat as a viewer sees it.
func (s *state) viewKnight(i int, viewer games.Seat) Knight {
	k := &s.knights[i]
	all := viewer == seatOf(i) || viewer == games.Omniscient || s.phase == PhaseOver
	seen := Knight{
		Tent: int(k.tent), Points: int(k.points), Reached: Rank(k.arrival), At: k.at,
		Picked:     append([]Kind{}, k.picked.all()...),
		Adventures: k.adventures.copy(),
		Resigned:   s.resigned[i],
	}
	if all {
		seen.Hand = k.hand.list()
	} else {
		seen.Hand = make([]Card, k.hand.size())
	}
	if k.placed {
		seen.Bid = Bid{Placed: true, Hidden: !all}
		if all {
			seen.Bid.Cards = k.bid.list()
		}
	}
	return seen
}
