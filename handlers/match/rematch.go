package match

import (
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club/match"
	"tableronde/handlers/site"
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

// PostRematch offers a rematch, or accepts one.
func (s *Pages) PostRematch(c echo.Context) error {
	player, ok := site.PlayerFrom(c)
	if !ok {
		return match.ErrNoSeat
	}
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
	return s.showAfterOffer(c, f, key)
}

// PostDeclineRematch declines a rematch, or takes the offer of one back.
func (s *Pages) PostDeclineRematch(c echo.Context) error {
	player, ok := site.PlayerFrom(c)
	if !ok {
		return match.ErrNoSeat
	}
	f, err := s.Club.Tables.DeclineRematch(c.Request().Context(), site.PageKey(c, player.ID), c.Param("id"), player.ID, site.NoteID)
	if f, err = s.FindRepeated(c, f, err); err != nil {
		return err
	}
	key := "decline_rematch"
	if f.Offered.By == 0 {
		key = "withdraw_rematch"
	}
	return s.showAfterOffer(c, f, key)
}

// showAfterOffer leads back to where an offer was answered, and says what was done.
func (s *Pages) showAfterOffer(c echo.Context, f match.Match, key string) error {
	done := "?" + url.Values{"done": {key}}.Encode()
	switch {
	case c.FormValue("home") != "":
		return site.Redirect(c, "/"+done)
	case site.IsHTMX(c):
		return s.showPosted(c, f, actionForm{actions: []string{""}}, &views.Notice{Key: key, Good: true}, http.StatusOK)
	}
	return site.Redirect(c, site.MatchPath(f.ID)+done)
}
