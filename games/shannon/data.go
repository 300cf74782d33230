package shannon

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"tableronde/games"
)

// maxSeats is the largest number of knights of a tournament.
const maxSeats = 6

//go:embed cards.json
var cardsFile []byte

// dataFile is the data of the game as cards.json describes it.
type dataFile struct {
	TitleFr string       `json:"title_fr"`
	TitleEn string       `json:"title_en"`
	Suits   []suitFile   `json:"suits"`
	Hand    int          `json:"hand_size"`
	Life    int          `json:"start_life"`
	Weapons []weapon     `json:"weapons"`
	Heroes  []*powerFile `json:"heroes"`
	Legends []*powerFile `json:"legends"`
	Favors  []*powerFile `json:"favours"`
}

type suitFile struct {
	ID     string `json:"id"`
	NameFr string `json:"name_fr"`
	NameEn string `json:"name_en"`
}

type powerFile struct {
	ID           string      `json:"id"`
	NameFr       string      `json:"name_fr"`
	NameEn       string      `json:"name_en"`
	TextFr       string      `json:"text_fr"`
	TextEn       string      `json:"text_en"`
	Source       string      `json:"source"`
	Hero         string      `json:"hero"`
	Legend       string      `json:"legend"`
	Threshold    int         `json:"threshold"`
	Hooks        []string    `json:"hook"`
	UsesPerRound int         `json:"uses_per_round"`
	Uses         int         `json:"uses"`
	NotWithTwo   bool        `json:"excluded_with_2"`
	Params       powerParams `json:"params"`
}

var (
	gameData   = mustRead(cardsFile)
	suitData   = append([]suitFile{{}}, gameData.Suits...) // by Suit
	weaponData = mustArm(gameData.Weapons)                 // by Card
	allPowers  = mustEmpower(gameData)
	byUse      = powersByUse()

	handSize  = gameData.Hand
	startLife = gameData.Life
	allCards  = setOf(Cards()...)
)

func mustRead(text []byte) *dataFile {
	d := new(dataFile)
	if err := json.Unmarshal(text, d); err != nil {
		panic(fmt.Errorf("cards.json: %w", err))
	}
	return d
}

// mustArm returns the weapon cards by Card, with the hidden one at 0.
func mustArm(list []weapon) []weapon {
	all := append([]weapon{{code: "?"}}, list...)
	order := make([]*weapon, 0, len(list))
	for i := range all[1:] {
		w := &all[i+1]
		if err := w.finish(); err != nil {
			panic(fmt.Errorf("card %s: %w", w.ID, err))
		}
		order = append(order, w)
	}
	// §5.3: the most wounding first; then by printed value, and by name.
	slices.SortFunc(order, func(a, b *weapon) int {
		switch {
		case a.Wounds != b.Wounds:
			return b.Wounds - a.Wounds
		case a.Value != b.Value:
			return b.Value - a.Value
		}
		return strings.Compare(a.ID, b.ID)
	})
	for i, w := range order {
		w.rank = i
	}
	return all
}

// mustEmpower returns the powers: heroes, then legends, then favors.
func mustEmpower(d *dataFile) []Power {
	var all []Power
	for kind, list := range [][]*powerFile{Hero: d.Heroes, Legend: d.Legends, Favor: d.Favors} {
		for _, f := range list {
			p, err := f.power(PowerKind(kind))
			if err != nil {
				panic(fmt.Errorf("power %s: %w", f.ID, err))
			}
			p.index = len(all)
			all = append(all, p)
		}
	}
	for i, f := range d.Heroes {
		for j, g := range d.Legends {
			if f.Legend == g.ID && g.Hero == f.ID {
				all[i].Partner, all[len(d.Heroes)+j].Partner = &all[len(d.Heroes)+j], &all[i]
			}
		}
	}
	return all
}

// power returns the power of an entry of the data. The error is for hooks that only the
// data or only the package has.
func (f *powerFile) power(kind PowerKind) (Power, error) {
	p := Power{
		ID: f.ID, Kind: kind, Name: games.Text{En: f.NameEn, Fr: f.NameFr}, Text: games.Text{En: f.TextEn, Fr: f.TextFr},
		Source: f.Source, Ours: strings.HasPrefix(f.Source, "ours"), Threshold: f.Threshold, notWithTwo: f.NotWithTwo,
	}
	p.uses = byPlayers(f.UsesPerRound+f.Uses, f.Params.UsesByPlayers)
	var names []string
	for _, h := range hooksOf(f.ID) {
		h.bind(&p.hooks, f.Params)
		names = append(names, h.name)
	}
	want := slices.Clone(f.Hooks)
	slices.Sort(want)
	slices.Sort(names)
	if !slices.Equal(want, names) {
		return p, fmt.Errorf("the data names the hooks %v, the package has %v", want, names)
	}
	return p, nil
}

// powersByUse returns the power of each declaration.
func powersByUse() [useCount]*Power {
	var list [useCount]*Power
	for i := range allPowers {
		if d := allPowers[i].declares; d != nil {
			list[d.use] = &allPowers[i]
		}
	}
	return list
}
