package club

import (
	"context"
	"math/rand/v2"
	"runtime"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/bot/seen"
)

// cardAskTime is how long a search takes for a hint at cards, at most.
const cardAskTime = 700 * time.Millisecond

// mostCardOptions is how many actions a hint at cards compares.
const mostCardOptions = 4

// CardOption is an action at cards, how much of the game the seat would win with it, in
// hundredths of the deals that fit what it sees, and what the seat would be told of it.
type CardOption struct {
	Action string
	Share  int          // -1 where there is no choice
	Facts  []games.Fact // the action itself
}

// adviseCards looks ahead for a seat, by nothing but what it sees.
func (s *Service) adviseCards(ctx context.Context, f Match, seat games.Seat) ([]CardOption, error) {
	seed := cardSeed(f, seat)
	chooser, err := bot.NewPlayer(f.Game, db.BotLevels, seed)
	if err != nil {
		return nil, err
	}
	end := s.now().Add(cardAskTime)
	choice, err := chooser.Choose(bot.Turn{State: f.Table.State(), Seat: seat, Nodes: askNodes, Stop: func() bool {
		runtime.Gosched()
		return ctx.Err() != nil || !s.now().Before(end)
	}})
	if err != nil {
		return nil, err
	}
	if len(choice.Options) == 0 {
		choice.Options = []bot.Option{{Action: choice.Action, Share: -1}}
	}
	// What would come of it is told of a deal that is imagined, so that it tells nothing.
	imagined := seen.From(f.Table.State(), seat).Imagine(rand.New(rand.NewPCG(seed, 0x68696e74)))
	var list []CardOption
	for _, o := range choice.Options[:min(len(choice.Options), mostCardOptions)] {
		option := CardOption{Action: o.Action, Share: o.Share}
		if t, ok := imagined.(games.Teller); ok {
			if facts := t.Tell(seat, seat, o.Action); len(facts) > 0 {
				option.Facts = facts[:1]
			}
		}
		list = append(list, option)
	}
	return list, nil
}
