package cards

import (
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"
)

// A coat follows from the id alone; many players bear many coats, each whole, and of one
// metal and one color.
func TestCoats(t *testing.T) {
	for _, name := range coatCharges {
		if name != "tower" && name != "rose" && name != "rowel" && charges[name] == "" {
			t.Errorf("there is no %s", name)
		}
	}
	seen := map[string]bool{}
	for i := range 2000 {
		coat := Coat(strconv.Itoa(i), i%2 == 0)
		if coat != Coat(strconv.Itoa(i), i%2 == 0) {
			t.Fatal("the same id has two coats")
		}
		seen[Coat(strconv.Itoa(i), false)] = true
		for x := xml.NewDecoder(strings.NewReader(coat)); ; {
			if _, err := x.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%v in %s", err, coat)
			}
		}
	}
	if len(seen) < 1400 { // of 4,160, about 1,590 are expected
		t.Errorf("2,000 players bear %d coats", len(seen))
	}
}
