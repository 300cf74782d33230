package views

import (
	"io"
	"testing"

	"tableronde/games/parker"
	"tableronde/views/board"
)

// BenchmarkMatchPage renders the whole page of a match in the middle of a game,
// with a move in the making.
func BenchmarkMatchPage(b *testing.B) {
	m := midMove(b, French)
	benchmark(b, func() error { return MatchPage(m).Render(b.Context(), io.Discard) })
}

// BenchmarkMatchPageLate is the same after 34 moves.
func BenchmarkMatchPageLate(b *testing.B) {
	m := played(b, English, "camelot", nolanEvents(34)...)
	benchmark(b, func() error { return MatchPage(m).Render(b.Context(), io.Discard) })
}

// BenchmarkMatchFragment renders what htmx swaps in.
func BenchmarkMatchFragment(b *testing.B) {
	m := midMove(b, French)
	benchmark(b, func() error { return MatchFragment(m).Render(b.Context(), io.Discard) })
}

// BenchmarkBoard renders the board alone.
func BenchmarkBoard(b *testing.B) {
	m := midMove(b, French)
	g := board.Board{Lang: French, View: m.View.(parker.View), Bottom: 1, Path: "/m/k3zq5dbv7n2a", Act: true}.With(m.Staged, "")
	benchmark(b, func() error { return g.Render(b.Context(), io.Discard) })
}

func benchmark(b *testing.B, render func() error) {
	b.ReportAllocs()
	for b.Loop() {
		if err := render(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSetupPage renders a page that has a whole position in the link of
// every square.
func BenchmarkSetupPage(b *testing.B) {
	m := sampleSetup(b, English, "grand-camelot 1 -/KB7/KC8/-")
	m.Position, _ = m.Position.Board().Setup("")
	benchmark(b, func() error { return SetupPage(m).Render(b.Context(), io.Discard) })
}

// BenchmarkMatchPageFour is the page of a match of four, in part, with a piece
// chosen.
func BenchmarkMatchPageFour(b *testing.B) {
	m := four(b, English, "grand-camelot", 1, grandOpening...)
	m.Staged, m.Zoom = "J4", "s"
	benchmark(b, func() error { return MatchPage(m).Render(b.Context(), io.Discard) })
}

// BenchmarkMatchPageFourWhole is the same with the whole board.
func BenchmarkMatchPageFourWhole(b *testing.B) {
	m := four(b, English, "grand-camelot", 1, grandOpening...)
	benchmark(b, func() error { return MatchPage(m).Render(b.Context(), io.Discard) })
}
