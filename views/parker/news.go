package parker

import (
	"slices"

	"tableronde/games"
	rules "tableronde/games/parker"
	"tableronde/games/table"
	"tableronde/views"
	"tableronde/views/board"
)

// recentNews holds the actions of the other players at a board since the visitor last acted or
// ended a visit.
type recentNews struct {
	latest newsEvent
	passed string      // the players who had to pass after it, "" for none
	absent bool        // the visitor was not here
	before []newsEvent // the events before the latest, the newest first
	more   int         // number of events before these
	first  string      // address of the position after the first event, "" without more
	again  string      // address of the position before the last move; "" if that was no move
	film   string      // all moves since, for again.js
}

// mostNews is the most events before the latest that the page lists.
const mostNews = 20

// newsEvent is an action of another player.
type newsEvent struct {
	text string // a sentence
	href string // address of the position after it
	film string // the move alone, for again.js; "" if it is none on the way to the position shown
}

// recentNews returns nil if there is no news.
func (m match) recentNews() *recentNews {
	plies := m.unseen()
	if len(plies) == 0 {
		return nil
	}
	last := plies[len(plies)-1]
	l := &recentNews{latest: m.newsEvent(last), absent: m.Absent(&m.Position, plies[0])}
	for _, ply := range slices.Backward(plies[max(0, len(plies)-1-mostNews) : len(plies)-1]) {
		l.before = append(l.before, m.newsEvent(ply))
	}
	if l.more = len(plies) - 1 - len(l.before); l.more > 0 {
		l.first = m.At(plies[0])
	}
	if passed := m.passed(); len(passed) > 0 && last == m.Ply {
		l.passed = m.N("team.had_to_pass", len(passed), "Names", m.Names(passed))
	}
	if len(m.Path) > 0 && m.Path[len(m.Path)-1] == last-1 {
		l.again = m.To("again", "1")
		l.film = m.film(plies[0]-1, false)
	}
	return l
}

// newsEvent describes the event before a ply.
func (m match) newsEvent(ply int) newsEvent {
	e := newsEvent{text: m.sentence(ply), href: m.At(ply)}
	if slices.Contains(m.Path, ply-1) {
		e.film = m.film(ply-1, true)
	}
	return e
}

// film describes the moves from an event on, the visitor's own among them. An alone move is the one
// of that event.
func (m match) film(from int, alone bool) string {
	first, _ := slices.BinarySearch(m.Path, from)
	before, ok := m.Before[m.Path[first]].(rules.View)
	after, is := m.View.(rules.View)
	if !ok || !is {
		return ""
	}
	var moves [][]rules.Leg
	for _, i := range m.Path[first:] {
		if legs, err := before.Board().Route(m.Log[i].Text); err == nil && len(legs) > 0 {
			moves = append(moves, legs)
		}
	}
	return board.Moving{Picture: board.Picture{Lang: m.Lang, View: before, Bottom: m.Bottom}, Moves: moves, After: after, Alone: alone}.Film()
}

// unseen lists the plies of the events of others that the visitor has not seen, the first event
// having ply 1. These are all moves, and the events around the game that are not shown otherwise.
func (m match) unseen() []int {
	if !m.Seated() || m.Solo || m.Past() || m.Seen < 0 || m.Staged != "" || m.Asking() || m.Again {
		return nil
	}
	var plies []int
	for i := m.Seen; i < len(m.Log); i++ {
		switch e := m.Log[i]; {
		case m.HasSeat(e.Seat):
			plies = slices.DeleteFunc(plies, func(ply int) bool { return table.IsSurrounding(m.Log[ply-1].Text) })
		case !m.pending(e):
			plies = append(plies, i+1)
		}
	}
	return plies
}

// pending reports whether an event made an offer that is still open, which the
// page shows by itself.
func (m match) pending(e views.Event) bool {
	switch views.EventKey(e.Text) {
	case "offer_draw":
		return m.Draw == e.Seat
	case "offer_undo":
		return m.Undo == e.Seat
	case "accept_draw":
		return m.Draw != 0
	case "accept_undo":
		return m.Undo != 0
	case "offer_bot":
		return m.Bot.By == e.Seat
	case "accept_bot":
		return m.Bot.By != 0
	}
	return false
}

// sentence describes an event in a sentence, a move with its captures and its entry into a castle.
func (m match) sentence(ply int) string {
	e := m.Log[ply-1]
	v, ok := m.Before[ply-1].(rules.View)
	if !ok || table.IsSurrounding(e.Text) {
		return m.DescribeEvent(ply-1) + "."
	}
	legs, err := v.Board().Route(e.Text)
	if err != nil || len(legs) == 0 {
		return m.DescribeEvent(ply-1) + "."
	}
	men, knights := captures(v, legs)
	pieces := board.CapturedText(m.Lang, men, knights, "match.both", "match.one")
	key := "away.played"
	switch enters := entersCastle(v.Board(), e.Seat, legs); {
	case enters && pieces != "":
		key = "away.captured_entered"
	case enters:
		key = "away.entered"
	case pieces != "":
		key = "away.captured"
	}
	return m.T(key, "Name", m.NameAt(e.Seat, ply-1), "Move", e.Text, "Pieces", pieces)
}

// captures counts the pieces that a move captures in the position before it.
func captures(v rules.View, legs []rules.Leg) (men, knights int) {
	for _, leg := range legs {
		switch {
		case leg.Taken == rules.NoSquare:
		case v.At(leg.Taken).Knight():
			knights++
		default:
			men++
		}
	}
	return men, knights
}

// entersCastle reports whether a move ends in a castle that is not the mover's own,
// and began outside it.
func entersCastle(g *rules.Board, seat games.Seat, legs []rules.Leg) bool {
	castle := g.CastleOf(legs[len(legs)-1].To)
	return castle != 0 && castle != seat && castle != g.Partner(seat) && g.CastleOf(legs[0].From) != castle
}

// ghosts returns the captured pieces to draw faintly: the captures of the last move shown, and of
// moves that the visitor has not seen. There are none after the visitor has acted.
func (m match) ghosts() []board.Ghost {
	var ghosts []board.Ghost
	last := len(m.Path) - 1
	unseen, _ := slices.BinarySearch(m.Path, m.Seen)
	// The last move led to the earlier position shown, or to the one that a spectator sees.
	replayed := m.Past() || !m.Seated()
	for n := max(0, min(unseen, last)); n <= last; n++ {
		i := m.Path[n]
		if (i < m.Seen || m.Solo || m.HasSeat(m.Log[i].Seat)) && !(replayed && n == last) {
			continue
		}
		v, ok := m.Before[i].(rules.View)
		if !ok {
			continue
		}
		legs, err := v.Board().Route(m.Log[i].Text)
		if err != nil {
			continue
		}
		for _, leg := range legs {
			if leg.Taken != rules.NoSquare {
				ghosts = append(ghosts, board.Ghost{Square: leg.Taken, Piece: v.At(leg.Taken)})
			}
		}
	}
	return ghosts
}
