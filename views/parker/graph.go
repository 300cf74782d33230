package parker

import (
	"context"
	"io"
	"strconv"

	"github.com/a-h/templ"

	judged "tableronde/games/review"
	"tableronde/views"
)

// valueGraph draws the values after the moves of a match: across in per cent, down in
// pixels, so that it is as wide as its column. It writes its markup itself, as a long match
// has hundreds of points.
type valueGraph struct{ review }

// The height of the graph, and of each of the three bands of true values.
const (
	graphHeight = 150
	bandHeight  = graphHeight / 3
)

// Render writes the graph.
func (g valueGraph) Render(_ context.Context, w io.Writer) error {
	out := append([]byte(`<svg role="group" aria-label="`), templ.EscapeString(g.summary())...)
	out = append(out, `">`...)
	if g.Found.Exact {
		out = append(out, `<rect class="g-band" width="100%" height="50"/><rect class="g-mid" y="50" width="100%" height="50"/><rect class="g-low" y="100" width="100%" height="50"/>`+
			`<line class="g-cut" x2="100%" y1="50" y2="50"/><line class="g-cut" x2="100%" y1="100" y2="100"/>`...)
	} else {
		out = append(out, `<rect class="g-band" width="100%" height="75"/><rect class="g-low" y="75" width="100%" height="75"/><line class="g-cut" x2="100%" y1="75" y2="75"/>`...)
	}
	out = append(out, `<rect class="g-frame" width="100%" height="150"/>`...)
	out = g.now(out)
	out = g.words(out)
	out = g.curve(out)
	for n, i := range g.swings {
		out = g.mark(out, n+1, i)
	}
	_, err := w.Write(append(out, `</svg>`...))
	return err
}

// summary tells the graph in a sentence.
func (g valueGraph) summary() string {
	return g.caption() + ". " + g.N("review.swings_found", len(g.swings))
}

// across returns how far to the right the value after a move is.
func (g valueGraph) across(index int) float64 {
	return 100 * (float64(index) + .5) / float64(len(g.Found.Moves))
}

// down returns how far down a value of the side of the graph is.
func (g valueGraph) down(v judged.Value) int {
	if !g.Found.Exact {
		return 2 + int((graphHeight-4)*(1-v.Chance()))
	}
	moves, decided := v.Decided()
	switch near := (bandHeight - 8) * moves / (moves + 12); {
	case !decided:
		return graphHeight / 2
	case v > 0:
		return 4 + near
	default:
		return graphHeight - 4 - near
	}
}

// now marks the column of the move that is looked at.
func (g valueGraph) now(out []byte) []byte {
	n := float64(len(g.Found.Moves))
	out = append(out, `<rect class="g-now" height="150" x="`...)
	out = strconv.AppendFloat(out, 100*float64(g.Index)/n, 'f', 2, 64)
	out = append(out, `%" width="`...)
	out = strconv.AppendFloat(out, 100/n, 'f', 2, 64)
	return append(out, `%"/>`...)
}

// words names who wins above and below.
func (g valueGraph) words(out []byte) []byte {
	write := func(y int, text string) {
		out = append(strconv.AppendInt(append(out, `<text class="g-t" x="8" y="`...), int64(y), 10), `">`...)
		out = append(append(out, templ.EscapeString(text)...), `</text>`...)
	}
	write(15, g.T("review.band_win", "Name", g.side(g.whose())))
	if g.Found.Exact {
		write(65, g.T("review.band_draw"))
	}
	if other := g.other(); other != "" {
		write(graphHeight-6, g.T("review.band_win", "Name", other))
	} else {
		write(graphHeight-6, g.T("review.band_loss", "Name", g.side(g.whose())))
	}
	return out
}

// curve draws a line through the values, each up to the next move; where each plays alone,
// those of one seat.
func (g valueGraph) curve(out []byte) []byte {
	moves := g.Found.Moves
	out = append(out, `<svg class="g-curve" width="100%" height="150" viewBox="0 0 `...)
	out = strconv.AppendInt(out, int64(2*len(moves)), 10)
	out = append(out, ` 150" preserveAspectRatio="none"><path d="`...)
	letter := byte('M')
	for i, m := range moves {
		if g.match().alone() && m.Seat != g.whose() {
			continue
		}
		out = strconv.AppendInt(append(out, letter), int64(2*i+1), 10)
		out = strconv.AppendInt(append(out, ' '), int64(g.down(g.own(m, m.Played))), 10)
		letter = 'L'
	}
	return append(out, `"/></svg>`...)
}

// mark draws the number of a swing, a link to it: those of the side of the graph lie lower
// than those of the other, so that neighbours do not touch.
func (g valueGraph) mark(out []byte, number, index int) []byte {
	m := g.Found.Moves[index]
	y := (g.down(g.own(m, m.Value)) + g.down(g.own(m, m.Played))) / 2
	if g.sides(m.Seat, g.whose()) {
		y += 8
	} else {
		y -= 8
	}
	return views.GraphMark{
		Number: number, Href: g.at(index), Label: g.T("review.swing_of", "Number", number, "Move", m.Text),
		Across: g.across(index), Down: y, Current: index == g.Index,
	}.Append(out, graphHeight)
}
