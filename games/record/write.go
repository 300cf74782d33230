package record

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
)

var quote = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// WriteTo writes the record in canonical form: the tags in a fixed order, a
// blank line, one event a line, no comments.
func (r *Record) WriteTo(w io.Writer) (int64, error) {
	n, err := io.WriteString(w, r.String())
	return int64(n), err
}

// String returns the record in canonical form.
func (r *Record) String() string {
	var b strings.Builder
	names := slices.SortedFunc(maps.Keys(r.tags), compareTags)
	for _, name := range names {
		fmt.Fprintf(&b, "[%s \"%s\"]\n", name, quote.Replace(r.Tag(name)))
	}
	b.WriteByte('\n')
	for _, l := range r.events {
		fmt.Fprintf(&b, "%d: %s\n", l.Seat, l.Text)
	}
	return b.String()
}

// tagOrder lists the stems of tags in the order in which they are written; other
// tags follow.
var tagOrder = []string{tagGame, tagVersion, tagSeats, tagSeat, tagHeld, tagDate, tagResult, "Option",
	tagMatch, tagCommitment, tagSecret, tagContribution, tagSeed, games.TagDeck, games.TagChance}

// compareTags orders the names of tags by tagOrder, then by name, then by the
// number at their end.
func compareTags(x, y string) int {
	xs, xn := splitTag(x)
	ys, yn := splitTag(y)
	return cmp.Or(cmp.Compare(rank(xs), rank(ys)), cmp.Compare(xs, ys), cmp.Compare(xn, yn), cmp.Compare(x, y))
}

// splitTag splits a tag's name into its stem and the number at its end, 0 if none.
func splitTag(name string) (stem string, number int) {
	stem = strings.TrimRight(name, "0123456789")
	number, _ = strconv.Atoi(name[len(stem):])
	return stem, number
}

func rank(stem string) int {
	family, _, _ := strings.Cut(stem, ".")
	if i := slices.Index(tagOrder, family); i >= 0 {
		return i
	}
	return len(tagOrder)
}
