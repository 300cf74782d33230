package match

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/families"
	"tableronde/views/pages"
	boards "tableronde/views/parker"
)

// The most matches that the page of several matches shows, and offers for choice.
const (
	mostBoards  = 6
	mostOffered = 18
)

// GetWatch answers the page that shows several board matches at once. They are the matches named by
// m in the query, or the latest ones, of all games or of one. Card tables are not shown: they need
// more room, and their hands are hidden from spectators. For htmx it answers one named match.
func (s *Pages) GetWatch(c echo.Context, page views.Page) error {
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
	if m.Here, err = s.PresentPlayers(ctx, player.ID); err != nil {
		return err
	}
	shows, err := s.Club.Shows.Latest(ctx)
	if err != nil {
		return err
	}
	if len(shows) > 0 {
		newest := site.NewRow(m.Lang, shows[0], "")
		m.Exhibition = &newest
	}
	for _, show := range shows { // in place of an empty stand
		if len(wanted) == 0 && match.OnBoard(show.Game) && (m.Game == "" || m.Game == show.Game) {
			wanted = append(wanted, show.ID)
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

// PresentPlayers lists players who are here, if the visitor may ask them for a match.
func (s *Pages) PresentPlayers(ctx context.Context, player string) (list []pages.Person, err error) {
	here, err := s.Club.Tables.Askable(ctx, player, s.Hub.Here())
	for _, p := range here {
		list = append(list, pages.Person{ID: p.ID, Name: p.Name})
	}
	return list, err
}

// fillWatched adds the boards of the wanted matches, up to the limit, and counts those that the
// visitor may not watch.
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

// watchedBoard returns a board match as spectators see it, with the clock of the side to move. The
// error is db.ErrNotFound for a match without a board, for one that has not begun, and for one that
// the player may not see.
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

// GetShare answers the page on which players choose who else may see a match.
func (s *Pages) GetShare(c echo.Context) error {
	return s.showShare(c, "")
}

// showShare renders the page of GetShare. token is the token of a new link, "" for none.
func (s *Pages) showShare(c echo.Context, token string) error {
	player, _ := site.PlayerFrom(c)
	f, err := s.Club.Tables.Shareable(c.Request().Context(), c.Param("id"), player.ID)
	if err != nil {
		return err
	}
	m, err := s.MatchModel(c, f, MatchQuery{Shown: f.Ply})
	if err != nil {
		return err
	}
	m.Page.Path = site.MatchPath(f.ID) + "/share"
	return site.RenderHTML(c, http.StatusOK, pages.SharePage(pages.Share{Match: m, Shown: f.Shown, Linked: f.Shared, Link: token}))
}

// PostShare makes the match public or private, makes a link to it, or withdraws the link.
func (s *Pages) PostShare(c echo.Context, player db.Player) (err error) {
	ctx, id := c.Request().Context(), c.Param("id")
	switch c.FormValue("do") {
	case "show":
		_, err = s.Club.Tables.SetShown(ctx, id, player.ID, true)
	case "hide":
		_, err = s.Club.Tables.SetShown(ctx, id, player.ID, false)
	case "unlink":
		_, err = s.Club.Tables.Unshare(ctx, id, player.ID)
	case "link":
		return s.makeLink(c, player)
	default:
		return web.Refuse(http.StatusBadRequest, "bad_form", "the form names no known act: open the page again and use its buttons")
	}
	return site.RedirectUnless(c, err, site.MatchPath(id)+"/share")
}

// makeLink answers with a new link. It cannot be shown again, because only its hash is stored. A
// form that is sent twice makes one link.
func (s *Pages) makeLink(c echo.Context, player db.Player) error {
	answer := func(token string) (int, []byte) { return http.StatusOK, []byte(token) }
	token, err := s.Club.Tables.Share(c.Request().Context(), site.FormKey(c, player.ID), c.Param("id"), player.ID, answer)
	var done *db.Answered
	if errors.As(err, &done) {
		token, err = string(done.Note), nil
	}
	if err != nil {
		return err
	}
	return s.showShare(c, token)
}

// GetShared answers the match of a shared link. Players of the match are redirected to their own
// view.
func (s *Pages) GetShared(c echo.Context) error {
	f, err := s.Club.Match.MatchByShare(c.Request().Context(), c.Param("token"))
	if err != nil {
		return err
	}
	if player, ok := site.PlayerFrom(c); ok && match.SeatOf(f.Match, player.ID) != 0 {
		return site.Redirect(c, site.MatchPath(f.ID))
	}
	q, err := ParseMatchQuery(c, f)
	if err != nil {
		return err
	}
	m, err := s.MatchModel(c, f, q)
	if err != nil {
		return err
	}
	m.Token = c.Param("token")
	return ShowMatchPage(c, http.StatusOK, m)
}

// LoadMatch returns the match in the path if the visitor may see it, or the match of the link in
// the path.
func (s *Pages) LoadMatch(c echo.Context) (match.Match, error) {
	if token := c.Param("token"); token != "" {
		return s.Club.Match.MatchByShare(c.Request().Context(), token)
	}
	player, _ := site.PlayerFrom(c)
	return s.Club.Match.Match(c.Request().Context(), c.Param("id"), player.ID)
}

// touches reports whether the query comes from touching a piece on a board. Looking at cards does
// not count, so it leaves the news on the page.
func (q MatchQuery) touches(f match.Match) bool {
	if family, _ := families.Of(f.Game); !family.Board || q.Shown != f.Ply {
		return false
	}
	return q.staged != "" || boards.HasSquare(f.Game, strings.ToUpper(q.try))
}

// noteVisit stores that the visitor has seen the present state of a match.
func (s *Pages) noteVisit(c echo.Context, f match.Match, q MatchQuery) error {
	player, ok := site.PlayerFrom(c)
	if !ok || match.SeatOf(f.Match, player.ID) == 0 || q.Shown != f.Ply || c.Request().Header.Get(site.HiddenPage) != "" {
		return nil
	}
	return s.Club.Match.NoteVisit(c.Request().Context(), f, player.ID, q.touches(f))
}
