package raster_test

import (
	"bytes"
	"fmt"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"tableronde/views/raster"
)

// sheet is a style sheet for the drawings of the tests.
const sheet = `<style>.r{fill:#f00}.g{fill:#00ff00}.line{fill:none;stroke:#f00;stroke-width:4}` +
	`.a.b{fill:#00f}.half{fill:#f00;fill-opacity:.5}.n{fill:none}.t{fill:#f00;font:700 10px sans-serif}</style>`

// draw draws SVG on 20 by 20 units, ten pixels to the unit, and returns the color at a point.
func draw(t *testing.T, content string) func(x, y float64) color.RGBA {
	t.Helper()
	svg := `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">` + sheet + content + `</svg>`
	img, err := new(raster.Canvas).Image([]byte(svg), 200)
	if err != nil {
		t.Fatalf("%s: %v", content, err)
	}
	return func(x, y float64) color.RGBA { return img.RGBAAt(int(x*10), int(y*10)) }
}

var (
	blank = color.RGBA{}
	red   = color.RGBA{255, 0, 0, 255}
	green = color.RGBA{0, 255, 0, 255}
	blue  = color.RGBA{0, 0, 255, 255}
)

// point is a place in a drawing, in its own units.
type point struct{ x, y float64 }

// drawings are snippets of SVG, with the color wanted at some of their points.
var drawings = []struct {
	name, content string
	want          map[point]color.RGBA
}{
	{"a rectangle", `<rect class="r" x="2" y="3" width="4" height="5"/>`,
		map[point]color.RGBA{{2.1, 3.1}: red, {5.8, 7.8}: red, {1.8, 4}: blank, {4, 8.2}: blank}},
	{"a circle", `<circle class="r" cx="10" cy="10" r="5"/>`,
		map[point]color.RGBA{{10, 5.2}: red, {14.7, 10}: red, {13, 13}: red, {13.8, 13.8}: blank, {10, 4.8}: blank}},
	{"black without a class", `<rect width="4" height="4"/>`, map[point]color.RGBA{{1, 1}: {0, 0, 0, 255}}},
	{"no fill", `<rect class="n" width="4" height="4"/>`, map[point]color.RGBA{{1, 1}: blank}},
	{"one over the other", `<rect class="r" width="9" height="9"/><rect class="g" x="4" width="9" height="9"/>`,
		map[point]color.RGBA{{2, 2}: red, {6, 2}: green}},
	{"half of it", `<rect class="g" width="9" height="9"/><rect class="half" width="9" height="9"/>`,
		map[point]color.RGBA{{2, 2}: {128, 127, 0, 255}}},
	{"two classes", `<rect class="a b" width="9" height="9"/><rect class="r b" x="10" width="9" height="9"/>`,
		map[point]color.RGBA{{2, 2}: blue, {12, 2}: red}},
	{"relative lines", `<path class="r" d="M2 2h6v6h-6z"/>`, map[point]color.RGBA{{7.8, 7.8}: red, {8.2, 5}: blank}},
	{"a path that closes itself", `<path class="r" d="M2,2L8 2L8 8"/>`, map[point]color.RGBA{{7, 4}: red, {4, 7}: blank}},
	{"a curve", `<path class="r" d="M0 10C0 0 20 0 20 10"/>`, map[point]color.RGBA{{10, 2.7}: red, {10, 2.2}: blank}},
	{"a curve that goes on smoothly", `<path class="r" d="M0 10c0-10 10-10 10 0s10 10 10 0"/>`, map[point]color.RGBA{{5, 2.7}: red, {5, 2.2}: blank, {15, 17.3}: red, {15, 17.8}: blank}},
	{"a smooth curve after a line", `<path class="r" d="M0 4V10S20 0 20 10"/>`, map[point]color.RGBA{{2, 6}: red, {2, 9.6}: blank, {15, 7.5}: red}},
	{"arcs", `<path class="r" d="M5 10a5 5 0 1 0 10 0a5 5 0 1 0-10 0z"/>`, map[point]color.RGBA{{10, 5.2}: red, {10, 14.8}: red, {14, 14}: blank}},
	{"a hole", `<path class="r" fill-rule="evenodd" d="M2 2h16v16h-16zM6 6h8v8h-8z"/>`, map[point]color.RGBA{{4, 4}: red, {10, 10}: blank}},
	{"no hole", `<path class="r" d="M2 2h16v16h-16zM6 6h8v8h-8z"/>`, map[point]color.RGBA{{4, 4}: red, {10, 10}: red}},
	{"a hole wound the other way", `<path class="r" d="M2 2h16v16h-16zM6 6v8h8v-8z"/>`, map[point]color.RGBA{{10, 10}: blank}},
	{"a stroke", `<path class="line" d="M4 10H16"/>`, map[point]color.RGBA{{10, 8.2}: red, {10, 11.8}: red, {10, 7.8}: blank, {3.8, 10}: blank}},
	{"a frame with corners", `<rect class="line" x="5" y="5" width="10" height="10"/>`,
		map[point]color.RGBA{{3.2, 3.2}: red, {16.8, 16.8}: red, {10, 10}: blank, {7.2, 7.2}: blank}},
	{"square ends", `<style>.q{fill:none;stroke:#f00;stroke-width:4;stroke-linecap:square}</style><path class="q" d="M5 10h10"/>`,
		map[point]color.RGBA{{3.2, 8.2}: red, {16.8, 11.8}: red, {17.2, 10}: blank}},
	{"round ends", `<style>.q{fill:none;stroke:#f00;stroke-width:4;stroke-linecap:round}</style><path class="q" d="M5 10h10"/>`,
		map[point]color.RGBA{{3.3, 10}: red, {3.3, 8.3}: blank}},
	{"dashes", `<style>.q{fill:none;stroke:#f00;stroke-width:4;stroke-dasharray:4 2}</style><path class="q" d="M2 10h16"/>`,
		map[point]color.RGBA{{4, 10}: red, {7, 10}: blank, {9, 10}: red, {13, 10}: blank}},
	{"moved and grown", `<g transform="translate(4 4) scale(2)"><rect class="r" width="3" height="3"/></g>`,
		map[point]color.RGBA{{9.8, 9.8}: red, {10.2, 9}: blank, {3.8, 5}: blank}},
	{"turned", `<g transform="translate(10 10) rotate(90)"><rect class="r" width="5" height="2"/></g>`,
		map[point]color.RGBA{{9, 14}: red, {14, 11}: blank}},
	{"a reference", `<defs><circle id="c" r="3" class="g"/></defs><use href="#c" x="10" y="10"/>`, map[point]color.RGBA{{10, 12.5}: green, {1, 1}: blank}},
	{"a symbol in the color of its reference", `<symbol id="s" viewBox="0 0 4 4"><path d="M0 0h4v4h-4z"/></symbol><use href="#s" x="4" y="4" width="8" height="8" class="g"/>`,
		map[point]color.RGBA{{11.8, 11.8}: green, {12.2, 12}: blank}},
	{"a drawing in a drawing", `<svg x="4" y="4" width="12" height="6" viewBox="0 0 3 3"><rect class="r" width="3" height="3"/></svg>`,
		map[point]color.RGBA{{7.2, 5}: red, {12.8, 9}: red, {6.8, 5}: blank, {13.2, 5}: blank}},
	{"a clip", `<clipPath id="k"><circle r="5"/></clipPath><g transform="translate(10 10)" clip-path="url(#k)"><rect class="r" x="-9" y="-1" width="18" height="2"/></g>`,
		map[point]color.RGBA{{14, 10}: red, {16, 10}: blank}},
	{"a pattern", `<pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><rect class="r" width="2" height="4"/></pattern><rect x="4" width="12" height="12" fill="url(#p)"/>`,
		map[point]color.RGBA{{5, 5}: red, {7, 5}: blank, {9, 5}: red, {1, 5}: blank, {13, 11.8}: red, {13, 12.2}: blank}},
	{"a pattern of lines, turned", `<pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(90)"><path class="line" d="M2 0V4"/></pattern><rect width="20" height="9" fill="url(#p)"/>`,
		map[point]color.RGBA{{5, 2}: red, {5, 8.8}: red, {5, 9.2}: blank}},
	{"text at an end", `<style>.e{text-anchor:end}</style><text class="t e" x="18" y="14">HH</text>`,
		map[point]color.RGBA{{17.7, 10}: blank, {1, 10}: blank}},
}

// TestDraws checks the colors of points of drawings.
func TestDraws(t *testing.T) {
	for _, tt := range drawings {
		t.Run(tt.name, func(t *testing.T) {
			colorAt := draw(t, tt.content)
			for at, want := range tt.want {
				if got := colorAt(at.x, at.y); got != want {
					t.Errorf("at %v: %v, want %v", at, got, want)
				}
			}
		})
	}
}

// TestText finds the ink of letters where they belong.
func TestText(t *testing.T) {
	ink := func(anchor string) (left, right float64) {
		look := draw(t, fmt.Sprintf(`<style>.e{text-anchor:%s}</style><text class="t e" x="10" y="14">HI</text>`, anchor))
		left = -1
		for x := 0.0; x < 20; x += 0.1 {
			if look(x, 11) == red {
				if left < 0 {
					left = x
				}
				right = x
			}
		}
		return left, right
	}
	width := raster.Width("HI", 10, true)
	for anchor, from := range map[string]float64{"start": 10, "middle": 10 - width/2, "end": 10 - width} {
		if left, right := ink(anchor); left < from || left > from+2 || right > from+width || right < from+width-2 {
			t.Errorf("%s: ink from %.1f to %.1f, want within %.1f and %.1f", anchor, left, right, from, from+width)
		}
	}
	if wide, narrow := raster.Width("WW", 10, true), raster.Width("ii", 10, true); wide <= narrow {
		t.Errorf("WW is %.1f wide and ii %.1f", wide, narrow)
	}
	if !raster.Covers("Ångström “Żółw” Ω Ж") || raster.Covers("円卓") || raster.Covers("\U0001F984") {
		t.Error("Covers is wrong about what the font has")
	}
}

// Where lines of one path overlap, their edges are not covered twice.
func TestOverlapsAreCoveredOnce(t *testing.T) {
	style := `<style>.q{fill:none;stroke:#f00;stroke-width:1.03;stroke-linecap:square}</style>`
	look := draw(t, style+`<path class="q" d="M2 10h8M10 10h8"/>`)
	for x := 3.0; x < 17; x += 0.1 {
		if got := look(x, 9.45); got != look(3, 9.45) {
			t.Fatalf("the edge at %.1f is %v, elsewhere %v", x, got, look(3, 9.45))
		}
	}
}

func TestRefuses(t *testing.T) {
	wrap := func(content string) string {
		return `<svg viewBox="0 0 20 20">` + sheet + content + `</svg>`
	}
	loop := `<g id="a"><use href="#a"/></g>`
	for _, tt := range []struct{ name, svg, says string }{
		{"nothing", "", "root"},
		{"no XML", "<svg", "EOF"},
		{"another root", "<html/>", "root"},
		{"no viewBox", "<svg/>", "viewBox"},
		{"a flat viewBox", `<svg viewBox="0 0 10 0"/>`, "viewBox"},
		{"a high one", `<svg viewBox="0 0 1 1000000"/>`, "pixels"},
		{"an unknown element", wrap(`<ellipse/>`), "ellipse: cannot draw this element"},
		{"an unknown transform", wrap(`<g transform="skewX(3)"/>`), "transform"},
		{"an unknown path", wrap(`<path d="M0 0Q1 1 2 2"/>`), "no command Q"},
		{"a path that breaks off", wrap(`<path d="M0 0L1"/>`), "path"},
		{"a reference to nothing", wrap(`<use href="#x"/>`), "leads nowhere"},
		{"a reference out", wrap(`<use href="x.svg#x"/>`), "leads nowhere"},
		{"a reference to itself", wrap(loop), "deeper"},
		{"a pattern that is none", wrap(`<g id="p"/><rect width="9" height="9" fill="url(#p)"/>`), "not a pattern"},
		{"a pattern too fine", wrap(`<pattern id="p" width=".01" height=".01" patternUnits="userSpaceOnUse"/><rect width="19" height="19" fill="url(#p)"/>`), "repeats"},
		{"an unknown property", wrap(`<style>.x{filter:blur(2px)}</style><rect class="x" width="1" height="1"/>`), "filter"},
		{"an unknown color", wrap(`<rect fill="tomato" width="1" height="1"/>`), "color"},
		{"an unknown selector", wrap(`<style>p > .x{fill:#000}</style>`), "selector"},
		{"a group seen through", wrap(`<style>.o{opacity:.5}</style><g class="o"><rect width="1" height="1"/></g>`), "opacity of a group"},
		{"text in text", wrap(`<text class="t"><tspan>x</tspan></text>`), "plain text"},
		{"deep nesting", wrap(strings.Repeat("<g>", 30) + strings.Repeat("</g>", 30)), "deeper"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := new(raster.Canvas).Image([]byte(tt.svg), 200); err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("Image = %v, want %q", err, tt.says)
			}
		})
	}
}

func TestPNG(t *testing.T) {
	var b bytes.Buffer
	if err := new(raster.Canvas).PNG(&b, []byte(`<svg viewBox="-1 -1 4 2"><rect x="-1" y="-1" width="4" height="2"/></svg>`), 40); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil || img.Bounds().Dx() != 40 || img.Bounds().Dy() != 20 {
		t.Errorf("the picture is %v, %v", img.Bounds(), err)
	}
}

// FuzzImage draws anything without a panic.
func FuzzImage(f *testing.F) {
	f.Add(`<svg viewBox="0 0 9 9"><style>.a{stroke:#123;stroke-dasharray:1 2}</style><path class="a" d="M1 1a2 2 0 1 0 3 3zl1-1"/></svg>`)
	f.Add(`<svg viewBox="0 0 9 9"><pattern id="p" width="2" height="3" patternUnits="userSpaceOnUse"><circle r="1"/></pattern><rect width="9" height="9" fill="url(#p)" transform="rotate(5)"/></svg>`)
	f.Add(`<svg viewBox="0 0 9 9"><style>.t{font:700 3px x;text-anchor:middle}</style><text class="t" x="4" y="4">Zz</text></svg>`)
	f.Fuzz(func(t *testing.T, svg string) {
		_, _ = new(raster.Canvas).Image([]byte(svg), 32) // an error is as good
	})
}
