package kutschke

import "slices"

// ring is the circle of places, the same throughout a match.
type ring struct {
	places [placeCount]Place // by index, Camelot at 0
	index  [placeCount]int   // by place
}

func ringOf(provinces []Place) *ring {
	r := &ring{}
	for i, p := range provinces {
		r.places[i+1], r.index[p] = p, i+1
	}
	return r
}

// distance returns the number of places from one to another, the shorter way round.
func (r *ring) distance(a, b Place) int {
	d := max(r.index[a]-r.index[b], r.index[b]-r.index[a])
	return min(d, placeCount-d)
}

// adventureList is a list of adventures in the order in which they were added.
type adventureList struct {
	n    int8
	list [adventureCount]Adventure
}

func (r *adventureList) all() []Adventure { return r.list[:r.n] }

func (r *adventureList) copy() []Adventure { return append([]Adventure{}, r.all()...) }

func (r *adventureList) has(a Adventure) bool { return slices.Contains(r.all(), a) }

func (r *adventureList) add(a Adventure) {
	r.list[r.n] = a
	r.n++
}

func (r *adventureList) remove(a Adventure) {
	i := slices.Index(r.all(), a)
	copy(r.list[i:r.n], r.list[i+1:r.n])
	r.n--
	r.list[r.n] = 0
}

const maxPicks = 4

// picks lists the action cards of a seat in the order in which they were picked; the
// rest is zero.
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

// table is the public part of a state, without the seats.
type table struct {
	ring    *ring
	seats   int
	phase   Phase
	round   int
	pass    int
	supply  [kindCount]uint8
	piles   cards
	display adventureList
	done    adventureList
	deck    int // adventures still to come
}

// outfit returns the part of the box for the number of seats.
func (t *table) outfit() *outfit { return &box.byPlayers[t.seats] }

// knight is the part of a state that belongs to one seat.
type knight struct {
	tent       tent
	points     int8
	arrival    int8 // 1 for the first seat at the target, then 2; 0 if it is not there
	at         Place
	picked     picks
	hand       cards
	known      cards // the part of the hand that everybody saw the knight take
	adventures adventureList
	placed     bool // the bid is placed and not revealed yet
	lone       bool // nobody else is in the tournament; holds during it
	bid        cards
}
