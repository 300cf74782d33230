package views

import (
	"slices"

	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/games/table"
	"tableronde/views/board"
)

// News lists the passages of the story that the others have added since the
// visitor last acted here or ended a visit, the oldest first; none while
// something is staged or chosen, for then the room is needed.
func (m Match) News() []Entry {
	if !m.seated() || m.Solo || m.past() || m.Seen < 0 || m.Staged != "" || m.Try != "" || m.asking() {
		return nil
	}
	var news []Entry
	for _, e := range m.Story {
		if m.fresh(e) {
			news = append(news, e)
		}
	}
	return news
}

// fresh tells whether a passage of the story is news to the visitor.
func (m Match) fresh(e Entry) bool {
	return m.seated() && m.Seen >= 0 && e.To > m.Seen && !m.IsYou(e.Seat)
}

// absent tells whether an event happened before the present visit of the visitor
// began.
func (m Match) absent(ply int) bool {
	return ply >= 1 && ply <= len(m.Log) && m.Log[ply-1].At.Before(m.Visit)
}

// lately is what the others did at a board since the visitor last acted here or
// ended a visit.
type lately struct {
	text   string // the last of it, in sentences
	absent bool   // the visitor was not here
	more   int    // what happened before that
	first  string // address of the position after the first of it
	again  string // address of the position before the last move; "" if that was no move
	route  string // middles of the squares of that move, as again.js reads them
}

// lately returns nil where there is no news.
func (m Match) lately() *lately {
	plies := m.unseen()
	if len(plies) == 0 {
		return nil
	}
	last := plies[len(plies)-1]
	l := &lately{text: m.sentence(last), absent: m.absent(plies[0]), more: len(plies) - 1, first: m.at(plies[0])}
	if passed := m.passed(); len(passed) > 0 && last == m.Ply {
		l.text += " " + m.n("team.had_to_pass", len(passed), "Names", m.names(passed))
	}
	if len(m.Path) > 0 && m.Path[len(m.Path)-1] == last-1 {
		l.again = m.to("again", "1")
		if g := parker.BoardOf(m.Game.ID); g != nil {
			l.route = board.Way(g, m.Bottom, m.Lang, m.lastMove(g))
		}
	}
	return l
}

// unseen lists, by what Told.Ply counts, the events of others that are news: all
// moves, and of what surrounds the game what still stands to be told.
func (m Match) unseen() []int {
	if !m.seated() || m.Solo || m.past() || m.Seen < 0 || m.Staged != "" || m.asking() || m.Again {
		return nil
	}
	var plies []int
	for i := m.Seen; i < len(m.Log); i++ {
		switch e := m.Log[i]; {
		case m.isYou(e.Seat):
			plies = slices.DeleteFunc(plies, func(ply int) bool { return table.IsSurrounding(m.Log[ply-1].Text) })
		case !m.pending(e):
			plies = append(plies, i+1)
		}
	}
	return plies
}

// pending tells whether an event made an offer that still stands: the page says
// so by itself.
func (m Match) pending(e Event) bool {
	switch eventKey(e.Text) {
	case "offer_draw":
		return m.Draw == e.Seat
	case "offer_undo":
		return m.Undo == e.Seat
	case "accept_draw":
		return m.Draw != 0
	case "accept_undo":
		return m.Undo != 0
	}
	return false
}

// sentence tells an event in a sentence, a move with what it captured and whether
// it entered a castle.
func (m Match) sentence(ply int) string {
	e := m.Log[ply-1]
	v, ok := m.Before[ply-1].(parker.View)
	if !ok || table.IsSurrounding(e.Text) {
		return m.did(e) + "."
	}
	legs, err := v.Board().Route(e.Text)
	if err != nil || len(legs) == 0 {
		return m.did(e) + "."
	}
	men, knights := captures(v, legs)
	pieces := board.Taken(m.Lang, men, knights, "match.both", "match.one")
	key := "away.played"
	switch enters := entersCastle(v.Board(), e.Seat, legs); {
	case enters && pieces != "":
		key = "away.captured_entered"
	case enters:
		key = "away.entered"
	case pieces != "":
		key = "away.captured"
	}
	return m.t(key, "Name", m.name(e.Seat), "Move", e.Text, "Pieces", pieces)
}

// captures counts what a move captures in the position it is played in.
func captures(v parker.View, legs []parker.Leg) (men, knights int) {
	for _, leg := range legs {
		switch {
		case leg.Taken == parker.NoSquare:
		case v.At(leg.Taken).Knight():
			knights++
		default:
			men++
		}
	}
	return men, knights
}

// entersCastle tells whether a move ends in a castle that is not the mover's own,
// and began outside it.
func entersCastle(g *parker.Board, seat games.Seat, legs []parker.Leg) bool {
	castle := g.CastleOf(legs[len(legs)-1].To)
	return castle != 0 && castle != seat && castle != g.Partner(seat) && g.CastleOf(legs[0].From) != castle
}

// ghosts are the pieces that the last move shown captured, and all that was
// captured and is news; none of them once the visitor has acted.
func (m Match) ghosts() []board.Ghost {
	var ghosts []board.Ghost
	for _, i := range m.Path {
		if (i < m.Seen || m.isYou(m.Log[i].Seat)) && !m.replayed(i) || m.Solo && !m.replayed(i) {
			continue
		}
		v, ok := m.Before[i].(parker.View)
		if !ok {
			continue
		}
		legs, err := v.Board().Route(m.Log[i].Text)
		if err != nil {
			continue
		}
		for n, leg := range legs {
			if leg.Taken == parker.NoSquare {
				continue
			}
			ghost := board.Ghost{Square: leg.Taken, Piece: v.At(leg.Taken)}
			if i == m.Path[len(m.Path)-1] {
				ghost.Leg = n + 1
			}
			ghosts = append(ghosts, ghost)
		}
	}
	return ghosts
}

// replayed tells whether an action is the last one that led to a position of the
// past, or to the one that a spectator sees.
func (m Match) replayed(i int) bool {
	return (m.past() || !m.seated()) && i == m.Path[len(m.Path)-1]
}
