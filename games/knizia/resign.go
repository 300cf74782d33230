package knizia

import "tableronde/games"

// resign takes a seat out of the tournament as a withdrawal does, discards its
// hand, and leaves the game to the others.
func (r *run) resign(at seat) {
	phase := r.phase
	playing := phase == PhaseTurn || phase == PhaseReact || phase == PhaseAdapt
	left := playing && r.in().has(at)
	r.tell(games.Fact{Kind: FactResign, Seat: numberOf(at)})
	r.gone.add(at)
	if left {
		r.leave(at, NoColor)
	}
	r.out.add(at)
	r.pending.drop(at)
	r.answered.drop(at)
	for h := r.hands[at]; !h.empty(); {
		r.discard.push(h.pop())
	}
	r.hands[at], r.shown[at] = hand{}, hand{}
	if live := r.live(); live.len() == 1 {
		r.setAside()
		r.quit = true
		r.finish(live.first())
		return
	}
	switch {
	case left && r.in().len() == 1:
		r.setAside()
		r.win(r.in().first())
	case phase == PhaseOpen && at == r.active:
		r.findOpener(r.nextOf(r.live(), at))
	case phase == PhaseToken && at == r.active:
		r.open(r.nextOf(r.live(), at))
	default:
		r.goOnWithout(at, phase)
	}
}

// goOnWithout lets a tournament go on from which a seat has resigned.
func (r *run) goOnWithout(at seat, phase Phase) {
	switch {
	case phase == PhaseTurn && at == r.active:
		r.startTurn(r.nextOf(r.in(), at))
	case phase == PhaseReact && at == r.active:
		r.setAside()
		r.startTurn(r.nextOf(r.in(), at))
	case phase == PhaseReact && numberOf(at) == r.way.Seat:
		r.void = true
	case phase == PhaseAdapt && r.pending == 0:
		r.applyAdapt()
	}
}

// setAside discards the action card under way without effect.
func (r *run) setAside() {
	if r.phase == PhaseReact || r.phase == PhaseAdapt {
		r.discard.push(r.wayCard)
		r.clearWay()
	}
}

// surrender is the token that a seat gives back when it does not choose: the
// one that is worth least at the table.
func (p *position) surrender(at seat) Color {
	for c := Green; c > NoColor; c-- {
		if p.tokens[at].has(c) {
			return c
		}
	}
	return NoColor
}

// fallback is the move of a seat that does not answer in time.
func (s *state) fallback(at seat) Move {
	switch s.phase {
	case PhaseOpen:
		return Move{Do: ChooseColor, Color: s.mostHeld(at)}
	case PhaseToken:
		return Move{Do: TakeToken, Color: s.missing(at).list()[0]}
	case PhaseReact:
		return Move{Do: Pass}
	case PhaseAdapt:
		return Move{Do: KeepCards, Keep: s.keeping(at, KeepOldest)}
	}
	end := Move{Do: EndTurn}
	switch {
	case s.openerOwes():
		return Move{Do: PlayCard, Card: s.lowestCard(at)}
	case s.check(at, end) == nil:
		return end
	case s.displays[at].maiden() && s.tokens[at].len() > 1:
		return Move{Do: Withdraw, Color: s.surrender(at)}
	}
	return Move{Do: Withdraw}
}

// mostHeld is the color that an opener has most cards of among those it may
// choose, the first in the order of the rules of equals.
func (s *state) mostHeld(at seat) Color {
	best, most := NoColor, -1
	for _, c := range s.openings(at).list() {
		if n := s.hands[at].and(colorMasks[c]).len(); n > most {
			best, most = c, n
		}
	}
	return best
}

// lowestCard is the card of the lowest value that a seat may place, a colored
// one before a supporter.
func (s *state) lowestCard(at seat) Card {
	best := Unknown
	for h := s.hands[at]; !h.empty(); {
		c := h.pop().kind()
		if !c.IsAction() && s.check(at, Move{Do: PlayCard, Card: c}) == nil && (best == Unknown || c.Value() < best.Value()) {
			best = c
		}
	}
	return best
}
