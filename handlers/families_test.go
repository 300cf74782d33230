package handlers

import (
	"testing"

	"tableronde/handlers/club"
)

// Every game of the catalog has pages of its family.
func TestEveryGameHasAFamily(t *testing.T) {
	for _, info := range club.Games() {
		family, ok := familyOf(info.ID)
		switch {
		case !ok:
			t.Errorf("no family shows %s", info.ID)
		case family.Page == nil || family.Fragment == nil:
			t.Errorf("%s has no page of a match", info.ID)
		case info.Hidden && (family.Story == nil || family.Chapters == nil):
			t.Errorf("%s hides cards, and its family has no story or no rules", info.ID)
		}
	}
	if _, ok := familyOf("chess"); ok {
		t.Error("a family shows a game that there is not")
	}
}
