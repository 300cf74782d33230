package handlers

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/views/pages"
)

// How many rows home shows of each kind.
const (
	homeLive     = 50
	homeFinished = 6
)

// getHome answers the first page: what awaits the visitor, and the games.
func (s *Server) getHome(c echo.Context) error {
	ctx := c.Request().Context()
	page, err := s.newPage(c)
	if err != nil {
		return err
	}
	m := pages.Home{Page: page, Games: club.Games(), Key: newKey()}
	player, ok := playerFrom(c)
	if ok {
		if err := s.fillHome(ctx, &m, player.ID); err != nil {
			return err
		}
		if err := s.fillOffers(ctx, &m, player.ID); err != nil {
			return fmt.Errorf("list offers: %w", err)
		}
		m.Notice = queryNotice(c)
	}
	if m.Tables, err = s.matches.CountOpenTables(ctx); err != nil {
		return err
	}
	if m.Public, err = s.publicMatches(ctx, player.ID, m.Roomy()); err != nil {
		return err
	}
	return render(c, http.StatusOK, pages.HomePage(m), pages.HomeFragment(m))
}

func (s *Server) fillHome(ctx context.Context, m *pages.Home, player string) error {
	live, over := false, true
	turns, _, err := s.matches.MatchesOf(ctx, player, db.Filter{Turn: true, Shared: true}, "", homeLive)
	if err != nil {
		return err
	}
	rest, _, err := s.matches.MatchesOf(ctx, player, db.Filter{Over: &live}, "", homeLive)
	if err != nil {
		return err
	}
	ended, _, err := s.matches.MatchesOf(ctx, player, db.Filter{Over: &over}, "", homeFinished)
	if err != nil {
		return err
	}
	slices.SortStableFunc(turns, func(a, b db.Match) int { return cmp.Compare(a.Moved.UnixMicro(), b.Moved.UnixMicro()) })
	awaits := make(map[string]bool, len(turns))
	for _, match := range turns {
		awaits[match.ID] = true
		m.Awaiting = append(m.Awaiting, s.newStoryRow(ctx, m.Page, match, player))
	}
	for _, match := range rest {
		switch {
		case awaits[match.ID]:
		case match.Solo:
			m.Alone = append(m.Alone, s.newStoryRow(ctx, m.Page, match, player))
		case match.Started.IsZero():
			m.Open = append(m.Open, newRow(match, player))
		default:
			m.Waiting = append(m.Waiting, newRow(match, player))
		}
	}
	for _, match := range ended {
		m.Finished = append(m.Finished, newRow(match, player))
	}
	return nil
}
