package cards

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"tableronde/games"
)

type number uint8

func (n number) String() string { return fmt.Sprint("N", uint8(n)) }

func TestSet(t *testing.T) {
	s := SetOf[number](3, 64, 3, 127)
	s.Add(0)
	s.Remove(64)
	if got := fmt.Sprint(s.List(), s.Len(), s.First(), s.At(1), s.Has(64),
		s.Empty()); got != "[N0 N3 N127] 3 N0 N3 false false" {
		t.Errorf("the set is %s", got)
	}
	other := SetOf[number](3, 5)
	if s.And(other) != SetOf[number](3) || s.Or(other).Len() != 4 || s.Without(other) != SetOf[number](0, 127) {
		t.Errorf("of two sets: %v, %v, %v", s.And(other).List(), s.Or(other).List(), s.Without(other).List())
	}
}

func TestLists(t *testing.T) {
	list := []number{1, 2, 1}
	more, fewer := Add(list, 5), Remove(list, 1)
	if !slices.Equal(list, []number{1, 2, 1}) || Line(more, "-") != "N1 N2 N1 N5" || Line(fewer, "-") != "N2 N1" ||
		Line(list[:0], "-") != "-" {
		t.Errorf("of %v: %v and %v", list, more, fewer)
	}
	if n, ok := Parse("n2", list); n != 2 || !ok {
		t.Errorf("n2 is %v", n)
	}
	if _, ok := Parse("n3", list); ok {
		t.Error("n3 is in the list")
	}
}

func TestCheckSetup(t *testing.T) {
	info := games.Info{ID: "game", Seats: []int{2, 3},
		Options: []games.Option{{ID: "auto", Values: []string{"now"}}, {ID: "free"}}}
	for want, setup := range map[string]games.Setup{
		"2 <nil>":                                {},
		"3 <nil>":                                {Seats: 3, Options: map[string]string{"auto": "now", "free": "any"}},
		"0 game: 4 seats, want 2 to 3":           {Seats: 4},
		"0 game: no option \"a\"":                {Options: map[string]string{"z": "", "a": "", "k": ""}},
		"0 game: option auto has no value \"x\"": {Options: map[string]string{"auto": "x"}},
	} {
		if got := fmt.Sprint(CheckSetup(info, setup)); got != want {
			t.Errorf("%+v: %s, want %s", setup, got, want)
		}
	}
}

type named struct{ number }

func (named) Name() games.Text { return games.Text{En: "the number"} }

// A refusal has codes in its arguments and names in its sentence; a nil one refuses nothing.
func TestRefusal(t *testing.T) {
	list := NewRefusals("game.")
	r := list.Add("held", "hand", "You hold {card}, {count} times.")
	why := r.With("card", named{3}, "count", 2, "line", "unused")
	if why.Key != "game.held" || why.Text != "You hold the number, 2 times." ||
		fmt.Sprint(why.Args) != "map[card:N3 count:2]" {
		t.Errorf("%+v", why)
	}
	var none *Refusal
	if none.With("card", 1) != nil || !errors.As(why, new(*games.Illegal)) {
		t.Error("no reason is one")
	}
	if list.Sentences()["game.held"] != r.Text || !slices.Equal(list.Sections(), []string{"hand"}) ||
		len(list.All()) != 1 {
		t.Errorf("the list is %v of %v", list.Sentences(), list.Sections())
	}
}

// A recorder keeps facts that only some may hear; none is nil.
func TestRecorder(t *testing.T) {
	var none *Recorder
	none.Add(games.Fact{})
	r := &Recorder{Viewer: 2}
	r.AddIf(true, "kind", 3)
	r.AddIf(false, "kind", 4)
	if none.Sees(2) || r.Sees(1) || !r.Sees(1, 2) || len(r.Facts) != 1 || !(&Recorder{Viewer: games.Omniscient}).Sees() {
		t.Errorf("facts %+v", r.Facts)
	}
}
