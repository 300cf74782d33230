package pages

import "tableronde/views"

// SignIn is the model of the page on which visitors sign in or make an account.
type SignIn struct {
	views.Page
	Return  string // path to go on to
	Name    string // typed to sign in
	Problem *views.Problem

	Done        string // key of what was done
	Mail        bool   // is sent by this site
	Email       string // typed to have a link sent
	MailProblem *views.Problem

	Invite      string // the token of an invitation to make an account, "" for none
	Refused     string // code of why the visitor may make no account, "" for who may
	Passkeys    bool   // are offered here
	JoinName    string // typed for the account
	JoinEmail   string
	JoinProblem *views.Problem
	Tally       Tally // of the guest's matches, which an account keeps
	Key         string
}

// going returns how many matches of a guest go on.
func (m SignIn) going() int { return m.Tally.Live + m.Tally.Open + m.Tally.Alone }

// proposedName returns the name that the form for an account begins with.
func (m SignIn) proposedName() string {
	if m.JoinName != "" || m.Nameless() {
		return m.JoinName
	}
	return m.Player
}

// kept says in numbers what an account keeps of the guest's.
func (m SignIn) kept() string {
	if m.going()+m.Tally.Finished == 0 {
		return m.T("account.keep.name")
	}
	return m.T("account.keep.matches", "Going", m.N("account.keep.going", m.going()), "Finished", m.N("account.keep.finished", m.Tally.Finished))
}
