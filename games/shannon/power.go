package shannon

import (
	"iter"
	"math/bits"

	"tableronde/games"
)

// PowerKind is a kind of power.
type PowerKind uint8

// The kinds of powers.
const (
	Hero PowerKind = iota
	Legend
	Favor
)

// Power is a hero, a legend or a divine favor. There is one immutable Power of each, so
// that pointers can be compared.
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

// Uses returns the number of uses of a Limited power in a round with n knights.
func (p *Power) Uses(n int) int { return int(p.uses[n]) }

// Word returns the word that declares the power after a card, "fox" or "redirect"; "" if
// it is not declared.
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
	for i := range allPowers {
		if allPowers[i].Kind == k {
			list = append(list, &allPowers[i])
		}
	}
	return list
}

// PowerOf returns the hero, legend or favor of that id, nil if there is none.
func PowerOf(id string) *Power {
	for i := range allPowers {
		if allPowers[i].ID == id {
			return &allPowers[i]
		}
	}
	return nil
}

// powerSet is a set of powers by their index.
type powerSet uint64

func (s powerSet) has(p *Power) bool      { return s>>p.index&1 != 0 }
func (s powerSet) with(p *Power) powerSet { return s | 1<<p.index }

// all yields the powers in the order of the data.
func (s powerSet) all() iter.Seq[*Power] {
	return func(yield func(*Power) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(&allPowers[bits.TrailingZeros64(uint64(s))]) {
				return
			}
		}
	}
}

// powerIDs lists the ids of powers.
func powerIDs(list []*Power) []string {
	names := make([]string, len(list))
	for i, p := range list {
		names[i] = p.ID
	}
	return names
}
