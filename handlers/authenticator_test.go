package handlers

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"net/http"
	"net/url"
	"testing"
)

// authenticator is a device with one passkey at most, and the browser that asks it.
type authenticator struct {
	t       testing.TB
	origin  string
	host    string // that the device takes the site for
	id      []byte
	key     *ecdsa.PrivateKey
	handle  []byte
	counter uint32
	silent  bool // it does not ask whether somebody is there
}

func newAuthenticator(t testing.TB, origin string) *authenticator {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return &authenticator{t: t, origin: origin, host: "localhost", id: []byte(rand.Text()), key: key}
}

// questions are the options that the site sends.
type questions struct {
	Challenge          string
	RpID               string
	RP                 struct{ ID, Name string }
	User               struct{ ID, Name string }
	Attestation        string
	ExcludeCredentials []struct{ ID string }
}

// make answers as a device that makes a passkey.
func (a *authenticator) make(q questions) string {
	a.handle = decodeText(a.t, q.User.ID)
	raw, err := a.key.PublicKey.Bytes() // 4, x, y
	if err != nil {
		a.t.Fatal(err)
	}
	public := bytes.Join([][]byte{{0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32}, raw[1:33], {0x22, 0x58, 32}, raw[33:]}, nil)
	data := append(a.data(0x40), make([]byte, 16)...)
	data = binary.BigEndian.AppendUint16(data, uint16(len(a.id)))
	data = append(append(data, a.id...), public...)
	object := append([]byte("\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58"), byte(len(data)))
	return a.answer(map[string]string{
		"clientDataJSON":    encodeBytes(a.clientData("webauthn.create", q.Challenge)),
		"attestationObject": encodeBytes(append(object, data...)),
	})
}

// sign answers as a device that signs in.
func (a *authenticator) sign(q questions) string {
	client, data := a.clientData("webauthn.get", q.Challenge), a.data(0)
	of := sha256.Sum256(client)
	digest := sha256.Sum256(append(bytes.Clone(data), of[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, a.key, digest[:])
	if err != nil {
		a.t.Fatal(err)
	}
	return a.answer(map[string]string{
		"clientDataJSON":    encodeBytes(client),
		"authenticatorData": encodeBytes(data),
		"signature":         encodeBytes(signature),
		"userHandle":        encodeBytes(a.handle),
	})
}

// data returns what a device says of itself; it counts.
func (a *authenticator) data(flags byte) []byte {
	if !a.silent {
		flags |= 1
	}
	a.counter++
	site := sha256.Sum256([]byte(a.host))
	return binary.BigEndian.AppendUint32(append(site[:], flags), a.counter)
}

func (a *authenticator) clientData(kind, challenge string) []byte {
	return marshal(a.t, map[string]any{"type": kind, "challenge": challenge, "origin": a.origin, "crossOrigin": false})
}

func (a *authenticator) answer(response map[string]string) string {
	id := encodeBytes(a.id)
	return string(marshal(a.t, map[string]any{"id": id, "rawId": id, "type": "public-key", "response": response}))
}

func encodeBytes(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func decodeText(t testing.TB, text string) []byte {
	t.Helper()
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func marshal(t testing.TB, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// scripted is what the site answers to static/passkey.js.
type scripted struct {
	questions
	Go, Code, Problem string
}

// script posts as static/passkey.js does.
func (r *reader) script(path string, fields ...string) scripted {
	r.t.Helper()
	form := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	r.send(http.MethodPost, path, form)
	var answer scripted
	if err := json.Unmarshal([]byte(r.body), &answer); err != nil {
		r.t.Fatalf("%s answers %d, %q: %v", path, r.status, r.body, err)
	}
	return answer
}

// enter signs in with a passkey.
func (r *reader) enter(a *authenticator) scripted {
	r.t.Helper()
	return r.script("/passkey/enter", "credential", a.sign(r.script("/passkey/enter/start").questions), "return", "/tables")
}

// makePasskey makes a passkey, and an account by it for who has none.
func (r *reader) makePasskey(a *authenticator, name string) scripted {
	r.t.Helper()
	return r.script("/passkey/make", "credential", a.make(r.script("/passkey/make/start", "name", name).questions))
}
