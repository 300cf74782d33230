package parker

import (
	"fmt"
	"maps"
	"slices"

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
		i := slices.IndexFunc(r.b.setup, func(s startSetup) bool { return s.id == value })
		if i < 0 {
			return nil, fmt.Errorf("%s: option %s has no value %q", r.b.id, id, value)
		}
		start = &r.b.setup[i]
	}
	return &state{b: r.b, start: start, pos: start.position}, nil
}
