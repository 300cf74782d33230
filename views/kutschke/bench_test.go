package kutschke

import (
	"testing"

	rules "tableronde/games/kutschke"
	"tableronde/views"
)

// BenchmarkPage renders a turn of four knights that is half built, late in a game.
func BenchmarkPage(b *testing.B) {
	g := newTestMatch(b, 4).playUntil(func(v rules.View) bool { return v.Round == 5 && v.Phase == rules.PhaseAct })
	m := g.Model(views.French, g.State.ToAct()[0])
	b.ReportAllocs()
	for b.Loop() {
		b.SetBytes(int64(len(render(b, Family().Page(m)))))
	}
}

// BenchmarkStory narrates five rounds among four.
func BenchmarkStory(b *testing.B) {
	g := newTestMatch(b, 4).playUntil(func(v rules.View) bool { return v.Round == 5 && v.Phase == rules.PhaseAct })
	m := g.Model(views.French, 1)
	t := views.Storyteller{Page: m.Page, Game: m.Game, Name: m.Name, You: m.You, Told: m.Told}
	for b.Loop() {
		story(t)
	}
}
