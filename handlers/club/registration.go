package club

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"time"

	"tableronde/db"
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

// mostListed is how many accounts the command line lists.
const mostListed = 10_000

var (
	errRegistration = refuse(Forbidden, "registration_closed", "this site takes no new accounts: ask its operator for one")
	errUninvited    = refuse(Forbidden, "not_invited", "to make an account here you need an invitation that nobody has used: ask the operator for one")
	errNoGuests     = refuse(Forbidden, "no_guests", "this site has no guests: sign in first")
)

// CheckRegistration returns why somebody with the token of an invitation, "" for none, may
// not make an account.
func (s *Service) CheckRegistration(ctx context.Context, invite string) error {
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
func (s *Service) CheckGuests() error {
	if s.noGuests {
		return errNoGuests
	}
	return nil
}

// manage carries out a command about accounts that only the command line has.
func (s *Service) manage(ctx context.Context, c Command) (lines []string, err error) {
	switch {
	case c.Do == "invite" && (c.Lasts <= 0 || c.Lasts > ForGood):
		return nil, errLasts
	case c.Do == "invite":
		token, err := s.store.InviteAccount(ctx, s.now().Add(c.Lasts))
		return []string{"/sign-in?invite=" + token}, err
	case c.Do == "list":
		accounts, err := s.store.ListAccounts(ctx, mostListed)
		for _, a := range accounts {
			lines = append(lines, fmt.Sprintf("%s  %s  %s", a.ID, a.Opened.Format(time.DateOnly), a.Name))
		}
		return lines, err
	}
	var p db.Player
	do, password := db.NewAct{Kind: db.ActKind(c.Do), Reason: c.Reason}, strings.ToLower(rand.Text())
	if do.Kind == db.ActCreate {
		p, err = s.createAccountFor(ctx, c.Who)
	} else {
		p, err = s.findPlayer(ctx, c.Who)
	}
	if err != nil {
		return nil, err
	}
	switch do.Player = p.ID; do.Kind {
	case db.ActCreate, db.ActPassword:
		lines, err = []string{password}, s.SetPassword(ctx, password, db.NewPassword{Player: p.ID, Language: "en", Recovery: true})
	case db.ActSignInLink:
		var pass db.Pass
		pass, err = s.store.CreatePass(ctx, p.ID)
		lines = []string{"/link/" + pass.Token}
	case db.ActDelete:
		err = s.Leave(ctx, p.ID)
	default:
		err = errUnknownAct
	}
	if err != nil {
		return nil, err
	}
	return lines, s.store.Act(ctx, do)
}

// createAccountFor makes an account that has no way in yet, whatever the registration.
func (s *Service) createAccountFor(ctx context.Context, name string) (db.Player, error) {
	name, err := s.CheckName(ctx, "", name)
	if err != nil {
		return db.Player{}, err
	}
	p, err := s.store.CreatePlayer(ctx, name)
	if err == nil {
		p, err = s.store.CreateAccount(ctx, db.Once{}, db.NewAccount{Player: p.ID, Name: name, Keys: nameKeys(name)}, nil)
	}
	return p, accountError(err)
}
