package knizia

import (
	"strconv"
	"tableronde/games"
)

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

// surrender returns the token that a seat gives back when it does not choose: the
// one that is worth least at the table.
func (p *position) surrender(at seat) Color {
	for c := Green; c > NoColor; c-- {
		if p.tokens[at].has(c) {
			return c
		}
	}
	return NoColor
}

// Resign takes a seat out of the tournament and of the game.
func (s *state) Resign(number games.Seat) (games.State, error) {
	at, ok := s.seatOf(number)
	switch {
	case s.phase == PhaseOver:
		return nil, games.ErrFinished
	case !ok:
		return nil, noSeat.with("seat", strconv.Itoa(int(number)), "seats", strconv.Itoa(int(s.seats)))
	case s.gone.has(at):
		return nil, resigned.with()
	}
	r := run{state: s.copy()}
	r.resign(at)
	if r.err != nil {
		return nil, r.err
	}
	return r.state, nil
}
