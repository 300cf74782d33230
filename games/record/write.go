package record

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

var quote = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// WriteTo writes the record in canonical form: the tags in a fixed order, a
// blank line, one event a line, no comments.
func (r *Record) WriteTo(w io.Writer) (int64, error) {
	n, err := io.WriteString(w, r.String())
	return int64(n), err
}

// String is the record in canonical form.
func (r *Record) String() string {
	var b strings.Builder
	names := slices.SortedFunc(maps.Keys(r.tags), func(x, y string) int {
		xr, xn := rank(x)
		yr, yn := rank(y)
		return cmp.Or(cmp.Compare(xr, yr), cmp.Compare(xn, yn), cmp.Compare(x, y))
	})
	for _, name := range names {
		fmt.Fprintf(&b, "[%s \"%s\"]\n", name, quote.Replace(r.Tag(name)))
	}
	b.WriteByte('\n')
	for _, l := range r.events {
		fmt.Fprintf(&b, "%d: %s\n", l.Seat, l.Text)
	}
	return b.String()
}

// rank orders the tags; those of the same rank go by number, then by name.
func rank(name string) (rank, number int) {
	family, id, _ := strings.Cut(name, ".")
	if i := slices.Index([]string{tagGame, tagVersion, tagSeats}, name); i >= 0 {
		return i, 0
	}
	if seat, ok := strings.CutPrefix(name, tagSeat); ok {
		if n, err := strconv.ParseUint(seat, 10, 16); err == nil {
			return 3, int(n)
		}
	}
	if i := slices.Index([]string{tagDate, tagResult, "Option", "Seed", "Deck", "Chance"}, family); i >= 0 {
		number, _ = strconv.Atoi(id)
		return 4 + i, number
	}
	return 10, 0
}
