package views

import (
	"slices"
	"strconv"
	"time"

	"tableronde/games"
)

// rowTitle is the game of a match in a list, and whom the visitor plays it with.
func (p Page) rowTitle(r Row) string {
	game := p.Lang.Of(r.Game.Name)
	names := p.others(r)
	switch {
	case r.Solo || names == "" || r.you() == games.Spectator:
		return game
	case len(r.Seats) > 3:
		return p.t("row.table", "Game", game, "Number", p.t("count."+strconv.Itoa(len(r.Seats))))
	}
	return p.t("row.against", "Game", game, "Names", names)
}

// latest is when a match last changed: with its last event, else when it was
// opened.
func (r Row) latest() time.Time {
	if r.Moved.IsZero() {
		return r.Created
	}
	return r.Moved
}

// acting names who owes a decision.
func (r Row) acting() []string {
	names := make([]string, len(r.ToAct))
	for i, seat := range r.ToAct {
		names[i] = r.name(seat)
	}
	return names
}

// awaits reports whether the visitor owes a decision.
func (r Row) awaits() bool {
	return slices.ContainsFunc(r.ToAct, func(seat games.Seat) bool { return r.Seats[seat-1].You })
}
