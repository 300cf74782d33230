package match

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/table"
)

// Holder is a player who held a seat before another took it.
type Holder struct {
	Seat   games.Seat
	Ply    int // events before the one with which the other took it
	Player db.Player
}

// FormerHolders lists who held seats of the match before others took them, in the order of the log, given
// what operators have done in it, the latest first: those for whom bots play on, and those whose seats
// operators gave away, as far as the log tells of it.
func (f Match) FormerHolders(acts []db.Act) (list []Holder) {
	if !f.Dealt() || f.StandsFor == nil && len(acts) == 0 {
		return nil
	}
	var given []Holder // by operators, who has left the seat for good with them
	bots := make(map[[2]int]db.Player)
	for _, a := range acts {
		text, bot, isBot := strings.Cut(a.Detail, " ")
		ply, err := strconv.Atoi(text)
		if a.Kind != db.ActReplace || err != nil {
			continue
		}
		given = append(given, Holder{a.Seat, ply, a.Player})
		if isBot {
			bots[[2]int{int(a.Seat), ply}], _ = db.FindBot(bot)
		}
	}
	slices.SortFunc(given, func(a, b Holder) int { return a.Ply - b.Ply })
	for ply, e := range f.Table.Log() {
		if !table.IsTakeOver(e.Text) {
			continue
		}
		h := Holder{e.Seat, ply, f.AbsentPlayer(e.Seat)}
		if i := slices.IndexFunc(given, func(g Holder) bool { return g.Seat == e.Seat && g.Ply >= ply }); i >= 0 {
			h.Player = given[i].Player
		}
		if bot, ok := bots[[2]int{int(e.Seat), ply}]; ok {
			h.Player = bot
		}
		if h.Player.ID != "" {
			list = append(list, h)
		}
	}
	return list
}

// ActsIn lists what operators have done in a match, the latest first.
func (s *Matches) ActsIn(ctx context.Context, m db.Match) ([]db.Act, error) {
	if !m.Operated {
		return nil, nil
	}
	return s.store.ActsIn(ctx, m.ID)
}

// AbsentPlayer returns the player that a bot plays on for at a seat, the zero Player for none.
func (f Match) AbsentPlayer(seat games.Seat) db.Player {
	if f.StandsFor == nil {
		return db.Player{}
	}
	return f.StandsFor[seat-1]
}

// HasLeft reports whether a bot has played on at a seat for somebody who has left it, and so
// has lost.
func (f Match) HasLeft(seat games.Seat) bool {
	return f.AbsentPlayer(seat).ID != ""
}
