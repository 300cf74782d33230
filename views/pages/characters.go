package pages

import (
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/views"
	"tableronde/views/cards"
)

// characterStyles are the style sheets of the page of the computer's players.
var characterStyles = []string{"board.css", "characters.css"}

// Characters is the model of the page of the computer's players at a game.
type Characters struct {
	views.Page
	Game  games.Info
	Games []games.Info
	Wins  [views.BotLevels]int // of the visitor, by level from index 0 for level 1
	Key   string               // idempotency key of the forms
}

// CharactersPath returns the address of the computer's players at a game.
func CharactersPath(game string) templ.SafeURL { return templ.SafeURL("/computer/" + game) }

// badgeWins is how many wins against a level earn its badge.
const badgeWins = 3

// character is one of the computer's players as the visitor meets it.
type character struct {
	level int
	name  string
	won   int  // at most badgeWins
	next  bool // the first that the visitor has yet to beat
}

// characters lists the computer's players, the weakest first.
func (m Characters) characters() []character {
	next := slices.IndexFunc(m.Wins[:], func(won int) bool { return won < badgeWins })
	all := make([]character, len(m.Wins))
	for i, won := range m.Wins {
		all[i] = character{level: i + 1, name: views.BotCalled(m.Lang, i+1, 1), won: min(won, badgeWins), next: i == next}
	}
	return all
}

// beaten reports whether the visitor has the badge of the character.
func (c character) beaten() bool { return c.won >= badgeWins }

// number returns the level as a form sends it.
func (c character) number() string { return strconv.Itoa(c.level) }

// badges returns the number of badges of the visitor.
func (m Characters) badges() (n int) {
	for _, c := range m.characters() {
		if c.beaten() {
			n++
		}
	}
	return n
}

// arms draws the arms of a character, with their blazon.
func (m Characters) arms(c character) string {
	return cards.CharacterArms(c.level, m.T("computer.arms", "Name", c.name, "Arms", m.T("computer.arms."+c.number())))
}

// openBadge opens the drawing of a badge.
const openBadge = `<svg viewBox="-58 -66 116 138" aria-hidden="true">`

// badgeShield is the outline of a badge.
const badgeShield = `d="M-54-62H54V-8C54 28 30 54 0 68C-30 54-54 28-54-8Z"`

// badge draws the badge of a character: the sign of the rank on a shield, in outline until it is won.
func (c character) badge() string {
	sign := `<g transform="translate(-27 -33) scale(2.25)">` + views.RankSign(c.level) + `</g>`
	if !c.beaten() {
		return openBadge + `<path class="b-off" ` + badgeShield + `/><g class="b-ghost">` + sign + `</g></svg>`
	}
	return openBadge + `<path class="f-sable" ` + badgeShield + `/><path fill="url(#h-sable)" ` + badgeShield + `/><circle class="f-sable" cy="-6" r="38"/><g class="c-charge">` + sign +
		`</g><path class="o thick" ` + badgeShield + `/></svg>`
}

// shields draws the wins against a character as small shields.
func (c character) shields() string {
	var text string
	for i := range badgeWins {
		text += `<svg viewBox="-17 -18 34 38"><path class="` + views.Either(i < c.won, "sk-on", "sk-off") + `" d="M-14.5-16H14.5V-2.5C14.5 7 8 13.5 0 17.5C-8 13.5-14.5 7-14.5-2.5Z"/></svg>`
	}
	return text
}
