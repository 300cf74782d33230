package knizia

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"tableronde/games"
)

const (
	minSeats   = 2
	firstHand  = 8 // cards dealt to each seat
	fewSeats   = 3 // up to so many, all five colors win
	targetFew  = 5
	targetMany = 4
)

// ruleset is the game.
type ruleset struct{}

// Rulesets lists the one game of the package.
func Rulesets() []games.Ruleset { return []games.Ruleset{ruleset{}} }

const (
	optionShield = "shield"
	optionColor  = "colour"
	optionWindow = "window"
	optionDealer = "dealer"
)

var gameInfo = games.Info{
	ID: "knizia", Version: 1,
	Name:   games.Text{En: "Knizia’s Camelot", Fr: "Camelot de Knizia"},
	Seats:  []int{2, 3, 4, 5},
	Chance: true, Hidden: true,
	Options: []games.Option{
		{
			ID: optionShield, Name: games.Text{En: "A Shield stops", Fr: "Le Bouclier arrête"},
			Values: []string{"all", "opponents"},
			Meaning: []games.Text{
				{En: "every action card, its owner’s too", Fr: "toute carte d’action, même celles de son propriétaire"},
				{En: "the action cards of opponents", Fr: "les cartes d’action des adversaires"},
			},
		},
		{
			ID: optionColor, Name: games.Text{En: "The opener chooses the colour", Fr: "Qui ouvre choisit la couleur"},
			Values: []string{"before", "after"},
			Meaning: []games.Text{
				{En: "before drawing a card", Fr: "avant de piocher"},
				{En: "after drawing a card", Fr: "après avoir pioché"},
			},
		},
		{
			ID: optionWindow, Name: games.Text{En: "Time for Lancelot", Fr: "Temps pour Lancelot"},
			Values: []string{"0", "3", "5", "10"},
			Meaning: []games.Text{
				{En: "none: by standing orders", Fr: "aucun : par ordres donnés d’avance"},
				{En: "3 seconds", Fr: "3 secondes"},
				{En: "5 seconds", Fr: "5 secondes"},
				{En: "10 seconds", Fr: "10 secondes"},
			},
		},
		games.PauseOption(),
		{ID: optionDealer, Name: games.Text{En: "First dealer", Fr: "Premier donneur"}, Values: []string{}, Meaning: []games.Text{}},
	},
}

func (ruleset) Info() games.Info {
	all := gameInfo
	all.Seats = slices.Clone(gameInfo.Seats)
	all.Options = slices.Clone(gameInfo.Options)
	return all
}

// ruleOptions are the options of a match.
type ruleOptions struct {
	ownCardsPass bool // a Shield stops the action cards of opponents only, not its owner's
	drawFirst    bool // the opener draws before choosing the color
	window       time.Duration
	later        bool // decisions without a choice are made after a pause
}

// New deals. The first result of chance is the dealer, unless the option names one,
// the second the order of the deck.
func (ruleset) New(setup games.Setup) (games.State, error) {
	seats := setup.Seats
	if seats == 0 {
		seats = minSeats
	}
	if seats < minSeats || seats > maxSeats {
		return nil, fmt.Errorf("%s: %d seats, want %d to %d", gameInfo.ID, seats, minSeats, maxSeats)
	}
	opts, dealer, err := readOptions(setup.Options, seats)
	if err != nil {
		return nil, err
	}
	chance, err := games.NewChance(setup)
	if err != nil {
		return nil, err
	}
	if dealer == nobody {
		index, err := chance.Choose(seats)
		if err != nil {
			return nil, err
		}
		dealer = seatIndex(index)
	}
	s := &state{opts: opts, chance: chance}
	s.seats, s.dealer, s.shield, s.stunned, s.winner = uint8(seats), dealer, nobody, nobody, nobody
	if err := s.deal(); err != nil {
		return nil, err
	}
	r := run{state: s}
	r.openTournament(s.after(dealer))
	if r.err != nil {
		return nil, r.err
	}
	return s, nil
}

func readOptions(given map[string]string, seats int) (opts ruleOptions, dealer seatIndex, err error) {
	dealer = nobody
	for _, o := range gameInfo.Options {
		value, ok := given[o.ID]
		switch {
		case !ok:
		case o.ID == optionDealer:
			n, err := strconv.ParseUint(value, 10, 8)
			if err != nil || n < 1 || int(n) > seats {
				return opts, dealer, fmt.Errorf("%s: option %s is a seat from 1 to %d, not %q", gameInfo.ID, o.ID, seats, value)
			}
			dealer = seatIndex(n - 1)
		case !slices.Contains(o.Values, value):
			return opts, dealer, fmt.Errorf("%s: option %s has no value %q", gameInfo.ID, o.ID, value)
		}
	}
	for name := range given {
		if !slices.ContainsFunc(gameInfo.Options, func(o games.Option) bool { return o.ID == name }) {
			return opts, dealer, fmt.Errorf("%s: no option %q", gameInfo.ID, name)
		}
	}
	seconds, err := strconv.Atoi(valueOr(given[optionWindow], "0"))
	if err != nil {
		return opts, dealer, fmt.Errorf("%s: option %s: %w", gameInfo.ID, optionWindow, err)
	}
	opts = ruleOptions{
		ownCardsPass: given[optionShield] == "opponents",
		drawFirst:    given[optionColor] == "after",
		window:       time.Duration(seconds) * time.Second,
		later:        given[games.OptionAuto] == games.AutoLater,
	}
	return opts, dealer, nil
}

func valueOr(value, fallback string) string {
	if value == "" {
		return fallback
	}
	return value
}

// deal shuffles the deck and deals the first hands, one card at a time.
func (s *state) deal() error {
	all := make([]cardID, deckSize)
	for i := range all {
		all[i] = cardID(i)
	}
	order, err := games.Deal(&s.chance, games.TagDeck, all, cardID.code)
	if err != nil {
		return err
	}
	slices.Reverse(order)
	for _, card := range order {
		s.deck.push(card)
	}
	s.decks = 1
	for range firstHand {
		at := s.dealer
		for range s.seats {
			at = s.after(at)
			s.hands[at].add(s.deck.pop())
		}
	}
	return nil
}
