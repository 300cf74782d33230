// Package passkey reads and checks the WebAuthn messages of devices. It stores nothing.
package passkey

import (
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/protocol/webauthncose"
)

// Limit is the time in which a device and its user must answer.
const Limit = 5 * time.Minute

// ErrAnswer is wrapped by errors about wrong answers.
var ErrAnswer = errors.New("this is not the answer of a device to the site")

// Site is the site for which a passkey is made. A device uses the passkey for no other site.
type Site struct {
	Host   string // host name without scheme and port
	Origin string // scheme, name and port
	Name   string // shown by devices
}

// Account is the account that a device stores with a passkey.
type Account struct {
	Handle []byte // names the account to the site; at most 64 bytes
	Name   string
}

// Key is the public part of a passkey.
type Key struct {
	ID      []byte
	Public  []byte // in COSE form
	Counter uint32
}

// NewChallenge returns a random challenge for a device to sign.
func NewChallenge() []byte { return draw() }

// NewHandle returns a random handle that names an account to devices.
func NewHandle() []byte { return draw() }

func draw() []byte {
	b := make([]byte, 32)
	rand.Read(b)
	return b
}

// Making returns the options, to be encoded as JSON, with which a device makes a passkey. A device
// that has a known one refuses.
func (s Site) Making(challenge []byte, a Account, known [][]byte) any {
	o := protocol.PublicKeyCredentialCreationOptions{
		RelyingParty: protocol.RelyingPartyEntity{CredentialEntity: protocol.CredentialEntity{Name: s.Name}, ID: s.Host},
		User: protocol.UserEntity{CredentialEntity: protocol.CredentialEntity{Name: a.Name}, DisplayName: a.Name,
			ID: protocol.URLEncodedBase64(a.Handle)},
		Challenge:  challenge,
		Parameters: algorithms,
		Timeout:    int(Limit / time.Millisecond),
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification: protocol.VerificationPreferred,
		},
		Attestation: protocol.PreferNoAttestation,
	}
	for _, id := range known {
		o.CredentialExcludeList = append(o.CredentialExcludeList, protocol.CredentialDescriptor{Type: protocol.PublicKeyCredentialType, CredentialID: id})
	}
	return o
}

// algorithms are the accepted signature algorithms, the preferred one first.
var algorithms = []protocol.CredentialParameter{
	{Type: protocol.PublicKeyCredentialType, Algorithm: webauthncose.AlgES256},
	{Type: protocol.PublicKeyCredentialType, Algorithm: webauthncose.AlgEdDSA},
	{Type: protocol.PublicKeyCredentialType, Algorithm: webauthncose.AlgRS256},
}

// Made checks the answer of a device to Making and returns the new passkey. It accepts devices of
// all makers.
func (s Site) Made(challenge, answer []byte) (Key, error) {
	made, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err == nil {
		_, err = made.Verify(protocol.URLEncodedBase64(challenge).String(), s.Host, []string{s.Origin}, nil, nil, protocol.TopOriginExplicitVerificationMode,
			false, false, true, nil, algorithms, protocol.AttestationPolicy{}, protocol.SignaturePolicy{})
	}
	if err != nil {
		return Key{}, fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	data := made.Response.AttestationObject.AuthData
	return Key{ID: data.AttData.CredentialID, Public: data.AttData.CredentialPublicKey, Counter: data.Counter}, nil
}

// SigningIn returns the options, to be encoded as JSON, with which a device signs in with a passkey
// of its user's choice.
func (s Site) SigningIn(challenge []byte) any {
	return protocol.PublicKeyCredentialRequestOptions{
		Challenge:        challenge,
		Timeout:          int(Limit / time.Millisecond),
		RelyingPartyID:   s.Host,
		UserVerification: protocol.VerificationPreferred,
	}
}

// Claim is a device's answer to SigningIn. It must not be trusted before Verify.
type Claim struct {
	ID      []byte // of the passkey
	Handle  []byte // of the account, nil if the device does not send it
	Counter uint32

	answer *protocol.ParsedCredentialAssertionData
}

// ReadClaim parses a device's answer to SigningIn.
func ReadClaim(answer []byte) (Claim, error) {
	a, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return Claim{}, fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	return Claim{ID: a.RawID, Handle: a.Response.UserHandle, Counter: a.Response.AuthenticatorData.Counter, answer: a}, nil
}

// Verify returns an error unless the passkey with the public key has signed the challenge for the
// site.
func (c Claim) Verify(s Site, challenge, public []byte) error {
	err := c.answer.Verify(protocol.URLEncodedBase64(challenge).String(), s.Host, "", []string{s.Origin}, nil, nil, protocol.TopOriginExplicitVerificationMode,
		false, false, true, public, protocol.SignaturePolicy{})
	if err != nil {
		return fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	return nil
}
