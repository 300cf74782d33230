package site

import (
	"net/url"
	"slices"

	"github.com/labstack/echo/v4"

	"tableronde/games/table"
	"tableronde/handlers/club/match"
	"tableronde/views"
)

// doneKeys are the confirmations that a query may ask for, besides those that follow
// from the log of a match.
var doneKeys = []string{"offer_rematch", "accept_rematch", "decline_rematch", "withdraw_rematch",
	"decline_challenge", "draw_agreed", "accept_draw", "decline_draw", "accept_undo", "decline_undo", "accept_bot", "decline_bot"}

// QueryNotice returns the confirmation that the query of a page asks for, or nil.
func QueryNotice(c echo.Context) *views.Notice {
	if key := c.QueryParam("done"); slices.Contains(doneKeys, key) {
		return &views.Notice{Key: key, Good: true}
	}
	return nil
}

// LastEventNotice confirms the last event of a player in a match.
func LastEventNotice(f match.Match, player string) *views.Notice {
	return &views.Notice{Key: lastEventKey(f, player), Good: true}
}

// lastEventKey returns the key of the sentence that says what the last event of a
// player was and did.
func lastEventKey(f match.Match, player string) string {
	own := f.SeatsOf(player)
	log := f.Table.Log()
	i := len(log) - 1
	for ; i >= 0; i-- {
		resigned := func(e table.Event) bool { return e.Seat == log[i].Seat && e.Text == "resign" }
		if slices.Contains(own, log[i].Seat) && (table.IsSurrounding(log[i].Text) || !slices.ContainsFunc(log[:i], resigned)) {
			break // else the server plays for somebody who has resigned
		}
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
	case key == "accept_undo" && f.Solo, key == "offer_undo" && f.IsPractice():
		return "take_back"
	case key == "timeout":
		return "sent"
	default:
		return key
	}
}

// RedirectHome sends the browser back to the home page after an offer was answered
// there.
func RedirectHome(c echo.Context, f match.Match, player string) error {
	return Redirect(c, "/?"+url.Values{"done": {lastEventKey(f, player)}}.Encode())
}
