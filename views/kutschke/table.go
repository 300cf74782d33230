package kutschke

import (
	"strconv"

	"tableronde/games"
	rules "tableronde/games/kutschke"
)

// rider is a knight at the table.
type rider struct {
	seat   games.Seat
	name   string
	you    bool
	acts   bool
	out    bool
	tent   int
	points int
	marks  []string // what there is to know of him, in few words
	hand   int
	used   []pickedAction
	errand []rules.Adventure
	won    []rules.Adventure
}

// pickedAction is an action card that a knight has picked, and whether it is used up.
type pickedAction struct {
	kind rules.Kind
	gone bool
}

// riders lists the knights in the order of their tents.
func (p page) riders() []rider {
	by := p.conquerors()
	var all []rider
	for _, seat := range p.v.Order() {
		k := p.ahead.Seats[seat-1]
		r := rider{
			seat: seat, name: p.Name(seat), you: p.IsYou(seat), acts: p.Acts(seat), out: k.Resigned, tent: k.Tent, points: k.Points,
			hand: len(k.Hand), errand: k.Adventures, won: p.won(seat, by), used: pickedActions(p.v.Chosen[seat-1], k.Picked),
		}
		switch {
		case k.Resigned:
			r.marks = append(r.marks, p.t("kutschke.left_game"))
		case k.Reached > 0:
			r.marks = append(r.marks, p.t("kutschke.reached", "Target", p.v.Target))
		}
		if k.Bid.Placed {
			r.marks = append(r.marks, p.t("kutschke.bid_placed"))
		}
		all = append(all, r)
	}
	return all
}

// pickedActions lists the picked action cards and which of them are used up.
func pickedActions(all, left []rules.Kind) []pickedAction {
	rest := map[rules.Kind]int{}
	for _, k := range left {
		rest[k]++
	}
	var list []pickedAction
	for _, k := range all {
		rest[k]--
		list = append(list, pickedAction{k, rest[k] < 0})
	}
	return list
}

// bar returns the way to the target in hundredths.
func (p page) bar(points int) string {
	return strconv.Itoa(min(100, 100*points/p.v.Target))
}

// adventureRow is an adventure card as lists show it.
type adventureRow struct {
	rules.Adventure
	mine bool
	far  string // how far its place is from the viewer's knight, "" where that does not matter
	note string // how far it has come, "" for an open one
}

// open returns an adventure that lies open.
func (p page) open(a rules.Adventure) adventureRow {
	return adventureRow{Adventure: a, far: p.far(a.Place())}
}

// far returns the distance of a place from the viewer's knight, in few words.
func (p page) far(to rules.Place) string {
	if !p.Seated() || p.v.Phase == rules.PhaseOver {
		return ""
	}
	for _, s := range p.ahead.Circle() {
		if s.Place == to && s.Distance > 0 {
			return p.n("kutschke.draft.far", s.Distance)
		}
	}
	return ""
}

// pack tells how many adventures are still to come.
func (p page) pack() string {
	if p.v.Deck == 0 {
		return p.t("kutschke.deck.none")
	}
	return p.n("kutschke.deck", p.v.Deck)
}

// errands lists the viewer's own adventures, as they would be after what is
// staged.
func (p page) errands() []adventureRow {
	var all []adventureRow
	for _, e := range p.ahead.Errands() {
		one := adventureRow{Adventure: e.Adventure, mine: true, far: p.far(e.Adventure.Place())}
		switch {
		case p.v.Phase == rules.PhaseOver: // nothing of it matters any more
		case len(e.Missing) > 0:
			var lack []string
			for _, l := range e.Missing {
				lack = append(lack, p.card(l.Virtue.String()+strconv.Itoa(l.Value)))
			}
			one.note = p.t("kutschke.errand.missing", "Cards", p.list(lack))
		case e.Here:
			one.note = p.t("kutschke.errand.ready")
		default:
			one.note = p.t("kutschke.errand.payable")
		}
		all = append(all, one)
	}
	return all
}

// rankedRider is a line of the ranking.
type rankedRider struct {
	rank   int
	rider  rider
	reason string // why he is before the next with the same points
}

func (p page) ranking() []rankedRider {
	riders := map[games.Seat]rider{}
	for _, r := range p.riders() {
		riders[r.seat] = r
	}
	var all []rankedRider
	for i, seat := range p.v.Ranking {
		one := rankedRider{rank: i + 1, rider: riders[seat]}
		if i+1 < len(p.v.Ranking) {
			one.reason = p.tie(p.v.Seats[seat-1], p.v.Seats[p.v.Ranking[i+1]-1])
		}
		all = append(all, one)
	}
	return all
}

// tie tells why one knight is placed before another with as many points.
func (p page) tie(a, b rules.Knight) string {
	switch {
	case a.Points != b.Points || a.Resigned != b.Resigned:
		return ""
	case a.Reached > 0:
		return p.t("kutschke.tie.reached", "Target", p.v.Target)
	}
	return p.t("kutschke.tie.tent", "Tent", a.Tent)
}
