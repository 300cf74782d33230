package shannon

import "tableronde/games"

// Stage returns what a seat may know of where its actions lead: a card on the table
// with its value and what the combat would come to, parts of a preparation, cards
// moved, a favor taken. Nothing that follows by itself is carried out, nor what
// chance has a part in: no combat is resolved, no trade made, no favor turned up.
func (s *state) Stage(seat games.Seat, actions []string) (games.View, int, error) {
	now := *s
	now.staged = true
	for i, text := range actions {
		a, err := now.understand(seat, text)
		if err != nil {
			return now.View(seat), i, err
		}
		if now.drawing {
			return now.View(seat), i, games.ErrNotYourTurn
		}
		now.do(seat, a)
	}
	return now.View(seat), len(actions), nil
}
