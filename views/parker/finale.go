package parker

import (
	"slices"
	"strconv"

	"tableronde/games"
	rules "tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/board"
)

// finale returns the end of the match: its length, the captures and the deciding move. It returns
// nil for a canceled match.
func (m match) finale(g *rules.Board) *views.Finale {
	if !m.Over() || m.Result.Reason == games.ReasonAborted {
		return nil
	}
	own := m.Subject()
	var taken, lost, most int
	for _, i := range m.Path {
		n := countTaken(g, m.Log[i].Text)
		if seat := m.Log[i].Seat; seat == own || seat == g.Partner(own) {
			taken, most = taken+n, max(most, n)
		} else {
			lost += n
		}
	}
	f := &views.Finale{Numbers: []views.Number{
		{Label: m.T("finale.moves"), Value: strconv.Itoa((len(m.Path) + g.Seats() - 1) / g.Seats())},
		{Label: m.Whose("finale.taken"), Value: strconv.Itoa(taken), More: m.T("finale.lost", "N", lost)},
		{Label: m.T("finale.most"), Value: strconv.Itoa(most)},
	}}
	if g.Seats() > 2 && g.Partner(own) == 0 { // each alone: the captures of others are not all losses
		f.Numbers[1].More = ""
	}
	if i, ok := decisive(m.Match); ok {
		f.Moment = m.moment(g, i)
	}
	return f
}

// countTaken counts the pieces that a move captures.
func countTaken(g *rules.Board, text string) (n int) {
	legs, _ := g.Route(text)
	for _, leg := range legs {
		if leg.Taken != rules.NoSquare {
			n++
		}
	}
	return n
}

// decisive returns the index in the log of the move that decided the match: the largest swing of
// its review, else the move by which the winners captured most, else the last move.
func decisive(m *views.Match) (index int, ok bool) {
	g := rules.BoardOf(m.Game.ID)
	if g == nil || m.Result == nil || m.Result.Reason == games.ReasonAborted || len(m.Path) == 0 {
		return 0, false
	}
	most := 0
	index = m.Path[len(m.Path)-1]
	for _, i := range m.Path {
		if i == m.Turning-1 {
			return i, true
		}
		n := countTaken(g, m.Log[i].Text)
		if won := len(m.Result.Winners) == 0 || slices.Contains(m.Result.Winners, m.Log[i].Seat); won && n >= max(most, 1) {
			most, index = n, i
		}
	}
	return index, true
}

// moment returns the move at an index of the log, with a drawing of the part of the board around it.
func (m match) moment(g *rules.Board, index int) views.Highlight {
	before, ok := m.Before[index].(rules.View)
	legs, err := g.Route(m.Log[index].Text)
	if !ok || err != nil || len(legs) == 0 {
		return views.Highlight{}
	}
	e := m.Log[index]
	move := 0
	for n, i := range m.Path {
		if i == index {
			move = n/g.Seats() + 1
		}
	}
	h := views.Highlight{Title: m.T("finale.move.number", "N", move), Href: m.Draft.At(index + 1)}
	n := countTaken(g, e.Text)
	switch {
	case index == m.Turning-1:
		h.Text = e.Text + ". " + cause(m.Match, m.Cause, e.Seat, index)
	case n > 0:
		h.Text = m.N("finale.captures", n, "Move", e.Text, "Name", m.NameAt(e.Seat, index))
	default:
		h.Text = m.T("finale.last", "Move", e.Text, "Name", m.NameAt(e.Seat, index))
	}
	from, to := cropAround(g, legs)
	h.Picture = board.Figure{Lang: m.Lang, Position: before.Position(), Action: e.Text, From: from, To: to, Caption: h.Text}
	return h
}

// cropAround returns the corners of the part of a board around a move: at least six squares by four,
// with a square to spare on each side.
func cropAround(g *rules.Board, legs []rules.Leg) (from, to string) {
	file, rank := g.FileRank(legs[0].From)
	toFile, toRank := file, rank
	for _, leg := range legs {
		f, r := g.FileRank(leg.To)
		file, rank, toFile, toRank = min(file, f), min(rank, r), max(toFile, f), max(toRank, r)
	}
	file, toFile = widened(file, toFile, 6, g.Files())
	rank, toRank = widened(rank, toRank, 4, g.Ranks())
	return corner(file, rank), corner(toFile, toRank)
}

// widened returns a range with one more on each side, of at least the given length, below a limit.
func widened(low, high, least, limit int) (int, int) {
	low, high = low-1, high+1
	for high-low+1 < least {
		low--
		if high-low+1 < least {
			high++
		}
	}
	if low < 0 {
		low, high = 0, high-low
	}
	if high >= limit {
		low, high = max(0, low-(high-limit+1)), limit-1
	}
	return low, high
}

// corner names a square that need not be on the board.
func corner(file, rank int) string { return string(rune('A'+file)) + strconv.Itoa(rank+1) }
