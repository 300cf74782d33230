package parker

import (
	"math/rand/v2"

	"tableronde/games"
)

var _ games.Drawer = (*state)(nil)

// state is an immutable state of a game.
type state struct {
	b        *Board
	start    *startSetup
	pos      position
	past     *occurrence      // the positions before that can occur again, the latest first
	quiet    int              // turns since the last progress, in parts of a round
	resigned [maxSeats]bool   // seats of a team that have resigned
	gone     [maxSeats]roster // armies of seats that played alone and have resigned
	result   *games.Result
}

// occurrence is a position that has occurred.
type occurrence struct {
	key    uint64 // of the position
	packed string // all of it
	past   *occurrence
}

// ToAct returns the seat to move.
func (s *state) ToAct() []games.Seat {
	if s.result != nil {
		return nil
	}
	return []games.Seat{s.turn()}
}

func (s *state) turn() games.Seat { return games.Seat(s.pos.turn + 1) }

// generatorFor returns a generator that is prepared for a copy of a position.
func (b *Board) generatorFor(p position) *generator {
	g := &generator{turn: turn{b: b}}
	g.prepare(&p, p.turn)
	return g
}

// Apply makes a move, written as any legal route. Refusals name the rule.
func (s *state) Apply(seat games.Seat, text string) (games.State, string, error) {
	switch {
	case s.result != nil:
		return nil, "", games.ErrFinished
	case seat != s.turn():
		return nil, "", games.ErrNotYourTurn
	}
	g := s.b.generatorFor(s.pos)
	m, why := g.read(text)
	if why != nil {
		return nil, "", why
	}
	canonical := g.canonical(m)
	next := &state{b: s.b, start: s.start, pos: s.pos, resigned: s.resigned, gone: s.gone}
	next.pos.play(s.b, m)
	mover := s.pos.turn
	end := g.conclude(&next.pos, m)
	next.result = s.b.sides.result(end, mover, &next.pos)
	d := &s.b.sides[mover]
	if m.taken == 0 && !(d.goal.has(m.to) && !d.goal.has(m.from)) {
		next.past = &occurrence{s.pos.key, s.pos.pack(), s.past}
		turns, seats := 1, seatIndex(len(s.b.sides))
		for t := (mover + 1) % seats; next.result == nil && t != next.pos.turn; t = (t + 1) % seats {
			if next.pos.count[t] > 0 {
				turns++ // a pass
			}
		}
		next.quiet = s.quiet + turns*roundParts/s.b.sides.countArmies(&s.pos)
	}
	if end != gameGoesOn {
		next.pos.pass(s.b.answering(&next.pos, mover))
	} else {
		next.result = s.b.sides.resignation(s.b.sides.resignedTeam(&next.pos, &next.resigned))
	}
	return next, canonical, nil
}

// countArmies counts the seats that have pieces.
func (ss sides) countArmies(p *position) int {
	n := 0
	for _, c := range p.count[:len(ss)] {
		if c > 0 {
			n++
		}
	}
	return n
}

// Result returns nil while the game goes on.
func (s *state) Result() *games.Result { return s.result }

// Determinize returns the state itself, since nothing is hidden.
func (s *state) Determinize(games.Seat, *rand.Rand) games.State { return s }
