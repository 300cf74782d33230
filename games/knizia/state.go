package knizia

import (
	"iter"
	"strings"

	"tableronde/games"
	"tableronde/games/cards"
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
	opening        bool      // the turn is the first of the tournament
	targetResigned bool      // the target of the action under way has resigned
	color          Color
	last           Color // the final color of the last tournament
	played         uint8 // cards that the active seat has played this turn
	added          uint8 // of these, those that its display gained

	withdrawn seatSet // of the tournament
	resigned  seatSet // of the game

	hands    [maxSeats]hand
	displays [maxSeats]row
	tokens   [maxSeats]colorSet
	shield   seatIndex // the seat before which the Shield lies
	stunned  seatIndex // the seat before which Stunned lies
	deck     row
	discard  row
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

// seatIndex is a seat counted from 0; games.Seat counts from 1.
type seatIndex uint8

const (
	maxSeats = 5
	nobody   = seatIndex(255)
)

type (
	seatSet  = cards.Set[seatIndex]
	colorSet = cards.Set[Color]
)

// knowers is the set of viewers to which a card in the hand of another seat is known: a bit for
// each seat, and one for spectators.
type knowers uint8

const allKnowers = knowers(1)<<(maxSeats+1) - 1

func knower(at seatIndex) knowers { return 1 << at }

// knowerOf returns the bit of a viewer.
func knowerOf(viewer games.Seat) knowers {
	if viewer < 1 || viewer > maxSeats {
		return knower(maxSeats)
	}
	return knower(seatIndex(viewer - 1))
}

// state is an immutable state of a game.
type state struct {
	position
	cards.Pause
	opts   ruleOptions
	chance games.Chance
}

var (
	_ games.HiddenState = (*state)(nil)
	_ games.Returner    = (*state)(nil)
)

func (s *state) copy() *state {
	next := *s
	return &next
}

// seatOf converts a games.Seat; ok is false if the game has no such seat.
func (s *state) seatOf(number games.Seat) (at seatIndex, ok bool) {
	if number < 1 || int(number) > int(s.seats) {
		return nobody, false
	}
	return seatIndex(number - 1), true
}

// player is a seat in a state, which chooses and checks its moves there.
type player struct {
	*state
	at seatIndex
}

func (s *state) player(at seatIndex) player { return player{s, at} }

func numberOf(at seatIndex) games.Seat { return games.Seat(at) + 1 }

// after returns the next seat clockwise.
func (p *position) after(at seatIndex) seatIndex {
	if at++; at == seatIndex(p.seats) {
		return 0
	}
	return at
}

// around yields all seats clockwise from one on.
func (p *position) around(from seatIndex) iter.Seq[seatIndex] {
	return func(yield func(seatIndex) bool) {
		for range p.seats {
			if !yield(from) {
				return
			}
			from = p.after(from)
		}
	}
}

// in reports whether a seat has not withdrawn from the tournament.
func (p *position) in(at seatIndex) bool { return !p.withdrawn.Has(at) }

// next returns the next seat clockwise that is not one of some others.
func (p *position) next(at seatIndex, others seatSet) seatIndex {
	for at = p.after(at); others.Has(at); at = p.after(at) {
	}
	return at
}

// lastBut returns the only seat that is not one of some others, nobody if there are several.
func (p *position) lastBut(others seatSet) seatIndex {
	if others.Len() != int(p.seats)-1 {
		return nobody
	}
	return p.next(0, others)
}

// total returns the total of a display: the number of cards in a green tournament, else
// the sum of their values.
func (p *position) total(at seatIndex) (sum int) {
	for _, card := range p.displays[at].cards() {
		sum += card.kind().worth(p.color)
	}
	return sum
}

// bestRival returns the highest total of the other seats in the tournament, and the first
// seat clockwise that has it. Without others it returns 0 and at.
func (p *position) bestRival(at seatIndex) (best int, rival seatIndex) {
	best, rival = -1, at
	for o := p.after(at); o != at; o = p.after(o) {
		if p.in(o) {
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
func (p *position) handSize(at seatIndex) int { return p.hands[at].Len() + int(p.unseen[at]) }

// shielded reports whether a Shield protects a display from the action cards of the
// active seat.
func (s *state) shielded(at seatIndex) bool {
	return s.shield == at && !(s.opts.ownCardsPass && at == s.active)
}

// openerOwes reports whether the opener still has to place its first card.
func (p *position) openerOwes() bool { return p.opening && p.added == 0 }

// ToAct lists the seats that owe a decision: the seats that have to answer Adapt, else the
// active one.
func (s *state) ToAct() []games.Seat {
	switch s.phase {
	case PhaseOver:
		return nil
	case PhaseAdapt:
		all := make([]games.Seat, 0, s.pending.Len())
		for at := range s.pending.All() {
			all = append(all, numberOf(at))
		}
		return all
	}
	return []games.Seat{numberOf(s.active)}
}

// Apply plays a line, in letters of either case and with any spaces. Refusals name the rule
// and depend only on facts that the seat may see.
func (s *state) Apply(number games.Seat, text string) (games.State, string, error) {
	m, at, err := s.parseLegal(number, text)
	if err != nil {
		return nil, "", err
	}
	r := run{state: s.copy()}
	r.play(at, m)
	if r.err != nil {
		return nil, "", r.err
	}
	return r.state, m.String(), nil
}

// parseLegal parses a line and checks that it is legal.
func (s *state) parseLegal(number games.Seat, text string) (m Move, at seatIndex, err error) {
	at, ok := s.seatOf(number)
	if s.phase == PhaseOver {
		return m, at, games.ErrFinished
	}
	if !ok || !s.mayAct(at, text) {
		return m, at, games.ErrNotYourTurn
	}
	m, why := ParseMove(text)
	if why != nil {
		return m, at, malformed.With("text", why.Args["text"], "move", s.player(at).example(Move{}))
	}
	if why := s.player(at).check(m); why != nil {
		return m, at, s.player(at).explain(why, m)
	}
	return m, at, nil
}

// mayAct reports whether a seat may act now: it owes a decision, or the text answers an
// action with Lancelot.
func (s *state) mayAct(at seatIndex, text string) bool {
	switch s.phase {
	case PhaseAdapt:
		return s.pending.Has(at)
	case PhaseReact:
		return at == s.active || !s.resigned.Has(at) && strings.EqualFold(strings.TrimSpace(text), Lancelot.String())
	}
	return at == s.active
}

// Resign takes a seat out of the tournament and of the game.
func (s *state) Resign(number games.Seat) (games.State, error) {
	at, ok := s.seatOf(number)
	switch {
	case s.phase == PhaseOver:
		return nil, games.ErrFinished
	case !ok:
		return nil, noSeat.With("seat", number, "seats", s.seats)
	case s.resigned.Has(at):
		return nil, alreadyResigned.With()
	}
	r := run{state: s.copy()}
	r.resign(at)
	if r.err != nil {
		return nil, r.err
	}
	return r.state, nil
}

// Return takes a seat that has resigned back into the game, with as many cards as at the
// start: into the next tournament or, where nobody has opened it yet, into this one.
func (s *state) Return(number games.Seat) (games.State, error) {
	at, ok := s.seatOf(number)
	switch {
	case s.phase == PhaseOver:
		return nil, games.ErrFinished
	case !ok || !s.resigned.Has(at):
		return nil, games.ErrNotYourTurn
	}
	r := run{state: s.copy()}
	r.resigned.Remove(at)
	if r.phase == PhaseOpen {
		r.withdrawn.Remove(at)
	}
	for range firstHand {
		r.draw(at)
	}
	if r.err != nil {
		return nil, r.err
	}
	return r.state, nil
}

// reasonTokens is the reason of an end by tokens of enough colors.
const reasonTokens = "tokens"

// Result returns nil while the game goes on. The scores are the tokens of every seat,
// and there is always one winner.
func (s *state) Result() *games.Result {
	if s.phase != PhaseOver {
		return nil
	}
	result := &games.Result{
		Scores:  make(map[games.Seat]float64, s.seats),
		Winners: []games.Seat{numberOf(s.winner)},
		Reason:  reasonTokens,
	}
	if s.byResignation {
		result.Reason = games.ReasonResignation
	}
	for at := range s.around(0) {
		result.Scores[numberOf(at)] = float64(s.tokens[at].Len())
	}
	return result
}

// Decided returns all results of chance so far.
func (s *state) Decided() map[string]string { return s.chance.Decided() }
