package shannon

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/cards"
	"tableronde/games/effort"
)

func TestNewRefuses(t *testing.T) {
	seed := games.Seed{1}
	for _, c := range []struct {
		name  string
		setup games.Setup
		why   string // key, "" for an error of another kind
	}{
		{"one knight", games.Setup{Seats: 1}, ""},
		{"seven knights", games.Setup{Seats: 7}, ""},
		{"an unknown option", games.Setup{Options: map[string]string{"x": "y"}}, ""},
		{"an unknown value", games.Setup{Options: map[string]string{"auto": "perhaps"}}, ""},
		{"a dealer who is not there", games.Setup{Options: map[string]string{"dealer": "3"}}, dealerRange.Key},
		{"a dealer who is no number", games.Setup{Options: map[string]string{"dealer": "me"}}, dealerRange.Key},
		{"named heroes that are chosen as well", games.Setup{Options: map[string]string{"heroes": "choice"}, Fixed: map[string]string{"Heroes": "arthur gawain"}}, heroesBoth.Key},
		{"too few heroes", games.Setup{Fixed: map[string]string{"Heroes": "arthur"}}, heroesCount.Key},
		{"an unknown hero", games.Setup{Fixed: map[string]string{"Heroes": "arthur raven"}}, noHero.Key},
		{"a hero twice", games.Setup{Fixed: map[string]string{"Heroes": "arthur arthur"}}, heroesTwice.Key},
		{"a card twice", games.Setup{Fixed: map[string]string{"Deck.weapons.1": "S1 S1"}}, "chance.card"},
		{"a card that is not in the deck of two", games.Setup{Fixed: map[string]string{"Deck.weapons.1": "A1"}}, "chance.card"},
		{"that, before heroes are chosen", games.Setup{Options: map[string]string{"heroes": "choice"}, Fixed: map[string]string{"Deck.weapons.1": "A1"}}, "chance.card"},
		{"a favor twice", games.Setup{Fixed: map[string]string{"Deck.favours": "raven raven"}}, "chance.card"},
		{"the curse of arrows for two", games.Setup{Fixed: map[string]string{"Deck.favours": "curse-arrows"}}, "chance.card"},
		{"a result of chance out of range", games.Setup{Fixed: map[string]string{"Chance": "2"}}, "chance.range"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.setup.Seed = &seed
			_, err := ruleset{}.New(c.setup)
			var got string
			if illegal, ok := err.(*games.Illegal); ok {
				got = illegal.Key
			}
			if err == nil || got != c.why {
				t.Errorf("New: %v, want %q", err, c.why)
			}
		})
	}
	if _, err := (ruleset{}).New(games.Setup{}); err == nil {
		t.Error("New without a seed and a deck")
	}
}

// TestNewNamesTheFirstUnknownOption: of several, in the order of their ids.
func TestNewNamesTheFirstUnknownOption(t *testing.T) {
	options := map[string]string{"auto": "yes"}
	for c := 'b'; c <= 'z'; c++ {
		options[string(c)] = "yes"
	}
	if _, err := (ruleset{}).New(games.Setup{Options: options, Seed: &games.Seed{}}); err == nil || !strings.Contains(err.Error(), `"b"`) {
		t.Errorf("New: %v", err)
	}
}

// TestRule13_Chance: the first dealer, the heroes drawn from those that are left
// sorted by name, then what else chance decides; what is not reached does
// nothing.
func TestRule13_Chance(t *testing.T) {
	fixed := map[string]string{
		games.TagChance: "2 1 0 5 5", "Deck.favours": "raven trial", "Deck.weapons.1": "S5 O1", "Deck.weapons.99": "nonsense", "Deck.favours.7": "nonsense",
	}
	s := beginFixed(t, 3, 1, nil, fixed)
	var heroes []string
	for i := range s.knights[:3] {
		heroes = append(heroes, s.knights[i].hero.ID)
	}
	// arthur galahad gawain guinevere iseult mordred pellinore perceval
	if s.dealer != 3 || !slices.Equal(heroes, []string{"galahad", "arthur", "perceval"}) {
		t.Errorf("dealer %d, heroes %v", s.dealer, heroes)
	}
	if got := powerIDs(s.favorDeck[:3]); !slices.Equal(got, []string{"raven", "trial", "divine-will"}) {
		t.Errorf("favors %v: what is not named follows in the order of the data", got)
	}
	if !s.knight(1).hand.Has(cardOf("S5")) || !s.knight(2).hand.Has(cardOf("O1")) || !s.knight(3).hand.Has(cardOf("S1")) {
		t.Error("the weapon deck is not dealt in its order")
	}
	s = beginFixed(t, 3, 1, map[string]string{optionDealer: "2"}, map[string]string{tagHeroes: "iseult arthur gawain"})
	if s.dealer != 2 || s.knight(1).hero.ID != "iseult" || s.Decided()[games.TagChance] != "" {
		t.Errorf("dealer %d, hero %s, decided %v", s.dealer, s.knight(1).hero.ID, s.Decided())
	}
}

// TestReplayIsPlay: the lines of a match, and what chance has decided, give the
// same match again, from the seed and from the tags alone.
func TestReplayIsPlay(t *testing.T) {
	for n := range uint64(effort.N(120)) {
		rng := randomSource(n)
		options := map[string]string{}
		if n%3 == 0 {
			options[optionHeroes] = heroesChosen
		}
		seats := 2 + int(n)%5
		first := begin(t, seats, n, options)
		s := first
		var lines []string
		var states []*state
		for s.phase != PhaseOver {
			seat, line := anyLine(t, s, rng)
			if rng.IntN(4) == 0 && s.phase == PhasePrepare {
				line = s.Default(seat)
			}
			lines = append(lines, seatText(seat)+": "+line)
			s = play(t, s, lines[len(lines)-1])
			states = append(states, s)
		}
		fixed, err := ruleset{}.New(games.Setup{Seats: seats, Options: options, Fixed: s.Decided()})
		if err != nil {
			t.Fatalf("New from %v: %v", s.Decided(), err)
		}
		bySeed, byTags := begin(t, seats, n, options), fixed.(*state)
		for i, line := range lines {
			bySeed, byTags = play(t, bySeed, line), play(t, byTags, line)
			want := encode(t, states[i].View(games.Omniscient))
			if a, b := encode(t, bySeed.View(games.Omniscient)), encode(t, byTags.View(games.Omniscient)); a != want || b != want {
				t.Fatalf("match %d, line %d: another state\n%s\n%s\n%s", n, i, want, a, b)
			}
		}
		if !reflect.DeepEqual(s.Result(), byTags.Result()) || !reflect.DeepEqual(s.Decided(), byTags.Decided()) {
			t.Fatalf("%v, want %v", byTags.Decided(), s.Decided())
		}
	}
}

// TestApplyLeavesTheState as it was.
func TestApplyLeavesTheState(t *testing.T) {
	for n := range uint64(10) {
		rng := randomSource(n)
		s := begin(t, 4, n, nil)
		for s.phase != PhaseOver {
			before := encode(t, s.View(games.Omniscient))
			seat, line := anyLine(t, s, rng)
			next := play(t, s, seatText(seat)+": "+line)
			s.Tell(games.Omniscient, seat, line)
			s.Stage(seat, []string{line})
			s.Determinize(seat, rng)
			if after := encode(t, s.View(games.Omniscient)); after != before {
				t.Fatalf("%s changed the state before it", line)
			}
			s = next
		}
	}
}

// TestRule10_EveryHookIsThere: each power has the hooks that the data names, by
// what it does, not by its name.
func TestRule10_EveryHookIsThere(t *testing.T) {
	known := map[string]bool{}
	for _, list := range [][]*powerFile{gameData.Heroes, gameData.Legends, gameData.Favors} {
		for _, f := range list {
			h := PowerOf(f.ID).hooks
			n := 0
			does := func(name string, yes bool) {
				known[name] = true
				if yes {
					n++
				}
				if slices.Contains(f.Hooks, name) != yes {
					t.Errorf("%s: hook %s is %v in the data", f.ID, name, !yes)
				}
			}
			d := h.declares
			if d == nil {
				d = &declaration{}
			}
			does("deal", h.extra > 0)
			does("prep_place", h.places)
			does("prep_target", h.asks != PartLancelot)
			does("view", h.asks == PartSight)
			does("legal", h.freeAlchemy || d.binds || d.shifts)
			does("value", h.value != nil)
			does("on_play", h.declares != nil)
			does("feint", d.feints)
			does("loser", d.reverses || d.escapes)
			does("pile", d.diverts)
			does("after_combat", h.riposte > 0)
			does("dishonour", h.spared || h.shames > 0)
			does("pile_move", h.moves[4] > 0)
			does("pile_discard", h.reveals || h.discards > 0)
			does("wound_card", h.wounds != nil || h.doubles != nil)
			does("wound_total", h.cap > 0)
			does("wound_extra", h.extras != nil)
			does("heal", h.heals > 0)
			if n == 0 {
				t.Errorf("%s does nothing", f.ID)
			}
		}
	}
	if len(known) != 18 {
		t.Errorf("%d hooks, want the 18 of the rules", len(known))
	}
}

// TestRule10_TheFlowNamesNoCard: no file of the flow has the name of a hero, a
// legend or a favor in its code.
func TestRule10_TheFlowNamesNoCard(t *testing.T) {
	for _, file := range []string{
		"rules.go", "state.go", "prepare.go", "combat.go", "count.go", "favor.go", "legal.go", "view_build.go", "hidden.go", "action.go", "card.go", "data.go", "facts.go",
	} {
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if text, _ := strconv.Unquote(lit.Value); PowerOf(text) != nil && text != FactRiposte {
					t.Errorf("%s names %s", file, text)
				}
			}
			return true
		})
	}
}

func TestInfo(t *testing.T) {
	info := Rulesets()[0].Info()
	if info.ID != "shannon" || !info.Chance || !info.Hidden || !slices.Equal(info.Fixes, []string{"Heroes"}) || !slices.Equal(info.Seats, []int{2, 3, 4, 5, 6}) {
		t.Errorf("Info = %+v", info)
	}
	for _, o := range info.Options {
		if len(o.Values) != len(o.Meaning) {
			t.Errorf("option %s has %d values and %d meanings", o.ID, len(o.Values), len(o.Meaning))
		}
	}
}

// TestRefusals: every *cards.Refusal of the list has a case in some test, and its
// sentence has all of its arguments.
func TestRefusals(t *testing.T) {
	for key, text := range Refusals() {
		if !strings.HasPrefix(key, "shannon.why.") || text == "" {
			t.Errorf("%s: %q", key, text)
		}
	}
	seen := map[string]bool{}
	note := func(err error) {
		var illegal *games.Illegal
		if e, ok := err.(*games.Illegal); ok {
			illegal = e
			seen[illegal.Key] = true
			if strings.ContainsAny(illegal.Text, "{}") || illegal.Rule == "" {
				t.Errorf("%s: %q of rule %q", illegal.Key, illegal.Text, illegal.Rule)
			}
			want := refusals.All()[slices.IndexFunc(refusals.All(), func(r *cards.Refusal) bool { return r.Key == illegal.Key })].Text
			for name := range illegal.Args {
				if !strings.Contains(want, "{"+name+"}") {
					t.Errorf("%s does not name its argument %s", illegal.Key, name)
				}
			}
		}
	}
	words := strings.Fields("hero prepare play discard move favour lancelot sight trade trial deck S8 O13 X3 M1 M1=3 M1=O3 P1=99 S8=3 T9>2 S1>9 raven arthur +3 will-3 will+9 fox redirect hunt challenge 1 2 3 9 reversal shapeshift x")
	for n := range uint64(60) {
		rng := randomSource(n)
		s := begin(t, 3+int(n)%2, n, map[string]string{optionHeroes: []string{"random", heroesChosen}[n%2]})
		for s.phase != PhaseOver {
			for range 6 {
				seat := s.ToAct()[0]
				line := words[rng.IntN(6)]
				for range rng.IntN(5) {
					line += " " + words[rng.IntN(len(words))]
				}
				_, _, err := s.Apply(seat, line)
				note(err)
				legal := s.Legal(seat)
				_, _, err = s.Apply(seat, legal[rng.IntN(len(legal))]+fmt.Sprint(" ", words[rng.IntN(len(words))]))
				note(err)
				if k := s.knight(seat); s.phase == PhaseCombat {
					_, _, err = s.Apply(seat, []string{"play ", "discard "}[rng.IntN(2)]+k.hand.At(rng.IntN(k.hand.Len())).String())
					note(err)
				}
			}
			seat, line := anyLine(t, s, rng)
			s = play(t, s, seatText(seat)+": "+line)
		}
	}
	if len(seen) < 25 {
		t.Errorf("only %d refusals met: %v", len(seen), seen)
	}
}
