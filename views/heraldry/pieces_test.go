package heraldry

import (
	"regexp"
	"strings"
	"testing"
)

// boardArmies are the armies of the boards, and whether their pieces have ordinaries.
var boardArmies = []struct {
	tincture Tincture
	ordinary bool
}{{Argent, false}, {Sable, false}, {Gules, true}, {Azure, true}, {Vert, true}, {Or, true}, {Argent, true}}

// Each set draws a man and a knight of each army.
func TestSetsDrawAllPieces(t *testing.T) {
	for _, s := range Sets {
		for _, a := range boardArmies {
			for _, id := range []string{Man(a.tincture, a.ordinary), Knight(a.tincture, a.ordinary)} {
				if n := strings.Count(s.Defs(), `<g id="`+id+`"><`); n != 1 {
					t.Errorf("the set %q has %d drawings of %s", s, n, id)
				}
			}
		}
	}
}

var (
	tinctureClass = regexp.MustCompile(`f-[a-z]+|h-[a-z]+|c-[a-z]+|o o-argent`)
	hatching      = regexp.MustCompile(`url\(#h-([a-z]+)\)`)
)

// withoutColor returns a drawing with its hatching and without its colors.
func withoutColor(drawing string) string {
	return tinctureClass.ReplaceAllString(hatching.ReplaceAllString(drawing, "hatched $1"), "")
}

// Pieces that can meet on a board differ without their colors. The men and the knights of an army
// differ by their outlines. Two sets never share a drawing.
func TestPiecesAreToldApartWithoutColor(t *testing.T) {
	seen := map[string]string{}
	for _, s := range Sets {
		for _, four := range []bool{false, true} {
			pieces := map[string]string{}
			for _, a := range boardArmies {
				if a.ordinary != four {
					continue
				}
				for kind, id := range []string{Man(a.tincture, four), Knight(a.tincture, four)} {
					drawing := withoutColor(s.drawing(kind, a.tincture, four))
					if other := pieces[drawing]; other != "" {
						t.Errorf("in the set %q %s looks like %s", s, id, other)
					}
					pieces[drawing] = id
				}
			}
			for drawing, id := range pieces {
				if other := seen[drawing]; other != "" && other != id+string(s) {
					t.Errorf("%s of the set %q looks like %s", id, s, other)
				}
				seen[drawing] = id + string(s)
			}
		}
		if s != Heraldic && figures[s][0].outline == figures[s][1].outline {
			t.Errorf("in the set %q knights have the outline of men", s)
		}
	}
}

// A page with another set is at most 300 bytes larger than with the heraldic one. All that its
// definitions refer to is in them.
func TestDefinitionsOfSets(t *testing.T) {
	reference := regexp.MustCompile(`(?:href="|url\()#([\w-]+)`)
	for _, s := range Sets {
		if more := len(s.Defs()) - len(Heraldic.Defs()); more > 300 {
			t.Errorf("the set %q adds %d bytes to each page", s, more)
		}
		for _, m := range reference.FindAllStringSubmatch(s.Defs(), -1) {
			if !strings.Contains(s.Defs(), `id="`+m[1]+`"`) {
				t.Errorf("the set %q has no %s", s, m[1])
			}
		}
		for _, page := range Sets {
			for _, m := range reference.FindAllStringSubmatch(s.Sample(), -1) {
				if !strings.Contains(s.Sample()+page.Defs(), `id="`+m[1]+`"`) {
					t.Errorf("the sample of the set %q has no %s on a page with the set %q", s, m[1], page)
				}
			}
		}
	}
}
