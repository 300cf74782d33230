package shannon

import (
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/cards"
	"tableronde/games/effort"
)

// noOrders returns no standing orders for any seat.
func noOrders(games.Seat) string { return "" }

// ordered returns the orders of one seat alone.
func ordered(seat games.Seat, text string) func(games.Seat) string {
	return func(s games.Seat) string {
		if s == seat {
			return text
		}
		return ""
	}
}

// readOrders has orders of seat 2 in round 1 and how they are kept.
var readOrders = []struct{ name, text, want string }{
	{"none", "", ""},
	{"blank lines", "\n ; \n", ""},
	{"favors", "Favors RAVEN deck antidote", "favours raven deck antidote"},
	{"the last list of favors counts", "favours raven; favours trial", "favours trial"},
	{"an empty list of favors", "favours", ""},
	{"a premove", "if s play s2", "1: if S play S2"},
	{"any of several suits", "if TSS play S2 will+1 +3", "1: if ST play S2 +3 will+1"},
	{"of one combat", "1.4: if X play X9", "1.4: if X play X9"},
	{"a rank", "if TS LOW<=07 play S2", "1: if ST low<=7 play S2"},
	{"one's own lead", "if LEAD play M1=O5", "1: if lead play M1=O5"},
	{"a discard", "if A discard T4", "1: if A discard T4"},
	{"what is past goes", "0: if S play S2\nif S play S2", "1: if S play S2"},
	{"a card that is gone goes", "1: if S play S9", ""},
	{"moves", "move T8>3 worst>1", "1: move T8>3 worst>1"},
	{"nothing to move", "1: move", "1: move"},
	{"moves of a past round", "0: move", ""},
}

// refusedOrders has orders of seat 2 and why they are refused.
var refusedOrders = map[string]*cards.Refusal{
	"go on":                      ordersLine,
	"x: if S play S2":            ordersLine,
	"1: favours raven":           ordersLine,
	"1.3: move":                  ordersLine,
	"1.13: if S play S2":         ordersCombat,
	"if Z play S2":               ordersWhen,
	"if S low<=0 play S2":        ordersLow,
	"if S low<=31 play S2":       ordersLow,
	"if S low<=many play S2":     ordersLow,
	"if lead low<=3 play S2":     ordersAction,
	"if":                         ordersWhen,
	"if S move":                  ordersAction,
	"if S play":                  ordersAction,
	"if S":                       ordersAction,
	"if lead discard S2":         ordersAction,
	"if S play S2 will-9":        ordersAction,
	"if S play S9":               notHeld,
	"if S play Z9":               noCard,
	"if S play S2 redirect 2":    noSeat,
	"if S play M1":               enchanterValue,
	"if S play S2 fox fox":       namedTwice,
	"favours lunch":              noFavor,
	"favours raven raven":        namedTwice,
	"move T8>2":                  noSeat,
	"move T8>1 T8>3":             namedTwice,
	"move best>1":                noCard,
	strings.Repeat("if S ", 100): ordersLine,
	strings.Repeat("move\n", 41): ordersMany,
}

func TestReadOrders(t *testing.T) {
	s := arrange(t, "O13 S1", "O3 X9 M1 S2 T4", "T9 O4")
	for _, c := range readOrders {
		t.Run(c.name, func(t *testing.T) {
			got, err := s.ReadOrders(2, c.text)
			if got != c.want || err != nil {
				t.Fatalf("ReadOrders(%q) = %q, %v, want %q", c.text, got, err, c.want)
			}
			if again, err := s.ReadOrders(2, got); again != got || err != nil {
				t.Errorf("ReadOrders(%q) = %q, %v", got, again, err)
			}
			o, err := ParseOrders(got, 3, 2, 1)
			if o.String() != got || err != nil {
				t.Errorf("ParseOrders(%q) = %q, %v", got, o, err)
			}
		})
	}
	for text, why := range refusedOrders {
		_, err := s.ReadOrders(2, text)
		wantRefusal(t, text, err, why)
	}
	if _, err := s.ReadOrders(4, ""); err != games.ErrNotYourTurn {
		t.Errorf("orders of seat 4: %v", err)
	}
}

func TestFollowPremoves(t *testing.T) {
	s := arrange(t, "S13 S1", "S3 X9 M1 S2 T4", "T9 S4 S5").empower(1, "challenge")
	s.auto = false
	led := play(t, s, "1: play S13")
	for _, c := range []struct{ name, orders, action, left string }{
		{"it fits", "1: if S play S3", "play S3", ""},
		{"the first that fits", "1: if O play T4\n1: if S play S2\n1: if S play S3", "play S2", "1: if O play T4\n1: if S play S3"},
		{"another suit", "1: if O play S3", "", ""},
		{"another combat", "1.2: if S play S3", "", ""},
		{"this combat", "1.1: if S play S3", "play S3", ""},
		{"another round", "2: if S play S3", "", ""},
		{"one that is not legal is dropped with the next", "1: if S play X9\n1: if S play S3", "play S3", ""},
		{"what is past is dropped", "1: if O play T9\nfavours raven\n1: if S play S3", "play S3", "favours raven"},
		{"an enchanter", "1: if S play M1=7", "play M1=7", ""},
		{"a rank", "1: if S low<=12 play S2\n1: if S low<=13 play S3", "play S3", "1: if S low<=12 play S2"},
		{"a lower rank", "1: if S low<=12 play S3", "", ""},
		{"one's own lead is not meant", "1: if lead play S3", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, ok := led.Follow(ordered(2, c.orders))
			if ok != (c.action != "") || ok && (p.Seat != 2 || p.Action != c.action || p.Orders != c.left || p.Interruptible || p.Wait != 0) {
				t.Errorf("Follow = %+v, %v, want %q and %q", p, ok, c.action, c.left)
			}
			if _, ok := led.Follow(ordered(3, c.orders)); ok {
				t.Error("somebody is followed who is not on turn")
			}
		})
	}
	t.Run("challenged", func(t *testing.T) {
		bound := play(t, s, "1: play S13 challenge 2")
		if p, ok := bound.Follow(ordered(2, "1: if S play S3")); ok {
			t.Errorf("Follow = %+v, though S2 is due", p)
		}
	})
	t.Run("the rank is that of the cards face up", func(t *testing.T) {
		s := play(t, arrange(t, "S9 S1", "S4 S8", "S5 S6", "S2 S3"), "1: play S9", "2: play S4")
		if p, ok := s.Follow(ordered(3, "1: if S low<=3 play S6\n1: if S low<=4 play S5")); !ok || p.Action != "play S5" {
			t.Errorf("Follow = %+v, %v", p, ok)
		}
	})
	t.Run("leading", func(t *testing.T) {
		p, ok := s.Follow(ordered(1, "1: if lead play S1"))
		if !ok || p.Action != "play S1" {
			t.Errorf("Follow = %+v, %v", p, ok)
		}
	})
	t.Run("an open combat", func(t *testing.T) {
		s := play(t, arrange(t, "X7 X8", "S3 T4"), "1: play X7")
		p, ok := s.Follow(ordered(2, "1: if S play S3\n1: if X play T4"))
		if !ok || p.Action != "play T4" {
			t.Errorf("Follow = %+v, %v", p, ok)
		}
	})
}

func TestRule3_1_Auto(t *testing.T) {
	for _, c := range []struct {
		name, hand, powers, want string
	}{
		{"the only card", "S3 T4", "", "play S3"},
		{"two cards", "S3 S4", "", ""},
		{"an enchanter has a value to choose", "M1 T4", "", ""},
		{"a declaration", "S3 T4", "arthur", ""},
		{"a power that is of no use here", "S3 T4", "antidote", "play S3"},
		{"a forced discard", "T4", "", "discard T4"},
		{"a discard with a choice", "T4 T5", "", ""},
		{"a discard or a shift of shape", "T4", "shapeshift", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := arrange(t, "S13 S1", c.hand, "T9 S5").empower(2, strings.Fields(c.powers)...)
			s = play(t, s, "1: play S13")
			p, ok := s.Follow(noOrders)
			if ok != (c.want != "") || p.Action != c.want {
				t.Errorf("Follow = %+v, want %q", p, c.want)
			}
			s.auto = false
			if p, ok := s.Follow(noOrders); ok {
				t.Errorf("without the option: %+v", p)
			}
		})
	}
	t.Run("a challenged enchanter", func(t *testing.T) {
		s := play(t, arrange(t, "S13 S1", "M1 T4", "T9 S5").empower(1, "challenge"), "1: play S13 challenge 2")
		if p, _ := s.Follow(noOrders); p.Action != "play M1=1" {
			t.Errorf("Follow = %+v", p)
		}
	})
	t.Run("combat only", func(t *testing.T) {
		s := choosingFavors(t, "raven", "")
		if p, ok := s.Follow(noOrders); ok {
			t.Errorf("Follow = %+v", p)
		}
	})
}

func TestFollowFavorsAndMoves(t *testing.T) {
	s := choosingFavors(t, "raven antidote riposte trial standard", "")
	for _, c := range []struct{ name, orders, want string }{
		{"the first that is shown", "favours riposte antidote raven", "favour antidote"},
		{"the unseen one", "favours riposte deck raven", "favour deck"},
		{"none of them", "favours riposte", ""},
	} {
		p, ok := s.Follow(ordered(3, c.orders))
		if ok != (c.want != "") || p.Action != c.want || ok && p.Orders != c.orders {
			t.Errorf("%s: %+v, %v, want %q", c.name, p, ok, c.want)
		}
	}
	s = countedPiles(t, threeKnights(t).empower(1, "raven"), "S1 M1 S3", "", "")
	for _, c := range []struct{ name, orders, want string }{
		{"the worst", "1: move worst>2 worst>3", "move S3>3 M1>2"},
		{"a card and the worst", "1: move S1>2 worst>2", "move S1>2 M1>2"},
		{"a card that is not there", "1: move T8>2 S1>3", "move S1>3"},
		{"none of them there", "1: move T8>2", ""},
		{"more than may be moved", "1: move S1>2 S3>2 M1>2", "move S1>2 S3>2"},
		{"nothing", "1: move", "move"},
		{"another round", "2: move", ""},
	} {
		p, ok := s.Follow(ordered(1, c.orders))
		if ok != (c.want != "") || ok && (p.Action != c.want || p.Orders != "") {
			t.Errorf("%s: %+v, %v, want %q", c.name, p, ok, c.want)
		}
		if ok {
			play(t, s, "1: "+p.Action)
		}
	}
}

func TestReturnAfterResigning(t *testing.T) {
	s := begin(t, 3, 4, nil)
	out, err := s.Resign(2)
	if err != nil {
		t.Fatal(err)
	}
	if back, err := out.(*state).Return(2); err != nil || viewOf(back.(*state), 1).Knights[1].Resigned {
		t.Errorf("seat 2 does not return: %v", err)
	}
	if _, err := out.(*state).Return(1); err != games.ErrNotYourTurn {
		t.Errorf("seat 1 returns, which has not left: %v", err)
	}
}

func TestRule3_2_Resigning(t *testing.T) {
	s := begin(t, 3, 4, nil)
	next, err := s.Resign(2)
	if err != nil {
		t.Fatal(err)
	}
	s = next.(*state)
	if _, err := s.Resign(2); err == nil {
		t.Error("resigned twice")
	} else {
		wantRefusal(t, "Resign", err, alreadyResigned)
	}
	if _, err := s.Resign(7); err != games.ErrNotYourTurn {
		t.Errorf("seat 7 resigns: %v", err)
	}
	if !viewOf(s, 1).Knights[1].Resigned {
		t.Error("the view does not say so")
	}
	rng := randomSource(1)
	for s.phase != PhaseOver {
		if p, ok := s.Follow(noOrders); ok && p.Seat == 2 {
			if p.Action != s.Default(2) {
				t.Fatalf("%s is posted for 2, whose default is %s", p.Action, s.Default(2))
			}
			s = play(t, s, "2: "+p.Action)
			continue
		}
		seat, line := anyLine(t, s, rng)
		if seat == 2 {
			if s.phase != PhasePrepare {
				t.Fatalf("nothing is posted for 2 in phase %v", s.phase)
			}
			line = s.Default(2)
		}
		s = play(t, s, seatText(seat)+": "+line)
	}
	r := s.Result()
	if r.Reason != "life" || slices.Contains(r.Winners, 2) || s.ranks()[1] != 3 {
		t.Errorf("result %+v, ranks %v", r, s.ranks())
	}
	if _, err := s.Resign(1); err != games.ErrFinished {
		t.Errorf("resigning after the end: %v", err)
	}
	t.Run("one knight is left", func(t *testing.T) {
		s := begin(t, 3, 4, nil)
		s.knights[2].life = 100
		for _, seat := range []games.Seat{1, 2} {
			next, err := s.Resign(seat)
			if err != nil {
				t.Fatal(err)
			}
			s = next.(*state)
		}
		r := s.Result()
		if r == nil || !slices.Equal(r.Winners, []games.Seat{3}) || r.Reason != games.ReasonResignation || r.Scores[3] != 100 || r.Scores[1] != 400 {
			t.Errorf("result %+v", r)
		}
	})
}

func TestRule3_2_Defaults(t *testing.T) {
	for _, c := range []struct{ name, lead, hand, want string }{
		{"the first card in order", "1: play O13", "O9 O3 M1", "play O3"},
		{"an enchanter at 15", "1: play O13", "M1 S2", "play M1=15"},
		{"alchemy before it", "1: play O13", "M1 X9 X2", "play X2"},
		{"dishonor", "1: play O13", "S5 S2 T1", "discard S2"},
		{"challenged", "1: play O13 challenge 2", "O9 O3", "play O3"},
		{"a challenged enchanter", "1: play O13 challenge 2", "P1 S2", "play P1=1"},
		{"open combat", "1: play X13", "M1 S2", "play S2"},
		{"an enchanter in an open combat", "1: play X13", "M1", "play M1=S15"},
	} {
		t.Run(c.name, func(t *testing.T) {
			lead := strings.Fields(c.lead)[2]
			s := play(t, arrange(t, lead, c.hand, "T9 S5").empower(1, "challenge").empower(2, "arthur"), c.lead)
			if got := s.Default(2); got != c.want {
				t.Errorf("Default = %s, want %s", got, c.want)
			}
		})
	}
	t.Run("leading", func(t *testing.T) {
		if got := arrange(t, "M1 X2", "S1 S2").Default(1); got != "play M1=S15" {
			t.Errorf("Default = %s", got)
		}
		if got := arrange(t, "T2 O9 S5", "S1 S2").Default(1); got != "play S5" {
			t.Errorf("Default = %s", got)
		}
	})
	t.Run("preparation", func(t *testing.T) {
		deck := "M1 O1 T3 M2 O2 T4 S12 O3 T5 S4 O4 T6 S5 O5 T7 S6 O6 T8 S7 O7 T9 S8 O8 T10 S9 O9 T11 A1 O10 T12 S1 O11 T13 X1 O12 T14 S2 A2"
		s := dealtWith(t, "guinevere arthur gawain", deck, func(s *state) {
			s.knights[0].awake = true
			s.give(1, "second-sight", "forced-trade", "trial")
		})
		if got, want := s.Default(1), "prepare lancelot S1 sight 2 trade 2 A1 trial 2 discard X1"; got != want {
			t.Errorf("Default = %s, want %s", got, want)
		}
	})
	t.Run("hero, moves, favor", func(t *testing.T) {
		s := begin(t, 3, 1, map[string]string{optionHeroes: heroesChosen, optionDealer: "3"})
		if got := play(t, s, "1: hero arthur").Default(2); got != "hero guinevere" {
			t.Errorf("Default = %s", got)
		}
		if got := countedPiles(t, threeKnights(t).empower(1, "raven"), "S1", "", "").Default(1); got != "move" {
			t.Errorf("Default = %s", got)
		}
		if got := choosingFavors(t, "raven antidote trial", "").Default(3); got != "favour raven" {
			t.Errorf("Default = %s", got)
		}
	})
}

// TestDefaultsAreLegal plays random games in which every default is tried.
func TestDefaultsAreLegal(t *testing.T) {
	for n := range uint64(effort.N(200)) {
		rng := randomSource(n)
		s := begin(t, 2+int(n)%5, n, map[string]string{optionHeroes: []string{"random", heroesChosen}[n%2]})
		for s.phase != PhaseOver {
			for _, seat := range s.ToAct() {
				if _, _, err := s.Apply(seat, s.Default(seat)); err != nil {
					t.Fatalf("%d: %s: %v", seat, s.Default(seat), err)
				}
			}
			seat, line := anyLine(t, s, rng)
			s = play(t, s, seatText(seat)+": "+line)
		}
		if s.Default(1) != "" {
			t.Error("a default after the end")
		}
	}
}
