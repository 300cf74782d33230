package kutschke

import (
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

// options are those of the game. Nobody changes them.
var options = []games.Option{games.PauseOption()}

func (ruleset) Info() games.Info {
	return games.Info{
		ID: "kutschke", Version: 1, Name: box.name, Seats: []int{2, 3, 4}, Options: options,
		Armies: slices.Clone(box.knights), Chance: true, Hidden: true,
	}
}

func (ruleset) New(setup games.Setup) (games.State, error) {
	n := setup.Seats
	if n == 0 {
		n = minSeats
	}
	if n < minSeats || n > maxSeats {
		return nil, badSeats.with("number", n)
	}
	for _, id := range slices.Sorted(maps.Keys(setup.Options)) {
		if value := setup.Options[id]; id != games.OptionAuto || !slices.Contains(options[0].Values, value) {
			return nil, noOption.with("text", id)
		}
	}
	chance, err := games.NewChance(setup)
	if err != nil {
		return nil, err
	}
	s := &state{table: table{seats: n, piles: box.byPlayers[n].virtues}, chance: &chance, later: setup.Options[games.OptionAuto] == games.AutoLater}
	if err := s.setUp(); err != nil {
		return nil, err
	}
	s.supply = s.outfit().supply
	s.begin(1)
	return s, nil
}

// displaySize is the number of open adventures at the start of a round.
const displaySize = 3

// setUp draws the circle, the tents, the adventures and the virtues dealt, in that
// order.
func (s *state) setUp() error {
	provinces, err := games.Deal(s.chance, tagPlaces, Provinces(), Place.String)
	if err != nil {
		return err
	}
	s.ring = ringOf(provinces)
	tents, err := games.Deal(s.chance, tagTents, s.tents(), tent.String)
	if err != nil {
		return err
	}
	for i, t := range tents {
		s.knights[i].tent = t
	}
	deck, err := games.Deal(s.chance, tagAdventures, Adventures(), Adventure.String)
	if err != nil {
		return err
	}
	s.order = (*[adventureCount]Adventure)(deck)
	s.deck = adventureCount
	s.refill(nil)
	virtues, err := games.Deal(s.chance, tagVirtues, s.outfit().dealt.list(), Card.String)
	if err != nil {
		return err
	}
	for i, c := range virtues {
		s.piles -= singleCard(c)
		s.knights[i%s.seats].hand += singleCard(c)
	}
	return nil
}
