package match

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
	"tableronde/handlers/site"
	"tableronde/views"
	"tableronde/views/pages"
	boards "tableronde/views/parker"
)

// How many matches the page of several matches shows, and offers to choose from.
const (
	mostBoards  = 6
	mostOffered = 18
)

// GetWatch answers the page on which several matches are watched at once: those that the
// query names in m, else the latest, of the game in the query or of all. Only boards are
// shown: a table of cards cannot be read at this size, and what its play is about, the
// hands, no spectator sees. To htmx it answers the one match that is named.
func (s *Pages) GetWatch(c echo.Context) error {
	page, err := s.NewPage(c)
	if err != nil {
		return err
	}
	ctx, wanted := c.Request().Context(), c.QueryParams()["m"]
	player, _ := site.PlayerFrom(c)
	if site.IsHTMX(c) && len(wanted) == 1 {
		match, err := s.watchedBoard(ctx, page.Lang, player.ID, wanted[0])
		if err != nil {
			return err
		}
		return site.RenderHTML(c, http.StatusOK, pages.WatchedMatch(page, match))
	}
	m := pages.Watch{Page: page, Games: boards.Games(match.Games()), Game: c.QueryParam("game")}
	if _, known := match.GameNamed(m.Game); !known && m.Game != "" {
		return tables.ErrUnknownGame
	}
	offered, err := s.Club.Lists.Watchable(ctx, player.ID, m.Game, mostOffered)
	if err != nil {
		return err
	}
	if len(wanted) == 0 {
		for _, match := range offered[:min(len(offered), mostBoards)] {
			wanted = append(wanted, match.ID)
		}
	}
	if err := s.fillWatched(ctx, &m, player.ID, wanted); err != nil {
		return err
	}
	for _, match := range offered {
		chosen := slices.ContainsFunc(m.Shown, func(w pages.ShownMatch) bool { return w.Row.ID == match.ID })
		m.Offered = append(m.Offered, pages.OfferedMatch{Row: site.NewRow(m.Lang, match, player.ID), Chosen: chosen})
	}
	return site.RenderHTML(c, http.StatusOK, pages.WatchPage(m))
}

// fillWatched adds the boards of the matches that are wanted, as many as are shown, and
// counts those that the visitor may not watch.
func (s *Pages) fillWatched(ctx context.Context, m *pages.Watch, player string, wanted []string) error {
	var ids []string
	for _, id := range wanted {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	m.TooMany = len(ids) > mostBoards
	for _, id := range ids[:min(len(ids), mostBoards)] {
		shown, err := s.watchedBoard(ctx, m.Lang, player, id)
		switch {
		case errors.Is(err, db.ErrNotFound) || club.IsRefusal(err):
			m.Missing++
		case err != nil:
			return err
		default:
			m.Shown = append(m.Shown, shown)
		}
	}
	return nil
}

// watchedBoard returns a match on a board as spectators see it, with the clock of whoever
// is to move. The error is db.ErrNotFound for a match without a board or one that has not
// begun, and for what the player may not see.
func (s *Pages) watchedBoard(ctx context.Context, lang views.Lang, player, id string) (pages.ShownMatch, error) {
	f, err := s.Club.Match.Match(ctx, id, player)
	if err != nil {
		return pages.ShownMatch{}, err
	}
	if parker.BoardOf(f.Game) == nil || !f.Dealt() || f.Started.IsZero() {
		return pages.ShownMatch{}, db.ErrNotFound
	}
	view, ok := f.Table.State().View(games.Spectator).(parker.View)
	if !ok {
		return pages.ShownMatch{}, db.ErrNotFound
	}
	shown := pages.ShownMatch{Row: site.NewRow(lang, f.Match, player), View: view}
	shown.Row.Timed = s.RowClock(f.Match, "")
	if e, ok := f.Table.Last(); ok {
		shown.Last = e.Text
	}
	return shown, nil
}
