package web

import (
	"net/http"
	"slices"
	"sync"
	"time"
)

// Guesses limits how often secrets are guessed: by each address, and by each pair of an
// address and an account, or by all together. Only wrong guesses count, so the owner gets in
// from elsewhere.
type Guesses struct {
	now   func() time.Time
	burst [2]int           // guesses that are allowed at once
	pause [2]time.Duration // after which one more is
	mu    sync.Mutex
	over  map[string]time.Time // when the guesses of a key are all forgotten
	sweep int                  // how many keys over holds before it is cleaned
}

// NewSignIns returns a limiter of wrong passwords, by address and by account.
func NewSignIns(now func() time.Time) *Guesses {
	return &Guesses{now: now, burst: [2]int{30, 15}, pause: [2]time.Duration{5 * time.Second, 30 * time.Second}}
}

// NewCodes returns a limiter of wrong codes, by address and of all together.
func NewCodes(now func() time.Time) *Guesses {
	return &Guesses{now: now, burst: [2]int{10, 120}, pause: [2]time.Duration{time.Minute, time.Second / 2}}
}

// errManyGuesses refuses to compare one more secret.
var errManyGuesses = &Refusal{Status: http.StatusTooManyRequests, Code: "too_many_sign_ins",
	Text: "too many wrong passwords or codes came from here: wait a minute", Retry: 60}

// wrongGuesses are the codes of the errors of wrong secrets.
var wrongGuesses = []string{"wrong_credentials", "wrong_password", "wrong_code", "pass_ended",
	"bad_passkey", "unknown_passkey", "passkey_late", "passkey_copied"}

// Try calls f, which compares a secret with the secret of an account. The account is "" for a
// secret that comes without one. A guess counts as wrong while it is compared.
func (g *Guesses) Try(address, account string, f func() error) error {
	if !g.take(address, account) {
		return errManyGuesses
	}
	err := f()
	if err == nil || !slices.Contains(wrongGuesses, ProblemOf(err).Code) {
		g.mu.Lock()
		defer g.mu.Unlock()
		for i, key := range guessKeys(address, account) {
			g.over[key] = g.over[key].Add(-g.pause[i])
		}
	}
	return err
}

// Count is for secrets that nobody can guess, where a right one is always taken. It counts a
// wrong secret. It returns the error of the comparison, or the error of too many guesses.
func (g *Guesses) Count(address, account string, err error) error {
	if err != nil && slices.Contains(wrongGuesses, ProblemOf(err).Code) && !g.take(address, account) {
		return errManyGuesses
	}
	return err
}

// guessKeys returns the keys under which a guess counts.
func guessKeys(address, account string) [2]string {
	if account == "" {
		return [2]string{address, "all"}
	}
	return [2]string{address, address + " " + account}
}

// take counts a guess, unless there are too many.
func (g *Guesses) take(address, account string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	now, keys := g.now(), guessKeys(address, account)
	for i, key := range keys {
		if g.over[key].Sub(now) > time.Duration(g.burst[i]-1)*g.pause[i] {
			return false
		}
	}
	if len(g.over) >= g.sweep {
		kept := make(map[string]time.Time)
		for key, over := range g.over {
			if over.After(now) {
				kept[key] = over
			}
		}
		g.over, g.sweep = kept, 2*len(kept)+1_000
	}
	for i, key := range keys {
		if g.over[key].Before(now) {
			g.over[key] = now
		}
		g.over[key] = g.over[key].Add(g.pause[i])
	}
	return true
}
