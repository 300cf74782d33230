package bots

import (
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/bot/judge"
	"tableronde/handlers/club/match"
)

// cardAskTime is how long a search takes for a hint at cards, at most.
const cardAskTime = 700 * time.Millisecond

// mostCardOptions is how many actions a hint at cards compares.
const mostCardOptions = 4

// CardOption is an action at cards, and how much of the game the seat would win with it, in
// hundredths of the deals that fit what it sees.
type CardOption struct {
	Action string
	Share  int // -1 where there is no choice

	Reasons []games.Fact // that speak for it or against it: see judge.Explain
}

// adviseCards looks ahead for a seat, by nothing but what it sees.
func (s *Bots) adviseCards(f match.Match, seat games.Seat, stop func() bool) ([]CardOption, error) {
	chooser, err := bot.NewPlayer(f.Game, db.BotLevels, cardSeed(f, seat))
	if err != nil {
		return nil, err
	}
	end := s.now().Add(cardAskTime)
	choice, err := chooser.Choose(bot.Turn{State: f.Table.State(), Seat: seat, Nodes: askNodes, Stop: func() bool { return stop() || !s.now().Before(end) }})
	if err != nil {
		return nil, err
	}
	if len(choice.Options) == 0 {
		choice.Options = []bot.Option{{Action: choice.Action, Share: -1}}
	}
	var list []CardOption
	for _, o := range choice.Options[:min(len(choice.Options), mostCardOptions)] {
		list = append(list, CardOption{Action: o.Action, Share: o.Share})
	}
	explain(f.Table.State(), seat, list)
	return list, nil
}

// explain fills in what speaks for each of some actions of a seat.
func explain(state games.State, seat games.Seat, options []CardOption) {
	var actions []string
	for _, o := range options {
		actions = append(actions, o.Action)
	}
	for i, facts := range judge.Explain(state, seat, actions) {
		options[i].Reasons = facts
	}
}
