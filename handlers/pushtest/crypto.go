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
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/url"
	"strings"
	"time"
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
	parts := strings.Split(token, ".")
	if !found || !cut || public != key || len(parts) != 3 {
		return fmt.Errorf("authorization by %q, not by the key %s", header, key)
	}
	point, err := base64.RawURLEncoding.DecodeString(public)
	if err != nil || len(point) != 65 {
		return fmt.Errorf("the key has %d bytes: %v", len(point), err)
	}
	signature, err := base64.RawURLEncoding.DecodeString(parts[2])
	if err != nil || len(signature) != 64 {
		return fmt.Errorf("the signature has %d bytes: %v", len(signature), err)
	}
	verifier, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
	if err != nil {
		return err
	}
	hash := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if !ecdsa.Verify(verifier, hash[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		return errors.New("the signature is wrong")
	}
	return checkClaims(parts, origin)
}

func checkClaims(parts []string, origin string) error {
	var head struct{ Typ, Alg string }
	var claims struct {
		Aud, Sub string
		Exp      int64
	}
	for i, into := range []any{&head, &claims} {
		text, err := base64.RawURLEncoding.DecodeString(parts[i])
		if err == nil {
			err = json.Unmarshal(text, into)
		}
		if err != nil {
			return err
		}
	}
	contact, err := url.Parse(claims.Sub)
	left := time.Until(time.Unix(claims.Exp, 0))
	if head.Alg != "ES256" || claims.Aud != origin || left <= 0 || left > 24*time.Hour || err != nil || contact.Scheme != "https" && contact.Scheme != "mailto" {
		return fmt.Errorf("the token is %+v %+v", head, claims)
	}
	return nil
}
