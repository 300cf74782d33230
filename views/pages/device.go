package pages

import (
	"strconv"
	"time"

	"github.com/a-h/templ"
	"rsc.io/qr"

	"tableronde/views"
)

// peopleStyles are the style sheets of the pages about the visitor alone.
var peopleStyles = []string{"people.css"}

// Device is the model of the page on which players get a pass for another device. A
// visitor who has no name yet gets none.
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
	if s.Device == "" {
		return p.T("session.unknown")
	}
	return s.Device
}

// SpaceCode returns a code in two parts, as people read it.
func SpaceCode(code string) string {
	return code[:len(code)/2] + "\u00a0" + code[len(code)/2:]
}

// Link is the model of the page on which a device becomes one more of a player: it
// asks for a code, or whether to play on with the pass given.
type Link struct {
	views.Page
	Typed   string // what was typed for a code
	Problem *views.Problem

	Secret string // token or code of the pass, "" while a code is asked for
	Owner  string // whose pass it is
	Same   bool   // this browser plays as its owner already
	Left   int    // matches of somebody else that this browser would leave behind
}

// headline names what the page asks for.
func (m Link) headline() string {
	if m.Owner == "" {
		return m.T("link.title")
	}
	return m.T("link.confirm", "Name", m.Owner)
}

// quietZone is the width of the white border around a QR code, in modules.
const quietZone = 4

// qrCode draws a text as a QR code, in black on white whatever the theme.
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
