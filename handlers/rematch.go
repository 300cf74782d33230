package handlers

import (
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club/match"
	"tableronde/views"
)

// newRematching describes the offer of a rematch. It is empty if the offer has
// expired or everybody has accepted it.
func newRematching(m db.Match, now time.Time) views.Rematching {
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
		return match.ErrNoSeat
	}
	f, err := s.club.Tables.Rematch(c.Request().Context(), pageKey(c, player.ID), c.Param("id"), player.ID, "", noteID)
	if f, err = s.findRepeated(c, f, err); err != nil {
		return err
	}
	if f.ID != c.Param("id") {
		return redirect(c, matchPath(f.ID))
	}
	key := "offer_rematch"
	if f.Offered.By != match.SeatOf(f.Match, player.ID) {
		key = "accept_rematch"
	}
	return s.showAfterOffer(c, f, key)
}

// postDeclineRematch declines a rematch, or takes the offer of one back.
func (s *Server) postDeclineRematch(c echo.Context) error {
	player, ok := playerFrom(c)
	if !ok {
		return match.ErrNoSeat
	}
	f, err := s.club.Tables.DeclineRematch(c.Request().Context(), pageKey(c, player.ID), c.Param("id"), player.ID, noteID)
	if f, err = s.findRepeated(c, f, err); err != nil {
		return err
	}
	key := "decline_rematch"
	if f.Offered.By == 0 {
		key = "withdraw_rematch"
	}
	return s.showAfterOffer(c, f, key)
}

// showAfterOffer leads back to where an offer was answered, and says what was done.
func (s *Server) showAfterOffer(c echo.Context, f match.Match, key string) error {
	done := "?" + url.Values{"done": {key}}.Encode()
	switch {
	case c.FormValue("home") != "":
		return redirect(c, "/"+done)
	case isHTMX(c):
		return s.showPosted(c, f, actionForm{actions: []string{""}}, &views.Notice{Key: key, Good: true}, http.StatusOK)
	}
	return redirect(c, matchPath(f.ID)+done)
}
