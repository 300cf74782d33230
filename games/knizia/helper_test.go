package knizia

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/cards"
)

// begin starts a game whose chance comes from a number.
func begin(tb testing.TB, seats int, number uint64, opts map[string]string) *state {
	tb.Helper()
	var seed games.Seed
	for i := range 8 {
		seed[i] = byte(number >> (8 * i))
	}
	s, err := ruleset{}.New(games.Setup{Seats: seats, Options: opts, Seed: &seed})
	if err != nil {
		tb.Fatal(err)
	}
	return s.(*state)
}

// scene is a moment in a tournament, as a test describes it. Seats are numbers
// from 1; what is not named lies in the deck, and nobody has played this turn.
type scene struct {
	seats    int // as many as there are displays, if 0
	color    Color
	last     Color
	phase    Phase // PhaseTurn, if PhaseOpen and a color is given
	active   int   // 1 if 0
	displays []string
	hands    []string
	tokens   []string
	out      []int
	shield   int
	stunned  int
	played   int
	added    int
	opening  bool
	discard  string
	deck     string // its top, first to be drawn first
	deckOnly bool   // the rest is out of the game
	opts     ruleOptions
}

// build makes the state of a scene.
func (c scene) build(tb testing.TB) *state {
	tb.Helper()
	s := &state{opts: c.opts}
	s.seats = uint8(max(c.seats, len(c.displays), len(c.hands)))
	s.shield, s.stunned, s.winner = nobody, nobody, nobody
	s.color, s.last, s.phase, s.opening = c.color, c.last, c.phase, c.opening
	if s.color != NoColor && s.phase == PhaseOpen {
		s.phase = PhaseTurn
	}
	s.active = seatIndex(max(c.active, 1) - 1)
	s.opener, s.firstAsked = s.active, s.active
	s.played, s.added = uint8(max(c.played, c.added)), uint8(c.added)
	s.decks = 1
	cards := allUnplaced(tb)
	for at := range seatIndex(s.seats) {
		if int(at) < len(c.displays) {
			cards.take(c.displays[at], s.displays[at].push)
		}
		if int(at) < len(c.hands) {
			cards.take(c.hands[at], s.hands[at].Add)
		}
		if int(at) < len(c.tokens) {
			for _, word := range strings.Fields(c.tokens[at]) {
				s.tokens[at].Add(ParseColor(word))
			}
		}
	}
	for _, n := range c.out {
		s.withdrawn.Add(seatIndex(n - 1))
	}
	if c.shield > 0 {
		cards.take("shield", func(cardID) { s.shield = seatIndex(c.shield - 1) })
	}
	if c.stunned > 0 {
		cards.take("stunned", func(cardID) { s.stunned = seatIndex(c.stunned - 1) })
	}
	cards.take(c.discard, s.discard.push)
	cards.stack(s, c)
	s.chance = imagineChance(rand.New(rand.NewPCG(1, 2)))
	return s
}

// unplaced holds the cards that a scene has not placed yet.
type unplaced struct {
	tb   testing.TB
	left hand
}

// allUnplaced returns all cards of the game.
func allUnplaced(tb testing.TB) *unplaced {
	u := &unplaced{tb: tb}
	for i := range cardID(deckSize) {
		u.left.Add(i)
	}
	return u
}

// take takes cards by their codes and puts each somewhere.
func (u *unplaced) take(codes string, put func(cardID)) {
	u.tb.Helper()
	for _, code := range strings.Fields(codes) {
		copies := u.left.And(pack.ofKind[ParseCard(code)])
		if copies.Empty() {
			u.tb.Fatalf("no card %q is left", code)
		}
		card := copies.First()
		u.left.Remove(card)
		put(card)
	}
}

// stack lays the deck: what is left, below the cards that the scene names.
func (u *unplaced) stack(s *state, c scene) {
	var top []cardID
	u.take(c.deck, func(card cardID) { top = append(top, card) })
	if !c.deckOnly {
		for _, card := range u.left.List() {
			s.deck.push(card)
		}
	}
	slices.Reverse(top)
	for _, card := range top {
		s.deck.push(card)
	}
}

// playLines plays lines for the seats that they begin with, "2: play R3", or for the
// active seat.
func playLines(tb testing.TB, s *state, lines ...string) *state {
	tb.Helper()
	for _, line := range lines {
		at, text := s.speaker(line)
		next, _, err := s.Apply(at, text)
		if err != nil {
			tb.Fatalf("%s: %v\n%s", line, err, s.View(games.Omniscient))
		}
		s = next.(*state)
		s.checkInvariants(tb)
	}
	return s
}

// playAndPass plays lines of the active seat and lets each action card pass.
func playAndPass(tb testing.TB, s *state, lines ...string) *state {
	tb.Helper()
	for _, line := range lines {
		if s = playLines(tb, s, line); s.phase == PhaseReact {
			s = playLines(tb, s, "pass")
		}
	}
	return s
}

func (s *state) speaker(line string) (games.Seat, string) {
	if number, text, ok := strings.Cut(line, ": "); ok {
		return games.Seat(number[0] - '0'), text
	}
	return numberOf(s.active), line
}

// wantRefused wants lines of a scene to be refused for a reason.
func wantRefused(tb testing.TB, s *state, why *cards.Refusal, lines ...string) {
	tb.Helper()
	for _, line := range lines {
		at, text := s.speaker(line)
		old := *s
		_, _, err := s.Apply(at, text)
		var e *games.Illegal
		if !errors.As(err, &e) || e.Key != why.Key {
			tb.Errorf("%s: %v, want %s\n%s", line, err, why.Key, s.View(games.Omniscient))
		}
		if old.position != s.position {
			tb.Errorf("%s: refused, and the state is another", line)
		}
		if slices.Contains(s.Legal(at), text) {
			tb.Errorf("%s is listed", line)
		}
	}
}

// wantLegal wants lines to be legal, each on its own.
func wantLegal(tb testing.TB, s *state, lines ...string) {
	tb.Helper()
	for _, line := range lines {
		at, text := s.speaker(line)
		if !slices.Contains(s.Legal(at), text) {
			tb.Errorf("%s is not listed in %q\n%s", line, s.Legal(at), s.View(games.Omniscient))
		}
		if _, _, err := s.Apply(at, text); err != nil {
			tb.Errorf("%s: %v", line, err)
		}
	}
}

// wantDisplays compares the displays of seat 1, 2 …
func wantDisplays(tb testing.TB, s *state, want ...string) {
	tb.Helper()
	for at, codes := range want {
		if got := strings.Trim(cards.Line(s.displays[at].cards(), "-"), "-"); got != codes {
			tb.Errorf("display of %d is %q, want %q", at+1, got, codes)
		}
	}
}

func wantTotals(tb testing.TB, s *state, want ...int) {
	tb.Helper()
	for at, total := range want {
		if got := s.total(seatIndex(at)); got != total {
			tb.Errorf("total of %d is %d, want %d", at+1, got, total)
		}
	}
}

func wantDiscard(tb testing.TB, s *state, want string) {
	tb.Helper()
	if got := cards.Line(s.discard.cards(), "-"); got != want {
		tb.Errorf("the discard pile is %q, want %q", got, want)
	}
}

// checkInvariants checks what is true of every state.
func (s *state) checkInvariants(tb testing.TB) {
	tb.Helper()
	if err := s.invariantError(); err != nil {
		tb.Fatalf("%v\n%s", err, s.View(games.Omniscient))
	}
}

// invariantError returns what is wrong with a state: §12 of the rules.
func (s *state) invariantError() error {
	if err := s.partitionError(); err != nil {
		return err
	}
	for at := range seatIndex(s.seats) {
		d := &s.displays[at]
		maidens := 0
		for _, card := range d.cards() {
			if card.kind() == W6 {
				maidens++
			}
			if card.kind().IsAction() {
				return fmt.Errorf("%s lies in the display of %d", card.String(), at+1)
			}
		}
		switch {
		case maidens > 1:
			return fmt.Errorf("%d has %d maidens", at+1, maidens)
		case s.withdrawn.Has(at) && (d.n > 0 || s.shield == at || s.stunned == at):
			return fmt.Errorf("%d has withdrawn and left cards", at+1)
		case s.resigned.Has(at) && (!s.withdrawn.Has(at) || !s.hands[at].Empty()):
			return fmt.Errorf("%d has resigned and plays", at+1)
		}
	}
	return s.brokenTurn()
}

// partitionError checks that every card is in one place.
func (s *state) partitionError() error {
	var seen [deckSize]int
	add := func(cards []cardID) {
		for _, card := range cards {
			seen[card]++
		}
	}
	add(s.deck.cards())
	add(s.discard.cards())
	for at := range seatIndex(s.seats) {
		add(s.hands[at].List())
		add(s.displays[at].cards())
	}
	if s.shield != nobody {
		add([]cardID{pack.first[Shield]})
	}
	if s.stunned != nobody {
		add([]cardID{pack.first[Stunned]})
	}
	if s.phase == PhaseReact || s.phase == PhaseAdapt {
		add([]cardID{s.underWayCard})
	}
	for card, n := range seen {
		if n != 1 {
			return fmt.Errorf("%d times the card %s", n, cardID(card).String())
		}
	}
	return nil
}

func (s *state) brokenTurn() error {
	acting := s.ToAct()
	switch {
	case s.phase == PhaseOver && (len(acting) != 0 || s.Result() == nil):
		return fmt.Errorf("%v are to act, and it is over", acting)
	case s.phase == PhaseAdapt && len(acting) == 0, s.phase < PhaseOver && s.phase != PhaseAdapt && len(acting) != 1:
		return fmt.Errorf("%v are to act in %s", acting, s.phase)
	case s.phase != PhaseReact && s.phase != PhaseAdapt && (s.underWay != Move{} || !s.pending.Empty() || !s.answered.Empty() || s.targetResigned):
		return fmt.Errorf("%s is under way in %s", s.underWay, s.phase)
	case s.unseen != [maxSeats]int8{} || s.staged:
		return fmt.Errorf("the state is one of looking ahead")
	}
	for _, number := range acting {
		legal := s.Legal(number)
		if len(legal) == 0 {
			return fmt.Errorf("%d is to act and cannot in %s", number, s.phase)
		}
		if !slices.Contains(legal, s.Default(number)) {
			return fmt.Errorf("the default %q of %d is not in %q", s.Default(number), number, legal)
		}
		if s.resigned.Has(seatIndex(number - 1)) {
			return fmt.Errorf("%d has resigned and is to act", number)
		}
	}
	return nil
}
