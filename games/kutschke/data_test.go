package kutschke

import (
	"encoding/json"
	"testing"
)

// What section 13 of the rules page wants of the data file.

func TestDataCounts(t *testing.T) {
	var f boxFile
	if err := json.Unmarshal(cardsFile, &f); err != nil {
		t.Fatal(err)
	}
	if len(f.Actions) != 16 || len(f.Virtues) != 18 || len(f.Adventures) != 14 || len(f.Places) != 8 {
		t.Errorf("%d actions, %d virtues, %d adventures, %d places", len(f.Actions), len(f.Virtues), len(f.Adventures), len(f.Places))
	}
	removed := 0
	for _, a := range f.Actions {
		if a.Removed {
			removed++
		}
	}
	for _, c := range f.Virtues {
		if c.Removed {
			removed++
		}
	}
	if removed != 7 {
		t.Errorf("%d cards are removed for two or three, want 7", removed)
	}
	if box.rounds != 40 || box.distance != 3 {
		t.Errorf("%d rounds, horses of %d", box.rounds, box.distance)
	}
}

func TestDataVirtues(t *testing.T) {
	for _, c := range []struct {
		seats int
		cards string
	}{
		{2, "S1 S1 S2 S3 L1 L2 L3 D1 D1 D2 D3 B1 B2 B3"},
		{3, "S1 S1 S2 S3 L1 L2 L3 D1 D1 D2 D3 B1 B2 B3"},
		{4, "S1 S1 S1 S2 S3 L1 L1 L2 L3 D1 D1 D1 D2 D3 B1 B1 B2 B3"},
	} {
		if got := (&knight{hand: box.byPlayers[c.seats].virtues}).cards(); got != c.cards {
			t.Errorf("%d play with %s, want %s", c.seats, got, c.cards)
		}
	}
}

func TestDataTwoAdventuresPerProvince(t *testing.T) {
	met := map[Place]int{}
	for _, a := range Adventures() {
		met[a.Place()]++
	}
	for _, p := range Provinces() {
		if met[p] != 2 {
			t.Errorf("%d adventures at %s", met[p], p)
		}
	}
}

func TestDataShields(t *testing.T) {
	for _, a := range Adventures() {
		want, virtues := 0, 0
		for _, v := range Virtues() {
			want += a.Cost(v)
			if a.Cost(v) > 0 {
				virtues++
			}
		}
		if a.Cost(Dragon) > 0 {
			want++
		}
		if virtues == 3 {
			want++
		}
		if a.Shields() != want {
			t.Errorf("%s is worth %d, want %d", a, a.Shields(), want)
		}
	}
}

func TestDataEveryCostIsPayable(t *testing.T) {
	for _, a := range Adventures() {
		for _, v := range Virtues() {
			if pile := box.byPlayers[2].virtues.of(v).total(); pile < a.Cost(v) {
				t.Errorf("%s asks for %s %d of %d", a, v, a.Cost(v), pile)
			}
		}
		if len(allLines().quest[a]) == 0 {
			t.Errorf("%s cannot be paid", a)
		}
	}
}

func TestDataSeedCard(t *testing.T) {
	a := mustParse(t, "golden-pheasant", parseAdventure)
	if a.Place().String() != "hidden-valley" || a.Cost(Lance) != 1 || a.Cost(Book) != 1 || a.Shields() != 2 || a.Ours() || a.Place().Ours() {
		t.Errorf("the golden pheasant is at %s for %d and %d, worth %d", a.Place(), a.Cost(Lance), a.Cost(Book), a.Shields())
	}
	ours := 0
	for _, a := range Adventures() {
		if a.Ours() {
			ours++
		}
	}
	if ours != 13 {
		t.Errorf("%d adventures are ours, want 13", ours)
	}
}

// TestPayments compares the payments of every adventure with a search through
// all that can be paid at all.
func TestPayments(t *testing.T) {
	for _, a := range Adventures() {
		want := map[cards]bool{}
		for _, pay := range combinations(func(Virtue) bool { return true }) {
			if pay != 0 && settledPlainly(a, pay) {
				want[pay] = true
			}
		}
		for i, p := range allLines().quest[a] {
			if !want[p.cards] {
				t.Errorf("%s is no payment", p.line)
			}
			if i > 0 && compareCards(allLines().quest[a][i-1].cards, p.cards) >= 0 {
				t.Errorf("%s comes too late", p.line)
			}
		}
		if len(want) != len(allLines().quest[a]) {
			t.Errorf("%s has %d payments, want %d", a, len(allLines().quest[a]), len(want))
		}
	}
}

// settledPlainly tells in the words of the rules whether cards pay for an
// adventure.
func settledPlainly(a Adventure, pay cards) bool {
	var sums [Book + 1]int
	for _, c := range pay.list() {
		sums[c.Virtue()] += c.Value()
	}
	for _, v := range Virtues() {
		if sums[v] < a.Cost(v) || a.Cost(v) == 0 && sums[v] > 0 {
			return false
		}
	}
	for _, c := range pay.list() {
		if sums[c.Virtue()]-c.Value() >= a.Cost(c.Virtue()) {
			return false
		}
	}
	return true
}

func TestEveryCodeHasAName(t *testing.T) {
	names := map[string]bool{}
	want := func(codes []string) {
		for _, code := range codes {
			name, ok := Name(code)
			if !ok || name.En == "" || name.Fr == "" || names[name.En] {
				t.Errorf("%s is called %q", code, name)
			}
			names[name.En] = true
		}
	}
	want(codesOf(Kinds()))
	want(codesOf(Virtues()))
	want(codesOf((box.byPlayers[2].virtues).list()[1:4]))
	want(codesOf(Provinces()))
	want(codesOf(Adventures()))
	if _, ok := Name("X"); ok {
		t.Error("X has a name")
	}
}
