package sqlstore

import (
	"context"
	"crypto/subtle"
	"errors"
	"time"

	"tableronde/db"
	"tableronde/db/internal/secret"
)

// selectMail reads mails with the players concerned, in the language of the recipient.
const selectMail = `SELECT m.id, m.kind, coalesce(m.player, o.player, ''), m.address, coalesce(nullif(n.language, ''), m.language), coalesce(p.name, ''), coalesce(o.player, ''), m.tries, m.queued
	FROM mails m LEFT JOIN accounts o ON o.email = m.address LEFT JOIN players p ON p.id = coalesce(m.player, o.player)
		LEFT JOIN notice_settings n ON n.player = coalesce(o.player, m.player) `

// mails implements db.Mails.
type mails struct{ *core }

func (s mails) QueueMail(ctx context.Context, m db.NewMail) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.LockPlayer(ctx, m.Player); err != nil {
			return err
		}
		return queueMail(ctx, t, m)
	})
}

// queueMail stores a mail to be sent.
func queueMail(ctx context.Context, t *tx, m db.NewMail) error {
	if m.Kind == db.MailConfirm || m.Kind == db.MailProof {
		if err := t.run(ctx, "replace mail", `DELETE FROM mails WHERE player = ? AND kind = ?`, m.Player, string(m.Kind)); err != nil {
			return err
		}
	}
	id, now := secret.NewID(), t.core.Millis()
	var token []byte
	if m.Kind.HasLink() || m.Kind == db.MailProof { // a mail with a link or a code has a token
		token = secret.HashToken(t.core.key.MailToken(id))
	}
	return t.run(ctx, "queue mail", `INSERT INTO mails (id, kind, player, address, language, token, queued, due, tries) VALUES (?, ?, nullif(?, ''), ?, ?, ?, ?, ?, 0)`,
		id, string(m.Kind), m.Player, m.Address, m.Language, token, now, now)
}

// tellHolder queues a mail to the address of an account, if it has one. The language is the
// player's, or else the given one.
func tellHolder(ctx context.Context, t *tx, player string, kind db.MailKind, language string) error {
	var address string
	err := t.QueryRow(ctx, `SELECT coalesce(a.email, ''), coalesce(nullif(n.language, ''), nullif(?, ''), 'en') FROM accounts a LEFT JOIN notice_settings n ON n.player = a.player
		WHERE a.player = ?`, language, player).Scan(&address, &language)
	if err != nil || address == "" {
		return wrap("load address", orNone(err))
	}
	return queueMail(ctx, t, db.NewMail{Kind: kind, Player: player, Address: address, Language: language})
}

func (s mails) DueMails(ctx context.Context, limit int) ([]db.Mail, error) {
	return collect(ctx, s.read, "list mails", selectMail+`WHERE m.due <= ? ORDER BY m.due LIMIT ?`, scanMail(s.key), s.Millis(), limit)
}

func (s mails) MailSent(ctx context.Context, id string, good time.Duration) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.run(ctx, "mail sent", `DELETE FROM mails WHERE id = ? AND token IS NULL`, id); err != nil {
			return err
		}
		return t.run(ctx, "mail sent", `UPDATE mails SET due = NULL, expires = ? WHERE id = ?`, s.Millis()+good.Milliseconds(), id)
	})
}

func (s mails) DelayMail(ctx context.Context, id, why string, by time.Duration) error {
	return s.exec(ctx, "delay mail", `UPDATE mails SET due = ?, tries = tries + 1, why = ? WHERE id = ?`, s.Millis()+by.Milliseconds(), why, id)
}

func (s mails) DropMail(ctx context.Context, id string) error {
	return s.exec(ctx, "drop mail", `DELETE FROM mails WHERE id = ?`, id)
}

func (s mails) MailByToken(ctx context.Context, token string) (db.Mail, error) {
	return findMail(ctx, s.read, token)
}

// findMail returns the mail of a valid link. The link is also valid before the sending of the mail
// is recorded.
func findMail(ctx context.Context, q source, token string) (db.Mail, error) {
	c := q.store()
	m, err := scanMail(c.key)(q.QueryRow(ctx, selectMail+`WHERE m.token = ? AND (m.expires IS NULL OR m.expires > ?)`, secret.HashToken(token), c.Millis()))
	if err == nil && m.Player == "" {
		err = db.ErrNotFound
	}
	return m, err
}

// useMail returns the mail of a valid link of a kind, and uses the link up.
func useMail(ctx context.Context, t *tx, token string, kind db.MailKind) (db.Mail, error) {
	m, err := findMail(ctx, t, token)
	switch {
	case err != nil:
		return db.Mail{}, err
	case m.Kind != kind:
		return db.Mail{}, db.ErrNotFound
	}
	if err := t.LockPlayer(ctx, m.Player); err != nil {
		return db.Mail{}, err
	}
	return m, t.expect(ctx, "use mail", `DELETE FROM mails WHERE id = ?`, m.ID)
}

func (s mails) ConfirmAddress(ctx context.Context, token string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		m, err := useMail(ctx, t, token, db.MailConfirm)
		switch {
		case err != nil:
			return err
		case m.Holder == m.Player:
			return noteProof(ctx, t, m.Player)
		case m.Holder != "":
			return db.ErrTaken
		}
		if err := tellHolder(ctx, t, m.Player, db.MailAddress, m.Language); err != nil {
			return err
		}
		if err := t.expect(ctx, "confirm address", `UPDATE accounts SET email = ? WHERE player = ?`, m.Address, m.Player); err != nil {
			return err
		}
		return noteProof(ctx, t, m.Player)
	})
}

// noteProof records that the owner of an account has proved to read the mail of its address.
func noteProof(ctx context.Context, t *tx, player string) error {
	return t.expect(ctx, "note proof", `UPDATE accounts SET proved = ? WHERE player = ?`, t.core.Millis(), player)
}

func (s mails) EnterByMail(ctx context.Context, token, password string) (db.Player, error) {
	return write(ctx, s.core, func(ctx context.Context, t *tx) (db.Player, error) {
		m, err := useMail(ctx, t, token, db.MailEnter)
		if err != nil {
			return db.Player{}, err
		}
		if password != "" {
			if err := setPassword(ctx, t, db.NewPassword{Player: m.Player, Hash: password, Language: m.Language, Recovery: true}); err != nil {
				return db.Player{}, err
			}
		}
		if err := noteProof(ctx, t, m.Player); err != nil {
			return db.Player{}, err
		}
		return scanPlayer(t.QueryRow(ctx, selectPlayer, m.Player))
	})
}

// ProveByMail stores the count of wrong codes, so its transaction succeeds for a wrong code.
func (s mails) ProveByMail(ctx context.Context, player, code string) error {
	right, err := write(ctx, s.core, func(ctx context.Context, t *tx) (bool, error) {
		if err := t.LockPlayer(ctx, player); err != nil {
			return false, err
		}
		m, err := scanMail(s.key)(t.QueryRow(ctx, selectMail+`WHERE m.player = ? AND m.kind = ? AND m.wrong < ? AND (m.expires IS NULL OR m.expires > ?)`,
			player, string(db.MailProof), db.MaxWrongCodes, s.Millis()))
		switch {
		case errors.Is(err, db.ErrNotFound) || err == nil && m.Holder != player:
			return false, nil
		case err != nil:
			return false, err
		case subtle.ConstantTimeCompare([]byte(m.Code), []byte(code)) == 0:
			return false, t.expect(ctx, "count code", `UPDATE mails SET wrong = wrong + 1 WHERE id = ?`, m.ID)
		}
		if err := t.expect(ctx, "use code", `DELETE FROM mails WHERE id = ?`, m.ID); err != nil {
			return false, err
		}
		return true, noteProof(ctx, t, player)
	})
	if err == nil && !right {
		err = db.ErrNotFound
	}
	return err
}

func (s mails) PendingAddress(ctx context.Context, player string) (address string, err error) {
	err = s.read.QueryRow(ctx, `SELECT address FROM mails WHERE player = ? AND kind = ? AND (expires IS NULL OR expires > ?)`,
		player, string(db.MailConfirm), s.Millis()).Scan(&address)
	return address, wrap("load pending address", orNone(err))
}

func (s mails) RemoveAddress(ctx context.Context, player, language string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.LockPlayer(ctx, player); err != nil {
			return err
		}
		if err := tellHolder(ctx, t, player, db.MailAddress, language); err != nil {
			return err
		}
		return t.expect(ctx, "remove address", `UPDATE accounts SET email = NULL WHERE player = ? AND email IS NOT NULL`, player)
	})
}

// scanMail returns a reader of rows of selectMail. The key recovers the token of a link, or the
// code of a proof.
func scanMail(key secret.InviteKey) func(scanner) (db.Mail, error) {
	return func(from scanner) (m db.Mail, err error) {
		err = from.Scan(&m.ID, &m.Kind, &m.Player, &m.Address, &m.Language, &m.Name, &m.Holder, &m.Tries, millis{&m.Queued})
		if m.Kind.HasLink() {
			m.Token = key.MailToken(m.ID)
		}
		if m.Kind == db.MailProof {
			m.Code = key.MailCode(m.ID)
		}
		return m, wrap("load mail", err)
	}
}
