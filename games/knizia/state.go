package knizia

import (
	"strings"

	"tableronde/games"
)

// position is a state without the options of the match and the chance to come. Equal
// states have equal positions.
type position struct {
	seats          uint8
	phase          Phase
	active         seatIndex
	opener         seatIndex
	dealer         seatIndex
	winner         seatIndex // of the game; nobody while it goes on
	byResignation  bool      // the game has ended because all others have resigned
	opening        bool      // the turn is that of the opener of the tournament
	targetResigned bool      // the target of the action under way has resigned
	color          Color
	last           Color // the final color of the last tournament
	played         uint8 // cards that the active seat has played this turn
	added          uint8 // of these, those that its display gained

	withdrawn seatSet // of the tournament
	resigned  seatSet // of the game

	hands    [maxSeats]hand
	displays [maxSeats]display
	tokens   [maxSeats]colorSet
	shield   seatIndex // the seat before which the Shield lies
	stunned  seatIndex // the seat before which Stunned lies
	deck     pile
	discard  pile
	decks    uint16 // decks shuffled so far

	underWay     Move // the action under way in PhaseReact and PhaseAdapt
	underWayCard cardID
	adapts       uint16 // how often seats were asked for Adapt
	pending      seatSet
	answered     seatSet
	answers      [maxSeats]Positions

	tournament uint16           // the number of the current one, from 1
	turns      [maxSeats]uint16 // that each seat has begun in it

	firstAsked seatIndex // the seat that should have opened the tournament
	haveDrawn  seatSet   // seats that have drawn for the opening already
	shown      [maxSeats]hand
	known      [deckSize]knowers

	// staged marks a look ahead, in which nothing is drawn or shown. unseen is the
	// number of unknown cards that a hand has gained, or lost if it is negative. A look
	// ahead goes no further once playing it would have uncovered something.
	staged    bool
	uncovered bool
	unseen    [maxSeats]int8
}

// knowers is the set of viewers, besides its holder, who know that a card is in a
// hand: a bit for each seat, and one for spectators.
type knowers uint8

const allKnowers = knowers(1)<<(maxSeats+1) - 1

func knower(at seatIndex) knowers { return 1 << at }

// state is an immutable state of a game.
type state struct {
	position
	opts   ruleOptions
	chance games.Chance
}

var (
	_ games.Decider   = (*state)(nil)
	_ games.Defaulter = (*state)(nil)
	_ games.Veiler    = (*state)(nil)
	_ games.Teller    = (*state)(nil)
	_ games.Stager    = (*state)(nil)
	_ games.Follower  = (*state)(nil)
	_ games.Returner  = (*state)(nil)
)

// seatOf converts a games.Seat; ok is false if the game has no such seat.
func (s *state) seatOf(number games.Seat) (at seatIndex, ok bool) {
	if number < 1 || int(number) > int(s.seats) {
		return nobody, false
	}
	return seatIndex(number - 1), true
}

func numberOf(at seatIndex) games.Seat { return games.Seat(at) + 1 }

// after returns the next seat clockwise.
func (p *position) after(at seatIndex) seatIndex {
	if at++; at == seatIndex(p.seats) {
		return 0
	}
	return at
}

// inTournament returns the seats that have not withdrawn from the tournament.
func (p *position) inTournament() seatSet { return (seatSet(1)<<p.seats - 1) &^ p.withdrawn }

// inGame returns the seats that have not resigned.
func (p *position) inGame() seatSet { return (seatSet(1)<<p.seats - 1) &^ p.resigned }

// nextOf returns the next seat clockwise in a set that is not empty.
func (p *position) nextOf(set seatSet, at seatIndex) seatIndex {
	for at = p.after(at); !set.has(at); at = p.after(at) {
	}
	return at
}

// total returns the total of a display: the number of cards in a green tournament, else
// the sum of their values.
func (p *position) total(at seatIndex) int {
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

// bestRival returns the highest total of the other seats in the tournament, and the first
// seat clockwise that has it. Without others it returns 0 and at.
func (p *position) bestRival(at seatIndex) (best int, rival seatIndex) {
	best, rival = -1, at
	for o := p.after(at); o != at; o = p.after(o) {
		if p.inTournament().has(o) {
			if t := p.total(o); t > best {
				best, rival = t, o
			}
		}
	}
	return max(best, 0), rival
}

// tokensToWin returns the number of different tokens that wins.
func (p *position) tokensToWin() int {
	if p.seats <= fewSeats {
		return targetFew
	}
	return targetMany
}

// handSize returns the size of a hand, including unseen cards of a look ahead.
func (p *position) handSize(at seatIndex) int { return p.hands[at].len() + int(p.unseen[at]) }

// lancelotDown reports whether Lancelot is in the discard pile.
func (p *position) lancelotDown() bool { return p.discard.has(firstOfKind[Lancelot]) }

// shielded reports whether a Shield protects a display from the action cards of the
// active seat.
func (s *state) shielded(at seatIndex) bool {
	return s.shield == at && !(s.opts.ownCardsPass && at == s.active)
}

// ToAct lists the seats that owe a decision: those that have to answer Adapt, else the
// active one.
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
// name the rule and depend only on what the seat may know.
func (s *state) Apply(number games.Seat, text string) (games.State, string, error) {
	at, ok := s.seatOf(number)
	if s.phase == PhaseOver {
		return nil, "", games.ErrFinished
	}
	if !ok || !s.mayAct(at, text) {
		return nil, "", games.ErrNotYourTurn
	}
	m, why := ParseMove(text)
	if why != nil {
		return nil, "", s.malformedNow(at, why)
	}
	if why := s.check(at, m); why != nil {
		return nil, "", s.explain(why, at, m)
	}
	r := run{state: s.copy()}
	r.play(at, m)
	if r.err != nil {
		return nil, "", r.err
	}
	return r.state, m.String(), nil
}

// malformedNow adds a legal line of this state to the refusal of a malformed one.
func (s *state) malformedNow(at seatIndex, why *games.Illegal) *games.Illegal {
	return malformed.with("text", why.Args["text"], "move", s.example(at, Move{}))
}

// mayAct reports whether a seat may act now: it owes a decision, or the text answers an
// action with Lancelot.
func (s *state) mayAct(at seatIndex, text string) bool {
	switch s.phase {
	case PhaseAdapt:
		return s.pending.has(at)
	case PhaseReact:
		return at == s.active || !s.resigned.has(at) && strings.EqualFold(strings.TrimSpace(text), Lancelot.String())
	}
	return at == s.active
}

func (s *state) copy() *state {
	next := *s
	return &next
}

// Decided returns all results of chance so far.
func (s *state) Decided() map[string]string { return s.chance.Decided() }
