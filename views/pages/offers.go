package pages

import (
	"strconv"
	"strings"

	"tableronde/games"
	"tableronde/views"
)

// Offer is an offer in a list that waits for the visitor's answer.
type Offer struct {
	Row  Row
	Kind string // "draw", "undo", "bot", "rematch", "challenge"
	By   games.Seat
	Move string // of "undo": the move to go back to before
	Key  string // idempotency key of the forms

	Seat  games.Seat // of "bot": whose seat it is for
	Level int        // of that bot
}

// offerText returns an offer in a sentence or two.
func offerText(p views.Page, o Offer) string {
	name := o.Row.Name(o.By)
	switch o.Kind {
	case "challenge":
		text := strings.TrimSpace(p.T("challenge.asks", "Name", o.Row.Host) + " " + o.Row.paceText(p))
		if o.Row.Ladder {
			text += " " + p.T("ladder.stake_short")
		}
		return text
	case "rematch":
		return p.T("rematch.offers", "Name", name)
	case "undo":
		return p.T("match.undo", "Name", name, "Move", o.Move)
	case "bot":
		return p.T("offer.bot", "Name", name, "Rank", views.BotRank(p.Lang, o.Level, 1), "Other", o.Row.Name(o.Seat))
	}
	return p.T("match.drew", "Name", name) + " " + p.T("offer.until_move")
}

// answersTo returns the two answers to an offer in a list, declining first.
func answersTo(p views.Page, o Offer) []views.Answer {
	path, ply := "/m/"+o.Row.ID, strconv.Itoa(o.Row.Ply)
	if o.Kind == "challenge" {
		return []views.Answer{
			{Path: path + "/challenge", Do: "decline", Ply: ply, Short: p.T("offer.decline"), Label: p.T("challenge.decline_whose", "Name", o.Row.Host)},
			{Path: path + "/join", Ply: ply, Short: p.T("offer.accept"), Label: p.T("challenge.accept_whose", "Name", o.Row.Host)},
		}
	}
	if o.Kind == "rematch" {
		return []views.Answer{
			{Path: path + "/rematch/decline", Ply: ply, Short: p.T("offer.decline"), Label: p.T("rematch.decline")},
			{Path: path + "/rematch", Ply: ply, Short: p.T("offer.accept"), Label: p.T("rematch.accept")},
		}
	}
	both := []views.Answer{p.AnswerWith("decline " + o.Kind), p.AnswerWith("accept " + o.Kind)}
	for i := range both {
		both[i].Path, both[i].Ply = path, ply
	}
	return both
}
