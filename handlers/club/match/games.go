package match

import (
	"slices"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/catalog"
	"tableronde/games/parker"
)

// Games lists the games of the site, the newest version of each, which the
// catalog puts first.
func Games() []games.Info {
	var list []games.Info
	for _, rules := range catalog.All() {
		info := rules.Info()
		if !slices.ContainsFunc(list, func(i games.Info) bool { return i.ID == info.ID }) {
			list = append(list, info)
		}
	}
	return list
}

// GameNamed describes the newest version of a game.
func GameNamed(id string) (games.Info, bool) {
	rules, err := catalog.Find(id, 0)
	if err != nil {
		return games.Info{}, false
	}
	return rules.Info(), true
}

// GameOf describes the game of a match; one that a newer program has stored goes
// by the id of its game.
func GameOf(m db.Match) games.Info {
	rules, err := catalog.Find(m.Game, m.Version)
	if err != nil {
		return games.Info{ID: m.Game, Version: m.Version, Name: games.Text{En: m.Game, Fr: m.Game}}
	}
	return rules.Info()
}

// BotsPlay reports whether bots play a game.
func BotsPlay(game string) bool {
	_, cards := bot.PlayerOf(game)
	return cards || OnBoard(game)
}

// OnBoard reports whether a game is one of those on boards.
func OnBoard(game string) bool { return parker.BoardOf(game) != nil }
