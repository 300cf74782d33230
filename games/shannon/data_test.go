package shannon

import "testing"

// TestCardsAreThoseOfTheRules counts what §1 counts.
func TestRule1_Cards(t *testing.T) {
	sum, poison := 0, 0
	for _, c := range Cards() {
		sum += c.Wounds()
		if c.Poison() {
			poison++
		}
		if got, err := ParseCard(c.String()); got != c || err != nil {
			t.Errorf("ParseCard(%s) = %v, %v", c, got, err)
		}
	}
	if sum != 540 || poison != 16 || len(weaponData) != deckSize+1 {
		t.Errorf("%d cards with %d wounds, %d of them poison; want 80, 540, 16", len(weaponData)-1, sum, poison)
	}
	if n, m, k := len(Heroes()), len(Legends()), len(Favors()); n != 8 || m != 8 || k != 24 {
		t.Errorf("%d heroes, %d legends, %d favors; want 8, 8, 24", n, m, k)
	}
	for _, h := range Heroes() {
		if h.Partner == nil || h.Partner.Partner != h {
			t.Errorf("%s has no legend", h.ID)
		}
	}
}
