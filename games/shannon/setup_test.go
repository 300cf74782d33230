package shannon

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/cards"
	"tableronde/games/twin"
)

func TestNewRefuses(t *testing.T) {
	seed := games.Seed{1}
	choice := map[string]string{"heroes": "choice"}
	for _, c := range []struct {
		name    string
		why     string // key, "" for an error of another kind
		seats   int
		options map[string]string
		fixed   map[string]string
	}{
		{"one knight", "", 1, nil, nil},
		{"seven knights", "", 7, nil, nil},
		{"an unknown value", "", 0, map[string]string{"auto": "perhaps"}, nil},
		{"a dealer who is not there", dealerRange.Key, 0, map[string]string{"dealer": "3"}, nil},
		{"a dealer who is no number", dealerRange.Key, 0, map[string]string{"dealer": "me"}, nil},
		{"named heroes that are chosen as well", heroesBoth.Key, 0, choice, map[string]string{"Heroes": "arthur gawain"}},
		{"too few heroes", heroesCount.Key, 0, nil, map[string]string{"Heroes": "arthur"}},
		{"an unknown hero", noHero.Key, 0, nil, map[string]string{"Heroes": "arthur raven"}},
		{"a hero twice", heroesTwice.Key, 0, nil, map[string]string{"Heroes": "arthur arthur"}},
		{"a card twice", "chance.card", 0, nil, map[string]string{"Deck.weapons.1": "S1 S1"}},
		{"a card that is not in the deck of two", "chance.card", 0, nil, map[string]string{"Deck.weapons.1": "A1"}},
		{"that, before heroes are chosen", "chance.card", 0, choice, map[string]string{"Deck.weapons.1": "A1"}},
		{"a favor twice", "chance.card", 0, nil, map[string]string{"Deck.favours": "raven raven"}},
		{"the curse of arrows for two", "chance.card", 0, nil, map[string]string{"Deck.favours": "curse-arrows"}},
		{"a result of chance out of range", "chance.range", 0, nil, map[string]string{"Chance": "2"}},
	} {
		_, err := ruleset{}.New(games.Setup{Seats: c.seats, Options: c.options, Fixed: c.fixed, Seed: &seed})
		if key := twin.KeyOf(err); err == nil || key != c.why && (c.why != "" || !strings.Contains(key, " ")) {
			t.Errorf("%s: %v, want %q", c.name, err, c.why)
		}
	}
	if _, err := (ruleset{}).New(games.Setup{}); err == nil {
		t.Error("New without a seed and a deck")
	}
	info := Rulesets()[0].Info()
	if info.ID != "shannon" || !info.Chance || !info.Hidden || !slices.Equal(info.Fixes, []string{"Heroes"}) ||
		!slices.Equal(info.Seats, []int{2, 3, 4, 5, 6}) {
		t.Errorf("Info = %+v", info)
	}
}

// TestRule13_Chance: the first dealer, the heroes drawn from the remaining ones sorted by
// name, then the other results of chance; results for steps that are not reached do nothing.
func TestRule13_Chance(t *testing.T) {
	s := beginFixed(t, 3, 1, nil, map[string]string{
		games.TagChance: "2 1 0 5 5", "Deck.favours": "raven trial", "Deck.weapons.1": "S5 O1", "Deck.weapons.99": "nonsense",
		"Deck.favours.7": "nonsense",
	})
	var heroes []string
	for _, k := range s.each {
		heroes = append(heroes, k.hero.ID)
	}
	// arthur galahad gawain guinevere iseult mordred pellinore perceval
	if s.dealer != 3 || !slices.Equal(heroes, []string{"galahad", "arthur", "perceval"}) {
		t.Errorf("dealer %d, heroes %v", s.dealer, heroes)
	}
	if got := powerIDs(s.favors.deck[:3]); !slices.Equal(got, []string{"raven", "trial", "divine-will"}) {
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

// TestRule1_Cards compares the cards with the numbers of §1.
func TestRule1_Cards(t *testing.T) {
	sum, poison := 0, 0
	for _, c := range Cards() {
		sum += c.Wounds()
		if c.Poison() {
			poison++
		}
		if got, err := ParseCard(c.String()); got != c || err != nil {
			t.Errorf("ParseCard(%s) = %v, %v", c, got, err)
		}
	}
	if sum != 540 || poison != 16 || len(weaponData) != deckSize+1 {
		t.Errorf("%d cards with %d wounds, %d of them poison; want 80, 540, 16", len(weaponData)-1, sum, poison)
	}
	if n, m, k := len(Heroes()), len(Legends()), len(Favors()); n != 8 || m != 8 || k != 24 {
		t.Errorf("%d heroes, %d legends, %d favors; want 8, 8, 24", n, m, k)
	}
	for _, h := range Heroes() {
		if h.Partner == nil || h.Partner.Partner != h {
			t.Errorf("%s has no legend", h.ID)
		}
	}
}

// TestRule10_EveryHookIsThere: each power has the hooks that the data lists, by its effect and
// not by its name.
func TestRule10_EveryHookIsThere(t *testing.T) {
	known := map[string]bool{}
	for _, f := range slices.Concat(gameData.Heroes, gameData.Legends, gameData.Favors) {
		h := PowerOf(f.ID).hooks
		d := h.declares
		if d == nil {
			d = new(declaration)
		}
		does := map[string]bool{
			"deal": h.extra > 0, "prep_place": h.places, "prep_target": h.asks != PartLancelot, "view": h.asks == PartSight,
			"legal": h.freeAlchemy || d.use == useBind || d.use == useShift, "value": h.value != nil,
			"on_play": h.declares != nil, "feint": d.use == useFeint, "loser": d.use == useReverse || d.use == useEscape,
			"pile": d.use == useDivert, "after_combat": h.riposte > 0, "dishonour": h.spared || h.shames > 0,
			"pile_move": h.moves[4] > 0, "pile_discard": h.reveals || h.discards > 0,
			"wound_card":  h.wounds != nil || h.doubles != nil,
			"wound_total": h.cap > 0, "wound_extra": h.extras != nil, "heal": h.heals > 0,
		}
		n := 0
		for name, yes := range does {
			if yes {
				n++
				known[name] = true
			}
			if slices.Contains(f.Hooks, name) != yes {
				t.Errorf("%s: hook %s is %v in the data", f.ID, name, !yes)
			}
		}
		if n == 0 {
			t.Errorf("%s does nothing", f.ID)
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
		"rules.go", "state.go", "ring.go", "knight.go", "prepare.go", "combat.go", "choice.go", "count.go", "favor.go", "legal.go", "view_build.go", "hidden.go",
		"action.go", "card.go", "data.go", "facts.go",
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

// §11 has 41 examples.
func TestEveryExampleIsTested(t *testing.T) { twin.CheckExamplesNamed(t, "T", 41) }

// TestRefusalsInWords has whole sentences of refusals that are read often.
func TestRefusalsInWords(t *testing.T) {
	alchemy := arrange(t, "X1 S3", "O3 S9", "T9 S4")
	instead := play(t, arrange(t, "O13 S3", "X9 M1 S2", "T9 O4"), "1: play O13")
	bound := play(t, arrange(t, "O13 S3", "M1 P1", "T9 O4").empower(1, "challenge"), "1: play O13 challenge 2")
	free := arrange(t, "X1 X3", "O3 S9").empower(1, "shapeshift")
	dared := play(t, arrange(t, "O13 S3", "O3 S1 O9", "T9 O4 S4").empower(1, "challenge"), "1: play O13 challenge 2")
	for _, c := range []struct {
		state *state
		line  string
		why   *cards.Refusal
		text  string
	}{
		{alchemy, "1: play X1", leadAlchemy, "You may lead alchemy only if you hold nothing else. Lead S3."},
		{alchemy, "1: hello", malformed, "“hello” is not an action here. Write it like this: play S3."},
		{alchemy, "1: play", malformed, "“play” is not an action here. Write it like this: play S3."},
		{alchemy, "1: {line}", malformed, "“{line}” is not an action here. Write it like this: play S3."},
		{alchemy, "1: play S3 fox fox fox", namedTwice, "“fox” stands twice on the line: leave one out."},
		{alchemy, "1: favour raven", otherPhase,
			"“favour raven” is not possible now. Write, for instance, play S3."},
		{alchemy, "1: discard S3", noDiscard, "You have cards to play, so nothing is discarded: play S3."},
		{free, "1: play X3 shapeshift", shiftNothing, "You have cards to play, so you cannot shift the shape of one."},
		{dared, "2: play O9", boundLowest,
			"You are challenged: of the cards that you could play, it must be the lowest, O3."},
		{instead, "2: play S2", followInstead,
			"Without a card of the suit led (O), alchemy or an enchanter must be played: X9, M1."},
		{instead, "2: play M1=3 +3", notOwned, "“+3” belongs to arthur, which you do not have."},
		{bound, "2: play M1=3", boundEnchanter, "You are challenged: an enchanter is worth 1, play M1=1."},
	} {
		_, _, err := c.state.Apply(games.Seat(c.line[0]-'0'), c.line[3:])
		if wantRefusal(t, c.line, err, c.why); err == nil || err.Error() != c.text {
			t.Errorf("%s: %q, want %q", c.line, err, c.text)
		}
	}
	for _, line := range []string{strings.Repeat("\x00é\n", 1<<12), "play " + strings.Repeat("é", 100),
		"hero " + strings.Repeat("x", 200)} {
		_, _, err := alchemy.Apply(1, line)
		var e *games.Illegal
		if !errors.As(err, &e) || len([]rune(e.Args["text"])) > 41 || strings.ContainsAny(e.Text, "\x00\n") {
			t.Errorf("refused by %q", err)
		}
	}
	for _, seat := range []games.Seat{games.Omniscient, games.Spectator, 2, 4} {
		if _, _, err := alchemy.Apply(seat, "play S1"); err != games.ErrNotYourTurn || alchemy.Legal(seat) != nil {
			t.Errorf("seat %d: %v", seat, err)
		}
	}
}
