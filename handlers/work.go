package handlers

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"time"

	"tableronde/handlers/club"
)

// startWork starts what the server does in the background until it is closed; alarms
// wait by after.
func (s *Server) startWork(after func(time.Duration) <-chan time.Time) error {
	ctx, stop := context.WithCancel(context.Background())
	s.stop = stop
	if feed := s.store.Feed(); feed != nil {
		follower, err := club.NewFollower(ctx, s.matches, feed, s.hub, s.log, time.After)
		if err != nil {
			stop()
			return fmt.Errorf("read the feed: %w", err)
		}
		s.work.Go(func() { follower.Run(ctx) })
	}
	alarms := club.NewAlarms(s.matches, s.log, after)
	outbox := club.NewOutbox(s.matches, club.StreamChannel{Hub: s.hub, Now: s.now}, s.log, after)
	s.work.Go(func() { s.matches.Beat(ctx, s.log, time.After) })
	s.startJob(ctx, "alarms", alarms.Run)
	s.startJob(ctx, "bots", club.NewBots(s.matches, s.log, after).Run)
	s.startJob(ctx, "reviews", club.NewReviewer(s.matches, s.log, time.After).Run)
	s.startJob(ctx, "archive", club.NewArchivist(s.matches, s.log, time.After).Run)
	s.startJob(ctx, "outbox", outbox.Run)
	standers := club.NewStanders(s.matches, s.log, time.After)
	s.work.Go(func() { standers.Run(ctx) })
	s.startJob(ctx, "ladders", club.NewLadderClerk(s.matches, s.log, time.After).Run)
	s.startJob(ctx, "cups", club.NewHeralds(s.matches, s.log, time.After).Run)
	s.startJob(ctx, "leavers", club.NewLeavers(s.matches, s.log, time.After).Run)
	if s.post != nil {
		s.startJob(ctx, "mail", club.NewPostman(s.matches, s.post.send, s.log, after).Run)
	}
	s.startJob(ctx, "notices", club.NewCourier(s.matches, s.teller.tells(), s.log, after).Run)
	s.startJob(ctx, "purge", func(ctx context.Context) { repeat(ctx, time.Hour, func() { s.purge(ctx) }) })
	s.health.start(ctx, quickCheckFirst)
	s.work.Go(func() { repeat(ctx, watchEvery, s.health.checkPresent) })
	s.work.Go(func() { s.health.inspect(ctx) })
	return nil
}

// startJob starts work in the background: under a lease if other processes may share
// the store, so that one of them does it.
func (s *Server) startJob(ctx context.Context, name string, work func(context.Context)) {
	if s.store.Feed() == nil {
		s.work.Go(func() { work(ctx) })
		return
	}
	job := club.Job{Name: name, Holder: rand.Text(), Leases: s.store, Log: s.log, After: time.After, Now: time.Now}
	s.work.Go(func() { job.Run(ctx, work) })
}

// purge deletes what has expired.
func (s *Server) purge(ctx context.Context) {
	if err := s.matches.Purge(ctx); err != nil {
		s.log.LogAttrs(ctx, slog.LevelWarn, "purge", slog.Any("error", err))
	}
}

// repeat calls f at intervals until ctx ends.
func repeat(ctx context.Context, interval time.Duration, f func()) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			f()
		}
	}
}
