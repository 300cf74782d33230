package match

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/table"
	"tableronde/handlers/club/match"
	"tableronde/handlers/site"
	"tableronde/views"
	"tableronde/views/pages"
)

// HomeLive is the most matches in progress on the home page.
const HomeLive = 50

// FillOffers lists the offers that wait for a player's answer.
func (s *Pages) FillOffers(ctx context.Context, m *pages.Home, player string) error {
	asked, _, err := s.Club.Lists.MatchesOf(ctx, player, db.Filter{Asked: true}, "", HomeLive)
	if err != nil {
		return err
	}
	all, err := s.LoadAll(ctx, asked)
	if err != nil {
		return err
	}
	for _, match := range asked {
		if f, ok := all[match.ID]; ok {
			m.Offers = append(m.Offers, offersIn(m.Lang, f, player, s.Now())...)
		}
	}
	return nil
}

// LoadAll loads the matches of a list. Matches that cannot be replayed are logged and left out.
func (s *Pages) LoadAll(ctx context.Context, list []db.Match) (map[string]match.Match, error) {
	all, err := s.Club.Match.LoadAll(ctx, list)
	if err != nil && all != nil {
		s.Log.LogAttrs(ctx, slog.LevelWarn, "cannot replay matches of a list", slog.Any("error", err))
		err = nil
	}
	return all, err
}

// offersIn lists the offers in a match that wait for a player's answer.
func offersIn(lang views.Lang, f match.Match, player string, now time.Time) []pages.Offer {
	own := f.SeatsOf(player)
	waits := func(awaited []games.Seat) bool {
		return slices.ContainsFunc(awaited, func(seat games.Seat) bool { return slices.Contains(own, seat) })
	}
	var offers []pages.Offer
	add := func(o pages.Offer) {
		o.Row, o.Key = site.NewRow(lang, f.Match, player), site.NewKey()
		offers = append(offers, o)
	}
	if f.Over {
		if r := newRematching(f.Match, now); waits(r.Votes.Awaited) {
			add(pages.Offer{Kind: "rematch", By: r.By})
		}
		return offers
	}
	if o := f.Table.DrawOffer(); waits(o.Awaited) {
		add(pages.Offer{Kind: "draw", By: o.By})
	}
	if o := f.Table.UndoOffer(); waits(o.Awaited) {
		add(pages.Offer{Kind: "undo", By: o.By, Move: moveAfter(f.Table, o.Line)})
	}
	if o, awaited := f.BotOffer(); waits(awaited) {
		add(pages.Offer{Kind: "bot", By: o.By, Seat: o.Seat, Level: o.Level})
	}
	return offers
}

// moveAfter returns the first action of the game after a line of the log that was not taken back,
// "" if there is none.
func moveAfter(t table.Match, line int) string {
	log := t.Log()
	for _, i := range t.Path() {
		if i >= line {
			return log[i].Text
		}
	}
	return ""
}

// PostRematch offers a rematch, or accepts one.
func (s *Pages) PostRematch(c echo.Context, player db.Player) error {
	f, err := s.Club.Tables.Rematch(c.Request().Context(), site.PageKey(c, player.ID), c.Param("id"), player.ID, "", site.NoteID)
	if f, err = s.FindRepeated(c, f, err); err != nil {
		return err
	}
	if f.ID != c.Param("id") {
		return site.Redirect(c, site.MatchPath(f.ID))
	}
	key := "offer_rematch"
	if f.Offered.By != match.SeatOf(f.Match, player.ID) {
		key = "accept_rematch"
	}
	return s.showAfterOffer(c, f, player, key)
}

// PostDeclineRematch declines a rematch, or takes back the visitor's own offer.
func (s *Pages) PostDeclineRematch(c echo.Context, player db.Player) error {
	f, err := s.Club.Tables.DeclineRematch(c.Request().Context(), site.PageKey(c, player.ID), c.Param("id"), player.ID, site.NoteID)
	if f, err = s.FindRepeated(c, f, err); err != nil {
		return err
	}
	key := "decline_rematch"
	if f.Offered.By == 0 {
		key = "withdraw_rematch"
	}
	return s.showAfterOffer(c, f, player, key)
}

// showAfterOffer redirects to the page where an offer was answered, with a confirmation.
func (s *Pages) showAfterOffer(c echo.Context, f match.Match, player db.Player, key string) error {
	done := "?" + url.Values{"done": {key}}.Encode()
	switch {
	case c.FormValue("home") != "":
		return site.Redirect(c, "/"+done)
	case site.IsHTMX(c):
		return s.showPosted(c, f, actionForm{actions: []string{""}}, player, &views.Notice{Key: key, Good: true}, http.StatusOK)
	}
	return site.Redirect(c, site.MatchPath(f.ID)+done)
}
