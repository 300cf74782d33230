package pages

import "tableronde/views"

// Settings is the model of the page on which visitors change what concerns themselves. A
// visitor who has no name yet has little of it.
type Settings struct {
	views.Page
	Form            NameForm
	Account         bool // can sign in again
	Password        bool // and by a password
	NeedsProof      bool // before they change how
	Address         Address
	Passkeys        Passkeys
	PasswordProblem *views.Problem
	Sessions        []Session // in which the visitor is signed in
	Tokens          []Token   // of the visitor's programs
	NewToken        NewToken
	Notices         Notices
	People          []Person // players that the visitor has marked as favourite, muted or blocked
	PeoplePaging    views.Paging
	Operated        []views.Operated // acts of operators about the visitor
	Operator        bool             // the visitor is one
}

// settingsPart is a part of the page, with the heading that leads to it.
type settingsPart struct{ id, title string }

// parts lists the parts of the page.
func (m Settings) parts() []settingsPart {
	parts := []settingsPart{
		{"who", m.T("me.who")},
		{"look", m.T("settings.look")},
		{"play", m.T("habit.title")},
		{"account", m.T("settings.account")},
	}
	if m.Operator || len(m.Operated) > 0 {
		parts = append(parts, settingsPart{"operated", m.T("operated.title")})
	}
	if m.Player != "" {
		parts = append([]settingsPart{{"notices", m.T("told.title")}}, parts...)
	}
	if m.Account {
		parts = append(parts, settingsPart{"passkeys", m.T("passkey.title")})
	}
	if m.Player != "" {
		parts = append(parts, settingsPart{"devices", m.T("session.title")}, settingsPart{"people", m.T("tie.title")}, settingsPart{"programs", m.T("token.title")}, settingsPart{"data", m.T("data.title")})
	}
	return parts
}
