package knizia

// Phase is what a moment of the game waits for.
type Phase uint8

// The phases.
const (
	PhaseOpen  Phase = iota // the opener chooses the color of a tournament
	PhaseTurn               // the active seat plays cards, ends its turn or withdraws
	PhaseReact              // an action card is on the table and may be cancelled
	PhaseAdapt              // seats choose what they keep of their displays
	PhaseToken              // the winner of a purple tournament chooses a token
	PhaseOver
)

var phaseNames = [...]string{"open", "turn", "react", "adapt", "token", "over"}

// String is the word of the rules page: "open", "turn" …
func (p Phase) String() string { return phaseNames[p] }

// MarshalText writes the word of the rules page.
func (p Phase) MarshalText() ([]byte, error) { return []byte(p.String()), nil }
