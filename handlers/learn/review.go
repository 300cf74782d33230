package learn

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/handlers/club/bots"
	"tableronde/handlers/match"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/families"
)

// GetReview answers the page on which a match that is over is reviewed, for whoever may
// see the match or has a link to it: ply says which move is looked at, the largest swing without it, and of
// whose chances the graph tells. While the review is being made, the page says how far
// that is, and asks again.
func (s *Pages) GetReview(c echo.Context) error {
	f, err := s.match.LoadMatch(c)
	if err != nil {
		return err
	}
	player, _ := site.PlayerFrom(c)
	r, err := s.Club.Bots.ReviewOf(c.Request().Context(), f, player.ID)
	switch {
	case err != nil && club.ErrorOf(err).Code == "not_over":
		return site.Redirect(c, site.MatchPath(f.ID))
	case err != nil && club.ErrorOf(err).Code == "no_review":
		return db.ErrNotFound
	case err != nil:
		return err
	}
	family, _ := families.Of(r.Match.Game)
	if family.Choice != nil {
		return s.showDecisions(c, r, family)
	}
	if family.Review == nil {
		return db.ErrNotFound
	}
	m := views.Review{Found: r.Review, Of: r.Of, Done: r.Done, Index: -1, Whose: 1}
	if of := c.QueryParam("of"); of != "" {
		seat, err := match.FormSeat(of, len(r.Match.Seats))
		if err != nil {
			return err
		}
		m.Whose = int(seat)
	}
	if m.Index, err = reviewedMove(c, r); err != nil {
		return err
	}
	shown := r.Match.Ply
	if m.Index >= 0 {
		shown = r.Review.Moves[m.Index].Ply
	}
	if m.Match, err = s.match.MatchModel(c, r.Match, match.MatchQuery{Shown: shown, Look: match.ParseLook(c.QueryParam, r.Match)}); err != nil {
		return err
	}
	m.Token = c.Param("token")
	m.Page.Path = m.Address() + "/review"
	return site.RenderHTML(c, http.StatusOK, family.Review(m, site.IsHTMX(c)))
}

// reviewedMove returns the index of the move that a query names: the one that was played
// in the position after so many events. Without one, it is the move of the largest swing,
// else the first; -1 while the review is being made.
func reviewedMove(c echo.Context, r bots.Reviewed) (int, error) {
	if !r.Done || len(r.Review.Moves) == 0 {
		return -1, nil
	}
	if text := c.QueryParam("ply"); text != "" {
		ply, err := strconv.Atoi(text)
		if err != nil || ply < 0 || ply > r.Match.Ply {
			return 0, web.Refuse(http.StatusBadRequest, "bad_query", "this match has no such ply")
		}
		if i := r.Review.At(ply); i >= 0 {
			return i, nil
		}
		return len(r.Review.Moves) - 1, nil
	}
	largest := 0
	for _, i := range r.Review.Swings() {
		if r.Review.Moves[i].Loss() > r.Review.Moves[largest].Loss() {
			largest = i
		}
	}
	return largest, nil
}
