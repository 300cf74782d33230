// Package people has the pages about players: home, the visitor's own page, profiles, ladders and
// ratings. It imports the pages of matches and tables, whose parts they show.
package people

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/match"
	matchpages "tableronde/handlers/match"
	"tableronde/handlers/site"
	"tableronde/handlers/tables"
	"tableronde/views"
	"tableronde/views/pages"
)

// homeFinished is the number of finished matches on the home page.
const homeFinished = 6

// GetHome answers the home page: the matches that wait for the visitor, and the games.
func (s *Pages) GetHome(c echo.Context, page views.Page) (err error) {
	ctx := c.Request().Context()
	m := pages.Home{Page: page, Games: match.Games(), Key: site.NewKey()}
	player, ok := site.PlayerFrom(c)
	if ok {
		if err := s.fillHome(ctx, &m, player.ID); err != nil {
			return err
		}
		if err := s.match.FillOffers(ctx, &m, player.ID); err != nil {
			return fmt.Errorf("list offers: %w", err)
		}
		if err := s.tables.FillChallenges(ctx, &m, player.ID); err != nil {
			return fmt.Errorf("list challenges: %w", err)
		}
		m.Notice = site.QueryNotice(c)
	}
	if m.Here, err = s.match.PresentPlayers(ctx, player.ID); err != nil {
		return err
	}
	if m.Tables, err = s.Store.CountOpenTables(ctx, player.ID); err != nil {
		return err
	}
	if m.Public, err = s.tables.PublicMatches(ctx, m.Lang, player.ID, m.Roomy()); err != nil {
		return err
	}
	return site.Render(c, http.StatusOK, pages.HomePage(m), pages.HomeFragment(m))
}

func (s *Pages) fillHome(ctx context.Context, m *pages.Home, player string) error {
	live, over := false, true
	turns, _, err := s.Club.Lists.MatchesOf(ctx, player, db.Filter{Turn: true, Shared: true}, "", matchpages.HomeLive)
	if err != nil {
		return err
	}
	rest, _, err := s.Club.Lists.MatchesOf(ctx, player, db.Filter{Over: &live, Left: true}, "", matchpages.HomeLive)
	if err != nil {
		return err
	}
	ended, _, err := s.Club.Lists.MatchesOf(ctx, player, db.Filter{Over: &over}, "", homeFinished)
	if err != nil {
		return err
	}
	if turns, err = s.addPressing(ctx, turns, m.TurnsIn, player); err != nil {
		return err
	}
	slices.SortStableFunc(turns, func(a, b db.Match) int { return compareTurns(a, b, player) })
	told := slices.DeleteFunc(slices.Concat(turns, rest), func(m db.Match) bool { return !site.TellsStory(m) || m.Over })
	all, err := s.match.LoadAll(ctx, told)
	if err != nil {
		return err
	}
	awaits := make(map[string]bool, len(turns))
	for _, match := range turns {
		awaits[match.ID] = true
		row := site.NewStoryRow(m.Page, match, all, player)
		row.Timed = s.match.RowClock(match, player)
		m.Awaiting = append(m.Awaiting, row)
	}
	for _, match := range rest {
		switch {
		case awaits[match.ID]:
		case match.Solo:
			m.Alone = append(m.Alone, site.NewStoryRow(m.Page, match, all, player))
		case match.Started.IsZero():
			m.Open = append(m.Open, site.NewRow(m.Lang, match, player))
		default:
			row := site.NewRow(m.Lang, match, player)
			row.Timed = s.match.RowClock(match, player)
			m.Waiting = append(m.Waiting, row)
		}
	}
	slices.SortStableFunc(m.Waiting, compareClocks)
	for _, match := range ended {
		m.Finished = append(m.Finished, site.NewRow(m.Lang, match, player))
	}
	return nil
}

// addPressing adds the most urgent matches to the newest ones that wait for a player.
func (s *Pages) addPressing(ctx context.Context, turns []db.Match, first []string, player string) ([]db.Match, error) {
	if len(turns) < matchpages.HomeLive {
		return turns, nil
	}
	for _, id := range first {
		if slices.ContainsFunc(turns, func(m db.Match) bool { return m.ID == id }) {
			continue
		}
		f, err := s.Club.Match.Match(ctx, id, player)
		if err != nil {
			return nil, err
		}
		turns = append(turns, f.Match)
	}
	return turns, nil
}

// compareTurns orders matches that wait for a player. The least time left comes first; matches
// without clocks come last, the longest wait first.
func compareTurns(a, b db.Match, player string) int {
	until := [2]time.Time{deadlineOf(a, player), deadlineOf(b, player)}
	if c := compareBool(until[0].IsZero(), until[1].IsZero()); c != 0 {
		return c
	}
	if c := until[0].Compare(until[1]); c != 0 {
		return c
	}
	return cmp.Compare(lastChange(a).UnixMicro(), lastChange(b).UnixMicro())
}

// lastChange returns the time of the last event of a match, or of its start if it has no event.
func lastChange(m db.Match) time.Time {
	if m.Ply == 0 {
		return m.Started
	}
	return m.Moved
}

// compareClocks orders matches by the running clock, the least time left first. Matches without
// clocks come last.
func compareClocks(a, b pages.Row) int {
	if c := compareBool(a.Timed == nil, b.Timed == nil); c != 0 || a.Timed == nil {
		return c
	}
	return a.Timed.Deadline.Compare(b.Timed.Deadline)
}

// compareBool orders false before true.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// deadlineOf returns the time at which the first clock of a player falls, zero for none.
func deadlineOf(m db.Match, player string) time.Time {
	var first time.Time
	if m.Deadlines == nil {
		return first
	}
	for _, seat := range m.SeatsOf(player) {
		if at := m.Deadlines[seat-1]; !at.IsZero() && (first.IsZero() || at.Before(first)) {
			first = at
		}
	}
	return first
}

// Pages are the pages about players.
type Pages struct {
	*site.Site
	match  *matchpages.Pages
	tables *tables.Pages
}

// New returns the pages about the players of a site.
func New(s *site.Site, matches *matchpages.Pages, lobby *tables.Pages) *Pages {
	return &Pages{Site: s, match: matches, tables: lobby}
}
