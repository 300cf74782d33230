package upkeep

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Of a backup each night for a year, 7d,4w,6m keeps the last of each of seven days, four weeks
// and six months.
func TestRetention(t *testing.T) {
	t.Parallel()
	var keep retention
	if err := keep.UnmarshalFlag("7d,4w,6m"); err != nil {
		t.Fatal(err)
	}
	last := time.Date(2026, 11, 28, 3, 30, 0, 0, time.UTC) // a Saturday
	var times []time.Time
	for i := range 365 {
		times = append(times, last.AddDate(0, 0, -i))
	}
	var got []string
	for at := range keep.keeps(times) {
		got = append(got, at.Format("01-02"))
	}
	slices.Sort(got)
	want := strings.Fields("06-30 07-31 08-31 09-30 10-31 11-08 11-15 11-22 11-23 11-24 11-25 11-26 11-27 11-28")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
	for _, bad := range []string{"", "7", "d", "7x", "0d", "-1d", "7d,", "7d 4w", "1dd"} {
		if err := new(retention).UnmarshalFlag(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}
