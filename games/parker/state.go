package parker

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"tableronde/games"
)

const (
	occurrences = 4  // of a position, and a draw may be claimed
	quietRounds = 50 // without progress, and a draw may be claimed

	// roundParts is what a round counts, so that a turn counts a whole number
	// whether one, two, three or four seats have pieces.
	roundParts = 12
)

// ruleset is one game of the family.
type ruleset struct{ b *Board }

// Rulesets lists the games of the family, Camelot first.
func Rulesets() []games.Ruleset {
	all := make([]games.Ruleset, len(boards))
	for i, b := range boards {
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
			return nil, positionAlone.with()
		}
		s, err := r.b.study(text)
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
		i := slices.IndexFunc(r.b.setup, func(s setup) bool { return s.id == value })
		if i < 0 {
			return nil, fmt.Errorf("%s: option %s has no value %q", r.b.id, id, value)
		}
		start = &r.b.setup[i]
	}
	return &state{b: r.b, start: start, pos: start.position}, nil
}

var _ games.Drawer = (*state)(nil)

// state is a moment of a game. Nothing in it changes once it is made.
type state struct {
	b        *Board
	start    *setup
	pos      position
	before   *state           // the state before, nil if the position before cannot occur again
	quiet    int              // since the last progress, in parts of a round
	resigned [maxSeats]bool   // seats of a team that have resigned
	gone     [maxSeats]roster // what left the board when a seat that plays alone did
	result   *games.Result
}

// ToAct is the seat to move.
func (s *state) ToAct() []games.Seat {
	if s.result != nil {
		return nil
	}
	return []games.Seat{s.turn()}
}

func (s *state) turn() games.Seat { return games.Seat(s.pos.turn + 1) }

// generator is ready to look at a copy of the position.
func (s *state) generator() (*generator, *position) {
	p := s.pos
	g := &generator{b: s.b}
	g.prepare(&p, p.turn)
	return g, &p
}

// Legal lists the legal moves of the seat to move in byte order.
func (s *state) Legal(seat games.Seat) []string {
	if s.result != nil || seat != s.turn() {
		return nil
	}
	g, p := s.generator()
	g.record = true
	g.generate(p)
	slices.Sort(g.texts)
	return g.texts
}

// Apply makes a move, by any legal route. Refusals name the rule.
func (s *state) Apply(seat games.Seat, text string) (games.State, string, error) {
	switch {
	case s.result != nil:
		return nil, "", games.ErrFinished
	case seat != s.turn():
		return nil, "", games.ErrNotYourTurn
	}
	p, g := s.pos, generator{b: s.b}
	g.prepare(&p, p.turn)
	m, why := g.read(text)
	if why != nil {
		return nil, "", why
	}
	canonical := g.canonical(m)
	next := &state{b: s.b, start: s.start, resigned: s.resigned, gone: s.gone}
	next.pos = p
	next.pos.play(s.b, m)
	mover := s.pos.turn
	end := g.conclude(&next.pos, m)
	next.result = s.b.result(end, mover, &next.pos)
	d := &s.b.sides[mover]
	if m.taken == 0 && !(d.goal.has(m.to) && !d.goal.has(m.from)) {
		next.before = s
		next.quiet = s.quiet + s.turnsTo(next)*roundParts/s.b.armed(&s.pos)
	}
	if end != goesOn {
		next.pos.pass(s.b.answering(&next.pos, mover))
	} else {
		next.result = next.givenUp()
	}
	return next, canonical, nil
}

// turnsTo counts the turns from a state to the next, with those of the seats
// that had pieces but had to pass.
func (s *state) turnsTo(next *state) int {
	n := 1
	seats := seat(len(s.b.sides))
	for t := (s.pos.turn + 1) % seats; next.result == nil && t != next.pos.turn; t = (t + 1) % seats {
		if next.pos.count[t] > 0 {
			n++
		}
	}
	return n
}

// armed counts the seats that have pieces.
func (b *Board) armed(p *position) int {
	n := 0
	for _, c := range p.count[:len(b.sides)] {
		if c > 0 {
			n++
		}
	}
	return n
}

// Result is nil while the game goes on.
func (s *state) Result() *games.Result { return s.result }

// Determinize is the state itself: the family hides nothing.
func (s *state) Determinize(games.Seat, *rand.Rand) games.State { return s }
