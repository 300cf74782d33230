package knizia

import (
	"strings"

	"tableronde/games"
)

// position is all that a moment of the game consists of, besides what the table
// has agreed on and the chance to come. Values of it are equal when the moments
// are.
type position struct {
	seats   uint8
	phase   Phase
	active  seat
	opener  seat
	dealer  seat
	winner  seat // of the game; nobody while it goes on
	quit    bool // it ended because all others have resigned
	opening bool // the turn is that of the opener of the tournament
	void    bool // the target of the action under way has resigned
	color   Color
	last    Color // the final color of the last tournament
	played  uint8 // cards that the active seat has played this turn
	added   uint8 // of these, those that its display gained

	out  seatSet // of the tournament
	gone seatSet // of the game

	hands    [maxSeats]hand
	displays [maxSeats]display
	tokens   [maxSeats]colorSet
	shield   seat // before whom the Shield lies
	stunned  seat // before whom Stunned lies
	deck     pile
	discard  pile
	decks    uint16 // decks shuffled so far

	way      Move // the action under way in PhaseReact and PhaseAdapt
	wayCard  id
	adapts   uint16 // how often seats were asked for Adapt
	pending  seatSet
	answered seatSet
	answers  [maxSeats]Positions

	first seat    // who should have opened the tournament
	drew  seatSet // who has drawn for the opening already
	shown [maxSeats]hand
	known [deckSize]knowers

	// staged tells that a player looks ahead: nothing is drawn or shown. Of cards
	// that change hands unseen, unseen counts what a hand has more or less.
	staged bool
	unseen [maxSeats]int8
}

// knowers are the viewers who know whose hand a card is in, besides the one
// whose hand it is: a bit for each seat, and one for spectators.
type knowers uint8

const everybody = knowers(1)<<(maxSeats+1) - 1

func knower(at seat) knowers { return 1 << at }

// state is a moment of a game. Nothing in it changes once it is made.
type state struct {
	position
	opts   options
	chance games.Chance
}

var (
	_ games.Decider   = (*state)(nil)
	_ games.Defaulter = (*state)(nil)
	_ games.Veiler    = (*state)(nil)
	_ games.Teller    = (*state)(nil)
	_ games.Stager    = (*state)(nil)
	_ games.Follower  = (*state)(nil)
)

// seatOf returns the seat counted from 0; ok is false for one that the table has not.
func (s *state) seatOf(number games.Seat) (at seat, ok bool) {
	if number < 1 || int(number) > int(s.seats) {
		return nobody, false
	}
	return seat(number - 1), true
}

func numberOf(at seat) games.Seat { return games.Seat(at) + 1 }

// after returns the next seat clockwise.
func (p *position) after(at seat) seat {
	if at++; at == seat(p.seats) {
		return 0
	}
	return at
}

// in returns the set of the seats that have not withdrawn from the tournament.
func (p *position) in() seatSet { return (seatSet(1)<<p.seats - 1) &^ p.out }

// live returns the set of the seats that have not resigned.
func (p *position) live() seatSet { return (seatSet(1)<<p.seats - 1) &^ p.gone }

// nextOf returns the next seat clockwise that a set holds. The set is not empty.
func (p *position) nextOf(set seatSet, at seat) seat {
	for at = p.after(at); !set.has(at); at = p.after(at) {
	}
	return at
}

// total returns the worth of a display: its cards when the tournament is green, else
// their values.
func (p *position) total(at seat) int {
	d := &p.displays[at]
	if p.color == Green {
		return int(d.n)
	}
	sum := 0
	for _, card := range d.cards() {
		sum += card.kind().Value()
	}
	return sum
}

// best returns the highest total of the others who are in, and whose it is: of
// several, the first clockwise. Without others it is 0 and one's own seat.
func (p *position) best(at seat) (best int, rival seat) {
	best, rival = -1, at
	for o := p.after(at); o != at; o = p.after(o) {
		if p.in().has(o) {
			if t := p.total(o); t > best {
				best, rival = t, o
			}
		}
	}
	return max(best, 0), rival
}

// target returns how many different tokens win.
func (p *position) target() int {
	if p.seats <= fewSeats {
		return targetFew
	}
	return targetMany
}

// handSize counts a hand, as far as a player who looks ahead may know it.
func (p *position) handSize(at seat) int { return p.hands[at].len() + int(p.unseen[at]) }

// lancelotDown reports whether Lancelot lies in the discard pile, for all to see.
func (p *position) lancelotDown() bool { return p.discard.has(firsts[Lancelot]) }

// shielded reports whether a Shield keeps the action cards of the active seat off
// a display.
func (s *state) shielded(at seat) bool {
	return s.shield == at && !(s.opts.opponents && at == s.active)
}

// ToAct lists the seats that owe a decision: all who have to answer Adapt, else
// the active one.
func (s *state) ToAct() []games.Seat {
	switch s.phase {
	case PhaseOver:
		return nil
	case PhaseAdapt:
		all := make([]games.Seat, 0, s.pending.len())
		for set := s.pending; set != 0; set.drop(set.first()) {
			all = append(all, numberOf(set.first()))
		}
		return all
	}
	return []games.Seat{numberOf(s.active)}
}

// Apply plays a line, in letters of either case and with any spaces. Refusals
// name the rule, and depend on nothing that the seat may not see.
func (s *state) Apply(number games.Seat, text string) (games.State, string, error) {
	at, ok := s.seatOf(number)
	if s.phase == PhaseOver {
		return nil, "", games.ErrFinished
	}
	if !ok || !s.heard(at, text) {
		return nil, "", games.ErrNotYourTurn
	}
	m, why := ParseMove(text)
	if why != nil {
		return nil, "", s.again(at, why)
	}
	if why := s.check(at, m); why != nil {
		return nil, "", s.word(why, at, m)
	}
	r := run{state: s.copy()}
	r.play(at, m)
	if r.err != nil {
		return nil, "", r.err
	}
	return r.state, m.String(), nil
}

// again says of a text that is no action what would be one now.
func (s *state) again(at seat, why *games.Illegal) *games.Illegal {
	return malformed.with("text", why.Args["text"], "move", s.example(at, Move{}))
}

// heard reports whether a seat may say anything now: it owes a decision, or it
// answers an action with Lancelot.
func (s *state) heard(at seat, text string) bool {
	switch s.phase {
	case PhaseAdapt:
		return s.pending.has(at)
	case PhaseReact:
		return at == s.active || !s.gone.has(at) && strings.EqualFold(strings.TrimSpace(text), Lancelot.String())
	}
	return at == s.active
}

func (s *state) copy() *state {
	next := *s
	return &next
}

// Decided returns all that chance has decided so far.
func (s *state) Decided() map[string]string { return s.chance.Decided() }
