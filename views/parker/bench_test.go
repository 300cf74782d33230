package parker

import (
	"fmt"
	"io"
	"testing"

	rules "tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/board"
	"tableronde/views/viewtest"
)

// BenchmarkMatchPage renders the whole page of a match in the middle of a game,
// with a move in the making.
func BenchmarkMatchPage(b *testing.B) {
	m := viewtest.MidMove(b, views.French)
	benchmark(b, func() error { return matchPage(m).Render(b.Context(), io.Discard) })
}

// BenchmarkMatchPageLate is the same after 34 moves.
func BenchmarkMatchPageLate(b *testing.B) {
	m := viewtest.Played(b, views.English, "camelot", viewtest.NolanEvents(34)...)
	benchmark(b, func() error { return matchPage(m).Render(b.Context(), io.Discard) })
}

// BenchmarkMatchFragment renders the part of the page that htmx swaps in.
func BenchmarkMatchFragment(b *testing.B) {
	m := viewtest.MidMove(b, views.French)
	benchmark(b, func() error { return matchFragment(m).Render(b.Context(), io.Discard) })
}

// BenchmarkBoard renders the board alone.
func BenchmarkBoard(b *testing.B) {
	m := viewtest.MidMove(b, views.French)
	g := board.Board{Lang: views.French, View: m.View.(rules.View), Bottom: 1, Path: "/m/k3zq5dbv7n2a", CanMove: true}.With(m.Staged, "")
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
	info := viewtest.Info(b, "grand-camelot")
	m := Setup{Page: viewtest.Page(views.English, "/setup"), Games: viewtest.Boards(), Game: info, Starts: Starts(info), Tool: rules.PieceOf(1, true), Bottom: 1, Key: "k"}
	m.Position = m.Starts[0].Position
	benchmark(b, func() error { return SetupPage(m).Render(b.Context(), io.Discard) })
}

// BenchmarkMatchPageFour is the page of a match of four, in part, with a piece
// chosen.
func BenchmarkMatchPageFour(b *testing.B) {
	m := viewtest.Four(b, views.English, "grand-camelot", 1, viewtest.GrandOpening...)
	m.Staged, m.Zoom = "J4", "s"
	benchmark(b, func() error { return matchPage(m).Render(b.Context(), io.Discard) })
}

// BenchmarkMatchPageFourWhole is the same with the whole board.
func BenchmarkMatchPageFourWhole(b *testing.B) {
	m := viewtest.Four(b, views.English, "grand-camelot", 1, viewtest.GrandOpening...)
	benchmark(b, func() error { return matchPage(m).Render(b.Context(), io.Discard) })
}

// BenchmarkMatchFragmentAt renders the part that htmx swaps in, early and late in a match.
func BenchmarkMatchFragmentAt(b *testing.B) {
	for _, plies := range []int{10, 1000} {
		b.Run(fmt.Sprint("ply=", plies), func(b *testing.B) {
			m := viewtest.Played(b, views.English, "camelot", shuttle(plies)...)
			benchmark(b, func() error { return matchFragment(m).Render(b.Context(), io.Discard) })
		})
	}
}
