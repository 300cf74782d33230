package shannon

import (
	"math/rand/v2"
	"strings"
	"testing"

	"tableronde/games"
	rules "tableronde/games/shannon"
	"tableronde/views"
	"tableronde/views/viewtest"
)

func TestLine(t *testing.T) {
	for _, text := range []string{
		"play S8", "discard S4", "play M1=11", "play P2=O11", "play S8 +3", "play S2 will-3 fox", "play T5 redirect 3",
		"play O4 hunt reversal challenge 2", "play T9 +3 will+2 shapeshift",
	} {
		l, ok := readLine(text)
		if !ok || l.String() != text {
			t.Errorf("readLine(%q).String() = %q, %v", text, l, ok)
		}
	}
	for _, text := range []string{"", "play", "hero arthur", "move T8>2", "prepare sight 2", "discard S4 fox"} {
		if l, ok := readLine(text); ok {
			t.Errorf("readLine(%q) = %+v, want none", text, l)
		}
	}
	if l, _ := readLine("play M1=O"); l.suit != "O" || l.value != "" {
		t.Errorf("a line in the making is %+v", l)
	}
}

func TestDeclarationsAreToggles(t *testing.T) {
	l, _ := readLine("play S8")
	l = l.with("redirect 3").with("will-2").with("will+1").with("redirect 2")
	if want := "play S8 will+1 redirect 2"; l.String() != want {
		t.Errorf("with declarations it is %q, want %q", l, want)
	}
	if l = l.without("will"); l.has("will+1") || !l.has("redirect 2") {
		t.Errorf("without Divine Will it is %q", l)
	}
}

// Every legal line of a combat is one that the pages can read and write.
func TestEveryLegalLineIsRead(t *testing.T) {
	for seats := 2; seats <= 6; seats++ {
		g := newTestMatch(t, seats)
		g.playUntil(rand.New(rand.NewPCG(5, uint64(seats))), func(v rules.View) bool {
			if v.Phase != rules.PhaseCombat {
				return false
			}
			for _, text := range g.State.Legal(g.State.ToAct()[0]) {
				if l, ok := readLine(text); !ok || l.String() != text {
					t.Errorf("readLine(%q) = %q, %v", text, l, ok)
				}
			}
			return false
		})
	}
}

// The form asks for cards to move if the player may come to move some, and never otherwise.
func TestMovesAreOrderedByMovers(t *testing.T) {
	met := map[bool]bool{}
	for seed := range uint64(6) {
		g := newTestMatch(t, 4)
		g.playUntil(newRand(seed), func(v rules.View) bool {
			if v.Round < 2 || v.Combat != 1 && v.Phase != rules.PhaseCount {
				return false
			}
			for seat := range games.Seat(4) {
				asked := viewtest.Document(t, ordersSheet(views.Orders{Match: g.Model(views.English, seat+1)})).Find("#worst-1").Length() > 0
				moves := g.view(seat+1).Mine.Moves != nil
				if met[asked] = true; moves && !asked {
					t.Errorf("seat %d moves cards, and cannot order it", seat+1)
				}
			}
			return v.Round > 4
		})
	}
	if !met[true] || !met[false] {
		t.Errorf("all forms are alike: %v", met)
	}
	kept := newTestMatch(t, 4).Model(views.English, 1)
	if viewtest.Document(t, ordersSheet(views.Orders{Match: kept, Text: "move worst>2 worst>3"})).Find("#worst-2").Length() == 0 {
		t.Error("an order that is kept is not shown")
	}
}

func TestWrittenOrders(t *testing.T) {
	form := map[string][]string{
		"rank-raven": {"2"}, "rank-antidote": {" 1 "}, "rank-deck": {"9"}, "rank-trial": {"x"},
		"row-S-1": {"play S2"}, "low-S-1": {" 4"}, "row-S-2": {""}, "low-S-2": {"9"}, "row-T-3": {"discard T9"}, "low-T-3": {"12"},
		"if-S": {"play S3"}, "if-lead": {"play O4"}, "if-T": {""}, "more": {" 2.7: if AO play M1=4 +3 \r\n"}, "worst-1": {"3"}, "worst-2": {""},
	}
	want := strings.Join([]string{
		"favours antidote raven deck", "if S low<=4 play S2", "if S play S3", "if T low<=12 discard T9", "if lead play O4", "2.7: if AO play M1=4 +3", "move worst>3",
	}, "\n")
	if got := written(form); got != want {
		t.Errorf("written = %q, want %q", got, want)
	}
	g := newTestMatch(t, 4).playUntil(newRand(3), func(v rules.View) bool { return v.Phase == rules.PhaseCombat })
	hand := g.view(2).Mine.Hand
	one, other := hand[0].Card.String(), hand[1].Card.String()
	kept := "1: if T low<=4 play " + one + "\n1: if T low<=9 discard " + other + "\n1: if T play " + one + "\n1: if T play " + other
	sheet := sheet{Orders: views.Orders{Match: g.Model(views.English, 2), Text: kept}, v: g.view(2)}
	if got, want := written(sheet.kept()), strings.TrimPrefix(strings.ReplaceAll(kept, "\n1: ", "\n"), "1: "); got != strings.Replace(want, "\nif T play "+other, "\n1: if T play "+other, 1) {
		t.Errorf("what is kept is written\n%s\nwant\n%s", got, want)
	}
	if got := written(nil); got != "" {
		t.Errorf("an empty form is written %q", got)
	}
}
