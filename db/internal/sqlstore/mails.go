package sqlstore

import (
	"context"
	"crypto/subtle"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"tableronde/db"
	"tableronde/db/internal/secret"
)

// selectMail reads mails with the players concerned, in the language of the recipient.
const selectMail = `SELECT m.id, m.kind, coalesce(m.player, o.player, ''), m.address, coalesce(nullif(n.language, ''), m.language), coalesce(p.name, ''), coalesce(o.player, ''), m.tries, m.queued
	FROM mails m LEFT JOIN accounts o ON o.email = m.address LEFT JOIN players p ON p.id = coalesce(m.player, o.player)
		LEFT JOIN notice_settings n ON n.player = coalesce(o.player, m.player) `

// QueueMail implements db.Mails.
func (s *Store) QueueMail(ctx context.Context, m db.NewMail) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.LockPlayer(ctx, m.Player); err != nil {
			return err
		}
		return t.queueMail(ctx, m)
	})
}

// queueMail stores a mail that is to be sent.
func (t *tx) queueMail(ctx context.Context, m db.NewMail) error {
	if m.Kind == db.MailConfirm || m.Kind == db.MailProof {
		if _, err := t.Exec(ctx, `DELETE FROM mails WHERE player = ? AND kind = ?`, m.Player, string(m.Kind)); err != nil {
			return fmt.Errorf("replace mail: %w", err)
		}
	}
	id, now := secret.NewID(), t.s.Millis()
	var token []byte
	if m.Kind.HasLink() || m.Kind == db.MailProof { // a mail with a link or a code has a token
		token = secret.HashToken(t.s.key.MailToken(id))
	}
	_, err := t.Exec(ctx, `INSERT INTO mails (id, kind, player, address, language, token, queued, due, tries) VALUES (?, ?, nullif(?, ''), ?, ?, ?, ?, ?, 0)`,
		id, string(m.Kind), m.Player, m.Address, m.Language, token, now, now)
	if err != nil {
		return fmt.Errorf("queue mail: %w", err)
	}
	return nil
}

// tellHolder queues a mail to the address of an account, if it has one, in the language that
// the player has chosen for mail, or in another.
func (t *tx) tellHolder(ctx context.Context, player string, kind db.MailKind, language string) error {
	var address sql.NullString
	err := t.QueryRow(ctx, `SELECT a.email, coalesce(nullif(n.language, ''), nullif(?, ''), 'en') FROM accounts a LEFT JOIN notice_settings n ON n.player = a.player
		WHERE a.player = ?`, language, player).Scan(&address, &language)
	switch {
	case errors.Is(err, sql.ErrNoRows), err == nil && !address.Valid:
		return nil
	case err != nil:
		return fmt.Errorf("load address: %w", err)
	}
	return t.queueMail(ctx, db.NewMail{Kind: kind, Player: player, Address: address.String, Language: language})
}

// DueMails implements db.Mails.
func (s *Store) DueMails(ctx context.Context, limit int) ([]db.Mail, error) {
	return collect(ctx, s.read, "list mails", selectMail+`WHERE m.due <= ? ORDER BY m.due LIMIT ?`, s.scanMail, s.Millis(), limit)
}

// MailSent implements db.Mails.
func (s *Store) MailSent(ctx context.Context, id string, good time.Duration) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if _, err := t.Exec(ctx, `DELETE FROM mails WHERE id = ? AND token IS NULL`, id); err != nil {
			return fmt.Errorf("mail sent: %w", err)
		}
		_, err := t.Exec(ctx, `UPDATE mails SET due = NULL, expires = ? WHERE id = ?`, s.Millis()+good.Milliseconds(), id)
		if err != nil {
			return fmt.Errorf("mail sent: %w", err)
		}
		return nil
	})
}

// DelayMail implements db.Mails.
func (s *Store) DelayMail(ctx context.Context, id, why string, by time.Duration) error {
	return s.execMail(ctx, `UPDATE mails SET due = ?, tries = tries + 1, why = ? WHERE id = ?`, s.Millis()+by.Milliseconds(), why, id)
}

// DropMail implements db.Mails.
func (s *Store) DropMail(ctx context.Context, id string) error {
	return s.execMail(ctx, `DELETE FROM mails WHERE id = ?`, id)
}

func (s *Store) execMail(ctx context.Context, query string, args ...any) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if _, err := t.Exec(ctx, query, args...); err != nil {
			return fmt.Errorf("change mail: %w", err)
		}
		return nil
	})
}

// MailByToken implements db.Mails.
func (s *Store) MailByToken(ctx context.Context, token string) (db.Mail, error) {
	return s.findMail(ctx, s.read, token)
}

// findMail returns the mail of a good link. The link is good, too, while it is not stored
// yet that the mail was sent.
func (s *Store) findMail(ctx context.Context, q Queryer, token string) (db.Mail, error) {
	m, err := s.scanMail(q.QueryRow(ctx, selectMail+`WHERE m.token = ? AND (m.expires IS NULL OR m.expires > ?)`, secret.HashToken(token), s.Millis()))
	if err == nil && m.Player == "" {
		err = db.ErrNotFound
	}
	return m, err
}

// useMail returns the mail of a good link of a kind, and uses the link up.
func (t *tx) useMail(ctx context.Context, token string, kind db.MailKind) (db.Mail, error) {
	m, err := t.s.findMail(ctx, t, token)
	switch {
	case err != nil:
		return db.Mail{}, err
	case m.Kind != kind:
		return db.Mail{}, db.ErrNotFound
	}
	if err := t.LockPlayer(ctx, m.Player); err != nil {
		return db.Mail{}, err
	}
	n, err := t.Exec(ctx, `DELETE FROM mails WHERE id = ?`, m.ID)
	if err != nil {
		return db.Mail{}, fmt.Errorf("use mail: %w", err)
	}
	return m, expectOne(n)
}

// ConfirmAddress implements db.Mails.
func (s *Store) ConfirmAddress(ctx context.Context, token string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		m, err := t.useMail(ctx, token, db.MailConfirm)
		switch {
		case err != nil:
			return err
		case m.Holder == m.Player:
			return t.noteProof(ctx, m.Player)
		case m.Holder != "":
			return db.ErrTaken
		}
		if err := t.tellHolder(ctx, m.Player, db.MailAddress, m.Language); err != nil {
			return err
		}
		if err := t.expect(ctx, "confirm address", `UPDATE accounts SET email = ? WHERE player = ?`, m.Address, m.Player); err != nil {
			return err
		}
		return t.noteProof(ctx, m.Player)
	})
}

// noteProof notes that the holder of an account has shown that its address is theirs.
func (t *tx) noteProof(ctx context.Context, player string) error {
	return t.expect(ctx, "note proof", `UPDATE accounts SET proved = ? WHERE player = ?`, t.s.Millis(), player)
}

// EnterByMail implements db.Mails.
func (s *Store) EnterByMail(ctx context.Context, token, password string) (db.Player, error) {
	return write(ctx, s, func(ctx context.Context, t *tx) (db.Player, error) {
		m, err := t.useMail(ctx, token, db.MailEnter)
		if err != nil {
			return db.Player{}, err
		}
		if password != "" {
			if err := t.setPassword(ctx, db.NewPassword{Player: m.Player, Hash: password, Language: m.Language, Recovery: true}); err != nil {
				return db.Player{}, err
			}
		}
		if err := t.noteProof(ctx, m.Player); err != nil {
			return db.Player{}, err
		}
		return scanPlayer(t.QueryRow(ctx, selectPlayer, m.Player))
	})
}

// ProveByMail implements db.Mails. A wrong code is counted, so the transaction succeeds.
func (s *Store) ProveByMail(ctx context.Context, player, code string) error {
	right, err := write(ctx, s, func(ctx context.Context, t *tx) (bool, error) {
		if err := t.LockPlayer(ctx, player); err != nil {
			return false, err
		}
		m, err := s.scanMail(t.QueryRow(ctx, selectMail+`WHERE m.player = ? AND m.kind = ? AND m.wrong < ? AND (m.expires IS NULL OR m.expires > ?)`,
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
		return true, t.noteProof(ctx, player)
	})
	if err == nil && !right {
		err = db.ErrNotFound
	}
	return err
}

// PendingAddress implements db.Mails.
func (s *Store) PendingAddress(ctx context.Context, player string) (address string, err error) {
	err = s.read.QueryRow(ctx, `SELECT address FROM mails WHERE player = ? AND kind = ? AND (expires IS NULL OR expires > ?)`,
		player, string(db.MailConfirm), s.Millis()).Scan(&address)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return "", nil
	case err != nil:
		return "", fmt.Errorf("load pending address: %w", err)
	}
	return address, nil
}

// RemoveAddress implements db.Mails.
func (s *Store) RemoveAddress(ctx context.Context, player, language string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.LockPlayer(ctx, player); err != nil {
			return err
		}
		if err := t.tellHolder(ctx, player, db.MailAddress, language); err != nil {
			return err
		}
		n, err := t.Exec(ctx, `UPDATE accounts SET email = NULL WHERE player = ? AND email IS NOT NULL`, player)
		if err != nil {
			return fmt.Errorf("remove address: %w", err)
		}
		return expectOne(n)
	})
}

func (s *Store) scanMail(from scanner) (db.Mail, error) {
	var m db.Mail
	var queued int64
	switch err := from.Scan(&m.ID, &m.Kind, &m.Player, &m.Address, &m.Language, &m.Name, &m.Holder, &m.Tries, &queued); {
	case errors.Is(err, sql.ErrNoRows):
		return db.Mail{}, db.ErrNotFound
	case err != nil:
		return db.Mail{}, fmt.Errorf("load mail: %w", err)
	}
	m.Queued = time.UnixMilli(queued).UTC()
	if m.Kind.HasLink() {
		m.Token = s.key.MailToken(m.ID)
	}
	if m.Kind == db.MailProof {
		m.Code = s.key.MailCode(m.ID)
	}
	return m, nil
}
