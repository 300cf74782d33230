package pages

import "tableronde/views"

// Proof is the model of the page on which visitors show to be the holder of the account.
type Proof struct {
	views.Page
	Return   string // path to go on to
	Password bool   // the account has one
	Passkeys bool   // the account has some, which can be used here
	Address  string // to which a code can go by mail, "" for none
	Mailed   bool   // a code was sent
	Problem  *views.Problem
}
