// Package kutschke holds the rules of Lorenz Kutschke's Camelot (Adlung-Spiele,
// 2004) for two to four knights. It imports games and games/cards.
//
// # Sources
//
// The French rules text that the site began with governs. It leaves out most of
// the print on the cards: the names of seven places, the distance of the
// horses, the values of the virtue cards above one, and place, cost and shields
// of thirteen adventures. These are ours, as cards.json says card by card. The
// one adventure that the text describes, the golden pheasant, is its own, and
// the rule behind the shields of the others gives that card too.
//
// # A round
//
// In the order of their tents the seats pick action cards, three each or four
// among two. Each in turn then uses its cards, one step a line, closed by done.
// The seats that picked the tournament and stand at Camelot hold it. Fewest points
// get the first tent of the next round. Once a seat has reached the target, the
// round is played out and most points win.
//
// # Text
//
// An action is one line: "pick Q", "ES 2", "A golden-pheasant", "G B2",
// "Q golden-pheasant L1 B2", "P hidden-valley", "done", "bid S2 L1", "bid".
// Cards come in the order Sword, Lance, Dragon, Book, low before high; any
// order, either case and any blanks are read.
package kutschke

import (
	"cmp"
	"maps"
	"slices"

	"tableronde/games"
)

// ruleset is the game, for any number of seats.
type ruleset struct{}

// Rulesets lists the ruleset of the game.
func Rulesets() []games.Ruleset { return []games.Ruleset{ruleset{}} }

// Tags of a record that fix the setup; tents of later rounds have the round appended,
// "Deck.tents.2".
const (
	tagPlaces     = games.TagDeck + ".places"
	tagTents      = games.TagDeck + ".tents"
	tagAdventures = games.TagDeck + ".adventures"
	tagVirtues    = games.TagDeck + ".virtues"
)

const minSeats = 2

func (ruleset) Info() games.Info {
	return games.Info{
		ID: "kutschke", Version: 1, Name: box.Title, Seats: []int{2, 3, 4}, Options: []games.Option{games.PauseOption()},
		Armies: slices.Clone(box.knights), Chance: true, Hidden: true,
	}
}

// displaySize is the number of open adventures at the start of a round.
const displaySize = 3

// New draws the circle, the tents, the adventures and the virtues dealt, in that order.
func (r ruleset) New(setup games.Setup) (games.State, error) {
	n := cmp.Or(setup.Seats, minSeats)
	if n < minSeats || n > maxSeats {
		return nil, badSeats.With("number", n)
	}
	for _, id := range slices.Sorted(maps.Keys(setup.Options)) {
		if id != games.OptionAuto || !slices.Contains(games.PauseOption().Values, setup.Options[id]) {
			return nil, noOption.With("text", id)
		}
	}
	chance, err := games.NewChance(setup)
	if err != nil {
		return nil, err
	}
	s := &state{table: table{seats: n, ring: &ring{}}, chance: &chance,
		Pause: setup.Options[games.OptionAuto] == games.AutoLater}
	s.piles, s.supply = s.outfit().virtues, s.outfit().supply

	provinces, err := games.Deal(s.chance, tagPlaces, Provinces(), Place.String)
	if err != nil {
		return nil, err
	}
	for i, p := range provinces {
		s.ring.places[i+1], s.ring.index[p] = p, i+1
	}
	tents, err := games.Deal(s.chance, tagTents, s.tents(), tent.String)
	if err != nil {
		return nil, err
	}
	for i, t := range tents {
		s.knights[i].tent = t
	}
	if s.deck, err = games.Deal(s.chance, tagAdventures, Adventures(), Adventure.String); err != nil {
		return nil, err
	}
	s.refill(nil)
	virtues, err := games.Deal(s.chance, tagVirtues, s.outfit().dealt.list(), Card.String)
	if err != nil {
		return nil, err
	}
	for i, c := range virtues {
		s.piles -= singleCard(c)
		s.knights[i%n].hand += singleCard(c)
	}
	s.begin(1)
	return s, nil
}
