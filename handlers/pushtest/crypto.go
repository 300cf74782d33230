package pushtest

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// largest is the largest message that push services accept, in bytes.
const largest = 4096

// decrypt decrypts a message for the browser: RFC 8291.
func (b *Browser) decrypt(body []byte) ([]byte, error) {
	const head = 16 + 4 + 1 + 65
	if len(body) > largest || len(body) < head || body[20] != 65 || binary.BigEndian.Uint32(body[16:]) < uint32(len(body)-head) {
		return nil, fmt.Errorf("a message of %d bytes", len(body))
	}
	salt, sender := body[:16], body[21:head]
	public, err := ecdh.P256().NewPublicKey(sender)
	if err != nil {
		return nil, err
	}
	shared, err := b.private.ECDH(public)
	if err != nil {
		return nil, err
	}
	info := "WebPush: info\x00" + string(b.private.PublicKey().Bytes()) + string(sender)
	secret, err := hkdf.Key(sha256.New, shared, b.auth, info, 32)
	if err != nil {
		return nil, err
	}
	key, err := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return nil, err
	}
	nonce, err := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	text, err := gcm.Open(nil, nonce, body[head:], nil)
	if err != nil {
		return nil, err
	}
	text = bytes.TrimRight(text, "\x00")
	if !bytes.HasSuffix(text, []byte{2}) {
		return nil, errors.New("the padding does not end the only record")
	}
	return text[:len(text)-1], nil
}

// checkVAPID checks that the site with a key has signed a message to a service: RFC 8292.
func checkVAPID(header, key, origin string) error {
	token, found := strings.CutPrefix(header, "vapid t=")
	token, public, cut := strings.Cut(token, ", k=")
	if !found || !cut || public != key {
		return fmt.Errorf("authorization by %q, not by the key %s", header, key)
	}
	point, err := base64.RawURLEncoding.DecodeString(public)
	if err != nil {
		return err
	}
	verifier, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
	if err != nil {
		return err
	}
	var claims jwt.RegisteredClaims
	_, err = jwt.ParseWithClaims(token, &claims, func(*jwt.Token) (any, error) { return verifier, nil },
		jwt.WithValidMethods([]string{"ES256"}), jwt.WithAudience(origin), jwt.WithExpirationRequired())
	if err != nil {
		return err
	}
	contact, err := url.Parse(claims.Subject)
	if err != nil || contact.Scheme != "https" && contact.Scheme != "mailto" || time.Until(claims.ExpiresAt.Time) > 24*time.Hour {
		return fmt.Errorf("the token is %+v", claims)
	}
	return nil
}
