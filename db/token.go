package db

import (
	"context"
	"time"
)

// Scopes are what a token may be used for, a bit for each.
type Scopes uint8

// Scopes of tokens.
const (
	ScopeRead   Scopes = 1 << iota // to read whatever the player may see
	ScopePlay                      // to open tables, take seats and act
	ScopeManage                    // to change the account, its tokens and sessions
	AllScopes   = ScopeRead | ScopePlay | ScopeManage
)

// MaxTokens is how many tokens a player has at most.
const MaxTokens = 50

// The last use of a token is stored TokenUseDelay after it, and again only
// TokenUseInterval later.
const (
	TokenUseDelay    = time.Minute
	TokenUseInterval = time.Hour
)

// Token is what is known of a token by which programs act for a player.
type Token struct {
	ID      string // 12 characters, of which nobody can tell the token
	Name    string // "" for one that came with the guest or with a sign-in
	Scopes  Scopes
	Created time.Time
	Used    time.Time // last, but for TokenUseInterval; zero if never
}

// NewToken is a token to be made.
type NewToken struct {
	Player, Name string
	Scopes       Scopes
	Language     string // of the mail about it, unless the player has chosen one
}

// Tokens keeps the tokens of players: 256 random bits, of which only hashes are stored.
type Tokens interface {
	// CreateToken makes a token. Beyond MaxTokens it replaces the token without a name
	// that was not used for longest, if n has no name either; else the error is
	// ErrTooManyTokens. It is ErrNotFound if there is no such player. The holder of an
	// account gets a mail about a token with a name.
	CreateToken(ctx context.Context, o Once, n NewToken, note func(t Token, secret string) (status int, text []byte)) (Token, string, error)
	// PlayerByToken returns the player that a token was made for, and what is known of
	// the token, and notes that it is used. The error is ErrNotFound for one that was
	// never made, or was revoked.
	PlayerByToken(ctx context.Context, secret string) (Player, Token, error)
	// TokensOf lists the tokens of a player, the newest first.
	TokensOf(ctx context.Context, player string) ([]Token, error)
	// RevokeToken ends a token of a player. The error is ErrNotFound if the player has
	// no such token.
	RevokeToken(ctx context.Context, player, id string) error
}
