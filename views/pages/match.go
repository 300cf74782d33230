package pages

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"tableronde/games"
	rules "tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/board"
	"tableronde/views/heraldry"
)

// Deal is the model of the page on which a deal is checked.
type Deal struct {
	views.Match
}

// verifyCommand returns the command that checks the record of the match.
func (m Deal) verifyCommand() string { return "tableronde verify " + m.Game.ID + "-" + m.ID + ".txt" }

// contribution returns the contribution of a seat to the shuffle, or words for an unknown
// contribution.
func (m Deal) contribution(i int) string {
	if i < len(m.Fair.Contributions) && m.Fair.Contributions[i] != "" {
		return m.Fair.Contributions[i]
	}
	return m.T("fair.nothing")
}

// lineCount returns the number of lines from which the seed is computed.
func (m Deal) lineCount() string { return strconv.Itoa(len(m.Seats) + 1) }

// Embed is the model of a match in a frame on another site.
type Embed struct {
	Preview
	Drawing []byte // an SVG file
	Address string // of the match, as others reach it
}

// embedSheets are the style sheets of a frame by theme. They are part of the frame, which loads no
// files.
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

// stands describes the end of the match or names the players to act, "" before it begins.
func (m Embed) stands() string {
	if m.Result != nil || m.Waits {
		return strings.TrimSpace(m.status() + " " + m.reason())
	}
	if len(m.ToAct) == 0 {
		return ""
	}
	return m.T("row.waits", "Names", m.page().List(views.Each(m.ToAct, m.Name)))
}

// EmbedCode returns the HTML that shows a match on another site.
func EmbedCode(p views.Page, id, title string) string {
	return `<iframe src="` + templ.EscapeString(p.Origin+"/m/"+id+"/embed?lang="+string(p.Lang)) + `" title="` + templ.EscapeString(title) +
		`" width="420" height="520" loading="lazy"></iframe>`
}

// File is the model of a file with a whole match, for reading without the site.
type File struct {
	views.Page
	Title   string // who played
	Game    games.Info
	Outcome string
	Facts   []string     // date, event, where the file comes from
	Sheet   *board.Sheet // of the pictures; nil for a game without a board
	Steps   []FileStep   // the beginning, and the position after each move
	From    int          // number of the first step, from 0: a long match has several files
	Address string       // of the file

	all, bytes int // steps until now, and the bytes of the steps in the file
}

// maxSteps is the largest size of the steps of a file, in bytes.
const maxSteps = 240_000

// HasRoom counts a step, and reports whether it fits into the file.
func (m *File) HasRoom() bool {
	m.all++
	return m.all > m.From && m.bytes < maxSteps
}

// Add adds a step for which HasRoom has reported true.
func (m *File) Add(s FileStep) {
	m.bytes += len(s.Picture) + len(templ.EscapeString(s.Move+s.Note+s.Text)) + 300
	m.Steps = append(m.Steps, s)
}

// part returns the address of the file that begins with a step.
func (m File) part(from int) templ.SafeURL {
	u, err := url.Parse(m.Address)
	if err != nil {
		return ""
	}
	query := u.Query()
	query.Set("from", strconv.Itoa(from))
	u.RawQuery = query.Encode()
	return templ.SafeURL(u.String())
}

// FileStep is a position of a match, and the move before it.
type FileStep struct {
	Move    string // in notation or in a sentence; "" at the beginning
	Note    string // "" for none
	Picture string // of a board, as Picture.OnSheet draws it; "" else
	Text    string // the position in words or notation
	Key     bool   // the position is also shown if scripts do not run
}

//go:embed file.css
var fileStyle string

//go:embed file.js
var fileScript string

// style returns the style sheet of the file.
func (m File) style() string {
	if m.Sheet == nil {
		return fileStyle
	}
	return fileStyle + m.Sheet.Style
}

// policy allows the file its own style sheet and script, and nothing else.
func (m File) policy() string {
	return "default-src 'none'; style-src '" + hashSource(m.style()) + "'; script-src '" + hashSource(fileScript) + "'"
}

func hashSource(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

func (m File) styleElement() templ.Component { return templ.Raw("<style>" + m.style() + "</style>") }
func (m File) scriptElement() templ.Component {
	return templ.Raw("<script>" + fileScript + "</script>")
}

// name returns the title of a step.
func (m File) name(i int) string {
	if m.From+i == 0 {
		return m.T("page.start")
	}
	return m.Steps[i].Move
}

// stepID returns the id of a step.
func stepID(i int) string { return "s" + strconv.Itoa(i) }

// Share is the model of the page on which the players of a match choose who else may see it.
type Share struct {
	views.Match
	Shown  bool   // made public after its end: it can be hidden again
	Linked bool   // a link to it exists
	Link   string // token of a link just made, which is shown this once; "" else
}

// visibility returns a sentence about who may see the match now.
func (m Share) visibility() string {
	switch {
	case m.Shown:
		return m.T("share.state.shown")
	case m.Public:
		return m.T("share.state.public")
	case m.Linked:
		return m.T("share.state.linked")
	}
	return m.T("share.state.private")
}

// watchStyles are the style sheets of the page of several matches.
var watchStyles = []string{"board.css", "watch.css"}

// Watch is the model of the page on which several matches are watched at once.
type Watch struct {
	views.Page
	Games      []games.Info // those on boards
	Game       string       // id of the game whose matches are offered, "" all
	Shown      []ShownMatch
	Here       []Person // connected players that the visitor may ask for a match
	Offered    []OfferedMatch
	Exhibition *Row // the newest one, nil for none
	Missing    int  // matches of the address that the visitor may not watch
	TooMany    bool // the address names more matches than are shown
}

// OfferedMatch is a match that may be watched.
type OfferedMatch struct {
	Row    Row
	Chosen bool // it is among those shown
}

// watchPath returns the address of the page with the matches of a game, "" for all.
func watchPath(game string) templ.SafeURL {
	if game == "" {
		return "/watch"
	}
	return templ.SafeURL("/watch?game=" + url.QueryEscape(game))
}

// sharedPath returns the address under which everybody gets the same matches, "" if none is shown.
func (m Watch) sharedPath() templ.SafeURL {
	if len(m.Shown) == 0 {
		return ""
	}
	query := url.Values{}
	for _, s := range m.Shown {
		query.Add("m", s.Row.ID)
	}
	return templ.SafeURL("/watch?" + query.Encode())
}

// refreshPath returns the address of one match of the page.
func (s ShownMatch) refreshPath() string { return "/watch?m=" + url.QueryEscape(s.Row.ID) }

// counted names the match by the number of its latest move: "Camelot · move 7".
func (s ShownMatch) counted(p views.Page) string {
	if s.Row.Ply == 0 {
		return p.Lang.Of(s.Row.Game.Name)
	}
	return p.T("several.move", "Game", p.Lang.Of(s.Row.Game.Name), "Number", strconv.Itoa(s.Row.Ply))
}

// Preview is the model of a picture of a match or a position, shown outside of
// any page.
type Preview struct {
	Lang   views.Lang
	Theme  board.Theme
	Game   games.Info
	View   games.View
	Names  []string // of the players by seat, from seat 1; "" where there is none
	Waits  bool     // for players: a seat without a name is open
	ToAct  []games.Seat
	Result *games.Result
	Last   string     // the action that led here, "" for none
	Bottom games.Seat // whose side is at the bottom
}

// Picture returns the drawing of the board; ok is false for a game without one.
func (p Preview) Picture() (picture board.Picture, ok bool) {
	v, ok := p.View.(rules.View)
	if !ok {
		return board.Picture{}, false
	}
	picture = board.Picture{Lang: p.Lang, View: v, Bottom: p.Bottom, Theme: p.Theme, Title: p.title()}
	if legs, err := v.Board().Route(p.Last); err == nil {
		picture.LastMove = legs
	}
	return picture, true
}

// Card returns the picture that previews a link to a match on a board; ok is
// false for other games.
func (p Preview) Card() (card board.Card, ok bool) {
	picture, ok := p.Picture()
	if !ok {
		return board.Card{}, false
	}
	card = board.Card{Picture: picture, Game: p.Lang.Of(p.Game.Name), Status: p.status(), Reason: p.reason()}
	for seat := games.Seat(1); int(seat) <= picture.View.Board().Seats(); seat++ {
		line := board.CardSeat{Name: p.Name(seat), Note: p.page().Army(p.Game, seat), ToMove: slices.Contains(p.ToAct, seat)}
		if line.Name == "" && p.Waits {
			line.Name = p.T("match.open_seat")
		}
		if line.ToMove {
			line.Note += " · " + p.T("match.to_move")
		}
		card.Seats = append(card.Seats, line)
	}
	return card, true
}

// Emblem returns the picture that previews a link to a match of a card game or to its rules; ok is
// false for a game without a sign.
func (p Preview) Emblem() (e board.Emblem, ok bool) {
	if _, ok = heraldry.Sign(p.Game.ID, true); !ok {
		return board.Emblem{}, false
	}
	e = board.Emblem{Lang: p.Lang, Theme: p.Theme, Title: p.title(), ID: p.Game.ID, Game: p.Lang.Of(p.Game.Name), Status: p.status(), Reason: p.reason()}
	if len(p.Names) == 0 {
		e.Status = p.page().Players(p.Game)
	}
	for i, name := range p.Names {
		line := board.CardSeat{Name: name, ToMove: slices.Contains(p.ToAct, games.Seat(i+1))}
		if line.ToMove {
			line.Note = p.T("match.to_move")
		}
		if name == "" {
			line.Note = p.T("match.open_seat")
		}
		e.Seats = append(e.Seats, line)
	}
	return e, true
}

// Name returns the player of a seat, "" if there is none.
func (p Preview) Name(seat games.Seat) string {
	if int(seat) > len(p.Names) {
		return ""
	}
	return p.Names[seat-1]
}

// title names the match shown in a line.
func (p Preview) title() string {
	parts := []string{p.Lang.Of(p.Game.Name)}
	if len(p.Names) > 0 && !slices.Contains(p.Names, "") {
		parts = append(parts, strings.Join(p.Names, " – "))
	}
	if status := p.status(); status != "" {
		parts = append(parts, status)
	}
	return strings.Join(parts, ". ")
}

// Ending describes the end of the match of a preview, and its reason; "" for a match under way.
func Ending(p Preview) string { return strings.TrimSpace(p.status() + " " + p.reason()) }

// status returns how the match ended, or that it has not begun.
func (p Preview) status() string {
	r := p.Result
	if r == nil {
		if p.Waits {
			return p.T("match.wait_title")
		}
		return ""
	}
	names := views.Each(r.Winners, p.Name)
	switch {
	case r.Reason == games.ReasonAborted:
		return p.T("over.aborted")
	case len(r.Winners) == 0:
		return p.T("over.drawn")
	case p.Game.Armies == nil && len(names) == 1:
		return p.T("over.won", "Names", names[0])
	case slices.Contains(names, "") || p.solo():
		return p.T("over.army", "Army", p.page().Armies(p.Game, r.Winners))
	case len(names) > 1:
		return p.T("over.team", "Names", p.page().List(names))
	}
	return p.T("over.won", "Names", names[0])
}

// reason returns why the match is over, "" if the status includes it.
func (p Preview) reason() string {
	if p.Result == nil || p.Result.Reason == games.ReasonAborted {
		return ""
	}
	return p.T("reason." + p.Result.Reason)
}

// solo reports whether one person holds every seat, so that names are useless.
func (p Preview) solo() bool {
	return len(p.Names) > 1 && len(slices.Compact(slices.Clone(p.Names))) == 1
}

func (p Preview) page() views.Page { return views.Page{Lang: p.Lang} }

func (p Preview) T(key string, args ...any) string { return p.page().T(key, args...) }
