package board

import (
	"fmt"
	"strings"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/views/heraldry"
	"tableronde/views/raster"
)

// Card is the preview picture of a link to a match of a board game: the board and, beside it, the
// game, the players and the state. It is 1200 by 630 pixels.
type Card struct {
	Picture
	Game   string // its name
	Seats  []CardSeat
	Status string // "" for none
	Reason string // "" for none
}

// CardSeat is the line of a seat on a card.
type CardSeat struct {
	Name   string // of the player, "" if unknown
	Note   string // of the army
	ToMove bool   // the seat has the turn
}

// Measures of a card.
const (
	CardWidth  = 1200
	CardHeight = 630

	cardBoard     = 560 // width and height of the board's square
	cardEdge      = 35
	cardTextX     = 664 // left edge of the text
	cardTextWidth = CardWidth - cardTextX - 48
	cardRow       = 74
	titleSize     = 54
	titleSmall    = 44 // of a title in two lines
	nameSize      = 30
	statusSize    = 25
	noteSize      = 21
	badgeWidth    = 44
)

// SVG returns the card.
func (c Card) SVG() []byte {
	s := c.template()
	w, h := s.cols*squareSize+2*boardMargin, s.rows*squareSize+2*boardMargin
	scale := min(float64(cardBoard)/float64(w), float64(cardBoard)/float64(h))
	x := cardEdge + (cardBoard-scale*float64(w))/2 + scale*boardMargin
	y := cardEdge + (cardBoard-scale*float64(h))/2 + scale*boardMargin
	out := fmt.Appendf(nil, `<g transform="translate(%.2f %.2f) scale(%.4f)">`, x, y, scale)
	out = append(c.appendTo(out, s), `</g>`...)
	out = c.text().appendTo(out)
	size := fmt.Sprintf(`viewBox="0 0 %d %d" width="%d" height="%d"`, CardWidth, CardHeight, CardWidth, CardHeight)
	return c.standalone(size, c.css(), out, "tower", "mullet")
}

// text returns the text beside the board.
func (c Card) text() cardWords {
	b := c.View.Board()
	four := b.Seats() > 2
	icon := "mullet"
	if four {
		icon = ""
	}
	w := cardWords{game: c.Game, seats: c.Seats, status: c.Status, reason: c.Reason}
	for i := range c.Seats {
		w.badges = append(w.badges, heraldry.Badge(tincture(b, games.Seat(i+1)), four, icon))
	}
	return w
}

// cardWords is the text of a card: the game, the players and the state of the match.
type cardWords struct {
	game           string
	seats          []CardSeat
	badges         []string // drawings, by seat
	status, reason string
}

// appendTo writes the text from the top.
func (c cardWords) appendTo(out []byte) []byte {
	out = append(out, heraldry.Place(heraldry.Logo, cardTextX, 44, 38, 38)...)
	out = appendText(out, "card-brand", cardTextX+52, 71, "Table Ronde")
	title := titleLines(c.game)
	class, y := "card-title", 172
	if len(title) > 1 {
		class, y = "card-title two", 146
	}
	for i, line := range title {
		out = appendText(out, class, cardTextX, y+i*(titleSmall+6), line)
	}
	y += (len(title)-1)*(titleSmall+6) + 36
	row := min(cardRow, (CardHeight-110-y)/max(1, len(c.seats)))
	for i, seat := range c.seats {
		out = c.appendSeat(out, seat, c.badges[i], y+i*row)
	}
	if c.status != "" {
		out = appendText(out, "card-status", cardTextX, CardHeight-66, shorten(c.status, statusSize, true, cardTextWidth))
		out = appendText(out, "card-note", cardTextX, CardHeight-36, shorten(c.reason, noteSize, false, cardTextWidth))
	}
	return out
}

func (c cardWords) appendSeat(out []byte, seat CardSeat, badge string, y int) []byte {
	if seat.ToMove {
		out = fmt.Appendf(out, `<rect class="card-turn" x="%d" y="%d" width="7" height="%d"/>`, cardTextX-22, y+4, cardRow-16)
	}
	out = append(out, heraldry.Place(badge, cardTextX, float64(y+6), badgeWidth, badgeWidth*36.5/32)...)
	name, note := seat.Name, seat.Note
	if name == "" || !raster.Covers(name) {
		name, note = note, ""
	}
	const x = cardTextX + badgeWidth + 22
	if note == "" {
		return appendText(out, "card-name", x, y+42, shorten(name, nameSize, true, CardWidth-48-x))
	}
	out = appendText(out, "card-name", x, y+30, shorten(name, nameSize, true, CardWidth-48-x))
	return appendText(out, "card-note", x, y+57, shorten(note, noteSize, false, CardWidth-48-x))
}

// css returns the style rules for the text of a card.
func (c Card) css() string { return c.Theme.cardCSS() }

func (t Theme) cardCSS() string {
	v := t.styles().values
	font := func(class, color string, weight, size int, family string) string {
		return fmt.Sprintf(".%s{fill:%s;font:%d %dpx %s}", class, v[color], weight, size, v[family])
	}
	return font("card-brand", "--ink-2", 600, 26, "--serif") + font("card-title", "--ink", 700, titleSize, "--serif") +
		font("card-title.two", "--ink", 700, titleSmall, "--serif") +
		font("card-name", "--ink", 600, nameSize, "--sans") + font("card-note", "--ink-2", 400, noteSize, "--sans") +
		font("card-status", "--ink", 600, statusSize, "--serif") + fmt.Sprintf(".card-turn{fill:%s}", v["--turn"])
}

func appendText(out []byte, class string, x, y int, text string) []byte {
	return fmt.Appendf(out, `<text class="%s" x="%d" y="%d">%s</text>`, class, x, y, templ.EscapeString(text))
}

// titleLines returns a title in one line or, if it is too wide, in two. It splits after a comma, or
// after the last word that fits.
func titleLines(title string) []string {
	if raster.Width(title, titleSize, true) <= cardTextWidth {
		return []string{title}
	}
	fits := func(text string) bool { return raster.Width(text, titleSmall, true) <= cardTextWidth }
	cut := strings.Index(title, ", ") + 1
	if cut == 0 || !fits(title[:cut]) {
		cut = 0
		for i, c := range title {
			if c == ' ' && fits(title[:i]) {
				cut = i
			}
		}
	}
	if cut == 0 {
		return []string{shorten(title, titleSize, true, cardTextWidth)}
	}
	return []string{title[:cut], shorten(title[cut+1:], titleSmall, true, cardTextWidth)}
}

// shorten cuts a text to a width in pixels. A shortened text ends with an ellipsis.
func shorten(text string, size float64, heavy bool, most float64) string {
	if raster.Width(text, size, heavy) <= most {
		return text
	}
	runes := []rune(text)
	for len(runes) > 1 && raster.Width(string(runes)+"…", size, heavy) > most {
		runes = runes[:len(runes)-1]
	}
	return strings.TrimRight(string(runes), " ,") + "…"
}
