package kutschke

import (
	"strings"

	"tableronde/games"
)

// hiddenBid is how others read a bid that is not revealed.
const hiddenBid = bidWord + " ?"

// Veil hides what is staked in the tournament that is being held.
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
