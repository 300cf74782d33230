package cups

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/cup"
	"tableronde/games/rating"
	"tableronde/handlers/club"
)

// cupWish is the next step of a cup that its host asks for.
type cupWish int

const (
	noCupWish cupWish = iota
	startCupNow
	callOffCup
)

// stepCup takes the next step of a cup: start, call off, begin a round, or end. Repeated calls do
// nothing twice, because the store takes one step at a time and each step begins from the stored
// state.
func (s *Cups) stepCup(ctx context.Context, id string, wish cupWish) (Cup, error) {
	c, err := s.cup(ctx, id)
	if err != nil {
		return Cup{}, err
	}
	if err := s.resignWithdrawn(ctx, c); err != nil {
		return Cup{}, err
	}
	var seeds map[string]float64
	if c.Started.IsZero() && !c.Lot {
		if seeds, err = s.ratingsOf(ctx, c); err != nil {
			return Cup{}, err
		}
	}
	after, begun, err := s.cfg.Store.StepCup(ctx, id, func(c db.Cup) (db.CupStep, error) { return s.nextStep(c, seeds, wish) })
	if err != nil {
		return Cup{}, fmt.Errorf("step of cup %s: %w", id, err)
	}
	for _, m := range begun {
		s.cfg.Matches.Announce(m)
	}
	return s.withPlan(after)
}

// resignWithdrawn resigns the unfinished matches of players who have withdrawn.
func (s *Cups) resignWithdrawn(ctx context.Context, c Cup) error {
	for _, m := range c.Matches {
		if m.Result != nil {
			continue
		}
		for _, e := range c.Entrants {
			if !e.Withdrawn || !slices.Contains(m.Entries, e.Number) {
				continue
			}
			if err := s.cfg.Matches.Resign(ctx, m.ID, e.Player.ID); err != nil {
				return fmt.Errorf("resign in match %s: %w", m.ID, err)
			}
		}
	}
	return nil
}

// ratingsOf returns the ratings of the entrants of a cup at its game.
func (s *Cups) ratingsOf(ctx context.Context, c Cup) (map[string]float64, error) {
	points := make(map[string]float64)
	for _, e := range c.Entrants {
		points[e.Player.ID] = rating.New().Points
		list, err := s.cfg.Store.RatingsOf(ctx, e.Player.ProfileID())
		if err != nil {
			return nil, err
		}
		for _, r := range list {
			if r.Game == c.Table.Game {
				points[e.Player.ID] = r.Rating.Points
			}
		}
	}
	return points, nil
}

// nextStep returns the next step of a cup as it is stored.
func (s *Cups) nextStep(stored db.Cup, seeds map[string]float64, wish cupWish) (step db.CupStep, err error) {
	c, err := s.withPlan(stored)
	if err != nil {
		return step, err
	}
	if c.Started.IsZero() {
		if step, err = s.startOf(c, seeds, wish); err != nil || len(step.Order) == 0 {
			return step, err
		}
		for i, player := range step.Order {
			at := slices.IndexFunc(c.Entrants, func(e db.Entrant) bool { return e.Player.ID == player })
			c.Entrants[at].Number = i + 1
		}
		c.State = stateOf(c)
	} else if wish != noCupWish {
		return step, errCupStarted
	}
	rules, err := s.cfg.Rules(c.Table.Game, 0)
	if err != nil {
		return step, err
	}
	list, over := c.State.Next()
	step.Over = over
	for _, g := range list {
		if !slices.Contains(rules.Info().Seats, len(g.Entries)) {
			return db.CupStep{Order: step.Order, Over: true}, nil // a series of cups has too few players left
		}
		n, err := s.newCupMatch(c, g)
		if err != nil {
			return step, err
		}
		step.Matches = append(step.Matches, n)
	}
	return step, nil
}

// startOf returns the step that starts an open cup, with the entrants in seeded order.
func (s *Cups) startOf(c Cup, seeds map[string]float64, wish cupWish) (step db.CupStep, err error) {
	enough := len(c.Entrants) >= cup.MinEntries
	if rules, err := s.cfg.Rules(c.Table.Game, 0); err == nil && c.Format == cup.Series {
		enough = enough && slices.Contains(rules.Info().Seats, len(c.Entrants))
	}
	due := !s.cfg.Now().Before(c.Starts)
	switch {
	case wish == callOffCup:
		return db.CupStep{Over: true}, nil
	case wish == startCupNow && !enough:
		return step, errCupFew
	case enough && (len(c.Entrants) >= c.Places || wish == startCupNow || due && c.ByDate):
	case due:
		return db.CupStep{Over: true}, nil
	default:
		return step, nil
	}
	for _, e := range c.Entrants {
		step.Order = append(step.Order, e.Player.ID)
	}
	for i := len(step.Order) - 1; i > 0; i-- { // draw lots, also among equal ratings
		j := min(int(s.cfg.Random()*float64(i+1)), i)
		step.Order[i], step.Order[j] = step.Order[j], step.Order[i]
	}
	if !c.Lot {
		slices.SortStableFunc(step.Order, func(a, b string) int { return cmp.Compare(seeds[b], seeds[a]) })
	}
	return step, nil
}

// newCupMatch describes a match of a cup.
func (s *Cups) newCupMatch(c Cup, g cup.Game) (db.NewMatch, error) {
	p := c.Table
	p.Seats = len(g.Entries)
	first, err := s.cfg.Tables.Proposed(p)
	if err != nil {
		return db.NewMatch{}, err
	}
	reserve, bots := make(map[games.Seat]string), false
	for i, number := range g.Entries {
		at := slices.IndexFunc(c.Entrants, func(e db.Entrant) bool { return e.Number == number })
		reserve[games.Seat(i+1)] = c.Entrants[at].Player.ID
		bots = bots || c.Entrants[at].Player.Bot > 0
	}
	n := s.cfg.Tables.NewTable(first, reserve[1], p)
	n.Reserve, n.Rated, n.BotLimits, n.MaxOpen = reserve, n.Rated && !bots, db.BotLimits{}, 0
	n.Cup = db.CupPlace{Cup: c.ID, Round: g.Round, Pairing: g.Pairing, Number: g.Number, Entries: g.Entries}
	return n, nil
}

// CupWorker takes the next steps of cups. The store takes one step of a cup at a time.
func (s *Cups) CupWorker() club.Worker {
	return club.Worker{Name: "cups", Pause: club.WorkPause, Woken: s.cfg.Wakes.Woken(club.CupRounds), List: club.ItemsOf(s.cfg.Store.DueCups, func(ctx context.Context, id string) error {
		_, err := s.stepCup(ctx, id, noCupWish)
		return err
	})}
}
