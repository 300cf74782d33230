package kutschke

import (
	"encoding/json"

	"tableronde/games"
)

// Phase is a phase of a round.
type Phase uint8

// The phases in order. No seat decides anything in between.
const (
	PhasePick    Phase = iota // in the order of the tents, seats pick an action card each, pass after pass
	PhaseAct                  // in the order of the tents, seats take their turns
	PhaseTourney              // those in the tournament stake cards, all at once
	PhaseOver                 // the game is over
)

// String returns the word of the phase: "pick", "act", "tourney", "over".
func (p Phase) String() string { return [...]string{"pick", "act", "tourney", "over"}[p] }

// MarshalText encodes the word.
func (p Phase) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// View is what one viewer may know of a game. Fields without a JSON key, and the
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
	ToAct  []games.Seat `json:"-"` // who owes a decision, ascending
	Target int          `json:"-"` // points that bring on the end
	Passes int          `json:"-"` // picks of each seat in a round
	Rounds int          `json:"-"` // the game ends after so many at the latest

	// NextTurn and NextBid are the rounds in which the viewer next takes a turn and stakes
	// cards, which orders may be left for; 0 for viewers without a seat.
	NextTurn, NextBid int `json:"-"`

	Chosen [][]Kind `json:"-"` // by seat, what each has picked this round in order, used or not

	// Ranking lists every seat, the winner first, and Reason is that of the result.
	// Both are empty while the game goes on.
	Ranking []games.Seat `json:"-"`
	Reason  string       `json:"-"`

	table table  // what everybody sees
	own   knight // the viewer's seat, if there is one
}

// Knight is a seat as the viewer sees it.
type Knight struct {
	Tent       int         `json:"tent"` // its place in the order of play of this round, from 1
	Points     int         `json:"points"`
	Reached    Rank        `json:"reached"`
	At         Place       `json:"at"`
	Picked     []Kind      `json:"picked"` // still to be used; the Tournament until it is held
	Hand       []Card      `json:"hand"`   // in order; the zero Card ("?") for each that the viewer may not know
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

// Turn reports whether the viewer owes a decision.
func (v View) Turn() bool {
	for _, s := range v.ToAct {
		if s == v.Viewer {
			return true
		}
	}
	return false
}

// Seated reports whether the viewer holds a seat.
func (v View) Seated() bool { return v.Viewer >= 1 }

// Order lists the seats in the order of their tents.
func (v View) Order() []games.Seat {
	order := make([]games.Seat, len(v.Seats))
	for i, k := range v.Seats {
		order[k.Tent-1] = games.Seat(i + 1)
	}
	return order
}

// Spot is one place of the circle.
type Spot struct {
	Place    Place
	Index    int          // round the circle, Camelot at 0
	Knights  []games.Seat // who stands there, ascending
	Distance int          // from the viewer's knight, 0 if there is none

	// Line rides there; Why refuses it. Both are empty unless the viewer may use a
	// Horse now.
	Line string
	Why  *games.Illegal
}

// Circle lists the eight places from Camelot on.
func (v View) Circle() []Spot {
	spots := make([]Spot, len(v.Places))
	rides := v.acting() && v.own.picked.has(Horse)
	for i, p := range v.Places {
		s := Spot{Place: p, Index: i}
		for j, k := range v.Seats {
			if k.At == p {
				s.Knights = append(s.Knights, games.Seat(j+1))
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

// acting reports whether it is the viewer's turn to use the picked cards.
func (v View) acting() bool { return v.Phase == PhaseAct && v.Turn() }

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
	if v.Phase != PhasePick || !v.Seated() || len(v.own.picked.all()) == v.Passes {
		return nil
	}
	all := make([]Choice, 0, kindCount-1)
	for _, k := range Kinds() {
		all = append(all, Choice{k, int(v.table.supply[k]), allLines().pick[k], v.table.checkPick(&v.own, k).about(k)})
	}
	return all
}

// Step is a line of the viewer's turn that is legal now.
type Step struct {
	Line      string
	Card      Card      // that an exercise takes or Justice gives
	Adventure Adventure // that the Round Table gives or a Quest completes
	Place     Place     // where a Horse goes
	Pay       []Card    // what a Quest costs
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
	if !v.acting() {
		return nil
	}
	var all []Use
	for _, k := range v.own.picked.all() {
		u := Use{Kind: k, Why: v.table.checkUse(&v.own, k).about(k)}
		if u.Why == nil {
			v.table.steps(&v.own, k, func(a action, line string, best bool) {
				s := Step{Line: line, Card: a.card, Adventure: a.adventure, Place: a.place, Best: best}
				if a.cards != 0 {
					s.Pay = a.cards.list()
				}
				u.Steps = append(u.Steps, s)
			})
			if len(u.Steps) == 0 {
				u.Why = v.own.noQuest()
			}
		}
		all = append(all, u)
	}
	return all
}

// Errand is an adventure that the viewer holds, and what it still needs.
type Errand struct {
	Adventure Adventure
	Here      bool     // the knight is at its place
	Payments  [][]Card // that the hand allows, wherever the knight is; the one to offer first comes first
	Missing   []Lack   // what the hand is short of; empty if and only if there are payments
}

// Lack is the value of a virtue that is missing.
type Lack struct {
	Virtue Virtue
	Value  int
}

// Errands lists the viewer's adventures in the order in which they were taken.
func (v View) Errands() []Errand {
	var all []Errand
	for _, a := range v.own.adventures.all() {
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
	if v.Phase != PhaseTourney {
		return nil
	}
	var in []games.Seat
	for i, k := range v.Seats {
		for _, picked := range k.Picked {
			if picked == Tournament {
				in = append(in, games.Seat(i+1))
			}
		}
	}
	return in
}
