package handlers

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/views"
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
	page, err := s.page(c)
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
		m.Notice = doneNotice(c)
	}
	if m.Tables, err = s.store.CountOpenTables(ctx); err != nil {
		return err
	}
	if m.Public, err = s.publicMatches(ctx, player.ID, m.Roomy()); err != nil {
		return err
	}
	return choose(c, http.StatusOK, pages.HomePage(m), pages.HomeFragment(m))
}

func (s *Server) fillHome(ctx context.Context, m *pages.Home, player string) error {
	live, over := false, true
	turns, _, err := s.store.MatchesOf(ctx, player, db.Filter{Turn: true, Shared: true}, "", homeLive)
	if err != nil {
		return fmt.Errorf("list matches that await: %w", err)
	}
	rest, _, err := s.store.MatchesOf(ctx, player, db.Filter{Over: &live}, "", homeLive)
	if err != nil {
		return fmt.Errorf("list live matches: %w", err)
	}
	ended, _, err := s.store.MatchesOf(ctx, player, db.Filter{Over: &over}, "", homeFinished)
	if err != nil {
		return fmt.Errorf("list finished matches: %w", err)
	}
	slices.SortStableFunc(turns, func(a, b db.Match) int { return cmp.Compare(a.Moved.UnixMicro(), b.Moved.UnixMicro()) })
	awaits := make(map[string]bool, len(turns))
	for _, match := range turns {
		awaits[match.ID] = true
		m.Awaiting = append(m.Awaiting, s.toldRow(ctx, m.Page, match, player))
	}
	for _, match := range rest {
		switch {
		case awaits[match.ID]:
		case match.Solo:
			m.Alone = append(m.Alone, s.toldRow(ctx, m.Page, match, player))
		case match.Started.IsZero():
			m.Open = append(m.Open, row(match, player))
		default:
			m.Waiting = append(m.Waiting, row(match, player))
		}
	}
	for _, match := range ended {
		m.Finished = append(m.Finished, row(match, player))
	}
	return nil
}

// row is a match as lists show it to a player, "" for a visitor.
func row(m db.Match, player string) pages.Row {
	r := pages.Row{
		ID:      m.ID,
		Game:    club.GameOf(m),
		Seats:   seats(m, player),
		Title:   m.Title,
		Solo:    m.Solo,
		Public:  m.Public,
		Study:   m.Options[positionOption],
		ToAct:   m.ToAct,
		Ply:     m.Ply,
		Created: m.Created,
		Moved:   m.Moved,
		Result:  m.Result,
	}
	if m.Moved.IsZero() {
		r.Moved = m.Started
	}
	for _, p := range m.Seats {
		if p.ID == m.Host {
			r.Host = views.Isolate(p.Name)
		}
	}
	if m.Ply > 0 && !veiled(m) {
		r.Last = views.Event{Seat: m.Last.Seat, Text: m.Last.Text, At: m.Last.At}
	}
	return r
}

// toldRow is a row that also tells the story of a match of hidden cards.
func (s *Server) toldRow(ctx context.Context, p views.Page, m db.Match, player string) pages.Row {
	r := row(m, player)
	if !veiled(m) || m.Ply == 0 {
		return r
	}
	f, err := s.matches.Match(ctx, m.ID, player)
	if err != nil {
		s.log.LogAttrs(ctx, slog.LevelWarn, "story of a row", slog.String("match", m.ID), slog.Any("error", err))
		return r
	}
	r.Story = rowStory(p, r, f, player)
	return r
}

func seats(m db.Match, player string) []views.Seat {
	list := make([]views.Seat, len(m.Seats))
	for i, p := range m.Seats {
		list[i] = views.Seat{Name: views.Isolate(p.Name), You: p.ID != "" && p.ID == player}
	}
	return list
}
