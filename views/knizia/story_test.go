package knizia

import (
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/table"
	"tableronde/views"
)

// worked is the worked example of the rules: two tournaments among four.
func worked(t testing.TB) table.Match {
	deck := hands(4,
		"R3 R5 W6 B5 riposte adapt G1 G1",
		"R5 Y2 Y2 Y3 Y3 P3 P3 P4",
		"B2 outwit B5 P4 P4 P5 P5 P7",
		"R4 R3 R3 W2 W3 B3 B4 B3")
	// drawn from the first turn on: what comes is of no use, but for three
	m := dealt(t, 4, deck+" Y3 Y3 Y3 drop_weapon G1 Y3 G1", nil)
	return play(t, m,
		"1: colour red", "1: play R3", "1: end", "2: play R5", "2: end", "3: withdraw", "4: play R4", "4: play R3", "4: end",
		"1: play R5", "1: end", "2: withdraw", "4: play R3", "4: play W2", "4: end", "1: play W6", "1: end", "4: play W3", "4: end", "1: withdraw",
		"4: colour blue", "4: play B3", "4: end", "1: play B5", "1: end", "2: withdraw",
		"3: play B2", "3: outwit 1 1.1", "3: pass", "3: end", "4: play B4", "4: end",
		"1: riposte 4", "1: pass", "1: end", "3: play B5", "3: end")
}

func TestStoryOfTheWorkedTournaments(t *testing.T) {
	m := worked(t)
	for lang, want := range map[views.Lang][]string{
		views.English: {
			"Marcel opens a red tournament (swords), then plays red 3 and announces 3.",
			"Raymond plays red 5 and announces 5.",
			"Maurice withdraws.",
			"Danielle plays red 4 and red 3 and announces 7.",
			"Marcel plays red 5 and announces 8.",
			"Raymond withdraws.",
			"Danielle plays red 3 and squire 2 and announces 12.",
			"Marcel plays maiden 6 and announces 14.",
			"Danielle plays squire 3 and announces 15.",
			"Marcel withdraws.",
			"Danielle wins the tournament of swords and the red token, the first.",
			"Danielle opens a blue tournament (axes), then plays blue 3 and announces 3.",
			"Marcel plays blue 5 and announces 5.",
			"Raymond withdraws.",
			"Maurice plays blue 2, then Outwit against Marcel: gives blue 2 and takes blue 5; 5.",
			"Danielle plays blue 4 and announces 7.",
			"Marcel plays Riposte against Danielle: takes blue 4; 6.",
			"Maurice plays blue 5 and announces 10.",
		},
		views.French: {
			"Marcel ouvre un tournoi rouge (épée), puis joue le 3 rouge et annonce 3.",
			"Raymond joue le 5 rouge et annonce 5.",
			"Maurice abandonne.",
			"Danielle joue le 4 rouge et le 3 rouge et annonce 7.",
			"Marcel joue le 5 rouge et annonce 8.",
			"Raymond abandonne.",
			"Danielle joue le 3 rouge et l’écuyer 2 et annonce 12.",
			"Marcel joue la dame 6 et annonce 14.",
			"Danielle joue l’écuyer 3 et annonce 15.",
			"Marcel abandonne.",
			"Danielle gagne le tournoi à l’épée et le jeton rouge, son premier.",
			"Danielle ouvre un tournoi bleu (hache), puis joue le 3 bleu et annonce 3.",
			"Marcel joue le 5 bleu et annonce 5.",
			"Raymond abandonne.",
			"Maurice joue le 2 bleu, puis Finesse contre Marcel : donne le 2 bleu et prend le 5 bleu ; 5.",
			"Danielle joue le 4 bleu et annonce 7.",
			"Marcel joue Riposte contre Danielle : prend le 4 bleu ; 6.",
			"Maurice joue le 5 bleu et annonce 10.",
		},
	} {
		var got []string
		for _, e := range model(t, lang, m, look{}).Story {
			got = append(got, strings.NewReplacer("\u00a0", " ", "\u202f", " ").Replace(e.Text))
		}
		for i := range max(len(got), len(want)) {
			if i >= len(got) || i >= len(want) || got[i] != want[i] {
				t.Fatalf("passage %d in %s:\n%q\nwant\n%q", i, lang, got[min(i, len(got)):], want[min(i, len(want)):])
			}
		}
	}
}

// Drop Weapon in the middle of a turn, as the worked example tells it.
func TestStoryOfATurnWithAnAction(t *testing.T) {
	m := dealt(t, 2, hands(2, "B3 drop_weapon G1 G1 B3 B3 B3 B4", "B2 B4 lancelot W2 W2 W2 W2 W2"), nil)
	m = play(t, m, "1: colour blue", "1: play B3", "1: end", "2: play B4", "2: end", "1: play B3", "1: drop_weapon", "1: pass", "1: play G1", "1: play G1", "1: end")
	story := model(t, views.English, m, look{}).Story
	if got, want := story[len(story)-1].Text, "Danielle"; strings.Contains(got, want) {
		t.Fatal("seats are mixed up")
	}
	if got, want := story[len(story)-1].Text, "Marcel plays blue 3, then Drop Weapon (the tournament turns green), then green 1 twice and announces 4."; got != want {
		t.Errorf("the story says %q, want %q", got, want)
	}
	cancelled := dealt(t, 2, hands(2, "B3 drop_weapon G1 G1 B3 B3 B3 B4", "B2 B4 lancelot W2 W2 W2 W2 W2"), nil)
	cancelled = play(t, cancelled, "1: colour blue", "1: play B3", "1: end", "2: play B4", "2: end", "1: play B3", "1: drop_weapon", "2: lancelot", "1: end")
	story = model(t, views.English, cancelled, look{}).Story
	if got, want := story[len(story)-1].Text, "Marcel plays blue 3, then Drop Weapon: canceled by Raymond with Lancelot; 6."; got != want {
		t.Errorf("the story says %q, want %q", got, want)
	}
}

// A card drawn, or taken from a hand, is told to those who may know it alone.
func TestStoryKeepsSecrets(t *testing.T) {
	m := dealt(t, 3, hands(3, "R3 knock_down R4 R4 R4 R4 R3 R3", "R5 R5 R3 R3 R3 W2 W2 W2", "Y2 Y2 Y2 Y2 Y3 Y3 Y3 Y3"), nil)
	m = play(t, m, "1: colour red", "1: play R3", "1: knock_down 3", "1: pass", "1: end")
	for seat, want := range map[int]string{
		0: "Marcel opens a red tournament (swords), then plays red 3, then Knock Down against Maurice: takes a card from the hand; 3.",
		2: "Marcel opens a red tournament (swords), then plays red 3, then Knock Down against Maurice: takes a card from the hand; 3.",
	} {
		story := model(t, views.English, m, look{as: games.Seat(seat)}).Story
		if got := story[0].Text; got != want {
			t.Errorf("seat %d reads %q, want %q", seat, got, want)
		}
	}
	for _, seat := range []int{1, 3} {
		if got := model(t, views.English, m, look{as: games.Seat(seat)}).Story[0].Text; !strings.Contains(got, "takes yellow") {
			t.Errorf("seat %d reads %q, and may know the card", seat, got)
		}
	}
}
