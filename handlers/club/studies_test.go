package club

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/study"
)

// studyTable returns a public match of Camelot with two moves.
func studyTable(t *testing.T) *testTable {
	c := newTestTable(t, catalog.Find)
	c.open(Proposal{Game: "camelot", Seats: 2, Public: true})
	c.mustPost(1, 0, "E6-E8")
	c.mustPost(2, 1, "F10-F9")
	return c
}

func (c *testTable) mustStudy(by int) study.Study {
	c.t.Helper()
	x, err := c.Study(c.t.Context(), c.id, c.players[by-1].ID)
	if err != nil {
		c.t.Fatal(err)
	}
	return x
}

// An analysis is for whoever keeps it, whether they play or watch, and nobody else has
// it. Nothing is published of it.
func TestStudyIsForItsPlayerAlone(t *testing.T) {
	t.Parallel()
	c := studyTable(t)
	published := len(c.hub.changes)
	ctx := t.Context()
	for by, move := range map[int]string{1: "c6-c7", 2: "D6-D8", 3: "J6-K7"} {
		if err := c.KeepLine(ctx, c.id, c.players[by-1].ID, StudyLine{2, []string{move, "D10-C9"}}); err != nil {
			t.Fatal(err)
		}
	}
	for by, move := range map[int]string{1: "C6-C7", 2: "D6-D8", 3: "J6-K7"} {
		want := study.Study{From: []study.Root{{After: 2, Lines: []study.Move{{Seat: 1, Text: move, Lines: []study.Move{{Seat: 2, Text: "D10-C9"}}}}}}}
		if diff := cmp.Diff(want, c.mustStudy(by)); diff != "" {
			t.Errorf("the analysis of %d (-want +got):\n%s", by, diff)
		}
	}
	if got := c.mustStudy(4); len(got.From) != 0 {
		t.Errorf("somebody who has kept nothing has %+v", got)
	}
	if got, err := c.Study(ctx, c.id, ""); len(got.From) != 0 || err != nil {
		t.Errorf("nobody has %+v, %v", got, err)
	}
	if len(c.hub.changes) != published {
		t.Error("an analysis is published")
	}
}

func TestStudyEdits(t *testing.T) {
	t.Parallel()
	c := studyTable(t)
	ctx, ada := t.Context(), c.players[0].ID
	line := func(text string) StudyLine { return StudyLine{2, strings.Fields(text)} }
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(c.KeepLine(ctx, c.id, ada, line("C6-C7 D10-C9")))
	check(c.NoteLine(ctx, c.id, ada, line("D6-D8"), " two\r\nlines\a "))
	check(c.PromoteLine(ctx, c.id, ada, line("D6-D8")))
	want := study.Study{From: []study.Root{{After: 2, Lines: []study.Move{
		{Seat: 1, Text: "D6-D8", Note: "two\nlines"}, {Seat: 1, Text: "C6-C7", Lines: []study.Move{{Seat: 2, Text: "D10-C9"}}}}}}}
	if diff := cmp.Diff(want, c.mustStudy(1)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	kept, err := c.SetStudy(ctx, c.id, c.players[2].ID, want)
	check(err)
	if diff := cmp.Diff(kept, c.mustStudy(3)); diff != "" || !cmp.Equal(kept, want) {
		t.Errorf("SetStudy = %+v, kept is other (-want +got):\n%s", kept, diff)
	}
	check(c.CutLine(ctx, c.id, ada, line("C6-C7")))
	check(c.CutLine(ctx, c.id, ada, line("")))
	if got := c.mustStudy(1); len(got.From) != 0 {
		t.Errorf("what is left is %+v", got)
	}
	if list, err := c.Studies(ctx, ada); len(list) != 0 || err != nil {
		t.Errorf("Studies = %v, %v", list, err)
	}
	check(c.DropStudy(ctx, c.id, c.players[2].ID))
	if got := c.mustStudy(3); len(got.From) != 0 {
		t.Errorf("what is left is %+v", got)
	}
}

func TestStudyRefusals(t *testing.T) {
	t.Parallel()
	c := studyTable(t)
	ctx, ada := t.Context(), c.players[0].ID
	cards := newTestTable(t, catalog.Find)
	cards.open(Proposal{Game: "knizia", Seats: 2})
	move := []study.Move{{Text: "C6-C7"}}
	set := func(roots ...study.Root) error {
		_, err := c.SetStudy(ctx, c.id, ada, study.Study{From: roots})
		return err
	}
	for name, tt := range map[string]struct {
		err  error
		want error
	}{
		"a match that is not there": {c.KeepLine(ctx, "nosuchmatch1", ada, StudyLine{0, nil}), db.ErrNotFound},
		"a game of cards":           {cards.KeepLine(ctx, cards.id, cards.players[0].ID, StudyLine{0, nil}), errNoAnalysis},
		"a position to come":        {c.KeepLine(ctx, c.id, ada, StudyLine{3, nil}), errStudyPlace},
		"one before the first":      {c.NoteLine(ctx, c.id, ada, StudyLine{-1, nil}, "x"), errStudyPlace},
		"a line that is not kept":   {c.CutLine(ctx, c.id, ada, StudyLine{2, []string{"C6-C7"}}), errStudyLine},
		"nor can it be promoted":    {c.PromoteLine(ctx, c.id, ada, StudyLine{2, []string{"C6-C7"}}), errStudyLine},
		"a long line":               {c.KeepLine(ctx, c.id, ada, StudyLine{2, make([]string, study.MaxDepth+1)}), errStudyDepth},
		"a long note":               {c.NoteLine(ctx, c.id, ada, StudyLine{2, nil}, strings.Repeat("x", study.MaxNote+1)), errStudyNote},
		"roots in disorder":         {set(study.Root{After: 2, Lines: move}, study.Root{After: 0, Lines: move}), errStudyTwice},
		"a move twice":              {set(study.Root{After: 2, Lines: append(move, move...)}), errStudyTwice},
		"a root to come":            {set(study.Root{After: 3, Lines: move}), errStudyPlace},
		"a note that is too long":   {set(study.Root{After: 2, Note: strings.Repeat("x", study.MaxNote+1)}), errStudyNote},
	} {
		if !errors.Is(tt.err, tt.want) {
			t.Errorf("%s: %v, want %v", name, tt.err, tt.want)
		}
	}
	var illegal *games.Illegal
	if err := c.KeepLine(ctx, c.id, ada, StudyLine{2, []string{"C6-C9"}}); !errors.As(err, &illegal) {
		t.Errorf("a move that is not legal: %v", err)
	}
	if err := set(study.Root{After: 1, Lines: move}); !errors.As(err, &illegal) {
		t.Errorf("a move of the wrong side: %v", err)
	}
	private := newTestTable(t, catalog.Find)
	private.open(Proposal{Game: "camelot", Seats: 2})
	if err := private.KeepLine(ctx, private.id, private.players[4].ID, StudyLine{0, []string{"E6-E8"}}); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("a private match of others: %v", err)
	}
	if got := c.mustStudy(1); len(got.From) != 0 {
		t.Errorf("what was refused is kept: %+v", got)
	}
}

// Every board has an analysis, for as many moves as it may have.
func TestStudiesOfEveryBoard(t *testing.T) {
	t.Parallel()
	for _, rules := range catalog.All() {
		info := rules.Info()
		if info.Hidden || info.Chance {
			continue
		}
		t.Run(info.ID, func(t *testing.T) {
			c := newTestTable(t, catalog.Find)
			f := c.open(Proposal{Game: info.ID, Seats: info.Seats[0]})
			rng := rand.New(rand.NewPCG(18, 27))
			for range 100 {
				var moves []string
				state := f.Table.State()
				for len(moves) < study.MaxDepth && len(state.ToAct()) == 1 {
					legal := state.Legal(state.ToAct()[0])
					next, text, err := state.Apply(state.ToAct()[0], legal[rng.IntN(len(legal))])
					if err != nil {
						t.Fatal(err)
					}
					state, moves = next, append(moves, text)
				}
				if err := c.KeepLine(t.Context(), c.id, c.players[0].ID, StudyLine{0, moves}); err != nil {
					if !errors.Is(err, errStudyMoves) && !errors.Is(err, errStudyText) {
						t.Fatal(err)
					}
					return
				}
			}
			t.Error("there is no end to it")
		})
	}
}
