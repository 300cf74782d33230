package board

import (
	"fmt"
	"strings"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/views/heraldry"
	"tableronde/views/raster"
)

// Card is the picture that a link to a match is previewed with: the board, and
// beside it the game, who plays and how it stands. It is 1200 by 630.
type Card struct {
	Picture
	Game   string // its name
	Seats  []CardSeat
	Status string // "" while there is nothing to say
	Reason string // for the status, "" where it has none
}

// CardSeat is a line of a card.
type CardSeat struct {
	Name string // of the player, "" if there is none to name
	Note string // of the army
	Acts bool   // it is to move
}

// Measures of a card.
const (
	CardWidth  = 1200
	CardHeight = 630

	cardBoard  = 560 // both sides of the square that the board has
	cardEdge   = 35
	cardText   = 664 // where the words begin
	cardMost   = CardWidth - cardText - 48
	cardRow    = 74
	titleSize  = 54
	titleSmall = 44 // of one that needs two lines
	nameSize   = 30
	statusSize = 25
	noteSize   = 21
	badgeWidth = 44
)

// SVG returns the card.
func (c Card) SVG() []byte {
	s := c.sheet()
	w, h := s.cols*unit+2*margin, s.rows*unit+2*margin
	scale := min(float64(cardBoard)/float64(w), float64(cardBoard)/float64(h))
	x := cardEdge + (cardBoard-scale*float64(w))/2 + scale*margin
	y := cardEdge + (cardBoard-scale*float64(h))/2 + scale*margin
	out := fmt.Appendf(nil, `<g transform="translate(%.2f %.2f) scale(%.4f)">`, x, y, scale)
	out = append(c.append(out, s), `</g>`...)
	out = c.words().append(out)
	size := fmt.Sprintf(`viewBox="0 0 %d %d" width="%d" height="%d"`, CardWidth, CardHeight, CardWidth, CardHeight)
	return c.whole(size, c.rules(), out, "tower", "mullet")
}

// words returns what stands beside the board.
func (c Card) words() cardWords {
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

// cardWords is what a card says: the game, who plays and how it stands.
type cardWords struct {
	game           string
	seats          []CardSeat
	badges         []string // drawings, of each seat
	status, reason string
}

// append writes the words from the top.
func (c cardWords) append(out []byte) []byte {
	out = append(out, heraldry.Place(heraldry.Logo, cardText, 44, 38, 38)...)
	out = word(out, "card-brand", cardText+52, 71, "Table Ronde")
	title := inLines(c.game)
	class, y := "card-title", 172
	if len(title) > 1 {
		class, y = "card-title two", 146
	}
	for i, line := range title {
		out = word(out, class, cardText, y+i*(titleSmall+6), line)
	}
	y += (len(title)-1)*(titleSmall+6) + 36
	row := min(cardRow, (CardHeight-110-y)/max(1, len(c.seats)))
	for i, seat := range c.seats {
		out = c.appendSeat(out, seat, c.badges[i], y+i*row)
	}
	if c.status != "" {
		out = word(out, "card-status", cardText, CardHeight-66, fit(c.status, statusSize, true, cardMost))
		out = word(out, "card-note", cardText, CardHeight-36, fit(c.reason, noteSize, false, cardMost))
	}
	return out
}

func (c cardWords) appendSeat(out []byte, seat CardSeat, badge string, y int) []byte {
	if seat.Acts {
		out = fmt.Appendf(out, `<rect class="card-turn" x="%d" y="%d" width="7" height="%d"/>`, cardText-22, y+4, cardRow-16)
	}
	out = append(out, heraldry.Place(badge, cardText, float64(y+6), badgeWidth, badgeWidth*36.5/32)...)
	name, note := seat.Name, seat.Note
	if name == "" || !raster.Covers(name) {
		name, note = note, ""
	}
	const x = cardText + badgeWidth + 22
	if note == "" {
		return word(out, "card-name", x, y+42, fit(name, nameSize, true, CardWidth-48-x))
	}
	out = word(out, "card-name", x, y+30, fit(name, nameSize, true, CardWidth-48-x))
	return word(out, "card-note", x, y+57, fit(note, noteSize, false, CardWidth-48-x))
}

// rules returns the rules for the words of a card.
func (c Card) rules() string { return c.Theme.words() }

func (t Theme) words() string {
	v := t.sheet().values
	font := func(class, color string, weight, size int, family string) string {
		return fmt.Sprintf(".%s{fill:%s;font:%d %dpx %s}", class, v[color], weight, size, v[family])
	}
	return font("card-brand", "--ink-2", 600, 26, "--serif") + font("card-title", "--ink", 700, titleSize, "--serif") +
		font("card-title.two", "--ink", 700, titleSmall, "--serif") +
		font("card-name", "--ink", 600, nameSize, "--sans") + font("card-note", "--ink-2", 400, noteSize, "--sans") +
		font("card-status", "--ink", 600, statusSize, "--serif") + fmt.Sprintf(".card-turn{fill:%s}", v["--turn"])
}

func word(out []byte, class string, x, y int, text string) []byte {
	return fmt.Appendf(out, `<text class="%s" x="%d" y="%d">%s</text>`, class, x, y, templ.EscapeString(text))
}

// inLines cuts a title in two where it is too long for a line: after a comma,
// else after the last word that fits.
func inLines(title string) []string {
	if raster.Width(title, titleSize, true) <= cardMost {
		return []string{title}
	}
	fits := func(text string) bool { return raster.Width(text, titleSmall, true) <= cardMost }
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
		return []string{fit(title, titleSize, true, cardMost)}
	}
	return []string{title[:cut], fit(title[cut+1:], titleSmall, true, cardMost)}
}

// fit shortens a text until it is no longer than so many pixels.
func fit(text string, size float64, heavy bool, most float64) string {
	if raster.Width(text, size, heavy) <= most {
		return text
	}
	runes := []rune(text)
	for len(runes) > 1 && raster.Width(string(runes)+"…", size, heavy) > most {
		runes = runes[:len(runes)-1]
	}
	return strings.TrimRight(string(runes), " ,") + "…"
}
