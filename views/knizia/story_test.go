package knizia

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"tableronde/games"
	rules "tableronde/games/knizia"
	"tableronde/games/table"
	"tableronde/views"
	"tableronde/views/locale"
)

// workedExample returns the worked example of the rules: two tournaments among four.
func workedExample(t testing.TB) table.Match {
	deck := hands(4,
		"R3 R5 W6 B5 riposte adapt G1 G1",
		"R5 Y2 Y2 Y3 Y3 P3 P3 P4",
		"B2 outwit B5 P4 P4 P5 P5 P7",
		"R4 R3 R3 W2 W3 B3 B4 B3")
	// drawn from the first turn on: all cards to come are of no use, except three
	m := newMatch(t, 4, deck+" Y3 Y3 Y3 drop_weapon G1 Y3 G1", nil)
	return playEvents(t, m,
		"1: colour red", "1: play R3", "1: end", "2: play R5", "2: end", "3: withdraw", "4: play R4", "4: play R3", "4: end",
		"1: play R5", "1: end", "2: withdraw", "4: play R3", "4: play W2", "4: end", "1: play W6", "1: end", "4: play W3", "4: end", "1: withdraw",
		"4: colour blue", "4: play B3", "4: end", "1: play B5", "1: end", "2: withdraw",
		"3: play B2", "3: outwit 1 1.1", "3: pass", "3: end", "4: play B4", "4: end",
		"1: riposte 4", "1: pass", "1: end", "3: play B5", "3: end")
}

func TestStoryOfTheWorkedTournaments(t *testing.T) {
	m := workedExample(t)
	for lang, want := range map[views.Lang][]string{
		views.English: {
			"Marcel opens a tournament of swords (red), then plays sword 3 and announces a total of 3.",
			"Raymond plays sword 5 and announces a total of 5.",
			"Maurice withdraws from the tournament.",
			"Danielle plays sword 4 and sword 3 and announces a total of 7.",
			"Marcel plays sword 5 and announces a total of 8.",
			"Raymond withdraws from the tournament.",
			"Danielle plays sword 3 and squire 2 and announces a total of 12.",
			"Marcel plays maiden 6 and announces a total of 14.",
			"Danielle plays squire 3 and announces a total of 15.",
			"Marcel withdraws from the tournament.",
			"Danielle wins the tournament of swords and the red token, the first.",
			"Danielle opens a tournament of axes (blue), then plays axe 3 and announces a total of 3.",
			"Marcel plays axe 5 and announces a total of 5.",
			"Raymond withdraws from the tournament.",
			"Maurice plays axe 2, then Outwit against Marcel (gives axe 2 and takes axe 5) and announces a total of 5.",
			"Danielle plays axe 4 and announces a total of 7.",
			"Marcel plays Riposte against Danielle (takes axe 4) and announces a total of 6.",
			"Maurice plays axe 5 and announces a total of 10.",
		},
		views.French: {
			"Marcel ouvre un tournoi à l’épée (rouge), puis joue l’épée 3 et annonce un total de 3.",
			"Raymond joue l’épée 5 et annonce un total de 5.",
			"Maurice se retire du tournoi.",
			"Danielle joue l’épée 4 et l’épée 3 et annonce un total de 7.",
			"Marcel joue l’épée 5 et annonce un total de 8.",
			"Raymond se retire du tournoi.",
			"Danielle joue l’épée 3 et l’écuyer 2 et annonce un total de 12.",
			"Marcel joue la dame 6 et annonce un total de 14.",
			"Danielle joue l’écuyer 3 et annonce un total de 15.",
			"Marcel se retire du tournoi.",
			"Danielle gagne le tournoi à l’épée et le jeton rouge, son premier.",
			"Danielle ouvre un tournoi à la hache (bleu), puis joue la hache 3 et annonce un total de 3.",
			"Marcel joue la hache 5 et annonce un total de 5.",
			"Raymond se retire du tournoi.",
			"Maurice joue la hache 2, puis Finesse contre Marcel (donne la hache 2 et prend la hache 5) et annonce un total de 5.",
			"Danielle joue la hache 4 et annonce un total de 7.",
			"Marcel joue Riposte contre Danielle (prend la hache 4) et annonce un total de 6.",
			"Maurice joue la hache 5 et annonce un total de 10.",
		},
	} {
		var got []string
		for _, e := range model(t, lang, m, viewer{}).Story {
			got = append(got, strings.NewReplacer("\u00a0", " ", "\u202f", " ").Replace(e.Text))
		}
		for i := range max(len(got), len(want)) {
			if i >= len(got) || i >= len(want) || got[i] != want[i] {
				t.Fatalf("passage %d in %s:\n%q\nwant\n%q", i, lang, got[min(i, len(got)):], want[min(i, len(want)):])
			}
		}
	}
}

// Drop Weapon in the middle of a turn, as in the worked example.
func TestStoryOfATurnWithAnAction(t *testing.T) {
	m := newMatch(t, 2, hands(2, "B3 drop_weapon G1 G1 B3 B3 B3 B4", "B2 B4 lancelot W2 W2 W2 W2 W2"), nil)
	m = playEvents(t, m, "1: colour blue", "1: play B3", "1: end", "2: play B4", "2: end", "1: play B3", "1: drop_weapon", "1: pass", "1: play G1", "1: play G1", "1: end")
	story := model(t, views.English, m, viewer{}).Story
	if got, want := story[len(story)-1].Text, "Danielle"; strings.Contains(got, want) {
		t.Fatal("seats are mixed up")
	}
	if got, want := story[len(story)-1].Text, "Marcel plays axe 3, then Drop Weapon (the tournament turns unarmed), then two unarmed 1s and announces a total of 4."; got != want {
		t.Errorf("the story says %q, want %q", got, want)
	}
	cancelled := newMatch(t, 2, hands(2, "B3 drop_weapon G1 G1 B3 B3 B3 B4", "B2 B4 lancelot W2 W2 W2 W2 W2"), nil)
	cancelled = playEvents(t, cancelled, "1: colour blue", "1: play B3", "1: end", "2: play B4", "2: end", "1: play B3", "1: drop_weapon", "2: lancelot", "1: end")
	story = model(t, views.English, cancelled, viewer{}).Story
	if got, want := story[len(story)-1].Text, "Marcel plays axe 3, then Drop Weapon (cancelled by Raymond with Lancelot) and announces a total of 6."; got != want {
		t.Errorf("the story says %q, want %q", got, want)
	}
}

// The story names a card that was drawn, or taken from a hand, only for the seats that may see it.
func TestStoryKeepsSecrets(t *testing.T) {
	m := newMatch(t, 3, hands(3, "R3 knock_down R4 R4 R4 R4 R3 R3", "R5 R5 R3 R3 R3 W2 W2 W2", "Y2 Y2 Y2 Y2 Y3 Y3 Y3 Y3"), nil)
	m = playEvents(t, m, "1: colour red", "1: play R3", "1: knock_down 3", "1: pass", "1: end")
	for seat, want := range map[int]string{
		0: "Marcel opens a tournament of swords (red), then plays sword 3, then Knock Down against Maurice (takes a card from the hand) and announces a total of 3.",
		2: "Marcel opens a tournament of swords (red), then plays sword 3, then Knock Down against Maurice (takes a card from the hand) and announces a total of 3.",
	} {
		story := model(t, views.English, m, viewer{as: games.Seat(seat)}).Story
		if got := story[0].Text; got != want {
			t.Errorf("seat %d reads %q, want %q", seat, got, want)
		}
	}
	for _, seat := range []int{1, 3} {
		if got := model(t, views.English, m, viewer{as: games.Seat(seat)}).Story[0].Text; !strings.Contains(got, "takes morning star") {
			t.Errorf("seat %d reads %q, and may know the card", seat, got)
		}
	}
}

// bare are endings and repetitions that a stranger does not understand.
var bare = regexp.MustCompile(`[;:]\s*\d*\.$|\d \d+ (times|fois)|\(\(|\)\)|\bblue \d|\bred \d| (bleu|rouge) \d|  |[^.…]$`)

// The story describes every play in whole sentences.
func TestStorySentencesAreWhole(t *testing.T) {
	told := 0
	for i := range 12 {
		rng := rand.New(rand.NewPCG(uint64(i), 11))
		m, err := table.New(rules.Rulesets()[0], games.Setup{Seats: 2 + i%4, Seed: &games.Seed{byte(i)}})
		if err != nil {
			t.Fatal(err)
		}
		for m.Ply() < 400 && !m.Over() {
			seat := m.ToAct()[0]
			legal := m.Legal(seat)
			text := legal[rng.IntN(len(legal))]
			if strings.HasPrefix(text, "withdraw") && rng.IntN(4) > 0 {
				continue
			}
			if m, err = m.Play(seat, text, time.Time{}); err != nil {
				t.Fatal(err)
			}
		}
		for _, lang := range locale.Langs {
			for _, e := range model(t, lang, m, viewer{as: 1}).Story {
				if told++; bare.MatchString(e.Text) {
					t.Errorf("%s: %q", lang, e.Text)
				}
			}
		}
	}
	if told < 500 {
		t.Errorf("only %d sentences were told", told)
	}
}
