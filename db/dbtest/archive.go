package dbtest

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/rating"
)

// endingOf returns the ending of a match of two players, with the result of seat 1 and the moves
// from position to position.
func endingOf(m db.Match, score db.Score, moves ...string) db.Ending {
	a, b := m.Seats[0].ID, m.Seats[1].ID
	e := db.Ending{Listed: true, Outcome: map[db.Score]games.Seat{db.Won: 1, db.Lost: 2}[score]}
	for _, p := range []struct {
		player, opponent string
		score            db.Score
	}{{a, b, score}, {b, a, db.Won - score}} {
		for _, opponent := range []string{"", p.opponent} {
			e.Played = append(e.Played, db.Played{Player: p.player, Opponent: opponent, Score: p.score, Fell: p.score == db.Lost})
		}
	}
	position := int64(1)
	for ply, move := range moves {
		e.Passed = append(e.Passed, db.Passed{Position: position, Ply: ply, Move: move, Score: []db.Score{score, db.Won - score}[ply%2]})
		position = position*31 + int64(move[0])
	}
	return e
}

// rated makes an ending change the ratings of the players.
func rated(e db.Ending, m db.Match, at time.Time) db.Ending {
	places := map[db.Score]int{db.Won: 1, db.Drew: 1, db.Lost: 2}
	e.Rated = []string{m.Seats[0].ID, m.Seats[1].ID}
	e.Rate = func(before map[string]rating.Rating) map[string]rating.Rating {
		var seats []rating.Seat
		for i, player := range e.Rated {
			seats = append(seats, rating.Seat{Rating: before[player], Side: i, Place: places[e.Played[2*i].Score]})
		}
		after := rating.Rate(seats, at)
		return map[string]rating.Rating{e.Rated[0]: after[0], e.Rated[1]: after[1]}
	}
	return e
}

// mustArchive ends a match and archives it.
func mustArchive(t *testing.T, s db.Store, m db.Match, e db.Ending) {
	t.Helper()
	if !m.Over {
		MustAppend(t, s, m.ID, Finish(1))
	}
	if err := s.Archive(t.Context(), m.ID, e); err != nil {
		t.Fatal(err)
	}
}

// checkUnarchived checks which matches wait to be archived.
func checkUnarchived(t *testing.T, s db.Store, want ...string) {
	t.Helper()
	if got, err := s.Unarchived(t.Context(), 10); !slices.Equal(got, want) || err != nil {
		t.Errorf("Unarchived = %v, %v, want %v", got, err, want)
	}
}

// checkArchived checks which matches a viewer finds, read in pages of two.
func checkArchived(t *testing.T, s db.Store, viewer string, f db.ArchiveFilter, want ...string) {
	t.Helper()
	var got []string
	for after := ""; ; {
		matches, next, err := s.Archived(t.Context(), viewer, f, after, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range matches {
			got = append(got, m.ID)
		}
		if after = next; next == "" {
			break
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("Archived(%q, %+v) = %v, want %v", viewer, f, got, want)
	}
}

// Matches wait to be archived once they have ended, the earliest first, and are archived
// once.
func testArchive(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	one, other := MustStart(t, s, ada, bo), MustStart(t, s, bo, ada)
	if err := s.Archive(t.Context(), "aaaaaaaaaaaa", db.Ending{}); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("no match: %v", err)
	}
	if err := s.Archive(t.Context(), one.ID, db.Ending{}); !errors.Is(err, db.ErrNotOver) {
		t.Errorf("a match under way: %v", err)
	}
	checkUnarchived(t, s)
	MustAppend(t, s, other.ID, Finish(1))
	c.Advance(time.Minute)
	MustAppend(t, s, one.ID, Finish(2))
	checkUnarchived(t, s, other.ID, one.ID)
	for range 2 {
		if err := s.Archive(t.Context(), other.ID, endingOf(other, db.Won, "a", "b")); err != nil {
			t.Fatal(err)
		}
		checkUnarchived(t, s, one.ID)
	}
	if err := s.Archive(t.Context(), one.ID, db.Ending{}); err != nil {
		t.Fatal(err)
	}
	checkUnarchived(t, s)
	checkArchived(t, s, "", db.ArchiveFilter{}, other.ID)
	want := []db.Tallied{{Game: "camelot", Matches: 1, Won: 1}}
	if got, err := s.Scores(t.Context(), "", bo.ID); err != nil || cmp.Diff(want, got) != "" {
		t.Errorf("scores: %+v, %v, want %+v", got, err, want)
	}
}

// The archive is searched by player, opponent, game, result and time. Private matches are
// found by their own players alone.
func testArchived(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ada, bo, cy := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"), MustPlayer(t, s, "Cy")
	won, drawn, lost := MustStart(t, s, ada, bo), MustStart(t, s, ada, cy), MustStart(t, s, ada, bo)
	cam := MustCreate(t, s, db.NewMatch{Game: "cam", Version: 1, Seats: 2, Public: true, Host: cy.ID, HostSeat: 1, Reserve: map[games.Seat]string{2: bo.ID}})
	private := MustCreate(t, s, db.NewMatch{Seats: 2, Host: ada.ID, HostSeat: 1, Reserve: map[games.Seat]string{2: bo.ID}})
	var ends []time.Time
	for _, m := range []struct {
		db.Match
		score db.Score
	}{{won, db.Won}, {drawn, db.Drew}, {lost, db.Lost}, {cam, db.Lost}, {private, db.Won}} {
		mustArchive(t, s, m.Match, endingOf(m.Match, m.score))
		ends = append(ends, c.Now())
		c.Advance(time.Hour)
	}
	score := func(s db.Score) *db.Score { return &s }
	for _, test := range []struct {
		viewer string
		f      db.ArchiveFilter
		want   []string
	}{
		{"", db.ArchiveFilter{}, []string{cam.ID, lost.ID, drawn.ID, won.ID}},
		{ada.ID, db.ArchiveFilter{}, []string{cam.ID, lost.ID, drawn.ID, won.ID}},
		{"", db.ArchiveFilter{Game: "cam"}, []string{cam.ID}},
		{"", db.ArchiveFilter{Game: "camelot", Seat: 2}, []string{lost.ID}},
		{"", db.ArchiveFilter{Score: score(db.Drew)}, []string{drawn.ID}},
		{"", db.ArchiveFilter{Since: ends[1], Until: ends[3]}, []string{lost.ID, drawn.ID}},
		{"", db.ArchiveFilter{Player: ada.ID}, []string{lost.ID, drawn.ID, won.ID}},
		{ada.ID, db.ArchiveFilter{Player: ada.ID}, []string{private.ID, lost.ID, drawn.ID, won.ID}},
		{bo.ID, db.ArchiveFilter{Player: ada.ID}, []string{lost.ID, drawn.ID, won.ID}},
		{"", db.ArchiveFilter{Player: ada.ID, Opponent: bo.ID}, []string{lost.ID, won.ID}},
		{bo.ID, db.ArchiveFilter{Player: ada.ID, Opponent: bo.ID}, []string{private.ID, lost.ID, won.ID}},
		{cy.ID, db.ArchiveFilter{Player: ada.ID, Opponent: bo.ID}, []string{lost.ID, won.ID}},
		{"", db.ArchiveFilter{Player: bo.ID, Score: score(db.Won)}, []string{cam.ID, lost.ID}},
		{"", db.ArchiveFilter{Player: bo.ID, Game: "camelot", Until: ends[2]}, []string{won.ID}},
		{"", db.ArchiveFilter{Player: bo.ID, Game: "camette"}, nil},
	} {
		checkArchived(t, s, test.viewer, test.f, test.want...)
	}
	if _, _, err := s.Archived(t.Context(), "", db.ArchiveFilter{}, "none", 2); !errors.Is(err, db.ErrCursor) {
		t.Errorf("after nothing: %v", err)
	}
	var other db.Player
	against, err := s.ScoresAgainst(t.Context(), bo.ID, bo.ID, 5)
	if other = against[0].Opponent; err != nil || len(against) != 2 || other.ID != ada.ID || other.Name != "Ada" {
		t.Fatalf("scores of Bo by opponent: %+v, %v", against, err)
	}
	if all, err := s.Scores(t.Context(), cy.ID, ada.ID); err != nil || len(all) != 1 || all[0].Matches != 3 || all[0].Won != 1 || all[0].Fell != 0 {
		t.Errorf("scores of Ada for others: %+v, %v", all, err)
	}
	if others, err := s.ScoresAgainst(t.Context(), "", bo.ID, 5); err != nil || others[0].Matches != 2 || others[0].Opponent.Name != "Ada" {
		t.Errorf("scores of Bo for others: %+v, %v", others, err)
	}
	if got := against[0]; got.Matches != 3 || got.Won != 1 || got.Drawn != 0 || got.Fell != 2 {
		t.Errorf("scores of Bo against Ada: %+v", got)
	}
}

// Positions are counted from public matches. A match that is made public later is archived again
// for its positions, but its result still counts once.
func testPositions(t *testing.T, e Engine) {
	s := e.open(t)
	ctx := t.Context()
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	check := func(position int64, want ...db.Continuation) {
		t.Helper()
		got, err := s.Continuations(ctx, position)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("Continuations (-want +got):\n%s%v", diff, err)
		}
	}
	check(1)
	public := MustStart(t, s, ada, bo)
	mustArchive(t, s, public, endingOf(public, db.Won, "a", "b"))
	private := MustCreate(t, s, db.NewMatch{Seats: 2, Host: ada.ID, HostSeat: 1, Reserve: map[games.Seat]string{2: bo.ID}})
	mustArchive(t, s, private, endingOf(private, db.Drew, "a", "c"))
	check(1, db.Continuation{Move: "a", Matches: 1, Won: 1})
	checkUnarchived(t, s)
	if _, err := s.ShowMatch(ctx, private.ID, true); err != nil {
		t.Fatal(err)
	}
	checkUnarchived(t, s, private.ID)
	mustArchive(t, s, MustMatch(t, s, private.ID), endingOf(private, db.Drew, "a", "c"))
	checkUnarchived(t, s)
	check(1, db.Continuation{Move: "a", Matches: 2, Won: 1, Drawn: 1})
	check(31+'a', db.Continuation{Move: "b", Matches: 1}, db.Continuation{Move: "c", Matches: 1, Drawn: 1})
	matches, plies, err := s.Through(ctx, 31+'a', 5)
	if err != nil || len(matches) != 2 || matches[0].ID != private.ID || !slices.Equal(plies, []int{1, 1}) {
		t.Errorf("through a position: %v at %v, %v", matches, plies, err)
	}
	if got, err := s.Scores(ctx, "", ada.ID); err != nil || got[0].Matches != 2 {
		t.Errorf("scores: %+v, %v", got, err)
	}
	if _, err := s.ShowMatch(ctx, private.ID, false); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Scores(ctx, bo.ID, ada.ID); err != nil || got[0].Matches != 1 {
		t.Errorf("scores of a match that is private again: %+v, %v", got, err)
	}
	check(1, db.Continuation{Move: "a", Matches: 1, Won: 1})
}

// The matches that passed a position are chosen by player, seat, result, time and rating.
func testPassing(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ada, bo, cy := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"), MustPlayer(t, s, "Cy")
	begin := c.Now()
	var ids []string
	for i, m := range []db.Match{MustStart(t, s, ada, bo), MustStart(t, s, bo, ada), MustStart(t, s, ada, cy)} {
		c.Advance(time.Hour)
		MustAppend(t, s, m.ID, Finish(1))
		ending := endingOf(m, db.Score(2-i), []string{"a", "a", "b"}[i], "x")
		if i < 2 {
			ending = rated(ending, m, c.Now())
		}
		mustArchive(t, s, MustMatch(t, s, m.ID), ending)
		ids = append(ids, m.ID)
	}
	score := func(s db.Score) *db.Score { return &s }
	outcome := func(s games.Seat) *games.Seat { return &s }
	for name, tt := range map[string]struct {
		f    db.PassedFilter
		want []int // indexes of matches, the latest first
	}{
		"all": {db.PassedFilter{}, []int{2, 1, 0}}, "player": {db.PassedFilter{Player: bo.ID}, []int{1, 0}}, "seat": {db.PassedFilter{Player: bo.ID, Seat: 2}, []int{0}},
		"won": {db.PassedFilter{Player: ada.ID, Score: score(db.Won)}, []int{0}}, "drawn": {db.PassedFilter{Outcome: outcome(0)}, []int{1}},
		"second has won": {db.PassedFilter{Outcome: outcome(2)}, []int{2}}, "since": {db.PassedFilter{Since: begin.Add(2 * time.Hour)}, []int{2, 1}},
		"rated": {db.PassedFilter{Rating: 1}, []int{1, 0}}, "rated high": {db.PassedFilter{Rating: 1500}, nil}, "both": {db.PassedFilter{Player: ada.ID, Since: begin.Add(3 * time.Hour)}, []int{2}},
	} {
		next, matches, plies, err := s.Passing(t.Context(), 1, tt.f, 9)
		if err != nil || len(matches) != len(tt.want) || len(plies) != len(tt.want) {
			t.Errorf("%s: %d matches, %v", name, len(matches), err)
			continue
		}
		counted := 0
		for i, m := range matches {
			if m.ID != ids[tt.want[i]] {
				t.Errorf("%s: match %d is another", name, i)
			}
		}
		for _, n := range next {
			counted += n.Matches
		}
		if counted != len(tt.want) {
			t.Errorf("%s: counts %+v", name, next)
		}
	}
}

// Moves are also counted if more than MostPassed matches have the position.
func testManyPositions(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	const many = 503
	for i := range many {
		m := MustStart(t, s, ada, bo)
		mustArchive(t, s, m, endingOf(m, db.Score(i%3), []string{"a", "b"}[i%2]))
	}
	got, err := s.Continuations(t.Context(), 1)
	want := []db.Continuation{{Move: "a", Matches: 252, Won: 84, Drawn: 84}, {Move: "b", Matches: 251, Won: 83, Drawn: 84}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("Continuations (-want +got):\n%s%v", diff, err)
	}
}

// Ratings change with each match, keep their course, and order the leaders.
func testRatings(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	bot := db.BotPlayer(3, 1)
	for range 3 {
		m := MustStart(t, s, ada, bo)
		mustArchive(t, s, m, rated(endingOf(m, db.Won), m, c.Now()))
		c.Advance(time.Hour)
	}
	m := MustCreate(t, s, db.NewMatch{Seats: 2, Public: true, Host: ada.ID, HostSeat: 1, Bots: map[games.Seat]int{2: 3}})
	mustArchive(t, s, m, rated(endingOf(m, db.Lost), m, c.Now()))
	steps, err := s.RatingSteps(ctx, ada.ID, "camelot", 3)
	if err != nil || len(steps) != 3 || !steps[0].At.Equal(c.Now().Add(-2*time.Hour)) || steps[1].Points <= steps[0].Points || steps[2].Points >= steps[1].Points {
		t.Errorf("steps of Ada: %+v, %v", steps, err)
	}
	ratings, err := s.RatingsOf(ctx, ada.ID)
	if err != nil || len(ratings) != 1 {
		t.Fatalf("ratings of Ada: %+v, %v", ratings, err)
	}
	r := ratings[0].Rating
	if ratings[0].Game != "camelot" || r.Matches != 4 || !r.At.Equal(c.Now()) || math.Abs(r.Points-steps[2].Points) > 1e-9 || r.Volatility == 0 {
		t.Errorf("rating of Ada: %+v", ratings[0])
	}
	for _, test := range []struct {
		l    db.LeadersOf
		want []string
	}{
		{db.LeadersOf{Limit: 5}, []string{ada.ID, bo.ID}},
		{db.LeadersOf{Limit: 5, Matches: 4}, []string{ada.ID}},
		{db.LeadersOf{Limit: 5, Since: c.Now()}, []string{ada.ID}},
		{db.LeadersOf{Limit: 1, Skip: 1}, []string{bo.ID}},
		{db.LeadersOf{Limit: 5, Bots: true}, []string{bot.ID}},
	} {
		test.l.Game = "camelot"
		leaders, err := s.Leaders(ctx, test.l)
		var got []string
		for _, l := range leaders {
			got = append(got, l.Player.ID)
		}
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("Leaders(%+v) = %v, %v, want %v", test.l, got, err, test.want)
		}
	}
	if got, err := s.Leaders(ctx, db.LeadersOf{Game: "cam", Limit: 5}); len(got) > 0 || err != nil {
		t.Errorf("leaders of another game: %v, %v", got, err)
	}
}

// Six results a day between the same two players count. Pairs with all their results from each
// other are listed.
func testRatedPairs(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	ada, bo, cy := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"), MustPlayer(t, s, "Cy")
	var last db.Match
	play := func(a, b db.Player) {
		t.Helper()
		last = MustCreate(t, s, db.NewMatch{Seats: 2, Public: true, Rated: true, Host: a.ID, HostSeat: 1, Reserve: map[games.Seat]string{2: b.ID}})
		mustArchive(t, s, last, rated(endingOf(last, db.Won), last, c.Now()))
		c.Advance(time.Minute)
	}
	check := func(counted int, pairs ...db.RatedPair) {
		t.Helper()
		if got, err := s.RatingsOf(ctx, ada.ID); err != nil || got[0].Rating.Matches != counted {
			t.Errorf("the rating of Ada is %+v, %v, want %d matches", got, err, counted)
		}
		got, err := s.RatedPairs(ctx, 5)
		if diff := cmp.Diff(pairs, got); diff != "" || err != nil {
			t.Errorf("RatedPairs (-want +got):\n%s%v", diff, err)
		}
	}
	pair := db.RatedPair{Game: "camelot", One: db.Player{ID: ada.ID, Name: "Ada"}, Other: db.Player{ID: bo.ID, Name: "Bo"}}
	for range 4 {
		play(ada, bo)
	}
	check(4)
	for range 3 {
		play(bo, ada)
	}
	if pair.Matches = 6; MustMatch(t, s, last.ID).Rated {
		t.Error("the seventh match of a day says that it counts")
	}
	check(6, pair)
	c.Advance(24 * time.Hour)
	play(ada, bo)
	pair.Matches = 7
	check(7, pair)
	play(ada, cy)
	check(8)
}

// Answering times are counted in steps. All data of a player in the archive is deleted when the
// player leaves.
func testArchiveOfLeavers(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	for range 2 {
		m := MustStart(t, s, ada, bo)
		ending := rated(endingOf(m, db.Won, "a"), m, c.Now())
		ending.Answers = []db.Answers{{Player: ada.ID, Counts: [db.AnswerSteps]int{3: 2, 17: 1}, Hours: [24]int{0: 1, 23: 2}}}
		mustArchive(t, s, m, ending)
	}
	answers, err := s.AnswersOf(ctx, ada.ID)
	want := db.Answers{Player: ada.ID, Counts: [db.AnswerSteps]int{3: 4, 17: 2}, Hours: [24]int{0: 2, 23: 4}}
	if diff := cmp.Diff(want, answers); diff != "" || err != nil {
		t.Errorf("AnswersOf (-want +got):\n%s%v", diff, err)
	}
	if err := s.Leave(ctx, ada.ID); err != nil {
		t.Fatal(err)
	}
	left := func() string {
		ratings, err := s.RatingsOf(ctx, ada.ID)
		mustDo(t, err)
		steps, err := s.RatingSteps(ctx, ada.ID, "camelot", 5)
		mustDo(t, err)
		scores, err := s.Scores(ctx, ada.ID, ada.ID)
		mustDo(t, err)
		against, err := s.ScoresAgainst(ctx, "", bo.ID, 5)
		mustDo(t, err)
		answers, err := s.AnswersOf(ctx, ada.ID)
		mustDo(t, err)
		played, _, err := s.Archived(ctx, ada.ID, db.ArchiveFilter{Player: ada.ID}, "", 5)
		mustDo(t, err)
		return fmt.Sprint(len(ratings), len(steps), len(scores), len(against), answers.Counts, answers.Hours, len(played))
	}
	if got, want := left(), fmt.Sprint(0, 0, 0, 0, [db.AnswerSteps]int{}, [24]int{}, 0); got != want {
		t.Errorf("of who has left there are %s, want %s", got, want)
	}
	checkArchived(t, s, "", db.ArchiveFilter{Player: bo.ID, Game: "camelot"}, played(t, s, bo.ID)...)
}

// played lists the ids of the matches of a player in the archive.
func played(t *testing.T, s db.Store, player string) (ids []string) {
	t.Helper()
	matches, _, err := s.MatchesOf(t.Context(), player, db.Filter{}, "", 10)
	mustDo(t, err)
	for _, m := range matches {
		ids = append(ids, m.ID)
	}
	return ids
}
