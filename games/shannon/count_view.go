package shannon

import "tableronde/games"

// Count is the count of a round, knight by knight, as far as it has got.
type Count struct {
	Round    int
	Done     bool          // the wounds have been suffered
	Knights  []CountedLife // by seat
	Revealed []Reveal      // cards under Lancelot, which clear a suit from all piles
	Ended    bool          // somebody has no life left: nobody heals, no legend awakes
	Dealer   games.Seat    // of the next round
}

// Reveal is a card under Lancelot.
type Reveal struct {
	Seat games.Seat
	Card Card
}

// CountedLife is the count of one knight.
type CountedLife struct {
	Seat   games.Seat
	Before int           // life before the count
	Cards  []CountedCard // of the pile as it was at the end of the round, then those moved to it
	Sum    int           // of the wounds of the cards
	Cap    *Power        // that limited the sum; nil if none did
	Capped int           // the sum, limited
	Trials []TrialExtra
	Total  int // wounds suffered
	After  int // life after the wounds
	Heals  []Healing
	Life   int  // life after healing
	Awakes bool // the legend awakes with the next round
}

// Fate is the fate of a card in a pile.
type Fate uint8

// The fates.
const (
	FateCounted  Fate = iota
	FateRevealed      // its suit was cleared by a card under Lancelot
	FateMoved         // moved on to another pile, where it stands again
	FateShed          // discarded as one of the most wounding
)

// CountedCard is a card in a pile at the count, with the derivation of its wounds.
type CountedCard struct {
	Card    Card
	From    games.Seat // who moved it here; 0 if it was taken in a combat
	Fate    Fate
	To      games.Seat // of FateMoved: whose pile it went to
	By      *Power     // of FateRevealed, FateMoved and FateShed
	Base    int        // printed wounds
	Reduced *Power     // of its owner, that reduced the printed wounds; nil for none
	Less    int        // the reduced wounds; else Base
	Doubled *Power     // of an opponent, that doubled Less; nil for none
	Doubler games.Seat // whose power that is
	Wounds  int        // 0 unless FateCounted
}

// TrialExtra is the part of a total that a trial added.
type TrialExtra struct {
	Power   *Power
	Owner   games.Seat
	Other   games.Seat // the opponent whom the owner named
	Extra   int        // wounds of the trial for the loser
	Limited bool       // the total could not rise by all of the extras: it is at most doubled
}

// Healing is life regained.
type Healing struct {
	Power *Power
	Life  int // regained, less than the power gives where life is full
}
