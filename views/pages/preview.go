package pages

import (
	"slices"
	"strings"

	"tableronde/games"
	rules "tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/board"
	"tableronde/views/heraldry"
)

// Preview is the model of a picture of a match or a position, shown outside of
// any page.
type Preview struct {
	Lang   views.Lang
	Theme  board.Theme
	Game   games.Info
	View   games.View
	Names  []string // of the players by seat, from seat 1; "" where there is none
	Waits  bool     // for players: a seat without a name is open
	ToAct  []games.Seat
	Result *games.Result
	Last   string     // the action that led here, "" for none
	Bottom games.Seat // whose side is at the bottom
}

// Picture returns the drawing of the board; ok is false for a game without one.
func (p Preview) Picture() (picture board.Picture, ok bool) {
	v, ok := p.View.(rules.View)
	if !ok {
		return board.Picture{}, false
	}
	picture = board.Picture{Lang: p.Lang, View: v, Bottom: p.Bottom, Theme: p.Theme, Title: p.title()}
	if legs, err := v.Board().Route(p.Last); err == nil {
		picture.LastMove = legs
	}
	return picture, true
}

// Card returns the picture that previews a link to a match on a board; ok is
// false for other games.
func (p Preview) Card() (card board.Card, ok bool) {
	picture, ok := p.Picture()
	if !ok {
		return board.Card{}, false
	}
	card = board.Card{Picture: picture, Game: p.Lang.Of(p.Game.Name), Status: p.status(), Reason: p.reason()}
	for seat := games.Seat(1); int(seat) <= picture.View.Board().Seats(); seat++ {
		line := board.CardSeat{Name: p.Name(seat), Note: p.page().Army(p.Game, seat), ToMove: slices.Contains(p.ToAct, seat)}
		if line.Name == "" && p.Waits {
			line.Name = p.T("match.open_seat")
		}
		if line.ToMove {
			line.Note += " · " + p.T("match.to_move")
		}
		card.Seats = append(card.Seats, line)
	}
	return card, true
}

// Emblem returns the picture that previews a link to a match of cards or to its
// rules; ok is false for a game without a sign.
func (p Preview) Emblem() (e board.Emblem, ok bool) {
	if _, ok = heraldry.Sign(p.Game.ID, true); !ok {
		return board.Emblem{}, false
	}
	e = board.Emblem{Lang: p.Lang, Theme: p.Theme, Title: p.title(), ID: p.Game.ID, Game: p.Lang.Of(p.Game.Name), Status: p.status(), Reason: p.reason()}
	if len(p.Names) == 0 {
		e.Status = p.page().Players(p.Game)
	}
	for i, name := range p.Names {
		line := board.CardSeat{Name: name, ToMove: slices.Contains(p.ToAct, games.Seat(i+1))}
		if line.ToMove {
			line.Note = p.T("match.to_move")
		}
		if name == "" {
			line.Note = p.T("match.open_seat")
		}
		e.Seats = append(e.Seats, line)
	}
	return e, true
}

// Name returns the player of a seat, "" if there is none.
func (p Preview) Name(seat games.Seat) string {
	if int(seat) > len(p.Names) {
		return ""
	}
	return p.Names[seat-1]
}

// title says in a line what is shown.
func (p Preview) title() string {
	parts := []string{p.Lang.Of(p.Game.Name)}
	if len(p.Names) > 0 && !slices.Contains(p.Names, "") {
		parts = append(parts, strings.Join(p.Names, " – "))
	}
	if status := p.status(); status != "" {
		parts = append(parts, status)
	}
	return strings.Join(parts, ". ")
}

// Ending tells how the match of a preview ended, and why; "" for one that goes on.
func Ending(p Preview) string { return strings.TrimSpace(p.status() + " " + p.reason()) }

// status returns how the match ended, or that it has not begun.
func (p Preview) status() string {
	r := p.Result
	if r == nil {
		if p.Waits {
			return p.T("match.wait_title")
		}
		return ""
	}
	var names []string
	for _, winner := range r.Winners {
		names = append(names, p.Name(winner))
	}
	switch {
	case r.Reason == games.ReasonAborted:
		return p.T("over.aborted")
	case len(r.Winners) == 0:
		return p.T("over.drawn")
	case p.Game.Armies == nil && len(names) == 1:
		return p.T("over.won", "Names", names[0])
	case slices.Contains(names, "") || p.solo():
		var armies []string
		for _, winner := range r.Winners {
			armies = append(armies, p.page().Army(p.Game, winner))
		}
		return p.T("over.army", "Army", p.page().List(armies))
	case len(names) > 1:
		return p.T("over.team", "Names", p.page().List(names))
	}
	return p.T("over.won", "Names", names[0])
}

// reason returns why the match is over, "" where the status says it.
func (p Preview) reason() string {
	if p.Result == nil || p.Result.Reason == games.ReasonAborted {
		return ""
	}
	return p.T("reason." + p.Result.Reason)
}

// solo reports whether one person holds every seat, so that names say nothing.
func (p Preview) solo() bool {
	return len(p.Names) > 1 && len(slices.Compact(slices.Clone(p.Names))) == 1
}

func (p Preview) page() views.Page { return views.Page{Lang: p.Lang} }

func (p Preview) T(key string, args ...any) string { return p.page().T(key, args...) }
