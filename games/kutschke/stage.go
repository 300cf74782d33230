package kutschke

import "tableronde/games"

// Stage looks ahead over a list of actions of one seat. The view is that after
// those which fit, with nobody to act where something hidden would follow: what
// a reveal of the bids, new adventures or new tents bring is left out.
func (s *state) Stage(seat games.Seat, actions []string) (games.View, int, error) {
	at := *s
	at.ahead = true
	for fit, text := range actions {
		next, _, err := at.play(seat, text, nil)
		switch {
		case err == games.ErrFinished:
			err = gameOver.of()
		case err == games.ErrNotYourTurn && fit > 0:
			err = turnOver.of()
		case err == games.ErrNotYourTurn:
			err = notYourTurn.of()
		}
		if err != nil {
			return at.view(seat), fit, err
		}
		at = *next
	}
	return at.view(seat), len(actions), nil
}
