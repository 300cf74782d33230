package shannon

import (
	"slices"

	"tableronde/games"
)

// The kinds of facts that Tell tells, with the fields of games.Fact that each
// uses. Powers are named by their id in Word.
const (
	FactHero     = "hero"     // Seat becomes the hero Word
	FactRound    = "round"    // round Number is dealt by Seat
	FactExtra    = "extra"    // Seat gets Number extra Cards from the stock
	FactPrepares = "prepares" // Seat has prepared something
	FactPlaces   = "places"   // Seat lays Cards under Lancelot; told to Seat alone
	FactNames    = "names"    // Seat names Other for the part of the preparation Word: "sight", "trade", "trial"; told to Seat alone
	FactNamed    = "named"    // everybody is ready, and Seat has named Other for Word: "sight", "trial"; told to those who have not heard names
	FactPromises = "promises" // Seat promises Cards to Other in a trade; told to Seat alone
	FactDrops    = "drops"    // Seat lays Number Cards aside; told to Seat alone
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

// tale is what a teller hears while an action is carried out.
type tale struct {
	viewer games.Seat
	facts  []games.Fact
}

// secret are cards of a fact, and the seats that may know them.
type secret struct {
	cards []Card
	known []games.Seat
	open  bool // everybody
}

func hidden(cards []Card, known ...games.Seat) secret { return secret{cards: cards, known: known} }

// shown are cards that everybody may know.
func shown(cards []Card) secret { return secret{cards: cards, open: true} }

// tell adds a fact that everybody hears, its secret cards for those who may know
// them.
func (s *state) tell(f games.Fact, secrets ...secret) {
	if s.tale == nil {
		return
	}
	for _, x := range secrets {
		for _, c := range x.cards {
			if v := s.tale.viewer; !x.open && v != games.Omniscient && !slices.Contains(x.known, v) {
				c = Unknown
			}
			f.Cards = append(f.Cards, c.String())
		}
	}
	s.tale.facts = append(s.tale.facts, f)
}

// tellOnly adds a fact that its seat alone hears, besides those who see
// everything.
func (s *state) tellOnly(seat games.Seat, f games.Fact, cards ...secret) {
	if s.tale != nil && (s.tale.viewer == seat || s.tale.viewer == games.Omniscient) {
		s.tell(f, cards...)
	}
}

// tellOthers adds a fact that tellOnly has told before, for those who did not hear
// it.
func (s *state) tellOthers(seat games.Seat, f games.Fact) {
	if s.tale != nil && s.tale.viewer != seat && s.tale.viewer != games.Omniscient {
		s.tell(f)
	}
}

// tellPlay adds what a card is worth and what is declared with it.
func (s *state) tellPlay(p played) {
	if s.tale == nil {
		return
	}
	s.tell(games.Fact{Kind: FactPlays, Seat: p.seat, Word: p.as.String(), Number: int(p.value), Before: int(p.base)}, shown([]Card{p.card}))
	for d := range p.declared.each {
		s.tell(games.Fact{Kind: FactDeclares, Seat: p.seat, Other: games.Seat(p.declared.targets[d.declares.use]), Word: p.declared.word(d.declares)})
	}
}

// Tell lists what comes of an action, as far as the viewer may know it; the kinds
// of facts are those above.
func (s *state) Tell(viewer, seat games.Seat, action string) []games.Fact {
	t := &tale{viewer: viewer}
	if _, _, err := s.apply(seat, action, t); err != nil {
		return nil
	}
	return t.facts
}
