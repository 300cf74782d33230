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
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"tableronde/db/dbtest"
	"tableronde/handlers/site"
)

// atLocalhost returns the address of a site under the one name without TLS that has
// passkeys.
func atLocalhost(s *testSite) string { return strings.Replace(s.URL, "127.0.0.1", "localhost", 1) }

// newHolder returns a browser whose player has an account by a passkey alone, and the
// device that has it.
func newHolder(t *testing.T, s *testSite, name string) (*reader, *authenticator) {
	t.Helper()
	r, a := newReader(t, atLocalhost(s)), newAuthenticator(t, atLocalhost(s))
	if got := r.makePasskey(a, name); got.Go != "/settings?saved=passkey_account" {
		t.Fatalf("making the account answers %d, %+v", r.status, got)
	}
	return r, a
}

// A guest becomes an account by a passkey, keeps every seat, signs out, and comes back
// from another browser under a new session.
func TestGuestBecomesAccountByPasskey(t *testing.T) {
	s := newTestSite(t)
	ada, _, match := startCamelot(t, s, true)
	ada.site = atLocalhost(s)
	ada.client.Jar.SetCookies(mustURL(t, ada.site), ada.client.Jar.Cookies(mustURL(t, s.URL)))
	ada.open("/sign-in")
	if ada.page.Find(`#enter-form [data-passkey=enter][hidden]`).Length() != 1 || ada.page.Find(`#join-form [data-passkey=join][hidden]`).Length() != 1 {
		t.Errorf("the page offers %s", ada.mainText())
	}
	before := ada.cookie()
	a := newAuthenticator(t, ada.site)
	asked := ada.script("/passkey/make/start", "name", "Ada")
	if asked.Attestation != "none" || asked.RP.ID != "localhost" || asked.User.Name != "Ada" || len(asked.User.ID) != 43 || strings.Contains(asked.User.ID, ada.playerID(s)) {
		t.Errorf("the options are %+v", asked)
	}
	if got := ada.script("/passkey/make", "credential", a.make(asked.questions)); got.Go != "/settings?saved=passkey_account" {
		t.Fatalf("the answer is %d, %+v", ada.status, got)
	}
	if after := ada.cookie(); after == before || after == "" {
		t.Error("the session is not a new one")
	}
	ada.open("/settings?saved=passkey_account")
	if got := ada.page.Find("#notice").Text(); !strings.Contains(got, "Your passkey brings you back") {
		t.Errorf("the page says %q", got)
	}
	ada.submit(`form[action="/sign-out"]`)
	if ada.named() != "" {
		t.Fatal("still signed in")
	}
	phone := newReader(t, ada.site)
	phone.open("/sign-in")
	start := phone.script("/passkey/enter/start")
	fixed := phone.cookie()
	if got := phone.script("/passkey/enter", "credential", a.sign(start.questions), "return", match); got.Go != match {
		t.Fatalf("signing in answers %d, %+v", phone.status, got)
	}
	if phone.cookie() == fixed {
		t.Error("the session that was there before signing in goes on")
	}
	phone.post(match, 0, "E6-E8", "k")
	phone.expect(http.StatusOK)
	if phone.named() != "Ada" {
		t.Errorf("signed in as %q", phone.named())
	}
}

// An account with a password adds a passkey, sees it in a list and removes it; the last
// way in stays.
func TestPasskeysAreAddedAndRemoved(t *testing.T) {
	s := newTestSite(t)
	ada := newReader(t, atLocalhost(s))
	ada.signUp("Ada")
	key, bad := newAuthenticator(t, ada.site), newAuthenticator(t, ada.site)
	if got := ada.makePasskey(key, "  My   phone "); got.Go != "/settings?saved=passkey#passkeys" {
		t.Fatalf("adding a passkey answers %d, %+v", ada.status, got)
	}
	again := ada.script("/passkey/make/start", "name", "Another")
	if len(again.ExcludeCredentials) != 1 || again.ExcludeCredentials[0].ID != encodeBytes(key.id) || again.User.ID != encodeBytes(key.handle) {
		t.Errorf("the options for another one are %+v", again)
	}
	if got := ada.script("/passkey/make/start", "name", "a\u202eb"); got.Code != "name_signs" {
		t.Errorf("a name that turns the direction: %+v", got)
	}
	ada.open("/settings")
	if got := ada.page.Find(".passkeys li b").Text(); got != "My phone" {
		t.Errorf("the list is %q", got)
	}
	other := newReader(t, ada.site)
	if got := other.enter(key); got.Go != "/tables" || other.named() != "Ada" {
		t.Errorf("signing in: %+v as %q", got, other.named())
	}
	eve, _ := newHolder(t, s, "Eve")
	eve.send(http.MethodPost, "/passkey/remove", url.Values{"id": {encodeBytes(key.id)}})
	if got := newReader(t, ada.site).enter(key); got.Go == "" {
		t.Fatalf("somebody else has removed the passkey: %+v", got)
	}
	ada.submit(`.passkeys li form`, "id", encodeBytes(key.id))
	if ada.path != "/settings?saved=passkey_removed" || ada.page.Find(".passkeys li").Length() != 0 {
		t.Errorf("removing it led to %s: %s", ada.path, ada.mainText())
	}
	for _, a := range []*authenticator{key, bad} {
		if got := newReader(t, ada.site).enter(a); got.Code != "unknown_passkey" || got.Problem == "" {
			t.Errorf("a passkey that is not known: %+v", got)
		}
	}
}

// The only passkey of an account without a password stays, until there is a password.
func TestLastWayInStays(t *testing.T) {
	s := newTestSite(t)
	ada, key := newHolder(t, s, "Ada")
	ada.open("/settings")
	if ada.page.Find(".passkeys li form").Length() != 0 || ada.page.Find("#old-password").Length() != 0 {
		t.Errorf("the page offers to remove the last passkey, or asks for a password that is not there: %s", ada.mainText())
	}
	ada.send(http.MethodPost, "/passkey/remove", url.Values{"id": {encodeBytes(key.id)}})
	ada.expect(http.StatusConflict)
	if !strings.Contains(ada.mainText(), "nothing would let you in") {
		t.Errorf("the page says %q", ada.mainText())
	}
	guesser := newReader(t, ada.site)
	guesser.signIn("Ada", "")
	guesser.expect(http.StatusUnauthorized)
	ada.open("/settings")
	ada.submit("#password", "password", goodPassword)
	if ada.path != "/settings?saved=password" {
		t.Fatalf("setting a password led to %s: %s", ada.path, ada.mainText())
	}
	ada.submit(".passkeys li form", "id", encodeBytes(key.id))
	if ada.path != "/settings?saved=passkey_removed" {
		t.Errorf("removing the passkey led to %s: %s", ada.path, ada.mainText())
	}
}

// badAnswers are answers to the question put to the browser of r, by a device that has a passkey.
// They may change their copy of the device; bo is another device.
var badAnswers = map[string]func(r *reader, a, bo authenticator) string{
	"another origin": func(r *reader, a, _ authenticator) string {
		a.origin = "http://evil.example"
		return a.sign(r.question())
	},
	"another site of the device": func(r *reader, a, _ authenticator) string {
		a.host = "evil.example"
		return a.sign(r.question())
	},
	"another challenge": func(r *reader, a, _ authenticator) string {
		r.question()
		return a.sign(questions{Challenge: encodeBytes(make([]byte, 32))})
	},
	"the challenge of another browser": func(r *reader, a, _ authenticator) string {
		r.question()
		return a.sign(newReader(r.t, r.site).question())
	},
	"the handle of somebody else": func(r *reader, a, bo authenticator) string {
		a.handle = bo.handle
		return a.sign(r.question())
	},
	"no handle": func(r *reader, a, _ authenticator) string {
		a.handle = nil
		return a.sign(r.question())
	},
	"the key of somebody else": func(r *reader, a, bo authenticator) string {
		a.key = bo.key
		return a.sign(r.question())
	},
	"nobody there": func(r *reader, a, _ authenticator) string {
		a.silent = true
		return a.sign(r.question())
	},
	"a new passkey": func(r *reader, a, _ authenticator) string { return a.make(r.question()) },
	"no answer": func(r *reader, _, _ authenticator) string {
		r.question()
		return "{"
	},
}

// question asks for the data that a device has to sign.
func (r *reader) question() questions {
	r.t.Helper()
	return r.script("/passkey/enter/start").questions
}

// An answer that a device has not signed for this site lets nobody in.
func TestPasskeyRefusals(t *testing.T) {
	s := newTestSite(t)
	_, ada := newHolder(t, s, "Ada")
	_, bo := newHolder(t, s, "Bo")
	for name, sign := range badAnswers {
		r := newReader(t, atLocalhost(s))
		got := r.script("/passkey/enter", "credential", sign(r, *ada, *bo))
		if got.Code != "bad_passkey" || got.Go != "" || r.status != http.StatusUnprocessableEntity || got.Problem == "" || r.named() != "" {
			t.Errorf("%s: %d, %+v, signed in as %q", name, r.status, got, r.named())
		}
	}
	if got := newReader(t, atLocalhost(s)).enter(ada); got.Go == "" {
		t.Errorf("afterwards: %+v", got)
	}
}

// An answer comes within five minutes, to a question put for the same purpose.
func TestPasskeyAnswersInTime(t *testing.T) {
	clock := dbtest.NewClock()
	clock.Advance(time.Since(clock.Now())) // sessions end by the true time
	s := newTestSiteOn(t, Config{Now: clock.Now})
	_, ada := newHolder(t, s, "Ada")
	r := newReader(t, atLocalhost(s))
	late := func(what string, q questions) {
		t.Helper()
		if got := r.script("/passkey/enter", "credential", ada.sign(q)); got.Code != "passkey_late" || r.named() != "" {
			t.Errorf("%s: %+v, signed in as %q", what, got, r.named())
		}
	}
	late("no question", questions{})
	late("a question for something else", r.script("/passkey/make/start", "name", "Eve").questions)
	asked := r.question()
	if cookies := (&http.Response{Header: r.answer}).Cookies(); len(cookies) != 1 || cookies[0].MaxAge > int((6*time.Minute).Seconds()) {
		t.Errorf("a stranger who was asked has the cookies %v", cookies)
	}
	clock.Advance(5 * time.Minute)
	late("after five minutes", asked)
	asked = r.question()
	clock.Advance(5*time.Minute - time.Millisecond)
	if got := r.script("/passkey/enter", "credential", ada.sign(asked)); got.Go == "" {
		t.Errorf("just before: %+v", got)
	}
}

// A passkey that was not made for this site makes nobody an account.
func TestPasskeyIsMadeForThisSite(t *testing.T) {
	s := newTestSite(t)
	for name, answer := range map[string]func(q questions, a *authenticator) string{
		"another origin": func(q questions, a *authenticator) string {
			a.origin = "http://evil.example"
			return a.make(q)
		},
		"another site of the device": func(q questions, a *authenticator) string {
			a.host = "evil.example"
			return a.make(q)
		},
		"another challenge": func(q questions, a *authenticator) string {
			q.Challenge = encodeBytes(make([]byte, 32))
			return a.make(q)
		},
		"nobody there": func(q questions, a *authenticator) string {
			a.silent = true
			return a.make(q)
		},
		"a signature": func(q questions, a *authenticator) string { return a.sign(q) },
	} {
		r := newReader(t, atLocalhost(s))
		asked := r.script("/passkey/make/start", "name", "Ada").questions
		got := r.script("/passkey/make", "credential", answer(asked, newAuthenticator(t, r.site)))
		if got.Code != "bad_passkey" || r.status != http.StatusUnprocessableEntity || r.named() != "" {
			t.Errorf("%s: %d, %+v, now %q", name, r.status, got, r.named())
		}
	}
	newHolder(t, s, "Ada") // the name is free
}

// An answer is good once, and no device counts backwards.
func TestPasskeyIsNotReplayed(t *testing.T) {
	s := newTestSite(t)
	_, ada := newHolder(t, s, "Ada")
	r := newReader(t, atLocalhost(s))
	answer := ada.sign(r.question())
	if got := r.script("/passkey/enter", "credential", answer, "return", "https://evil.example/"); got.Go != "/" {
		t.Fatalf("signing in: %+v", got)
	}
	if got := r.script("/passkey/enter", "credential", answer); got.Code != "passkey_late" {
		t.Errorf("the same answer again: %+v", got)
	}
	copied := *ada
	copied.counter = 0
	if got := newReader(t, r.site).enter(&copied); got.Code != "passkey_copied" {
		t.Errorf("a counter that has gone back: %+v", got)
	}
	eve := newReader(t, r.site)
	twin := newAuthenticator(t, r.site)
	twin.id = ada.id
	if got := eve.makePasskey(twin, "Eve"); got.Code != "passkey_taken" {
		t.Errorf("the id of another passkey: %+v", got)
	}
}

// A challenge belongs to the player who asked for it.
func TestPasskeyChallengeIsOfItsPlayer(t *testing.T) {
	s := newTestSite(t)
	r := newReader(t, atLocalhost(s))
	asked := r.script("/passkey/make/start", "name", "Ada")
	r.open("/settings")
	r.submit("#naming", "name", "Bo")
	key := newAuthenticator(t, r.site)
	if got := r.script("/passkey/make", "credential", key.make(asked.questions)); got.Code != "passkey_late" {
		t.Errorf("of a stranger who has become a guest: %+v", got)
	}
	newHolder(t, s, "Merlin")
	if got := newReader(t, r.site).script("/passkey/make/start", "name", "Mer1in"); got.Code != "name_taken" {
		t.Errorf("a name like another: %+v", got)
	}
	late := newReader(t, r.site)
	one, two := newReader(t, r.site), newAuthenticator(t, r.site)
	asked = late.script("/passkey/make/start", "name", "Nimue")
	one.makePasskey(newAuthenticator(t, r.site), "Nimue")
	if got := late.script("/passkey/make", "credential", two.make(asked.questions)); got.Code != "name_taken" || late.named() != "" {
		t.Errorf("a name taken meanwhile: %+v, now %q", got, late.named())
	}
}

func mustURL(t testing.TB, text string) *url.URL {
	t.Helper()
	u, err := url.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// playerID returns the id of the player of a browser.
func (r *reader) playerID(s *testSite) string {
	r.t.Helper()
	for _, cookie := range r.client.Jar.Cookies(mustURL(r.t, r.site)) {
		if cookie.Name == s.site.Sessions.Cookie.Name {
			ctx, err := s.site.Sessions.Load(r.t.Context(), cookie.Value)
			if err != nil {
				r.t.Fatal(err)
			}
			return s.site.Sessions.GetString(ctx, site.SessionPlayer)
		}
	}
	r.t.Fatal("no session")
	return ""
}

// Where no browser makes passkeys, none is offered, and the page of an account says so.
func TestPasskeysAreOfferedWhereTheyCanBe(t *testing.T) {
	plain := newTestSite(t)
	ada := newReader(t, plain.URL)
	ada.open("/sign-in")
	if ada.page.Find("[data-passkey]").Length() != 0 {
		t.Error("offered on an address in digits")
	}
	ada.submit("#join-form", "name", "Ada", "password", goodPassword)
	ada.open("/settings")
	if got := ada.page.Find(".passkeys").Text(); !strings.Contains(got, "encrypted connection") || ada.page.Find("[data-passkey]").Length() != 0 {
		t.Errorf("the page says %q", got)
	}
	if got := ada.script("/passkey/make/start", "name", "x"); got.Code != "no_passkeys" || ada.status != http.StatusUnprocessableEntity {
		t.Errorf("asked all the same: %d, %+v", ada.status, got)
	}
	for _, tt := range []struct {
		base, host string
		secure     bool
		want       string // the origin to which passkeys are bound, "" where there are none
	}{
		{"https://table.example", "table.example", true, "https://table.example"},
		{"https://Table.Example:443", "table.example", true, "https://table.example"},
		{"https://table.example:8443", "table.example:8443", true, "https://table.example:8443"},
		{"http://table.example", "table.example", false, ""},
		{"https://192.0.2.1", "192.0.2.1", true, ""},
		{"https://[2001:db8::1]", "[2001:db8::1]", true, ""},
		{"", "table.example", true, ""},
		{"", "localhost:8080", false, "http://localhost:8080"},
		{"http://localhost", "localhost", false, "http://localhost"},
	} {
		s := newTestSiteOn(t, Config{BaseURL: tt.base, Secure: tt.secure})
		req := httptest.NewRequest(http.MethodGet, "/sign-in", nil)
		req.Host = tt.host
		rec := httptest.NewRecorder()
		s.Handler().ServeHTTP(rec, req)
		if got := strings.Contains(rec.Body.String(), "data-passkey"); got != (tt.want != "") || rec.Code != http.StatusOK {
			t.Errorf("base %q, host %q: %d, offered %v", tt.base, tt.host, rec.Code, got)
		}
		site, _ := s.account.Proof.PasskeySite(s.echo.NewContext(req, rec))
		if site.Origin != tt.want || strings.Contains(site.Host, ":") {
			t.Errorf("base %q, host %q: %+v, want the origin %q", tt.base, tt.host, site, tt.want)
		}
	}
}

// Tries to sign in are counted by the address they come from.
func TestPasskeyTriesAreLimited(t *testing.T) {
	s := newTestSite(t)
	r := newReader(t, atLocalhost(s))
	for range 40 {
		got := r.script("/passkey/enter", "credential", "{}")
		if got.Code == "too_many_sign_ins" && r.status == http.StatusTooManyRequests && r.answer.Get("Retry-After") != "" {
			return
		}
	}
	t.Errorf("the last of 40 tries is answered with %d", r.status)
}

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

// data returns a device's data about itself; it counts.
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

// scripted is the site's answer to static/passkey.js.
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

// makePasskey makes a passkey, and an account by it for a visitor who has none.
func (r *reader) makePasskey(a *authenticator, name string) scripted {
	r.t.Helper()
	return r.script("/passkey/make", "credential", a.make(r.script("/passkey/make/start", "name", name).questions))
}
