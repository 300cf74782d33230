package tables

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
	matchpages "tableronde/handlers/match"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/families"
	"tableronde/views/pages"
)

const lobbyRows = 20

var errOlderTables = web.Refuse(http.StatusBadRequest, "bad_query", "this link to older tables is broken: begin again with the first page")

// GetTables answers the list of open tables. Its first page begins with the tables that fit the
// visitor.
func (s *Pages) GetTables(c echo.Context, page views.Page) error {
	ctx := c.Request().Context()
	f, err := parseFilter(c)
	if err != nil {
		return err
	}
	m := pages.Lobby{Page: page, Games: match.Games(), Filter: pages.TableFilter{Game: f.Game, Seats: f.Seats, Pace: string(f.Pace)}, Older: web.Cursor(c) != "", Key: site.NewKey()}
	player, _ := site.PlayerFrom(c)
	list, next, err := s.Club.Tables.OpenTables(ctx, player.ID, f, web.Cursor(c), lobbyRows)
	if err != nil {
		return web.RefuseCursor(err, errOlderTables)
	}
	var fitting []db.Match
	if !m.Older && len(list) > 1 {
		if fitting, err = s.Club.Tables.FittingTables(ctx, player.ID, f, tables.MostFitting); err != nil {
			return err
		}
	}
	shown := make(map[string]bool)
	for _, t := range fitting {
		m.Fitting, shown[t.ID] = append(m.Fitting, site.NewRow(m.Lang, t, player.ID)), true
	}
	for _, t := range list {
		if !shown[t.ID] {
			m.Tables = append(m.Tables, site.NewRow(m.Lang, t, player.ID))
		}
	}
	m.Next = next
	if m.Public, err = s.PublicMatches(ctx, m.Lang, player.ID, true); err != nil {
		return err
	}
	return site.Render(c, http.StatusOK, pages.LobbyPage(m), pages.LobbyFragment(m))
}

// parseFilter parses the filter of open tables in the query.
func parseFilter(c echo.Context) (db.TableFilter, error) {
	seats, err := web.ParseCount(cmp.Or(c.QueryParam("seats"), "0"), 0)
	if err != nil || seats > matchpages.MaxSeats {
		return db.TableFilter{}, club.InvalidField("invalid_seats", "seats", "%.20q is not a number of players: choose one of the list", c.QueryParam("seats"))
	}
	return tables.FilterTables(c.QueryParam("game"), seats, c.QueryParam("pace"))
}

// PublicRows is the number of other people's matches of each kind on a page. publicAsked matches
// are read from the store, because some of them are left out: the visitor's own ones, and the one
// shown as a board.
const (
	PublicRows  = 5
	publicAsked = 12
)

// PublicMatches lists matches that a player, "" for a visitor, may watch. With shown, it adds the
// position of one board match as a spectator sees it: the one with the latest move, or else the
// newest exhibition, or else the last to end.
func (s *Pages) PublicMatches(ctx context.Context, lang views.Lang, player string, shown bool) (pages.PublicMatches, error) {
	var m pages.PublicMatches
	for _, kind := range []struct {
		over bool
		rows *[]pages.Row
	}{{false, &m.Live}, {true, &m.Over}} {
		if shown && kind.over && m.Shown == nil {
			var err error
			if m.Shown, err = s.shownExhibition(ctx, lang); err != nil {
				return pages.PublicMatches{}, err
			}
		}
		list, err := s.Club.Lists.PublicMatches(ctx, kind.over, publicAsked)
		if err != nil {
			return pages.PublicMatches{}, err
		}
		for _, one := range list {
			if match.SeatOf(one, player) != 0 {
				continue
			}
			if shown && m.Shown == nil {
				if m.Shown = s.shownMatch(ctx, lang, one); m.Shown != nil {
					continue
				}
			}
			if len(*kind.rows) < PublicRows {
				*kind.rows = append(*kind.rows, site.NewRow(lang, one, player))
			}
		}
	}
	return m, nil
}

// shownExhibition returns the newest exhibition on a board, nil for none.
func (s *Pages) shownExhibition(ctx context.Context, lang views.Lang) (*pages.ShownMatch, error) {
	list, err := s.Club.Shows.Latest(ctx)
	for _, m := range list {
		if shown := s.shownMatch(ctx, lang, m); shown != nil {
			return shown, nil
		}
	}
	return nil, err
}

// shownMatch returns a board match with its position. It is nil for any other match and for one
// that cannot be replayed.
func (s *Pages) shownMatch(ctx context.Context, lang views.Lang, match db.Match) *pages.ShownMatch {
	if family, _ := families.Of(match.Game); !family.Board {
		return nil
	}
	t, err := s.Club.Match.Position(ctx, match)
	if err != nil {
		s.Log.LogAttrs(ctx, slog.LevelWarn, "cannot load position of a public match", slog.String("match", match.ID), slog.Any("error", err))
		return nil
	}
	view, ok := t.State().View(games.Spectator).(parker.View)
	if !ok {
		return nil
	}
	shown := &pages.ShownMatch{Row: site.NewRow(lang, match, ""), View: view}
	if e, ok := t.Last(); ok {
		shown.Last = e.Text
	}
	return shown
}
