package handlers

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/table"
	"tableronde/handlers/club"
	"tableronde/views"
	"tableronde/views/pages"
)

// fillOffers lists the offers that wait for a player's answer.
func (s *Server) fillOffers(ctx context.Context, m *pages.Home, player string) error {
	asked, _, err := s.store.MatchesOf(ctx, player, db.Filter{Asked: true}, "", homeLive)
	if err != nil {
		return err
	}
	for _, match := range asked {
		f, err := s.matches.Match(ctx, match.ID, player)
		if err != nil {
			return err
		}
		m.Offers = append(m.Offers, offersIn(f, player, s.now())...)
	}
	return nil
}

// offersIn lists the offers in a match that wait for a player's answer.
func offersIn(f club.Match, player string, now time.Time) []pages.Offer {
	own := f.SeatsOf(player)
	waits := func(awaited []games.Seat) bool {
		return slices.ContainsFunc(awaited, func(seat games.Seat) bool { return slices.Contains(own, seat) })
	}
	var offers []pages.Offer
	add := func(o pages.Offer) {
		o.Row, o.Key = row(f.Match, player), newKey()
		offers = append(offers, o)
	}
	if f.Over {
		if r := rematching(f.Match, now); waits(r.Votes.Awaited) {
			add(pages.Offer{Kind: "rematch", By: r.By})
		}
		return offers
	}
	if _, awaited := f.Table.DrawVotes(); waits(awaited) {
		add(pages.Offer{Kind: "draw", By: f.Table.DrawOffer()})
	}
	if _, awaited := f.Table.UndoVotes(); waits(awaited) {
		by, line := f.Table.UndoOffer()
		add(pages.Offer{Kind: "undo", By: by, Move: moveAfter(f.Table, line)})
	}
	return offers
}

// moveAfter is the first game action after a line of the log that counts still, ""
// if there is none.
func moveAfter(t table.Match, line int) string {
	log := t.Log()
	for _, i := range t.Path() {
		if i >= line {
			return log[i].Text
		}
	}
	return ""
}

// rematching is how the offer of a rematch of a match stands: no seat offers one
// that has expired or has been accepted by all.
func rematching(m db.Match, now time.Time) views.Rematching {
	o := m.Offered
	if o.By == 0 || m.Rematch != "" || !o.Until.After(now) {
		return views.Rematching{}
	}
	r := views.Rematching{By: o.By, Declined: o.Declined, Votes: views.Votes{Agreed: o.Accepted}}
	for i := range m.Seats {
		if seat := games.Seat(i + 1); !slices.Contains(o.Accepted, seat) && o.Declined == 0 {
			r.Votes.Awaited = append(r.Votes.Awaited, seat)
		}
	}
	return r
}

// postRematch offers a rematch, or accepts one.
func (s *Server) postRematch(c echo.Context) error {
	player, ok := playerFrom(c)
	if !ok {
		return club.ErrNoSeat
	}
	f, err := s.matches.Rematch(c.Request().Context(), formOnce(c, player.ID), c.Param("id"), player.ID, "", noteID)
	if f, err = s.repeated(c, f, err); err != nil {
		return err
	}
	if f.ID != c.Param("id") {
		return redirect(c, matchPath(f.ID))
	}
	key := "offer_rematch"
	if f.Offered.By != club.SeatOf(f.Match, player.ID) {
		key = "accept_rematch"
	}
	return s.afterOffer(c, f, key)
}

// postDeclineRematch declines a rematch, or takes the offer of one back.
func (s *Server) postDeclineRematch(c echo.Context) error {
	player, ok := playerFrom(c)
	if !ok {
		return club.ErrNoSeat
	}
	f, err := s.matches.DeclineRematch(c.Request().Context(), formOnce(c, player.ID), c.Param("id"), player.ID, noteID)
	if f, err = s.repeated(c, f, err); err != nil {
		return err
	}
	key := "decline_rematch"
	if f.Offered.By == 0 {
		key = "withdraw_rematch"
	}
	return s.afterOffer(c, f, key)
}

// afterOffer leads back to where an offer was answered, and says what was done.
func (s *Server) afterOffer(c echo.Context, f club.Match, key string) error {
	done := "?" + url.Values{"done": {key}}.Encode()
	switch {
	case c.FormValue("home") != "":
		return redirect(c, "/"+done)
	case isHTMX(c):
		return s.showPosted(c, f, actionForm{actions: []string{""}}, &views.Notice{Key: key, Good: true}, http.StatusOK)
	}
	return redirect(c, matchPath(f.ID)+done)
}

// answersTold are what a page may say was done, besides what the log of a match
// tells.
var answersTold = []string{"offer_rematch", "accept_rematch", "decline_rematch", "withdraw_rematch",
	"draw_agreed", "accept_draw", "decline_draw", "accept_undo", "decline_undo"}

// doneNotice says what the query of a page names as done just now, nil for nothing.
func doneNotice(c echo.Context) *views.Notice {
	if key := c.QueryParam("done"); slices.Contains(answersTold, key) {
		return &views.Notice{Key: key, Good: true}
	}
	return nil
}

// doneBy says what a player's last event in a match was and did.
func doneBy(f club.Match, player string) *views.Notice {
	return &views.Notice{Key: lastDone(f, player), Good: true}
}

func lastDone(f club.Match, player string) string {
	own := f.SeatsOf(player)
	log := f.Table.Log()
	i := len(log) - 1
	for i >= 0 && !slices.Contains(own, log[i].Seat) {
		i--
	}
	if i < 0 {
		return "sent"
	}
	before, after := f.Table.At(i), f.Table.At(i+1)
	switch key := views.EventKey(log[i].Text); {
	case !table.IsSurrounding(log[i].Text):
		if _, awaited := before.DrawVotes(); slices.Contains(awaited, log[i].Seat) && after.DrawOffer() == 0 && !after.Over() {
			return "sent_declined"
		}
		return "sent"
	case key == "accept_draw" && after.Over():
		return "draw_agreed"
	case key == "accept_undo" && f.Solo:
		return "take_back"
	case key == "timeout":
		return "sent"
	default:
		return key
	}
}

// answeredAtHome leads back to the home page after an offer was answered there.
func answeredAtHome(c echo.Context, f club.Match, player string) error {
	return redirect(c, "/?"+url.Values{"done": {lastDone(f, player)}}.Encode())
}
