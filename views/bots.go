package views

import (
	"strconv"

	"tableronde/views/locale"
)

// The players of the computer are five characters, one for each level. Each has a name, a rank, a
// temper and arms.

// BotLevels is the number of levels of bots.
const BotLevels = 5

// Levels are the levels of bots.
var Levels = []int{1, 2, 3, 4, BotLevels}

// BotName returns the full name of a bot on pages, which also says that it is one:
// "Gareth (computer)". Bots of one level at one table differ by their number, from 1.
func BotName(lang Lang, level, number int) string {
	return locale.T(lang, "bot.name", "Name", BotCalled(lang, level, number))
}

// BotCalled returns the short name of a bot, for a place beside BotIcon and for phrases: "Gareth",
// "Gareth II".
func BotCalled(lang Lang, level, number int) string {
	name := locale.T(lang, "computer.name."+strconv.Itoa(level))
	if number > 1 {
		name += "\u00a0" + roman(number)
	}
	return name
}

// BotRank returns the rank of a level: "Squire".
func BotRank(lang Lang, level int) string {
	return locale.T(lang, "bot.level."+strconv.Itoa(level))
}

// BotTemper returns the character of a level, in one sentence or two.
func BotTemper(lang Lang, level int) string {
	return locale.T(lang, "computer.temper."+strconv.Itoa(level))
}

// rankSigns are the signs of the ranks on a grid of 24: a roundel, a pennon, a shield with a mullet,
// crossed lances, a grail.
var rankSigns = [BotLevels]string{
	`<path fill-rule="evenodd" d="M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm0 2.2a7.8 7.8 0 1 0 0 15.6 7.8 7.8 0 0 0 0-15.6zM12 6.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zm0 1.8a3.7 3.7 0 1 0 0 7.4 3.7 3.7 0 0 0 0-7.4z"/>`,
	`<path d="M4.4 1.5h2.2v21H4.4zM7.6 2.5H22L17.8 7l4.2 4.5H7.6z"/>`,
	`<path fill-rule="evenodd" d="M2.5 1h19v9.5c0 6-4 10.3-9.5 12.5C6.5 20.8 2.5 16.5 2.5 10.5zm2 2v7.5c0 4.8 3 8.3 7.5 10.3 4.5-2 7.5-5.5 7.5-10.3V3zM12 4.6l1.5 3.5 3.8-.5-2.3 3 2.3 3-3.8-.5L12 16.6l-1.5-3.5-3.8.5 2.3-3-2.3-3 3.8.5z"/>`,
	`<path d="M2.6 23L1 21.4 17.6 4.8l1.6 1.6zM21.4 23l1.6-1.6L6.4 4.8 4.8 6.4zM22 1.6l-1 6-5-5zM2 1.6l1 6 5-5z"/>`,
	`<path d="M4.6 2.2h14.8c0 6.4-2 10-6.1 10.9v4.3l4.3 2.6v2.3H6.4V20l4.3-2.6v-4.3C6.6 12.2 4.6 8.6 4.6 2.2z"/>`,
}

// RankSign returns the sign of a rank as parts of an SVG on a grid of 24.
func RankSign(level int) string { return rankSigns[level-1] }

// RankIcon returns the sign of a rank beside a word.
func RankIcon(level int) string {
	return `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">` + RankSign(level) + `</svg>`
}

// roman returns a number from 1 to 89 in Roman numerals.
func roman(n int) (text string) {
	for _, r := range []struct {
		value int
		text  string
	}{{50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} {
		for ; n >= r.value; n -= r.value {
			text += r.text
		}
	}
	return text
}

// BotIcon marks a bot where there is no room for words.
const BotIcon = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path fill-rule="evenodd" d="M11 1.5h2V5h5.5a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2H11zM8.5 9a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm7 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM8 15v2h8v-2zM.5 10H2v5H.5zM22 10h1.5v5H22z"/></svg>`

// LevelChoice returns the name of a level with its rank.
func (p Page) LevelChoice(level int) string {
	return p.T("computer.titled", "Name", BotCalled(p.Lang, level, 1), "Rank", BotRank(p.Lang, level))
}
