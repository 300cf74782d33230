package static

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"strings"
	"testing"

	"tableronde/views/raster"
)

// The icons of the installed site are drawn from icon.svg. One is as it is. One has all of it
// in the middle, on ground that systems may cut to any shape. One is a shape alone, of which
// phones use no color.
var icons = []struct {
	name  string
	width int
	from  func(svg string) string
}{
	{"icon-192.png", 192, func(svg string) string { return svg }},
	{"icon-512.png", 512, func(svg string) string { return svg }},
	{"icon-maskable.png", 512, func(svg string) string {
		return strings.NewReplacer(`viewBox="0 0 30 30"`, `viewBox="-6 -6 42 42"`, `<circle cx="15" cy="15" r="15" fill="#fffdf8"/>`, `<path fill="#fffdf8" d="M-6 -6H36V36H-6Z"/>`).Replace(svg)
	}},
	{"badge.png", 96, func(svg string) string {
		return strings.NewReplacer(`<circle cx="15" cy="15" r="15" fill="#fffdf8"/>`, "", `fill="#fffdf8" `, `fill="none" `, "#1a2233", "#fff").Replace(svg)
	}},
}

func TestIconsAreTheIcon(t *testing.T) {
	svg, err := files.ReadFile("icon.svg")
	if err != nil {
		t.Fatal(err)
	}
	for _, icon := range icons {
		drawing := []byte(icon.from(string(svg)))
		if *update {
			writeIcon(t, icon.name, drawing, icon.width)
			continue
		}
		drawn, err := new(raster.Canvas).Image(drawing, icon.width)
		if err != nil {
			t.Fatal(err)
		}
		stored, err := png.Decode(strings.NewReader(Source(icon.name)))
		if err != nil {
			t.Fatalf("%s: %v", icon.name, err)
		}
		if !alike(stored, drawn) {
			t.Errorf("%s is not icon.svg: run go test ./static -update", icon.name)
		}
	}
}

// writeIcon draws an icon with few enough shades for a palette.
func writeIcon(t *testing.T, name string, drawing []byte, width int) {
	t.Helper()
	drawn, err := new(raster.Canvas).Image(drawing, width)
	if err != nil {
		t.Fatal(err)
	}
	shades := make(map[color.NRGBA]uint8)
	out := image.NewPaletted(drawn.Bounds(), nil)
	for y := range width {
		for x := range width {
			c := color.NRGBAModel.Convert(drawn.At(x, y)).(color.NRGBA)
			for _, part := range []*uint8{&c.R, &c.G, &c.B, &c.A} {
				*part = uint8((int(*part) + 2) / 5 * 5)
			}
			i, known := shades[c]
			if !known {
				i = uint8(len(shades))
				shades[c], out.Palette = i, append(out.Palette, c)
			}
			out.SetColorIndex(x, y, i)
		}
	}
	if len(shades) > 256 {
		t.Fatalf("%s has %d shades", name, len(shades))
	}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, out); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// alike reports whether two pictures are the same, except for the loss of a palette at soft
// edges.
func alike(a, b image.Image) bool {
	if a.Bounds() != b.Bounds() {
		return false
	}
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			r, g, bl, al := a.At(x, y).RGBA()
			wr, wg, wb, wa := b.At(x, y).RGBA()
			if far(r/2, wr/2) || far(g/2, wg/2) || far(bl/2, wb/2) || far(al/2, wa/2) {
				return false
			}
		}
	}
	return true
}
