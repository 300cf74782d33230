package wager

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"tableronde/games"
)

// Apply plays an action.
func (s *State) Apply(seat games.Seat, text string) (games.State, string, error) {
	next, canonical, err := s.play(seat, text)
	if err != nil {
		return nil, "", err
	}
	return next, canonical, nil
}

func (s *State) play(seat games.Seat, text string) (*State, string, error) {
	if s.phase == over {
		return nil, "", games.ErrFinished
	}
	verb, object, ok := splitWords(text)
	if !ok {
		return nil, "", malformedAction(text)
	}
	next := s.clone()
	switch {
	case verb == "shield" && object == "":
		return next, verb, next.shield(seat)
	case !slices.Contains(s.ToAct(), seat):
		return nil, "", games.ErrNotYourTurn
	case verb == "play" && s.phase == bidding:
		card, ok := parseCard(object)
		if !ok {
			return nil, "", malformedAction(text)
		}
		return next, "play " + card.String(), next.bid(seat, card)
	case verb == "steal" && s.phase == stealing:
		other, err := strconv.Atoi(object)
		if err != nil {
			return nil, "", malformedAction(text)
		}
		return next, fmt.Sprint("steal ", other), next.steal(games.Seat(other))
	case text == "end" && s.phase == stealing:
		next.tell("spare", seat, 0, nil)
		return next, verb, next.nextRound()
	case text == "pass" && s.phase == reacting:
		return next, verb, next.take()
	}
	return nil, "", malformedAction(text)
}

func malformedAction(text string) error {
	return illegalAction("wager.action", fmt.Sprintf("“%s” is nothing that can be done now.", text))
}

func (s *State) bid(seat games.Seat, card Card) error {
	p := s.at(seat)
	i := slices.Index(p.hand, card)
	if i < 0 {
		return illegalAction("wager.hand", fmt.Sprintf("You do not hold %s.", card))
	}
	p.hand = slices.Delete(p.hand, i, i+1)
	p.bid = []Card{card}
	s.tell("bid", seat, 0, p.bid, seat)
	if len(s.ToAct()) > 0 {
		return nil
	}
	return s.open()
}

// open reveals the bids and scores the point.
func (s *State) open() error {
	winner := slices.MaxFunc(s.from(s.lead), func(a, b games.Seat) int { return cmp.Compare(s.at(a).bid[0], s.at(b).bid[0]) })
	for _, seat := range s.from(1) {
		p := s.at(seat)
		s.tell("shown", seat, 0, p.bid)
		s.discard = append(s.discard, p.bid...)
		p.bid = nil
	}
	p := s.at(winner)
	p.points++
	s.tell("point", winner, 0, nil)
	point := &s.heard[len(s.heard)-1]
	point.Number, point.Before = p.points, p.points-1
	s.lead, s.phase = winner, stealing
	if p.points >= target && !p.out {
		s.end(winner, "points")
	}
	return nil
}

func (s *State) steal(other games.Seat) error {
	if other < 1 || int(other) > len(s.players) || other == s.lead || len(s.at(other).hand) == 0 {
		return illegalAction("wager.victim", "There is nothing to steal there.")
	}
	s.victim, s.phase = other, reacting
	s.tell("steal", s.lead, other, nil)
	if slices.Contains(s.discard, Shield) {
		return s.take()
	}
	return nil
}

// take carries out a theft.
func (s *State) take() error {
	from, to := s.at(s.victim), s.at(s.lead)
	i, err := s.chance.Choose(len(from.hand))
	if err != nil {
		return err
	}
	card := from.hand[i]
	from.hand = slices.Delete(from.hand, i, i+1)
	to.take(card)
	s.tell("stolen", s.lead, s.victim, []Card{card}, s.lead, s.victim)
	return s.nextRound()
}

func (s *State) shield(seat games.Seat) error {
	if s.phase != reacting {
		return illegalAction("wager.shield_when", "The shield is held out against a theft.")
	}
	if seat < 1 || int(seat) > len(s.players) || !s.canShield(seat) {
		return illegalAction("wager.shield", "You have no shield to hold out.")
	}
	p := s.at(seat)
	i := slices.Index(p.hand, Shield)
	p.hand = slices.Delete(p.hand, i, i+1)
	s.discard = append(s.discard, Shield)
	s.tell("shield", seat, s.lead, []Card{Shield})
	return s.nextRound()
}

func (s *State) nextRound() error {
	s.victim, s.phase = 0, bidding
	s.round++
	return s.fill()
}

// fill refills all hands, one card at a time from the lead.
func (s *State) fill() error {
	for range handSize {
		for _, seat := range s.from(s.lead) {
			if len(s.at(seat).hand) >= handSize {
				continue
			}
			if err := s.draw(seat); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *State) draw(seat games.Seat) error {
	if len(s.deck) == 0 {
		if err := s.reshuffle(); err != nil {
			return err
		}
	}
	card := s.deck[0]
	s.deck = s.deck[1:]
	s.at(seat).take(card)
	if s.round > 1 {
		s.tell("draw", seat, 0, []Card{card}, seat)
	}
	return nil
}

// reshuffle makes the discard pile the new deck. It is never empty: the seats hold at
// most 13 of the 25 cards.
func (s *State) reshuffle() (err error) {
	pile := slices.DeleteFunc(newDeck(), func(c Card) bool {
		i := slices.Index(s.discard, c)
		if i >= 0 {
			s.discard = slices.Delete(s.discard, i, i+1)
		}
		return i < 0
	})
	s.decks++
	s.deck, err = games.Deal(&s.chance, fmt.Sprint(games.TagDeck, ".", s.decks), pile, Card.String)
	s.tell("reshuffle", 0, 0, nil)
	return err
}

func (p *seatState) take(card Card) {
	p.hand = append(p.hand, card)
	slices.Sort(p.hand)
}
