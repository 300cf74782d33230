package shannon

import (
	"errors"
	"flag"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/cards"
	"tableronde/games/effort"
)

// TestT38_RandomGames plays tournaments at random to the end and checks after
// each step what must always hold.
func TestT38_RandomGames(t *testing.T) {
	for seats := 2; seats <= maxSeats; seats++ {
		t.Run(seatText(games.Seat(seats)), func(t *testing.T) {
			t.Parallel()
			var inForce powerSet // at any time
			for n := range uint64(effort.N(3_000)) {
				rng := randomSource(n)
				over := randomly(t, begin(t, seats, n, mixed(n, 5)), rng, func(s *state, seat games.Seat, line string) {
					checkInvariants(t, s)
					for _, k := range s.each {
						inForce |= k.inForce
					}
				})
				checkInvariants(t, over)
			}
			for i := range allPowers {
				if p := &allPowers[i]; !inForce.has(p) && !(seats == 2 && p.notWithTwo) && effort.Full() {
					t.Errorf("%s was never in force", p.ID)
				}
			}
		})
	}
}

// checkInvariants checks what holds in every state (§11 T38).
func checkInvariants(t *testing.T, s *state) {
	t.Helper()
	all, n := s.stock, s.stock.Len()
	add := func(cards ...Card) {
		for _, c := range cards {
			all.Add(c)
		}
		n += len(cards)
	}
	favors, size := len(s.favorDeck)+len(s.shown)+len(s.favorDiscard), -1
	for seat, k := range s.each {
		add(k.hand.List()...)
		add(k.dropped.List()...)
		add(k.pile...)
		if k.placed != Unknown {
			add(k.placed)
		}
		favors += len(k.favorList())
		if k.life < 0 || k.life > 400 || k.life%5 != 0 {
			t.Fatalf("a life of %d", k.life)
		}
		if s.acted == 0 && s.phase != PhasePrepare {
			if size >= 0 && k.hand.Len() != size {
				t.Fatalf("hands of %d and %d cards", size, k.hand.Len())
			}
			size = k.hand.Len()
		}
		if !k.hand.And(k.lacks).Empty() {
			t.Fatalf("seat %d holds cards that it is said to lack: %v", seat, k.hand.And(k.lacks).List())
		}
	}
	for _, p := range s.table[:s.cards] {
		add(p.card)
		v, sum := p.view(), int(p.base)
		for _, m := range v.Modifiers {
			sum += m.Plus
		}
		if max(sum, 0) != v.Value {
			t.Fatalf("%s is worth %d, %d by its modifiers", p.card, v.Value, sum)
		}
	}
	add(s.carry...)
	add(s.discard...)
	if deck := deckOf(s.seats); all != deck || n != deck.Len() {
		t.Fatalf("%d cards, %d of them different; want %d\n%s", n, all.Len(), deck.Len(), s.View(games.Omniscient))
	}
	if want := len(s.favorsInPlay()); favors != want {
		t.Fatalf("%d favors, want %d", favors, want)
	}
	if s.recorder != nil || s.staged {
		t.Fatal("a state that listens or looks ahead")
	}
}

// Nothing that is asked of a state changes it; every default is legal; the lines of a combat
// stand at their cards in the view; an imagined state keeps the viewer's hand, and can be
// played on. Orders of a sensible knight can be read.
func TestStatesStay(t *testing.T) {
	moved := 0
	for n := range uint64(effort.N(120)) {
		rng, seats := randomSource(n), 2+int(n)%5
		over := randomly(t, begin(t, seats, n, mixed(n, 2)), rng, func(s *state, seat games.Seat, line string) {
			before := encode(t, s.View(games.Omniscient))
			viewer := games.Seat(rng.IntN(seats + 1))
			imagined := s.Determinize(viewer, rng).(*state)
			for i, k := range imagined.each {
				if k.hand != s.knight(i).hand {
					moved++
					if i == viewer {
						t.Fatal("the viewer's own hand has changed")
					}
				}
			}
			for range 3 {
				if imagined.phase != PhaseOver {
					imagined = play(t, imagined, anyLine(t, imagined, rng))
					checkInvariants(t, imagined)
				}
			}
			for _, any := range s.ToAct() {
				play(t, s, seatText(any)+": default")
			}
			if m := viewOf(s, seat).Mine; s.phase == PhaseCombat {
				count := 0
				for _, h := range m.Hand {
					if count += len(h.Lines); (len(h.Lines) == 0) != (h.Why != nil) {
						t.Fatalf("%v: lines %v, why %v", h.Card, h.Lines, h.Why)
					}
				}
				if count != len(m.Legal) {
					t.Fatalf("%d lines at the cards, %d legal", count, len(m.Legal))
				}
			}
			values := make([]float64, seats)
			imagined.Rollout(rng, values)
			if best := slices.Max(values); best <= 0 || best > 1 || s.View(viewer).(View).String() == "" {
				t.Fatalf("chances to win: %v", values)
			}
			if _, err := s.ReadOrders(seat, SensibleOrders(viewOf(s, seat), "", rng)); err != nil {
				t.Fatalf("orders of a sensible knight: %v", err)
			}
			for _, worthwhile := range s.Worthwhile(seat) {
				if !slices.Contains(s.Legal(seat), worthwhile) {
					t.Fatalf("%s is worthwhile, and not legal", worthwhile)
				}
			}
			s.Tell(games.Omniscient, seat, line)
			s.Stage(seat, []string{line})
			if after := encode(t, s.View(games.Omniscient)); after != before {
				t.Fatalf("%s changed the state before it", line)
			}
		})
		if over.Default(1) != "" || over.Determinize(1, rng) != games.State(over) {
			t.Error("a tournament that is over goes on")
		}
	}
	if moved == 0 {
		t.Error("nothing is ever dealt anew")
	}
}

// TestReplayIsPlay: the lines of a match, and what chance has decided, give the
// same match again, from the seed and from the tags alone.
func TestReplayIsPlay(t *testing.T) {
	for n := range uint64(effort.N(120)) {
		rng, seats := randomSource(n), 2+int(n)%5
		var lines []string
		states := []*state{}
		s := randomly(t, begin(t, seats, n, mixed(n, 3)), rng, func(s *state, seat games.Seat, line string) {
			lines, states = append(lines, seatText(seat)+": "+line), append(states, s)
		})
		fixed, err := ruleset{}.New(games.Setup{Seats: seats, Options: mixed(n, 3), Fixed: s.Decided()})
		if err != nil {
			t.Fatalf("New from %v: %v", s.Decided(), err)
		}
		bySeed, byTags := begin(t, seats, n, mixed(n, 3)), fixed.(*state)
		for i, line := range lines {
			want := encode(t, states[i].View(games.Omniscient))
			if a, b := encode(t, bySeed.View(games.Omniscient)), encode(t, byTags.View(games.Omniscient)); a != want ||
				b != want {
				t.Fatalf("match %d, line %d: another state\n%s\n%s\n%s", n, i, want, a, b)
			}
			bySeed, byTags = play(t, bySeed, line), play(t, byTags, line)
		}
		if !reflect.DeepEqual(s.Result(), byTags.Result()) || !reflect.DeepEqual(s.Decided(), byTags.Decided()) {
			t.Fatalf("%v, want %v", byTags.Decided(), s.Decided())
		}
	}
}

// Refusals of lines made of any words of the notation have a rule and all of their arguments.
func TestRefusalsAreWhole(t *testing.T) {
	seen := map[string]bool{}
	note := func(s *state, seat games.Seat, line string) {
		_, _, err := s.Apply(seat, line)
		var illegal *games.Illegal
		if !errors.As(err, &illegal) {
			return
		}
		seen[illegal.Key] = true
		if strings.ContainsAny(illegal.Text, "{}") || illegal.Rule == "" {
			t.Errorf("%s: %q of rule %q", illegal.Key, illegal.Text, illegal.Rule)
		}
		want := refusals.All()[slices.IndexFunc(refusals.All(),
			func(r *cards.Refusal) bool { return r.Key == illegal.Key })].Text
		for name := range illegal.Args {
			if !strings.Contains(want, "{"+name+"}") {
				t.Errorf("%s does not name its argument %s", illegal.Key, name)
			}
		}
	}
	words := strings.Fields(`hero prepare play discard move favour lancelot sight trade trial deck S8 O13 X3 M1 M1=3 M1=O3 P1=99
		S8=3 T9>2 S1>9 raven arthur +3 will-3 will+9 fox redirect hunt challenge 1 2 3 9 reversal shapeshift x`)
	for n := range uint64(60) {
		rng := randomSource(n)
		randomly(t, begin(t, 3+int(n)%2, n, mixed(n, 2)), rng, func(s *state, seat games.Seat, legal string) {
			for range 6 {
				line := words[rng.IntN(6)]
				for range rng.IntN(5) {
					line += " " + words[rng.IntN(len(words))]
				}
				note(s, seat, line)
				note(s, seat, legal+" "+words[rng.IntN(len(words))])
				if k := s.knight(seat); s.phase == PhaseCombat {
					note(s, seat, words[2+rng.IntN(2)]+" "+k.hand.At(rng.IntN(k.hand.Len())).String())
				}
			}
		})
	}
	if len(seen) < 25 {
		t.Errorf("only %d refusals met: %v", len(seen), seen)
	}
}

var update = flag.Bool("update", false, "write the golden file anew")

// TestGolden replays a whole tournament of five that was written down once, with
// the state after each round: the same lines give the same states for ever.
func TestGolden(t *testing.T) {
	const file = "testdata/five.golden"
	start := begin(t, 5, 2026, map[string]string{optionHeroes: heroesChosen, optionDealer: "3"})
	if *update {
		rng := randomSource(1)
		var b strings.Builder
		for s := start; s.phase != PhaseOver; {
			v, round := viewOf(s, s.ToAct()[0]), s.round
			line := seatText(v.Viewer) + ": " + Sensible(v, v.Mine.Legal, rng)
			b.WriteString(line + "\n")
			if s = play(t, s, line); s.round != round || s.phase == PhaseOver {
				b.WriteString(encode(t, s.View(games.Omniscient)) + "\n")
			}
		}
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s := start
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line[0] != '{' {
			s = play(t, s, line)
		} else if got := encode(t, s.View(games.Omniscient)); got != line {
			t.Fatalf("round %d: %s, want %s", s.round, got, line)
		}
	}
	if s.phase != PhaseOver || s.round < 3 {
		t.Errorf("it stops in phase %v of round %d", s.phase, s.round)
	}
}

// fuzzStates are moments of all phases.
func fuzzStates(t testing.TB) []*state {
	t.Helper()
	prepares := begin(t, 3, 1, map[string]string{optionDealer: "3"}).empower(1, "lancelot", "second-sight", "forced-trade",
		"trial")
	if err := prepares.deal(); err != nil {
		t.Fatal(err)
	}
	return []*state{
		begin(t, 4, 1, map[string]string{optionHeroes: heroesChosen}), prepares,
		arrange(t, "S8 M1 X3", "O3 X9 M2 S2", "T9 O4").empower(1, "arthur", "divine-will", "challenge", "redirect"),
		play(t, arrange(t, "S8 T1", "O3 T5", "T9 S4").empower(2, "shapeshift"), "1: play S8"),
		choosingFavors(t, "raven antidote riposte trial standard", ""),
		countedPiles(t, threeKnights(t).empower(1, "raven"), "S1 M1 S3", "", ""),
	}
}

// FuzzText plays any text, and reads it as orders: it is refused, or has a canonical text
// that has the same effect; and what is posted for orders is legal.
func FuzzText(f *testing.F) {
	states := fuzzStates(f)
	for i, s := range states {
		for _, line := range s.Legal(s.ToAct()[0]) {
			f.Add(uint8(i), line)
		}
	}
	for _, text := range []string{
		"play S8 +3 will-3 fox redirect 2 challenge 3", "prepare discard S1 lancelot T9 sight 2 trade 3 X4 trial 2",
		"favours raven divine-will deck",
		"if S play S3\n1.3: if lead play M1=O4 +3", "2: move T8>3 worst>2", "if SAOTX discard T4", ";;1: move",
	} {
		f.Add(uint8(len(text)%4), text)
	}
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		s := states[int(which)%len(states)]
		for _, seat := range append(s.ToAct(), 0, 9) {
			next, line, err := s.Apply(seat, text)
			if err != nil {
				if e, ok := err.(*games.Illegal); ok && (e.Key == "" || e.Rule == "" || e.Text == "") {
					t.Fatalf("%q is refused by %+v", text, e)
				}
				continue
			}
			again, same, err := s.Apply(seat, line)
			if err != nil || same != line || encode(t, again.View(games.Omniscient)) != encode(t, next.View(games.Omniscient)) {
				t.Fatalf("%q is %q, which is %q, %v", text, line, same, err)
			}
			s.Tell(games.Spectator, seat, text)
			next.(*state).Veil(games.Spectator, seat, s, line)
		}
		seat := s.ToAct()[0]
		canonical, err := s.ReadOrders(seat, text)
		if err != nil {
			return
		}
		if again, err := s.ReadOrders(seat, canonical); again != canonical || err != nil {
			t.Fatalf("%q is %q, which is %q, %v", text, canonical, again, err)
		}
		if p, ok := s.Follow(func(games.Seat) string { return canonical }); ok {
			if _, line, err := s.Apply(p.Seat, p.Action); err != nil || line != p.Action {
				t.Fatalf("%q posts %q: %q, %v", canonical, p.Action, line, err)
			}
		}
	})
}
