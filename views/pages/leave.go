package pages

import "tableronde/views"

// Leave is the model of the page that tells what leaving for good means, and asks.
type Leave struct {
	views.Page
	Tally      Tally
	Account    bool // can sign in again
	NeedsProof bool
	Problem    *views.Problem
}
