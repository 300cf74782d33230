package cards

import (
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/static"
	"tableronde/views/heraldry"
	"tableronde/views/locale"
	"tableronde/views/raster"
)

// drawnCards lists every card of a game by its code, in a language.
func drawnCards(lang locale.Lang, game string) map[string]string {
	faces := map[string]string{}
	switch game {
	case "knizia":
		for _, code := range KniziaCodes {
			faces[code] = Knizia(lang, code)
		}
	case "shannon":
		for _, code := range ShannonCodes {
			faces[code] = Shannon(code, Play{})
		}
		for _, f := range favors {
			faces[f.code] = Favour(lang, f.code)
		}
		for i := range heroes {
			faces[heroes[i].id] = Hero(lang, heroes[i].id)
			faces[legends[i].id] = Legend(lang, legends[i].id, true)
		}
	case "kutschke":
		for _, letter := range Virtues {
			for _, value := range []string{"1", "2", "3"} {
				faces[letter+value] = Virtue(letter + value)
			}
		}
		for _, code := range KutschkeActions {
			faces[code] = ActionChip(lang, code, 3)
		}
		for _, a := range adventures {
			id := a.id
			faces[id] = Adventure(id)
		}
		for id := range placeCharges {
			faces[id] = Place(id)
		}
	}
	return faces
}

var cardGames = map[string]int{"knizia": 35, "shannon": 120, "kutschke": 43}

func TestEveryCardIsDrawnAndNamed(t *testing.T) {
	for game, count := range cardGames {
		for _, lang := range locale.Langs {
			faces := drawnCards(lang, game)
			if len(faces) != count {
				t.Errorf("%s has %d cards, want %d", game, len(faces), count)
			}
			for code, face := range faces {
				if face == "" {
					t.Errorf("%s %s is not drawn", game, code)
				}
				if Icon(game, code) == "" {
					t.Errorf("%s %s has no icon", game, code)
				}
				if label := Label(lang, game, code); label == code || strings.Contains(label, "{{") || strings.Contains(label, softHyphen) {
					t.Errorf("%s %s is called %q in %s", game, code, label, lang)
				}
			}
		}
	}
}

// A page that shows cards has the symbols of the site and of the game, no name twice.
func TestDrawingsReferToWhatIsDefined(t *testing.T) {
	reference := regexp.MustCompile(`href="#([^"]+)"|url\(#([^)]+)\)`)
	id := regexp.MustCompile(` id="([^"]+)"`)
	for game := range cardGames {
		known := map[string]bool{}
		for _, m := range id.FindAllStringSubmatch(heraldry.Defs+Defs(game), -1) {
			if known[m[1]] {
				t.Errorf("%s defines %s twice", game, m[1])
			}
			known[m[1]] = true
		}
		alone := map[string]bool{}
		for _, m := range id.FindAllStringSubmatch(MatchDefs(game), -1) {
			alone[m[1]] = true
		}
		used := map[string]bool{}
		drawn := drawnCards(locale.French, game)
		if game == "kutschke" {
			for i, letter := range Virtues {
				drawn["the badge of "+letter], drawn[fmt.Sprint("knight ", i+1)] = VirtueShield(letter), KnightShield(games.Seat(i+1))
			}
		}
		for code, face := range drawn {
			for _, m := range reference.FindAllStringSubmatch(face, -1) {
				used[m[1]+m[2]] = true
				if !alone[m[1]+m[2]] {
					t.Errorf("%s %s refers to %s, which the page of a match does not define", game, code, m[1]+m[2])
				}
				if !known[m[1]+m[2]] {
					t.Errorf("%s %s refers to %s, which is not defined", game, code, m[1]+m[2])
				}
			}
		}
		for _, m := range id.FindAllStringSubmatch(Defs(game), -1) {
			if !used[m[1]] && !slices.Contains([]string{"i-tent", "i-wall", "i-leaf", "i-crest"}, m[1]) {
				t.Errorf("%s defines %s, which no card uses", game, m[1])
			}
		}
	}
}

func TestDrawingsAreWellFormed(t *testing.T) {
	for game := range cardGames {
		drawings := drawnCards(locale.English, game)
		drawings["defs"] = Defs(game)
		for code, svg := range drawings {
			d := xml.NewDecoder(strings.NewReader(svg))
			for {
				_, err := d.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Errorf("%s %s: %v", game, code, err)
					break
				}
			}
			if !strings.Contains(svg, `aria-hidden="true"`) {
				t.Errorf("%s %s is not hidden from those who hear the page", game, code)
			}
			if strings.Contains(svg, "style=") || strings.Contains(svg, "NaN") {
				t.Errorf("%s %s has a style of its own or no number: %s", game, code, svg)
			}
		}
	}
}

// The texts about actions are in both languages; the cards of a suit need no sentence.
func TestEveryDeedIsExplained(t *testing.T) {
	for game := range cardGames {
		for code := range drawnCards(locale.English, game) {
			if game == "shannon" || game == "kutschke" && (Adventure(code) != "" || Place(code) != "") {
				continue // the data of the rules and the page describe their effects
			}
			en, fr := Text(locale.English, game, code), Text(locale.French, game, code)
			if _, value := splitCode(game, code); value == "" && (en == "" || fr == "" || en == fr) {
				t.Errorf("%s %s is explained by %q and %q", game, code, en, fr)
			}
		}
	}
}

// Only their charges distinguish the actions from each other.
func TestNoTwoActionsBearTheSame(t *testing.T) {
	seen := map[string]string{}
	for _, a := range kniziaActions {
		if other, ok := seen[charges[a.charge]]; ok {
			t.Errorf("%s and %s look alike", a.code, other)
		}
		seen[charges[a.charge]] = a.code
	}
	drawings := map[string]string{}
	for name, drawing := range charges {
		if other, ok := drawings[drawing]; ok {
			t.Errorf("the charges %s and %s are the same", name, other)
		}
		drawings[drawing] = name
	}
}

func TestDrawingsAreSmall(t *testing.T) {
	for game := range cardGames {
		if n := compressedSize(Defs(game)); n > 5_500 {
			t.Errorf("the symbols of %s take %d bytes on the way", game, n)
		}
		for code, face := range drawnCards(locale.French, game) {
			if len(face) > 1_600 {
				t.Errorf("%s %s takes %d bytes", game, code, len(face))
			}
		}
	}
}

func compressedSize(s string) int {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write([]byte(s))
	_ = w.Close()
	return b.Len()
}

// The words on a card fit, with room to spare for a browser with a wider face.
func TestWordsFit(t *testing.T) {
	words := regexp.MustCompile(`<text class="(c-name|c-name long|c-gist)" x="36" y="([^"]+)">([^<]+)</text>`)
	for game := range cardGames {
		for _, lang := range locale.Langs {
			for code, face := range drawnCards(lang, game) {
				for _, m := range words.FindAllStringSubmatch(face, -1) {
					size := map[string]float64{"c-name": nameSize, "c-name long": nameSmall, "c-gist": gistSize}[m[1]]
					most := map[string]float64{"c-name": nameMost, "c-name long": smallMost, "c-gist": gistMost}[m[1]]
					if w := raster.Width(html.UnescapeString(m[3]), size, m[1] != "c-gist"); w > most {
						t.Errorf("%s %s in %s: %q is %.0f units wide", game, code, lang, m[3], w)
					}
					if y, err := strconv.ParseFloat(m[2], 64); err != nil || y > 102 || y < 40 {
						t.Errorf("%s %s in %s: %q stands at %s", game, code, lang, m[3], m[2])
					}
				}
			}
		}
	}
}

func TestLabel(t *testing.T) {
	for _, tt := range []struct {
		lang             locale.Lang
		game, code       string
		label, with      string
		hasTextOfItsKind bool
	}{
		{locale.French, "knizia", "R5", "épée 5", "l’épée 5", false},
		{locale.French, "knizia", "W6", "dame 6", "la dame 6", false},
		{locale.English, "knizia", "W2", "squire 2", "squire 2", false},
		{locale.French, "knizia", "drop_weapon", "Maladresse", "Maladresse", true},
		{locale.English, "knizia", "no_such", "no_such", "no_such", false},
		{locale.English, "chess", "R5", "R5", "R5", false},
		{locale.English, "knizia", "", "", "", false},
	} {
		t.Run(string(tt.lang)+tt.game+tt.code, func(t *testing.T) {
			if got := Label(tt.lang, tt.game, tt.code); got != tt.label {
				t.Errorf("Label = %q, want %q", got, tt.label)
			}
			if got := WithArticle(tt.lang, tt.game, tt.code); got != tt.with {
				t.Errorf("The = %q, want %q", got, tt.with)
			}
			if got := Text(tt.lang, tt.game, tt.code) != ""; got != tt.hasTextOfItsKind {
				t.Errorf("Text is there: %t, want %t", got, tt.hasTextOfItsKind)
			}
		})
	}
}

func BenchmarkKnizia(b *testing.B) {
	for b.Loop() {
		for _, code := range KniziaCodes {
			_ = Knizia(locale.French, code)
		}
	}
}

func BenchmarkShannonOnTheTable(b *testing.B) {
	for b.Loop() {
		_ = Shannon("M1", Play{As: "O11", Feinted: true})
	}
}

// Every class of a drawing is in the style sheets of the site.
func TestClassesAreStyled(t *testing.T) {
	sheets := static.Source("app.css") + static.Source("cards.css")
	class := regexp.MustCompile(` class="([^"]+)"`)
	for game := range cardGames {
		for code, face := range drawnCards(locale.French, game) {
			for _, m := range class.FindAllStringSubmatch(face+Back()+Tent(1)+Token("red", false)+Sign("arthur"), -1) {
				for _, name := range strings.Fields(m[1]) {
					if !strings.Contains(sheets, "."+name) {
						t.Errorf("%s %s has the class %s, which has no style", game, code, name)
					}
				}
			}
		}
	}
}
