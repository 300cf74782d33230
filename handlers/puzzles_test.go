package handlers

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"tableronde/games/parker"
	"tableronde/games/puzzles"
	lessonpages "tableronde/views/learn"
)

// play touches the squares of a move.
func (r *reader) touchMove(move string) {
	r.t.Helper()
	r.touch(strings.FieldsFunc(move, func(r rune) bool { return r == '-' || r == 'x' })...)
}

// wrongMoves lists legal moves of one leg with which no right move of a step begins.
func wrongMoves(s puzzles.Step) (list []string) {
	view := s.Task.View()
	for q := range view.Board().Len() {
		for _, next := range view.Stage(view.Board().Name(parker.Square(q))).Next {
			to := view.Stage(next.Route)
			if len(to.Legs) == 1 && to.Complete && !strings.HasPrefix(s.Task.Right[0], to.Route) {
				list = append(list, to.Route)
			}
		}
	}
	return list
}

// choose returns the first puzzle of Camelot from a number on whose first step has some wrong moves.
func choose(t *testing.T, from, wrong int) (puzzles.Puzzle, []string) {
	t.Helper()
	for n := from; ; n++ {
		p, ok := puzzles.Find("camelot", n)
		if !ok {
			t.Fatal("there is no such puzzle")
		}
		if step, ok := p.At(0); ok && len(wrongMoves(step)) >= wrong {
			return p, wrongMoves(step)[:wrong]
		}
	}
}

// A visitor solves the puzzle of the day by links alone. The browser keeps the day, and the guest
// who comes out of it has the series.
func TestVisitorSolvesThePuzzleOfTheDay(t *testing.T) {
	t.Parallel()
	s := newBotSite(t)
	r := newReader(t, s.URL)
	r.open("/")
	r.follow(`.tryrow a[href="/puzzles"]`)
	p := puzzles.Daily(puzzles.DayOf(time.Now()))[0]
	r.follow(`.today-of li:first-child a`)
	if want := "/puzzles/camelot/" + strconv.Itoa(p.Number); r.path != want {
		t.Fatalf("the first puzzle of the day is at %s, want %s", r.path, want)
	}
	step, _ := p.At(0)
	for _, wrong := range wrongMoves(step)[:1] {
		r.touchMove(wrong)
		r.expectReply("bad", wrong)
		r.follow("#restart")
	}
	for i := 0; i < len(p.Line); i += 2 {
		r.touchMove(p.Line[i])
		r.expectReply("good", "")
		if i+2 < len(p.Line) {
			r.expectReply("good", p.Line[i+1])
			r.follow("#on")
		}
	}
	r.expectReply("good", "Solved.")
	if got := r.page.Find(".line-of li").Length(); got != len(p.Line) {
		t.Errorf("the solution has %d moves, want %d", got, len(p.Line))
	}
	if got := r.page.Find(".week .won").Length(); got != 1 {
		t.Errorf("%d days of the week are won", got)
	}
	r.open("/puzzles")
	if got := textOf(r.page.Find(".week p")); !strings.HasPrefix(got, "One day in a row.") {
		t.Errorf("the series reads %q", got)
	}
}

// Only a player's first answer counts for the rating. After three different wrong moves, or after
// the solution was shown, the puzzle is missed.
func TestPlayerIsRatedAtPuzzles(t *testing.T) {
	t.Parallel()
	s := newBotSite(t)
	r := newReader(t, s.URL)
	r.join("Ada", "")
	solved, _ := puzzles.Find("camelot", 10)
	r.open("/puzzles/camelot/10")
	for i := 0; i < len(solved.Line); i += 2 {
		if r.touchMove(solved.Line[i]); i+2 < len(solved.Line) {
			r.follow("#on")
		}
	}
	r.expectReply("good", "Solved, on the first try.")
	if got := textOf(r.page.Find(".answer .points")); !strings.Contains(got, "(+") {
		t.Errorf("the rating reads %q", got)
	}

	missed, wrong := choose(t, 11, puzzles.MaxTries)
	for i, move := range wrong {
		for range 2 { // asked again, the same move is one try
			r.open(lessonpages.PuzzlePath(missed))
			r.touchMove(move)
		}
		r.expectReply("bad", []string{"You have 2 tries left.", "You have one try left.", ""}[i])
	}
	r.open("/puzzles/cam/12?show=1")
	r.expectReply("good", "This is the solution.")
	if got := textOf(r.page.Find(".answer .points")); !strings.Contains(got, "(−") {
		t.Errorf("the rating reads %q", got)
	}
	ada, err := s.Store.ListAccounts(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	tried, err := s.Store.PuzzlesTried(t.Context(), ada[0].Player.ID)
	if err != nil || len(tried) != 3 || !tried[0].Shown || !tried[1].Solved || tried[2].Solved || !tried[2].Shown {
		t.Errorf("kept are %+v, %v", tried, err)
	}
	r.open("/puzzles/camelot/next")
	if n, err := strconv.Atoi(strings.TrimPrefix(r.path, "/puzzles/camelot/")); err != nil || n == 10 || n == missed.Number {
		t.Errorf("the next puzzle is %s", r.path)
	}
}

func TestNoSuchPuzzle(t *testing.T) {
	t.Parallel()
	s := newBotSite(t)
	for _, path := range []string{"/puzzles/knizia/1", "/puzzles/camelot/0", "/puzzles/camelot/99999", "/puzzles/camelot/x", "/puzzles/camelot/1?done=9", "/puzzles/camelot/1?done=-1", "/puzzles/knizia/next"} {
		if got := newReader(t, s.URL).statusOf(path); got != http.StatusNotFound {
			t.Errorf("%s answers %d", path, got)
		}
	}
}
