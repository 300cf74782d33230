package accounts

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/mail"
	"strings"
	"time"
	"unicode"

	"golang.org/x/net/idna"

	"tableronde/db"
	"tableronde/handlers/club"
)

var (
	errNoMail       = club.Refuse(club.Invalid, "no_mail", "this site sends no mail: leave the address out").About("email")
	errBadAddress   = club.Refuse(club.Invalid, "bad_address", "this is not a mail address: check the spelling").About("email")
	errAddressTaken = club.Refuse(club.Conflict, "address_taken", "another account has this address: use another one").About("email")
	ErrNoAddress    = club.Refuse(club.Conflict, "no_address", "your account has no mail address: add one first")
	errWrongCode    = club.Refuse(club.Forbidden, "wrong_code", "this code is wrong, used or older than ten minutes: ask for a new one").About("code")
	errMailEnded    = club.Refuse(club.Gone, "mail_ended", "this link is wrong, used, replaced or too old: ask for a new one")
)

// SendsMail reports whether the site sends mail.
func (s *Accounts) SendsMail() bool { return s.cfg.SendsMail }

// CheckAddress returns an address in its stored form, or an error if no mail can be sent to it.
func (s *Accounts) CheckAddress(typed string) (string, error) {
	if !s.cfg.SendsMail {
		return "", errNoMail
	}
	address, ok := cleanAddress(typed)
	if !ok {
		return "", errBadAddress
	}
	return address, nil
}

// AskToEnter queues a mail with a link for signing in, if an account has confirmed the address. The
// result and the time are the same if no account has.
func (s *Accounts) AskToEnter(ctx context.Context, typed, language string) error {
	address, err := s.CheckAddress(typed)
	if err != nil {
		return err
	}
	return s.queueMail(ctx, db.NewMail{Kind: db.MailEnter, Address: address, Language: language})
}

// ChangeAddress queues a mail with a link to an address. With this link, the holder of an account
// confirms the address. ChangeAddress does not reveal whether another account has the address.
func (s *Accounts) ChangeAddress(ctx context.Context, player, typed, language string) error {
	address, err := s.CheckAddress(typed)
	if err == nil {
		err = s.checkAccount(ctx, player)
	}
	if err != nil {
		return err
	}
	return s.queueMail(ctx, db.NewMail{Kind: db.MailConfirm, Player: player, Address: address, Language: language})
}

// RemoveAddress removes the address of an account.
func (s *Accounts) RemoveAddress(ctx context.Context, player, language string) error {
	if err := s.checkAccount(ctx, player); err != nil {
		return err
	}
	defer s.cfg.Wakes.Wake(club.Mails)
	return club.Refusals{db.ErrNotFound: ErrNoAddress}.Of(s.cfg.Store.RemoveAddress(ctx, player, language))
}

// checkAccount returns an error for guests.
func (s *Accounts) checkAccount(ctx context.Context, player string) error {
	has, err := s.HasAccount(ctx, player)
	if err == nil && !has {
		return errNoAccount
	}
	return err
}

// MailCode queues a mail with a code to the address of a player. The code proves that the player
// reads the mail of this address.
func (s *Accounts) MailCode(ctx context.Context, player, address, language string) error {
	if address == "" {
		return ErrNoAddress
	}
	return s.queueMail(ctx, db.NewMail{Kind: db.MailProof, Player: player, Address: address, Language: language})
}

// CheckMailCode checks and uses up the code that was sent to the address of a player.
func (s *Accounts) CheckMailCode(ctx context.Context, player, typed string) error {
	code, _ := ReadCode(typed)
	return club.Refusals{db.ErrNotFound: errWrongCode}.Of(s.cfg.Store.ProveByMail(ctx, player, code))
}

func (s *Accounts) queueMail(ctx context.Context, m db.NewMail) error {
	if err := s.cfg.Store.QueueMail(ctx, m); err != nil {
		return fmt.Errorf("queue mail: %w", err)
	}
	s.cfg.Wakes.Wake(club.Mails)
	return nil
}

// MailByToken returns the mail that contained a valid link, and does not use the link up.
func (s *Accounts) MailByToken(ctx context.Context, token string) (db.Mail, error) {
	m, err := s.cfg.Store.MailByToken(ctx, token)
	return m, mailError(err)
}

// ConfirmAddress uses a link up and stores the address of the link with the account.
func (s *Accounts) ConfirmAddress(ctx context.Context, token string) error {
	defer s.cfg.Wakes.Wake(club.Mails)
	return club.Refusals{db.ErrTaken: errAddressTaken, db.ErrNotFound: errMailEnded}.Of(s.cfg.Store.ConfirmAddress(ctx, token))
}

// EnterByMail uses a link up and returns its player, who is then signed in.
func (s *Accounts) EnterByMail(ctx context.Context, token string) (db.Player, error) {
	p, err := s.cfg.Store.EnterByMail(ctx, token, "")
	return s.entering(ctx, p, mailError(err))
}

// ResetPassword works like EnterByMail and also sets a new password. If the password is refused,
// the link stays valid.
func (s *Accounts) ResetPassword(ctx context.Context, token, password string) (db.Player, error) {
	m, err := s.MailByToken(ctx, token)
	if err == nil {
		err = checkPassword(password, m.Name)
	}
	if err != nil {
		return db.Player{}, err
	}
	hash, err := s.hasher.hash(ctx, password)
	if err != nil {
		return db.Player{}, fmt.Errorf("hash password: %w", err)
	}
	p, err := s.cfg.Store.EnterByMail(ctx, token, hash)
	s.cfg.Wakes.Wake(club.Mails)
	s.cfg.Hub.EndPlayer(p.ID)
	return s.entering(ctx, p, mailError(err))
}

func mailError(err error) error {
	return club.Refusals{db.ErrNotFound: errMailEnded}.Of(err)
}

// maxAddress is the longest address, in bytes: RFC 5321, 4.5.3.1.3.
const maxAddress = 254

// cleanAddress returns an address in the form in which addresses are stored and compared: without
// surrounding blanks, in lower case, with the host in ASCII. ok is false unless it is a plain
// address of letters, digits and signs that every server accepts, and its host has a dot.
func cleanAddress(typed string) (address string, ok bool) {
	address = strings.ToLower(strings.TrimSpace(typed))
	local, host, _ := strings.Cut(address, "@")
	if strings.ContainsFunc(host, func(r rune) bool { return r > unicode.MaxASCII }) {
		ascii, err := idna.Lookup.ToASCII(host)
		if err != nil {
			return "", false
		}
		host, address = ascii, local+"@"+ascii
	}
	parsed, err := mail.ParseAddress(address)
	if err != nil || parsed.Address != address || len(address) > maxAddress {
		return "", false
	}
	if !isMade(local, "abcdefghijklmnopqrstuvwxyz0123456789!#$%&'*+-/=?^_`{|}~.") || len(local) > 64 {
		return "", false
	}
	labels := strings.Split(host, ".")
	for _, label := range labels {
		if !isMade(label, "abcdefghijklmnopqrstuvwxyz0123456789-") || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return "", false
		}
	}
	return address, len(labels) > 1
}

// ShowAddress returns a stored address in the form that people read.
func ShowAddress(address string) string {
	at := strings.LastIndexByte(address, '@')
	host, err := idna.Display.ToUnicode(address[at+1:])
	if err != nil {
		return address
	}
	return address[:at+1] + host
}

// isMade reports whether a text is not empty and consists of the given characters.
func isMade(text, of string) bool {
	return text != "" && strings.Trim(text, of) == ""
}

// Lifetimes of links, from the sending of their mail.
const (
	EnterGood   = 15 * time.Minute
	ConfirmGood = 24 * time.Hour
	ProofGood   = 10 * time.Minute // of codes
)

// Times for which the worker tries to send a mail. A link to sign in has a short one: people ask
// for a new link rather than wait.
const (
	enterTried = time.Hour
	mailTried  = 24 * time.Hour
)

// ErrMailRefused is the error for a mail that will be refused at every attempt.
var ErrMailRefused = errors.New("the mail is refused")

// MailWorker sends each mail at least once, with send. After a crash between sending a mail and
// storing that fact, the worker sends the mail again with the same id.
func (s *Accounts) MailWorker(send func(ctx context.Context, m db.Mail) error, log *slog.Logger) club.Worker {
	return club.Worker{Name: "mail", Pause: club.WorkPause, Woken: s.cfg.Wakes.Woken(club.Mails), List: func(ctx context.Context, look club.Look) (items []club.Item, _ time.Time, err error) {
		list, err := s.cfg.Store.DueMails(ctx, look.Most)
		for _, m := range list {
			items = append(items, club.Item{ID: m.ID, Do: func(ctx context.Context) error { return s.sendMail(ctx, m, send, log) }})
		}
		return items, time.Time{}, err
	}}
}

// sendMail sends a mail, unless it no longer has a recipient. If the mail server is not ready, the
// mail is tried again later.
func (s *Accounts) sendMail(ctx context.Context, m db.Mail, send func(ctx context.Context, m db.Mail) error, log *slog.Logger) error {
	tried, good := mailTried, ConfirmGood
	switch m.Kind {
	case db.MailEnter:
		tried, good = enterTried, EnterGood
	case db.MailProof:
		tried, good = ProofGood, ProofGood
	}
	switch late := s.cfg.Now().Sub(m.Queued) > tried; {
	case m.Player == "": // no account has this address
		return s.cfg.Store.DropMail(ctx, m.ID)
	case late:
		log.LogAttrs(ctx, slog.LevelWarn, "mail is given up", slog.String("mail", m.ID), slog.Int("tries", m.Tries))
		return s.cfg.Store.DropMail(ctx, m.ID)
	}
	err := send(ctx, m)
	switch {
	case err == nil:
		return s.cfg.Store.MailSent(ctx, m.ID, good)
	case errors.Is(err, ErrMailRefused):
		log.LogAttrs(ctx, slog.LevelWarn, "mail is refused", slog.String("mail", m.ID), slog.Any("error", err))
		return s.cfg.Store.DropMail(ctx, m.ID)
	}
	log.LogAttrs(ctx, slog.LevelWarn, "mail waits", slog.String("mail", m.ID), slog.Any("error", err))
	return s.cfg.Store.DelayMail(context.WithoutCancel(ctx), m.ID, cut(err.Error(), mostWhy), Delay(m.Tries))
}

// Delay returns the pause after failed attempt n, counted from 0.
func Delay(n int) time.Duration {
	return min(10*time.Second<<min(n, 10), 30*time.Minute)
}

const mostWhy = 200 // runes of an error text

// cut returns the first runes of a text, most at most.
func cut(text string, most int) string {
	runes := []rune(strings.ToValidUTF8(text, "?"))
	return string(runes[:min(len(runes), most)])
}
