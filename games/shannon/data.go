package shannon

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// maxSeats is the largest number of knights of a tournament.
const maxSeats = 6

//go:embed cards.json
var cardsFile []byte

// dataFile is the data of the game as cards.json describes it.
type dataFile struct {
	TitleFr string     `json:"title_fr"`
	TitleEn string     `json:"title_en"`
	Suits   []struct { // by Suit
		ID     string `json:"id"`
		NameFr string `json:"name_fr"`
		NameEn string `json:"name_en"`
	} `json:"suits"`
	Hand    int          `json:"hand_size"`
	Life    int          `json:"start_life"`
	Weapons []weapon     `json:"weapons"`
	Heroes  []*powerFile `json:"heroes"`
	Legends []*powerFile `json:"legends"`
	Favors  []*powerFile `json:"favours"`
}

// weapon is a weapon card as the data describes it.
type weapon struct {
	ID     string `json:"id"`
	Kind   string `json:"kind"`
	Suit   string `json:"suit"`
	Value  int    `json:"value"`
	Poison bool   `json:"poison"`
	Wounds int    `json:"wounds"`
	NameFr string `json:"name_fr"`
	NameEn string `json:"name_en"`

	kind Kind
	suit Suit
	code string
	rank int // among the cards to discard first as the most wounding (§5.3): the lowest
}

var (
	gameData   = mustRead(cardsFile)
	weaponData = mustArm(gameData) // by Card
	allPowers  = mustEmpower(gameData)
	byUse      = powersByUse()

	handSize  = gameData.Hand
	startLife = gameData.Life
)

func mustRead(text []byte) *dataFile {
	d := new(dataFile)
	if err := json.Unmarshal(text, d); err != nil {
		panic(fmt.Errorf("cards.json: %w", err))
	}
	d.Suits = append(d.Suits[:1:1], d.Suits...)
	clear(d.Suits[:1]) // NoSuit
	return d
}

// mustArm returns the weapon cards by Card, with the hidden one at 0.
func mustArm(d *dataFile) []weapon {
	all := append([]weapon{{code: "?"}}, d.Weapons...)
	var order []*weapon
	for i := range all[1:] {
		w := &all[i+1]
		name, number, _ := strings.Cut(w.ID, "-")
		switch w.Kind {
		case "enchanter":
			w.kind, w.code = Enchanter, map[string]string{"merlin": "M", "apprentice": "P"}[name]+number
		case "basic", "alchemy":
			for j, s := range d.Suits {
				if s.ID == w.Suit {
					w.suit = Suit(j)
				}
			}
			if w.suit == Alchemy {
				w.kind = Alchemic
			}
			w.code = w.suit.String() + strconv.Itoa(w.Value)
		default:
			panic(fmt.Errorf("card %s: kind %q", w.ID, w.Kind))
		}
		order = append(order, w)
	}
	// §5.3: the most wounding first; then by printed value, and by name.
	slices.SortFunc(order, func(a, b *weapon) int {
		return cmp.Or(b.Wounds-a.Wounds, b.Value-a.Value, strings.Compare(a.ID, b.ID))
	})
	for i, w := range order {
		w.rank = i
	}
	return all
}

// powersByUse returns the power of each declaration.
func powersByUse() (list [useCount]*Power) {
	for i, d := range declarables {
		list[i] = PowerOf(d.power)
	}
	return list
}
