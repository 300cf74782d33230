package pages

import (
	"testing"
	"time"

	"github.com/a-h/templ"

	"tableronde/views"
	"tableronde/views/viewtest"
)

func sampleSettings(lang views.Lang) Settings {
	m := Settings{Page: viewtest.Page(lang, "/settings"), Account: true, Password: true}
	m.Form = NameForm{Name: m.Player, Return: "/settings?saved=name", Key: "k"}
	m.Sessions = []Session{
		{ID: "a", Device: "Firefox · Linux", Begun: viewtest.Now.AddDate(0, -1, 0), Own: true},
		{ID: "b", Device: "Chrome · Android", Begun: viewtest.Now},
		{ID: "c", Begun: viewtest.Now},
	}
	m.Tokens = []Token{
		{ID: "t", Name: "notebook", Scopes: []string{"read", "play"}, Created: viewtest.Now.AddDate(0, 0, -20), Used: viewtest.Now.AddDate(0, 0, -9)},
		{ID: "u", Scopes: scopes, Created: viewtest.Now},
		{ID: "v", First: true, Scopes: scopes, Created: viewtest.Now},
	}
	m.Passkeys = Passkeys{Page: m.Page, Offered: true, Name: "Firefox · Linux", List: []Passkey{
		{ID: "p", Name: "Pixel 7", Made: viewtest.Now.AddDate(0, 0, -50), Used: viewtest.Now.Add(-time.Hour)},
		{ID: "q", Name: "Firefox · Linux", Made: viewtest.Now},
	}}
	m.NewToken = NewToken{Key: "k", Scopes: []string{"read", "play"}}
	m.Notices = sampleNotices()
	m.People = samplePeople[:2]
	return m
}

// sampleNotices returns notices of a player with mail and three webhooks.
func sampleNotices() Notices {
	n := Notices{Mails: true, Address: "alienor@example.org", Digest: "18", Mail: Target{ID: "mail", Delivered: viewtest.Now.Add(-26 * time.Hour)}, New: NewWebhook{Key: "k"}, Feed: "ada2ada2ada2bq2m5yhd7kq4r7u3zr2a6x"}
	for _, kind := range []string{"turn", "time_low", "offer", "invited", "started", "over", "message"} {
		n.Kinds = append(n.Kinds, NoticeKind{Name: kind, Page: true, Push: kind != "started", Mail: kind == "turn", Webhook: kind != "over"})
		n.New.Kinds = append(n.New.Kinds, kind)
	}
	n.PushKey = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
	n.Pushes = []Target{
		{ID: "d", Push: true, Device: "Chrome · Android", Address: "https://push.example.org/1", Delivered: viewtest.Now.Add(-2 * time.Hour)},
		{ID: "e", Push: true, Device: "Firefox · Linux", Address: "https://push.example.org/2", Failing: viewtest.Now.AddDate(0, 0, -9), Why: "status_410", Off: true},
		{ID: "f", Push: true, Address: "https://push.example.org/3", Failing: viewtest.Now.AddDate(0, 0, -1), Why: "no_answer"},
	}
	n.Webhooks = []Target{
		{ID: "h", Address: "https://hooks.example.org/tr/8f2c", Delivered: viewtest.Now.Add(-3 * time.Minute)},
		{ID: "i", Address: "https://ntfy.university-of-camelot.example.org/t", Failing: viewtest.Now.AddDate(0, 0, -9), Why: "status_500"},
		{ID: "j", Address: "https://gone.example.org/", Failing: viewtest.Now.AddDate(0, 0, -30), Why: "no_answer", Off: true},
	}
	return n
}

// samplesOfSettings returns the settings in all states worth checking.
func samplesOfSettings(t testing.TB, lang views.Lang) map[string]templ.Component {
	t.Helper()
	sample := func(change func(*Settings)) templ.Component {
		m := sampleSettings(lang)
		change(&m)
		return SettingsPage(m)
	}
	return map[string]templ.Component{
		"settings":          sample(func(*Settings) {}),
		"settings-dark":     sample(func(m *Settings) { m.Theme = views.DarkTheme }),
		"settings-light":    sample(func(m *Settings) { m.Theme = views.LightTheme }),
		"settings-guest":    sample(func(m *Settings) { m.Account, m.Sessions = false, m.Sessions[:1] }),
		"settings-stranger": SettingsPage(Settings{Page: strangerPage(lang), Form: NameForm{Return: "/settings?saved=name", Key: "k"}}),
		"settings-passkey-alone": sample(func(m *Settings) {
			m.Password, m.Passkeys.List = false, m.Passkeys.List[:1]
			m.Passkeys.List[0].Last = true
		}),
		"settings-no-passkeys": sample(func(m *Settings) { m.Passkeys = Passkeys{Page: m.Page} }),
		"settings-renamed": sample(func(m *Settings) {
			m.Notice = &views.Notice{Key: "renamed", Args: []any{"Name", m.Player}, Good: true}
		}),
		"settings-name-again": sample(func(m *Settings) {
			m.Form.Name, m.Form.Problem = "\u200b", &views.Problem{Field: "name", Key: "name_signs"}
		}),
		"mute":      MutePage(Mute{Page: viewtest.Page(lang, "/settings"), Token: "t", Of: "Aliénor"}),
		"mute-done": MutePage(Mute{Page: viewtest.Page(lang, "/settings"), Token: "t", Of: "Aliénor", Done: true}),
		"settings-no-mail": sample(func(m *Settings) {
			m.Notices.Mails, m.Notices.Address, m.Notices.Webhooks = false, "", nil
		}),
		"settings-webhook-again": sample(func(m *Settings) {
			m.Notices.New.Address, m.Notices.New.Problem = "ftp://example.org", &views.Problem{Field: "url", Key: "invalid_url"}
		}),
		"settings-mail": sample(func(m *Settings) { m.Address = Address{Offered: true, Confirmed: "alienor@example.org"} }),
		"settings-mail-again": sample(func(m *Settings) {
			m.Address = Address{Offered: true, Confirmed: "alienor.d.aquitaine@university.example.org", Pending: "alienor@example.org", Typed: "alienor",
				Problem: &views.Problem{Field: "email", Key: "bad_address"}}
		}),
		"leave":       LeavePage(Leave{Page: viewtest.Page(lang, "/settings/leave"), Account: true, Tally: Tally{Live: 6, Open: 1, Finished: 12}}),
		"leave-guest": LeavePage(Leave{Page: viewtest.Page(lang, "/settings/leave"), Tally: Tally{Live: 1}}),
		"leave-again": LeavePage(Leave{Page: viewtest.Page(lang, "/settings/leave"), Account: true, Problem: &views.Problem{Field: "old", Key: "wrong_password"}}),
		"leave-proof": LeavePage(Leave{Page: viewtest.Page(lang, "/settings/leave"), Account: true, NeedsProof: true}),
		"settings-proof": sample(func(m *Settings) {
			m.NeedsProof, m.Passkeys.NeedsProof, m.Address = true, true, Address{Offered: true, Confirmed: "alienor@example.org"}
		}),
		"settings-proof-passkey": sample(func(m *Settings) {
			m.NeedsProof, m.Passkeys.NeedsProof, m.Password, m.Address = true, true, false, Address{Offered: true, Confirmed: "alienor@example.org"}
		}),
		"proof":         ProofPage(Proof{Page: viewtest.Page(lang, "/settings"), Return: "/settings#passkeys", Password: true, Passkeys: true, Address: "alienor@example.org"}),
		"proof-passkey": ProofPage(Proof{Page: viewtest.Page(lang, "/settings"), Return: "/settings#passkeys", Passkeys: true}),
		"proof-code": ProofPage(Proof{Page: viewtest.Page(lang, "/settings"), Return: "/settings#passkeys", Password: true, Address: "alienor@example.org", Mailed: true,
			Problem: &views.Problem{Field: "code", Key: "wrong_code"}}),
		"settings-token": sample(func(m *Settings) { m.NewToken.Made = "bq2m5yhd7kq4r7u3zr2a6x4o2b7c5w6l3v4n6p2s7t5e4f3g2h6a" }),
		"settings-token-again": sample(func(m *Settings) {
			m.NewToken.Scopes, m.NewToken.Problem = nil, &views.Problem{Field: "scopes", Key: "unknown_scope"}
		}),
		"settings-password-again": sample(func(m *Settings) { m.PasswordProblem = &views.Problem{Field: "old", Key: "wrong_password"} }),
	}
}
