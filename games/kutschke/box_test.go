package kutschke

import (
	"slices"
	"strings"
	"testing"

	"tableronde/games/cards"
)

// Section 13 of the rules page about the data file.
func TestData(t *testing.T) {
	if len(box.Actions) != 16 || len(box.Virtues) != 18 || len(Adventures()) != 14 || len(box.Adventures) != 15 ||
		len(box.Places) != placeCount {
		t.Errorf("%d actions, %d virtues, %d adventures, %d places", len(box.Actions), len(box.Virtues), len(box.Adventures),
			len(box.Places))
	}
	removed := 0
	for _, a := range box.Actions {
		if a.Removed {
			removed++
		}
		if a.Kind == "P" && a.Distance != 3 {
			t.Errorf("a horse of %d", a.Distance)
		}
	}
	for _, c := range box.Virtues {
		if c.Removed {
			removed++
		}
	}
	if removed != 7 || box.RoundCap.Value != 40 || box.distance != 3 {
		t.Errorf("%d cards are removed for two or three, want 7; %d rounds, horses of %d", removed, box.RoundCap.Value,
			box.distance)
	}
	for seats, want := range map[int]string{
		2: "S1 S1 S2 S3 L1 L2 L3 D1 D1 D2 D3 B1 B2 B3",
		3: "S1 S1 S2 S3 L1 L2 L3 D1 D1 D2 D3 B1 B2 B3",
		4: "S1 S1 S1 S2 S3 L1 L1 L2 L3 D1 D1 D1 D2 D3 B1 B1 B2 B3",
	} {
		if got := strings.TrimSpace(box.outfits[seats].virtues.codes()); got != want {
			t.Errorf("%d play with %s, want %s", seats, got, want)
		}
	}
}

// Two adventures are completed in each province. Their shields are the total of the cost,
// one more with Dragon, one more with three virtues. Every cost can be paid by two.
func TestDataAdventures(t *testing.T) {
	met, ours := map[Place]int{}, 0
	for _, a := range Adventures() {
		met[a.Place()]++
		if a.Ours() {
			ours++
		}
		want, virtues := 0, 0
		for _, v := range Virtues() {
			if want += a.Cost(v); a.Cost(v) > 0 {
				virtues++
			}
			if pile := box.outfits[2].virtues.of(v).total(); pile < a.Cost(v) {
				t.Errorf("%s asks for %s %d of %d", a, v, a.Cost(v), pile)
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
	for _, p := range Provinces() {
		if met[p] != 2 {
			t.Errorf("%d adventures at %s", met[p], p)
		}
	}
	a := mustParse(t, "golden-pheasant", Adventures())[0]
	if ours != 13 || a.Place().String() != "hidden-valley" || a.Cost(Lance) != 1 || a.Cost(Book) != 1 ||
		a.Shields() != 2 || a.Ours() || a.Place().Ours() {
		t.Errorf("the golden pheasant is at %s for %d and %d, worth %d", a.Place(), a.Cost(Lance), a.Cost(Book), a.Shields())
	}
}

// TestPayments compares the payments of every adventure with a search through
// everything that can be paid at all.
func TestPayments(t *testing.T) {
	for _, a := range Adventures() {
		var want []cardSet
		for _, pay := range combinations(func(Virtue) bool { return true }) {
			if pay != 0 && settledPlainly(a, pay) {
				want = append(want, pay)
			}
		}
		var got []cardSet
		for _, p := range allLines().quest[a] {
			got = append(got, p.cards)
		}
		if !slices.Equal(got, want) || len(got) == 0 {
			t.Errorf("%s has %d payments, want %d", a, len(got), len(want))
		}
	}
}

// settledPlainly reports in the words of the rules whether cards pay for an adventure.
func settledPlainly(a Adventure, pay cardSet) bool {
	var sums [Book + 1]int
	for _, c := range pay.list() {
		sums[c.Virtue()] += c.Value()
	}
	for _, v := range Virtues() {
		if sums[v] < a.Cost(v) || a.Cost(v) == 0 && sums[v] > 0 {
			return false
		}
	}
	return !slices.ContainsFunc(pay.list(), func(c Card) bool { return sums[c.Virtue()]-c.Value() >= a.Cost(c.Virtue()) })
}

func TestEveryCodeHasAName(t *testing.T) {
	names := map[string]bool{}
	for _, code := range slices.Concat(cards.Codes(Kinds()), cards.Codes(Virtues()), cards.Codes(allCards),
		cards.Codes(allPlaces), cards.Codes(Adventures())) {
		name, ok := Name(code)
		if !ok || name.En == "" || name.Fr == "" || names[name.En] {
			t.Errorf("%s is called %q", code, name)
		}
		names[name.En] = true
	}
	if _, ok := Name("X"); ok {
		t.Error("X has a name")
	}
}
