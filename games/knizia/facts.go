package knizia

import (
	"strings"

	"tableronde/games"
	"tableronde/games/cards"
)

// The kinds of games.Fact of this game, with their fields. Cards and words are written in
// the notation. Number is a total and Before its former value. The Cards[1:] of an action
// are the cards of displays that its line names, the player's own first.
const (
	FactColor         = "colour"         // Seat begins a tournament in the color Word
	FactOpens         = "opens"          // Seat is to begin the next tournament
	FactHandShown     = "hand_shown"     // Seat could not begin it and shows its hand, Cards
	FactDraw          = "draw"           // Seat draws Cards, one card; Number are left in the deck
	FactReshuffle     = "reshuffle"      // the discard pile becomes a deck of Number cards
	FactPlay          = "play"           // Seat adds Cards, one card, to its display; Number, Before
	FactAction        = "action"         // Seat plays Cards[0] on Other, or on nobody, with Cards[1:] or the color Word
	FactCancelled     = "cancelled"      // Seat cancels the action card Cards[0] of Other with Lancelot
	FactNoEffect      = "no_effect"      // the action card Cards[0] of Seat changes nothing: its target has resigned
	FactTurned        = "turned"         // Seat turns the tournament to the color Word
	FactTotal         = "total"          // the total of Seat has changed: Number, Before
	FactLost          = "lost"           // an action of Other discards Cards of Seat's display; Number, Before
	FactTaken         = "taken"          // Seat takes Cards, one card, from the display of Other into its own
	FactTakenBack     = "taken_back"     // Seat takes Cards, one card, from its display into its hand
	FactRobbed        = "robbed"         // Seat takes Cards, one card, from the hand of Other; both of them see it
	FactExchanged     = "exchanged"      // Seat gives Cards[0] to Other and takes Cards[1]
	FactShielded      = "shielded"       // the Shield lies before Seat
	FactStunned       = "stunned"        // Stunned lies before Seat, by Other
	FactChooses       = "chooses"        // Seat is to choose: a "token", or the cards to "keep" after Adapt
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

// Tell lists the consequences of a line, without those hidden from the viewer. The lines
// "resign" and "timeout" stand for Resign.
func (s *state) Tell(viewer, number games.Seat, text string) []games.Fact {
	r := run{state: s.copy(), recorder: &cards.Recorder{Viewer: viewer}}
	word := strings.ToLower(strings.TrimSpace(text))
	at, ok := s.seatOf(number)
	if leaves := word == "resign" || word == "timeout"; leaves && ok && s.phase != PhaseOver && !s.resigned.Has(at) {
		r.resign(at)
	} else if m, at, err := s.parseLegal(number, text); err == nil {
		r.play(at, m)
	}
	if r.err != nil {
		return nil
	}
	return r.recorder.Facts
}
