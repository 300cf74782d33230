package handlers

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"tableronde/games/parker"
	"tableronde/games/puzzles"
	"tableronde/games/review"
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
	if got := textOf(r.page.Find(`.today-of li:first-child .num`)); got != fmt.Sprintf("Rating %d", p.Rating) {
		t.Errorf("the puzzle of the day has %q", got)
	}
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

// A visitor sees how the other side wins after a wrong move, and solves a defence by links alone.
func TestVisitorSolvesADefence(t *testing.T) {
	t.Parallel()
	s := newBotSite(t)
	r := newReader(t, s.URL)
	for _, game := range puzzles.Games() {
		all := puzzles.Of(game)
		p := all[len(all)-1] // the hardest defence
		r.open(lessonpages.PuzzlePath(p))
		if got := textOf(r.page.Find(".task h1 + p")); got != "Find the only move that saves you." {
			t.Errorf("the task of a defence is %q", got)
		}
		step, _ := p.At(0)
		wrong := wrongMoves(step)[0]
		answer, _, _ := p.Refutation(wrong)
		r.touchMove(wrong)
		r.expectReply("bad", answer)
		r.follow("#restart")
		r.touchMove(p.Line[0])
		r.expectReply("good", "Every other move loses.")
		if got := r.page.Find(".line-of li").Length(); got != 1 {
			t.Errorf("the solution has %d moves", got)
		}
	}
}

// A visitor without a name goes from puzzle to puzzle as they get harder, defences among them.
func TestVisitorGoesOnToDefences(t *testing.T) {
	t.Parallel()
	s := newBotSite(t)
	r := newReader(t, s.URL)
	var number int
	for p, ok := puzzles.After("cam", 0); ok; p, ok = puzzles.After("cam", p.Number) {
		if next, _ := puzzles.After("cam", p.Number); next.Defence {
			number = p.Number
			break
		}
	}
	r.open(fmt.Sprintf("/puzzles/cam/next?after=%d", number))
	if got := textOf(r.page.Find(".task h1")); got != "Black threatens to win." {
		t.Errorf("%s says %q", r.path, got)
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
	if got := textOf(r.page.Find(".of")); !strings.HasSuffix(got, fmt.Sprintf(" · Rating %d", solved.Rating)) {
		t.Errorf("the puzzle is %q, want its estimate %d", got, solved.Rating)
	}
	for i := 0; i < len(solved.Line); i += 2 {
		if r.touchMove(solved.Line[i]); i+2 < len(solved.Line) {
			r.follow("#on")
		}
	}
	r.expectReply("good", "Solved, on the first try.")
	if got := textOf(r.page.Find(".answer .points")); !strings.Contains(got, "(+") {
		t.Errorf("the rating reads %q", got)
	}

	if got := textOf(r.page.Find(".of")); strings.HasSuffix(got, fmt.Sprintf(" · Rating %d", solved.Rating)) {
		t.Errorf("after it was solved the puzzle is %q", got)
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
	for _, path := range []string{"/puzzles/knizia/0", "/puzzles/knizia/999", "/puzzles/knizia/x", "/puzzles/grand-camelot/1", "/puzzles/camelot/0", "/puzzles/camelot/99999", "/puzzles/camelot/x", "/puzzles/camelot/1?done=9", "/puzzles/camelot/1?done=-1", "/puzzles/grand-camelot/next"} {
		if got := newReader(t, s.URL).statusOf(path); got != http.StatusNotFound {
			t.Errorf("%s answers %d", path, got)
		}
	}
}

// A move that one player alone could have found is a puzzle for that player, on the board of the
// match. Others do not find it.
func TestPuzzlesFromOwnMatches(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	ada, bo, match := conditionTable(t, s)
	ada.post(match, 2, "H6-I5", "plays")
	ada.post(match, 3, "resign", "resigns")
	ada.open("/puzzles")
	ada.follow("#own")
	if ada.page.Find(".today-of").Length() > 0 {
		t.Errorf("a match without a review has puzzles: %s", ada.mainText())
	}
	id := strings.TrimPrefix(match, "/m/")
	text, err := review.Review{Moves: []review.Move{
		{Ply: 1, Seat: 2, Text: "F10-F9", Best: "G10-G9", Only: true, Value: 100, Played: -400},
		{Ply: 2, Seat: 1, Text: "H6-I5", Best: "C6-C7", Only: true, Value: review.Won - 3, Played: -400},
	}}.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Store.AskReview(t.Context(), id, ""), s.Store.SaveReview(t.Context(), id, "", text, true)); err != nil {
		t.Fatal(err)
	}
	ada.open("/puzzles/own")
	if n := ada.page.Find(".today-of a").Length(); n != 1 {
		t.Fatalf("Ada has %d puzzles: %s", n, ada.mainText())
	}
	ada.follow(".today-of a")
	own := ada.path
	ada.touchMove("H6-I5")
	ada.expectReply("bad", "You played it in the match, too.")
	ada.follow("#restart")
	ada.touchMove("F9")
	ada.expectReply("bad", "That one is Black’s.")
	ada.follow("#restart")
	ada.touchMove("C6-C7")
	ada.expectReply("good", "The move was C6-C7.")
	ada.follow("#review")
	if got := ada.page.Find("#status").Text(); !strings.Contains(got, "H6-I5") && !strings.Contains(got, "missed") {
		t.Errorf("the review says %q", got)
	}
	for name, reader := range map[string]*reader{"her opponent": bo, "a visitor": newReader(t, s.URL)} {
		if got := reader.statusOf(own); got != http.StatusNotFound {
			t.Errorf("%s gets %d for %s", name, got, own)
		}
	}
	ada.open(own + "?show=1")
	ada.expectReply("good", "This is the solution.")
	if ada.follow("#on"); ada.path != "/puzzles/own" {
		t.Errorf("after the last puzzle comes %s", ada.path)
	}
	for after, want := range map[string]string{"": own, id + "/1": own, id + "/2": "/puzzles/own", "x/2": own} {
		if ada.open("/puzzles/own/next?after=" + after); ada.path != want {
			t.Errorf("after %q comes %s, want %s", after, ada.path, want)
		}
	}
}

// A match that ends is reviewed by itself. The win that a player missed becomes a puzzle, though
// nobody has opened the review.
func TestEndedMatchBecomesAPuzzle(t *testing.T) {
	t.Parallel()
	s := newTestSiteOn(t, Config{AllReviews: true, ReviewNodes: 1_000})
	ada, bo := newReader(t, s.URL), newReader(t, s.URL)
	ada.send(http.MethodPost, "/matches", url.Values{"name": {"Ada"}, "game": {"camette"}, "seat": {"1"}, "public": {"1"}})
	match := ada.path
	bo.send(http.MethodPost, match+"/join", url.Values{"name": {"Bo"}})
	for ply, action := range []string{"C2-B2", "C6-A4xC2xE4", "C3-B3", "resign"} {
		[]*reader{ada, bo}[ply%2].post(match, ply, action, strconv.Itoa(ply))
	}
	ada.open("/puzzles/own")
	for deadline := time.Now().Add(time.Minute); ada.page.Find(".today-of a").Length() == 0; ada.open("/puzzles/own") {
		if time.Now().After(deadline) {
			t.Fatal("the match was not reviewed")
		}
		time.Sleep(20 * time.Millisecond)
	}
	ada.follow(".today-of a")
	ada.touchMove("B2-D4xD6xB4xB6")
	ada.expectReply("good", "The move was B2-D4xD6xB4xB6.")
	bo.open("/puzzles/own")
	if n := bo.page.Find(".today-of a").Length(); n != 0 {
		t.Errorf("Bo, who missed nothing, has %d puzzles", n)
	}
}

// A solved puzzle has a text to share: the number of tries and the address, but no move.
func TestSharedPuzzle(t *testing.T) {
	t.Parallel()
	s := newBotSite(t)
	p, wrong := choose(t, 11, 1)
	r := newReader(t, s.URL)
	r.join("Ada", "")
	r.open(lessonpages.PuzzlePath(p))
	r.touchMove(wrong[0])
	if r.page.Find("#share-text").Length() > 0 {
		t.Error("an unsolved puzzle has a text to share")
	}
	r.open(lessonpages.PuzzlePath(p))
	for i := 0; i < len(p.Line); i += 2 {
		if r.touchMove(p.Line[i]); i+2 < len(p.Line) {
			r.follow("#on")
		}
	}
	text := r.page.Find("#share-text").AttrOr("value", "")
	if want := fmt.Sprintf("Table Ronde Puzzle %d of Camelot: second try %s", p.Number, s.URL+lessonpages.PuzzlePath(p)); text != want {
		t.Errorf("the text is %q, want %q", text, want)
	}
}
