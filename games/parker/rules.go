package parker

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tableronde/games"
)

// ruleset is one game of the family.
type ruleset struct{ b *Board }

// Rulesets lists the games of the family, Camelot first.
func Rulesets() []games.Ruleset {
	all := make([]games.Ruleset, len(allBoards))
	for i, b := range allBoards {
		all[i] = ruleset{b}
	}
	return all
}

const setupOption = "setup"

func (r ruleset) Info() games.Info {
	info := games.Info{ID: r.b.id, Version: 1, Name: r.b.name, Seats: []int{len(r.b.sides)}}
	for _, d := range r.b.sides {
		info.Armies = append(info.Armies, d.name)
	}
	if r.b.Partner(1) != 0 {
		for seat := range games.Seat(len(r.b.sides)) {
			info.Partners = append(info.Partners, r.b.Partner(seat+1))
		}
	}
	if len(r.b.setup) > 1 {
		o := games.Option{ID: setupOption, Name: games.Text{En: "Setup", Fr: "Mise en place"}}
		for _, s := range r.b.setup {
			o.Values = append(o.Values, s.id)
			o.Meaning = append(o.Meaning, s.meaning)
		}
		info.Options = []games.Option{o}
	}
	info.Options = append(info.Options, games.Option{
		ID: positionOption, Name: games.Text{En: "Starting position", Fr: "Position de départ"}, Values: []string{}, Meaning: []games.Text{},
	})
	return info
}

func (r ruleset) New(s games.Setup) (games.State, error) {
	if s.Seats != 0 && s.Seats != len(r.b.sides) {
		return nil, fmt.Errorf("%s: %d seats, want %d", r.b.id, s.Seats, len(r.b.sides))
	}
	if text, ok := s.Options[positionOption]; ok {
		if len(s.Options) > 1 {
			return nil, positionAlone.With()
		}
		s, err := r.b.begin(text)
		if err != nil {
			return nil, fmt.Errorf("option %s: %w", positionOption, err)
		}
		return s, nil
	}
	start := &r.b.setup[0]
	for _, id := range slices.Sorted(maps.Keys(s.Options)) {
		value := s.Options[id]
		if id != setupOption || len(r.b.setup) < 2 {
			return nil, fmt.Errorf("%s: no option %q", r.b.id, id)
		}
		i := slices.IndexFunc(r.b.setup, func(s startSetup) bool { return s.id == value })
		if i < 0 {
			return nil, fmt.Errorf("%s: option %s has no value %q", r.b.id, id, value)
		}
		start = &r.b.setup[i]
	}
	return &state{b: r.b, start: start, pos: start.position}, nil
}

//go:embed boards/*.json
var boardFiles embed.FS

// allBoards holds every board of the family, in the order of Rulesets.
var allBoards = mustLoad(
	"camelot", "chivalry", "cam", "camette",
	"chivalry-4-teams", "chivalry-4-solo",
	"grand-camelot", "grand-cam-97", "grand-cam-93",
)

// boardFile is a board as boards/*.json describes it.
type boardFile struct {
	ID     string     `json:"id"`
	Name   games.Text `json:"name"`
	Ranks  []string   `json:"ranks"` // the files of each rank, from rank 1 up: "C-J"
	Armies []armyFile `json:"armies"`
	Setups []struct {
		ID      string     `json:"id"`
		Meaning games.Text `json:"meaning"`
		Armies  []armyFile `json:"armies"` // absent: those of the board
	} `json:"setups"` // the first is the default
	End endRules `json:"end"`
}

// armyFile is one seat; the armies come in turn order.
type armyFile struct {
	Name    games.Text `json:"name"`
	Partner int        `json:"partner"` // seat, 0 if none
	Castle  []string   `json:"castle"`
	Goal    []string   `json:"goal"`
	Knights []string   `json:"knights"`
	Men     []string   `json:"men"`
}

// mustLoad reads boards that are part of the program. It panics if they are not as they should be.
func mustLoad(ids ...string) []*Board {
	all := make([]*Board, len(ids))
	for i, id := range ids {
		text, err := boardFiles.ReadFile("boards/" + id + ".json")
		if err != nil {
			panic(err)
		}
		var f boardFile
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(&f); err != nil {
			panic(fmt.Errorf("board %s: %w", id, err))
		}
		all[i] = newBoard(&f)
	}
	return all
}

func newBoard(f *boardFile) *Board {
	b := &Board{id: f.ID, name: f.Name, end: f.End}
	b.layOut(f.Ranks)
	b.connect()
	b.divide()
	b.seat(f.Armies)
	if len(f.Setups) == 0 {
		b.setup = []startSetup{{position: b.place(f.Armies)}}
	}
	for _, s := range f.Setups {
		armies := s.Armies
		if armies == nil {
			armies = f.Armies
		}
		b.setup = append(b.setup, startSetup{s.ID, s.Meaning, b.place(armies)})
	}
	return b
}

// layOut creates the squares from the extent of every rank.
func (b *Board) layOut(ranks []string) {
	for rank := range b.grid {
		for file := range b.grid[rank] {
			b.grid[rank][file] = NoSquare
		}
	}
	b.ranks = len(ranks)
	for rank, extent := range ranks {
		first, last, ok := strings.Cut(extent, "-")
		if !ok {
			last = first
		}
		for file := int(first[0] - 'A'); file <= int(last[0]-'A'); file++ {
			b.grid[rank][file] = Square(len(b.names))
			b.names = append(b.names, fmt.Sprintf("%c%d", 'A'+file, rank+1))
			b.coords = append(b.coords, coordinate{int8(file), int8(rank)})
			b.files = max(b.files, file+1)
		}
	}
	b.castle = make([]games.Seat, len(b.names))
}

// seat creates the sides from the armies: partners, and owners of castles.
func (b *Board) seat(armies []armyFile) {
	b.sides = make([]side, len(armies))
	var castles set
	for i, a := range armies {
		s := &b.sides[i]
		*s = side{name: a.Name, partner: noSeat, own: b.mustFind(a.Castle), goal: b.mustFind(a.Goal)}
		s.friends = seatIndex(i).army()
		if a.Partner != 0 {
			s.partner = seatIndex(a.Partner - 1)
			s.friends |= s.partner.army()
		}
		for j := range armies {
			s.enemies |= seatIndex(j).army() &^ s.friends
		}
		for _, q := range s.own.list() {
			b.castle[q] = games.Seat(i + 1)
		}
		castles = castles.or(s.own)
	}
	for i := range b.sides {
		s := &b.sides[i]
		s.closed = castles.minus(s.goal)
		s.closedQuarters, s.goalQuarters = b.quartersOf(s.closed), b.quartersOf(s.goal)
	}
}

// place returns the position with the armies in their first squares.
func (b *Board) place(armies []armyFile) (p position) {
	for i, a := range armies {
		for _, q := range b.mustFind(a.Men).list() {
			p.put(q, pieceOf(seatIndex(i), false))
		}
		for _, q := range b.mustFind(a.Knights).list() {
			p.put(q, pieceOf(seatIndex(i), true))
		}
	}
	return p
}

// mustFind returns the squares with some names.
func (b *Board) mustFind(names []string) (s set) {
	for _, name := range names {
		q, ok := b.Square(name)
		if !ok {
			panic(fmt.Errorf("board %s: no square %q", b.id, name))
		}
		s.add(q)
	}
	return s
}

// Setup returns the position before the first move, under a value of the option
// setup; "" is the usual one. It is false if the board has no such setup.
func (b *Board) Setup(id string) (Position, bool) {
	for i, s := range b.setup {
		if s.id == id || id == "" && i == 0 {
			return Position{b: b, pos: s.position}, true
		}
	}
	return Position{}, false
}
