package record

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Who held a seat before another stands in tags, which other programs keep or pass over, and is read
// again in the order of the lines.
func TestHolders(t *testing.T) {
	r, err := Parse(strings.NewReader("[Game \"camelot\"]\n[Seats \"2\"]\n[Held.2.x \"Nobody\"]\n\n1: E6-E8\n2: player\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := []Holder{{1, 3, "Ada"}, {2, 9, "Bo"}, {1, 12, "Cy"}}
	for _, i := range []int{2, 0, 1} {
		r.SetHolder(want[i])
	}
	again, err := Parse(strings.NewReader(r.String()))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, again.Holders()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !strings.Contains(r.String(), "[Held.2.9 \"Bo\"]\n") || again.String() != r.String() {
		t.Errorf("the record is\n%s", r)
	}
}
