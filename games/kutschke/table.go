package kutschke

import "slices"

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

// distance returns how many places lie between two on the shorter way, the last one
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

// fit returns what a table of so many seats plays with.
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
