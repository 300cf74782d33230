package shannon

import (
	"tableronde/games"
)

// knight is a seat of a state.
type knight struct {
	life     int16
	hero     *Power // nil until it is chosen
	awake    bool   // the legend
	resigned bool
	inForce  powerSet // powers of this round
	left     [uses]uint8

	favors  [maxFavors]*Power // in the order in which they came
	hand    set
	pile    []Card
	history []int // life after the count of each round, from round 0

	// Of the preparation of this round.
	dealt    uint8
	owes     [parts]bool // PartDiscard is what is beyond the size of a hand
	sight    games.Seat
	trade    games.Seat
	trial    games.Seat
	promised Card
	placed   Card // under Lancelot
	dropped  set

	// Of the combat.
	dishonored bool
	challenged bool
	lacks      set // cards that everybody knows this knight not to hold
}

// maxFavors is the most favors that a knight can have in a round (§6): one as one
// of the worst off, two for being far behind.
const maxFavors = 3

// played is a card in the combat.
type played struct {
	seat     games.Seat
	card     Card
	as       Suit
	led      bool
	combat   int8
	base     int8
	value    int8
	declared declarations
}

// declarations is what was declared with a card.
type declarations struct {
	made    uint8 // a bit for each use
	change  int8
	targets [uses]uint8
}
