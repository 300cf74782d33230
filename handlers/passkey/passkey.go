// Package passkey reads the messages of devices about passkeys, by the protocol of WebAuthn. It
// keeps nothing.
package passkey

import (
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/protocol/webauthncose"
)

// Limit is how long a device, and the person at it, may take to answer.
const Limit = 5 * time.Minute

// ErrAnswer is wrapped by the errors of answers that are not right.
var ErrAnswer = errors.New("this is not the answer of a device to the site")

// Site is the site for which a passkey is made. Devices answer no other site with it.
type Site struct {
	Host   string // its name, without scheme and port
	Origin string // scheme, name and port
	Name   string // which devices show
}

// Account is the account that a device keeps beside a passkey.
type Account struct {
	Handle []byte // names the account to the site; at most 64 bytes
	Name   string
}

// Key is the public half of a passkey.
type Key struct {
	ID      []byte
	Public  []byte // in COSE form
	Counter uint32
}

// NewChallenge draws a challenge for a device to sign.
func NewChallenge() []byte { return draw() }

// NewHandle draws a handle that names an account to devices.
func NewHandle() []byte { return draw() }

func draw() []byte {
	b := make([]byte, 32)
	rand.Read(b)
	return b
}

// Making returns the options by which a device makes a passkey, unless it has one of the
// known ones. They are encoded as JSON.
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

// algorithms are those that devices use, the first for choice.
var algorithms = []protocol.CredentialParameter{
	{Type: protocol.PublicKeyCredentialType, Algorithm: webauthncose.AlgES256},
	{Type: protocol.PublicKeyCredentialType, Algorithm: webauthncose.AlgEdDSA},
	{Type: protocol.PublicKeyCredentialType, Algorithm: webauthncose.AlgRS256},
}

// Made returns the passkey that a device has made for a challenge. It does not ask for the maker
// of the device.
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

// SigningIn returns the options by which a device signs in with a passkey of its holder's choice.
// They are encoded as JSON.
func (s Site) SigningIn(challenge []byte) any {
	return protocol.PublicKeyCredentialRequestOptions{
		Challenge:        challenge,
		Timeout:          int(Limit / time.Millisecond),
		RelyingPartyID:   s.Host,
		UserVerification: protocol.VerificationPreferred,
	}
}

// Claim is an answer of a device by which somebody signs in. Nothing of it is known to
// be true before Verify.
type Claim struct {
	ID      []byte // of the passkey
	Handle  []byte // of the account, nil if the device does not send it
	Counter uint32

	answer *protocol.ParsedCredentialAssertionData
}

// ReadClaim reads such an answer.
func ReadClaim(answer []byte) (Claim, error) {
	a, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return Claim{}, fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	return Claim{ID: a.RawID, Handle: a.Response.UserHandle, Counter: a.Response.AuthenticatorData.Counter, answer: a}, nil
}

// Verify returns an error unless the passkey with a public key has signed the challenge
// for the site.
func (c Claim) Verify(s Site, challenge, public []byte) error {
	err := c.answer.Verify(protocol.URLEncodedBase64(challenge).String(), s.Host, "", []string{s.Origin}, nil, nil, protocol.TopOriginExplicitVerificationMode,
		false, false, true, public, protocol.SignaturePolicy{})
	if err != nil {
		return fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	return nil
}
