package board

import (
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tableronde/games/parker"
	"tableronde/views/locale"
)

// cropped draws a part of a board, all of whose squares are links.
func cropped(t *testing.T, position string, change func(*Board)) *goquery.Document {
	t.Helper()
	p, err := parker.ParsePosition(position)
	if err != nil {
		t.Fatal(err)
	}
	b := Board{
		Lang: locale.English, View: p.View(), Bottom: 1, Label: "Part", Stage: parker.Stage{From: parker.NoSquare}, Probe: parker.NoSquare,
		Href: func(q parker.Square) string { return "/at/" + p.Board().Name(q) },
	}
	change(&b)
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(string(b.appendTo(nil))))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// A part has its whole squares as links, and a strip of the squares beside it, or the rim of the
// board.
func TestCrop(t *testing.T) {
	for _, tt := range []struct {
		position, from, to string
		box, first, last   string
		links              int
	}{
		{"camelot 1 E8/F9", "C7", "I13", "73 113 294 294", "C13", "I7", 49},
		{"camelot 1 E15/D12", "C11", "I16", "73 -13 294 260", "F16", "I11", 37},
		{"camette 1 C5/C6", "A1", "E7", "-13 -13 226 306", "C7", "C1", 23},
		{"camelot 1 E8/F9", "", "x", "-13 -13 506 666", "F16", "G1", 160},
	} {
		doc := cropped(t, tt.position, func(b *Board) { b.Crop = Crop{tt.from, tt.to} })
		svg := doc.Find("svg")
		if got := svg.AttrOr("viewbox", svg.AttrOr("viewBox", "")); got != tt.box {
			t.Errorf("%s to %s is drawn in %s, want %s", tt.from, tt.to, got, tt.box)
		}
		links := doc.Find("a[href]")
		first, last := links.First().AttrOr("href", ""), links.Last().AttrOr("href", "")
		if links.Length() != tt.links || first != "/at/"+tt.first || last != "/at/"+tt.last {
			t.Errorf("%s to %s has %d links from %s to %s, want %d from %s to %s", tt.from, tt.to, links.Length(), first, last, tt.links, tt.first, tt.last)
		}
	}
}

// The piece to touch glows in its own outline, and says so. A refused move is drawn in ink.
func TestMarksOfLessons(t *testing.T) {
	const position = "camelot 1 KE8,D8/F9"
	g := parker.BoardOf("camelot")
	at := func(name string) parker.Square {
		q, ok := g.Square(name)
		if !ok {
			t.Fatal(name)
		}
		return q
	}
	for _, tt := range []struct{ square, element, label string }{{"E8", "path.glow-b", "E8, white knight, touch this"}, {"D8", "circle.glow-b", "D8, white man, touch this"}} {
		doc := cropped(t, position, func(b *Board) { b.Glow = []parker.Square{at(tt.square)} })
		if doc.Find(tt.element).Length() != 1 || doc.Find(".glow-a").Length() != 1 || doc.Find("#sq-"+tt.square+" .ssel").Length() != 1 {
			t.Errorf("%s does not glow", tt.square)
		}
		if got := doc.Find("#sq-"+tt.square).AttrOr("aria-label", ""); got != tt.label {
			t.Errorf("%s is called %q, want %q", tt.square, got, tt.label)
		}
	}
	for kind, dotted := range map[parker.Kind]int{parker.Step: 1, parker.Canter: 1, parker.Jump: 0} {
		doc := cropped(t, position, func(b *Board) { b.Tried = []parker.Leg{{From: at("E8"), To: at("C8"), Kind: kind}} })
		if doc.Find(".lane-l").Length() != 1 || doc.Find(".lane-l.canter").Length() != dotted {
			t.Errorf("a refused %v has %d lines, %d of them dotted", kind, doc.Find(".lane-l").Length(), doc.Find(".lane-l.canter").Length())
		}
	}
}
