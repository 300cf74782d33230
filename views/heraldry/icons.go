package heraldry

import "fmt"

// icons are drawn on a grid of 24 and filled with the color of the text.
var icons = map[string]string{
	"again":    `<path d="M4 11a8 8 0 1 1 2.6 7.2l2-2.2A5 5 0 1 0 7 11h3.4L5.5 16.200.6 11z"/>`,
	"back":     `<path d="M10 3L2 10.5 10 18v-5c6 0 9 2 12 7 0-8-4-12.5-12-12.5z"/>`,
	"rules":    `<path d="M11 5.5C8.5 3.6 5 3.2 1.5 3.5v15c3.5-.3 7 .1 9.5 2zM13 5.5v15c2.5-1.9 6-2.3 9.5-2v-15C19 3.2 15.5 3.6 13 5.5z"/>`,
	"check":    `<path d="M9.2 19.5L2.5 12.8l2.3-2.3 4.4 4.4L19.2 4.5l2.3 2.3z"/>`,
	"cross":    `<path d="M5.5 3L12 9.5 18.5 3 21 5.5 14.5 12 21 18.5 18.5 21 12 14.5 5.5 21 3 18.5 9.5 12 3 5.5z"/>`,
	"download": `<path d="M10.3 2.5h3.4v9h4L12 18 6.3 11.5h4zM3 19h18v2.5H3z"/>`,
	"equal":    `<path d="M3.5 7h17v3.4h-17zM3.5 13.6h17V17h-17z"/>`,
	"watch":    `<path fill-rule="evenodd" d="M12 4.5c5 0 8.8 3.3 11 7.5-2.2 4.2-6 7.5-11 7.5S3.2 16.2 1 12c2.2-4.2 6-7.5 11-7.5zm0 3a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zm0 2.2a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6z"/>`,
	"first":    `<path d="M3.5 4h3v16h-3zM20.5 4v16L8.5 12z"/>`,
	"flag":     `<path d="M4 2h2.4v1.5C11 1.8 14 5.8 20.5 4v9.5C14 15.3 11 11.3 6.4 13v9H4z"/>`,
	"flip":     `<path d="M7 2.5L12.5 9H8.8v12.5H5.2V9H1.5zM17 21.5L11.5 15h3.7V2.5h3.6V15h3.7z"/>`,
	"gear":     `<path fill-rule="evenodd" d="M10.4 1h3.2l.6 2.9 1.9.8 2.5-1.6 2.3 2.3-1.6 2.5.8 1.9 2.9.6v3.2l-2.9.6-.8 1.9 1.6 2.5-2.3 2.3-2.5-1.6-1.9.8-.6 2.9h-3.2l-.6-2.9-1.9-.8-2.5 1.6-2.3-2.3 1.6-2.5-.8-1.9L1 13.6v-3.2l2.9-.6.8-1.9-1.6-2.5 2.3-2.3 2.5 1.6 1.9-.8zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z"/>`,
	"last":     `<path d="M17.5 4h3v16h-3zM3.5 4v16l12-8z"/>`,
	"list":     `<path d="M3 4h18v2.5H3zM3 10.8h18v2.5H3zM3 17.5h18V20H3z"/>`,
	"mullet":   fmt.Sprintf(`<path fill-rule="evenodd" d="%s%s"/>`, star(6, 11.5, 5.6, 12, 12), disc(12, 12, 2.8)),
	"next":     `<path d="M6.5 3.5v17L19 12z"/>`,
	"orders":   `<path d="M2.5 4H7v4.5H2.5zM2.5 15.5H7V20H2.5zM10 5h11.5v2.5H10zM10 16.5h11.5V19H10z"/>`,
	"prev":     `<path d="M17.5 3.5v17L5 12z"/>`,
	"rose": func() string {
		petals := ""
		for _, p := range [][2]float64{{12, 6}, {17.71, 10.15}, {15.53, 16.85}, {8.47, 16.85}, {6.29, 10.15}} {
			petals += fmt.Sprintf(`<circle class="petal" cx="%g" cy="%g" r="5"/>`, p[0], p[1])
		}
		return petals + `<circle class="petal" cx="12" cy="12" r="4"/><circle class="heart" cx="12" cy="12" r="2.2"/>`
	}(),
	"round":   fmt.Sprintf(`<path fill-rule="evenodd" d="%s%s"/>`, disc(12, 12, 11), disc(12, 12, 7.6)),
	"zoom":    `<path fill-rule="evenodd" d="M10 2a8 8 0 0 1 6.3 12.9L22 20.6 20.6 22l-5.7-5.7A8 8 0 1 1 10 2zm0 2.6a5.4 5.4 0 1 0 0 10.8 5.4 5.4 0 0 0 0-10.8z"/>`,
	"squares": `<path fill-rule="evenodd" d="M2.5 2.5h19v19h-19zM4.7 4.7V12H12v7.3h7.3V12H12V4.7z"/>`,
	"tower":   `<path d="M4.5 2h3.4v3h2.5V2h3.2v3h2.5V2h3.4v6.4l-2 2V22h-3.8v-4.6a1.7 1.7 0 0 0-3.4 0V22H6.5V10.4l-2-2z"/>`,
}

// iconNames are the icons that any page may show, and boardIcons those of boards.
var (
	iconNames  = []string{"back", "check", "cross", "download", "equal", "first", "flag", "gear", "last", "list", "mullet", "next", "orders", "prev", "rose", "round", "rules", "squares", "tower", "watch"}
	boardIcons = []string{"again", "flip", "zoom"}
)

// Icon returns a small picture beside a word, in the color of the text.
func Icon(name string) string {
	return `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="#i-` + name + `"/></svg>`
}

// Hourglass is an icon that few pages need, and none more than once.
const Hourglass = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path fill-rule="evenodd" d="M4.5 2h15v3h-1.7c0 3-1.3 5-3.6 7 2.3 2 3.6 4 3.6 7h1.7v3h-15v-3h1.7c0-3 1.3-5 3.6-7-2.3-2-3.6-4-3.6-7H4.5zm4.4 3c0 2.3 1 3.8 3.1 5.3 2.1-1.5 3.1-3 3.1-5.3zM12 14c-1.9 1.3-2.8 3-3 5h6c-.2-2-1.1-3.7-3-5z"/></svg>`

// Charge returns what a card or a shield of a card game bears, drawn on the grid of
// the icons. Its strokes, of class k, have the color of the text.
func Charge(name string) string { return cardCharges[name] }
