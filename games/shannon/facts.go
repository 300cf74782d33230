package shannon

import (
	"tableronde/games"
	"tableronde/games/cards"
)

// The kinds of games.Fact of this game, with their fields. Word has the id of a power.
const (
	FactHero     = "hero"     // Seat becomes the hero Word
	FactRound    = "round"    // round Number is dealt by Seat
	FactExtra    = "extra"    // Seat gets Number extra Cards from the stock
	FactPrepares = "prepares" // Seat has prepared something
	FactPlaces   = "places"   // Seat lays Cards under Lancelot, for Seat alone
	FactNames    = "names"    // Seat names Other for a "sight", "trade" or "trial", Word, for Seat alone
	FactNamed    = "named"    // Seat has named Other for a "sight" or "trial", once everybody is ready, for others
	FactPromises = "promises" // Seat promises Cards to Other in a trade, for Seat alone
	FactDrops    = "drops"    // Seat lays Number Cards aside, for Seat alone
	FactTrades   = "trades"   // Seat gives Other the first of Cards and takes the second
	FactCombat   = "combat"   // Seat is to lead combat Number

	FactPlays    = "plays"    // Seat plays Cards as one of suit Word, worth Number in the end, Before as printed or chosen
	FactDeclares = "declares" // Seat declares Word with that card, naming Other
	FactDishonor = "dishonor" // Seat discards Cards in dishonor, for Number wounds
	FactLife     = "life"     // the life of Seat goes from Before to Number
	FactFeint    = "feint"    // Number Cards are turned face down
	FactCarried  = "carried"  // Number Cards are carried over, and Seat leads again
	FactWasted   = "wasted"   // Number Cards of the last combat are discarded, since nobody lost it
	FactEscapes  = "escapes"  // Seat has called the hunt, and Other loses instead
	FactLoses    = "loses"    // Seat loses the combat with Cards, worth Number
	FactTakes    = "takes"    // Seat takes Cards, which wound by Number; Other has lost the combat
	FactRiposte  = "riposte"  // Seat has lost, and by Word inflicts Number wounds on Other at once

	FactCount   = "count"   // round Number is counted
	FactReveals = "reveals" // Seat shows Cards, which lay under Word
	FactSheds   = "sheds"   // Number Cards leave the pile of Seat by Word
	FactMoves   = "moves"   // Seat moves Cards to the pile of Other by Word
	FactKeeps   = "keeps"   // Seat moves nothing
	FactTried   = "tried"   // Seat suffers Number more by the trial Word, which Other called
	FactWounds  = "wounds"  // Seat suffers Number wounds; the cards of the pile alone made Before
	FactHeals   = "heals"   // the life of Seat goes from Before to Number by Word
	FactAwakes  = "awakes"  // the legend Word of Seat awakes
	FactDealer  = "dealer"  // Seat deals next

	FactShows    = "shows"    // the favor Word is turned face up
	FactShuffles = "shuffles" // Number discarded favors are shuffled into a new deck
	FactDraws    = "draws"    // Seat chooses the unseen favor
	FactFavor    = "favor"    // Seat receives the favor Word
	FactWins     = "wins"     // Seat wins with Number life points, for the reason Word
)

// facts collects the facts of an action; the zero value collects none.
type facts struct{ *cards.Recorder }

// add adds a fact for everybody, with cards that everybody may see.
func (r facts) add(f games.Fact, list ...Card) {
	if r.Recorder != nil {
		f.Cards = append(f.Cards, cards.Codes(list)...)
		r.Add(f)
	}
}

// addHidden adds a fact for everybody, with cards that only some seats may see.
func (r facts) addHidden(f games.Fact, list []Card, seats ...games.Seat) {
	if !r.Sees(seats...) {
		list = make([]Card, len(list))
	}
	r.add(f, list...)
}

// addFor adds a fact for its seat and for Omniscient only.
func (r facts) addFor(f games.Fact, list ...Card) {
	if r.Sees(f.Seat) {
		r.add(f, list...)
	}
}

// Tell lists the consequences of an action, without those hidden from the viewer.
func (s *state) Tell(viewer, seat games.Seat, action string) []games.Fact {
	t := &cards.Recorder{Viewer: viewer}
	if _, _, err := s.apply(seat, action, t); err != nil {
		return nil
	}
	return t.Facts
}
