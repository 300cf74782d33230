package static

import (
	"bytes"
	"encoding/binary"
	"flag"
	"image/png"
	"os"
	"testing"

	"tableronde/views/raster"
)

var update = flag.Bool("update", false, "write favicon.ico anew from icon.svg")

// faviconSizes are the widths of the pictures in favicon.ico.
var faviconSizes = []int{16, 32, 48}

// drawFavicon makes an ICO file with a PNG of a picture in each size.
func drawFavicon(t *testing.T, svg []byte) []byte {
	t.Helper()
	var pictures [][]byte
	for _, size := range faviconSizes {
		var b bytes.Buffer
		if err := new(raster.Canvas).PNG(&b, svg, size); err != nil {
			t.Fatal(err)
		}
		pictures = append(pictures, b.Bytes())
	}
	const header, entry = 6, 16
	le := binary.LittleEndian
	ico := le.AppendUint16(le.AppendUint16(le.AppendUint16(nil, 0), 1), uint16(len(pictures)))
	offset := header + entry*len(pictures)
	for i, picture := range pictures {
		size := byte(faviconSizes[i])
		ico = append(ico, size, size, 0, 0)
		ico = le.AppendUint16(le.AppendUint16(ico, 1), 32)
		ico = le.AppendUint32(le.AppendUint32(ico, uint32(len(picture))), uint32(offset))
		offset += len(picture)
	}
	return append(ico, bytes.Join(pictures, nil)...)
}

func TestFaviconIsTheIcon(t *testing.T) {
	svg, err := files.ReadFile("icon.svg")
	if err != nil {
		t.Fatal(err)
	}
	want := drawFavicon(t, svg)
	if *update {
		if err := os.WriteFile("favicon.ico", want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got := Favicon()
	if len(got) < 6 || binary.LittleEndian.Uint16(got[4:]) != uint16(len(faviconSizes)) {
		t.Fatalf("favicon.ico does not hold %d pictures", len(faviconSizes))
	}
	for i, size := range faviconSizes {
		entry := got[6+16*i:]
		length, offset := binary.LittleEndian.Uint32(entry[8:]), binary.LittleEndian.Uint32(entry[12:])
		picture, err := png.Decode(bytes.NewReader(got[offset : offset+length]))
		if err != nil {
			t.Fatalf("picture %d: %v", i, err)
		}
		drawn, err := new(raster.Canvas).Image(svg, size)
		if err != nil {
			t.Fatal(err)
		}
		if picture.Bounds() != drawn.Bounds() {
			t.Errorf("picture %d is %v, want %v", i, picture.Bounds(), drawn.Bounds())
			continue
		}
		for y := range size {
			for x := range size {
				r, g, b, a := picture.At(x, y).RGBA()
				wr, wg, wb, wa := drawn.At(x, y).RGBA()
				if far(r, wr) || far(g, wg) || far(b, wb) || far(a, wa) {
					t.Fatalf("favicon.ico is not icon.svg at %d, %d: run go test ./static -update", x, y)
				}
			}
		}
	}
}

// far reports whether two values of a pixel differ by more than PNG loses at a soft edge.
func far(a, b uint32) bool { return max(a, b)-min(a, b) > 0x0400 }
