package games

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// Secret is what the server draws for a match before anybody contributes to
// its chance. Its commitment is published at once, the secret itself only when
// the match is over.
type Secret [sha256.Size]byte

// String hides the secret, so that no log shows it by mistake.
func (s Secret) String() string { return "[secret]" }

// Hex writes the secret as a record does, in 64 digits.
func (s Secret) Hex() string { return hex.EncodeToString(s[:]) }

// Commitment is the SHA-256 of the secret, in 64 hexadecimal digits: whoever
// has it can tell later that the secret was not exchanged.
func (s Secret) Commitment() string {
	sum := sha256.Sum256(s[:])
	return hex.EncodeToString(sum[:])
}

// Seed is the seed of a match: HMAC-SHA-256, keyed with the secret, of the id of
// the match and what each seat has contributed, from seat 1, each on a line of
// its own ("id\nfirst\nsecond").
func (s Secret) Seed(match string, contributions []string) Seed {
	mac := hmac.New(sha256.New, s[:])
	mac.Write([]byte(match + "\n" + strings.Join(contributions, "\n")))
	return Seed(mac.Sum(nil))
}
