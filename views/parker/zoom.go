package parker

import (
	"strings"

	"tableronde/games"
	rules "tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/board"
)

// ZoomOf returns a part of a game's board by its name in links, "" if the board has no such part.
func ZoomOf(game, name string) string {
	if g := rules.BoardOf(game); g != nil {
		return board.ParsePart(g, name)
	}
	return ""
}

// zoomView holds the links to parts of a large board; it is empty for a board without parts.
type zoomView struct {
	shown  string     // name of the part shown; "" if the whole board is shown
	toggle string     // address of the board at the other size
	pans   []partLink // to the neighboring parts
	parts  []partLink // all parts, on a board whose squares are small on a phone
}

// partLink is a link to a part of a board.
type partLink struct {
	id, href string // the address is "" at the edge of the board
	label    string
}

// smallCols is the number of columns from which squares are narrower than 24 px
// on a phone 320 px wide.
const smallCols = 13

func (m match) zoomOf(b board.Board) zoomView {
	return zoomViewOf(m.Page, b.View.Board(), m.Bottom, m.Zoom, m.focus(b), m.Zoomed)
}

// zoomViewOf returns the links for a board. shown is the part that is shown, "" for all of it;
// focus is the part to show first; to returns the address of a part.
func zoomViewOf(p views.Page, g *rules.Board, bottom games.Seat, shown, focus string, to func(part string) string) zoomView {
	if !board.HasParts(g) {
		return zoomView{}
	}
	if shown == "" {
		z := zoomView{toggle: to(focus)}
		if board.Columns(g, bottom) >= smallCols {
			for _, part := range board.Parts {
				z.parts = append(z.parts, partLink{href: to(part), label: p.T("zoom." + part)})
			}
		}
		return z
	}
	z := zoomView{shown: p.T("zoom." + shown), toggle: to("")}
	for _, way := range []struct {
		id          string
		right, down int
	}{{"w", -1, 0}, {"n", 0, -1}, {"s", 0, 1}, {"e", 1, 0}} {
		next := partLink{id: "pan-" + way.id, label: p.T("zoom.to." + way.id)}
		if part := board.Neighbor(shown, way.right, way.down); part != "" {
			next.href = to(part)
		}
		z.pans = append(z.pans, next)
	}
	return z
}

// focus returns the part to show first: the part with the staged move, or else with the end of the
// last move, or else with most of the visitor's army.
func (m match) focus(b board.Board) string {
	switch st := b.Stage; {
	case len(st.Legs) > 0:
		return board.PartAround(b.View.Board(), m.Bottom, st.Legs[len(st.Legs)-1].To)
	case st.From != rules.NoSquare:
		return board.PartAround(b.View.Board(), m.Bottom, st.From)
	case !m.Yours() && len(b.LastMove) > 0:
		return board.PartAround(b.View.Board(), m.Bottom, b.LastMove[len(b.LastMove)-1].To)
	}
	return board.PartOfSeat(b.View, m.Bottom, m.You)
}

// moveChoices is the list in which the visitor chooses a piece or a square.
type moveChoices struct {
	title   string
	choices []listChoice
	none    string // the text if there is nothing to choose
}

// listChoice is a piece or a square of a list.
type listChoice struct{ square, href, name, what string }

// Targets for the focus: the next list, the button that opens the lists, or the button that sends a
// complete move.
const (
	toPicker  = "#picker"
	toToggle  = "#pick-toggle"
	toConfirm = "#confirm"
)

// picker offers the pieces and the squares of moves as lists.
type picker struct{ match }

// pickOf returns the pieces or squares that can be chosen next.
func (m picker) pickOf(b board.Board) moveChoices {
	if !b.CanMove {
		return moveChoices{title: m.T("pick.title"), none: m.T("pick.wait")}
	}
	g := b.View.Board()
	if b.Stage.From == rules.NoSquare || b.Stage.Why != nil && len(b.Stage.Legs) == 0 {
		p := moveChoices{title: m.T("pick.piece")}
		for _, q := range b.View.Movers() {
			st := b.View.Stage(g.Name(q))
			p.choices = append(p.choices, listChoice{
				square: g.Name(q),
				href:   m.To("m", g.Name(q)) + toPicker,
				name:   m.T("pick."+pieceRank(b.View.At(q)), "Square", g.Name(q)),
				what:   m.kinds(append(st.Next, st.Far...)),
			})
		}
		return p
	}
	p := moveChoices{title: m.T("pick.square")}
	for _, t := range append(append([]rules.Target(nil), b.Stage.Next...), b.Stage.Far...) {
		then := views.Either(b.View.Ends(t.Route), toConfirm, toPicker)
		p.choices = append(p.choices, listChoice{
			square: g.Name(t.Square),
			href:   m.To("m", t.Route) + then,
			name:   g.Name(t.Square),
			what:   m.T("pick." + t.Kind.String()),
		})
	}
	if len(p.choices) == 0 {
		p.none = m.T("pick.whole")
	}
	return p
}

func pieceRank(p rules.Piece) string {
	return views.Either(p.Knight(), "knight", "man")
}

// kinds counts the targets of a piece by the kind of move: "5 steps, 1 canter".
func (m picker) kinds(targets []rules.Target) string {
	var parts []string
	for k := rules.Step; k <= rules.CastleMove; k++ {
		n := 0
		for _, t := range targets {
			if t.Kind == k {
				n++
			}
		}
		if n > 0 {
			parts = append(parts, m.N("pick.count."+k.String(), n))
		}
	}
	return strings.Join(parts, ", ")
}

// picking returns the address of the page with or without the lists, at the list or at the button
// that opens it.
func (m match) picking(on bool) string {
	return m.Picking(on) + views.Either(on, toPicker, toToggle)
}
