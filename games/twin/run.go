package twin

import (
	"iter"
	"math/rand/v2"
	"testing"
)

// Run checks so many pairs of a table, half of them dealt anew and half replayed, and,
// if seats act in secret, as many again in which one has chosen differently. The random
// games are the same in every run. It also fails if twins are hardly ever different,
// since they would prove nothing.
func (t Table) Run(tb testing.TB, pairs int) {
	tb.Helper()
	t.run(tb, "dealt anew", rand.New(rand.NewPCG(1, uint64(pairs))), t.Deal, (pairs+1)/2)
	t.run(tb, "replayed", rand.New(rand.NewPCG(2, uint64(pairs))), t.Replay, pairs/2)
	if t.Secret != nil {
		t.run(tb, "parted", rand.New(rand.NewPCG(3, uint64(pairs))), t.Part, pairs)
	}
}

// minDifferent bounds the share of different twins: at least one pair in so many. The twins of
// finished games are the same, and so are those with hardly anything hidden.
const minDifferent = 8

func (t Table) run(tb testing.TB, how string, rng *rand.Rand, deal func(*rand.Rand) iter.Seq2[Pair, error], pairs int) {
	tb.Helper()
	checked, different, secret := 0, 0, 0
	for p, err := range deal(rng) {
		if checked >= pairs {
			break
		}
		if err != nil {
			tb.Fatalf("pair %d %s: %v", checked, how, err)
		}
		checked++
		if p.dealt {
			different++
		}
		if p.parted() {
			secret++
		}
		if leaks := t.Check(rng, p); len(leaks) > 0 {
			for _, leak := range leaks[:min(len(leaks), 5)] {
				tb.Error(leak)
			}
			tb.Fatalf("pair %d %s, after %d actions", checked-1, how, len(p.A.Past))
		}
	}
	if different*minDifferent < checked {
		tb.Errorf("of %d pairs %s only %d differ", checked, how, different)
	}
	tb.Logf("%d pairs %s, %d of them different, %d after different actions", checked, how, different, secret)
}

// parted reports whether the twins have different actions in their pasts.
func (p Pair) parted() bool {
	for i := range p.A.Past {
		if p.A.Past[i].Action != p.B.Past[i].Action {
			return true
		}
	}
	return false
}
