package kutschke

import (
	"fmt"
	"sync"

	"tableronde/games"
)

// Example returns the example of the rules text: seat 1 stands at Camelot, has picked
// Horse and Quest among others, and holds the golden pheasant, which asks for
// Lance 1 and Book 1, with Lance 1 and Book 2. The lines are its turn.
func Example() (s games.State, seat games.Seat, turn []string) {
	return exampleState(), 1, []string{"P hidden-valley", "Q golden-pheasant L1 B2", doneWord}
}

var exampleState = sync.OnceValue(func() games.State {
	return mustPlay(games.Setup{Seats: maxSeats, Fixed: map[string]string{
		tagPlaces:       "dark-forest misty-marsh hidden-valley ruined-tower fire-mountain enchanted-grove dwarf-caves",
		tagTents:        "1 2 3 4",
		tagTents + ".2": "1 2 3 4",
		tagAdventures:   "golden-pheasant wild-boar fierce-giant fair-maiden white-stag",
		tagVirtues:      "L1 S1 D1 B1 S1 D1 L1 B1",
	}}, []exampleLine{
		{1, "pick A"}, {2, "pick ES"}, {3, "pick A"}, {4, "pick EL"},
		{1, "pick EB"}, {2, "pick P"}, {3, "pick ED"}, {4, "pick P"},
		{1, "pick P"}, {2, "pick P"}, {3, "pick G"}, {4, "pick Q"},
		{1, "A golden-pheasant"}, {1, "EB 2"}, {1, "done"},
		{2, "ES 3"}, {2, "P hidden-valley"}, {2, "done"},
		{3, "A wild-boar"}, {3, "ED 3"}, {3, "done"},
		{4, "EL 2"}, {4, "P fire-mountain"}, {4, "done"},
		{1, "pick Q"}, {2, "pick P"}, {3, "pick ES"}, {4, "pick P"},
		{1, "pick P"}, {2, "pick EL"}, {3, "pick A"}, {4, "pick T"},
		{1, "pick G"}, {2, "pick A"}, {3, "pick T"}, {4, "pick EB"},
	})
})

type exampleLine struct {
	seat games.Seat
	line string
}

// mustPlay returns the state after the lines of a game in the package.
func mustPlay(setup games.Setup, log []exampleLine) games.State {
	s, err := ruleset{}.New(setup)
	for _, l := range log {
		if err != nil {
			break
		}
		if s, _, err = s.Apply(l.seat, l.line); err != nil {
			err = fmt.Errorf("%d: %s: %w", l.seat, l.line, err)
		}
	}
	if err != nil {
		panic(err)
	}
	return s
}
