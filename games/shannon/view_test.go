package shannon

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
)

func viewOf(s *state, viewer games.Seat) View { return s.View(viewer).(View) }

func encode(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestRule13_State has the keys and values of the rules page.
func TestRule13_State(t *testing.T) {
	s := play(t, arrange(t, "O13 S1", "S8 O2", "T9 O3", "S4 S5").empower(1, "arthur"), "1: play O13 +3")
	s.knights[0].pile = cardsOfCodes("T8")
	s.carry, s.discard = cardsOfCodes("S12"), cardsOfCodes("A3")
	s.knights[2].dropped = setOfCodes("A1 A2")
	var got map[string]any
	if err := json.Unmarshal([]byte(encode(t, s.View(games.Omniscient))), &got); err != nil {
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
		if text := encode(t, got[key]); text != want {
			t.Errorf("%s: %s, want %s", key, text, want)
		}
	}
	seat := encode(t, got["seats"].([]any)[0])
	if want := `{"active":false,"favours":[],"hand":["S1"],"hero":"arthur","lancelot":null,"legend":"excalibur","life":400,"pile":["T8"],"resigned":false,"targets":{},"tokens":{"arthur":0}}`; seat != want {
		t.Errorf("seat 1: %s, want %s", seat, want)
	}
	other := encode(t, s.View(2))
	if !strings.Contains(other, `"discard":["?","?","A3"]`) || !strings.Contains(other, `"hand":["?"]`) || !strings.Contains(other, `"hand":["S8","O2"]`) {
		t.Errorf("seat 2 sees %s", other)
	}
}

func TestRule13_HeroChoice(t *testing.T) {
	s := begin(t, 3, 1, map[string]string{optionHeroes: heroesChosen, optionDealer: "3"})
	text := encode(t, s.View(games.Omniscient))
	for _, want := range []string{`"phase":"hero"`, `"round":0`, `"combat":0`, `"stock":80`, `"hero":null`, `"lead_suit":null`} {
		if !strings.Contains(text, want) {
			t.Errorf("%s lacks %s", text, want)
		}
	}
	if v := viewOf(s, 1); len(v.Mine.Heroes) != 8 || v.ToAct[0] != 1 {
		t.Errorf("heroes %v, to act %v", v.Mine.Heroes, v.ToAct)
	}
	s = play(t, s, "1: hero Guinevere")
	wantRefused(t, s, "2: hero guinevere", heroTaken)
	wantRefused(t, s, "2: hero merlin", noHero)
	wantRefused(t, s, "2: play S1", otherPhase)
	if v := viewOf(s, 2); v.Mine.Heroes[1].Why == nil || len(v.Mine.Legal) != 7 {
		t.Errorf("heroes %v", v.Mine.Heroes)
	}
	s = play(t, s, "2: hero arthur", "3: hero gawain")
	if s.phase != PhasePrepare || s.round != 1 || s.knight(2).hero.ID != "arthur" {
		t.Errorf("phase %v of round %d", s.phase, s.round)
	}
}

// TestT34_HiddenInformation: what a viewer sees of others.
func TestT34_HiddenInformation(t *testing.T) {
	s := dealtWith(t, "guinevere arthur gawain", "", func(s *state) {
		s.knights[0].awake = true
		s.give(2, "second-sight")
	})
	k1 := s.knight(1)
	placed := k1.hand.Without(enchanterCards).First()
	s = play(t, s, "1: prepare lancelot "+placed.String())
	for viewer, want := range map[games.Seat]string{games.Spectator: `"lancelot":null`, 2: `"lancelot":null`, 1: `"lancelot":"` + placed.String() + `"`} {
		if text := encode(t, viewOf(s, viewer).Knights[0].json()); !strings.Contains(text, want) {
			t.Errorf("%d sees %s, want %s", viewer, text, want)
		}
	}
	if got := len(viewOf(s, 2).Knights[0].Hand); got != 14 {
		t.Errorf("2 counts %d cards, want the 14 dealt", got)
	}
	dropped := s.knight(1).hand.First()
	s = play(t, s, "1: prepare discard "+dropped.String(), "2: prepare sight 1")
	for viewer, sees := range map[games.Seat]bool{1: true, 2: true, 3: false, games.Spectator: false, games.Omniscient: true} {
		v := viewOf(s, viewer)
		if got := v.Knights[0].Hand[0] != Unknown; got != sees || len(v.Knights[0].Hand) != 12 {
			t.Errorf("%d sees the hand of 1: %v, want %v", viewer, got, sees)
		}
		own := viewer == 1 || viewer == games.Omniscient
		if got := v.Knights[0].Under == placed; got != own || !v.Knights[0].Placed {
			t.Errorf("%d sees the card under Lancelot: %v, want %v", viewer, got, own)
		}
		if got := v.Discard[0] == dropped; got != own {
			t.Errorf("%d sees the discard: %v, want %v", viewer, got, own)
		}
		if v.Knights[1].Sight != 1 {
			t.Errorf("%d does not see whom 2 has named", viewer)
		}
	}
	rng := randomSource(3)
	round := s.round
	for s.round == round && s.phase != PhaseOver {
		seat, line := anyLine(t, s, rng)
		s = play(t, s, seatText(seat)+": "+line)
	}
	if s.phase == PhasePrepare && slices.ContainsFunc(viewOf(s, 2).Knights[0].Hand, func(c Card) bool { return c != Unknown }) {
		t.Error("2 still sees the hand of 1 in the next round")
	}
}

// TestViewHandBeforeTheLead: before anything is led, the Dragon Standard counts
// for the cards of the leader alone.
func TestViewHandBeforeTheLead(t *testing.T) {
	s := arrange(t, "S1", "S2", "S3").empower(1, "standard").empower(2, "standard")
	for seat, want := range map[games.Seat]int{1: 4, 2: 2, 3: 3} {
		if got := viewOf(s, seat).Mine.Hand[0].Value; got != want {
			t.Errorf("seat %d: a card worth %d, want %d", seat, got, want)
		}
	}
}

func TestViewHand(t *testing.T) {
	s := arrange(t, "O13 S1", "O3 X9 M1 S2", "T9 O4").empower(2, "arthur")
	s = play(t, s, "1: play O13")
	m := viewOf(s, 2).Mine
	if m.Duty != DutyFollow || len(m.Hand) != 4 {
		t.Fatalf("duty %v, hand %+v", m.Duty, m.Hand)
	}
	byCard := map[string]HandCard{}
	for _, h := range m.Hand {
		byCard[h.Card.String()] = h
	}
	if h := byCard["O3"]; h.Why != nil || !slices.Equal(h.Lines, []string{"play O3", "play O3 +3"}) || h.Value != 3 || len(h.Declare) != 1 {
		t.Errorf("O3: %+v", h)
	}
	if h := byCard["S2"]; h.Why == nil || h.Why.Key != followSuit.Key || len(h.Lines) != 0 {
		t.Errorf("S2: %+v", h)
	}
	if h := byCard["X9"]; h.Why == nil || h.Why.Rule != "combat.follow" {
		t.Errorf("X9: %+v", h)
	}
	if h := byCard["M1"]; len(h.Lines) != 30 || h.Suits != nil || h.Least != 1 || h.Most != 15 {
		t.Errorf("M1: %+v", h)
	}
	if m := viewOf(s, 3).Mine; m.Duty != DutyFollow || m.Hand[0].Why != nil || m.Hand[1].Why == nil || m.Hand[0].Lines != nil {
		t.Errorf("3 is not told beforehand: %+v", m)
	}
	if m := viewOf(s, 1).Mine; m.Duty != DutyNone || m.Hand[0].Why != nil {
		t.Errorf("1 has acted: %+v", m)
	}
	t.Run("dishonor with a shift of shape", func(t *testing.T) {
		s := play(t, arrange(t, "O13 S1", "S2 T4", "T9 O4").empower(2, "shapeshift"), "1: play O13")
		h := viewOf(s, 2).Mine.Hand[0]
		if !slices.Equal(h.Lines, []string{"discard S2", "play S2 shapeshift"}) || !h.Discards || len(h.Declare) != 1 || !h.Declare[0].Must {
			t.Errorf("S2: %+v", h)
		}
	})
	t.Run("every line of Legal stands at its card", func(t *testing.T) {
		rng := randomSource(11)
		for n := range uint64(20) {
			s := begin(t, 4, n, nil)
			for s.phase != PhaseOver {
				seat, line := anyLine(t, s, rng)
				if s.phase == PhaseCombat {
					m := viewOf(s, seat).Mine
					count := 0
					for _, h := range m.Hand {
						count += len(h.Lines)
						if (len(h.Lines) == 0) != (h.Why != nil) {
							t.Fatalf("%v: lines %v, why %v", h.Card, h.Lines, h.Why)
						}
					}
					if count != len(m.Legal) {
						t.Fatalf("%d lines at the cards, %d legal", count, len(m.Legal))
					}
				}
				s = play(t, s, seatText(seat)+": "+line)
			}
		}
	})
}

func TestViewOutlook(t *testing.T) {
	s := arrange(t, "O13 S1", "O3 S3", "X3 S2", "O9 T9")
	s.carry = cardsOfCodes("M2")
	s = play(t, s, "1: play O13", "2: play O3")
	if o := viewOf(s, games.Spectator).Outlook; o.Loser != 2 || o.Wounds != 40 {
		t.Errorf("outlook %+v, want 2 to lose 40", o)
	}
	s = play(t, s, "3: play X3")
	v := viewOf(s, games.Spectator)
	if v.Outlook.Loser != 1 || !v.Table[1].Down || !v.Table[2].Down || v.Table[0].Down || v.Table[2].As != Sorcery {
		t.Errorf("outlook %+v, table %+v", v.Outlook, v.Table)
	}
	s = play(t, s, "4: play O9")
	v = viewOf(s, games.Spectator)
	if c := v.LastCombat; c == nil || c.Outcome.Loser != 4 || len(c.Taken) != 5 || c.Lead != Sorcery || v.Knights[3].Wounds != 55 {
		t.Errorf("last combat %+v", v.LastCombat)
	}
}

func TestViewString(t *testing.T) {
	s := play(t, arrange(t, "O13 S1", "O3 S3", "T4 S2").empower(1, "fox-feint"), "1: play O13 fox", "2: play O3")
	text := viewOf(s, games.Omniscient).String()
	for _, want := range []string{"Round 1, dealer 3, combat 1 led by 1, sorcery", "1: O13 = 13, fox (face down)", "2 loses as things stand", "hand S1"} {
		if !strings.Contains(text, want) {
			t.Errorf("the table lacks %q:\n%s", want, text)
		}
	}
}

func TestStatus(t *testing.T) {
	for life, want := range map[int]Status{400: Valiant, 305: Valiant, 300: Sound, 205: Sound, 200: Weakened, 105: Weakened, 100: Maimed, 5: Maimed, 0: Maimed} {
		if got := StatusOf(life); got != want {
			t.Errorf("%d is %v, want %v", life, got, want)
		}
	}
}

func TestViewCount(t *testing.T) {
	s := threeKnights(t).empower(1, "raven").empower(2, "green-sash", "enchanted-armour", "healing-balm").empower(3, "curse-swords")
	for i := range 3 {
		s.knights[i].life = 300
	}
	s = countedPiles(t, s, "M1 M2", "S3 O2 M3", "S1")
	if v := viewOf(s, 1); v.LastCount == nil || v.LastCount.Done || v.Mine.Moves == nil || v.Mine.Moves.Most != 2 {
		t.Fatalf("count %+v, moves %+v", v.LastCount, v.Mine.Moves)
	}
	s = play(t, s, "1: move M1>2")
	c := viewOf(s, games.Spectator).LastCount
	k := c.Knights[1]
	if !c.Done || k.Sum != 65 || k.Capped != 50 || k.Cap.ID != "enchanted-armour" || k.Total != 50 || k.After != 250 || k.Life != 275 || k.Heals[0].Life != 25 {
		t.Errorf("count of 2: %+v", k)
	}
	if first := k.Cards[0]; first.Base != 10 || first.Less != 5 || first.Wounds != 10 || first.Reduced.ID != "green-sash" || first.Doubled.ID != "curse-swords" || first.Doubler != 3 {
		t.Errorf("S3: %+v", first)
	}
	if c.Knights[0].Total != 25 || c.Dealer == 0 {
		t.Errorf("count %+v", c)
	}
	c.Knights[0].Total = 1
	if viewOf(s, 1).LastCount.Knights[0].Total != 25 {
		t.Error("a view shares the count with the state")
	}
}
