package table

import "tableronde/games"

// moment is what one event led to. Moments never change once made, and each
// holds on to the one before: all values of a match share one past.
type moment struct {
	prev  *moment
	jump  *moment // an earlier moment, placed so that back needs O(log n) hops
	ply   int
	event Event // what led here; none at the start

	pos    *position
	draw   offer
	undo   offer
	barred seats         // whose draw offer was refused, with no game action since
	result *games.Result // of an end that the ruleset knows nothing of
}

// position is a state of the ruleset and how it came about. An undo leads back
// to the very same one.
type position struct {
	state games.State
	prev  *position
	event Event
	ply   int  // after how many events it first arose
	acted bool // the event was a game action
	moves int  // game actions from the start to here
}

// offer is a draw offer or a request to go back that stands.
type offer struct {
	by     games.Seat // 0: there is none
	agreed seats      // by, and who has accepted
	line   int        // to go back to
}

// votes parts seats into those that have agreed and those that have not.
func (o offer) votes(all []games.Seat) (agreed, awaited []games.Seat) {
	for _, s := range all {
		if o.agreed.has(s) {
			agreed = append(agreed, s)
		} else {
			awaited = append(awaited, s)
		}
	}
	return agreed, awaited
}

// seats is a set of seats.
type seats uint64

func setOf(list ...games.Seat) seats {
	var s seats
	for _, seat := range list {
		s |= 1 << seat
	}
	return s
}

func (s seats) has(seat games.Seat) bool { return s&setOf(seat) != 0 }

func start(state games.State) *moment {
	t := &moment{pos: &position{state: state}}
	t.prev, t.jump = t, t
	return t
}

// follow begins the moment after t: the same position, the same offers.
func (t *moment) follow(e Event) *moment {
	next := *t
	next.prev, next.ply, next.event = t, t.ply+1, e
	next.jump = t
	if t.ply-t.jump.ply == t.jump.ply-t.jump.jump.ply {
		next.jump = t.jump.jump
	}
	return &next
}

// back is the moment after the first ply events, or t if it came earlier.
func (t *moment) back(ply int) *moment {
	for t.ply > ply {
		if t.jump.ply >= ply {
			t = t.jump
		} else {
			t = t.prev
		}
	}
	return t
}

// reach enters a new position of the ruleset. Whoever asked to go back asked it
// of another position; a draw offer falls when others than before would have to
// agree to it.
func (t *moment) reach(state games.State, acted bool) {
	was := t.pos
	t.pos = &position{state: state, prev: was, event: t.event, ply: t.ply, acted: acted, moves: was.moves}
	if acted {
		t.pos.moves++
	}
	t.undo = offer{}
	if t.draw.by != 0 && setOf(voices(state)...) != setOf(voices(was.state)...) {
		t.draw = offer{}
	}
}

// voices lists who must agree to a draw, nobody in a game without draws.
func voices(state games.State) []games.Seat {
	if d, ok := state.(games.Drawer); ok {
		return d.Voices()
	}
	return nil
}
