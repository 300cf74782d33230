package shannon

import (
	"iter"
	"math/bits"

	"tableronde/games"
)

// PowerKind tells the cards with a power apart.
type PowerKind uint8

// The kinds of powers.
const (
	Hero PowerKind = iota
	Legend
	Favor
)

// Power is a hero, a legend or a divine favor. There is one of each, in the
// tables of the package: pointers to it are compared, and nothing in it changes.
type Power struct {
	ID        string
	Kind      PowerKind
	Name      games.Text
	Text      games.Text // what it does, in one or two sentences
	Source    string     // where that comes from
	Ours      bool       // what it does is our design, since no source tells
	Partner   *Power     // a hero's legend, a legend's hero
	Threshold int        // of a legend: the life at which it awakes; 0 where it is awake from the start

	index      int                 // in powers
	notWithTwo bool                // left out of a tournament of two
	uses       [maxSeats + 1]uint8 // in a round, by the number of knights
	hooks
}

// Limited reports whether the power can be used a limited number of times a round.
func (p *Power) Limited() bool { return p.declares != nil }

// Uses returns how often the power can be used in a round with n knights, where it is
// Limited.
func (p *Power) Uses(n int) int { return int(p.uses[n]) }

// Word returns how the use of the power is written after a card, "" if it is not
// declared: "fox", "redirect".
func (p *Power) Word() string {
	if p.declares == nil {
		return ""
	}
	return p.declares.word
}

// Heroes lists the heroes in the order of the data.
func Heroes() []*Power { return listOf(Hero) }

// Legends lists the legends in the order of the data.
func Legends() []*Power { return listOf(Legend) }

// Favors lists the divine favors in the order of the data.
func Favors() []*Power { return listOf(Favor) }

func listOf(k PowerKind) []*Power {
	var list []*Power
	for i := range powers {
		if powers[i].Kind == k {
			list = append(list, &powers[i])
		}
	}
	return list
}

// PowerOf returns the hero, legend or favor of that id, nil if there is none.
func PowerOf(id string) *Power {
	for i := range powers {
		if powers[i].ID == id {
			return &powers[i]
		}
	}
	return nil
}

// powerSet is a set of powers by their index.
type powerSet uint64

func (s powerSet) has(p *Power) bool      { return s>>p.index&1 != 0 }
func (s powerSet) with(p *Power) powerSet { return s | 1<<p.index }

// all gives the powers in the order of the data.
func (s powerSet) all() iter.Seq[*Power] {
	return func(yield func(*Power) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(&powers[bits.TrailingZeros64(uint64(s))]) {
				return
			}
		}
	}
}

// ids lists the names of powers.
func ids(list []*Power) []string {
	names := make([]string, len(list))
	for i, p := range list {
		names[i] = p.ID
	}
	return names
}
