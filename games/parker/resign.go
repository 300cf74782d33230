package parker

import "tableronde/games"

// Resign takes a seat out of the game. Of two seats, it loses. A team loses once
// every partner with pieces has resigned; until then the seat plays on. The army of
// a seat that plays alone among several leaves the board.
func (s *state) Resign(who games.Seat) (games.State, error) {
	if s.result != nil {
		return nil, games.ErrFinished
	}
	i := seatIndex(who - 1)
	if who < 1 || int(i) >= len(s.b.sides) || s.pos.count[i] == 0 {
		return nil, noArmy.with()
	}
	next := *s
	switch {
	case len(s.b.sides) == 2:
		next.result = s.b.won(1-i, games.ReasonResignation)
	case s.b.sides[i].partner == noSeat:
		next.remove(i)
	case s.resigned[i]:
		return nil, alreadyResigned.with()
	default:
		next.resigned[i] = true
		next.result = s.b.resignation(s.b.resignedTeam(&next.pos, &next.resigned))
	}
	return &next, nil
}

// resignedTeam returns a seat of a team all of whose partners with pieces have resigned,
// noSeat if there is none.
func (b *Board) resignedTeam(p *position, resigned *[maxSeats]bool) seatIndex {
	for i := range b.sides {
		d := &b.sides[i]
		if resigned[i] && p.count[i] > 0 && (resigned[d.partner] || p.count[d.partner] == 0) {
			return seatIndex(i)
		}
	}
	return noSeat
}

// resignation returns the result once the team of a seat has resigned, nil for
// noSeat.
func (b *Board) resignation(s seatIndex) *games.Result {
	if s == noSeat {
		return nil
	}
	return b.won((s+1)%seatIndex(len(b.sides)), games.ReasonResignation)
}

// remove takes the army of a seat that plays alone off the board, then passes the
// turn or ends the game.
func (s *state) remove(i seatIndex) {
	s.gone[i] = s.pos.muster(i)
	for rest := s.pos.own[i]; !rest.empty(); {
		s.pos.take(rest.pop())
	}
	s.past = nil
	if s.b.countArmies(&s.pos) == 1 {
		for t, count := range s.pos.count {
			if count > 0 {
				s.result = s.b.won(seatIndex(t), games.ReasonResignation)
				s.pos.pass(seatIndex(t))
			}
		}
		return
	}
	g := &generator{b: s.b}
	if !g.passToNext(&s.pos, s.pos.turn) {
		s.result = s.b.drawn(&s.pos, ReasonBlockade)
		s.pos.pass(s.b.answering(&s.pos, i))
	}
}
