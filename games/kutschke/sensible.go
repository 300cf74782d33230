package kutschke

import (
	"math/rand/v2"
	"slices"

	"tableronde/games"
)

// Sensible returns what a player does who plans the round ahead but reckons with
// nobody else: one of the legal actions of a seat, given what it sees. It serves
// to try out the cards.
func Sensible(v View, legal []string, rng *rand.Rand) string {
	if len(legal) == 1 {
		return legal[0]
	}
	var line string
	switch v.Phase {
	case PhasePick:
		line = v.sensiblePick(rng)
	case PhaseAct:
		line = v.sensibleStep(rng)
	case PhaseTourney:
		line = v.sensibleBid(legal, rng)
	}
	if slices.Contains(legal, line) {
		return line
	}
	return legal[0]
}

// planner looks for the best way to spend action cards in one turn.
type planner struct {
	rng    *rand.Rand
	picked picks // to start with
	plenty [kinds]uint8
	joust  float64 // what the tournament is worth
	future float64 // what promises for later rounds count
	path   [maxPicks]action
	best   [maxPicks]action // the best path found
	worth  float64          // of it
	jousts bool             // it ends in a tournament still to be picked

	tables  [maxPicks + 1]table // along the path, before each step
	knights [maxPicks + 1]knight
}

// plan finds the best turn of a seat that may still pick a number of cards.
func (v View) plan(more int, rng *rand.Rand) *planner {
	p := &planner{rng: rng, picked: v.own.picked, plenty: v.table.supply, joust: 10, worth: -1}
	ahead := 0.
	rivals := false
	for i, k := range v.Seats {
		ahead = max(ahead, float64(k.Points)/float64(v.Target))
		rivals = rivals || games.Seat(i+1) != v.Viewer && slices.Contains(k.Picked, Tournament)
	}
	switch {
	case rivals:
		p.joust = 6
	case v.Phase == PhaseAct:
		p.joust = 16
	}
	p.future = 1 - 0.6*min(1, ahead*ahead)
	p.tables[0], p.knights[0] = v.table, v.own
	p.extend(0, more, 0)
	return p
}

// extend tries everything that the seat can do next.
func (p *planner) extend(depth, more, points int) {
	t, k := &p.tables[depth], &p.knights[depth]
	p.weigh(t, k, more, points)
	if depth == maxPicks {
		return
	}
	for kind := ExerciseSword; kind <= Horse; kind++ {
		held := k.picked.has(kind)
		if !held && (more == 0 || t.supply[kind] == 0) || kind == Tournament {
			continue
		}
		// What is done at Camelot in another order leads to nothing new.
		if depth > 0 && kind < p.path[depth-1].kind && p.path[depth-1].kind <= RoundTable {
			continue
		}
		with, left := *k, more
		if !held {
			with.picked.add(kind)
			left--
		}
		if t.mayUse(&with, kind) != nil {
			continue
		}
		var room [places]action
		for _, a := range t.options(&with, kind, room[:0]) {
			next, after := &p.tables[depth+1], &p.knights[depth+1]
			*next, *after = *t, with
			gain := next.carryOut(after, a)
			// A card is used once, and one already held is not in the supply.
			next.supply[kind] = t.supply[kind]
			if !held {
				next.supply[kind]--
			}
			p.path[depth] = a
			p.extend(depth+1, left, points+gain)
			p.path[depth] = action{}
		}
	}
}

// options returns the ways worth trying to use a card: the highest card to take, the
// lowest Book to give, the cheapest payment, rides to where there is something
// to do.
func (t *table) options(k *knight, kind Kind, all []action) []action {
	a := action{verb: step, kind: kind}
	switch kind {
	case RoundTable:
		for _, a.adventure = range t.display.all() {
			all = append(all, a)
		}
	case Justice:
		a.card = k.hand.of(Book).lowest()
		all = append(all, a)
	case Quest:
		for _, a.adventure = range k.adventures.all() {
			if a.adventure.Place() != k.at {
				continue
			}
			for _, pay := range script.quest[a.adventure] {
				if k.hand.has(pay.cards) {
					a.cards = pay.cards
					all = append(all, a)
					break
				}
			}
		}
	case Horse:
		for _, a.place = range t.ring.places {
			if d := t.ring.distance(k.at, a.place); d >= 1 && d <= box.distance && k.useful(a.place) {
				all = append(all, a)
			}
		}
	default:
		for a.card = CardOf(kind.Virtue(), maxValue); !t.piles.has(one(a.card)); {
			a.card--
		}
		all = append(all, a)
	}
	return all
}

// useful reports whether a knight may want to ride to a place.
func (k *knight) useful(to Place) bool {
	if to == Camelot || k.at == Camelot && k.hand.of(Book) != 0 {
		return true
	}
	for _, a := range k.adventures.all() {
		if a.Place() == to {
			return true
		}
	}
	return false
}

// weigh keeps a path if it is the best so far.
func (p *planner) weigh(t *table, k *knight, more, points int) {
	worth := 10*float64(points) + p.future*prospects(t, k) + p.rng.Float64()
	jousts := false
	if k.at == Camelot && k.hand.of(Sword)|k.hand.of(Lance) != 0 {
		switch {
		case k.picked.has(Tournament):
			worth += p.joust
		case more > 0 && t.supply[Tournament] > 0:
			worth += p.joust
			jousts = true
		}
	}
	if worth > p.worth {
		p.worth, p.best, p.jousts = worth, p.path, jousts
	}
}

// prospects returns what a hand, adventures and a place promise for later rounds, a
// point being worth 10 and the use of an action card 7.
func prospects(t *table, k *knight) float64 {
	const use = 7
	var held [Book + 1]int
	worth := 0.
	for v := Sword; v <= Book; v++ {
		held[v] = k.hand.of(v).total()
		worth += [...]float64{0, 1, 1, 1, 4}[v]*float64(k.hand.of(v).size()) + 0.7*float64(held[v])
	}
	if k.hand.of(Sword)|k.hand.of(Lance) != 0 {
		worth += 3
	}
	best, rest := 0., 0.
	for _, a := range k.adventures.all() {
		uses := 1 + (t.ring.distance(k.at, a.Place())+box.distance-1)/box.distance
		for v := Sword; v <= Book; v++ {
			if a.Cost(v) > held[v] {
				uses++
			}
		}
		promise := max(0, 10*float64(a.Shields())-use*float64(uses))
		best, rest = max(best, promise), rest+promise
	}
	worth += best + 0.4*(rest-best)
	if k.at == Camelot {
		worth += 4
	}
	return worth
}

// sensiblePick takes, of the cards that the plan still lacks, the one that is
// rarest.
func (v View) sensiblePick(rng *rand.Rand) string {
	p := v.plan(v.Passes-len(v.own.picked.all()), rng)
	held := p.picked
	var wanted []Kind
	for _, a := range p.best {
		switch {
		case a.kind == 0:
		case held.has(a.kind):
			held.remove(a.kind)
		default:
			wanted = append(wanted, a.kind)
		}
	}
	if p.jousts {
		wanted = append(wanted, Tournament)
	}
	if len(wanted) == 0 {
		wanted = v.spares()
	}
	if len(wanted) == 0 {
		return ""
	}
	rarest := slices.MinFunc(wanted, func(a, b Kind) int { return int(p.plenty[a]) - int(p.plenty[b]) })
	return script.pick[rarest]
}

// spares are cards that rarely do harm.
func (v View) spares() []Kind {
	for _, k := range []Kind{Horse, Quest, ExerciseDragon, ExerciseBook} {
		if v.table.mayPick(&v.own, k) == nil {
			return []Kind{k}
		}
	}
	return nil
}

// sensibleStep begins the best turn that the picked cards allow.
func (v View) sensibleStep(rng *rand.Rand) string {
	p := v.plan(0, rng)
	if p.best[0].kind == 0 {
		return doneWord
	}
	return p.best[0].String()
}

// sensibleBid stakes little alone, and something or other against somebody.
func (v View) sensibleBid(legal []string, rng *rand.Rand) string {
	if v.own.lone {
		return legal[1]
	}
	most := 0
	for _, seat := range v.Entrants() {
		if seat != v.Viewer {
			most = len(v.Seats[seat-1].Hand)
		}
	}
	if most == 0 {
		return legal[1]
	}
	cheap := legal[:min(len(legal), 1+rng.IntN(6))]
	return cheap[rng.IntN(len(cheap))]
}
