package kutschke

import "tableronde/games"

// Stage returns the view after the actions of one seat that are legal in turn. If
// something hidden would follow (revealed bids, new adventures, new tents), the view
// stops before it, with no seat to act.
func (s *state) Stage(seat games.Seat, actions []string) (games.View, int, error) {
	at := *s
	at.staged = true
	for fit, text := range actions {
		next, _, err := at.play(seat, text, nil)
		switch {
		case err == games.ErrFinished:
			err = gameOver.with()
		case err == games.ErrNotYourTurn && fit > 0:
			err = turnOver.with()
		case err == games.ErrNotYourTurn:
			err = notYourTurn.with()
		}
		if err != nil {
			return at.view(seat), fit, err
		}
		at = *next
	}
	return at.view(seat), len(actions), nil
}
