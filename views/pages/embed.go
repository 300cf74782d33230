package pages

import (
	"strings"

	"github.com/a-h/templ"

	"tableronde/views"
	"tableronde/views/board"
)

// Embed is the model of a match as other sites show it in a frame.
type Embed struct {
	Preview
	Drawing []byte // an SVG file
	Address string // of the match, as others reach it
}

// embedSheets are the style sheets of a frame by theme. They stand in the frame, which loads nothing.
var embedSheets = map[board.Theme]string{
	board.Light: embedSheet("#f7f3ea", "#1a2233", "#4d5568", "#0a5f78"),
	board.Dark:  embedSheet("#0f1521", "#ece7db", "#a8b0c1", "#86cfe3"),
}

// embedSheet returns the style sheet of a frame in the colors of paper, ink and links.
func embedSheet(paper, ink, soft, link string) string {
	return strings.NewReplacer("PAPER", paper, "SOFT", soft, "INK", ink, "LINK", link).Replace(
		"html,body,main{height:100%;margin:0}body{background:PAPER}main{display:flex;flex-direction:column;gap:6px;box-sizing:border-box;padding:10px 12px;" +
			"color:INK;font:400 15px/1.35 system-ui,sans-serif}h1,p{margin:0;overflow-wrap:anywhere}h1{font-size:17px;font-weight:600}small{color:SOFT;font-size:14px}" +
			"svg{flex:1 1 0;min-height:0;width:100%}a{display:inline-block;padding:4px 0;color:LINK}")
}

// sheet returns the style sheet as an element.
func (m Embed) sheet() templ.Component {
	return templ.Raw("<style>" + embedSheets[m.Theme] + "</style>")
}

// players returns the names of the players.
func (m Embed) players() string { return pairingOf(m.page(), m.Game, m.Names) }

// stands tells how the match ended or who is to act, "" before it begins.
func (m Embed) stands() string {
	if m.Result != nil || m.Waits {
		return strings.TrimSpace(m.status() + " " + m.reason())
	}
	var names []string
	for _, seat := range m.ToAct {
		names = append(names, m.Name(seat))
	}
	if len(names) == 0 {
		return ""
	}
	return m.T("row.waits", "Names", m.page().List(names))
}

// EmbedCode returns the HTML that shows a match on another site.
func EmbedCode(p views.Page, id, title string) string {
	return `<iframe src="` + templ.EscapeString(p.Origin+"/m/"+id+"/embed?lang="+string(p.Lang)) + `" title="` + templ.EscapeString(title) +
		`" width="420" height="520" loading="lazy"></iframe>`
}
