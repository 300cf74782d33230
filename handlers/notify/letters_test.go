package notify

import (
	"net/url"
	"strings"
	"testing"

	"tableronde/db"
	"tableronde/views"
)

// Every mail says its subject in each language. It has a link where it should, none that serves
// the wrong person, and nothing left open.
func TestLetters(t *testing.T) {
	t.Parallel()
	l := &Letters{Base: &url.URL{Scheme: "https", Host: "table.example"}}
	const token = "abcdefghijklmnopqrstuvwxyz"
	seen := map[string]bool{}
	for _, lang := range []views.Lang{views.English, views.French} {
		for name, m := range map[string]db.Mail{
			"confirm":  {NewMail: db.NewMail{Kind: db.MailConfirm, Player: "a"}, Token: token},
			"taken":    {NewMail: db.NewMail{Kind: db.MailConfirm, Player: "a"}, Token: token, Holder: "b"},
			"enter":    {NewMail: db.NewMail{Kind: db.MailEnter, Player: "a"}, Token: token, Holder: "a"},
			"password": {NewMail: db.NewMail{Kind: db.MailPassword, Player: "a"}, Holder: "a"},
			"address":  {NewMail: db.NewMail{Kind: db.MailAddress, Player: "a"}},
			"proof":    {NewMail: db.NewMail{Kind: db.MailProof, Player: "a"}, Code: "12345678"},
			"token":    {NewMail: db.NewMail{Kind: db.MailToken, Player: "a"}},
			"added":    {NewMail: db.NewMail{Kind: db.MailPasskeyAdded, Player: "a"}},
			"removed":  {NewMail: db.NewMail{Kind: db.MailPasskeyRemoved, Player: "a"}},
		} {
			m.ID, m.Name, m.Address, m.Language = "one", "Aliénor", "ada@example.org", string(lang)
			got := l.Write(m)
			if got.ID != "one" || got.To != "ada@example.org" || got.Language != string(lang) || got.Subject == "" || seen[got.Text] {
				t.Errorf("%s: %+v", name, got)
			}
			seen[got.Text] = true
			links := strings.Count(got.Text, "https://table.example/mail/"+token+"\n")
			if want := name == "confirm" || name == "enter"; links != 0 != want || strings.Contains(got.Text, "{{") {
				t.Errorf("%s has the link %d times: %s", name, links, got.Text)
			}
			if strings.Contains(got.Text, "\n1234\u00a05678\n") != (name == "proof") {
				t.Errorf("%s: the code is not where it should be: %s", name, got.Text)
			}
			if !strings.HasSuffix(got.Text, "https://table.example\n") || strings.Contains(got.Text, "Aliénor") == (name == "taken") {
				t.Errorf("%s: %s", name, got.Text)
			}
		}
	}
}
