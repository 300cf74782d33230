package families

import (
	"testing"

	"tableronde/views/viewtest"
)

// Every game of the catalog has pages of its family.
func TestEveryGameHasAFamily(t *testing.T) {
	for _, info := range viewtest.Games() {
		family, ok := Of(info.ID)
		switch {
		case !ok:
			t.Errorf("no family shows %s", info.ID)
		case family.LayOut == nil:
			t.Errorf("%s has no page of a match", info.ID)
		case family.Chapters == nil || family.Brief == nil:
			t.Errorf("%s has no rules", info.ID)
		case info.Hidden && family.Story == nil:
			t.Errorf("%s hides cards, and its family has no story", info.ID)
		case info.Hidden == family.Board:
			t.Errorf("%s hides cards %v and is played on a board that all see %v", info.ID, info.Hidden, family.Board)
		}
	}
	if _, ok := Of("chess"); ok {
		t.Error("a family shows a game that there is not")
	}
}
