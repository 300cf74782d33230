package knizia

import (
	"strconv"
	"tableronde/games"
)

// resign takes a seat out of the game: it leaves the tournament as by a withdrawal,
// and its hand is discarded.
func (r *run) resign(at seatIndex) {
	phase := r.phase
	playing := phase == PhaseTurn || phase == PhaseReact || phase == PhaseAdapt
	left := playing && r.inTournament().has(at)
	r.record(games.Fact{Kind: FactResign, Seat: numberOf(at)})
	r.resigned.add(at)
	if left {
		r.leaveTournament(at, NoColor)
	}
	r.withdrawn.add(at)
	r.pending.drop(at)
	r.answered.drop(at)
	for h := r.hands[at]; !h.empty(); {
		r.discard.push(h.pop())
	}
	r.hands[at], r.shown[at] = hand{}, hand{}
	if live := r.inGame(); live.len() == 1 {
		r.setAside()
		r.byResignation = true
		r.finish(live.first())
		return
	}
	switch {
	case left && r.inTournament().len() == 1:
		r.setAside()
		r.winTournament(r.inTournament().first())
	case phase == PhaseOpen && at == r.active:
		r.findOpener(r.nextOf(r.inGame(), at))
	case phase == PhaseToken && at == r.active:
		r.openTournament(r.nextOf(r.inGame(), at))
	default:
		r.goOnWithout(at, phase)
	}
}

// goOnWithout continues a tournament after a seat has resigned.
func (r *run) goOnWithout(at seatIndex, phase Phase) {
	switch {
	case phase == PhaseTurn && at == r.active:
		r.startTurn(r.nextOf(r.inTournament(), at))
	case phase == PhaseReact && at == r.active:
		r.setAside()
		r.startTurn(r.nextOf(r.inTournament(), at))
	case phase == PhaseReact && numberOf(at) == r.underWay.Seat:
		r.targetResigned = true
	case phase == PhaseAdapt && r.pending == 0:
		r.applyAdapt()
	}
}

// setAside discards the action card under way without effect.
func (r *run) setAside() {
	if r.phase == PhaseReact || r.phase == PhaseAdapt {
		r.discard.push(r.underWayCard)
		r.clearAction()
	}
}

// defaultToken returns the token that a seat gives back by default: the last one in the
// order of the rules.
func (p *position) defaultToken(at seatIndex) Color {
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
	case s.resigned.has(at):
		return nil, alreadyResigned.with()
	}
	r := run{state: s.copy()}
	r.resign(at)
	if r.err != nil {
		return nil, r.err
	}
	return r.state, nil
}

// Return takes a seat that has resigned back into the game, with as many cards as at the
// start: into the next tournament or, where nobody has opened it yet, into this one.
func (s *state) Return(number games.Seat) (games.State, error) {
	at, ok := s.seatOf(number)
	switch {
	case s.phase == PhaseOver:
		return nil, games.ErrFinished
	case !ok || !s.resigned.has(at):
		return nil, games.ErrNotYourTurn
	}
	r := run{state: s.copy()}
	r.resigned.drop(at)
	if r.phase == PhaseOpen {
		r.withdrawn.drop(at)
	}
	for range firstHand {
		r.draw(at)
	}
	if r.err != nil {
		return nil, r.err
	}
	return r.state, nil
}
