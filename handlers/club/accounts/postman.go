package accounts

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"tableronde/db"
	"tableronde/handlers/club"
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

// MailWorker sends mails by send, each at least once. After a crash between sending a mail and
// noting it, the worker sends the mail again under the same id.
func (s *Accounts) MailWorker(send func(ctx context.Context, m db.Mail) error, log *slog.Logger) club.Worker {
	return club.Worker{Name: "mail", Pause: club.WorkPause, Woken: s.mailed, List: func(ctx context.Context, look club.Look) (items []club.Item, _ time.Time, err error) {
		list, err := s.store.DueMails(ctx, look.Most)
		for _, m := range list {
			items = append(items, club.Item{ID: m.ID, Do: func(ctx context.Context) error { return s.sendMail(ctx, m, send, log) }})
		}
		return items, time.Time{}, err
	}}
}

// sendMail sends a mail, unless nobody is to get it any more. One that is not taken now is tried
// again later.
func (s *Accounts) sendMail(ctx context.Context, m db.Mail, send func(ctx context.Context, m db.Mail) error, log *slog.Logger) error {
	tried, good := mailTried, ConfirmGood
	switch m.Kind {
	case db.MailEnter:
		tried, good = enterTried, EnterGood
	case db.MailProof:
		tried, good = ProofGood, ProofGood
	}
	switch late := s.now().Sub(m.Queued) > tried; {
	case m.Player == "": // nobody has this address
		return s.store.DropMail(ctx, m.ID)
	case late:
		log.LogAttrs(ctx, slog.LevelWarn, "mail is given up", slog.String("mail", m.ID), slog.Int("tries", m.Tries))
		return s.store.DropMail(ctx, m.ID)
	}
	err := send(ctx, m)
	switch {
	case err == nil:
		return s.store.MailSent(ctx, m.ID, good)
	case errors.Is(err, ErrMailRefused):
		log.LogAttrs(ctx, slog.LevelWarn, "mail is refused", slog.String("mail", m.ID), slog.Any("error", err))
		return s.store.DropMail(ctx, m.ID)
	}
	log.LogAttrs(ctx, slog.LevelWarn, "mail waits", slog.String("mail", m.ID), slog.Any("error", err))
	return s.store.DelayMail(context.WithoutCancel(ctx), m.ID, cut(err.Error(), mostWhy), Delay(m.Tries))
}

// Delay returns how long to wait after an attempt that failed, the n-th from 0.
func Delay(n int) time.Duration {
	return min(10*time.Second<<min(n, 10), 30*time.Minute)
}

const mostWhy = 200 // runes of a failure

// cut returns the first runes of a text.
func cut(text string, most int) string {
	runes := []rune(strings.ToValidUTF8(text, "?"))
	return string(runes[:min(len(runes), most)])
}
