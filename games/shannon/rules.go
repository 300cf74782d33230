// Package shannon holds the rules of Le Tournoi de Camelot by Ken Shannon, Karen
// Boginski and Jody Barbessi, for two to six knights: trick-taking in which the
// lowest card loses, with heroes, legends and divine favors. It imports games and
// games/cards.
//
// # Sources
//
// The French rules that the site began with govern. Where they are silent, a
// ruling of our own decides. The texts of the cards, which those rules do not hold, are
// ours, except the parts that they and published reviews report. Power.Source says so
// card by card.
//
// # The parts
//
// The cards are data, in cards.json. The flow of a tournament (prepare.go,
// combat.go, count.go, favor.go) names none of them: it asks the powers of the
// knights for the hook of the moment, which power.go sets by the data.
//
// A state is a value of a few hundred bytes: a step copies it and changes the
// copy. Slices in it are never written to once they are in a state.
package shannon

import (
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
	"tableronde/games/cards"
)

// Rulesets lists the one game of the package.
func Rulesets() []games.Ruleset { return []games.Ruleset{ruleset{}} }

type ruleset struct{}

// Options and tags of the game.
const (
	optionHeroes = "heroes"
	optionDealer = "dealer"
	heroesChosen = "choice"

	tagHeroes  = "Heroes"
	tagWeapons = "Deck.weapons."
	tagFavors  = "Deck.favours"
)

func (ruleset) Info() games.Info {
	return games.Info{
		ID: "shannon", Version: 1, Name: games.Text{En: gameData.TitleEn, Fr: gameData.TitleFr}, Seats: []int{2, 3, 4, 5, 6},
		Options: []games.Option{{
			ID: optionHeroes, Name: games.Text{En: "Heroes", Fr: "Héros"}, Values: []string{"random", heroesChosen},
			Meaning: []games.Text{
				{En: "dealt at random", Fr: "distribués au hasard"},
				{En: "chosen one after the other, from the dealer’s left", Fr: "choisis l’un après l’autre, depuis la gauche du donneur"},
			},
		}, {
			ID: games.OptionAuto, Name: games.Text{En: "Plays without a choice", Fr: "Cartes sans choix"},
			Values: []string{"yes", games.AutoLater, "no"},
			Meaning: []games.Text{
				{En: "a card that is the only one allowed is played by itself, at once", Fr: "une carte seule permise se joue d’elle-même, aussitôt"},
				{En: "it is played by itself after a pause of random length", Fr: "elle se joue d’elle-même après une pause de durée aléatoire"},
				{En: "everybody plays every card", Fr: "chacun joue toutes ses cartes"},
			},
		}, {
			ID: optionDealer, Name: games.Text{En: "First dealer", Fr: "Premier donneur"}, Values: []string{}, Meaning: []games.Text{},
		}},
		Chance: true, Hidden: true, Fixes: []string{tagHeroes},
	}
}

// New returns the state after the first deal, or before the choice of heroes. It draws the
// first dealer, the heroes and the favor deck, in this order (§2).
func (r ruleset) New(setup games.Setup) (games.State, error) {
	n, err := cards.CheckSetup(r.Info(), setup)
	if err != nil {
		return nil, err
	}
	chance, err := games.NewChance(setup)
	if err != nil {
		return nil, err
	}
	auto := setup.Options[games.OptionAuto]
	s := &state{ring: ring{seats: n}, auto: auto != games.AutoLater && auto != "no", Pause: auto == games.AutoLater,
		chance: chance, stock: deckOf(n)}
	for _, k := range s.each {
		k.life = int16(startLife)
	}
	s.history = [][maxSeats]int16{s.lives()}
	if s.dealer, err = firstDealer(setup.Options[optionDealer], n, &s.chance); err != nil {
		return nil, err
	}
	choice := setup.Options[optionHeroes] == heroesChosen
	if err := s.assignHeroes(&s.chance, choice); err != nil {
		return nil, err
	}
	if err := s.favors.shuffle(favorsInPlay(n), &s.chance); err != nil {
		return nil, err
	}
	// An impossible deck is refused now, even if it is dealt only after the heroes are
	// chosen.
	trial := s.chance
	if _, err := games.Deal(&trial, tagWeapons+"1", deckOf(n).List(), Card.String); err != nil {
		return nil, err
	}
	if choice {
		s.phase = PhaseHero
		return s, nil
	}
	if err := s.deal(); err != nil {
		return nil, err
	}
	return s, nil
}

// firstDealer returns the dealer that an option names, a random one for none.
func firstDealer(named string, seats int, chance *games.Chance) (games.Seat, error) {
	if named == "" {
		index, err := chance.Choose(seats)
		return games.Seat(index + 1), err
	}
	seat, err := strconv.ParseUint(named, 10, 8)
	if err != nil || seat < 1 || int(seat) > seats {
		return 0, dealerRange.With("seats", seats, "text", excerpt(named))
	}
	return games.Seat(seat), nil
}

// assignHeroes assigns the heroes that a record names, from seat 1. Without them it draws a
// hero for each seat from the remaining ones sorted by name, unless they are chosen later.
func (r *ring) assignHeroes(chance *games.Chance, chosen bool) error {
	named, ok := chance.Fixed(tagHeroes)
	list := strings.Fields(named)
	switch {
	case !ok && chosen:
		return nil
	case ok && chosen:
		return heroesBoth.With()
	case ok && len(list) != r.seats:
		return heroesCount.With("count", len(list), "seats", r.seats)
	}
	left := Heroes()
	slices.SortFunc(left, func(a, b *Power) int { return strings.Compare(a.ID, b.ID) })
	for i := range r.knights[:r.seats] {
		if !ok {
			index, err := chance.Choose(len(left))
			if err != nil {
				return err
			}
			r.knights[i].setHero(left[index], r.seats)
			left = slices.Delete(left, index, index+1)
			continue
		}
		p := PowerOf(list[i])
		if p == nil || p.Kind != Hero {
			return noHero.With("text", excerpt(list[i]))
		}
		if r.heroTaken(p) {
			return heroesTwice.With("power", p.ID)
		}
		r.knights[i].setHero(p, r.seats)
	}
	if ok {
		chance.Note(tagHeroes, strings.Join(list, " "))
	}
	return nil
}

// deckOf returns the weapon deck for n knights: two do without arrows (§2).
func deckOf(n int) set {
	if n == 2 {
		return allCards.Without(ofSuit[Arrows])
	}
	return allCards
}

// favorsInPlay lists the favors of a tournament in the order of the data.
func favorsInPlay(seats int) []*Power {
	return slices.DeleteFunc(Favors(), func(p *Power) bool { return seats == 2 && p.notWithTwo })
}
