package kutschke

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"tableronde/games"
	"tableronde/games/cards"
)

// Phase is a phase of a round.
type Phase uint8

// The phases in order. No seat decides anything in between.
const (
	PhasePick    Phase = iota // in the order of the tents, seats pick an action card each, pass after pass
	PhaseAct                  // in the order of the tents, seats take their turns
	PhaseTourney              // the seats in the tournament stake cards, all at once
	PhaseOver                 // the game is over
)

// String returns the word of the phase: "pick", "act", "tourney", "over".
func (p Phase) String() string { return [...]string{"pick", "act", "tourney", "over"}[p] }

// MarshalText encodes the word.
func (p Phase) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// View is the part of a game that one viewer may see. Fields without a JSON key, and the
// methods, are derived for the pages.
type View struct {
	Phase   Phase            `json:"phase"`
	Round   int              `json:"round"` // from 1
	Pass    int              `json:"pass"`  // of picking, from 1; outside PhasePick the last
	Places  []Place          `json:"places"`
	Supply  map[Kind]int     `json:"supply"` // action cards that nobody has; none of a kind is left out
	Piles   map[Virtue][]int `json:"piles"`  // values, ascending; an empty pile is an empty list
	Display []Adventure      `json:"display"`
	Deck    int              `json:"deck"` // adventures still face down
	Done    []Adventure      `json:"done"` // completed ones in order
	Seats   []Knight         `json:"seats"`

	Viewer games.Seat   `json:"-"` // a seat, Spectator or Omniscient
	ToAct  []games.Seat `json:"-"` // the seats that owe a decision, ascending
	Target int          `json:"-"` // points that bring on the end
	Passes int          `json:"-"` // picks of each seat in a round
	Rounds int          `json:"-"` // the largest number of rounds

	// NextTurn and NextBid are the rounds in which the viewer next takes a turn and stakes
	// cards, which orders may be left for; 0 for viewers without a seat.
	NextTurn, NextBid int `json:"-"`

	Chosen [][]Kind `json:"-"` // by seat, the cards that each has picked this round in order, used or not

	// Ranking lists every seat, the winner first, and Reason is the reason of the result. Both
	// are empty while the game goes on.
	Ranking []games.Seat `json:"-"`
	Reason  string       `json:"-"`

	table table  // the part that everybody sees
	own   knight // the viewer's seat, if there is one
}

// Knight is a seat as the viewer sees it.
type Knight struct {
	Tent       int         `json:"tent"` // its place in the order of play of this round, from 1
	Points     int         `json:"points"`
	Reached    Rank        `json:"reached"`
	At         Place       `json:"at"`
	Picked     []Kind      `json:"picked"` // still to be used; the Tournament until it is held
	Hand       []Card      `json:"hand"`   // in order; the zero Card ("?") for each that is hidden from the viewer
	Adventures []Adventure `json:"adventures"`
	Bid        Bid         `json:"bid"`
	Resigned   bool        `json:"resigned,omitempty"`
}

// Rank is the order of arrival at the target: 1 for the first seat; 0, in JSON null,
// for a seat that is not there.
type Rank int

// MarshalJSON encodes a number or null.
func (r Rank) MarshalJSON() ([]byte, error) {
	if r == 0 {
		return []byte("null"), nil
	}
	return json.Marshal(int(r))
}

// Bid is the stake of a seat in the tournament, after it is placed and before it is
// revealed.
type Bid struct {
	Placed bool
	Hidden bool   // from this viewer, like the number of its cards
	Cards  []Card // in order, unless hidden
}

// MarshalJSON encodes null, "?" or the list of cards.
func (b Bid) MarshalJSON() ([]byte, error) {
	switch {
	case !b.Placed:
		return []byte("null"), nil
	case b.Hidden:
		return []byte(`"?"`), nil
	}
	return json.Marshal(append([]Card{}, b.Cards...))
}

// View returns the view of a seat, Spectator or Omniscient. When the game is over everybody
// sees everything.
func (s *state) View(viewer games.Seat) games.View { return s.view(viewer) }

func (s *state) view(viewer games.Seat) View {
	v := View{
		Phase: s.phase, Round: s.round, Pass: s.pass,
		Places:  s.ring.places[:],
		Supply:  make(map[Kind]int, kindCount),
		Piles:   make(map[Virtue][]int, Book),
		Display: append([]Adventure{}, s.display...), Deck: len(s.deck), Done: append([]Adventure{}, s.done...),
		Seats:  make([]Knight, s.seats),
		Chosen: make([][]Kind, s.seats),
		Viewer: viewer, ToAct: s.ToAct(),
		Target: s.outfit().target, Passes: s.outfit().picks, Rounds: box.RoundCap.Value,
		Ranking: s.ranking, table: s.table,
	}
	for k, n := range s.supply {
		if n > 0 {
			v.Supply[Kind(k)] = int(n)
		}
	}
	for _, virtue := range Virtues() {
		v.Piles[virtue] = []int{}
		for _, c := range s.piles.of(virtue).list() {
			v.Piles[virtue] = append(v.Piles[virtue], c.Value())
		}
	}
	for i := range s.seated() {
		v.Seats[i] = s.viewKnight(i, viewer)
		v.Chosen[i] = append([]Kind{}, s.chosen[i]...)
	}
	if viewer >= 1 && int(viewer) <= s.seats {
		v.own = s.knights[viewer-1]
		next := s.occasionsOf(int(viewer) - 1)
		v.NextTurn, v.NextBid = next.turn, next.bid
	}
	if s.result != nil {
		v.Reason = s.result.Reason
	}
	return v
}

// viewKnight returns a seat as a viewer sees it.
func (s *state) viewKnight(i int, viewer games.Seat) Knight {
	k := &s.knights[i]
	all := viewer == seatOf(i) || viewer == games.Omniscient || s.phase == PhaseOver
	seen := Knight{
		Tent: int(k.tent), Points: int(k.points), Reached: Rank(k.arrival), At: k.at,
		Picked: append([]Kind{}, k.picked...), Hand: make([]Card, k.hand.size()),
		Adventures: append([]Adventure{}, k.adventures...), Bid: Bid{Placed: k.placed, Hidden: k.placed && !all},
		Resigned: s.resigned[i],
	}
	if all {
		seen.Hand = k.hand.list()
	}
	if all && k.placed {
		seen.Bid.Cards = k.bid.list()
	}
	return seen
}

// Turn reports whether the viewer owes a decision.
func (v View) Turn() bool { return slices.Contains(v.ToAct, v.Viewer) }

// Seated reports whether the viewer holds a seat.
func (v View) Seated() bool { return v.Viewer >= 1 }

// Order lists the seats in the order of their tents.
func (v View) Order() []games.Seat {
	order := make([]games.Seat, len(v.Seats))
	for i, k := range v.Seats {
		order[k.Tent-1] = seatOf(i)
	}
	return order
}

// Spot is one place of the circle.
type Spot struct {
	Place    Place
	Index    int          // round the circle, Camelot at 0
	Knights  []games.Seat // the seats there, ascending
	Distance int          // from the viewer's knight, 0 if there is none

	// Line rides there; Why refuses it. Both are empty unless the viewer may use a
	// Horse now.
	Line string
	Why  *games.Illegal
}

// Circle lists the eight places from Camelot on.
func (v View) Circle() []Spot {
	spots := make([]Spot, len(v.Places))
	rides := v.Phase == PhaseAct && v.Turn() && v.own.has(Horse)
	for i, p := range v.Places {
		s := Spot{Place: p, Index: i}
		for j, k := range v.Seats {
			if k.At == p {
				s.Knights = append(s.Knights, seatOf(j))
			}
		}
		if v.Seated() {
			s.Distance = v.table.ring.distance(v.own.at, p)
		}
		if rides {
			s.Line = allLines().horse[p]
			if s.Why = v.table.checkStep(&v.own, action{verb: verbStep, kind: Horse, place: p}); s.Why != nil {
				s.Line = ""
			}
		}
		spots[i] = s
	}
	return spots
}

// Choice is a kind of action card, with its pick or why it cannot be picked.
type Choice struct {
	Kind Kind
	Left int            // in the supply
	Line string         // that picks it
	Why  *games.Illegal // why it cannot be picked, nil if it can
}

// Choices lists every kind of action card for a viewer who still picks in this round,
// by the current supply; nil for others.
func (v View) Choices() []Choice {
	if v.Phase != PhasePick || !v.Seated() || len(v.own.picked) == v.Passes {
		return nil
	}
	all := make([]Choice, 0, kindCount-1)
	for _, k := range Kinds() {
		why := v.table.checkPick(&v.own, k).With("card", k)
		all = append(all, Choice{k, int(v.table.supply[k]), allLines().pick[k], why})
	}
	return all
}

// Step is a line of the viewer's turn that is legal now.
type Step struct {
	Line      string
	Card      Card      // that an exercise takes or Justice gives
	Adventure Adventure // that the Round Table gives or a Quest completes
	Place     Place     // where a Horse goes
	Pay       []Card    // the price of a Quest
	Best      bool      // of the payments for an adventure the one to offer first
}

// Use is one of the viewer's picked cards, with the steps that are legal now.
type Use struct {
	Kind  Kind
	Steps []Step         // in the order of Legal
	Why   *games.Illegal // why there is none; nil if there is any
}

// Uses lists the viewer's picked cards in order during the viewer's turn; nil at
// other times. In the view of a Stage it is for the next action of the list.
func (v View) Uses() []Use {
	if v.Phase != PhaseAct || !v.Turn() {
		return nil
	}
	var all []Use
	for _, k := range v.own.picked {
		u := Use{Kind: k, Why: v.table.checkUse(&v.own, k).With("card", k, "virtue", k.Virtue())}
		if u.Why == nil {
			v.table.steps(&v.own, k, func(a action, line string, best bool) {
				s := Step{Line: line, Card: a.card, Adventure: a.adventure, Place: a.place, Best: best}
				if a.cards != 0 {
					s.Pay = a.cards.list()
				}
				u.Steps = append(u.Steps, s)
			})
			if len(u.Steps) == 0 { // a Quest: none of the adventures is here, or none can be paid for
				here := func(a Adventure) bool { return a.Place() == v.own.at }
				u.Why = noErrandHere.With("place", v.own.at)
				if n := slices.IndexFunc(v.own.adventures, here); n >= 0 {
					u.Why = cannotPay.With("adventure", v.own.adventures[n])
				}
			}
		}
		all = append(all, u)
	}
	return all
}

// Errand is an adventure that the viewer holds, with the conditions for its completion.
type Errand struct {
	Adventure Adventure
	Here      bool     // the knight is at its place
	Payments  [][]Card // that the hand allows, wherever the knight is; the one to offer first comes first
	Missing   []Lack   // the values that the hand lacks; empty if and only if there are payments
}

// Lack is the value of a virtue that is missing.
type Lack struct {
	Virtue Virtue
	Value  int
}

// Errands lists the viewer's adventures in the order in which they were taken.
func (v View) Errands() []Errand {
	var all []Errand
	for _, a := range v.own.adventures {
		e := Errand{Adventure: a, Here: v.own.at == a.Place()}
		for _, p := range allLines().quest[a] {
			if v.own.hand.has(p.cards) {
				e.Payments = append(e.Payments, p.cards.list())
			}
		}
		for _, virtue := range Virtues() {
			if lack := a.Cost(virtue) - v.own.hand.of(virtue).total(); lack > 0 {
				e.Missing = append(e.Missing, Lack{virtue, lack})
			}
		}
		all = append(all, e)
	}
	return all
}

// Stakes are the cards that the viewer may stake in the tournament: any of them, or
// at most one if the viewer is alone in it.
type Stakes struct {
	Cards []Card
	Lone  bool
}

// Stakes returns the cards that the viewer may stake now; ok is false if the viewer
// owes no bid.
func (v View) Stakes() (s Stakes, ok bool) {
	if v.Phase != PhaseTourney || !v.Turn() {
		return s, false
	}
	return Stakes{(v.own.hand.of(Sword) | v.own.hand.of(Lance)).list(), v.own.lone}, true
}

// Entrants lists the seats in the tournament while it is held, ascending.
func (v View) Entrants() []games.Seat {
	var in []games.Seat
	for i, k := range v.Seats {
		if v.Phase == PhaseTourney && slices.Contains(k.Picked, Tournament) {
			in = append(in, seatOf(i))
		}
	}
	return in
}

// String returns the view in plain text.
func (v View) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Round %d, %s", v.Round, v.Phase)
	if v.Phase == PhasePick {
		fmt.Fprintf(&b, " %d of %d", v.Pass, v.Passes)
	}
	fmt.Fprintf(&b, "; %d points bring on the end\n\n", v.Target)
	for _, s := range v.Circle() {
		fmt.Fprintf(&b, "%d %-16s", s.Index, s.Place)
		for _, seat := range s.Knights {
			fmt.Fprintf(&b, " [%d %s]", seat, box.knights[seat-1].En)
		}
		b.WriteByte('\n')
	}
	b.WriteString("\nsupply ")
	for _, k := range Kinds() {
		if n := v.Supply[k]; n > 0 {
			fmt.Fprintf(&b, " %s×%d", k, n)
		}
	}
	b.WriteString("\npiles  ")
	for _, virtue := range Virtues() {
		fmt.Fprintf(&b, " %s%s", virtue, strings.Trim(fmt.Sprint(v.Piles[virtue]), "[]"))
	}
	fmt.Fprintf(&b, "\nopen    %s; %d more\n", cards.Line(v.Display, "–"), v.Deck)
	fmt.Fprintf(&b, "done    %s\n\n", cards.Line(v.Done, "–"))
	for i, k := range v.Seats {
		fmt.Fprintf(&b, "%d %-8s tent %d, %2d points, at %s\n", i+1, box.knights[i].En, k.Tent, k.Points, k.At)
		fmt.Fprintf(&b, "  picked %s; hand %s; adventures %s%s\n", cards.Line(k.Picked, "–"), cards.Line(k.Hand, "–"),
			cards.Line(k.Adventures, "–"), k.Bid)
	}
	if v.Phase == PhaseOver {
		fmt.Fprintf(&b, "\nOver (%s): %s wins.\n", v.Reason, box.knights[v.Ranking[0]-1].En)
	}
	return b.String()
}

// String returns the bid for the end of a line, "" if there is none.
func (b Bid) String() string {
	switch {
	case !b.Placed:
		return ""
	case b.Hidden:
		return "; bid ?"
	}
	return "; bid " + cards.Line(b.Cards, "–")
}
