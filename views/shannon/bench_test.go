package shannon

import (
	"bytes"
	"math/rand/v2"
	"testing"

	rules "tableronde/games/shannon"
	"tableronde/views"
)

// BenchmarkTable renders the page of six knights in the second round, with the
// story of all that went before.
func BenchmarkTable(b *testing.B) {
	m := crowdedTable(b)
	b.ReportAllocs()
	for b.Loop() {
		renderTo(b, m)
	}
}

// BenchmarkCount renders the count of six knights.
func BenchmarkCount(b *testing.B) {
	m := crowdedTable(b)
	m.See = seeCount
	b.ReportAllocs()
	for b.Loop() {
		renderTo(b, m)
	}
}

// BenchmarkStory narrates two rounds among six.
func BenchmarkStory(b *testing.B) {
	m := crowdedTable(b)
	t := views.Storyteller{Page: m.Page, Game: m.Game, Name: m.Name, You: m.You, Told: m.Told}
	for b.Loop() {
		story(t)
	}
}

func crowdedTable(b *testing.B) views.Match {
	g := newTestMatch(b, 6)
	g.playUntil(rand.New(rand.NewPCG(1, 2)), func(v rules.View) bool {
		return v.Round == 2 && v.Phase == rules.PhaseCombat && v.Combat == 3 && len(v.Table) == 4
	})
	return g.Model(views.French, g.State.ToAct()[0])
}

func renderTo(b *testing.B, m views.Match) {
	var out bytes.Buffer
	if err := Family().Page(m).Render(b.Context(), &out); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(out.Len()))
}
