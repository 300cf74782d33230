package bot

import (
	"slices"

	"tableronde/games/kutschke"
)

// board is the part of a table of Kutschke's Camelot that a seat plans with: what
// lies open, and what is its own.
type board struct {
	course  *course
	supply  picks
	piles   hand
	display pack

	at         kutschke.Place
	picked     picks
	hand       hand
	adventures pack
}

// course is the circle of the places.
type course struct {
	ring  []kutschke.Place
	where [places]int // by place, where it is in the circle
}

// distance returns the number of places from one to another, the shorter way round.
func (c *course) distance(from, to kutschke.Place) int {
	d := c.where[from] - c.where[to]
	d = max(d, -d)
	return min(d, len(c.ring)-d)
}

// pack is a list of adventures, as long as there are adventures at most.
type pack struct {
	cards [14]kutschke.Adventure
	n     int
}

func packOf(list []kutschke.Adventure) (p pack) {
	p.n = copy(p.cards[:], list)
	return p
}

func (p *pack) list() []kutschke.Adventure { return p.cards[:p.n] }

func (p *pack) add(a kutschke.Adventure) {
	p.cards[p.n] = a
	p.n++
}

func (p *pack) drop(a kutschke.Adventure) {
	if i := slices.Index(p.list(), a); i >= 0 {
		copy(p.cards[i:], p.cards[i+1:p.n])
		p.n--
	}
}

// picks counts action cards by kind.
type picks [kutschke.Horse + 1]int8

func (p *picks) has(k kutschke.Kind) bool { return p[k] > 0 }

func countPicks(list []kutschke.Kind) (p picks) {
	for _, k := range list {
		p[k]++
	}
	return p
}

// hand counts virtue cards by virtue and value.
type hand [kutschke.Book + 1][maxValue + 1]int8

func (h *hand) has(c kutschke.Card) bool { return h[c.Virtue()][c.Value()] > 0 }

func (h *hand) add(c kutschke.Card, n int8) { h[c.Virtue()][c.Value()] += n }

// count returns the number of cards of a virtue.
func (h *hand) count(v kutschke.Virtue) int { return int(h[v][1] + h[v][2] + h[v][3]) }

// total returns the sum of the values of a virtue.
func (h *hand) total(v kutschke.Virtue) int { return int(h[v][1] + 2*h[v][2] + 3*h[v][3]) }

// list lists the cards in the order of the notation.
func (h *hand) list() []kutschke.Card {
	var cards []kutschke.Card
	for _, v := range kutschke.Virtues() {
		for value := 1; value <= maxValue; value++ {
			for range h[v][value] {
				cards = append(cards, kutschke.CardOf(v, value))
			}
		}
	}
	return cards
}

func newBoard(v kutschke.View) board {
	own := v.Seats[v.Viewer-1]
	course := &course{ring: v.Places}
	for i, p := range v.Places {
		course.where[p] = i
	}
	b := board{course: course, display: packOf(v.Display), at: own.At, picked: countPicks(own.Picked), adventures: packOf(own.Adventures)}
	for k, n := range v.Supply {
		b.supply[k] = int8(n)
	}
	for virtue, values := range v.Piles {
		for _, value := range values {
			b.piles[virtue][value]++
		}
	}
	for _, c := range own.Hand {
		b.hand.add(c, 1)
	}
	return b
}

// mayUse reports whether a step with a kind of card might be legal now.
func (b *board) mayUse(k kutschke.Kind) bool {
	switch {
	case k == kutschke.Tournament,
		k.Camelot() && b.at != kutschke.Camelot,
		k.Province() && b.at == kutschke.Camelot,
		k <= kutschke.ExerciseBook && b.piles.count(k.Virtue()) == 0,
		k == kutschke.RoundTable && b.display.n == 0,
		k == kutschke.Justice && b.hand.count(kutschke.Book) == 0,
		k == kutschke.Quest && b.adventures.n == 0:
		return false
	}
	return true
}

// steps appends the steps worth trying with a kind of card to a list: the highest card to
// take, the lowest Book to give, the cheapest payment, rides to where there is something
// to do.
func (b *board) steps(k kutschke.Kind, all []step) []step {
	s := step{kind: k}
	switch k {
	case kutschke.RoundTable:
		for _, s.adventure = range b.display.list() {
			all = append(all, s)
		}
	case kutschke.Justice:
		for s.card = kutschke.CardOf(kutschke.Book, 1); !b.hand.has(s.card); {
			s.card++
		}
		all = append(all, s)
	case kutschke.Quest:
		for _, s.adventure = range b.adventures.list() {
			if s.adventure.Place() != b.at {
				continue
			}
			payable := true
			for _, v := range kutschke.Virtues() {
				var ok bool
				s.pay[v], ok = cheapest(b.hand[v], int8(s.adventure.Cost(v)))
				payable = payable && ok
			}
			if payable {
				all = append(all, s)
			}
		}
	case kutschke.Horse:
		for _, s.place = range b.course.ring {
			d := b.course.distance(b.at, s.place)
			there := func(a kutschke.Adventure) bool { return a.Place() == s.place }
			useful := s.place == kutschke.Camelot || b.at == kutschke.Camelot && b.hand.count(kutschke.Book) > 0 ||
				slices.ContainsFunc(b.adventures.list(), there)
			if d >= 1 && d <= maxRide && useful {
				all = append(all, s)
			}
		}
	default:
		for s.card = kutschke.CardOf(k.Virtue(), maxValue); !b.piles.has(s.card); {
			s.card--
		}
		all = append(all, s)
	}
	return all
}

// cheapest returns the cheapest payment from the cards of one virtue that is worth at least need:
// of the smallest total, then of the fewest cards, then the first in their order.
func cheapest(held [maxValue + 1]int8, need int8) (pay [maxValue + 1]int8, ok bool) {
	best, fewest := int8(0), int8(0)
	for ones := held[1]; ones >= 0; ones-- { // more of the small cards come first in order
		for twos := held[2]; twos >= 0; twos-- {
			for threes := range held[3] + 1 {
				total, size := ones+2*twos+3*threes, ones+twos+threes
				if total >= need && (!ok || total < best || total == best && size < fewest) {
					pay, best, fewest, ok = [maxValue + 1]int8{1: ones, 2: twos, 3: threes}, total, size, true
				}
			}
		}
	}
	return pay, ok
}

// use carries out a step and returns the points that it scores. The action card
// goes back to the supply.
func (b *board) use(s step) (points int) {
	b.picked[s.kind]--
	b.supply[s.kind]++
	switch s.kind {
	case kutschke.RoundTable:
		b.display.drop(s.adventure)
		b.adventures.add(s.adventure)
	case kutschke.Justice:
		b.spend(s.card)
		return justicePoints
	case kutschke.Quest:
		for _, c := range s.pay.list() {
			b.spend(c)
		}
		b.adventures.drop(s.adventure)
		return s.adventure.Shields()
	case kutschke.Horse:
		b.at = s.place
	default:
		b.piles.add(s.card, -1)
		b.hand.add(s.card, 1)
	}
	return 0
}

const justicePoints = 2

// spend puts a card of the hand back on its pile.
func (b *board) spend(c kutschke.Card) {
	b.hand.add(c, -1)
	b.piles.add(c, 1)
}

// prospects returns the worth of hand, adventures and place for later rounds: 10 for
// a point, of which each use of an action card costs 7.
func (b *board) prospects() float64 {
	perCard := [...]float64{kutschke.Sword: 1, kutschke.Lance: 1, kutschke.Dragon: 1, kutschke.Book: 4}
	worth := 0.
	for _, v := range kutschke.Virtues() {
		worth += perCard[v]*float64(b.hand.count(v)) + 0.7*float64(b.hand.total(v))
	}
	if b.hand.count(kutschke.Sword)+b.hand.count(kutschke.Lance) > 0 {
		worth += 3
	}
	best, rest := b.promises()
	worth += best + 0.4*rest
	if b.at == kutschke.Camelot {
		worth += 4
	}
	return worth
}

// promises returns what the best of the adventures promises, and the others together, on the
// scale of prospects.
func (b *board) promises() (best, rest float64) {
	const use = 7
	for _, a := range b.adventures.list() {
		uses := 1 + (b.course.distance(b.at, a.Place())+maxRide-1)/maxRide
		for _, v := range kutschke.Virtues() {
			if a.Cost(v) > b.hand.total(v) {
				uses++
			}
		}
		promise := max(0, 10*float64(a.Shields())-use*float64(uses))
		best, rest = max(best, promise), rest+promise
	}
	return best, rest - best
}
