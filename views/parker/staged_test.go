package parker

import (
	"strings"
	"testing"

	"tableronde/views"
	"tableronde/views/viewtest"
)

// The name of a square has the piece that the move in the making would leave there, and the role of
// the square in that move.
func TestStagedSquaresAreCalledByWhatStandsThere(t *testing.T) {
	solo := viewtest.MidMove(t, views.English)
	solo.Solo = true
	canter := viewtest.Played(t, views.English, "camelot", "1: E6-E8", "2: J11-J10")
	fourth := viewtest.Four(t, views.English, "chivalry-4-solo", 1)
	fourth.Staged = "D3-E4"
	cam := viewtest.Played(t, views.English, "cam")
	cam.Staged = moverNames(t, cam)
	for _, tt := range []struct {
		name, square          string
		m                     views.Match
		want, french, forbids string
	}{
		{"chosen and moved", "G12", viewtest.MidMove(t, views.English), "G12, your knight, chosen", "G12, votre chevalier, choisi", "empty vide"},
		{"where it came from", "C6", viewtest.MidMove(t, views.English), "C6, your knight, leaves this square", "C6, votre chevalier, quitte cette case", "begins chosen"},
		{"captured on the way", "F11", viewtest.MidMove(t, views.English), "F11, black man, to be captured", "F11, homme noir, sera pris", "your votre prise"},
		{"a landing", "E8", viewtest.MidMove(t, views.English), "E8, empty, on the way of the move", "E8, vide, étape du coup", "your votre chosen"},
		{"chosen, not moved", "D6", withStaged(canter, "D6"), "D6, your man, chosen", "D6, votre homme, choisi", "empty vide leaves"},
		{"one of the others", "E7", withStaged(canter, "D6"), "E7, your man", "E7, votre homme", "chosen choisi"},
		{"the last move ended", "J10", canter, "J10, black knight, moved here last", "J10, chevalier noir, arrivée du dernier coup", "began départ vide"},
		{"the last move began", "J11", canter, "J11, empty, the last move began here", "J11, vide, départ du dernier coup", "moved arrivée"},
		{"at a table of one", "G12", solo, "G12, white knight, chosen", "G12, chevalier blanc, choisi", "your votre empty"},
		{"four at a table", "E4", fourth, "E4, your knight, chosen", "E4, votre chevalier, choisi", "empty vide"},
		{"on Cam", strings.Split(cam.Staged, "-")[1], cam, strings.Split(cam.Staged, "-")[1] + ", your", strings.Split(cam.Staged, "-")[1] + ", votre", "empty vide"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for lang, want := range map[views.Lang]string{views.English: tt.want, views.French: tt.french} {
				tt.m.Lang = lang
				got := squareLabel(viewtest.Document(t, matchPage(tt.m)), tt.square)
				if got != want && (tt.name != "on Cam" || !strings.HasPrefix(got, want)) {
					t.Errorf("label = %q, want %q", got, want)
				}
				for _, word := range strings.Fields(tt.forbids) {
					if strings.Contains(got, word) {
						t.Errorf("label %q has %q in it", got, word)
					}
				}
			}
		})
	}
}

// moverNames returns a step of a piece that can move, as a route.
func moverNames(t *testing.T, m views.Match) string {
	t.Helper()
	m.Pick = true
	route := func() string {
		link := viewtest.Href(viewtest.Document(t, matchPage(m)).Find("#picker li a").First())
		_, route, _ := strings.Cut(link, "m=")
		route, _, _ = strings.Cut(route, "#")
		return route
	}
	m.Staged = route()
	return route()
}

// The hint fits the drawn way, and is the same for a finger, a mouse and keys.
func TestHintFitsWhatIsStaged(t *testing.T) {
	opening := viewtest.Played(t, views.English, "camelot", "1: I7-I8", "2: E10-E9")
	canter := viewtest.Played(t, views.English, "camelot", "1: E6-E8", "2: J11-J10")
	jump := viewtest.Played(t, views.English, "camelot", "1: E7-E8", "2: E10-E9")
	for _, tt := range []struct {
		name         string
		m            views.Match
		want, french string
	}{
		{"nothing", opening, "", ""},
		{"a piece alone", withStaged(opening, "C6"), "", ""},
		{"a step", withStaged(opening, "C6-B7"), "", ""},
		{"a canter", withStaged(canter, "D6-F8"), "The dotted line is the canter.", "Le trait pointillé est le galop."},
		{"a canter of two legs", withStaged(canter, "D6-F8-D8"), "The dotted line is the canter. Choose a marked square of the path to go back to it.", "Le trait pointillé est le galop. Choisissez une case marquée du chemin pour y revenir."},
		{"a jump", withStaged(jump, "E8xE10"), "The solid line is the jump.", "Le trait plein est le saut."},
		{"a charge", viewtest.MidMove(t, views.English), "The dotted line is the canter, the solid line the jump. Choose a marked square of the path to go back to it.", "Le trait pointillé est le galop, le trait plein le saut. Choisissez une case marquée du chemin pour y revenir."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for lang, want := range map[views.Lang]string{views.English: tt.want, views.French: tt.french} {
				tt.m.Lang = lang
				doc := viewtest.Document(t, matchPage(tt.m))
				if got := doc.Find("#path-help").Text(); got != want {
					t.Errorf("hint %q, want %q", got, want)
				}
				for _, word := range []string{"Tap ", "tap ", "Touchez", "Click", "Cliquez"} {
					if strings.Contains(doc.Find("#match").Text(), word) {
						t.Errorf("the page says %q", word)
					}
				}
			}
		})
	}
}
