package kutschke

import (
	"slices"

	"tableronde/games"
)

// ring is the circle of places, the same throughout a match.
type ring struct {
	places [places]Place // by index, Camelot at 0
	index  [places]int   // by place
}

func ringOf(provinces []Place) *ring {
	r := &ring{}
	for i, p := range provinces {
		r.places[i+1], r.index[p] = p, i+1
	}
	return r
}

// distance is how many places lie between two on the shorter way, the last one
// counted.
func (r *ring) distance(a, b Place) int {
	d := max(r.index[a]-r.index[b], r.index[b]-r.index[a])
	return min(d, places-d)
}

// roll is a list of adventures in the order in which they came.
type roll struct {
	n    int8
	list [adventures]Adventure
}

func (r *roll) all() []Adventure { return r.list[:r.n] }

func (r *roll) copy() []Adventure { return append([]Adventure{}, r.all()...) }

func (r *roll) has(a Adventure) bool { return slices.Contains(r.all(), a) }

func (r *roll) add(a Adventure) {
	r.list[r.n] = a
	r.n++
}

func (r *roll) remove(a Adventure) {
	i := slices.Index(r.all(), a)
	copy(r.list[i:r.n], r.list[i+1:r.n])
	r.n--
	r.list[r.n] = 0
}

const maxPicks = 4

// picks is the action cards in front of a seat in the order in which they were
// picked; no kind stands for no card.
type picks [maxPicks]Kind

func (p *picks) all() []Kind {
	n := 0
	for n < maxPicks && p[n] != 0 {
		n++
	}
	return p[:n]
}

func (p *picks) has(k Kind) bool { return slices.Contains(p[:], k) }

func (p *picks) add(k Kind) { p[len(p.all())] = k }

func (p *picks) remove(k Kind) {
	i := slices.Index(p[:], k)
	copy(p[i:], p[i+1:])
	p[maxPicks-1] = 0
}

// table is what lies open for everybody, other than in front of a seat.
type table struct {
	ring    *ring
	seats   int
	phase   Phase
	round   int
	pass    int
	supply  [kinds]uint8
	piles   cards
	display roll
	done    roll
	deck    int // adventures still to come
}

// fit is what a table of so many seats plays with.
func (t *table) fit() *outfit { return &box.byPlayers[t.seats] }

// knight is a seat and all that is its own.
type knight struct {
	tent       tent
	points     int8
	reached    int8 // its rank among those that came to the target, 0 if it has not
	at         Place
	picked     picks
	hand       cards
	known      cards // of the hand: what everybody saw it take
	adventures roll
	placed     bool // the bid, as long as it is not revealed
	lone       bool // nobody else is in the tournament; holds during it
	bid        cards
}

// mayPick tells why a seat cannot pick a kind, nil if it can.
func (t *table) mayPick(s *knight, k Kind) *refusal {
	switch {
	case k == Tournament && s.picked.has(k):
		return &tournamentOnce
	case t.supply[k] == 0:
		return &noneLeft
	}
	return nil
}

// mayUse tells why no step whatever fits a picked card now, nil if one might.
func (t *table) mayUse(s *knight, k Kind) *refusal {
	switch {
	case k == Tournament:
		return &tournamentLater
	case !s.picked.has(k):
		return &notPicked
	case k.Camelot() && s.at != Camelot:
		return &onlyCamelot
	case k.Province() && s.at == Camelot:
		return &onlyProvince
	case k <= ExerciseBook && t.piles.of(k.Virtue()) == 0:
		return &pileEmpty
	case k == RoundTable && t.display.n == 0:
		return &displayEmpty
	case k == Justice && s.hand.of(Book) == 0:
		return &noBook
	case k == Quest && s.adventures.n == 0:
		return &noErrand
	}
	return nil
}

// mayStep tells why a step cannot be taken now, nil if it can.
func (t *table) mayStep(s *knight, a action) *games.Illegal {
	if r := t.mayUse(s, a.kind); r != nil {
		return r.about(a.kind)
	}
	switch a.kind {
	case RoundTable:
		if !t.display.has(a.adventure) {
			return notShown.of("adventure", a.adventure)
		}
	case Justice:
		if !s.hand.has(one(a.card)) {
			return notHeld.of("card", a.card)
		}
	case Quest:
		return s.mayComplete(a.adventure, a.cards)
	case Horse:
		switch d := t.ring.distance(s.at, a.place); {
		case d == 0:
			return horseStays.of("place", a.place)
		case d > box.distance:
			return horseFar.of("place", a.place, "number", d, "most", box.distance)
		}
	default:
		if !t.piles.has(one(a.card)) {
			return notOnPile.of("card", a.card)
		}
	}
	return nil
}

// mayComplete tells why a seat cannot complete an adventure with a payment, nil
// if it can.
func (s *knight) mayComplete(a Adventure, pay cards) *games.Illegal {
	switch {
	case !s.adventures.has(a):
		return notYourErrand.of("adventure", a)
	case s.at != a.Place():
		return elsewhere.of("adventure", a, "place", a.Place())
	case pay == 0:
		return payNothing.of("adventure", a, "example", script.quest[a][0].line)
	case !s.hand.has(pay):
		return notHeld.of("card", s.missing(pay))
	}
	return a.settles(pay)
}

// missing is the first of some cards that a seat does not hold often enough.
func (s *knight) missing(some cards) Card {
	c := Card(1)
	for s.hand.count(c) >= some.count(c) {
		c++
	}
	return c
}

// mayBid tells why a seat cannot stake some cards, nil if it can.
func (s *knight) mayBid(stake cards) *games.Illegal {
	for _, c := range stake.list() {
		if v := c.Virtue(); v != Sword && v != Lance {
			return bidVirtue.of("card", c)
		}
	}
	switch {
	case s.lone && stake.size() > 1:
		return bidLone.of()
	case !s.hand.has(stake):
		return notHeld.of("card", s.missing(stake))
	}
	return nil
}
