package heraldry

import "fmt"

// icons are drawn on a grid of 24 and filled with the color of the text.
var icons = map[string]string{
	"again":    `<path d="M4 11a8 8 0 1 1 2.600 7.200l2-2.200A5 5 0 1 0 7 11h3.400L5.500 16.200.6 11z"/>`,
	"back":     `<path d="M10 3L2 10.500 10 18v-5c6 0 9 2 12 7 0-8-4-12.500-12-12.500z"/>`,
	"rules":    `<path d="M11 5.500C8.500 3.600 5 3.200 1.500 3.500v15c3.500-.3 7 .1 9.500 2zM13 5.500v15c2.500-1.900 6-2.300 9.500-2v-15C19 3.200 15.500 3.600 13 5.500z"/>`,
	"check":    `<path d="M9.200 19.500L2.500 12.800l2.300-2.300 4.400 4.400L19.200 4.500l2.300 2.300z"/>`,
	"cross":    `<path d="M5.500 3L12 9.500 18.500 3 21 5.500 14.500 12 21 18.500 18.500 21 12 14.500 5.500 21 3 18.500 9.500 12 3 5.500z"/>`,
	"download": `<path d="M10.300 2.500h3.400v9h4L12 18 6.300 11.500h4zM3 19h18v2.500H3z"/>`,
	"equal":    `<path d="M3.500 7h17v3.400h-17zM3.500 13.600h17V17h-17z"/>`,
	"watch":    `<path fill-rule="evenodd" d="M12 4.500c5 0 8.800 3.300 11 7.500-2.200 4.200-6 7.500-11 7.500S3.200 16.200 1 12c2.200-4.200 6-7.500 11-7.500zm0 3a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9zm0 2.200a2.300 2.300 0 1 1 0 4.600 2.300 2.300 0 0 1 0-4.600z"/>`,
	"first":    `<path d="M3.500 4h3v16h-3zM20.500 4v16L8.500 12z"/>`,
	"flag":     `<path d="M4 2h2.400v1.500C11 1.800 14 5.800 20.500 4v9.500C14 15.300 11 11.300 6.400 13v9H4z"/>`,
	"flip":     `<path d="M7 2.500L12.500 9H8.800v12.500H5.200V9H1.500zM17 21.500L11.500 15h3.700V2.500h3.600V15h3.700z"/>`,
	"last":     `<path d="M17.500 4h3v16h-3zM3.500 4v16l12-8z"/>`,
	"list":     `<path d="M3 4h18v2.500H3zM3 10.800h18v2.500H3zM3 17.500h18V20H3z"/>`,
	"mullet":   fmt.Sprintf(`<path fill-rule="evenodd" d="%s%s"/>`, star(6, 11.5, 5.6, 12, 12), disc(12, 12, 2.8)),
	"next":     `<path d="M6.500 3.500v17L19 12z"/>`,
	"orders":   `<path d="M2.500 4H7v4.500H2.500zM2.500 15.500H7V20H2.500zM10 5h11.500v2.500H10zM10 16.500h11.500V19H10z"/>`,
	"prev":     `<path d="M17.500 3.500v17L5 12z"/>`,
	"rose": func() string {
		petals := ""
		for _, p := range [][2]float64{{12, 6}, {17.71, 10.15}, {15.53, 16.85}, {8.47, 16.85}, {6.29, 10.15}} {
			petals += fmt.Sprintf(`<circle class="petal" cx="%g" cy="%g" r="5"/>`, p[0], p[1])
		}
		return petals + `<circle class="petal" cx="12" cy="12" r="4"/><circle class="heart" cx="12" cy="12" r="2.2"/>`
	}(),
	"round":   fmt.Sprintf(`<path fill-rule="evenodd" d="%s%s"/>`, disc(12, 12, 11), disc(12, 12, 7.6)),
	"zoom":    `<path fill-rule="evenodd" d="M10 2a8 8 0 0 1 6.300 12.900L22 20.600 20.600 22l-5.700-5.700A8 8 0 1 1 10 2zm0 2.600a5.400 5.400 0 1 0 0 10.800 5.400 5.400 0 0 0 0-10.800z"/>`,
	"squares": `<path fill-rule="evenodd" d="M2.500 2.500h19v19h-19zM4.700 4.700V12H12v7.300h7.300V12H12V4.700z"/>`,
	"tower":   `<path d="M4.500 2h3.400v3h2.500V2h3.200v3h2.500V2h3.400v6.400l-2 2V22h-3.800v-4.600a1.700 1.700 0 0 0-3.400 0V22H6.500V10.400l-2-2z"/>`,
}

var iconNames = []string{"again", "back", "check", "cross", "download", "equal", "first", "flag", "flip", "last", "list", "mullet", "next", "orders", "prev", "rose", "round", "rules", "squares", "tower", "watch", "zoom"}

// Icon returns a small picture beside a word, in the color of the text.
func Icon(name string) string {
	return `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="#i-` + name + `"/></svg>`
}

// Charge returns what a card or a shield of a card game bears, drawn on the grid of
// the icons. Its strokes, of class k, have the color of the text.
func Charge(name string) string { return cardCharges[name] }
