package shannon

import (
	"encoding/json"

	"tableronde/games"
)

// tableJSON is a view with the keys of the rules page (§13).
type tableJSON struct {
	Phase   string       `json:"phase"`
	Round   int          `json:"round"`
	Combat  int          `json:"combat"`
	Dealer  games.Seat   `json:"dealer"`
	Leader  games.Seat   `json:"leader"`
	Lead    *string      `json:"lead_suit"`
	Table   []playedJSON `json:"table"`
	Carry   []string     `json:"carry"`
	Discard []string     `json:"discard"`
	Stock   int          `json:"stock"`
	Favors  favorsJSON   `json:"favours"`
	Seats   []seatJSON   `json:"seats"`
}

type playedJSON struct {
	Seat     games.Seat `json:"seat"`
	Card     string     `json:"card"`
	As       string     `json:"as"`
	Value    int        `json:"value"`
	Declared []string   `json:"declared"`
}

type favorsJSON struct {
	Deck    int      `json:"deck"`
	Shown   []string `json:"shown"`
	Discard []string `json:"discard"`
}

type seatJSON struct {
	Life     int                   `json:"life"`
	Hero     *string               `json:"hero"`
	Legend   *string               `json:"legend"`
	Active   bool                  `json:"active"`
	Favors   []string              `json:"favours"`
	Tokens   map[string]int        `json:"tokens"`
	Targets  map[string]games.Seat `json:"targets"`
	Lancelot *string               `json:"lancelot"`
	Hand     []string              `json:"hand"`
	Pile     []string              `json:"pile"`

	Resigned bool `json:"resigned"`
}

// MarshalJSON encodes the view with the keys of the rules page; whether a seat
// has resigned is added.
func (v View) MarshalJSON() ([]byte, error) {
	t := tableJSON{
		Phase: v.Phase.String(), Round: v.Round, Combat: v.Combat, Dealer: v.Dealer, Leader: v.Leader,
		Table: []playedJSON{}, Carry: codesOf(v.Carry), Discard: codesOf(v.Discard), Stock: v.Stock,
		Favors: favorsJSON{Deck: v.FavorDeck, Shown: powerIDs(v.Shown), Discard: powerIDs(v.FavorDiscard)},
	}
	if v.Lead != NoSuit {
		letter := v.Lead.String()
		t.Lead = &letter
	}
	for _, p := range v.Table {
		j := playedJSON{Seat: p.Seat, Card: p.Card.String(), As: p.As.String(), Value: p.Value, Declared: []string{}}
		for _, d := range p.Declared {
			j.Declared = append(j.Declared, d.Word)
		}
		t.Table = append(t.Table, j)
	}
	for _, k := range v.Knights {
		t.Seats = append(t.Seats, k.json())
	}
	return json.Marshal(t)
}

func (k Knight) json() seatJSON {
	j := seatJSON{
		Life: k.Life, Active: k.Active, Favors: powerIDs(k.Favors), Tokens: map[string]int{}, Targets: map[string]games.Seat{},
		Hand: codesOf(k.Hand), Pile: codesOf(k.Pile), Resigned: k.Resigned,
	}
	if k.Hero != nil {
		j.Hero, j.Legend = &k.Hero.ID, &k.Legend.ID
	}
	for _, t := range k.Tokens {
		j.Tokens[t.Power.ID] = t.Left
	}
	for part, named := range map[Part]games.Seat{PartSight: k.Sight, PartTrade: k.Trade, PartTrial: k.Trial} {
		if named != 0 {
			j.Targets[part.String()] = named
		}
	}
	if k.Placed {
		card := k.Under.String()
		j.Lancelot = &card
	}
	return j
}
