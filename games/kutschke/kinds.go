package kutschke

import (
	"strings"

	"tableronde/games"
)

// Kind is a kind of action card; the zero Kind is none. Cards of one kind are equal.
type Kind uint8

// The kinds in the order of the data file, which lists and defaults follow.
const (
	ExerciseSword  Kind = iota + 1 // Camelot: take a Sword
	ExerciseLance                  // Camelot: take a Lance
	ExerciseDragon                 // Camelot: take a Dragon
	ExerciseBook                   // Camelot: take a Book
	RoundTable                     // Camelot: take an adventure from the display
	Tournament                     // Camelot, when everybody has had a turn
	Justice                        // a province: a Book for two points
	Quest                          // the adventure's place: its cost for its shields
	Horse                          // anywhere: ride one to three places

	kindCount = int(Horse) + 1
)

// Kinds lists all kinds in order.
func Kinds() []Kind {
	all := make([]Kind, 0, kindCount-1)
	for k := ExerciseSword; k <= Horse; k++ {
		all = append(all, k)
	}
	return all
}

var kindCodes = [kindCount]string{"", "ES", "EL", "ED", "EB", "A", "T", "G", "Q", "P"}

// String returns the code of the kind: "ES", "P".
func (k Kind) String() string { return kindCodes[k] }

// MarshalText encodes the code.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// Name returns the card in words.
func (k Kind) Name() games.Text { return box.kinds[k].name }

// Virtue returns the virtue that an exercise trains, none for other kinds.
func (k Kind) Virtue() Virtue {
	if k > ExerciseBook {
		return 0
	}
	return Virtue(k)
}

// Camelot reports whether the card is used at Camelot only: its border is the yellow
// wall.
func (k Kind) Camelot() bool { return box.kinds[k].where == "camelot" }

// Province reports whether the card is used in provinces only: its border is green
// leaves.
func (k Kind) Province() bool { return box.kinds[k].where == "province" }

func parseKind(code string) (Kind, bool) {
	for k := ExerciseSword; k <= Horse; k++ {
		if strings.EqualFold(code, kindCodes[k]) {
			return k, true
		}
	}
	return 0, false
}

// Place is one of the eight places of the circle, in the order of the data file;
// the zero Place is Camelot.
type Place uint8

// Camelot is where knights start, train and joust.
const Camelot Place = 0

// Provinces lists the seven places that are not Camelot, in the order of the
// data file.
func Provinces() []Place { return []Place{1, 2, 3, 4, 5, 6, 7} }

// String returns the id of the place.
func (p Place) String() string { return box.places[p].id }

// MarshalText encodes the id.
func (p Place) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// Name returns the place in words.
func (p Place) Name() games.Text { return box.places[p].name }

// Ours reports whether the name of the place is ours, not that of the rules text.
func (p Place) Ours() bool { return box.places[p].source != "seed" }

// Adventure is an adventure card by its number, 1 to 14; the zero Adventure is
// none.
type Adventure uint8

// Adventures lists all fourteen in order.
func Adventures() []Adventure {
	all := make([]Adventure, adventureCount)
	for i := range all {
		all[i] = Adventure(i + 1)
	}
	return all
}

// String returns the id of the adventure.
func (a Adventure) String() string { return box.adventures[a].id }

// MarshalText encodes the id.
func (a Adventure) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// Name returns the adventure in words.
func (a Adventure) Name() games.Text { return box.adventures[a].name }

// Place returns the place where the adventure is completed.
func (a Adventure) Place() Place { return box.adventures[a].at }

// Cost returns the total value of a virtue that the adventure costs.
func (a Adventure) Cost(v Virtue) int { return box.adventures[a].cost[v] }

// Shields returns the points of the adventure.
func (a Adventure) Shields() int { return box.adventures[a].shields }

// Ours reports whether place and cost of the card are ours, not those of the rules
// text.
func (a Adventure) Ours() bool { return box.adventures[a].source != "seed" }
