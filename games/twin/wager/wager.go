// Package wager is a small game of hidden cards, for the tests of code that works with every
// such game. It has a shuffle and reshuffles, lots, choices in secret, an interrupt, advance
// orders, a story, and resignation with play going on.
//
// Two to four seats hold three cards each, of a deck with four of each value from 1 to 6 and
// one shield. In every round all bid a card in secret; the highest takes a point, of equal
// ones the first from the seat that leads, which a lot chooses at first. The winner leads from
// now on and may steal a card at random from another seat; unless the shield lies in the
// discard, its holder may prevent that. Then all draw up to three cards, and three points win.
// A seat that resigns plays on by default and cannot win.
//
// Actions: "play 4", "steal 2", "end", "pass", "shield". Advance orders: "shield 5 4", to hold
// the shield out when it can be, and cards to bid. Tags: Deck, Deck.2 and so on, and Chance:
// the first lead as an index into the seats, then stolen cards as indexes into the sorted
// hand.
package wager

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
)

// Card is a value from 1 to 6, or Shield.
type Card int

// Shield is a card of the value 0.
const Shield Card = 0

func (c Card) String() string {
	if c == Shield {
		return "S"
	}
	return strconv.Itoa(int(c))
}

func parseCard(text string) (Card, bool) {
	if text == "S" {
		return Shield, true
	}
	if len(text) == 1 && text[0] >= '1' && text[0] <= '6' {
		return Card(text[0] - '0'), true
	}
	return 0, false
}

const (
	handSize = 3
	target   = 3 // points
)

// Rules is the ruleset.
type Rules struct{}

// Info describes the game.
func (Rules) Info() games.Info {
	return games.Info{
		ID: "wager", Version: 1, Name: games.Text{En: "Wager", Fr: "Mise"}, Seats: []int{2, 3, 4},
		Options: []games.Option{{ID: "window", Name: games.Text{En: "Time for the shield", Fr: "Temps pour le bouclier"},
			Values: []string{"0", "5"}, Meaning: []games.Text{{En: "none", Fr: "aucun"}, {En: "five seconds", Fr: "cinq secondes"}}}},
		Chance: true, Hidden: true,
	}
}

// New deals.
func (Rules) New(setup games.Setup) (games.State, error) {
	seats := setup.Seats
	if seats == 0 {
		seats = 2
	}
	if seats < 2 || seats > 4 {
		return nil, fmt.Errorf("wager is for two to four seats, not for %d", seats)
	}
	for id, value := range setup.Options {
		if id != "window" || value != "0" && value != "5" {
			return nil, fmt.Errorf("wager has no option %s %q", id, value)
		}
	}
	chance, err := games.NewChance(setup)
	if err != nil {
		return nil, err
	}
	s := &State{chance: chance, phase: bidding, round: 1, decks: 1, players: make([]seatState, seats)}
	s.window, _ = strconv.Atoi(setup.Options["window"])
	if s.deck, err = games.Deal(&s.chance, games.TagDeck, newDeck(), Card.String); err != nil {
		return nil, err
	}
	lead, err := s.chance.Choose(seats)
	if err != nil {
		return nil, err
	}
	s.lead = games.Seat(lead + 1)
	if err := s.fill(); err != nil {
		return nil, err
	}
	return s, nil
}

// newDeck returns the deck in its order.
func newDeck() []Card {
	deck := make([]Card, 0, 25)
	for value := Card(1); value <= 6; value++ {
		deck = append(deck, value, value, value, value)
	}
	return append(deck, Shield)
}

type phase string

const (
	bidding  phase = "bid"
	stealing phase = "steal"
	reacting phase = "react"
	over     phase = "over"
)

// State is an immutable state of the game.
type State struct {
	chance  games.Chance
	window  int // seconds
	phase   phase
	round   int
	lead    games.Seat
	victim  games.Seat // of the theft under way, else 0
	deck    []Card     // the next one first
	decks   int        // shuffled so far
	discard []Card
	players []seatState
	result  *games.Result
	heard   []news // of the action that led here
}

type seatState struct {
	hand   []Card // sorted, without the card bid
	bid    []Card // one card in secret, or none
	points int
	out    bool
}

// news is a fact with the seats that may see its cards; everybody if there are none.
type news struct {
	games.Fact
	to []games.Seat
}

func (s *State) clone() *State {
	next := *s
	next.deck, next.discard, next.players = slices.Clone(s.deck), slices.Clone(s.discard), slices.Clone(s.players)
	for i := range next.players {
		next.players[i].hand = slices.Clone(next.players[i].hand)
	}
	next.heard = nil
	return &next
}

func (s *State) at(seat games.Seat) *seatState { return &s.players[seat-1] }

// from lists the seats clockwise, beginning with one.
func (s *State) from(first games.Seat) []games.Seat {
	seats := make([]games.Seat, len(s.players))
	for i := range seats {
		seats[i] = games.Seat((int(first)-1+i)%len(seats) + 1)
	}
	return seats
}

func (s *State) tell(kind string, seat, other games.Seat, cards []Card, to ...games.Seat) {
	fact := games.Fact{Kind: kind, Seat: seat, Other: other}
	for _, c := range cards {
		fact.Cards = append(fact.Cards, c.String())
	}
	s.heard = append(s.heard, news{fact, to})
}

// ToAct lists the seats that owe a decision.
func (s *State) ToAct() []games.Seat {
	switch s.phase {
	case over:
		return nil
	case bidding:
		return slices.DeleteFunc(s.from(1), func(seat games.Seat) bool { return s.at(seat).bid != nil })
	}
	return []games.Seat{s.lead}
}

// Legal lists cards to bid from low to high, or the possible victims of a theft by seat.
func (s *State) Legal(seat games.Seat) (legal []string) {
	if seat < 1 || int(seat) > len(s.players) {
		return nil
	}
	switch {
	case s.phase == bidding && s.at(seat).bid == nil:
		for _, c := range slices.Compact(slices.Clone(s.at(seat).hand)) {
			legal = append(legal, "play "+c.String())
		}
	case s.phase == stealing && seat == s.lead:
		for _, other := range s.from(1) {
			if other != seat && len(s.at(other).hand) > 0 {
				legal = append(legal, fmt.Sprint("steal ", other))
			}
		}
		legal = append(legal, "end")
	case s.phase == reacting && seat == s.lead:
		legal = append(legal, "pass")
	case s.phase == reacting && s.canShield(seat):
		legal = append(legal, "shield")
	}
	return legal
}

func (s *State) canShield(seat games.Seat) bool {
	return seat != s.lead && !s.at(seat).out && slices.Contains(s.at(seat).hand, Shield)
}

// Result returns nil until the game is over.
func (s *State) Result() *games.Result { return s.result }

// Decided returns all results of chance.
func (s *State) Decided() map[string]string { return s.chance.Decided() }

// Resign makes the seat play default actions.
func (s *State) Resign(seat games.Seat) (games.State, error) {
	if s.phase == over {
		return nil, games.ErrFinished
	}
	if s.at(seat).out {
		return nil, illegalAction("wager.out", "You have resigned already.")
	}
	next := s.clone()
	next.at(seat).out = true
	next.tell("leave", seat, 0, nil)
	in := slices.DeleteFunc(next.from(1), func(seat games.Seat) bool { return next.at(seat).out })
	if len(in) == 1 {
		next.end(in[0], games.ReasonResignation)
	}
	return next, nil
}

func (s *State) end(winner games.Seat, reason string) {
	s.phase, s.victim = over, 0
	s.result = &games.Result{Scores: map[games.Seat]float64{}, Winners: []games.Seat{winner}, Reason: reason}
	for _, seat := range s.from(1) {
		s.result.Scores[seat] = float64(s.at(seat).points)
	}
	s.tell("over", winner, 0, nil)
}

func illegalAction(key, text string) *games.Illegal {
	return &games.Illegal{Key: key, Args: map[string]string{}, Rule: "play", Text: text}
}

// splitWords splits an action.
func splitWords(text string) (verb, object string, ok bool) {
	fields := strings.Fields(text)
	switch len(fields) {
	case 1:
		return fields[0], "", true
	case 2:
		return fields[0], fields[1], true
	}
	return "", "", false
}
