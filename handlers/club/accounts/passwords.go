package accounts

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/alexedwards/argon2id"
	"golang.org/x/text/unicode/norm"

	"tableronde/handlers/club"
)

// Limits of passwords. The maximum is far longer than people type. It bounds the work of hashing.
const (
	minPassword = 10  // characters
	maxPassword = 256 // bytes
)

var (
	errPasswordShort  = club.Refuse(club.Invalid, "weak_password", fmt.Sprintf("this password is too short: use at least %d characters", minPassword)).About("password")
	errPasswordLong   = club.Refuse(club.Invalid, "weak_password", fmt.Sprintf("this password is too long: use at most %d bytes", maxPassword)).About("password")
	errPasswordCommon = club.Refuse(club.Invalid, "weak_password", "this password is easy to guess: choose another one").About("password")
	errHashing        = &club.Error{Kind: club.TooMany, Code: "sign_in_busy", Text: "many people sign in at the moment", Retry: 5}
)

// hashParams are the parameters that OWASP recommends for Argon2id with little memory.
var hashParams = &argon2id.Params{Memory: 19 << 10, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// maxHashing is the most passwords that may wait to be hashed.
const maxHashing = 250

// hasher hashes passwords one at a time, so that a processor stays free for other work.
type hasher struct {
	waiting chan struct{}
	working sync.Mutex
	decoy   func() string // the hash of no password, for a comparison that takes as long as others
}

func newHasher() *hasher {
	return &hasher{waiting: make(chan struct{}, maxHashing), decoy: sync.OnceValue(func() string {
		hash, err := argon2id.CreateHash("no password", hashParams)
		if err != nil {
			panic(err) // happens only if the system has no random numbers
		}
		return hash
	})}
}

// do waits for its turn, then calls f.
func (h *hasher) do(ctx context.Context, f func() error) error {
	select {
	case h.waiting <- struct{}{}:
		defer func() { <-h.waiting }()
	default:
		return errHashing
	}
	h.working.Lock()
	defer h.working.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	return f()
}

func (h *hasher) hash(ctx context.Context, password string) (hash string, err error) {
	err = h.do(ctx, func() error {
		hash, err = argon2id.CreateHash(norm.NFC.String(password), hashParams)
		return err
	})
	return hash, err
}

// matches reports whether a password has the given hash. The hash "" means none, and takes as long
// to compare. Hashes are of the NFC form of passwords. Older hashes are of the form that the
// keyboard wrote, so matches tries the other forms as well.
func (h *hasher) matches(ctx context.Context, password, hash string) (ok bool, err error) {
	forms := []string{norm.NFC.String(password)}
	for _, form := range []string{password, norm.NFD.String(password)} {
		if !slices.Contains(forms, form) && len(form) <= maxPassword {
			forms = append(forms, form)
		}
	}
	if len(forms[0]) > maxPassword {
		return false, nil
	}
	err = h.do(ctx, func() error {
		for i := 0; i < len(forms) && !ok && err == nil; i++ {
			if hash == "" {
				_, err = argon2id.ComparePasswordAndHash(forms[i], h.decoy())
			} else {
				ok, err = argon2id.ComparePasswordAndHash(forms[i], hash)
			}
		}
		return err
	})
	return ok, err
}

// checkPassword refuses a password that is easy to guess for an account with this name.
func checkPassword(password, name string) error {
	password = norm.NFC.String(password)
	switch {
	case utf8.RuneCountInString(password) < minPassword:
		return errPasswordShort
	case len(password) > maxPassword:
		return errPasswordLong
	case isCommon(password) || strings.Contains(skeleton(foldCase(name+name)), skeleton(foldCase(password))):
		return errPasswordCommon
	}
	return nil
}

// isCommon reports whether a password is easy to guess: few different characters, a run on the
// keyboard or in the alphabet, or one of the most used passwords.
func isCommon(password string) bool {
	folded := strings.ToLower(password)
	different := map[rune]bool{}
	for _, r := range folded {
		different[r] = true
	}
	if len(different) < 4 {
		return true
	}
	for _, run := range []string{"01234567890123456789", "09876543210987654321", "abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm",
		"azertyuiopqsdfghjklmwxcvbn", "1q2w3e4r5t6y7u8i9o0p", "1a2z3e4r5t6y7u8i9o0p", "qazwsxedcrfvtgbyhnujm"} {
		if strings.Contains(run, folded) {
			return true
		}
	}
	base := strings.Trim(folded, "0123456789!?.*#@$-_ ")
	for _, word := range []string{"password", "passwort", "motdepasse", "mot de passe", "iloveyou", "jetaime", "qwerty", "azerty", "qwertyuiop",
		"azertyuiop", "letmein", "welcome", "bienvenue", "admin", "administrator", "football", "baseball", "princess", "princesse", "sunshine",
		"dragon", "monkey", "superman", "batman", "camelot", "tableronde", "table ronde", "kingarthur", "roiarthur", "excalibur", "lancelot",
		"guinevere", "guenievre", "abc", "abcdef", "test", "changeme", "secret", "trustno"} {
		if base == word || base == word+word {
			return true
		}
	}
	return false
}
