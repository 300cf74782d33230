package bots

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"tableronde/db"
	"tableronde/handlers/club"
)

// A match is reviewed without an asker if it has between leastJudged and mostJudged moves.
const (
	leastJudged = 2
	mostJudged  = 300
)

// unasked makes the reviews that nobody has asked for: of the last matches to end, the newest first,
// one after the other. They rest while a bot has a move to make, or somebody waits for a review or
// another search.
type unasked struct {
	*Bots
	begun string          // the match of the review that is being made, "" for none
	unfit map[string]bool // recent matches that are not reviewed
}

// next lists the match to review after those that are pending: none while one of these can go on.
func (u *unasked) next(ctx context.Context, pending []club.Item, look club.Look) ([]club.Item, error) {
	if !u.allReviews || slices.ContainsFunc(pending, func(i club.Item) bool { return i.ID == u.begun || !look.Skip[i.ID] }) {
		return nil, nil
	}
	recent, err := u.store.Unreviewed(ctx)
	if err != nil {
		return nil, err
	}
	maps.DeleteFunc(u.unfit, func(id string, _ bool) bool { return !slices.Contains(recent, id) })
	for _, id := range recent {
		if !u.unfit[id] {
			return []club.Item{{ID: id, Do: func(ctx context.Context) error { return u.begin(ctx, id) }}}, nil
		}
	}
	return nil, nil
}

// begin begins the review of a match and makes it.
func (u *unasked) begin(ctx context.Context, id string) error {
	if rests, err := u.rests(ctx); err != nil || rests {
		return err
	}
	stored, err := u.store.Match(ctx, id)
	if err != nil {
		return fmt.Errorf("load match: %w", err)
	}
	u.unfit[id] = true
	defer u.wakes.Wake(club.Reviews)
	f, err := u.matches.Load(ctx, stored)
	if err != nil {
		return err
	}
	if !CanReview(f) {
		return nil
	}
	if n := lengthOf(f); n < leastJudged || n > mostJudged {
		return nil
	}
	if err := u.store.AskReview(ctx, id, db.NoAsker); err != nil {
		return fmt.Errorf("begin review: %w", err)
	}
	return u.goOn(ctx, id)
}

// goOn makes a review until it is complete, or has to rest.
func (u *unasked) goOn(ctx context.Context, id string) error {
	u.begun = id
	for {
		if rests, err := u.rests(ctx); err != nil || rests {
			return err
		}
		done, err := u.continueReview(ctx, id)
		switch {
		case errors.Is(err, errNoRoom): // another search runs
			return nil
		case done || err != nil:
			u.begun = ""
			u.wakes.Wake(club.Reviews)
			return err
		}
	}
}

// rests reports whether more urgent work waits.
func (u *unasked) rests(ctx context.Context) (bool, error) {
	due, err := u.store.BotsDue(ctx, u.now(), 2)
	if err != nil || slices.ContainsFunc(due, func(d db.DueBot) bool { return d.For != db.Exhibitor().ID }) {
		return true, err
	}
	pending, err := u.store.PendingReviews(ctx, "", 1)
	return len(pending) > 0 && pending[0].Asker != db.NoAsker, err
}
