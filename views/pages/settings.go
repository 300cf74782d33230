package pages

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"github.com/a-h/templ"
	"rsc.io/qr"

	"tableronde/views"
)

// Settings is the model of the page on which visitors change their own settings. A visitor without
// a name has only few of them.
type Settings struct {
	views.Page
	Form            NameForm
	Account         bool // the visitor can sign in again
	Password        bool // the visitor can sign in by a password
	NeedsProof      bool // before the ways to sign in can be changed
	Address         Address
	Passkeys        Passkeys
	PasswordProblem *views.Problem
	Sessions        []Session // in which the visitor is signed in
	Tokens          []Token   // of the visitor's programs
	NewToken        NewToken
	Notices         Notices
	People          []Person // players that the visitor has marked as favourite, muted or blocked
	PeoplePaging    views.Paging
	Operated        []views.Operated // acts of operators about the visitor
	Operator        bool             // the visitor is an operator
	Back            string           // path of the match from which the visitor chooses the look of boards, "" for none
	More            []string         // subjects with folds that are open at first: "notices", "people", …
}

// opens reports whether the fold of a subject is open at first: the address of the page asks for
// it, it has news, the visitor has just used it, or a form in it was refused.
func (m Settings) opens(subject string) bool {
	used := map[string]bool{
		"board":    m.Back != "",
		"webhooks": m.Notices.New.Problem != nil,
		"password": m.PasswordProblem != nil,
		"address":  m.Address.Problem != nil || m.Address.Pending != "",
		"programs": m.NewToken.Problem != nil || m.NewToken.Made != "",
	}
	return used[subject] || slices.Contains(m.More, subject)
}

// Leave is the model of the page that explains the deletion of the account, and asks for
// confirmation.
type Leave struct {
	views.Page
	Tally      Tally
	Account    bool // can sign in again
	NeedsProof bool
	Problem    *views.Problem
}

// Proof is the model of the page on which visitors prove that they hold the account.
type Proof struct {
	views.Page
	Return   string // path to go on to
	Password bool   // the account has a password
	Passkeys bool   // the account has passkeys that can be used here
	Address  string // to which a code can go by mail, "" for none
	Mailed   bool   // a code was sent
	Problem  *views.Problem
}

// Token is a token by which programs act for the visitor.
type Token struct {
	ID, Name      string   // the name is "" for one that came with the guest or with a sign-in
	First         bool     // it came with the guest
	Scopes        []string // their names: "read", "play", "manage"
	Created, Used time.Time
}

// NewToken is the form for another token, or the token that it has made.
type NewToken struct {
	Key     string
	Made    string // shown this once; "" until it is made
	Name    string // typed
	Scopes  []string
	Problem *views.Problem
}

// scopes are the names of the possible scopes of a token.
var scopes = []string{"read", "play", "manage"}

// name returns the name of a token on the page.
func (t Token) name(p views.Page) string {
	switch {
	case t.First:
		return p.T("token.first")
	case t.Name == "":
		return p.T("token.signed_in")
	}
	return t.Name
}

// about describes the scopes of a token, and when it was last used.
func (t Token) about(p views.Page) string {
	may := views.Each(t.Scopes, func(scope string) string { return scopeName(p, scope) })
	used := p.T("token.unused", "Day", p.Day(t.Created))
	if !t.Used.IsZero() {
		used = p.T("token.used", "Time", p.Since(t.Used))
	}
	return views.Sentence(p.List(may)) + " · " + used
}

// scopeName returns the description of a scope of tokens.
func scopeName(p views.Page, scope string) string {
	switch scope {
	case "read":
		return p.T("token.scope.read")
	case "play":
		return p.T("token.scope.play")
	}
	return p.T("token.scope.manage")
}

// peopleStyles are the style sheets of the pages about the visitor and about other players.
var peopleStyles = []string{"people.css"}

// Device is the model of the page on which players get a pass for another device. A visitor without
// a name gets none.
type Device struct {
	views.Page
	Address string // of the pass, "" while none was asked for
	Code    string // 8 digits, to be typed on the other device instead
	Minutes int    // for which a pass is good
}

// Session is a browser in which the visitor is signed in.
type Session struct {
	ID     string
	Device string // its name, "" not known
	Begun  time.Time
	Own    bool // the one that shows the page
}

// name returns the name of the browser.
func (s Session) name(p views.Page) string {
	return cmp.Or(s.Device, p.T("session.unknown"))
}

// SpaceCode splits a code into two parts, so that people can read it.
func SpaceCode(code string) string {
	return code[:len(code)/2] + "\u00a0" + code[len(code)/2:]
}

// Link is the model of the page that adds a device to a player. It asks for a code, or, with a
// pass, whether to play on as its owner.
type Link struct {
	views.Page
	Typed   string // text typed as the code
	Problem *views.Problem

	Secret string // token or code of the pass, "" while a code is asked for
	Owner  string // name of the player with the pass
	Same   bool   // this browser plays as its owner already
	Left   int    // number of matches of another player that this browser would lose
}

// headline returns the question of the page.
func (m Link) headline() string {
	if m.Owner == "" {
		return m.T("link.title")
	}
	return m.T("link.confirm", "Name", m.Owner)
}

// quietZone is the width of the white border around a QR code, in modules.
const quietZone = 4

// qrCode draws a text as a QR code, in black on white in every theme.
func qrCode(text, label string) (string, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return "", err
	}
	side := strconv.Itoa(code.Size + 2*quietZone)
	b := []byte(`<svg class="qr-code" viewBox="0 0 ` + side + ` ` + side + `" role="img" aria-label="` + templ.EscapeString(label) + `" shape-rendering="crispEdges"><path fill="#000" d="`)
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			if !code.Black(x, y) {
				continue
			}
			from := x
			for x+1 < code.Size && code.Black(x+1, y) {
				x++
			}
			b = append(b, 'M')
			b = strconv.AppendInt(b, int64(from+quietZone), 10)
			b = append(b, ' ')
			b = strconv.AppendInt(b, int64(y+quietZone), 10)
			width := strconv.Itoa(x + 1 - from)
			b = append(b, "h"+width+"v1h-"+width+"z"...)
		}
	}
	return string(b) + `"/></svg>`, nil
}

// Passkeys is the model of the passkeys of an account.
type Passkeys struct {
	views.Page
	Offered    bool // passkeys can be made at this address
	NeedsProof bool // before a passkey is added or removed
	Name       string
	List       []Passkey
}

// Passkey is a passkey in a list.
type Passkey struct {
	ID         string
	Name       string
	Made, Used time.Time // Used is zero for never
	Last       bool      // the account has no other way to sign in
}

// told describes when a passkey was made and last used.
func (m Passkeys) told(k Passkey) string {
	made := m.T("passkey.made", "Day", m.Day(k.Made))
	if k.Used.IsZero() {
		return made
	}
	return m.T("passkey.used", "Made", made, "Time", m.Ago(k.Used))
}

// SignIn is the model of the page on which visitors sign in or make an account.
type SignIn struct {
	views.Page
	Return  string // path to go on to
	Name    string // typed as the name to sign in
	Problem *views.Problem

	Done        string // key of a sentence about the last action
	Mail        bool   // the site sends mail
	Email       string // typed as the address for a link
	MailProblem *views.Problem

	Invite      string // the token of an invitation to make an account, "" for none
	Refused     string // code of the reason why the visitor may not make an account, "" if they may
	Passkeys    bool   // passkeys can be used at this address
	JoinName    string // typed as the name of the account
	JoinEmail   string
	JoinProblem *views.Problem
	Tally       Tally // of the guest's matches, which an account keeps
	Key         string
}

// going returns the number of a guest's matches that are under way.
func (m SignIn) going() int { return m.Tally.Live + m.Tally.Open + m.Tally.Alone }

// proposedName returns the name that the form for an account proposes.
func (m SignIn) proposedName() string {
	if m.JoinName != "" || m.Nameless() {
		return m.JoinName
	}
	return m.Player
}

// kept counts the guest's matches that an account keeps.
func (m SignIn) kept() string {
	if m.going()+m.Tally.Finished == 0 {
		return m.T("account.keep.name")
	}
	return m.T("account.keep.matches", "Going", m.N("account.keep.going", m.going()), "Finished", m.N("account.keep.finished", m.Tally.Finished))
}

// Address is the part of the settings about the mail address of an account.
type Address struct {
	Offered   bool   // the site sends mail
	Confirmed string // "" for none
	Pending   string // entered and not confirmed yet, "" for none
	Typed     string // typed in a refused form
	Problem   *views.Problem
}

// now returns the address of an account, or a text if there is none.
func (a Address) now(p views.Page) string {
	return cmp.Or(a.Confirmed, p.T("mail.none"))
}

// Mail is the model of the page behind the link in a mail.
type Mail struct {
	views.Page
	Token   string
	Enter   bool   // the link signs in, else it confirms an address
	Owner   string // name of the account, "" if the link is not good
	Address string
	Left    int // number of matches that the visitor, a guest, would lose
	Problem *views.Problem
}

// headline names the purpose of the page.
func (m Mail) headline() string {
	switch {
	case m.Owner == "":
		return m.T("mail.ended.title")
	case m.Enter:
		return m.T("mail.enter.title", "Name", views.Isolate(m.Owner))
	}
	return m.T("mail.confirm.title")
}
