package match

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/handlers/club/match"
	"tableronde/views/board"
	"tableronde/views/locale"
)

// GetMoving answers a picture in which the moves of a match on a board are played, for
// whoever may see the match. Of the query, from and to are the plies it begins and ends at,
// last=1 has the last move alone, and loop=1 plays it again and again; turn, theme and
// lang are those of other pictures. It has at most board.MovingLegs legs: of a longer match
// the last ones, which its title says.
func (s *Pages) GetMoving(c echo.Context) error {
	f, err := s.LoadMatch(c)
	if err != nil {
		return err
	}
	if parker.BoardOf(f.Game) == nil || !f.Dealt() || f.Started.IsZero() {
		return fmt.Errorf("a match without moves on a board: %w", db.ErrNotFound)
	}
	p, err := matchPreview(c, f)
	if err != nil {
		return err
	}
	if err := readStyle(c, &p); err != nil {
		return err
	}
	moves, err := movesOf(c, f)
	if err != nil {
		return err
	}
	picture, _ := p.Picture()
	if moves.first > 0 {
		picture.Title += " " + locale.T(p.Lang, "moving.part", "First", moves.first, "Last", moves.last)
	}
	picture.View, picture.LastMove = moves.before, nil
	svg := board.Moving{Picture: picture, Moves: moves.legs, After: moves.after, Loop: c.QueryParam("loop") == "1"}.SVG()
	if _, known := tagPicture(c, svg, "moving", matchPictureAge, f.Public && c.Param("token") == ""); known {
		return c.NoContent(http.StatusNotModified)
	}
	return sendSVG(c, svg)
}

// movesShown are the moves that a moving picture plays.
type movesShown struct {
	before, after parker.View
	legs          [][]parker.Leg
	first, last   int // numbers of its moves, 0 where these are all that were played
}

// movesOf returns the moves of a match that the query names, without those that were taken
// back.
func movesOf(c echo.Context, f match.Match) (m movesShown, err error) {
	to, err := queryPly(c, "to", f.Ply)
	if err != nil {
		return m, err
	}
	from := 0
	if c.QueryParam("from") != "" {
		if from, err = queryPly(c, "from", to); err != nil {
			return m, err
		}
	}
	b, end, log := parker.BoardOf(f.Game), f.Table.At(to), f.Table.Log()
	var plies []int
	for _, ply := range end.Path() {
		if legs, err := b.Route(log[ply].Text); err == nil { // else somebody resigned and the game goes on
			plies, m.legs = append(plies, ply), append(m.legs, legs)
		}
	}
	all := len(plies)
	if c.QueryParam("last") == "1" && all > 0 {
		from = plies[all-1]
	}
	skipped, _ := slices.BinarySearch(plies, from)
	m.legs = board.LatestMoves(m.legs[skipped:])
	begin := end
	if plies = plies[all-len(m.legs):]; len(plies) > 0 {
		begin = f.Table.At(plies[0])
	}
	if len(plies) < all {
		m.first, m.last = all-len(plies)+1, all
	}
	var one, other bool
	m.before, one = begin.State().View(games.Spectator).(parker.View)
	m.after, other = end.State().View(games.Spectator).(parker.View)
	if !one || !other {
		return m, db.ErrNotFound
	}
	return m, nil
}
