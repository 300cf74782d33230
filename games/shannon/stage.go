package shannon

import "tableronde/games"

// Stage returns the view after actions of a seat: a card on the table with its value and
// the outlook of the combat, parts of a preparation, cards moved, a favor taken.
// Automatic consequences and chance are left out: no combat is resolved, no trade made,
// no favor turned up. It stops where a favor would be drawn or turned up.
func (s *state) Stage(seat games.Seat, actions []string) (games.View, int, error) {
	now := *s
	now.staged = true
	for i, text := range actions {
		a, err := now.parseLegal(seat, text)
		if err != nil {
			return now.View(seat), i, err
		}
		if now.drawing || now.replacing && now.hasUnseenFavor() {
			return now.View(seat), i, nil
		}
		now.execute(seat, a)
	}
	return now.View(seat), len(actions), nil
}
