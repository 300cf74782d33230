package secret

import (
	"crypto/ecdh"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"tableronde/db"
)

// InviteKey derives the tokens of invitations from the id of the match and a number that counts its
// invitations. The database holds only hashes of the tokens, so reading it lets nobody join a
// match. The host can still see the link again. The key is stored outside the database. If it is
// replaced, earlier links still work but can no longer be shown. The nil key derives no token.
type InviteKey []byte

// InviteKeySize is the size of an InviteKey in bytes.
const InviteKeySize = sha256.Size

// NewInviteKey returns a random key.
func NewInviteKey() InviteKey {
	key := make(InviteKey, InviteKeySize)
	rand.Read(key)
	return key
}

// Token derives the n-th invitation token of a match.
func (k InviteKey) Token(match string, n int) string {
	mac := hmac.New(sha256.New, k)
	fmt.Fprintf(mac, "%s/%d", match, n)
	return lower32.EncodeToString(mac.Sum(nil)[:linkBytes])
}

// Find returns the n-th token of a match if it has the given hash, "" if the
// token was not derived from this key.
func (k InviteKey) Find(match string, n int, hash string) string {
	if k == nil {
		return ""
	}
	if token := k.Token(match, n); HashInvite(token) == hash {
		return token
	}
	return ""
}

// HashCode returns the stored hash of a code that people type. It depends on the key, so
// nobody can find the code by trying all codes against the database alone.
func (k InviteKey) HashCode(code string) []byte {
	mac := hmac.New(sha256.New, k)
	fmt.Fprintf(mac, "code %s", code)
	return mac.Sum(nil)
}

// MailToken derives the token of the link in the mail with an id.
func (k InviteKey) MailToken(id string) string {
	mac := hmac.New(sha256.New, k)
	fmt.Fprintf(mac, "mail %s", id)
	return lower32.EncodeToString(mac.Sum(nil)[:linkBytes])
}

// MailCode derives the code in the mail with an id.
func (k InviteKey) MailCode(id string) string {
	return fmt.Sprintf("%0*d", db.CodeLength, binary.BigEndian.Uint64(k.HashCode("mail "+id))%codes)
}

// HashInvite returns the stored form of an invitation token.
func HashInvite(token string) string { return hex.EncodeToString(HashToken(token)) }

// WithdrawnInvite returns the text stored in place of a hash for a match without a valid
// invitation.
func WithdrawnInvite(match string) string { return "withdrawn from match " + match }

// MuteToken derives the token of a player's link for unsubscribing from mail.
func (k InviteKey) MuteToken(player string) string {
	mac := hmac.New(sha256.New, k)
	fmt.Fprintf(mac, "mute %s", player)
	return player + lower32.EncodeToString(mac.Sum(nil)[:linkBytes])
}

// MutedBy returns the player of a MuteToken, "" for an invalid token.
func (k InviteKey) MutedBy(token string) string {
	if len(token) > IDLength && hmac.Equal([]byte(k.MuteToken(token[:IDLength])), []byte(token)) {
		return token[:IDLength]
	}
	return ""
}

// FeedToken derives the token of a player's private feeds. n counts the changes of the token.
func (k InviteKey) FeedToken(player string, n int64) string {
	mac := hmac.New(sha256.New, k)
	fmt.Fprintf(mac, "feed %s/%d", player, n)
	return player + lower32.EncodeToString(mac.Sum(nil)[:linkBytes])
}

// DeliveryID derives the id of the delivery of a notification to a target.
func (k InviteKey) DeliveryID(notice int64, target string) string {
	mac := hmac.New(sha256.New, k)
	fmt.Fprintf(mac, "notice %d to %s", notice, target)
	return lower32.EncodeToString(mac.Sum(nil)[:linkBytes])
}

// PushKey derives the private key for signing pushes, a scalar of P-256. One in 2^32 hashes is not
// a scalar; then the next one is used.
func (k InviteKey) PushKey() []byte {
	for n := 0; ; n++ {
		mac := hmac.New(sha256.New, k)
		fmt.Fprintf(mac, "push %d", n)
		if key := mac.Sum(nil); isScalar(key) {
			return key
		}
	}
}

func isScalar(key []byte) bool {
	_, err := ecdh.P256().NewPrivateKey(key)
	return err == nil
}

// CupToken derives the invitation token of a cup.
func (k InviteKey) CupToken(cup string) string {
	mac := hmac.New(sha256.New, k)
	fmt.Fprintf(mac, "cup %s", cup)
	return lower32.EncodeToString(mac.Sum(nil)[:linkBytes])
}
