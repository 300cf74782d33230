// Package knizia holds the rules of Reiner Knizia's tournament card game, which
// the French edition calls Camelot and the English one Ivanhoe, for two to five
// players: 110 cards, five weapons, seventeen kinds of action cards. It imports games and
// games/cards.
//
// # Sources
//
// The French rules that the site began with govern (S below). Where they are
// silent, the English rulebook of the same game decides (R: Ivanhoe, 2000), then
// the answers collected by Chris Lawson, which the designer confirmed (F), and
// where all are silent a ruling of our own (O). Where S and F differ, the table
// chooses: the option "shield" says whether a Shield stops its owner's own
// action cards as well (S, R) or its opponents' only (F), and the option
// "colour" whether the opener chooses the color before the draw (S) or after (F).
//
// Our own rulings, among others: a cancelled action counts as a card played
// (E22); a seat that cannot open shows its hand, and when nobody can, everybody
// draws a card (E39); cards that Outwit exchanges come to the top (E37); Lancelot
// answers the actions of others only, between the action and its effect (E25,
// E43). The tests name the rulings E1 to E43 that they hold.
//
// # Time and secrets
//
// After each action card a state waits in PhaseReact, unless Lancelot lies in the discard
// pile. The server, and no player, posts "pass"; the holder of Lancelot may post "lancelot".
// Nothing that anybody can see depends on the seat that holds it. The Sheet, a part of the
// advance orders of a seat, lists the actions that a holder would cancel without being asked.
package knizia

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"tableronde/games"
	"tableronde/games/cards"
)

const (
	firstHand  = 8 // cards dealt to each seat
	fewSeats   = 3 // up to this number of seats, all five colors win
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
		{ID: optionDealer, Name: games.Text{En: "First dealer", Fr: "Premier donneur"}, Values: []string{},
			Meaning: []games.Text{}},
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
}

// New deals. The first result of chance is the dealer, unless the option names one,
// the second the order of the deck.
func (ruleset) New(setup games.Setup) (games.State, error) {
	seats, err := cards.CheckSetup(gameInfo, setup)
	if err != nil {
		return nil, err
	}
	seconds, _ := strconv.Atoi(setup.Options[optionWindow]) // none by default
	s := &state{Pause: setup.Options[games.OptionAuto] == games.AutoLater, opts: ruleOptions{
		ownCardsPass: setup.Options[optionShield] == "opponents",
		drawFirst:    setup.Options[optionColor] == "after",
		window:       time.Duration(seconds) * time.Second,
	}}
	s.seats, s.shield, s.stunned, s.winner = uint8(seats), nobody, nobody, nobody
	dealer, named := setup.Options[optionDealer]
	number, err := strconv.ParseUint(dealer, 10, 8)
	if named && (err != nil || number < 1 || int(number) > seats) {
		return nil, fmt.Errorf("%s: option %s is a seat from 1 to %d, not %q", gameInfo.ID, optionDealer, seats, dealer)
	}
	if s.chance, err = games.NewChance(setup); err != nil {
		return nil, err
	}
	s.dealer = seatIndex(number - 1)
	if !named {
		index, err := s.chance.Choose(seats)
		if err != nil {
			return nil, err
		}
		s.dealer = seatIndex(index)
	}
	if err := s.shuffle(pack.all); err != nil {
		return nil, err
	}
	r := run{state: s}
	for range firstHand {
		for at := range s.around(s.after(s.dealer)) {
			s.hands[at].Add(s.deck.take(Place(s.deck.n)))
		}
	}
	r.openTournament(s.after(s.dealer))
	if r.err != nil {
		return nil, r.err
	}
	return s, nil
}

// shuffle makes cards the new deck.
func (s *state) shuffle(all hand) error {
	tag := games.TagDeck
	if s.decks > 0 {
		tag += "." + strconv.Itoa(int(s.decks)+1)
	}
	order, err := games.Deal(&s.chance, tag, all.List(), cardID.String)
	if err != nil {
		return err
	}
	slices.Reverse(order)
	s.decks++
	s.deck = row{n: uint8(len(order))}
	copy(s.deck.ids[:], order)
	return nil
}
