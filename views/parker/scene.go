package parker

import (
	"github.com/a-h/templ"

	"tableronde/games"
	rules "tableronde/games/parker"
	"tableronde/views/board"
	"tableronde/views/heraldry"
)

// scene holds what the page of a match shows of its board.
type scene struct {
	drawing templ.Component
	facts   string // about the board, beside the name of the game
	zoom    zoomView
	pick    *moveChoices // nil unless a move is picked from lists
	status  board.Status // of the move in the making, where the visitor owes one
	told    string       // why what was touched or pressed does nothing now, "" if nothing was
	undo    string       // address with one leg less, "" while nothing is staged
	restart string       // address without anything staged, "" while nothing is
	route   string       // what Confirm would post
	path    string       // how the drawn way of the staged move is read, "" while there is none
	example string       // of a move as it is typed
	strips  map[games.Seat]armyStrip
	setup   string // address at which the position shown can be changed, "" none
}

// armyStrip is what the page shows of one army.
type armyStrip struct {
	note     string
	army     string // said before it where there is room
	captures []capturedPieces
	spoken   string // the captures in words
	state    string // what has become of it: "passed"; "" where it simply plays
	gone     bool   // none of its pieces are left
}

// capturedPieces is a number of pieces of one kind.
type capturedPieces struct {
	piece string // id of its drawing
	count int
}

// nextMove returns the way of the move that is advised, or that is to be looked at again,
// over the position before it.
func (m match) nextMove(g *rules.Board) []rules.Leg {
	if m.Hint != nil {
		return m.hintWay(g)
	}
	if !m.Again || m.Shown >= len(m.Log) {
		return nil
	}
	legs, err := g.Route(m.Log[m.Shown].Text)
	if err != nil {
		return nil
	}
	return legs
}

// lastMove returns the way of the last action that led to the position shown.
func (m match) lastMove(g *rules.Board) []rules.Leg {
	if len(m.Path) == 0 {
		return nil
	}
	i := m.Path[len(m.Path)-1]
	if i >= len(m.Log) {
		return nil
	}
	legs, err := g.Route(m.Log[i].Text)
	if err != nil {
		return nil // not a move of this board: there is nothing to draw
	}
	return legs
}

func (m match) strip(v rules.View, seat games.Seat) armyStrip {
	g := v.Board()
	pieces := 0
	for q := range rules.Square(g.Len()) {
		if v.At(q).Seat() == seat {
			pieces++
		}
	}
	note, army := m.N("match.pieces", pieces), ""
	switch with := m.PartnerPhrase(seat); {
	case with != "":
		note, army = with, m.armyNamed(seat)
	case m.Solo && m.Name(seat) == m.Army(m.Game, seat): // the strip bears its name
	case m.Many():
		note = m.Lang.Of(g.Army(seat)) + " · " + note
	default:
		note += " · " + m.Lang.Of(g.Army(seat))
	}
	// Of two armies each shows what it took, of more what it has lost.
	of, key := seat, "match.lost"
	if g.Seats() == 2 {
		of, key = 3-seat, "match.took"
	}
	men, knights := v.Lost(of)
	s := armyStrip{note: note, army: army, spoken: m.T("match.took_none"), state: m.seatState(seat), gone: pieces == 0}
	if g.Seats() > 2 {
		s.spoken = m.T("team.lost_none")
	}
	t, ordinary := heraldry.TinctureOf(g.Army(of).En), g.Seats() > 2
	if men > 0 {
		s.captures = append(s.captures, capturedPieces{heraldry.Man(t, ordinary), men})
	}
	if knights > 0 {
		s.captures = append(s.captures, capturedPieces{heraldry.Knight(t, ordinary), knights})
	}
	if men+knights > 0 {
		s.spoken = m.T(key) + " " + board.CapturedText(m.Lang, men, knights, "match.both", "match.one")
	}
	return s
}

// exampleMoves returns a canter and a jump as one would type them, in the middle of
// the board.
func exampleMoves(g *rules.Board) string {
	file, rank := (g.Files()-1)/2, (g.Ranks()-3)/2
	from, ok := g.At(file, rank)
	to, ok2 := g.At(file, rank+2)
	if !ok || !ok2 {
		return ""
	}
	return g.Name(from) + "-" + g.Name(to) + ", " + g.Name(from) + "x" + g.Name(to)
}
