package knizia

import (
	"strings"

	"tableronde/games"
)

// The kinds of games.Fact that Tell gives, with the fields that each has. Seats
// are numbers from 1, cards codes, words those of the notation; a total is
// Number, and Before what it was.
const (
	FactColor         = "colour"         // Seat begins a tournament in the color Word
	FactOpens         = "opens"          // Seat is to begin the next tournament
	FactHandShown     = "hand_shown"     // Seat could not begin it and shows its hand, Cards
	FactDraw          = "draw"           // Seat draws Cards, one card; Number are left in the deck
	FactReshuffle     = "reshuffle"      // the discard pile becomes a deck of Number cards
	FactPlay          = "play"           // Seat adds Cards, one card, to its display; Number, Before
	FactAction        = "action"         // Seat plays the action card Cards[0] on Other, which may be 0; Cards[1:] are the display and status cards that its line names, one's own first; Word is a color, where it names one
	FactCancelled     = "cancelled"      // Seat cancels the action card Cards[0] of Other with Lancelot
	FactNoEffect      = "no_effect"      // the action card Cards[0] of Seat changes nothing: who it was about has resigned
	FactTurned        = "turned"         // Seat turns the tournament to the color Word
	FactTotal         = "total"          // the total of Seat has changed: Number, Before
	FactLost          = "lost"           // an action of Other discards Cards of Seat's display; Number, Before
	FactTaken         = "taken"          // Seat takes Cards, one card, from the display of Other into its own
	FactTakenBack     = "taken_back"     // Seat takes Cards, one card, from its display into its hand
	FactRobbed        = "robbed"         // Seat takes Cards, one card, from the hand of Other; both of them know it
	FactExchanged     = "exchanged"      // Seat gives Cards[0] to Other and takes Cards[1]
	FactShielded      = "shielded"       // the Shield lies before Seat
	FactStunned       = "stunned"        // Stunned lies before Seat, by Other
	FactChooses       = "chooses"        // Seat is to choose: a "token", or what it is to "keep" after Adapt
	FactKept          = "kept"           // Seat has chosen to keep Cards; secret while others still choose
	FactAnnounce      = "announce"       // Seat ends its turn with the total Number
	FactWithdraw      = "withdraw"       // Seat leaves the tournament and discards Cards, status cards last
	FactTokenReturned = "token_returned" // Seat gives back the token Word for its maiden; Number are left
	FactWon           = "won"            // Seat wins the tournament, whose color is Word, and discards Cards
	FactToken         = "token"          // Seat gains the token Word, and has Number
	FactTokenOwned    = "token_owned"    // Seat has the token Word already and gains none; Number
	FactResign        = "resign"         // Seat leaves the game
	FactOver          = "over"           // Seat wins the game; Word is the reason, Number its tokens
)

// tale gathers what happens.
type tale struct {
	facts []told
}

// told is a fact and its cards, which only some viewers may see.
type told struct {
	fact  games.Fact
	cards []id
	see   knowers
}

// told reports whether anybody listens.
func (r *run) told() bool { return r.tale != nil }

// tell tells a fact that everybody sees all of.
func (r *run) tell(f games.Fact) {
	if r.tale != nil {
		r.tale.facts = append(r.tale.facts, told{fact: f})
	}
}

// tellCards tells a fact with cards for all to see.
func (r *run) tellCards(f games.Fact, cards []id) { r.tellSecret(f, cards, everybody) }

// tellSecret tells a fact with cards that only some see.
func (r *run) tellSecret(f games.Fact, cards []id, see knowers) {
	r.tale.facts = append(r.tale.facts, told{f, cards, see})
}

// tellAction tells that an action card has been played, before its effect.
func (r *run) tellAction(at seat, m Move) {
	f := games.Fact{
		Kind: FactAction, Seat: numberOf(at), Other: m.Seat,
		Cards: []string{m.Card.String()}, Word: m.Color.String(),
	}
	if m.Own != NoPlace {
		own, _ := r.lying(at, m.Own)
		f.Cards = append(f.Cards, own.String())
	}
	if to, ok := r.seatOf(m.Seat); ok {
		place := m.At
		if m.Card == Riposte {
			place = Place(r.displays[to].n)
		}
		if taken, ok := r.lying(to, place); ok {
			f.Cards = append(f.Cards, taken.String())
		}
	}
	r.tell(f)
}

// Tell lists what follows from a line, as far as the viewer may know it. It also
// tells what follows when a seat resigns, for the lines "resign" and "timeout".
func (s *state) Tell(viewer, number games.Seat, text string) []games.Fact {
	at, ok := s.seatOf(number)
	if !ok || s.phase == PhaseOver {
		return nil
	}
	r := run{state: s.copy(), tale: &tale{}}
	switch word := strings.ToLower(strings.TrimSpace(text)); {
	case (word == "resign" || word == "timeout") && !s.gone.has(at):
		r.resign(at)
	case s.heard(at, text):
		m, why := ParseMove(text)
		if why != nil || s.check(at, m) != nil {
			return nil
		}
		r.play(at, m)
	}
	if r.err != nil {
		return nil
	}
	return r.tale.as(viewer)
}

// as returns the tale as a viewer may hear it.
func (t *tale) as(viewer games.Seat) []games.Fact {
	facts := make([]games.Fact, 0, len(t.facts))
	who := knowerOf(viewer)
	for _, told := range t.facts {
		f := told.fact
		for _, card := range told.cards {
			code := card.code()
			if viewer != games.Omniscient && told.see&who == 0 {
				code = Unknown.String()
			}
			f.Cards = append(f.Cards, code)
		}
		facts = append(facts, f)
	}
	return facts
}

// knowerOf returns the viewer's bit in what is known.
func knowerOf(viewer games.Seat) knowers {
	if viewer < 1 || viewer > maxSeats {
		return knower(maxSeats)
	}
	return knower(seat(viewer - 1))
}
