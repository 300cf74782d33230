package pages

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"net/url"
	"strconv"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/views"
	"tableronde/views/board"
)

// File is the model of a file that has all of a match, for reading without the site.
type File struct {
	views.Page
	Title   string // who played
	Game    games.Info
	Outcome string
	Facts   []string     // date, event, where the file comes from
	Sheet   *board.Sheet // of the pictures; nil for a game without a board
	Steps   []FileStep   // the beginning, and what is after each move
	From    int          // number of the first step, from 0: a long match has several files
	Address string       // of the file

	all, bytes int // steps until now, and the bytes of the steps in the file
}

// maxSteps is how many bytes the steps of a file take.
const maxSteps = 240_000

// HasRoom counts a step, and reports whether it belongs into the file.
func (m *File) HasRoom() bool {
	m.all++
	return m.all > m.From && m.bytes < maxSteps
}

// Add adds a step that there is room for.
func (m *File) Add(s FileStep) {
	m.bytes += len(s.Picture) + len(templ.EscapeString(s.Move+s.Note+s.Text)) + 300
	m.Steps = append(m.Steps, s)
}

// part returns the address of the part that begins with a step.
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

// FileStep is a position of a match, and what led there.
type FileStep struct {
	Move    string // in notation or in a sentence; "" at the beginning
	Note    string // "" for none
	Picture string // of a board, as Picture.OnSheet draws it; "" else
	Text    string // the position in words or notation
	Key     bool   // the position is shown where scripts do not run, too
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

// name returns what a step is called.
func (m File) name(i int) string {
	if m.From+i == 0 {
		return m.T("page.start")
	}
	return m.Steps[i].Move
}

// stepID returns the id of a step.
func stepID(i int) string { return "s" + strconv.Itoa(i) }
