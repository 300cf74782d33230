package knizia

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tableronde/games"
	"tableronde/games/cards"
	"tableronde/games/twin"
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

// scene is a moment in a tournament, as a test describes it. Seats are numbers from 1; cards
// that it does not name lie in the deck, and nobody has played this turn.
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
	deckOnly bool   // the last seat holds the rest
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
	left := cards.Set[cardID]{}
	for i := range cardID(deckSize) {
		left.Add(i)
	}
	take := func(codes string, put func(cardID)) {
		tb.Helper()
		for code := range strings.FieldsSeq(codes) {
			copies := left.And(pack.ofKind[ParseCard(code)])
			if copies.Empty() {
				tb.Fatalf("no card %q is left", code)
			}
			left.Remove(copies.First())
			put(copies.First())
		}
	}
	for at := range s.around(0) {
		in := func(list []string) string { return append(list, make([]string, maxSeats)...)[at] }
		take(in(c.displays), s.displays[at].push)
		take(in(c.hands), s.hands[at].Add)
		for word := range strings.FieldsSeq(in(c.tokens)) {
			s.tokens[at].Add(ParseColor(word))
		}
	}
	for _, n := range c.out {
		s.withdrawn.Add(seatIndex(n - 1))
	}
	if c.shield > 0 {
		take("shield", func(cardID) { s.shield = seatIndex(c.shield - 1) })
	}
	if c.stunned > 0 {
		take("stunned", func(cardID) { s.stunned = seatIndex(c.stunned - 1) })
	}
	take(c.discard, s.discard.push)
	// The deck: the cards that are left, below those that the scene names.
	var top []cardID
	take(c.deck, func(card cardID) { top = append(top, card) })
	for _, card := range left.List() {
		if c.deckOnly {
			s.hands[s.seats-1].Add(card)
		} else {
			s.deck.push(card)
		}
	}
	slices.Reverse(top)
	for _, card := range top {
		s.deck.push(card)
	}
	s.chance = imagineChance(rand.New(rand.NewPCG(1, 2)))
	return s
}

// playLines plays lines for the seats that they begin with, "2: play R3", or for the
// active seat; see twin.PlayStep.
func playLines(tb testing.TB, s *state, lines ...string) *state {
	tb.Helper()
	for _, line := range lines {
		at, text := s.speaker(line)
		next, err := twin.PlayStep(s, at, text)
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
	if number, text, ok := strings.Cut(line, ": "); ok && len(number) == 1 {
		return games.Seat(number[0] - '0'), text
	}
	return numberOf(s.active), line
}

// wantRefused wants a line of a scene to be refused for a reason.
func wantRefused(tb testing.TB, s *state, key, line string) {
	tb.Helper()
	at, text := s.speaker(line)
	old := *s
	_, err := twin.PlayStep(s, at, text)
	if got := twin.KeyOf(err); got != key && got != "knizia."+key {
		tb.Errorf("%s: %v, want %s\n%s", line, err, key, s.View(games.Omniscient))
	}
	if old.position != s.position {
		tb.Errorf("%s: refused, and the state is another", line)
	}
	if slices.Contains(s.Legal(at), text) && !strings.HasPrefix(key, "chance.") {
		tb.Errorf("%s is listed", line)
	}
}

// wantLegal wants a line to be listed, and to be playable.
func wantLegal(tb testing.TB, s *state, line string) {
	tb.Helper()
	at, text := s.speaker(line)
	if !slices.Contains(s.Legal(at), text) {
		tb.Errorf("%s is not listed in %q\n%s", line, s.Legal(at), s.View(games.Omniscient))
	}
	if _, _, err := s.Apply(at, text); err != nil {
		tb.Errorf("%s: %v", line, err)
	}
}

// story is a scene that a script makes, and its state from the first step on.
type story struct {
	scene  scene
	state  *state
	orders [maxSeats]string
	posted []string
}

// tell carries out a script, as twin.Tell describes. A line of a script is of the scene, a step
// or a question:
//
//	red 2: R5 W2 | R3 |          seat 2 has its turn in a red tournament, with these displays
//	opening red: |               the first turn of a tournament, or "open: |" before it, or "token purple: |"
//	hands R5 lancelot | G1       and so tokens, out, shield, stunned, discard, deck …
//	> play R3; end; 3: resign    lines are played: by the active seat, or the one named
//	>> retreat 2; charge         and each action passes
//	? riposte 1; withdraw        each of these is legal
//	! end; riposte 1 ~ stunned   each of these is refused for the reason
//	orders 3 drop_weapon any     the orders of a seat, and "follow" posts the actions of the server
//	totals = 7 9                 and so everything that ask has words for
func tell(t *testing.T, script string, rows ...string) {
	t.Helper()
	twin.Tell(t, script, rows, func() func(*testing.T, string) {
		s := &story{}
		return func(t *testing.T, line string) {
			t.Helper()
			if s.state == nil && s.arrange(t, line) {
				return
			}
			if s.state == nil {
				s.state = s.scene.build(t)
			}
			word, rest, _ := strings.Cut(line, " ")
			s.step(t, word, rest)
		}
	})
}

// arrange adds a line to the scene; it returns false for a line that is no part of one.
func (s *story) arrange(t *testing.T, line string) bool {
	t.Helper()
	c := &s.scene
	word, rest, _ := strings.Cut(line, " ")
	number, _ := strconv.Atoi(rest)
	lists := map[string]*[]string{"hands": &c.hands, "tokens": &c.tokens}
	numbers := map[string]*int{"shield": &c.shield, "stunned": &c.stunned, "added": &c.added, "played": &c.played}
	texts := map[string]*string{"discard": &c.discard, "deck": &c.deck, "decks": &c.deck}
	start, table, starts := strings.Cut(line, ":")
	switch words := strings.Fields(start); {
	case lists[word] != nil:
		*lists[word] = parts(rest)
	case numbers[word] != nil:
		*numbers[word] = number
	case texts[word] != nil:
		*texts[word], c.deckOnly = rest, c.deckOnly || word == "decks" // decks: nothing else
	case word == "out":
		for n := range strings.FieldsSeq(rest) {
			c.out = append(c.out, int(n[0]-'0'))
		}
	case word == "last":
		c.last = ParseColor(rest)
	case word == "with":
		c.opts = ruleOptions{ownCardsPass: rest == "own", drawFirst: rest == "after"}
		if rest == "window" {
			c.opts.window = 5 * time.Second
		}
	case starts && slices.Contains([]string{"open", "opening", "token", "red", "blue", "green", "purple", "yellow"},
		words[0]):
		c.displays, c.opening = parts(table), words[0] == "opening"
		if words[0] == "token" {
			c.phase = PhaseToken
		}
		for _, w := range words {
			c.color = max(c.color, ParseColor(w))
			if n, err := strconv.Atoi(w); err == nil {
				c.active = n
			}
		}
	default:
		return false
	}
	return true
}

func parts(line string) (list []string) {
	for part := range strings.SplitSeq(line, "|") {
		list = append(list, strings.TrimSpace(part))
	}
	return list
}

// step carries out a line that is not of the scene.
func (s *story) step(t *testing.T, word, rest string) {
	t.Helper()
	what, want, compares := strings.Cut(word+" "+rest, " =")
	lines, key, _ := strings.Cut(rest, " ~ ")
	split := strings.Split(lines, "; ")
	switch {
	case word == ">":
		s.state = playLines(t, s.state, split...)
	case word == ">>":
		s.state = playAndPass(t, s.state, split...)
	case word == "?" || word == "!":
		for _, line := range split {
			if word == "?" {
				wantLegal(t, s.state, line)
			} else {
				wantRefused(t, s.state, strings.TrimSpace(key), line)
			}
		}
	case word == "ask": // who should open
		r := run{state: s.state}
		r.openTournament(r.active)
	case word == "fix": // the results of chance
		s.state.chance, _ = games.NewChance(games.Setup{Fixed: map[string]string{games.TagDeck: "", games.TagChance: rest,
			"Deck.2": ""}})
	case word == "record": // the second deck
		s.state.chance, _ = games.NewChance(games.Setup{Fixed: map[string]string{"Deck.2": rest}})
	case word == "orders":
		s.orders[rest[0]-'1'] = strings.ReplaceAll(strings.TrimSpace(rest[1:]), ";", "\n")
	case word == "follow":
		s.state, s.posted = follow(t, s.state, s.orders[:]...)
	case compares:
		got, want := strings.Fields(s.ask(strings.Fields(what))), strings.Fields(want)
		if !slices.Equal(got, want) {
			t.Fatalf("%s: %q, want %q\n%s", what, got, want, s.state.View(games.Omniscient))
		}
	default:
		t.Fatal("no line of a script: ", word, " ", rest)
	}
}

// follow posts the actions that the server posts, by the orders of seats 1, 2 …, until none is
// left. It returns the state and the actions.
func follow(tb testing.TB, s *state, sheets ...string) (*state, []string) {
	tb.Helper()
	var posted []string
	for {
		post, ok := s.Follow(func(number games.Seat) string {
			return append(sheets, make([]string, maxSeats)...)[number-1]
		})
		if !ok {
			return s, posted
		}
		text := fmt.Sprintf("%d: %s", post.Seat, post.Action)
		s = playLines(tb, s, text)
		if post.Interruptible {
			text += fmt.Sprintf(" (%v)", post.Wait)
		}
		posted = append(posted, text)
	}
}

// ask answers a question about the state: of a seat, if the second word is one, or of all seats.
func (s *story) ask(words []string) string {
	p, list := s.state, []string{}
	add := func(what ...any) { list = append(list, fmt.Sprint(what...)) }
	at, viewer := seatIndex(0), games.Seat(0)
	if len(words) > 1 {
		viewer = games.Seat(words[1][0] - '0')
		at = seatIndex(viewer - 1)
	}
	switch words[0] {
	case "legal":
		return strings.Join(p.Legal(viewer), " | ")
	case "default":
		return p.Default(viewer)
	case "act":
		return strings.Trim(fmt.Sprint(p.ToAct()), "[]")
	case "at": // the phase, the active seat, the color
		return strings.TrimSpace(fmt.Sprint(p.phase, " ", p.active+1, " ", p.color))
	case "opener":
		return fmt.Sprint(p.opener + 1)
	case "last":
		return p.last.String()
	case "discard":
		return cards.Line(p.discard.cards(), "")
	case "deck":
		return cards.Line(p.deck.cards(), "")
	case "piles": // how many cards lie in the deck and the discard pile, and how many decks there were
		return fmt.Sprint(p.deck.n, p.discard.n, p.decks)
	case "hand":
		return cards.Line(p.hands[at].List(), "")
	case "lies": // the seats that the Shield and Stunned lie before
		return fmt.Sprint(int8(p.shield)+1, int8(p.stunned)+1)
	case "played":
		return fmt.Sprint(p.played)
	case "pending":
		for at := range p.pending.All() {
			add(at + 1)
		}
	case "over":
		if r := p.Result(); r != nil {
			return fmt.Sprint(r.Winners[0], " ", r.Reason, " ", r.Scores[1], r.Scores[2])
		}
	case "shown":
		for _, v := range p.View(0).(View).Shown {
			add(v.Seat, ": ", cards.Line(v.Hand, ""))
		}
	case "posted":
		return strings.Join(s.posted, " | ")
	case "why": // of the last card in hand, as the view has it
		hand := p.View(viewer).(View).Hand
		return strings.TrimPrefix(hand[len(hand)-1].Why.Key, "knizia.")
	case "hears":
		return tellText(p, viewer, strings.Join(words[2:], " "))
	default:
		for at := range seatIndex(p.seats) {
			switch words[0] {
			case "table":
				add(cards.Line(p.displays[at].cards(), ""))
			case "tokens":
				add(cards.Line(p.tokens[at].List(), ""))
			case "totals":
				add(p.total(at))
			case "cards":
				add(p.hands[at].Len())
			case "in":
				add(p.in(at))
			default:
				return "no question"
			}
		}
		if words[0] == "table" || words[0] == "tokens" {
			return strings.TrimSpace(strings.Join(list, " | "))
		}
	}
	return strings.Join(list, " ")
}

// tellText returns the facts of a line that a viewer gets, in short.
func tellText(s *state, viewer games.Seat, line string) string {
	at, text := s.speaker(line)
	return twin.FactsText(s.Tell(viewer, at, text))
}

// checkInvariants checks the invariants of every state.
func (s *state) checkInvariants(tb testing.TB) {
	tb.Helper()
	if err := s.invariantError(); err != nil {
		tb.Fatalf("%v\n%s", err, s.View(games.Omniscient))
	}
}

// invariantError returns the first invariant that a state violates, nil if there is none: §12
// of the rules.
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
	all := slices.Concat(s.deck.cards(), s.discard.cards())
	for at := range s.around(0) {
		all = slices.Concat(all, s.hands[at].List(), s.displays[at].cards())
	}
	if s.shield != nobody {
		all = append(all, pack.first[Shield])
	}
	if s.stunned != nobody {
		all = append(all, pack.first[Stunned])
	}
	if s.phase == PhaseReact || s.phase == PhaseAdapt {
		all = append(all, s.underWayCard)
	}
	slices.Sort(all)
	for i, card := range slices.Compact(slices.Clone(all)) {
		if len(all) != deckSize || int(card) != i {
			return fmt.Errorf("%d cards, and about %s one is missing or twice there", len(all), card.String())
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
	case s.phase != PhaseReact && s.phase != PhaseAdapt &&
		(s.underWay != Move{} || !s.pending.Empty() || !s.answered.Empty() || s.targetResigned):
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
