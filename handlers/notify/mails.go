package notify

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"tableronde/db"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/mail"
	"tableronde/views"
	"tableronde/views/locale"
	"tableronde/views/pages"
)

// Letters writes and sends the mails of the site.
type Letters struct {
	Base *url.URL // of the links
	Mail interface {
		Send(ctx context.Context, m mail.Message) error
	}
}

// Send writes and sends a mail.
func (l *Letters) Send(ctx context.Context, m db.Mail) error {
	err := l.Mail.Send(ctx, l.Write(m))
	if errors.Is(err, mail.ErrRefused) {
		return fmt.Errorf("%w: %w", accounts.ErrMailRefused, err)
	}
	return err
}

// Write writes a mail in the language of its recipient.
func (l *Letters) Write(m db.Mail) mail.Message {
	lang, ok := locale.Parse(m.Language)
	if !ok {
		lang = views.English
	}
	subject, text := words(m)
	link := l.Base.JoinPath("mail", m.Token).String()
	args := []any{"Name", Harmless(m.Name), "Link", link, "Site", l.Base.String(), "SignIn", l.Base.JoinPath("sign-in").String()}
	if m.Code != "" {
		args = append(args, "Code", pages.SpaceCode(m.Code))
	}
	return mail.Message{ID: m.ID, To: m.Address, Subject: locale.T(lang, subject), Text: locale.T(lang, text, args...), Language: string(lang)}
}

// wordsOf holds the catalog keys of the subject and the text, by kind of mail.
var wordsOf = map[db.MailKind][2]string{
	db.MailConfirm:        {"mail.confirm.subject", "mail.confirm"},
	db.MailEnter:          {"mail.enter.subject", "mail.enter"},
	db.MailPassword:       {"mail.password.subject", "mail.password"},
	db.MailAddress:        {"mail.address.subject", "mail.address"},
	db.MailProof:          {"mail.proof.subject", "mail.proof"},
	db.MailToken:          {"mail.token.subject", "mail.token"},
	db.MailPasskeyAdded:   {"mail.passkey_added.subject", "mail.passkey_added"},
	db.MailPasskeyRemoved: {"mail.passkey_removed.subject", "mail.passkey_removed"},
}

// words returns the catalog keys of the subject and the text of a mail.
func words(m db.Mail) (subject, text string) {
	if m.Kind == db.MailConfirm && m.Holder != "" && m.Holder != m.Player {
		return "mail.taken.subject", "mail.taken"
	}
	return wordsOf[m.Kind][0], wordsOf[m.Kind][1]
}
