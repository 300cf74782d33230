package board

import (
	"fmt"
	"strings"

	"github.com/a-h/templ"

	"tableronde/views/heraldry"
	"tableronde/views/locale"
)

// Emblem is the preview picture of a link to a match of a card game. It has the arms
// of the game in place of a board, and so shows nothing that is hidden.
type Emblem struct {
	Lang   locale.Lang
	Theme  Theme
	Title  string // description in one line
	ID     string // of the game
	Game   string // its name
	Seats  []CardSeat
	Status string // "" while there is nothing to say
	Reason string // for the status, "" where it has none
}

// SVG returns the picture, of the size of a Card.
func (e Emblem) SVG() []byte {
	w := cardWords{game: e.Game, seats: e.Seats, status: e.Status, reason: e.Reason}
	for _, seat := range e.Seats {
		sign, _ := heraldry.Sign(e.ID, seat.Name != "")
		w.badges = append(w.badges, sign)
	}
	drawing := []byte(`<rect class="f-paper" x="-1000" y="-1000" width="4000" height="4000"/>`)
	const wide, high = 400, 400 * 138 / 116
	drawing = append(drawing, heraldry.Place(heraldry.Arms(e.ID), cardEdge+(cardBoard-wide)/2, (CardHeight-high)/2, wide, high)...)
	drawing = w.appendTo(drawing)
	defs := heraldry.Parts(nil, false, "rose", "tower")
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" lang="%s" aria-labelledby="title"><title id="title">%s</title>`,
		CardWidth, CardHeight, CardWidth, CardHeight, e.Lang, templ.EscapeString(e.Title))
	fmt.Fprintf(&out, `<style>%s%s</style><defs>%s</defs>`, e.Theme.cssFor(append([]byte(defs), drawing...)), e.Theme.cardCSS(), defs)
	out.Write(drawing)
	out.WriteString("</svg>\n")
	return []byte(out.String())
}
