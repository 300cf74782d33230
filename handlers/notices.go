package handlers

import (
	"net/url"
	"slices"

	"github.com/labstack/echo/v4"

	"tableronde/games/table"
	"tableronde/handlers/club"
	"tableronde/views"
)

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
