package bots

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/bot/judge"
	"tableronde/games/review"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
)

const (
	reviewBytes = 8 << 20         // memory of the search
	reviewStep  = 8               // moves that are judged between two stores
	reviewLook  = 2 * time.Second // between two checks for reviews that other processes have queued
)

var (
	errNoReview    = club.Refuse(club.Invalid, "no_review", "there are no reviews of this game")
	errUnfinished  = club.Refuse(club.Conflict, "not_over", "this match is not over yet: ask for its review afterwards")
	errManyReviews = &club.Error{Kind: club.Unavailable, Code: "too_many_reviews", Text: "many reviews are waiting to be made: try again later", Retry: 60}
)

// Reviewed is a match and its review.
type Reviewed struct {
	Match  match.Match
	Review review.Review // the part that is ready
	Of     int           // number of moves that the finished review judges
	Done   bool
}

// IsJudged reports whether there are reviews of a game.
func IsJudged(game string) bool { return match.BotsPlay(game) }

// CanReview reports whether a match can be reviewed: its game has reviews, the match is over, and
// it has a move to judge. In card games it must be a move of a person.
func CanReview(f match.Match) bool {
	return IsJudged(f.Game) && f.IsOver() && len(pathOf(f)) > 0
}

// pathOf lists the actions that a review judges, in the form of table.Match.Path. In board games
// these are all actions, in card games the actions of people.
func pathOf(f match.Match) []int {
	path := f.Table.Path()
	if match.OnBoard(f.Game) {
		return path
	}
	log := f.Table.Log()
	return slices.DeleteFunc(path, func(ply int) bool { return f.Seats[log[ply].Seat-1].Bot > 0 })
}

// lengthOf returns the number of moves or decisions in the review of a match.
func lengthOf(f match.Match) int {
	if match.OnBoard(f.Game) {
		return len(pathOf(f))
	}
	return len(judgmentsOf(f))
}

// Review returns the review of a match for a player who may see the match. See ReviewOf; the error
// may also be db.ErrNotFound.
func (s *Bots) Review(ctx context.Context, id, player string) (Reviewed, error) {
	f, err := s.matches.Match(ctx, id, player)
	if err != nil {
		return Reviewed{}, err
	}
	return s.ReviewOf(ctx, f, player)
}

// ReviewOf returns the review of a match that a player, "" for a visitor, may see. The first call
// for a match queues the review, unless it was made without an asker. It is queued again if exact
// values have become available since, or if reviews have gained a part that it lacks. The error is
// errNoReview, errUnfinished or errManyReviews.
func (s *Bots) ReviewOf(ctx context.Context, f match.Match, player string) (Reviewed, error) {
	switch {
	case !IsJudged(f.Game):
		return Reviewed{}, errNoReview
	case !f.IsOver():
		return Reviewed{}, errUnfinished
	}
	kept, err := s.store.ReviewOf(ctx, f.ID)
	none := errors.Is(err, db.ErrNotFound)
	if none && lengthOf(f) == 0 {
		return Reviewed{Match: f, Done: true}, nil
	}
	if none || kept.Unasked {
		err = s.store.AskReview(ctx, f.ID, player)
		s.wakes.Wake(club.Reviews)
	}
	if err != nil {
		return Reviewed{}, club.Refusals{db.ErrTooManyReviews: errManyReviews}.Of(err)
	}
	r := Reviewed{Match: f, Done: !kept.Done.IsZero()}
	if r.Review, err = review.Parse(kept.Text); err != nil {
		return Reviewed{}, err
	}
	if r.Done && (outdated(f, r.Review) || !r.Review.Exact && s.isSolved(f)) {
		if err := s.store.RedoReview(ctx, f.ID, kept.Text); err != nil {
			return Reviewed{}, err
		}
		s.wakes.Wake(club.Reviews)
		r.Done, r.Review = false, review.Review{}
	}
	if r.Of = r.Review.Judged(); !r.Done {
		r.Of = lengthOf(f) // in card games, lengthOf reads every position
	}
	return r, nil
}

// FinishedReview returns the review of a match that somebody has asked for. It is empty until it is
// finished.
func (s *Bots) FinishedReview(ctx context.Context, f match.Match) (review.Review, error) {
	kept, err := s.store.ReviewOf(ctx, f.ID)
	if errors.Is(err, db.ErrNotFound) || err == nil && kept.Done.IsZero() {
		return review.Review{}, nil
	}
	if err != nil {
		return review.Review{}, err
	}
	return review.Parse(kept.Text)
}

// Moments lists the moves of a reviewed match that changed its chances most, the largest change
// first, with their causes. There are none at cards.
func Moments(f match.Match, r review.Review) []review.Moment {
	list := r.Moments(match.GameOf(f.Match))
	for i, m := range list {
		moves := r.Moves[m.Index:]
		list[i].Cause = judge.Cause(f.Table.At(moves[0].Ply).State(), moves, m.Change > 0)
	}
	return list
}

// isSolved reports whether the solver has the exact values of all positions of a match. This is so
// for Camette once its table is loaded.
func (s *Bots) isSolved(f match.Match) bool {
	if s.solver == nil || f.Game != "camette" {
		return false
	}
	return !slices.ContainsFunc(f.Table.Path(), func(ply int) bool { return !judge.Knows(s.solver, f.Table.At(ply).State()) })
}

// ReviewWorker makes the requested reviews. The players who asked take turns: each gets a few moves
// judged and stored, so the work survives a crash. It pauses while other searches wait. If there is
// nothing else to do, it makes reviews that nobody has asked for. See unasked.
func (s *Bots) ReviewWorker() club.Worker {
	last := "" // asker
	own := &unasked{Bots: s, unfit: make(map[string]bool)}
	return club.Worker{Name: "reviews", Pause: reviewLook, Woken: s.wakes.Woken(club.Reviews), Fresh: true, List: func(ctx context.Context, look club.Look) (items []club.Item, _ time.Time, err error) {
		list, err := s.store.PendingReviews(ctx, last, look.Most)
		if err != nil {
			return nil, time.Time{}, err
		}
		for _, r := range list {
			if r.Asker == db.NoAsker {
				items = append(items, club.Item{ID: r.Match, Do: func(ctx context.Context) error { return own.goOn(ctx, r.Match) }})
				continue
			}
			items = append(items, club.Item{ID: r.Match, Do: func(ctx context.Context) error {
				last = r.Asker
				done, err := s.continueReview(ctx, r.Match)
				if !done {
					s.wakes.Wake(club.Reviews)
				}
				return err
			}})
		}
		more, err := own.next(ctx, items, look)
		return append(items, more...), time.Time{}, err
	}}
}

// continueReview judges the next moves of a match and stores the judgments. It reports whether the
// review is complete. A review that nobody has asked for stops as soon as another search comes; the
// error is errNoRoom if one runs already.
func (s *Bots) continueReview(ctx context.Context, id string) (done bool, err error) {
	stored, err := s.store.Match(ctx, id)
	if errors.Is(err, db.ErrNotFound) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("load match: %w", err)
	}
	kept, err := s.store.ReviewOf(ctx, id)
	if err != nil || !kept.Done.IsZero() {
		return true, err
	}
	f, err := s.matches.Load(ctx, stored)
	if err != nil {
		return false, err
	}
	r, err := review.Parse(kept.Text)
	if err != nil {
		return false, err
	}
	judged := s.judgeDecisions
	if match.OnBoard(f.Game) {
		judged = s.judgeMoves
	}
	judging, cut := context.WithCancel(ctx)
	defer cut()
	urgency := forReview
	if kept.Unasked {
		urgency = forNobody
	}
	err = s.searches.run(judging, "", urgency, func(stop func() bool) (err error) {
		done, err = judged(judging, f, &r, func() bool {
			if kept.Unasked && s.searches.isShared() {
				cut()
			}
			return stop()
		})
		return err
	})
	if err != nil {
		return false, err
	}
	text, err := r.Encode()
	if err != nil {
		return false, err
	}
	if len(text) > db.MaxReview {
		return false, fmt.Errorf("the review has %d bytes", len(text))
	}
	return done, s.store.SaveReview(context.WithoutCancel(ctx), id, kept.Text, text, done)
}

// judgeMoves judges the next moves of a match, until it is time to store them or ctx ends. It
// reports whether all moves are judged.
func (s *Bots) judgeMoves(ctx context.Context, f match.Match, r *review.Review, stop func() bool) (done bool, err error) {
	j, err := judge.New(f.Game, judge.Options{Bytes: reviewBytes, Nodes: s.reviewNodes, Solver: s.solver, Stop: stop})
	if err != nil {
		return false, err
	}
	if len(r.Moves) == 0 {
		r.Exact = true // until an inexact judgment is added
	}
	first, log, path := len(r.Moves), f.Table.Log(), pathOf(f)
	for _, ply := range path[first:min(len(path), first+reviewStep)] {
		move, exact, err := j.Move(f.Table.At(ply).State(), log[ply].Text)
		if ctx.Err() != nil {
			return false, nil // the search was cut short
		}
		if err != nil {
			return false, fmt.Errorf("ply %d: %w", ply, err)
		}
		move.Ply = ply
		r.Moves, r.Exact = append(r.Moves, move), r.Exact && exact
	}
	return len(r.Moves) >= len(path), nil
}

// judgment is a decision at cards that a review judges. Its text is "" if the seat could have
// prevented an event and did not.
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

// outdated reports whether a review at cards was made by another edition of the judge.
func outdated(f match.Match, r review.Review) bool {
	return !match.OnBoard(f.Game) && r.Edition != review.Edition
}

// judgeDecisions does the work of judgeMoves for card games. It also judges the beginnings of
// rounds up to the last decision judged.
func (s *Bots) judgeDecisions(ctx context.Context, f match.Match, r *review.Review, stop func() bool) (done bool, err error) {
	if outdated(f, *r) {
		*r = review.Review{Edition: review.Edition}
	}
	all := judgmentsOf(f)
	first := len(r.Decisions)
	for _, one := range all[first:min(len(all), first+reviewStep)] {
		// The seed reveals nothing of the deal, so the judgment depends only on the cards the seat
		// saw.
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

// judgeStarts judges the beginnings of rounds up to a ply, unless they are judged already.
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
