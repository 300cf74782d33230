package parker

import (
	"strconv"

	"tableronde/games"
)

// Reasons of results by the rules of the family, in addition to the reasons of package games.
const (
	ReasonCastle      = "castle"       // enough pieces in the goal castle
	ReasonCaptures    = "captures"     // the other side has no piece left
	ReasonOneEach     = "one_each"     // one piece each, or one against none
	ReasonBlockade    = "blockade"     // no legal move
	ReasonRepetition  = "repetition"   // claimed at the fourth occurrence of a position
	ReasonFiftyRounds = "fifty_rounds" // claimed after 50 rounds without progress
)

// ending is the effect of a move on the game: that it goes on, or how it ends.
type ending uint8

const (
	gameGoesOn ending = iota
	wonByCastle
	wonByCaptures
	wonByBlockade
	drawnOneEach
	drawnByBlockade
)

// wins reports whether the side that moved last has won.
func (e ending) wins() bool { return wonByCastle <= e && e <= wonByBlockade }

var reasons = [...]string{
	wonByCastle: ReasonCastle, wonByCaptures: ReasonCaptures, wonByBlockade: ReasonBlockade,
	drawnOneEach: ReasonOneEach, drawnByBlockade: ReasonBlockade,
}

// conclude returns how the game ends with the move m of the seat to move, which has
// been played on p. If it goes on, the turn passes to the next seat that can move.
// Rules §4.
func (t *turn) conclude(p *position, m move) ending {
	s := p.turn
	d := &t.b.sides[s]
	end := &t.b.end
	if end.Goal > 0 && d.goal.has(m.to) && t.b.sides.inGoal(p, s) >= end.Goal {
		return wonByCastle
	}
	ours, theirs := t.b.sides.countSides(p, s)
	switch {
	case theirs == 0 && ours >= end.Least:
		return wonByCaptures
	case end.OneEach && ours <= 1 && theirs <= 1:
		return drawnOneEach
	}
	return t.passOn(p, s)
}

// passOn passes the turn from a seat to the next that can move, unless none can or that loses.
func (t *turn) passOn(p *position, s seatIndex) ending {
	n := seatIndex(len(t.b.sides))
	next := (s + 1) % n
	switch {
	case t.hasMove(p, next): // always an enemy: partners never move in a row
		p.pass(next)
		return gameGoesOn
	case t.b.end.Blockade && (n == 2 || !t.hasMove(p, (s+3)%n)):
		if ours, _ := t.b.sides.countSides(p, s); ours < t.b.end.Least {
			return drawnByBlockade
		}
		return wonByBlockade
	case t.passToNext(p, (s+2)%n):
		return gameGoesOn
	}
	return drawnByBlockade
}

// passToNext passes the turn to the first seat that can move, beginning with from. It
// reports whether there is one.
func (t *turn) passToNext(p *position, from seatIndex) bool {
	n := seatIndex(len(t.b.sides))
	for i := range n {
		if next := (from + i) % n; t.hasMove(p, next) {
			p.pass(next)
			return true
		}
	}
	return false
}

// inGoal counts the pieces of a seat and of its partner in their goal castles.
func (ss sides) inGoal(p *position, s seatIndex) int {
	d := &ss[s]
	n := p.own[s].and(d.goal).len()
	if d.partner != noSeat {
		n += p.own[d.partner].and(ss[d.partner].goal).len()
	}
	return n
}

// countSides counts the pieces of a seat and its partner, and the pieces of all others.
func (ss sides) countSides(p *position, s seatIndex) (ours, theirs int) {
	for i, n := range p.count[:len(ss)] {
		if ss.allied(s, seatIndex(i)) {
			ours += int(n)
		} else {
			theirs += int(n)
		}
	}
	return ours, theirs
}

// allied reports whether two seats win together.
func (ss sides) allied(s, t seatIndex) bool {
	return s == t || ss[s].partner == t
}

// result returns the result of an end that the seat s brought about, nil if the game goes on.
func (ss sides) result(e ending, s seatIndex, p *position) *games.Result {
	switch {
	case e == gameGoesOn:
		return nil
	case e.wins():
		return ss.won(s, reasons[e])
	}
	return ss.drawn(p, reasons[e])
}

// won returns the result of a game that the side of s wins.
func (ss sides) won(s seatIndex, reason string) *games.Result {
	r := &games.Result{Scores: make(map[games.Seat]float64, len(ss)), Reason: reason}
	for i := range ss {
		t := games.Seat(i + 1)
		r.Scores[t] = 0
		if ss.allied(s, seatIndex(i)) {
			r.Scores[t] = 1
			r.Winners = append(r.Winners, t)
		}
	}
	return r
}

// drawn returns the result of a game that nobody wins. A seat that played alone and
// has lost its army shares in no draw.
func (ss sides) drawn(p *position, reason string) *games.Result {
	r := &games.Result{Scores: make(map[games.Seat]float64, len(ss)), Winners: []games.Seat{}, Reason: reason}
	for i := range ss {
		r.Scores[games.Seat(i+1)] = 0.5
		if ours, _ := ss.countSides(p, seatIndex(i)); len(ss) > 2 && ours == 0 {
			r.Scores[games.Seat(i+1)] = 0
		}
	}
	return r
}

// Voices lists the seats that must all agree to a draw: those that have pieces.
func (s *state) Voices() []games.Seat {
	var seats []games.Seat
	for i := range s.b.sides {
		if s.pos.count[i] > 0 {
			seats = append(seats, games.Seat(i+1))
		}
	}
	return seats
}

// Claim returns the reason for which a draw may be claimed, or an *games.Illegal.
func (s *state) Claim() (string, error) {
	if s.result != nil {
		return "", games.ErrFinished
	}
	times, rounds := s.occurrences(), s.quiet/roundParts
	switch {
	case times >= claimOccurrences:
		return ReasonRepetition, nil
	case rounds >= claimRounds:
		return ReasonFiftyRounds, nil
	}
	return "", noClaim.With("times", strconv.Itoa(times), "rounds", strconv.Itoa(rounds))
}

// Draw returns the state after a draw.
func (s *state) Draw(reason string) games.State {
	if s.result != nil {
		return s
	}
	next := *s
	next.result = s.b.sides.drawn(&s.pos, reason)
	return &next
}

// occurrences counts the occurrences of the position, the current one included.
func (s *state) occurrences() int {
	n, packed := 1, ""
	for o := s.past; o != nil; o = o.past {
		if o.key != s.pos.key {
			continue
		}
		if packed == "" {
			packed = s.pos.pack()
		}
		if o.packed == packed {
			n++
		}
	}
	return n
}

const (
	claimOccurrences = 4  // of a position, from which on a draw may be claimed
	claimRounds      = 50 // without progress, from which on a draw may be claimed

	// roundParts is the number of parts of a round: a turn is a whole number of
	// parts, whether one, two, three or four seats have pieces.
	roundParts = 12
)

// Resign takes a seat out of the game. Of two seats, it loses. A team loses once
// every partner with pieces has resigned; until then the seat plays on. The army of
// a seat that plays alone among several leaves the board.
func (s *state) Resign(who games.Seat) (games.State, error) {
	if s.result != nil {
		return nil, games.ErrFinished
	}
	i := seatIndex(who - 1)
	if who < 1 || int(i) >= len(s.b.sides) || s.pos.count[i] == 0 {
		return nil, noArmy.With()
	}
	next := *s
	switch {
	case len(s.b.sides) == 2:
		next.result = s.b.sides.won(1-i, games.ReasonResignation)
	case s.b.sides[i].partner == noSeat:
		next.remove(i)
	case s.resigned[i]:
		return nil, alreadyResigned.With()
	default:
		next.resigned[i] = true
		next.result = s.b.sides.resignation(s.b.sides.resignedTeam(&next.pos, &next.resigned))
	}
	return &next, nil
}

// resignedTeam returns a seat of a team all of whose partners with pieces have resigned,
// noSeat if there is none.
func (ss sides) resignedTeam(p *position, resigned *[maxSeats]bool) seatIndex {
	for i := range ss {
		d := &ss[i]
		if resigned[i] && p.count[i] > 0 && (resigned[d.partner] || p.count[d.partner] == 0) {
			return seatIndex(i)
		}
	}
	return noSeat
}

// resignation returns the result once the team of a seat has resigned, nil for
// noSeat.
func (ss sides) resignation(s seatIndex) *games.Result {
	if s == noSeat {
		return nil
	}
	return ss.won((s+1)%seatIndex(len(ss)), games.ReasonResignation)
}

// remove takes the army of a seat that plays alone off the board, then passes the
// turn or ends the game.
func (s *state) remove(i seatIndex) {
	s.gone[i] = s.pos.muster(i)
	for rest := s.pos.own[i]; !rest.empty(); {
		s.pos.take(rest.pop())
	}
	s.past = nil
	if s.b.sides.countArmies(&s.pos) == 1 {
		for t, count := range s.pos.count {
			if count > 0 {
				s.result = s.b.sides.won(seatIndex(t), games.ReasonResignation)
				s.pos.pass(seatIndex(t))
			}
		}
		return
	}
	t := turn{b: s.b}
	if !t.passToNext(&s.pos, s.pos.turn) {
		s.result = s.b.sides.drawn(&s.pos, ReasonBlockade)
		s.pos.pass(s.b.answering(&s.pos, i))
	}
}
