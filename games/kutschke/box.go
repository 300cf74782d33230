package kutschke

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"tableronde/games"
	"tableronde/games/cards"
)

const (
	maxSeats       = 4
	placeCount     = 8
	adventureCount = 14
)

//go:embed cards.json
var cardsFile []byte

// box holds the contents of the game box, from cards.json. It is never changed.
var box = mustLoad(cardsFile)

// boxContents is the part of cards.json that rules and pages need, with tables derived from it.
type boxContents struct {
	Title    games.Text
	Targets  map[int]int
	Picks    map[int]int            `json:"picks_per_round"`
	Starts   map[int]map[string]int `json:"start_virtues"`
	RoundCap struct{ Value int }    `json:"round_cap"` // after which a game ends without anybody at the target
	Knights  []struct{ Name games.Text }
	Places   []struct {
		ID, Source string
		Name       games.Text
	}
	Actions []struct {
		Kind, Place, Virtue string
		Name                games.Text
		Distance            int
		Removed             bool `json:"removed_for_2_3"`
	}
	Virtues []struct {
		Virtue  string
		Value   int
		Name    games.Text
		Stands  games.Text `json:"stands_for"`
		Removed bool       `json:"removed_for_2_3"`
	}
	Adventures []adventureCard // by Adventure, once they are loaded

	knights   []games.Text // by seat
	outfits   [maxSeats + 1]outfit
	distance  int // of a horse
	kinds     [kindCount]kindCard
	cardNames [cardTypes + 1]games.Text
	virtues   [Book + 1]struct{ name, meaning games.Text }
}

// outfit is the part of the box for one number of players.
type outfit struct {
	target  int
	picks   int
	supply  [kindCount]uint8
	virtues cardSet // all of them, in hands and piles
	dealt   cardSet // that are dealt when the game begins
}

type kindCard struct {
	name  games.Text
	where string // "camelot", "province", "any"
}

type adventureCard struct {
	ID, Place string
	Name      games.Text
	Cost      map[string]int
	Shields   int
	Source    struct{ Cost string }

	at   Place
	cost [Book + 1]int
}

// mustLoad reads the box. It panics at invalid data.
func mustLoad(text []byte) *boxContents {
	b := &boxContents{}
	if err := json.Unmarshal(text, b); err != nil {
		panic(fmt.Errorf("cards.json: %w", err))
	}
	virtueOf := map[string]Virtue{"sword": Sword, "lance": Lance, "dragon": Dragon, "book": Book}
	for _, k := range b.Knights[:maxSeats] {
		b.knights = append(b.knights, k.Name)
	}
	for n := minSeats; n <= maxSeats; n++ {
		b.outfits[n] = outfit{target: b.Targets[n], picks: b.Picks[n]}
		for word, count := range b.Starts[n] {
			b.outfits[n].dealt += cardSet(count) * singleCard(CardOf(virtueOf[word], 1))
		}
	}
	for _, a := range b.Actions {
		code := a.Kind
		if code == "E" {
			code += virtueOf[a.Virtue].String()
		}
		k := slices.Index(kindCodes[:], code)
		b.kinds[k] = kindCard{a.Name, a.Place}
		b.distance = max(b.distance, a.Distance)
		for n := minSeats; n <= maxSeats; n++ {
			if !a.Removed || n > 3 {
				b.outfits[n].supply[k]++
			}
		}
	}
	for _, c := range b.Virtues {
		v, number := virtueOf[c.Virtue], fmt.Sprint(" ", c.Value)
		card := CardOf(v, c.Value)
		b.cardNames[card] = c.Name
		b.virtues[v].meaning = c.Stands
		b.virtues[v].name = games.Text{En: strings.TrimSuffix(c.Name.En, number), Fr: strings.TrimSuffix(c.Name.Fr, number)}
		for n := minSeats; n <= maxSeats; n++ {
			if !c.Removed || n > 3 {
				b.outfits[n].virtues += singleCard(card)
			}
		}
	}
	b.Adventures = append([]adventureCard{{}}, b.Adventures...)
	for i := range b.Adventures {
		a := &b.Adventures[i]
		for j, p := range b.Places {
			if p.ID == a.Place {
				a.at = Place(j)
			}
		}
		for word, n := range a.Cost {
			a.cost[virtueOf[word]] = n
		}
	}
	return b
}

// Name returns the name of a code of the notation: an action card, a virtue by its
// letter, a virtue card, a place or an adventure. The arguments of refusals other
// than "text" and "example", and the words and cards of facts, are such codes unless
// they are numbers.
func Name(code string) (name games.Text, ok bool) {
	if k, ok := cards.Parse(code, Kinds()); ok {
		return k.Name(), true
	}
	if c, ok := cards.Parse(code, allCards); ok {
		return c.Name(), true
	}
	if i := slices.Index(cards.Codes(Virtues()), code); i >= 0 {
		return Virtues()[i].Name(), true
	}
	if p, ok := cards.Parse(code, allPlaces); ok {
		return p.Name(), true
	}
	if a, ok := cards.Parse(code, Adventures()); ok {
		return a.Name(), true
	}
	return name, false
}

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
func Kinds() []Kind { return countUp(ExerciseSword, Horse) }

// countUp lists the things from one number to another.
func countUp[T ~uint8](from, to T) []T {
	all := make([]T, 0, to-from+1)
	for t := from; t <= to; t++ {
		all = append(all, t)
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

// Place is one of the eight places of the circle, in the order of the data file;
// the zero Place is Camelot.
type Place uint8

// Camelot is where knights start, train and joust.
const Camelot Place = 0

var allPlaces = countUp(Camelot, placeCount-1)

// Provinces lists the seven places that are not Camelot, in the order of the
// data file.
func Provinces() []Place { return countUp(Camelot+1, placeCount-1) }

// String returns the id of the place.
func (p Place) String() string { return box.Places[p].ID }

// MarshalText encodes the id.
func (p Place) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// Name returns the place in words.
func (p Place) Name() games.Text { return box.Places[p].Name }

// Ours reports whether the name of the place is ours, not from the rules text.
func (p Place) Ours() bool { return box.Places[p].Source != "seed" }

// Adventure is an adventure card by its number, 1 to 14; the zero Adventure is
// none.
type Adventure uint8

// Adventures lists all fourteen in order.
func Adventures() []Adventure { return countUp[Adventure](1, adventureCount) }

// String returns the id of the adventure.
func (a Adventure) String() string { return box.Adventures[a].ID }

// MarshalText encodes the id.
func (a Adventure) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// Name returns the adventure in words.
func (a Adventure) Name() games.Text { return box.Adventures[a].Name }

// Place returns the place where the adventure is completed.
func (a Adventure) Place() Place { return box.Adventures[a].at }

// Cost returns the total value of a virtue that the adventure costs.
func (a Adventure) Cost(v Virtue) int { return box.Adventures[a].cost[v] }

// Shields returns the points of the adventure.
func (a Adventure) Shields() int { return box.Adventures[a].Shields }

// Ours reports whether place and cost of the card are ours, not from the rules text.
func (a Adventure) Ours() bool { return box.Adventures[a].Source.Cost != "seed" }
