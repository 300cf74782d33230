package handlers

import (
	"context"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games/parker"
	"tableronde/games/table"
)

// A visit lasts as long as a player looks at a match again and again. What the
// others did before it is told on each page of it, and no longer once the player
// touches a piece, plays, or comes back for another visit.
const (
	visitGap   = 30 * time.Minute // without a look at the match, after which a look begins a new visit
	visitNoted = 5 * time.Minute  // after which a look that brings nothing new is noted all the same
)

// looked is a visit after a look at a match with ply events.
func looked(v db.Visit, ply int, now time.Time) db.Visit {
	if now.Sub(v.Latest) >= visitGap {
		v.Told, v.Began = v.Seen, now
	}
	v.Seen, v.Latest = max(v.Seen, ply), now
	return v
}

// acted is a visit after the player did something that shows the news to be known.
func acted(v db.Visit, ply int, now time.Time) db.Visit {
	v = looked(v, ply, now)
	v.Told = v.Seen
	return v
}

// touches reports whether a query of a match page comes from touching a piece on
// a board. Cards are looked at while what happened is still on the page.
func (q matchQuery) touches(f folded) bool {
	board := parker.BoardOf(f.Game)
	if board == nil || q.shown != f.Ply {
		return false
	}
	_, square := board.Square(strings.ToUpper(q.try))
	return square || q.staged != ""
}

// hiddenPage is the header of a request that a page makes for itself while nobody
// looks at it: static/live.js.
const hiddenPage = "TR-Hidden"

// visit is what is known of a player's visits to a match before and after the
// page that the query asks for.
func (s *Server) visit(ctx context.Context, f folded, q matchQuery, player string) (before, after db.Visit, err error) {
	if before, err = s.store.Visit(ctx, f.ID, player); err != nil {
		return before, before, err
	}
	switch {
	case q.touches(f):
		after = acted(before, f.Ply, s.now())
	default:
		after = looked(before, f.Ply, s.now())
	}
	return before, after, nil
}

// markSeen notes that the visitor looks at the present state of a match.
func (s *Server) markSeen(c echo.Context, f folded, q matchQuery) error {
	player, ok := playerFrom(c)
	if !ok || seatOf(f.Match, player.ID) == 0 || q.shown != f.Ply || c.Request().Header.Get(hiddenPage) != "" {
		return nil
	}
	before, after, err := s.visit(c.Request().Context(), f, q, player.ID)
	if err != nil {
		return err
	}
	return s.noteVisit(c.Request().Context(), f, player.ID, before, after)
}

// markActed notes that a player has posted: a move shows that the news is known,
// the answer to an offer only that the match was looked at.
func (s *Server) markActed(ctx context.Context, f folded, player string, actions []string) error {
	before, err := s.store.Visit(ctx, f.ID, player)
	if err != nil {
		return err
	}
	after := looked(before, f.Ply, s.now())
	if !table.IsSurrounding(actions[0]) {
		after = acted(before, f.Ply, s.now())
	}
	return s.noteVisit(ctx, f, player, before, after)
}

// noteVisit stores how a player has come to know of a match, unless the last look
// was much the same.
func (s *Server) noteVisit(ctx context.Context, f folded, player string, before, after db.Visit) error {
	if before.Seen == after.Seen && before.Told == after.Told && before.Began.Equal(after.Began) && after.Latest.Sub(before.Latest) < visitNoted {
		return nil
	}
	return s.store.NoteVisit(ctx, f.ID, player, after)
}
