package bots

import (
	"context"
	"fmt"

	"tableronde/db"
)

// Wins counts the matches at a game that a player has won alone against bots, by level from index 0
// for level 1.
func (s *Bots) Wins(ctx context.Context, player, game string) (wins [db.BotLevels]int, err error) {
	all, err := s.store.BotWins(ctx, player)
	if err != nil {
		return wins, fmt.Errorf("count wins against bots: %w", err)
	}
	for _, w := range all {
		if w.Game == game {
			wins[w.Level-1] = w.Wins
		}
	}
	return wins, nil
}
