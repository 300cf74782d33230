package pages

import "tableronde/views"

// Address is the part of the settings about the address of an account.
type Address struct {
	Offered   bool   // the site sends mail
	Confirmed string // "" for none
	Pending   string // asked for and not confirmed yet, "" for none
	Typed     string // to be asked for again
	Problem   *views.Problem
}

// now tells the address of an account.
func (a Address) now(p views.Page) string {
	if a.Confirmed == "" {
		return p.T("mail.none")
	}
	return a.Confirmed
}

// Mail is the model of the page behind the link in a mail.
type Mail struct {
	views.Page
	Token   string
	Enter   bool   // signs in, else it confirms an address
	Owner   string // name of the account, "" if the link is not good
	Address string
	Left    int // matches of the visitor, who is a guest, which would be left behind
	Problem *views.Problem
}

// headline tells what the page is for.
func (m Mail) headline() string {
	switch {
	case m.Owner == "":
		return m.T("mail.ended.title")
	case m.Enter:
		return m.T("mail.enter.title", "Name", views.Isolate(m.Owner))
	}
	return m.T("mail.confirm.title")
}
