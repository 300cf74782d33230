package views

import (
	"strconv"

	"tableronde/views/locale"
)

// Levels are the levels of bots.
var Levels = []int{1, 2, 3, 4, 5}

// BotName returns what pages call a bot of a level; those at one table are numbered.
func BotName(lang Lang, level, number int) string {
	rank := locale.T(lang, "bot.level."+strconv.Itoa(level))
	if number > 1 {
		return locale.T(lang, "bot.numbered", "Rank", rank, "Number", strconv.Itoa(number))
	}
	return locale.T(lang, "bot.name", "Rank", rank)
}

// LevelChoice returns the name of a level with what it is like.
func (p Page) LevelChoice(level int) string {
	n := strconv.Itoa(level)
	return p.T("bot.choice", "Rank", p.T("bot.level."+n), "Says", p.T("bot.says."+n))
}
