package board

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/views/locale"
	"tableronde/views/raster"
)

// openingPicture returns a picture of a game after its first move.
func openingPicture(t testing.TB, rules games.Ruleset) Picture {
	t.Helper()
	s, err := rules.New(games.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	next, move, err := s.Apply(1, s.Legal(1)[0])
	if err != nil {
		t.Fatal(err)
	}
	p := Picture{Lang: locale.English, View: next.View(games.Omniscient).(parker.View), Bottom: 1, Theme: Light, Title: rules.Info().Name.En}
	if p.LastMove, err = p.View.Board().Route(move); err != nil {
		t.Fatal(err)
	}
	return p
}

func cardOf(t testing.TB, rules games.Ruleset) Card {
	t.Helper()
	c := Card{Picture: openingPicture(t, rules), Game: rules.Info().Name.En, Status: "Ada wins.", Reason: "By resignation."}
	for i, army := range rules.Info().Armies {
		c.Seats = append(c.Seats, CardSeat{Name: "Ada <&> 円", Note: army.En, ToMove: i == 1})
	}
	return c
}

// TestPicturesStandAlone checks every drawing of every board, from every side, in both themes. It
// is whole XML that refers to nothing but itself, has a title and a description, and can be turned
// into pixels.
func TestPicturesStandAlone(t *testing.T) {
	for _, rules := range parker.Rulesets() {
		for seat := games.Seat(1); int(seat) <= rules.Info().Seats[0]; seat++ {
			for _, theme := range []Theme{Light, Dark} {
				p, c := openingPicture(t, rules), cardOf(t, rules)
				p.Theme, p.Bottom, p.Lang = theme, seat, locale.French
				c.Theme, c.Bottom = theme, seat
				t.Run(rules.Info().ID, func(t *testing.T) {
					checkAlone(t, p.SVG())
					checkAlone(t, c.SVG())
				})
			}
		}
	}
}

var (
	refs = regexp.MustCompile(`(?:href="|url\()([^")]*)`)
	ids  = regexp.MustCompile(` id="([^"]*)"`)
)

func checkAlone(t *testing.T, svg []byte) {
	t.Helper()
	checkWhole(t, svg)
	if _, err := new(raster.Canvas).Image(svg, 300); err != nil {
		t.Errorf("no pixels: %v", err)
	}
}

// checkWhole makes the checks of checkAlone except the check of pixels.
func checkWhole(t *testing.T, svg []byte) {
	t.Helper()
	for x := xml.NewDecoder(bytes.NewReader(svg)); ; {
		if _, err := x.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
	}
	text := string(svg)
	has := make(map[string]bool)
	for _, m := range ids.FindAllStringSubmatch(text, -1) {
		if has[m[1]] {
			t.Errorf("the id %s is there twice", m[1])
		}
		has[m[1]] = true
	}
	for _, m := range refs.FindAllStringSubmatch(text, -1) {
		if id, ok := strings.CutPrefix(m[1], "#"); !ok || !has[id] {
			t.Errorf("%s leads out of the drawing", m[1])
		}
	}
	for _, no := range []string{"var(", "currentColor", "<a ", "style=", "rgb("} {
		if strings.Contains(text, no) {
			t.Errorf("%s is in the drawing", no)
		}
	}
	for _, m := range classAttr.FindAllStringSubmatch(text, -1) {
		for class := range strings.FieldsSeq(m[1]) {
			if !strings.Contains(text, "."+class) && class != "badge" && class != "above" {
				t.Errorf("the class %s has no rule", class)
			}
		}
	}
	if !strings.Contains(text, `role="img"`) || strings.Contains(text, "<title id=\"title\"></title>") || strings.Contains(text, "<desc id=\"desc\"></desc>") {
		t.Error("the drawing does not say what it shows")
	}
}

// A picture has the drawing of the page: every piece, tower and mark at its place.
func TestPictureIsTheDrawingOfThePage(t *testing.T) {
	shapes := regexp.MustCompile(`<use [^>]*>|<rect class="(?:sl|lastmark|f-)[^>]*>|<path class="(?:rim|rim2|merlon)"[^>]*>|<text class="coord[^>]*>[^<]*`)
	for _, rules := range parker.Rulesets() {
		p := openingPicture(t, rules)
		var page bytes.Buffer
		b := Board{Lang: p.Lang, View: p.View, Bottom: p.Bottom, LastMove: p.LastMove, Probe: parker.NoSquare, Stage: parker.Stage{From: parker.NoSquare}}
		if err := b.Render(t.Context(), &page); err != nil {
			t.Fatal(err)
		}
		picture := string(p.SVG())
		all := shapes.FindAllString(outOfRows(page.String()), -1)
		if len(all) < 20 {
			t.Errorf("%s: only %d shapes on the page", rules.Info().ID, len(all))
		}
		for _, shape := range all {
			if !strings.Contains(picture, shape) {
				t.Errorf("%s: the picture lacks %s", rules.Info().ID, shape)
			}
		}
	}
}

// outOfRows returns a drawing with the squares of its rows where they are on the board.
func outOfRows(drawing string) string {
	rows := regexp.MustCompile(`<g role="row"[^>]*?(?: transform="translate\(0 (\d+)\)")?>`)
	frames := regexp.MustCompile(`(<rect class="[^"]*" x="[\d.]+")(?: y="([\d.]+)")?( width="\d+" height="\d+")?/>`)
	squares, above, _ := strings.Cut(drawing, `<g class="above"`)
	var out strings.Builder
	for row := range strings.SplitAfterSeq(strings.ReplaceAll(squares, `<g role="row"`, "\n"+`<g role="row"`), "\n") {
		down := 0.0
		if m := rows.FindStringSubmatch(row); m != nil {
			down, _ = strconv.ParseFloat("0"+m[1], 64)
		}
		out.WriteString(frames.ReplaceAllStringFunc(row, func(frame string) string {
			m := frames.FindStringSubmatch(frame)
			y, _ := strconv.ParseFloat("0"+m[2], 64)
			size := m[3]
			if size == "" {
				size = ` width="40" height="40"`
			}
			return fmt.Sprintf(`%s y="%v"%s/>`, m[1], y+down, size)
		}))
	}
	return out.String() + above
}

func TestPictureSaysWhoStandsWhere(t *testing.T) {
	svg := string(openingPicture(t, parker.Rulesets()[0]).SVG())
	for _, want := range []string{`<title id="title">Camelot</title>`, "D6, white man.", "C11, black knight."} {
		if !strings.Contains(svg, want) {
			t.Errorf("the picture does not say %q", want)
		}
	}
}

// TestPictureColors compares pixels with the colors of the theme.
func TestPictureColors(t *testing.T) {
	for theme, want := range map[Theme][3]uint32{Light: {0xf7f3ea, 0xe4d8c0, 0xfffdf8}, Dark: {0x0f1521, 0x232d44, 0xf1ede3}} {
		p := openingPicture(t, parker.Rulesets()[0])
		p.Theme = theme
		img, err := new(raster.Canvas).Image(p.SVG(), 12*squareSize+2*pictureMargin)
		if err != nil {
			t.Fatal(err)
		}
		s := p.template()
		at := func(name string, dx, dy int) uint32 {
			q, _ := p.View.Board().Square(name)
			x, y := s.middle(q)
			c := img.RGBAAt(x+pictureMargin+dx, y+pictureMargin+dy)
			return uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B)
		}
		outside := img.RGBAAt(2, 2)
		got := [3]uint32{uint32(outside.R)<<16 | uint32(outside.G)<<8 | uint32(outside.B), at("E9", 10, 10), at("H7", 0, 0)}
		if got != want {
			t.Errorf("%s: paper, square and man are %06x, want %06x", theme, got, want)
		}
	}
}

func TestCard(t *testing.T) {
	for _, rules := range parker.Rulesets() {
		var b bytes.Buffer
		if err := new(raster.Canvas).PNG(&b, cardOf(t, rules).SVG(), CardWidth); err != nil {
			t.Fatal(err)
		}
		size := b.Len()
		img, err := png.DecodeConfig(&b)
		if err != nil || img.Width != 1200 || img.Height != 630 {
			t.Errorf("%s: %d by %d, %v", rules.Info().ID, img.Width, img.Height, err)
		}
		if size > 300<<10 {
			t.Errorf("%s: %d bytes are much for a preview", rules.Info().ID, size)
		}
	}
}

func TestCardWords(t *testing.T) {
	c := cardOf(t, parker.Rulesets()[0])
	long := strings.Repeat("Guinevere ", 4)
	c.Seats = []CardSeat{{Name: long, Note: "White"}, {Name: "円卓の騎士", Note: "Black", ToMove: true}}
	svg := string(c.SVG())
	for _, want := range []string{">Camelot<", "…<", ">White<", ">Black<", ">Ada wins.<", ">By resignation.<", `class="card-turn"`} {
		if !strings.Contains(svg, want) {
			t.Errorf("the card lacks %s", want)
		}
	}
	if strings.Contains(svg, "円") {
		t.Error("the card has letters that its font lacks")
	}
	for title, want := range map[string]string{
		"Camelot":                                 "Camelot",
		"Grand Cam, 97 squares":                   "Grand Cam,|97 squares",
		"Four-handed Chivalry, each alone":        "Four-handed Chivalry,|each alone",
		"A very long title without a comma in it": "A very long title|without a comma in it",
		strings.Repeat("Camelot", 9):              "CamelotCamelot…",
	} {
		if got := strings.Join(titleLines(title), "|"); got != want {
			t.Errorf("%s is cut into %s, want %s", title, got, want)
		}
	}
}

func BenchmarkCardPNG(b *testing.B) {
	for _, rules := range parker.Rulesets() {
		b.Run(rules.Info().ID, func(b *testing.B) {
			c := cardOf(b, rules)
			var canvas raster.Canvas
			for b.Loop() {
				if err := canvas.PNG(io.Discard, c.SVG(), CardWidth); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkPictureSVG(b *testing.B) {
	p := openingPicture(b, parker.Rulesets()[0])
	for b.Loop() {
		p.SVG()
	}
}
