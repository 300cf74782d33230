package kutschke

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"tableronde/games"
)

//go:embed cards.json
var cardsFile []byte

// box holds the contents of the game box, from cards.json. It is never changed.
var box = mustLoad()

const (
	maxSeats       = 4
	placeCount     = 8
	adventureCount = 14
)

// boxContents is the type of box.
type boxContents struct {
	name                  games.Text
	knights               []games.Text // by seat
	byPlayers             [maxSeats + 1]outfit
	rounds                int // after which a game ends without anybody at the target
	distance              int // of a horse
	places                [placeCount]place
	kinds                 [kindCount]kindCard
	cardNames             [cardTypes + 1]games.Text
	virtueNames, meanings [Book + 1]games.Text
	adventures            [adventureCount + 1]adventure
}

// outfit is the part of the box for one number of players.
type outfit struct {
	target  int
	picks   int
	supply  [kindCount]uint8
	virtues cards // all of them, in hands and piles
	dealt   cards // that are dealt when the game begins
}

type place struct {
	id     string
	name   games.Text
	kind   string
	source string
}

type kindCard struct {
	name  games.Text
	where string // "camelot", "province", "any"
}

type adventure struct {
	id      string
	name    games.Text
	at      Place
	cost    [Book + 1]int
	shields int
	source  string // of place, cost and shields
}

// boxFile is the part of cards.json that rules and pages need.
type boxFile struct {
	Title    games.Text                  `json:"title"`
	Targets  map[int]int                 `json:"targets"`
	Picks    map[int]int                 `json:"picks_per_round"`
	Starts   map[int]map[string]int      `json:"start_virtues"`
	RoundCap struct{ Value int }         `json:"round_cap"`
	Knights  []struct{ Name games.Text } `json:"knights"`
	Places   []struct {
		ID, Kind, Source string
		Name             games.Text
	} `json:"places"`
	Actions []struct {
		Kind, Place, Virtue string
		Name                games.Text
		Distance            int
		Removed             bool `json:"removed_for_2_3"`
	} `json:"actions"`
	Virtues []struct {
		Virtue  string
		Value   int
		Name    games.Text
		Stands  games.Text `json:"stands_for"`
		Removed bool       `json:"removed_for_2_3"`
	} `json:"virtues"`
	Adventures []struct {
		ID, Place string
		Name      games.Text
		Cost      map[string]int
		Shields   int
		Source    struct{ Cost string }
	} `json:"adventures"`
}

var virtueWords = map[string]Virtue{"sword": Sword, "lance": Lance, "dragon": Dragon, "book": Book}

func mustLoad() *boxContents {
	b, err := loadBox(cardsFile)
	if err != nil {
		panic(fmt.Errorf("cards.json: %w", err))
	}
	return b
}

func loadBox(text []byte) (*boxContents, error) {
	var f boxFile
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, err
	}
	if len(f.Places) != placeCount || len(f.Adventures) != adventureCount || len(f.Knights) < maxSeats {
		return nil, fmt.Errorf("%d places, %d adventures, %d knights", len(f.Places), len(f.Adventures), len(f.Knights))
	}
	b := &boxContents{name: f.Title, rounds: f.RoundCap.Value}
	for _, k := range f.Knights[:maxSeats] {
		b.knights = append(b.knights, k.Name)
	}
	for i, p := range f.Places {
		b.places[i] = place{p.ID, p.Name, p.Kind, p.Source}
	}
	for n := 2; n <= maxSeats; n++ {
		b.byPlayers[n] = outfit{target: f.Targets[n], picks: f.Picks[n]}
	}
	if err := b.loadActions(&f); err != nil {
		return nil, err
	}
	if err := b.loadVirtues(&f); err != nil {
		return nil, err
	}
	return b, b.loadAdventures(&f)
}

func (b *boxContents) loadActions(f *boxFile) error {
	for _, a := range f.Actions {
		code := a.Kind
		if code == "E" {
			code += virtueWords[a.Virtue].String()
		}
		k, ok := parseKind(code)
		if !ok {
			return fmt.Errorf("no action %q", code)
		}
		b.kinds[k] = kindCard{a.Name, a.Place}
		if k == Horse {
			if b.distance != 0 && b.distance != a.Distance {
				return fmt.Errorf("horses of %d and %d", b.distance, a.Distance)
			}
			b.distance = a.Distance
		}
		for n := 2; n <= maxSeats; n++ {
			if !a.Removed || n > 3 {
				b.byPlayers[n].supply[k]++
			}
		}
	}
	return nil
}

func (b *boxContents) loadVirtues(f *boxFile) error {
	for _, c := range f.Virtues {
		v := virtueWords[c.Virtue]
		if v == 0 || c.Value < 1 || c.Value > maxValue {
			return fmt.Errorf("no virtue card %q %d", c.Virtue, c.Value)
		}
		card := CardOf(v, c.Value)
		b.cardNames[card], b.meanings[v] = c.Name, c.Stands
		number := fmt.Sprint(" ", c.Value)
		b.virtueNames[v] = games.Text{En: strings.TrimSuffix(c.Name.En, number), Fr: strings.TrimSuffix(c.Name.Fr, number)}
		for n := 2; n <= maxSeats; n++ {
			if !c.Removed || n > 3 {
				b.byPlayers[n].virtues += singleCard(card)
			}
		}
	}
	for n := 2; n <= maxSeats; n++ {
		for word, count := range f.Starts[n] {
			b.byPlayers[n].dealt += cards(count) * singleCard(CardOf(virtueWords[word], 1))
		}
	}
	return nil
}

func (b *boxContents) loadAdventures(f *boxFile) error {
	for i, a := range f.Adventures {
		at := Place(0)
		for b.places[at].id != a.Place {
			if at++; at == placeCount {
				return fmt.Errorf("%s: no place %q", a.ID, a.Place)
			}
		}
		adv := adventure{id: a.ID, name: a.Name, at: at, shields: a.Shields, source: a.Source.Cost}
		for word, n := range a.Cost {
			v, ok := virtueWords[word]
			if !ok {
				return fmt.Errorf("%s: no virtue %q", a.ID, word)
			}
			adv.cost[v] = n
		}
		b.adventures[i+1] = adv
	}
	return nil
}

// Name returns the name of a code of the notation: an action card, a virtue by its
// letter, a virtue card, a place or an adventure. The arguments of refusals other
// than "text" and "example", and the words and cards of facts, are such codes unless
// they are numbers.
func Name(code string) (name games.Text, ok bool) {
	if k, ok := parseKind(code); ok {
		return k.Name(), true
	}
	if c, ok := parseCard(code); ok {
		return c.Name(), true
	}
	for _, v := range Virtues() {
		if code == v.String() {
			return v.Name(), true
		}
	}
	if p, ok := parsePlace(code); ok {
		return p.Name(), true
	}
	if a, ok := parseAdventure(code); ok {
		return a.Name(), true
	}
	return name, false
}

func parsePlace(id string) (Place, bool) {
	for p := range Place(placeCount) {
		if strings.EqualFold(id, p.String()) {
			return p, true
		}
	}
	return 0, false
}

func parseAdventure(id string) (Adventure, bool) {
	for a := Adventure(1); a <= adventureCount; a++ {
		if strings.EqualFold(id, a.String()) {
			return a, true
		}
	}
	return 0, false
}
