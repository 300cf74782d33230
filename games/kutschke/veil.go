package kutschke

import (
	"strings"

	"tableronde/games"
)

// hiddenBid is the text of a bid that is not revealed yet, for others.
const hiddenBid = bidWord + " ?"

// Veil hides the bids of the current tournament from others.
func (s *state) Veil(viewer, seat games.Seat, before games.State, text string) string {
	then, ok := before.(*state)
	switch {
	case viewer == seat || viewer == games.Omniscient || s.phase != PhaseTourney,
		ok && (then.round != s.round || then.phase != PhaseTourney),
		text != bidWord && !strings.HasPrefix(text, bidWord+" "):
		return text
	}
	return hiddenBid
}
