package table

import "tableronde/games"

// moment is a match after one event. Moments never change once made. Each refers to the one
// before, so that all values of a match share their past. The state of the ruleset is not part of
// it: see position.
type moment struct {
	prev  *moment
	ply   int
	event Event // that led here, zero at the start

	pos    *position
	offers *offers       // nil if it is empty
	result *games.Result // of an end that is not the ruleset's, else nil
}

// stateInterval is the number of game actions from one position that keeps its state to
// the next. The states between are folded again when they are asked for.
const stateInterval = 16

// position is a position of the ruleset after the events up to a moment. An undo leads back to the
// same position, not to a copy.
type position struct {
	state  games.State // nil if it can be folded from the state of prev by the event of at
	before games.State // the state of prev, if the event of at was secret when it was played, else nil
	prev   *position
	at     *moment // after which it first arose
	acted  bool    // the event of at was a game action
	moves  int     // game actions from the start to here
}

// offers are the pending ones.
type offers struct {
	draw   offer
	undo   offer
	barred seatSet // seats whose draw offer was refused, with no game action since

	bot       botOffer
	botBarred seatSet // seats at which a bot was refused, with no game action since
}

// botOffer is the pending offer of a bot.
type botOffer struct {
	offer
	seat  games.Seat // at which it would play on
	level int
}

// offer is a pending draw offer or request to go back.
type offer struct {
	by     games.Seat // 0 if none is pending
	agreed seatSet    // by, and the seats that have accepted
	line   int        // to go back to
}

// answer notes that a seat accepts the offer. Keys of refusals have the given word.
func (o *offer) answer(seat games.Seat, what string) error {
	switch {
	case o.by == 0:
		return refuse("table."+what+".none", nil)
	case o.by == seat:
		return refuse("table."+what+".own", nil)
	case o.agreed.has(seat):
		return refuse("table."+what+".accepted", nil)
	}
	o.agreed |= setOf(seat)
	return nil
}

// votes divides seats into those that have agreed and those that have not.
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

// seatSet is a set of seats.
type seatSet uint64

func setOf(list ...games.Seat) seatSet {
	var s seatSet
	for _, seat := range list {
		s |= 1 << seat
	}
	return s
}

func (s seatSet) has(seat games.Seat) bool { return s&setOf(seat) != 0 }

// newMoment returns the moment before the first event.
func newMoment(state games.State) *moment {
	t := &moment{pos: &position{state: state}}
	t.prev, t.pos.at = t, t
	return t
}

// followTo makes next the successor of t: the same position, the same offers.
func (t *moment) followTo(next *moment, e Event) {
	*next = *t
	next.prev, next.ply, next.event = t, t.ply+1, e
}

// back returns the moment after the first ply events, or t if t is earlier.
func (t *moment) back(ply int) *moment {
	for t.ply > ply {
		t = t.prev
	}
	return t
}

// pending returns the offers that are pending.
func (t *moment) pending() offers {
	if t.offers == nil {
		return offers{}
	}
	return *t.offers
}

// voices lists the seats that must agree to a draw, none in a game without draws.
func voices(state games.State) []games.Seat {
	if d, ok := state.(games.Drawer); ok {
		return d.Voices()
	}
	return nil
}
