package accounts

import (
	"context"

	"tableronde/handlers/club"
)

// Registration says who may make an account: everybody, holders of an invitation by the
// operator, or nobody.
type Registration string

// Registrations; "" is open.
const (
	RegistrationOpen    Registration = "open"
	RegistrationInvited Registration = "invited"
	RegistrationClosed  Registration = "closed"
)

var (
	errRegistration = club.Refuse(club.Forbidden, "registration_closed", "this site takes no new accounts: ask its operator for one")
	errUninvited    = club.Refuse(club.Forbidden, "not_invited", "to make an account here you need an invitation that nobody has used: ask the operator for one")
	errNoGuests     = club.Refuse(club.Forbidden, "no_guests", "this site has no guests: sign in first")
)

// CheckRegistration returns why somebody with the token of an invitation, "" for none, may
// not make an account.
func (s *Accounts) CheckRegistration(ctx context.Context, invite string) error {
	switch s.registration {
	case RegistrationClosed:
		return errRegistration
	case RegistrationInvited:
		if good, err := s.store.IsAccountInvite(ctx, invite); err != nil || good {
			return err
		}
		return errUninvited
	}
	return nil
}

// CheckGuests refuses to make a guest on a site that has none.
func (s *Accounts) CheckGuests() error {
	if s.noGuests {
		return errNoGuests
	}
	return nil
}
