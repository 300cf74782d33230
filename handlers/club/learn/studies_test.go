package learn_test

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
	"tableronde/handlers/club/learn"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// studyTable returns a public match of Camelot with two moves.
func studyTable(t *testing.T) *roomstest.Table {
	c := roomstest.NewTable(t, catalog.Find)
	c.Open(tables.Proposal{Game: "camelot", Seats: 2, Public: true})
	c.MustPost(1, 0, "E6-E8")
	c.MustPost(2, 1, "F10-F9")
	return c
}

func mustStudy(c *roomstest.Table, by int) study.Study {
	c.T.Helper()
	x, err := c.Learn.Study(c.T.Context(), c.ID, c.Players[by-1].ID)
	if err != nil {
		c.T.Fatal(err)
	}
	return x
}

// An analysis is for its author, whether they play or watch, and nobody else has it. Nothing is
// published of it.
func TestStudyIsForItsPlayerAlone(t *testing.T) {
	t.Parallel()
	c := studyTable(t)
	published := len(c.Hub.Changes)
	ctx := t.Context()
	for by, move := range map[int]string{1: "c6-c7", 2: "D6-D8", 3: "J6-K7"} {
		if err := c.Learn.KeepLine(ctx, c.ID, c.Players[by-1].ID, learn.StudyLine{2, []string{move, "D10-C9"}}); err != nil {
			t.Fatal(err)
		}
	}
	for by, move := range map[int]string{1: "C6-C7", 2: "D6-D8", 3: "J6-K7"} {
		want := study.Study{From: []study.Root{{After: 2, Lines: []study.Move{{Seat: 1, Text: move, Lines: []study.Move{{Seat: 2, Text: "D10-C9"}}}}}}}
		if diff := cmp.Diff(want, mustStudy(c, by)); diff != "" {
			t.Errorf("the analysis of %d (-want +got):\n%s", by, diff)
		}
	}
	if got := mustStudy(c, 4); len(got.From) != 0 {
		t.Errorf("somebody who has kept nothing has %+v", got)
	}
	if got, err := c.Learn.Study(ctx, c.ID, ""); len(got.From) != 0 || err != nil {
		t.Errorf("nobody has %+v, %v", got, err)
	}
	if len(c.Hub.Changes) != published {
		t.Error("an analysis is published")
	}
}

func TestStudyEdits(t *testing.T) {
	t.Parallel()
	c := studyTable(t)
	ctx, ada := t.Context(), c.Players[0].ID
	line := func(text string) learn.StudyLine { return learn.StudyLine{2, strings.Fields(text)} }
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(c.Learn.KeepLine(ctx, c.ID, ada, line("C6-C7 D10-C9")))
	check(c.Learn.NoteLine(ctx, c.ID, ada, line("D6-D8"), " two\r\nlines\a "))
	check(c.Learn.PromoteLine(ctx, c.ID, ada, line("D6-D8")))
	want := study.Study{From: []study.Root{{After: 2, Lines: []study.Move{
		{Seat: 1, Text: "D6-D8", Note: "two\nlines"}, {Seat: 1, Text: "C6-C7", Lines: []study.Move{{Seat: 2, Text: "D10-C9"}}}}}}}
	if diff := cmp.Diff(want, mustStudy(c, 1)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	kept, err := c.Learn.SetStudy(ctx, c.ID, c.Players[2].ID, want)
	check(err)
	if diff := cmp.Diff(kept, mustStudy(c, 3)); diff != "" || !cmp.Equal(kept, want) {
		t.Errorf("SetStudy = %+v, kept is other (-want +got):\n%s", kept, diff)
	}
	check(c.Learn.CutLine(ctx, c.ID, ada, line("C6-C7")))
	check(c.Learn.CutLine(ctx, c.ID, ada, line("")))
	if got := mustStudy(c, 1); len(got.From) != 0 {
		t.Errorf("what is left is %+v", got)
	}
	if list, err := c.Engine.StudiesOf(ctx, ada); len(list) != 0 || err != nil {
		t.Errorf("Studies = %v, %v", list, err)
	}
	check(c.Learn.DropStudy(ctx, c.ID, c.Players[2].ID))
	if got := mustStudy(c, 3); len(got.From) != 0 {
		t.Errorf("what is left is %+v", got)
	}
}

func TestStudyRefusals(t *testing.T) {
	t.Parallel()
	c := studyTable(t)
	ctx, ada := t.Context(), c.Players[0].ID
	cards := roomstest.NewTable(t, catalog.Find)
	cards.Open(tables.Proposal{Game: "knizia", Seats: 2})
	move := []study.Move{{Text: "C6-C7"}}
	set := func(roots ...study.Root) error {
		_, err := c.Learn.SetStudy(ctx, c.ID, ada, study.Study{From: roots})
		return err
	}
	for name, tt := range map[string]struct {
		err  error
		want error
	}{
		"a match that is not there": {c.Learn.KeepLine(ctx, "nosuchmatch1", ada, learn.StudyLine{0, nil}), db.ErrNotFound},
		"a game of cards":           {cards.Learn.KeepLine(ctx, cards.ID, cards.Players[0].ID, learn.StudyLine{0, nil}), learn.ErrNoAnalysis},
		"a position to come":        {c.Learn.KeepLine(ctx, c.ID, ada, learn.StudyLine{3, nil}), learn.ErrStudyPlace},
		"one before the first":      {c.Learn.NoteLine(ctx, c.ID, ada, learn.StudyLine{-1, nil}, "x"), learn.ErrStudyPlace},
		"a line that is not kept":   {c.Learn.CutLine(ctx, c.ID, ada, learn.StudyLine{2, []string{"C6-C7"}}), learn.ErrStudyLine},
		"nor can it be promoted":    {c.Learn.PromoteLine(ctx, c.ID, ada, learn.StudyLine{2, []string{"C6-C7"}}), learn.ErrStudyLine},
		"a long line":               {c.Learn.KeepLine(ctx, c.ID, ada, learn.StudyLine{2, make([]string, study.MaxDepth+1)}), learn.ErrStudyDepth},
		"a long note":               {c.Learn.NoteLine(ctx, c.ID, ada, learn.StudyLine{2, nil}, strings.Repeat("x", study.MaxNote+1)), learn.ErrStudyNote},
		"roots in disorder":         {set(study.Root{After: 2, Lines: move}, study.Root{After: 0, Lines: move}), learn.ErrStudyTwice},
		"a move twice":              {set(study.Root{After: 2, Lines: append(move, move...)}), learn.ErrStudyTwice},
		"a root to come":            {set(study.Root{After: 3, Lines: move}), learn.ErrStudyPlace},
		"a note that is too long":   {set(study.Root{After: 2, Note: strings.Repeat("x", study.MaxNote+1)}), learn.ErrStudyNote},
	} {
		if !errors.Is(tt.err, tt.want) {
			t.Errorf("%s: %v, want %v", name, tt.err, tt.want)
		}
	}
	var illegal *games.Illegal
	if err := c.Learn.KeepLine(ctx, c.ID, ada, learn.StudyLine{2, []string{"C6-C9"}}); !errors.As(err, &illegal) {
		t.Errorf("a move that is not legal: %v", err)
	}
	if err := set(study.Root{After: 1, Lines: move}); !errors.As(err, &illegal) {
		t.Errorf("a move of the wrong side: %v", err)
	}
	private := roomstest.NewTable(t, catalog.Find)
	private.Open(tables.Proposal{Game: "camelot", Seats: 2})
	if err := private.Learn.KeepLine(ctx, private.ID, private.Players[4].ID, learn.StudyLine{0, []string{"E6-E8"}}); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("a private match of others: %v", err)
	}
	if got := mustStudy(c, 1); len(got.From) != 0 {
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
			c := roomstest.NewTable(t, catalog.Find)
			f := c.Open(tables.Proposal{Game: info.ID, Seats: info.Seats[0]})
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
				if err := c.Learn.KeepLine(t.Context(), c.ID, c.Players[0].ID, learn.StudyLine{0, moves}); err != nil {
					if !errors.Is(err, learn.ErrStudyMoves) && !errors.Is(err, learn.ErrStudyText) {
						t.Fatal(err)
					}
					return
				}
			}
			t.Error("there is no end to it")
		})
	}
}
