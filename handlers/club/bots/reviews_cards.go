package bots

import (
	"context"
	"fmt"
	"slices"

	"tableronde/games"
	"tableronde/games/bot/judge"
	"tableronde/games/review"
	"tableronde/handlers/club/match"
)

// judgment is a decision at cards that a review judges. Its text is "" for a seat that has
// let pass what it could have prevented.
type judgment struct {
	ply  int
	seat games.Seat
	text string
}

// judgmentsOf lists the decisions of people at cards, in order.
func judgmentsOf(f match.Match) []judgment {
	var list []judgment
	log := f.Table.Log()
	for _, ply := range f.Table.Path() {
		s, done := f.Table.At(ply).State(), log[ply]
		for i, p := range f.Seats {
			seat := games.Seat(i + 1)
			switch {
			case p.Bot > 0:
			case seat == done.Seat:
				list = append(list, judgment{ply, seat, done.Text})
			case slices.Contains(s.ToAct(), done.Seat) && judge.MayPrevent(s, seat):
				list = append(list, judgment{ply, seat, ""})
			}
		}
	}
	return list
}

// outdated reports whether a review at cards has another edition.
func outdated(f match.Match, r review.Review) bool {
	return !match.OnBoard(f.Game) && r.Edition != review.Edition
}

// judgeDecisions is judgeMoves at cards. It judges the beginnings of rounds, too, up to the
// last decision that it judges, or all.
func (s *Bots) judgeDecisions(ctx context.Context, f match.Match, r *review.Review, stop func() bool) (done bool, err error) {
	if outdated(f, *r) {
		*r = review.Review{Edition: review.Edition}
	}
	all := judgmentsOf(f)
	first := len(r.Decisions)
	for _, one := range all[first:min(len(all), first+reviewStep)] {
		// The seed tells nothing of the deal, so that the judgment depends on what was seen alone.
		d, err := judge.Decision(f.Game, f.Table.At(one.ply).State(), one.seat, one.text, uint64(one.ply), s.reviewNodes, stop)
		if ctx.Err() != nil {
			return false, nil // the search was cut short
		}
		if err != nil {
			return false, fmt.Errorf("ply %d: %w", one.ply, err)
		}
		d.Ply = one.ply
		if err := s.judgeStarts(ctx, f, r, one.ply, stop); err != nil || ctx.Err() != nil {
			return false, err
		}
		r.Decisions = append(r.Decisions, d)
	}
	if len(r.Decisions) < len(all) {
		return false, nil
	}
	err = s.judgeStarts(ctx, f, r, f.Ply, stop)
	return err == nil && ctx.Err() == nil, err
}

// judgeStarts judges the beginnings of rounds up to a ply that were not judged before.
func (s *Bots) judgeStarts(ctx context.Context, f match.Match, r *review.Review, upTo int, stop func() bool) error {
	first, number := 0, 0
	if n := len(r.Starts); n > 0 {
		first, number = r.Starts[n-1].Ply+1, r.Starts[n-1].Number
	}
	for _, ply := range f.Table.Path() {
		if ply < first || ply > upTo {
			continue
		}
		start, err := judge.Start(f.Game, f.Table.At(ply).State(), number, uint64(ply), s.reviewNodes, stop)
		if err != nil {
			return fmt.Errorf("ply %d: %w", ply, err)
		}
		if ctx.Err() != nil {
			return nil // it was cut short
		}
		if start != nil {
			start.Ply, number = ply, start.Number
			r.Starts = append(r.Starts, *start)
		}
	}
	return nil
}
