// Package accounts identifies players: guests, accounts, names, passwords, passkeys, tokens, mail
// addresses, the mail about them, and suspensions. It may import match and the root of the club.
package accounts

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
)

var (
	errNameTaken   = club.Refuse(club.Conflict, "name_taken", "another account has this name or a similar one: choose another name").About("name")
	errHasAccount  = club.Refuse(club.Conflict, "has_account", "you already have an account: sign in with it")
	errNoAccount   = club.Refuse(club.Conflict, "no_account", "you play as a guest: make an account first")
	errPassword    = club.Refuse(club.Forbidden, "wrong_password", "this is not the password of your account: type it again").About("old")
	errCredentials = club.Refuse(club.Unauthorized, "wrong_credentials", "the name or the password is wrong: type both again")
)

// Credentials are a name and a password to sign in with.
type Credentials struct{ Name, Password string }

// NewAccount describes an account to create.
type NewAccount struct {
	Credentials
	Email    string // an address to be confirmed by mail, "" for none
	Language string // of the player, "" if unknown
	Invite   string // the token of an invitation, "" for none
}

// CreateAccount turns a guest into an account that keeps all data of the guest. The function note
// derives the stored form of the response; it may be nil.
func (s *Accounts) CreateAccount(ctx context.Context, once db.Once, player string, as NewAccount, note func(db.Player) (int, []byte)) (db.Player, error) {
	if err := s.CheckAccount(ctx, player, as); err != nil { // refuse before computing the slow hash
		return db.Player{}, err
	}
	name, err := s.CleanName(as.Name)
	if err != nil {
		return db.Player{}, err
	}
	hash, err := s.hasher.hash(ctx, as.Password)
	if err != nil {
		return db.Player{}, fmt.Errorf("hash password: %w", err)
	}
	account := db.NewAccount{Player: player, Name: name, Keys: NameKeys(name), Password: hash}
	if as.Language != "" {
		if err := s.cfg.Store.SetLanguage(ctx, player, as.Language, false); err != nil {
			return db.Player{}, err
		}
	}
	if s.cfg.Registration == RegistrationInvited {
		account.Invite = as.Invite
	}
	if as.Email != "" {
		address, err := s.CheckAddress(as.Email)
		if err != nil {
			return db.Player{}, err
		}
		account.Mail = &db.NewMail{Kind: db.MailConfirm, Player: player, Address: address, Language: as.Language}
		defer s.cfg.Wakes.Wake(club.Mails)
	}
	p, err := s.cfg.Store.CreateAccount(ctx, once, account, note)
	return p, AccountError(err)
}

// CheckAccount returns the reason why a player cannot have the account, nil if there is none. The
// player is "" for a visitor who is no player yet.
func (s *Accounts) CheckAccount(ctx context.Context, player string, as NewAccount) error {
	if err := s.CheckRegistration(ctx, as.Invite); err != nil {
		return err
	}
	name, err := s.CleanName(as.Name)
	if err == nil {
		err = checkPassword(as.Password, name)
	}
	if err == nil && as.Email != "" {
		_, err = s.CheckAddress(as.Email)
	}
	if err == nil {
		err = s.checkNameFree(ctx, player, name)
	}
	return err
}

// checkNameFree refuses a name for an account if another account has the name or one that looks
// like it.
func (s *Accounts) checkNameFree(ctx context.Context, player, name string) error {
	if err := s.tellApartEverywhere(ctx, player, name); err != nil {
		return err
	}
	for _, key := range NameKeys(name) {
		taken, err := s.cfg.Store.AccountByName(ctx, key)
		if err == nil && taken.ID != player {
			return errNameTaken
		}
		if err != nil && !errors.Is(err, db.ErrNotFound) {
			return err
		}
	}
	return nil
}

// SignIn returns the player of an account. A wrong password and an unknown name give the same error
// after the same time.
func (s *Accounts) SignIn(ctx context.Context, as Credentials) (db.Player, error) {
	account, err := s.cfg.Store.AccountByName(ctx, s.NameKey(as.Name))
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return db.Player{}, fmt.Errorf("find account: %w", err)
	}
	ok, err := s.isPassword(ctx, account, as.Password)
	switch {
	case err != nil:
		return db.Player{}, fmt.Errorf("compare password: %w", err)
	case !ok:
		return db.Player{}, errCredentials
	}
	return s.entering(ctx, account.Player, nil)
}

// Account returns the account of a player; ok is false for a guest.
func (s *Accounts) Account(ctx context.Context, player string) (a db.Account, ok bool, err error) {
	a, err = s.cfg.Store.Account(ctx, player)
	if errors.Is(err, db.ErrNotFound) {
		return db.Account{}, false, nil
	}
	return a, err == nil, err
}

// HasAccount reports whether a player has an account.
func (s *Accounts) HasAccount(ctx context.Context, player string) (bool, error) {
	_, has, err := s.Account(ctx, player)
	return has, err
}

// isPassword reports whether an account has this password. The comparison may wait for a long time,
// so afterwards it checks that the password of the account is unchanged.
func (s *Accounts) isPassword(ctx context.Context, account db.Account, password string) (bool, error) {
	ok, err := s.hasher.matches(ctx, password, account.Password)
	if err != nil || !ok {
		return false, err
	}
	now, err := s.cfg.Store.Account(ctx, account.ID)
	return now.Password == account.Password, err
}

// CheckPassword returns errPassword unless the account of the player has this password.
func (s *Accounts) CheckPassword(ctx context.Context, player, password string) error {
	account, err := s.cfg.Store.Account(ctx, player)
	if errors.Is(err, db.ErrNotFound) {
		return errNoAccount
	}
	ok := false
	if err == nil {
		ok, err = s.isPassword(ctx, account, password)
	}
	switch {
	case err != nil:
		return fmt.Errorf("compare password: %w", err)
	case !ok:
		return errPassword
	}
	return nil
}

// SetPassword changes the password of a player's account. The caller has checked the right to do
// so: by the old password, by another proof of identity, or as an operator.
func (s *Accounts) SetPassword(ctx context.Context, password string, p db.NewPassword) error {
	account, err := s.cfg.Store.Account(ctx, p.Player)
	if errors.Is(err, db.ErrNotFound) {
		return errNoAccount
	}
	if err == nil {
		err = checkPassword(password, account.Name)
	}
	if err != nil {
		return err
	}
	if p.Hash, err = s.hasher.hash(ctx, password); err != nil {
		return fmt.Errorf("hash password: %w", err)
	}
	defer s.cfg.Hub.EndPlayer(p.Player)
	defer s.cfg.Wakes.Wake(club.Mails)
	return s.cfg.Store.SetPassword(ctx, p)
}

// NameKeys returns keys of a name; similar names have a key in common. The first key ignores the
// case of letters. Each key has at most maxKey characters.
func NameKeys(name string) []string {
	const maxKey = 400
	folded := foldCase(name)
	keys := []string{skeleton(folded), skeleton(name)}
	if keys[0] == "" {
		keys = []string{folded}
	}
	for i, key := range keys {
		runes := []rune(key)
		keys[i] = string(runes[:min(len(runes), maxKey)])
	}
	return slices.Compact(keys)
}

// NameKey returns the key under which attempts on an account are counted. All spellings of the
// account's name have the same key.
func (s *Accounts) NameKey(name string) string { return NameKeys(name)[0] }

func AccountError(err error) error {
	return club.Refusals{db.ErrNameTaken: errNameTaken, db.ErrNoInvite: errUninvited, db.ErrHasAccount: errHasAccount}.Of(err)
}

var ErrUnknownPlayer = club.Refuse(club.Invalid, "unknown_player", "no account has this name, and no player has this id: check the spelling").About("who")

// FindPlayer returns the player with the given account name or id.
func (s *Accounts) FindPlayer(ctx context.Context, who string) (db.Player, error) {
	account, err := s.cfg.Store.AccountByName(ctx, s.NameKey(who))
	if errors.Is(err, db.ErrNotFound) {
		account.Player, err = s.cfg.Store.Player(ctx, who)
	}
	if errors.Is(err, db.ErrNotFound) || err == nil && (account.Bot > 0 || account.Name == db.FormerName) {
		return db.Player{}, ErrUnknownPlayer
	}
	return account.Player, err
}

// Accounts manages players, their names and their passwords.
type Accounts struct {
	cfg    Config
	hasher *hasher
}

// Store is the part of the store that accounts need.
type Store interface {
	db.Players
	db.Accounts
	db.Mails
	ActsAbout(ctx context.Context, player string) ([]db.Act, error)
	SetLanguage(ctx context.Context, player, language string, always bool) error
}

// Config holds the settings and dependencies of Accounts.
type Config struct {
	Store Store
	Hub   club.Publisher
	Now   func() time.Time
	Wakes *club.Wakes

	Registration Registration
	NoGuests     bool
	SendsMail    bool // the site has a mail worker

	// DefaultNames are the names, in every language, of guests who chose none. No player can choose
	// one of them.
	DefaultNames []string
}

// New returns Accounts.
func New(cfg Config) *Accounts { return &Accounts{cfg, newHasher()} }

// Keys manages the ways to sign in without a password: passkeys, codes and tokens.
type Keys struct {
	store    KeyStore
	hub      club.Publisher
	wakes    *club.Wakes
	accounts *Accounts
}

// KeyStore is the part of the store that keys need.
type KeyStore interface {
	db.Passkeys
	db.Passes
	db.Tokens
	CreateAccount(ctx context.Context, o db.Once, a db.NewAccount, note func(db.Player) (status int, text []byte)) (db.Player, error)
	Player(ctx context.Context, id string) (db.Player, error)
}

// NewKeys returns the Keys of accounts.
func NewKeys(store KeyStore, accounts *Accounts) *Keys {
	return &Keys{store: store, hub: accounts.cfg.Hub, wakes: accounts.cfg.Wakes, accounts: accounts}
}

// Registration states who may create an account: everybody, people with an invitation by the
// operator, or nobody.
type Registration string

// The kinds of registration. "" means open.
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

// CheckRegistration returns the reason why a visitor may not create an account, nil if there is
// none. The token of an invitation is "" for none.
func (s *Accounts) CheckRegistration(ctx context.Context, invite string) error {
	switch s.cfg.Registration {
	case RegistrationClosed:
		return errRegistration
	case RegistrationInvited:
		if good, err := s.cfg.Store.IsAccountInvite(ctx, invite); err != nil || good {
			return err
		}
		return errUninvited
	}
	return nil
}

// CheckGuests returns an error if the site has no guests.
func (s *Accounts) CheckGuests() error {
	if s.cfg.NoGuests {
		return errNoGuests
	}
	return nil
}

// CreateGuest stores a player without a password, and returns a token with which programs act for
// the player. The name must come from CleanName or be a default name. The function note derives the
// stored form of the response; it may be nil.
func (s *Accounts) CreateGuest(ctx context.Context, once db.Once, name string, note func(p db.Player, token string) (status int, text []byte)) (db.Player, string, error) {
	p, token, err := s.cfg.Store.CreateGuest(ctx, once, name, note)
	if err != nil {
		return db.Player{}, "", fmt.Errorf("create guest: %w", err)
	}
	return p, token, nil
}

// noHabits is the stored value of a player who has removed all habits.
const noHabits = "none"

// SetHabits stores the habits of a player: how they like to play.
func (s *Accounts) SetHabits(ctx context.Context, player string, names []string) error {
	text := strings.Join(names, ".")
	if text == "" {
		text = noHabits
	}
	return s.cfg.Store.SetHabits(ctx, player, text)
}

// SetHabit adds a habit to a player, or removes it.
func (s *Accounts) SetHabit(ctx context.Context, p db.Player, name string, on bool) error {
	names := slices.DeleteFunc(match.HabitsOf(p), func(other string) bool { return other == name || other == noHabits })
	if on {
		names = append(names, name)
	}
	return s.SetHabits(ctx, p.ID, names)
}

// SuspendedError refuses an act of a suspended player.
type SuspendedError struct {
	Act    db.ActKind // ActSuspend, or ActMute if the player only may not write
	Until  time.Time
	Reason string
}

func (e *SuspendedError) Error() string {
	if e.Act == db.ActMute {
		return fmt.Sprintf("an operator has muted you until %s: %s", e.Until.UTC().Format("2 January 2006, 15:04 UTC"), e.Reason)
	}
	return fmt.Sprintf("an operator has suspended you until %s: %s", e.Until.UTC().Format("2 January 2006, 15:04 UTC"), e.Reason)
}

// Refusal describes the error to the caller.
func (e *SuspendedError) Refusal() *club.Error {
	if e.Act == db.ActMute {
		return club.Refuse(club.Forbidden, "muted", e.Error())
	}
	return club.Refuse(club.Forbidden, "suspended", e.Error())
}

// CheckSuspended returns a SuspendedError for a player who may not act.
func (s *Accounts) CheckSuspended(ctx context.Context, p db.Player) error {
	if !s.cfg.Now().Before(p.Suspended) {
		return nil
	}
	return s.Barred(ctx, p.ID, db.ActSuspend, p.Suspended)
}

// entering returns a player who has proved their identity. A suspended player gets an error.
func (s *Accounts) entering(ctx context.Context, p db.Player, err error) (db.Player, error) {
	if err == nil {
		err = s.CheckSuspended(ctx, p)
	}
	if err != nil {
		return db.Player{}, err
	}
	return p, nil
}

// CheckSilent returns a SuspendedError for a player who may not write messages.
func (s *Accounts) CheckSilent(ctx context.Context, player string) error {
	p, err := s.cfg.Store.Player(ctx, player)
	if err != nil || !s.cfg.Now().Before(p.Silent) {
		return match.IgnoreNotFound(err)
	}
	return s.Barred(ctx, player, db.ActMute, p.Silent)
}

// Barred returns a SuspendedError with the kind, the end and the reason of an operator's act
// against a player.
func (s *Accounts) Barred(ctx context.Context, player string, by db.ActKind, until time.Time) error {
	acts, err := s.cfg.Store.ActsAbout(ctx, player)
	if err != nil {
		return err
	}
	e := &SuspendedError{Until: until, Act: by}
	if i := slices.IndexFunc(acts, func(a db.Act) bool { return a.Kind == by }); i >= 0 {
		e.Reason = acts[i].Reason
	}
	return e
}

// Silenced returns the error for a message that the store has refused.
func (s *Accounts) Silenced(ctx context.Context, player string, err error) error {
	if !errors.Is(err, db.ErrSilent) {
		return err
	}
	if barred := s.CheckSilent(ctx, player); barred != nil {
		return barred
	}
	return err
}
