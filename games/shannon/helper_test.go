package shannon

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/cards"
	"tableronde/games/twin"
)

// begin deals a tournament by a seed.
func begin(t testing.TB, seats int, number uint64, options map[string]string) *state {
	t.Helper()
	return beginFixed(t, seats, number, options, nil)
}

func beginFixed(t testing.TB, seats int, number uint64, options, fixed map[string]string) *state {
	t.Helper()
	var seed games.Seed
	binary.BigEndian.PutUint64(seed[:], number)
	s, err := ruleset{}.New(games.Setup{Seats: seats, Options: options, Seed: &seed, Fixed: fixed})
	if err != nil {
		t.Fatal(err)
	}
	return s.(*state)
}

// mixed returns options by which the heroes are dealt or, every so often, chosen.
func mixed(n uint64, often uint64) map[string]string {
	if n%often == 0 {
		return map[string]string{optionHeroes: heroesChosen}
	}
	return nil
}

func viewOf(s *state, viewer games.Seat) View { return s.View(viewer).(View) }

// play plays lines "SEAT: ACTION", see twin.PlayStep, and fails on the first that is refused.
func play(t testing.TB, s *state, lines ...string) *state {
	t.Helper()
	for _, line := range lines {
		next, err := twin.PlayStep(s, games.Seat(line[0]-'0'), line[3:])
		if err != nil {
			t.Fatalf("%s: %v\n%s", line, err, s.View(games.Omniscient))
		}
		s = next.(*state)
	}
	return s
}

func wantRefusal(t testing.TB, line string, err error, why *cards.Refusal) {
	t.Helper()
	if twin.KeyOf(err) != why.Key {
		t.Errorf("%s: %v, want %s", line, err, why.Key)
	}
}

func cardsOfCodes(text string) []Card {
	var list []Card
	for _, code := range strings.Fields(text) {
		if cardOf(code) == Unknown {
			panic("no card " + code)
		}
		list = append(list, cardOf(code))
	}
	return list
}

func powersOf(text string) (list []*Power) {
	for _, id := range strings.Fields(text) {
		list = append(list, PowerOf(id))
	}
	return list
}

// arrange makes a combat of round 1, led by seat 1, of knights without powers
// that hold the cards given.
func arrange(t testing.TB, hands ...string) *state {
	t.Helper()
	s := begin(t, len(hands), 1, map[string]string{optionHeroes: heroesChosen, optionDealer: strconv.Itoa(len(hands))})
	s.phase, s.round, s.combat = PhaseCombat, 1, combat{seats: len(hands), leader: 1}
	s.stock = deckOf(len(hands))
	for i, text := range hands {
		k := &s.knights[i]
		k.hero = Heroes()[i]
		k.hand = cards.SetOf(cardsOfCodes(text)...)
		s.stock = s.stock.Without(k.hand)
	}
	s.beginCombat()
	return s
}

// empower puts powers of a seat in force, as if they were heroes, awake legends
// or favors of this round.
func (s *state) empower(seat games.Seat, list ...string) *state {
	k := s.knight(seat)
	for _, p := range powersOf(strings.Join(list, " ")) {
		switch p.Kind {
		case Hero:
			k.hero = p
		case Legend:
			k.hero, k.awake = p.Partner, true
		default:
			k.favors[len(k.favorList())] = p
		}
		k.inForce = k.inForce.with(p)
		k.refill(p, s.seats)
	}
	return s
}

// countedPiles counts a round of arranged piles, at once or up to the first choice.
func countedPiles(t testing.TB, s *state, piles ...string) *state {
	t.Helper()
	for i, k := range s.each {
		k.hand = set{}
		if int(i) <= len(piles) {
			k.pile = cardsOfCodes(piles[i-1])
		}
	}
	s.combat.number = combatCount
	if err := s.beginCount(); err != nil {
		t.Fatal(err)
	}
	return s
}

// choosingFavors returns a tournament of three in which 3 and then 2 choose a favor after
// round 2.
func choosingFavors(t testing.TB, deck, discard string) *state {
	t.Helper()
	s := arrange(t, "S1", "S2", "S3")
	s.favors.deck, s.favors.discard = powersOf(deck), powersOf(discard)
	s.round, s.knights[1].life, s.knights[2].life = 2, 360, 350
	if err := s.beginFavors(3); err != nil {
		t.Fatal(err)
	}
	return s
}

// randomSource returns a source of chance for tests.
func randomSource(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 7)) }

// anyLine picks a seat to act and one of its legal lines, "SEAT: ACTION".
func anyLine(t testing.TB, s *state, rng *rand.Rand) string {
	t.Helper()
	seats := s.ToAct()
	seat := seats[rng.IntN(len(seats))]
	legal := s.Legal(seat)
	if len(legal) == 0 {
		t.Fatalf("seat %d is to act and has nothing to do\n%s", seat, s.View(games.Omniscient))
	}
	return seatText(seat) + ": " + legal[rng.IntN(len(legal))]
}

// tell carries out a script, as twin.Tell describes. A line arranges a state, plays or
// compares:
//
//	hands O13 S1 | S4 S5         a combat that seat 1 leads (see arrange)
//	heroes arthur gawain | S1 O1 a first round, and the deck of the second, which "deal" deals
//	with 2 iseult raven          more powers (see empower)
//	count S1 | M1 |              the piles are counted (see countedPiles)
//	favors raven | redirect      favors are chosen (see choosingFavors)
//	1: play O13; 2: discard S4   seats play
//	2! play S2 ~ follow          it may not, for the reason
//	pile 4 = O13 X11             and so everything that ask and set have words for
func tell(t *testing.T, script string, rows ...string) {
	t.Helper()
	twin.Tell(t, script, rows, func() func(*testing.T, string) {
		var s *state
		return func(t *testing.T, line string) { s = tellLine(t, s, line) }
	})
}

func tellLine(t *testing.T, s *state, line string) *state {
	t.Helper()
	word, rest, _ := strings.Cut(line, " ")
	i := strings.LastIndex(line, " =")
	what, want, compares := line, "", i >= 0
	if compares {
		what, want = line[:i], line[i+2:]
	}
	switch {
	case word[len(word)-1] == ':':
		return play(t, s, strings.Split(line, "; ")...)
	case word[len(word)-1] == '!':
		action, key, _ := strings.Cut(rest, " ~ ")
		_, err := twin.PlayStep(s, games.Seat(word[0]-'0'), action)
		if got := twin.KeyOf(err); got != key && got != "shannon.why."+key {
			t.Errorf("%s: %v", line, err)
		}
	case compares:
		if got := ask(s, strings.Fields(what)); got != strings.TrimSpace(want) {
			t.Fatalf("%s: %q, want %q in\n%s", what, got, want, s.View(games.Omniscient))
		}
	default:
		parts := strings.Split(rest, "|")
		switch word {
		case "hands":
			return arrange(t, parts...)
		case "heroes":
			heroes := strings.Join(strings.Fields(parts[0]), " ")
			seats := len(strings.Fields(heroes))
			fixed := map[string]string{tagHeroes: heroes, "Deck.weapons.2": append(parts, "")[1]}
			return beginFixed(t, seats, 1, map[string]string{optionDealer: strconv.Itoa(seats)}, fixed)
		case "count":
			return countedPiles(t, s, parts...)
		case "favors":
			return choosingFavors(t, parts[0], append(parts, "")[1])
		default:
			s.set(t, word, strings.Fields(rest))
		}
	}
	return s
}

// set changes an arranged state.
func (s *state) set(t *testing.T, word string, args []string) {
	t.Helper()
	number := func(i int) int {
		n, _ := strconv.Atoi(args[i])
		return n
	}
	var k *knight
	if len(args) > 0 && s.holds(games.Seat(number(0))) {
		k = s.knight(games.Seat(number(0)))
	}
	switch word {
	case "with":
		s.empower(games.Seat(number(0)), args[1:]...)
	case "life":
		for i := range args {
			s.knights[i].life = int16(number(i))
		}
	case "combat":
		s.combat.number = int8(number(0))
	case "round":
		s.round = int8(number(0))
	case "auto":
		s.auto = args[0] == "yes"
	case "dealer":
		s.dealer = games.Seat(number(0))
	case "carry":
		s.carry = cardsOfCodes(strings.Join(args, " "))
	case "pile":
		k.pile = cardsOfCodes(strings.Join(args[1:], " "))
	case "under":
		k.placed = cardOf(args[1])
	case "trial":
		k.targets[PartTrial] = games.Seat(number(1))
	case "awake":
		k.awake = true
	case "give": // favors for the next deal
		for _, p := range powersOf(strings.Join(args[1:], " ")) {
			k.favors[len(k.favorList())] = p
			s.favors.deck = slices.DeleteFunc(slices.Clone(s.favors.deck), func(q *Power) bool { return p == q })
		}
	case "left": // uses of a power
		k.left[PowerOf(args[1]).declares.use] = uint8(number(2))
	case "deal":
		if err := s.deal(); err != nil {
			t.Fatal(err)
		}
	case "begin": // the seat's next round
		k.begin(s.seats)
	default:
		t.Fatal("no line of a script: ", word, args)
	}
}

// ask answers a question of a script about the state.
func ask(s *state, words []string) string {
	var seat games.Seat
	var k *knight
	if len(words) > 1 && words[1][0]-'1' < maxSeats {
		seat = games.Seat(words[1][0] - '0')
		k = s.knight(seat)
	}
	var list []string
	add := func(what ...any) { list = append(list, fmt.Sprint(what...)) }
	switch words[0] {
	case "pile":
		return cards.Line(k.pile, "")
	case "hand":
		return cards.Line(k.hand.List(), "")
	case "holds": // number of cards
		for _, k := range s.each {
			add(k.hand.Len())
		}
	case "life":
		for _, k := range s.each {
			add(k.life)
		}
	case "lead": // the leader of a combat, its number, and the number of cards on the table
		add(s.combat.leader)
		add(s.combat.number)
		if s.combat.cards > 0 {
			add("+", s.combat.cards)
		}
	case "table":
		for _, p := range s.combat.table[:s.combat.cards] {
			add(p.card.String(), "=", p.as.String(), p.value)
		}
	case "worth": // the last card played
		return fmt.Sprint(s.combat.table[s.combat.cards-1].value)
	case "carry":
		return cards.Line(s.carry, "")
	case "discard":
		return cards.Line(s.discard, "")
	case "may": // the words after the first of the legal lines
		for _, line := range s.Legal(seat) {
			list = append(list, strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '=' })[1])
		}
		slices.SortStableFunc(list, func(a, b string) int { return int(cardOf(a)) - int(cardOf(b)) })
		list = slices.Compact(list)
	case "owes":
		return cards.Line(viewOf(s, seat).Mine.Prep.Owed, "")
	case "legal":
		return strings.Join(s.Legal(seat), " | ")
	case "default":
		return s.Default(seat)
	case "act":
		return strings.Trim(fmt.Sprint(s.ToAct()), "[]")
	case "phase":
		return fmt.Sprint(s.phase, " ", s.round)
	case "over":
		if s.result == nil {
			return ""
		}
		return strings.Trim(fmt.Sprint(s.result.Winners), "[]") + " " + s.result.Reason
	case "ranks":
		return strings.Trim(fmt.Sprint(s.ranks()), "[]")
	case "left":
		return fmt.Sprint(k.left[PowerOf(words[2]).declares.use])
	case "suffers": // the wounds that each knight suffers at the count
		for _, c := range s.count.Knights {
			add(c.Total)
		}
	case "wounds": // the wounds by a card at the count, and the powers that change them
		for _, c := range s.count.Knights[seat-1].Cards {
			if c.Card == cardOf(words[2]) {
				add(c.Wounds)
				for _, p := range []*Power{c.Reduced, c.Doubled, c.By} {
					if p != nil {
						add(p.ID)
					}
				}
			}
		}
	case "under": // for everybody to see
		return viewOf(s, games.Spectator).Knights[seat-1].Under.String()
	case "awake":
		return fmt.Sprint(k.awake)
	case "inforce":
		return fmt.Sprint(k.inForce.has(PowerOf(words[2])))
	case "dealt": // the next dealer
		return fmt.Sprint(s.nextDealer())
	case "receivers":
		return strings.Trim(fmt.Sprint(s.receivers(int(s.round))), "[]")
	case "shown":
		return strings.Join(powerIDs(s.favors.shown), " ")
	case "favors":
		return strings.Join(powerIDs(k.favorList()), " ")
	case "favordeck":
		return strings.TrimSpace(fmt.Sprint(len(s.favors.deck), " ", strings.Join(powerIDs(s.favors.discard), " ")))
	case "stock":
		return fmt.Sprint(s.stock.Len())
	case "posts": // the action that the orders of the seat post, and the orders that are left
		text := strings.ReplaceAll(strings.Join(words[2:], " "), ";", "\n")
		p, ok := s.Follow(func(o games.Seat) string {
			if o != seat {
				return ""
			}
			return text
		})
		later := *s
		later.Pause = cards.Pause(s.auto)
		forced, _ := later.Forced(seat)
		if ok && (p.Seat != s.turn() || p.Interruptible || p.Wait != 0 || text != "" && !s.Prepared(seat, text)) ||
			text == "" && p.Action != forced {
			p.Action = "a strange posting"
		}
		if p.Orders != "" {
			p.Action += ", leaves " + strings.ReplaceAll(p.Orders, "\n", ";")
		}
		return p.Action
	}
	return strings.Join(list, " ")
}
