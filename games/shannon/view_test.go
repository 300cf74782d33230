package shannon

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/cards"
	"tableronde/games/twin"
)

// TestRule13_State has the keys and values of the rules page.
func TestRule13_State(t *testing.T) {
	s := play(t, arrange(t, "O13 S1", "S8 O2", "T9 O3", "S4 S5").empower(1, "arthur"), "1: play O13 +3")
	s.knights[0].pile = cardsOfCodes("T8")
	s.carry, s.discard = cardsOfCodes("S12"), cardsOfCodes("A3")
	s.knights[2].dropped = cards.SetOf(cardsOfCodes("A1 A2")...)
	var got map[string]any
	if err := json.Unmarshal([]byte(twin.Encode(t, s.View(games.Omniscient))), &got); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{
		"phase": `"combat"`, "round": `1`, "combat": `1`, "dealer": `4`, "leader": `1`, "lead_suit": `"O"`,
		"table":   `[{"as":"O","card":"O13","declared":["+3"],"seat":1,"value":16}]`,
		"carry":   `["S12"]`,
		"discard": `["A1","A2","A3"]`,
		"stock":   `72`,
		"favours": `{"deck":24,"discard":[],"shown":[]}`,
	} {
		if text := twin.Encode(t, got[key]); text != want {
			t.Errorf("%s: %s, want %s", key, text, want)
		}
	}
	seat := twin.Encode(t, got["seats"].([]any)[0])
	want := `{"active":false,"favours":[],"hand":["S1"],"hero":"arthur","lancelot":null,"legend":"excalibur","life":400,` +
		`"pile":["T8"],"resigned":false,"targets":{},"tokens":{"arthur":0}}`
	if seat != want {
		t.Errorf("seat 1: %s, want %s", seat, want)
	}
	other := twin.Encode(t, s.View(2))
	if !strings.Contains(other, `"discard":["?","?","A3"]`) || !strings.Contains(other, `"hand":["?"]`) ||
		!strings.Contains(other, `"hand":["S8","O2"]`) {
		t.Errorf("seat 2 sees %s", other)
	}
	s = play(t, arrange(t, "O13 S1", "O3 S3", "T4 S2").empower(1, "fox-feint"), "1: play O13 fox", "2: play O3")
	text := viewOf(s, games.Omniscient).String()
	for _, want := range []string{"Round 1, dealer 3, combat 1 led by 1, sorcery", "1: O13 = 13, fox (face down)",
		"2 loses as things stand", "hand S1"} {
		if !strings.Contains(text, want) {
			t.Errorf("the table lacks %q:\n%s", want, text)
		}
	}
}

func TestRule1_Status(t *testing.T) {
	for life, want := range map[int]Status{400: Valiant, 305: Valiant, 300: Sound, 205: Sound, 200: Weakened,
		105: Weakened, 100: Maimed, 5: Maimed, 0: Maimed} {
		if got := StatusOf(life); got != want {
			t.Errorf("%d is %v, want %v", life, got, want)
		}
	}
}

// dealt returns a second round before which seats got legends and favors: "awake 1", "give 2
// second-sight".
func dealt(t *testing.T, heroes string, lines ...string) *state {
	t.Helper()
	s := tellLine(t, nil, "heroes "+heroes)
	for _, line := range append(lines, "deal") {
		s = tellLine(t, s, line)
	}
	return s
}

// TestT34_HiddenInformation checks the parts of other knights that a viewer sees.
func TestT34_HiddenInformation(t *testing.T) {
	s := dealt(t, "guinevere arthur gawain", "awake 1", "give 2 second-sight")
	placed := s.knight(1).hand.Without(enchanterCards).First()
	s = play(t, s, "1: prepare lancelot "+placed.String())
	for viewer, want := range map[games.Seat]string{games.Spectator: `"lancelot":null`, 2: `"lancelot":null`,
		1: `"lancelot":"` + placed.String() + `"`} {
		if text := twin.Encode(t, viewOf(s, viewer).Knights[0].json()); !strings.Contains(text, want) {
			t.Errorf("%d sees %s, want %s", viewer, text, want)
		}
	}
	if got := len(viewOf(s, 2).Knights[0].Hand); got != 14 {
		t.Errorf("2 counts %d cards, want the 14 dealt", got)
	}
	dropped := s.knight(1).hand.First()
	s = play(t, s, "1: prepare discard "+dropped.String(), "2: prepare sight 1")
	for viewer, sees := range map[games.Seat]bool{1: true, 2: true, 3: false, games.Spectator: false,
		games.Omniscient: true} {
		v := viewOf(s, viewer)
		k, own := v.Knights[0], viewer == 1 || viewer == games.Omniscient
		if (k.Hand[0] != Unknown) != sees || len(k.Hand) != 12 || (k.Under == placed) != own || !k.Placed ||
			(v.Discard[0] == dropped) != own || v.Knights[1].Sight != 1 {
			t.Errorf("%d sees %+v and the discard %v", viewer, k, v.Discard)
		}
	}
	rng := randomSource(3)
	for round := s.round; s.round == round && s.phase != PhaseOver; {
		s = play(t, s, anyLine(t, s, rng))
	}
	if s.phase == PhasePrepare && slices.ContainsFunc(viewOf(s, 2).Knights[0].Hand,
		func(c Card) bool { return c != Unknown }) {
		t.Error("2 still sees the hand of 1 in the next round")
	}
}

func TestT34_Veil(t *testing.T) {
	s := dealt(t, "guinevere arthur gawain mordred", "awake 1", "give 1 second-sight forced-trade trial")
	h := s.knight(1).hand.Without(enchanterCards).List()
	line := "prepare lancelot " + h[0].String() + " sight 4 trade 2 " + h[1].String() + " trial 3 discard " + h[2].String()
	after := play(t, s, "1: "+line)
	revealed, over := *after, *after
	revealed.phase, over.phase = PhaseCount, PhaseOver
	open := "prepare lancelot ? sight 4 trade 2 ? trial 3 discard ?"
	for _, c := range []struct {
		name   string
		now    *state
		viewer games.Seat
		want   string
	}{
		{"others", after, 3, open},
		{"spectators", after, games.Spectator, open},
		{"the knight traded with", after, 2, strings.Replace(open, "trade 2 ?", "trade 2 "+h[1].String(), 1)},
		{"Lancelot is revealed", &revealed, 3, strings.Replace(open, "lancelot ?", "lancelot "+h[0].String(), 1)},
		{"oneself", after, 1, line},
		{"everything", after, games.Omniscient, line},
		{"when it is over", &over, 3, line},
	} {
		if got := c.now.Veil(c.viewer, 1, s, line); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	next := play(t, after, seatText(after.turn())+": "+after.Legal(after.turn())[0])
	if got := next.Veil(3, after.turn(), after, "play S1"); got != "play S1" {
		t.Errorf("a play reads %q", got)
	}
}

// Every viewer gets each naming of a preparation once. The seat that names gets it at once, the
// others when all are ready.
func TestT34_TellNamesOnce(t *testing.T) {
	for viewer := games.Omniscient; viewer <= 3; viewer++ {
		s := dealt(t, "arthur gawain mordred", "give 2 second-sight", "give 3 trial")
		heard := 0
		for _, line := range []string{"2: prepare sight 1", "3: prepare trial 1"} {
			for _, f := range s.Tell(viewer, games.Seat(line[0]-'0'), line[3:]) {
				if f.Kind == FactNames || f.Kind == FactNamed {
					if early := f.Kind == FactNames; early != (viewer == f.Seat || viewer == games.Omniscient) || f.Other != 1 {
						t.Errorf("%d hears %+v", viewer, f)
					}
					heard++
				}
			}
			s = play(t, s, line)
		}
		if heard != 2 {
			t.Errorf("%d hears %d namings, want each once", viewer, heard)
		}
	}
}

//go:embed explain.go
var explainSource string

// The reasons for an action are facts that a player sees at the table.
func TestReasonsOfActions(t *testing.T) {
	found := twin.Reasons{}
	want := func(s *state, seat games.Seat, line string, facts ...games.Fact) {
		t.Helper()
		found.Want(t, s, seat, line, facts...)
	}
	combat := arrange(t, "S8 S11 X3 T9", "S6 S9 S3 M1", "S12 S5 S7 O4")
	led, two := play(t, combat, "1: play S8"), play(t, combat, "1: play S8", "2: play S9")
	want(combat, 1, "play S8", games.Fact{Kind: WhyLower, Word: "S", Number: 7, Before: 13},
		games.Fact{Kind: WhyKeepsSuit, Cards: []string{"S11"}})
	want(combat, 1, "play T9", games.Fact{Kind: WhyVoid, Word: "T"},
		games.Fact{Kind: WhyKeeps, Cards: []string{"S11", "S8"}})
	want(combat, 1, "play S11", games.Fact{Kind: WhyWounds, Number: 10})
	want(led, 2, "play S6", games.Fact{Kind: WhyLowest, Number: 10})
	want(led, 2, "play S9", games.Fact{Kind: WhyAbove, Seat: 1, Number: 8})
	want(two, 3, "play S5", games.Fact{Kind: WhyLoses, Number: 15})
	want(two, 3, "play S12", games.Fact{Kind: WhySpared, Seat: 1, Number: 15})
	want(play(t, arrange(t, "S8", "X8"), "1: play S8"), 2, "play X8", games.Fact{Kind: WhyCarried, Number: 10})
	want(play(t, arrange(t, "S8", "X8", "S9"), "1: play S8"), 2, "play X8", games.Fact{Kind: WhyPairs})
	diverting := play(t, arrange(t, "S8", "S6").empower(2, "redirect"), "1: play S8")
	want(diverting, 2, "play S6 redirect 1", games.Fact{Kind: WhyDiverts, Seat: 1, Number: 10},
		games.Fact{Kind: WhySpends, Word: "redirect"})
	want(play(t, arrange(t, "S8", "S9").empower(1, "redirect"), "1: play S8 redirect 2"), 2, "play S9",
		games.Fact{Kind: WhyReceives, Seat: 1, Number: 10})
	want(play(t, arrange(t, "S8", "S6", "S2").empower(1, "reversal"), "1: play S8 reversal"), 2, "play S6",
		games.Fact{Kind: WhyBelow, Seat: 1, Number: 8})
	want(play(t, arrange(t, "S8", "O2 T9"), "1: play S8"), 2, "discard T9", games.Fact{Kind: WhyLowerLeft, Number: 1})
	chosen := begin(t, 3, 1, map[string]string{optionHeroes: heroesChosen, optionDealer: "3"})
	want(chosen, 1, "hero arthur", games.Fact{Kind: WhyPower, Word: "arthur"}, games.Fact{Kind: WhyUses, Number: 1},
		games.Fact{Kind: WhyLegend, Word: "excalibur", Number: PowerOf("excalibur").Threshold})

	s := countedPiles(t, arrange(t, "", "", "").empower(1, "raven"), "S1 S3", "M1", "")
	want(s, 1, "move S3>2", games.Fact{Kind: WhyMoves, Number: 10}, games.Fact{Kind: WhyHurts, Seat: 2, Number: 35})
	want(s, 1, "move", games.Fact{Kind: WhyStays, Number: 15})
	favors := play(t, s, "1: move")
	want(favors, favors.ToAct()[0], "favour deck", games.Fact{Kind: WhyUnseen, Number: len(favors.favors.deck)})
	prepares := arrange(t, "S1 S3 O9 T2 T12", "", "")
	prepares.phase, prepares.knights[1].life = PhasePrepare, 215
	prepares.knights[0].owes = [partCount]bool{PartLancelot: true, PartTrial: true}
	want(prepares, 1, "prepare lancelot T2 trial 2", games.Fact{Kind: WhyUnder, Word: "T", Number: 1},
		games.Fact{Kind: WhyTarget, Seat: 2, Number: 215})
	many := arrange(t, "S1 S3 S9 S10 S12 O9 O10 O11 O12 T2 T12 X5 X6 X7", "", "")
	many.phase = PhasePrepare
	want(many, 1, "prepare discard S3 T12", games.Fact{Kind: WhySheds, Cards: []string{"S3", "T12"}, Number: 20},
		games.Fact{Kind: WhyLowLeft, Number: 3})
	want(many, 1, "prepare discard T2 T12", games.Fact{Kind: WhyVoid, Word: "T"})
	last := play(t, arrange(t, "S8", "O2 T9", "S5"), "1: play S8", "2: discard O2")
	want(last, 3, "play S5", games.Fact{Kind: WhyLoses, Number: 10})
	twin.CheckKindsNamed(t, explainSource, found)
}

// A moment has the combat and the place of the viewer in it.
func TestMoment(t *testing.T) {
	s := arrange(t, "S8", "S6", "S2")
	for seat, turn := range map[games.Seat]int{1: 1, 2: 2, 3: 3, games.Spectator: 0} {
		if got, want := viewOf(s, seat).Moment(), (games.Moment{Phase: "combat", Round: 1, Step: 1, Turn: turn,
			Seats: 3}); got != want {
			t.Errorf("seat %d at %+v, want %+v", seat, got, want)
		}
	}
}
