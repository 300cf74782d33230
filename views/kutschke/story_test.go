package kutschke

import (
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	rules "tableronde/games/kutschke"
	"tableronde/views"
)

func texts(m views.Match) []string {
	var all []string
	for _, e := range m.Story {
		all = append(all, e.Text)
	}
	return all
}

func TestStory(t *testing.T) {
	g := joustingMatch(t)
	want := []string{
		"Pick 1: Aliénor takes the Round Table, Bruno takes the Book exercise, Maud takes the Tournament and Théo takes the Tournament.",
		"Pick 2: Aliénor takes a Horse, Bruno takes a Horse, Maud takes the Sword exercise and Théo takes the Lance exercise.",
		"Pick 3: Aliénor takes a Quest, Bruno takes Justice, Maud takes a Horse and Théo takes a Quest.",
		"Aliénor takes the adventure “Slay the wild boar”, rides to the Dark Forest and completes “Slay the wild boar” with the sword 1 and the dragon 1 for 3 shields. Aliénor has 3 shields.",
		"Bruno takes the book 2, rides to the Hidden Valley and does justice with the book 2. Bruno has 2 shields.",
		"Maud takes the sword 3. Lost, unused: Horse.",
		"Théo takes the lance 2. Lost, unused: Quest.",
		"Maud and Théo meet in the tournament.",
	}
	if got := texts(g.Model(views.English, 0)); !slices.Equal(got, want) {
		t.Errorf("the story reads\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	g.play("4: bid L2")
	before := texts(g.Model(views.French, 1))
	if got := before[len(before)-1]; got != "Théo a placé sa mise." {
		t.Errorf("a stake is told as %q", got)
	}
	g.play("3: bid S3 L1")
	m := g.Model(views.French, 1)
	got := texts(m)[len(want)+1:]
	if len(got) != 2 || !strings.HasPrefix(got[0], "Maud mise l’épée 3 et la lance 1") || !strings.Contains(got[0], "Maud remporte le tournoi.") {
		t.Errorf("a tournament is told as %q", got)
	}
	if round := got[1]; !strings.HasPrefix(round, "Manche 2. Nouvelle aventure") || !strings.Contains(round, "tirées au sort entre égaux") {
		t.Errorf("a round begins with %q", round)
	}
	if last := m.Story[len(m.Story)-1]; !last.Grave || last.From != len(g.Log) || last.To != len(g.Log) {
		t.Errorf("the last entry is %+v", last)
	}
}

// Like steps share one sentence, points appear once, and lost cards are counted by kind.
func TestStoryOfATurnIsShort(t *testing.T) {
	g := newTestMatch(t, 4, "Deck.virtues", "B1 S1 S1 L1 B1 L1 D1 D1").play(
		"1: pick G", "2: pick ES", "3: pick P", "4: pick EL", "1: pick P", "2: pick ED", "3: pick P", "4: pick T",
		"1: pick G", "2: pick EB", "3: pick Q", "4: pick Q",
		"1: P hidden-valley", "1: G B1", "1: G B1", "1: done", "2: ES 3", "2: ED 2", "2: EB 3", "2: done", "3: done")
	want := []string{
		"Aliénor rides to the Hidden Valley and does justice with the book 1 and the book 1. Aliénor has 4 shields.",
		"Bruno takes the sword 3, the dragon 2 and the book 3.",
		"Maud ends the turn without doing anything. Lost, unused: Quest and 2\u00a0×\u00a0Horse.",
	}
	if got := texts(g.Model(views.English, 0))[3:]; !slices.Equal(got, want) {
		t.Errorf("the story reads\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// The entries of a story cover the log in order, and none is empty.
func TestStoryCoversTheLog(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		g := newTestMatch(t, seats).playUntil(func(rules.View) bool { return false })
		for _, lang := range []views.Lang{views.English, views.French} {
			m := g.Model(lang, games.Spectator)
			at := 1
			for _, e := range m.Story {
				if e.From > at+1 || e.From > e.To || e.To < at-1 || strings.TrimSpace(e.Text) == "" || strings.Contains(e.Text, "kutschke.") {
					t.Errorf("after %d comes %+v", at, e)
				}
				at = e.To
			}
			if at != len(g.Log) {
				t.Errorf("the story ends at %d of %d", at, len(g.Log))
			}
		}
	}
}
