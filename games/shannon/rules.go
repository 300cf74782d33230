package shannon

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
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
			ID: games.OptionAuto, Name: games.Text{En: "Plays without a choice", Fr: "Cartes sans choix"}, Values: []string{"yes", games.AutoLater, "no"},
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

// New returns the state after the first deal, or before the choice of heroes.
func (r ruleset) New(setup games.Setup) (games.State, error) {
	n := setup.Seats
	if n == 0 {
		n = 2
	}
	if n < 2 || n > maxSeats {
		return nil, fmt.Errorf("shannon: %d seats, want 2 to %d", n, maxSeats)
	}
	for _, id := range slices.Sorted(maps.Keys(setup.Options)) {
		value := setup.Options[id]
		i := slices.IndexFunc(r.Info().Options, func(o games.Option) bool { return o.ID == id })
		if i < 0 {
			return nil, fmt.Errorf("shannon: no option %q", id)
		}
		if values := r.Info().Options[i].Values; len(values) > 0 && !slices.Contains(values, value) {
			return nil, fmt.Errorf("shannon: option %s has no value %q", id, value)
		}
	}
	chance, err := games.NewChance(setup)
	if err != nil {
		return nil, err
	}
	s := &state{seats: n, auto: !slices.Contains([]string{games.AutoLater, "no"}, setup.Options[games.OptionAuto]), later: setup.Options[games.OptionAuto] == games.AutoLater, chance: chance, stock: deckOf(n)}
	for i := range s.knights[:n] {
		s.knights[i].life = int16(startLife)
	}
	s.history = [][maxSeats]int16{s.lives()}
	if err := s.setUp(setup.Options); err != nil {
		return nil, err
	}
	return s, nil
}

// setUp draws the first dealer, the heroes and the favor deck, in this order (§2), and
// goes on to the first decision.
func (s *state) setUp(options map[string]string) error {
	if err := s.firstDealer(options[optionDealer]); err != nil {
		return err
	}
	choice := options[optionHeroes] == heroesChosen
	if named, ok := s.chance.Fixed(tagHeroes); ok {
		if choice {
			return heroesBoth.with()
		}
		if err := s.fixHeroes(named); err != nil {
			return err
		}
	} else if !choice {
		if err := s.drawHeroes(); err != nil {
			return err
		}
	}
	if err := s.shuffleFavors(s.favorsInPlay()); err != nil {
		return err
	}
	// An impossible deck is refused now, even if it is dealt only after the heroes are
	// chosen.
	trial := s.chance
	if _, err := games.Deal(&trial, tagWeapons+"1", deckOf(s.seats).cards(), Card.String); err != nil {
		return err
	}
	if choice {
		s.phase = PhaseHero
		return nil
	}
	return s.deal()
}

func (s *state) firstDealer(named string) error {
	if named == "" {
		index, err := s.chance.Choose(s.seats)
		s.dealer = games.Seat(index + 1)
		return err
	}
	seat, err := strconv.ParseUint(named, 10, 8)
	if err != nil || seat < 1 || int(seat) > s.seats {
		return dealerRange.with("seats", strconv.Itoa(s.seats), "text", excerpt(named))
	}
	s.dealer = games.Seat(seat)
	return nil
}

// fixHeroes assigns the heroes that a record names, from seat 1.
func (s *state) fixHeroes(named string) error {
	list := strings.Fields(named)
	if len(list) != s.seats {
		return heroesCount.with("count", strconv.Itoa(len(list)), "seats", strconv.Itoa(s.seats))
	}
	for i, id := range list {
		p := PowerOf(id)
		if p == nil || p.Kind != Hero {
			return noHero.with("text", excerpt(id))
		}
		if s.heroTaken(p) {
			return heroesTwice.with("power", p.ID)
		}
		s.knights[i].setHero(p, s.seats)
	}
	s.chance.Note(tagHeroes, strings.Join(list, " "))
	return nil
}

// drawHeroes draws a hero for each seat from the remaining ones sorted by name.
func (s *state) drawHeroes() error {
	left := Heroes()
	slices.SortFunc(left, func(a, b *Power) int { return strings.Compare(a.ID, b.ID) })
	for i := range s.knights[:s.seats] {
		index, err := s.chance.Choose(len(left))
		if err != nil {
			return err
		}
		s.knights[i].setHero(left[index], s.seats)
		left = slices.Delete(left, index, index+1)
	}
	return nil
}

func (s *state) heroTaken(p *Power) bool {
	return slices.ContainsFunc(s.knights[:s.seats], func(k knight) bool { return k.hero == p })
}

// setHero assigns a hero. A legend without a threshold is awake at once.
func (k *knight) setHero(p *Power, seats int) {
	k.hero, k.awake = p, p.Partner.Threshold == 0
	k.refill(p, seats)
}

// refill restores all uses of a limited power.
func (k *knight) refill(p *Power, seats int) {
	if p.Limited() {
		k.left[p.declares.use] = p.uses[seats]
	}
}

// deckOf returns the weapon deck for n knights: two do without arrows (§2).
func deckOf(n int) set {
	if n == 2 {
		return allCards.without(ofSuit[Arrows])
	}
	return allCards
}

// favorsInPlay lists the favors of the tournament in the order of the data.
func (s *state) favorsInPlay() []*Power {
	return slices.DeleteFunc(Favors(), func(p *Power) bool { return s.seats == 2 && p.notWithTwo })
}
