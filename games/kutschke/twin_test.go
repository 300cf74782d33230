package kutschke

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/effort"
)

// Twins are two states that differ only in what a viewer cannot see: the virtue
// cards of others, their bids, the deck and the seed. The viewer must not be
// able to tell them apart.

func TestTwins(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 11))
	pairs, told, bids := 0, 0, 0
	for pairs < effort.N(12_000) {
		n := minSeats + rng.IntN(3)
		s := begin(t, n, rng.Uint64())
		var log []entry
		for s.Result() == nil && len(log) < 400 {
			if rng.IntN(12) == 0 || s.phase == PhaseTourney {
				viewer := games.Seat(rng.IntN(n + 1))
				tw := twinOf(s, viewer, rng)
				pairs++
				bids += wantSameFor(t, s, tw, viewer, log, rng)
				told += wantSameTold(t, s, tw, viewer, rng)
			}
			seat := pickOne(rng, s.ToAct())
			line := pickOne(rng, s.Legal(seat))
			log = append(log, entry{seat, s, line})
			s = play1(t, s, seat, line)
		}
	}
	if told < pairs/4 || bids < pairs/200 {
		t.Errorf("of %d pairs %d tell the same, %d have bids that nobody has seen", pairs, told, bids)
	}
}

// entry is a line of the log and where it was played.
type entry struct {
	seat   games.Seat
	before *state
	line   string
}

func play1(t testing.TB, s *state, seat games.Seat, line string) *state {
	t.Helper()
	next, _, err := s.Apply(seat, line)
	if err != nil {
		t.Fatal(err)
	}
	return next.(*state)
}

// twinOf deals anew what a viewer cannot see, whether or not it has been seen to
// be taken.
func twinOf(s *state, viewer games.Seat, rng *rand.Rand) *state {
	tw := *s
	for i := range tw.seated() {
		if seatOf(i) != viewer {
			tw.knights[i].known = 0
		}
	}
	return tw.Determinize(viewer, rng).(*state)
}

// wantSameFor compares all that a viewer gets to see of two states and counts the bids
// that it does not.
func wantSameFor(t *testing.T, a, b *state, viewer games.Seat, log []entry, rng *rand.Rand) (bids int) {
	t.Helper()
	va, vb := a.view(viewer), b.view(viewer)
	if x, y := encode(t, va), encode(t, vb); x != y || !reflect.DeepEqual(va, vb) || va.String() != vb.String() {
		t.Fatalf("%d sees\n%s\n%s", viewer, x, y)
	}
	if x, y := fmt.Sprintf("%+v", pageOf(va)), fmt.Sprintf("%+v", pageOf(vb)); x != y {
		t.Fatalf("%d reads\n%s\n%s", viewer, x, y)
	}
	if x, y := a.Legal(viewer), b.Legal(viewer); !slices.Equal(x, y) {
		t.Fatalf("%d may do %v or %v", viewer, x, y)
	}
	for range 6 {
		line := someLine(a, viewer, rng)
		_, _, x := a.Apply(viewer, line)
		_, _, y := b.Apply(viewer, line)
		if fmt.Sprintf("%+v", x) != fmt.Sprintf("%+v", y) || !reflect.DeepEqual(x, y) {
			t.Fatalf("%d plays %s: %v or %v", viewer, line, x, y)
		}
	}
	stagedAlike(t, a, b, viewer, rng)
	x, xerr := a.ReadOrders(viewer, "Q P ES")
	y, yerr := b.ReadOrders(viewer, "Q P ES")
	if x != y || !reflect.DeepEqual(xerr, yerr) {
		t.Fatalf("%d orders %q, %v or %q, %v", viewer, x, xerr, y, yerr)
	}
	for _, e := range log[max(0, len(log)-8):] {
		line := e.line
		if k := &b.knights[e.seat-1]; strings.HasPrefix(line, bidWord) && k.placed {
			line = action{verb: verbBid, cards: k.bid}.String()
			if viewer != e.seat {
				bids++
			}
		}
		x, y := a.Veil(viewer, e.seat, e.before, e.line), b.Veil(viewer, e.seat, e.before, line)
		if x != y {
			t.Fatalf("%d reads that %d played %s or %s", viewer, e.seat, x, y)
		}
	}
	return bids
}

// pageOf is everything that a page can ask a view for.
func pageOf(v View) []any {
	stakes, ok := v.Stakes()
	round, wishes := v.Wishes("round 2: Q P")
	return []any{v.Turn(), v.Order(), v.Circle(), v.Choices(), v.Uses(), v.Errands(), stakes, ok, v.Entrants(), round, wishes}
}

// someLine returns a legal line or any other.
func someLine(s *state, seat games.Seat, rng *rand.Rand) string {
	switch legal := s.Legal(seat); {
	case len(legal) > 0 && rng.IntN(2) == 0:
		return pickOne(rng, legal)
	case rng.IntN(8) == 0:
		return pickOne(rng, []string{"Q fire-dragon S1 S2 D3 B1", "bid D1", "T", "", "G S1", "bid S1 S1 S1 S1"})
	}
	return pickOne(rng, everyLine)
}

var everyLine = func() []string {
	var lines []string
	for line := range allLines().action {
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return lines
}()

func stagedAlike(t *testing.T, a, b *state, viewer games.Seat, rng *rand.Rand) {
	t.Helper()
	var list []string
	at := a
	for range 6 {
		line := someLine(at, viewer, rng)
		list = append(list, line)
		if next, _, err := at.Apply(viewer, line); err == nil {
			at = next.(*state)
		}
	}
	x, xfit, xerr := a.Stage(viewer, list)
	y, yfit, yerr := b.Stage(viewer, list)
	if xfit != yfit || !reflect.DeepEqual(xerr, yerr) || !reflect.DeepEqual(x, y) || encode(t, x) != encode(t, y) {
		t.Fatalf("%d stages %v:\n%d %v %s\n%d %v %s", viewer, list, xfit, xerr, encode(t, x), yfit, yerr, encode(t, y))
	}
}

// wantSameTold plays an action in both states, the same or, of bids, any; where it
// uncovers nothing, a viewer must be told the same. It tells how often it was.
func wantSameTold(t *testing.T, a, b *state, viewer games.Seat, rng *rand.Rand) int {
	t.Helper()
	seat := pickOne(rng, a.ToAct())
	x := pickOne(rng, a.Legal(seat))
	y := x
	if a.phase == PhaseTourney && seat != viewer {
		y = pickOne(rng, b.Legal(seat))
	}
	afterB, _, err := b.Apply(seat, y)
	if err != nil {
		return 0 // for want of a card that the viewer cannot see
	}
	afterA := play1(t, a, seat, x)
	if encode(t, afterA.view(viewer)) != encode(t, afterB.View(viewer)) {
		return 0 // it has uncovered something
	}
	if x, y := a.Tell(viewer, seat, x), b.Tell(viewer, seat, y); !reflect.DeepEqual(x, y) {
		t.Fatalf("%d is told\n%+v\n%+v", viewer, x, y)
	}
	return 1
}
