package club

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"tableronde/db"
)

const (
	mailPause = 5 * time.Second // between two looks at the mails, and after a failure
	mailPage  = 20              // how many are read at a time
)

// How long links are good once their mail was sent.
const (
	EnterGood   = 15 * time.Minute
	ConfirmGood = 24 * time.Hour
	ProofGood   = 10 * time.Minute // of codes
)

// How long it is tried to send a mail: a link to sign in is asked for again sooner than
// it comes late.
const (
	enterTried = time.Hour
	mailTried  = 24 * time.Hour
)

// ErrMailRefused is the error for a mail that no later attempt would get through.
var ErrMailRefused = errors.New("the mail is refused")

// Postman is the worker that sends mails, each at least once: what a crash leaves between
// sending a mail and noting it is sent again, under the same id.
type Postman struct {
	matches *Service
	send    func(ctx context.Context, m db.Mail) error
	log     *slog.Logger
	after   func(time.Duration) <-chan time.Time
}

// NewPostman returns the worker of a service, which sends by send; after is like
// time.After.
func NewPostman(s *Service, send func(ctx context.Context, m db.Mail) error, log *slog.Logger, after func(time.Duration) <-chan time.Time) *Postman {
	return &Postman{matches: s, send: send, log: log, after: after}
}

// Run sends mails until ctx ends.
func (p *Postman) Run(ctx context.Context) {
	for ctx.Err() == nil {
		wake := p.matches.mailed
		if err := p.sendDue(ctx); err != nil && ctx.Err() == nil {
			p.log.LogAttrs(ctx, slog.LevelWarn, "mail", slog.Any("error", err))
			wake = nil
		}
		select {
		case <-ctx.Done():
		case <-p.after(mailPause):
		case <-wake:
		}
	}
}

// sendDue sends the mails that are due, up to the first that cannot be sent now.
func (p *Postman) sendDue(ctx context.Context) error {
	for {
		list, err := p.matches.store.DueMails(ctx, mailPage)
		if err != nil || len(list) == 0 {
			return err
		}
		for _, m := range list {
			if err := p.deal(ctx, m); err != nil {
				return err
			}
		}
	}
}

// deal sends a mail, unless nobody is to get it any more.
func (p *Postman) deal(ctx context.Context, m db.Mail) error {
	store := p.matches.store
	tried, good := mailTried, ConfirmGood
	switch m.Kind {
	case db.MailEnter:
		tried, good = enterTried, EnterGood
	case db.MailProof:
		tried, good = ProofGood, ProofGood
	}
	switch late := p.matches.now().Sub(m.Queued) > tried; {
	case m.Player == "": // nobody has this address
		return store.DropMail(ctx, m.ID)
	case late:
		p.log.LogAttrs(ctx, slog.LevelWarn, "mail given up", slog.String("mail", m.ID), slog.Int("tries", m.Tries))
		return store.DropMail(ctx, m.ID)
	}
	err := p.send(ctx, m)
	switch {
	case err == nil:
		return store.MailSent(ctx, m.ID, good)
	case errors.Is(err, ErrMailRefused):
		p.log.LogAttrs(ctx, slog.LevelWarn, "mail refused", slog.String("mail", m.ID), slog.Any("error", err))
		return store.DropMail(ctx, m.ID)
	}
	return errors.Join(err, store.DelayMail(context.WithoutCancel(ctx), m.ID, cut(err.Error(), mostWhy), delay(m.Tries)))
}

// delay returns how long to wait after an attempt that failed, the n-th from 0.
func delay(n int) time.Duration {
	return min(10*time.Second<<min(n, 10), 30*time.Minute)
}
