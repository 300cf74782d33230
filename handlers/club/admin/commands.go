package admin

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"time"

	"tableronde/db"
	"tableronde/handlers/club/accounts"
)

// mostListed is the most accounts that the command line lists.
const mostListed = 10_000

// Command is a request of the command line to a site. If List is set, it asks for a list. If Do is
// set, it is an act that only the command line may do. Otherwise it is an operator's act.
type Command struct {
	Act
	List string `json:"list,omitempty"` // "operators", "log"
	Do   string `json:"do,omitempty"`   // "invite", "list", "create", "password", "sign-in-link", "delete"
}

// Command carries out a command and returns the lines of its answer. A line that begins with a
// slash is a path of the site.
func (s *Operators) Command(ctx context.Context, c Command) (lines []string, err error) {
	switch c.List {
	case "":
		if c.Do != "" {
			return s.manage(ctx, c)
		}
		return nil, s.Operate(ctx, c.Act)
	case "operators":
		list, err := s.cfg.Store.ListOperators(ctx)
		for _, p := range list {
			lines = append(lines, p.Name)
		}
		return lines, err
	}
	acts, err := s.cfg.Store.Acts(ctx)
	for _, a := range acts {
		about := cmp.Or(a.Match, a.Player.Name, "-")
		lines = append(lines, fmt.Sprintf("%s  %-8s %s  by %s: %s", a.At.Format(time.DateTime), a.Kind, about, cmp.Or(a.Operator.Name, "command line"), a.Reason))
	}
	return lines, err
}

// manage carries out a command about accounts that only the command line may give.
func (s *Operators) manage(ctx context.Context, c Command) (lines []string, err error) {
	switch {
	case c.Do == "invite" && (c.Lasts <= 0 || c.Lasts > ForGood):
		return nil, errLasts
	case c.Do == "invite":
		token, err := s.cfg.Store.InviteAccount(ctx, s.cfg.Now().Add(c.Lasts))
		return []string{"/sign-in?invite=" + token}, err
	case c.Do == "list":
		accounts, err := s.cfg.Store.ListAccounts(ctx, mostListed)
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
		p, err = s.cfg.Accounts.FindPlayer(ctx, c.Who)
	}
	if err != nil {
		return nil, err
	}
	switch do.Player = p.ID; do.Kind {
	case db.ActCreate, db.ActPassword:
		lines, err = []string{password}, s.cfg.Accounts.SetPassword(ctx, password, db.NewPassword{Player: p.ID, Language: "en", Recovery: true})
	case db.ActSignInLink:
		var pass db.Pass
		pass, err = s.cfg.Store.CreatePass(ctx, p.ID)
		lines = []string{"/link/" + pass.Token}
	case db.ActDelete:
		err = s.cfg.Tables.Leave(ctx, p.ID)
	default:
		err = errUnknownAct
	}
	if err != nil {
		return nil, err
	}
	return lines, s.cfg.Store.Act(ctx, do)
}

// createAccountFor creates an account that has no password or passkey yet, even if registration is
// closed.
func (s *Operators) createAccountFor(ctx context.Context, name string) (db.Player, error) {
	name, err := s.cfg.Accounts.CheckName(ctx, "", name)
	if err != nil {
		return db.Player{}, err
	}
	p, err := s.cfg.Store.CreatePlayer(ctx, name)
	if err == nil {
		p, err = s.cfg.Store.CreateAccount(ctx, db.Once{}, db.NewAccount{Player: p.ID, Name: name, Keys: accounts.NameKeys(name)}, nil)
	}
	return p, accounts.AccountError(err)
}
