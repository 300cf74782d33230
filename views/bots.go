package views

import (
	"strconv"

	"tableronde/views/locale"
)

// Levels are the levels of bots.
var Levels = []int{1, 2, 3, 4, 5}

// BotName returns what pages call a bot of a level: its rank, and that it is a bot.
func BotName(lang Lang, level, number int) string {
	return locale.T(lang, "bot.name", "Rank", BotRank(lang, level, number))
}

// BotRank returns what stands for a bot of a level beside BotIcon; those at one table are
// numbered.
func BotRank(lang Lang, level, number int) string {
	rank := locale.T(lang, "bot.level."+strconv.Itoa(level))
	if number > 1 {
		rank += "\u00a0" + strconv.Itoa(number)
	}
	return rank
}

// BotIcon marks a bot where there is no room for words.
const BotIcon = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path fill-rule="evenodd" d="M11 1.5h2V5h5.5a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2H11zM8.5 9a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm7 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM8 15v2h8v-2zM.5 10H2v5H.5zM22 10h1.5v5H22z"/></svg>`

// LevelChoice returns the name of a level with what it is like.
func (p Page) LevelChoice(level int) string {
	n := strconv.Itoa(level)
	return p.T("bot.choice", "Rank", p.T("bot.level."+n), "Says", p.T("bot.says."+n))
}
