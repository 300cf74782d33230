package wager

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"tableronde/games"
)

// View is the part of a game that one viewer may see.
type View struct {
	Phase   string     `json:"phase"`
	Round   int        `json:"round"`
	Lead    games.Seat `json:"lead"`
	Victim  games.Seat `json:"victim"`
	Deck    int        `json:"deck"`
	Discard []string   `json:"discard"`
	Seats   []Player   `json:"seats"`
	Held    int        `json:"-"` // cards in the viewer's own hand
}

// Player is a seat as the viewer sees it.
type Player struct {
	Points int      `json:"points"`
	Out    bool     `json:"out"`
	Bid    *string  `json:"bid"` // "?" for one in secret
	Hand   []string `json:"hand"`
}

// View returns a view with the cards of the viewer, all cards once the game is over.
func (s *State) View(viewer games.Seat) games.View {
	v := View{Phase: string(s.phase), Round: s.round, Lead: s.lead, Victim: s.victim, Deck: len(s.deck), Discard: codesOf(s.discard, true)}
	for i := range s.players {
		p := &s.players[i]
		sees := s.sees(viewer, games.Seat(i+1))
		seat := Player{Points: p.points, Out: p.out, Hand: codesOf(p.hand, sees)}
		if p.bid != nil {
			seat.Bid = &codesOf(p.bid, sees)[0]
		}
		v.Seats = append(v.Seats, seat)
	}
	if viewer >= 1 && int(viewer) <= len(s.players) {
		v.Held = len(s.at(viewer).hand)
	}
	return v
}

// sees reports whether a viewer may see the cards of a seat.
func (s *State) sees(viewer, seat games.Seat) bool {
	return viewer == seat || viewer == games.Omniscient || s.phase == over
}

func codesOf(cards []Card, open bool) []string {
	list := make([]string, len(cards))
	for i, c := range cards {
		list[i] = "?"
		if open {
			list[i] = c.String()
		}
	}
	return list
}

// String returns the view in plain text.
func (v View) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "round %d, %s, seat %d leads, %d cards in the deck\n", v.Round, v.Phase, v.Lead, v.Deck)
	for i, p := range v.Seats {
		bid := "-"
		if p.Bid != nil {
			bid = *p.Bid
		}
		fmt.Fprintf(&b, "%d: %d points, bid %s, hand %s\n", i+1, p.Points, bid, strings.Join(p.Hand, " "))
	}
	return b.String()
}

// Determinize deals the deck and the cards hidden from the viewer again at random.
func (s *State) Determinize(viewer games.Seat, rng *rand.Rand) games.State {
	if viewer == games.Omniscient || s.phase == over {
		return s
	}
	next := s.clone()
	var hidden []*Card
	for i := range next.deck {
		hidden = append(hidden, &next.deck[i])
	}
	for i := range next.players {
		p := &next.players[i]
		p.bid = slices.Clone(p.bid)
		if games.Seat(i+1) == viewer {
			continue
		}
		for k := range p.hand {
			hidden = append(hidden, &p.hand[k])
		}
		for k := range p.bid {
			hidden = append(hidden, &p.bid[k])
		}
	}
	rng.Shuffle(len(hidden), func(i, k int) { *hidden[i], *hidden[k] = *hidden[k], *hidden[i] })
	for i := range next.players {
		slices.Sort(next.players[i].hand)
	}
	return next
}

// Default returns the lowest bid, and no theft.
func (s *State) Default(seat games.Seat) string {
	legal := s.Legal(seat)
	if s.phase == stealing {
		return legal[len(legal)-1]
	}
	return legal[0]
}

// Veil hides a bid until all are in.
func (s *State) Veil(viewer, seat games.Seat, before games.State, action string) string {
	if was := before.(*State); was.phase == bidding && s.phase == bidding && was.round == s.round && !s.sees(viewer, seat) {
		return "play ?"
	}
	return action
}

// Tell lists bids, points, thefts and draws.
func (s *State) Tell(viewer, seat games.Seat, action string) (facts []games.Fact) {
	var heard []news
	if action == "resign" {
		if next, err := s.Resign(seat); err == nil {
			heard = next.(*State).heard
		}
	} else if next, _, err := s.play(seat, action); err == nil {
		heard = next.heard
	}
	for _, n := range heard {
		fact := n.Fact
		if n.to != nil && viewer != games.Omniscient && !slices.Contains(n.to, viewer) {
			fact.Cards = slices.Repeat([]string{"?"}, len(fact.Cards))
		}
		facts = append(facts, fact)
	}
	return facts
}

// Stage shows a bid before the others', or a theft before it happens.
func (s *State) Stage(seat games.Seat, actions []string) (games.View, int, error) {
	next := s.clone()
	for i, action := range actions {
		if i > 0 {
			return next.View(seat), i, illegalAction("wager.one", "There is one thing to do at a time.")
		}
		after, canonical, err := s.play(seat, action)
		if err != nil {
			return next.View(seat), i, err
		}
		switch verb, object, _ := splitWords(canonical); verb {
		case "play":
			card, _ := parseCard(object)
			p := next.at(seat)
			k := slices.Index(p.hand, card)
			p.hand, p.bid = slices.Delete(p.hand, k, k+1), []Card{card}
		case "steal":
			next.phase, next.victim = reacting, after.victim
			if after.victim == 0 {
				fmt.Sscan(object, &next.victim)
			}
		}
	}
	return next.View(seat), len(actions), nil
}

// ReadOrders parses orders like "shield 5 4".
func (s *State) ReadOrders(_ games.Seat, text string) (string, error) {
	var orders []string
	for i, word := range strings.Fields(text) {
		if _, ok := parseCard(word); !ok && (word != "shield" || i > 0) {
			return "", illegalAction("wager.orders", fmt.Sprintf("“%s” is no order.", word))
		}
		orders = append(orders, word)
	}
	return strings.Join(orders, " "), nil
}

// Prepared implements games.Follower: cards to play.
func (s *State) Prepared(seat games.Seat, orders string) bool {
	return s.phase != reacting && strings.TrimPrefix(orders, "shield") != ""
}

// Follow posts the ordered shield, the end of a theft's window, ordered cards and the
// default actions of seats that have resigned.
func (s *State) Follow(orders func(games.Seat) string) (games.Posting, bool) {
	if s.phase == reacting {
		for _, seat := range s.from(1) {
			if rest, ok := strings.CutPrefix(orders(seat), "shield"); ok && s.canShield(seat) {
				return games.Posting{Seat: seat, Action: "shield", Orders: strings.TrimSpace(rest)}, true
			}
		}
		return games.Posting{Seat: s.lead, Action: "pass", Orders: orders(s.lead), Interruptible: true, Wait: time.Duration(s.window) * time.Second}, true
	}
	for _, seat := range s.ToAct() {
		if s.at(seat).out {
			return games.Posting{Seat: seat, Action: s.Default(seat), Orders: orders(seat)}, true
		}
		list := strings.Fields(orders(seat))
		for i, word := range list {
			card, ok := parseCard(word)
			if ok && s.phase == bidding && slices.Contains(s.at(seat).hand, card) {
				return games.Posting{Seat: seat, Action: "play " + word, Orders: strings.Join(slices.Delete(list, i, i+1), " ")}, true
			}
		}
	}
	return games.Posting{}, false
}
