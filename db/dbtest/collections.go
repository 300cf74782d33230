package dbtest

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games"
)

// mustCollection makes a collection of a player.
func mustCollection(t *testing.T, s db.Store, player db.Player, title string, public bool) db.Collection {
	t.Helper()
	c, err := s.SaveCollection(t.Context(), db.Collection{Player: player, Title: title, Text: "of " + title, Public: public})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// mustCollect puts a match into a collection.
func mustCollect(t *testing.T, s db.Store, c db.Collection, match string, place int) {
	t.Helper()
	if err := s.Collect(t.Context(), c.ID, c.Player.ID, match, place); err != nil {
		t.Fatal(err)
	}
}

// mustEnd lets two players finish a match.
func mustEnd(t *testing.T, s db.Store, a, b db.Player) db.Match {
	t.Helper()
	m := MustStart(t, s, a, b)
	return MustAppend(t, s, m.ID, func(db.Match, db.Orders) (db.Change, error) {
		return db.Change{Events: []db.Event{{Seat: 1, Text: "resign"}}, Result: &games.Result{Winners: []games.Seat{2}, Reason: games.ReasonResignation}}, nil
	})
}

// checkCollected checks which matches a collection has, in their order.
func checkCollected(t *testing.T, s db.Store, id string, want ...string) {
	t.Helper()
	list, err := s.Collected(t.Context(), id)
	var got []string
	for _, m := range list {
		got = append(got, m.ID)
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("Collected (-want +got):\n%s%v", diff, err)
	}
}

// checkCollections checks the titles of a list of collections.
func checkCollections(t *testing.T, list []db.Collection, err error, want ...string) {
	t.Helper()
	var got []string
	for _, c := range list {
		got = append(got, c.Title)
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("collections (-want +got):\n%s%v", diff, err)
	}
}

// A collection is changed by its player alone, and shown to others once it is public.
func testCollections(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	one := mustCollection(t, s, ada, "one", false)
	c.Advance(time.Minute)
	two := mustCollection(t, s, ada, "two", true)
	mustCollection(t, s, bo, "Bo’s", false)
	want := db.Collection{ID: two.ID, Player: db.Player{ID: ada.ID, Name: "Ada", Created: ada.Created}, Title: "two", Text: "of two", Public: true, Changed: c.Now()}
	got, err := s.Collection(ctx, two.ID)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("Collection (-want +got):\n%s%v", diff, err)
	}
	list, err := s.CollectionsOf(ctx, ada.ID)
	checkCollections(t, list, err, "two", "one")
	c.Advance(time.Minute)
	one.Title, one.Public = "first", true
	if _, err := s.SaveCollection(ctx, one); err != nil {
		t.Fatal(err)
	}
	list, err = s.PublicCollections(ctx, 0, 9)
	checkCollections(t, list, err, "first", "two")
	list, err = s.PublicCollections(ctx, 1, 9)
	checkCollections(t, list, err, "two")

	checkMatchesOf(t, s, one, bo)
	if err := s.DeleteCollection(ctx, two.ID, ada.ID); err != nil {
		t.Error(err)
	}
	if err := s.Leave(ctx, ada.ID); err != nil {
		t.Fatal(err)
	}
	list, err = s.CollectionsOf(ctx, ada.ID)
	checkCollections(t, list, err)
	checkCollected(t, s, one.ID)
}

// checkMatchesOf puts matches into a collection, changes their order and takes one out. It
// checks that other players may not do this.
func checkMatchesOf(t *testing.T, s db.Store, one db.Collection, bo db.Player) {
	t.Helper()
	ctx, ada := t.Context(), one.Player
	a, b := mustEnd(t, s, ada, bo), mustEnd(t, s, bo, ada)
	mustCollect(t, s, one, a.ID, 0)
	mustCollect(t, s, one, b.ID, 0)
	checkCollected(t, s, one.ID, b.ID, a.ID)
	mustCollect(t, s, one, b.ID, 7)
	checkCollected(t, s, one.ID, a.ID, b.ID)
	list, err := s.CollectionsWith(ctx, a.ID)
	checkCollections(t, list, err, "first")
	mustCollect(t, s, one, b.ID, -1)
	checkCollected(t, s, one.ID, a.ID)

	stranger, running := db.Collection{ID: one.ID, Player: bo, Title: "x"}, MustStart(t, s, ada, bo)
	_, saved := s.SaveCollection(ctx, stranger)
	_, missing := s.Collection(ctx, "none")
	for name, got := range map[string][2]error{
		"no collection":         {missing, db.ErrNotFound},
		"saved by another":      {saved, db.ErrNotFound},
		"deleted by another":    {s.DeleteCollection(ctx, one.ID, bo.ID), db.ErrNotFound},
		"collected by another":  {s.Collect(ctx, one.ID, bo.ID, b.ID, 0), db.ErrNotFound},
		"no such match":         {s.Collect(ctx, one.ID, ada.ID, "nosuchmatch1", 0), db.ErrNotFound},
		"a match under way":     {s.Collect(ctx, one.ID, ada.ID, running.ID, 0), db.ErrNotOver},
		"taken out twice":       {s.Collect(ctx, one.ID, ada.ID, b.ID, -1), db.ErrNotFound},
		"annotated by another":  {s.Annotate(ctx, one.ID, bo.ID, db.Remark{Match: a.ID, Text: "x"}), db.ErrNotFound},
		"a match not collected": {s.Annotate(ctx, one.ID, ada.ID, db.Remark{Match: b.ID, Text: "x"}), db.ErrNotFound},
	} {
		if !errors.Is(got[0], got[1]) {
			t.Errorf("%s: %v, want %v", name, got[0], got[1])
		}
	}
}

// Notes of a collection have a match and a ply. They are deleted when the match is removed.
func testAnnotations(t *testing.T, e Engine) {
	s := e.open(t)
	ctx := t.Context()
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	one, other := mustCollection(t, s, ada, "one", true), mustCollection(t, s, bo, "other", true)
	m := mustEnd(t, s, ada, bo)
	mustCollect(t, s, one, m.ID, 0)
	mustCollect(t, s, other, m.ID, 0)
	note := func(c db.Collection, ply int, text string) {
		t.Helper()
		if err := s.Annotate(ctx, c.ID, c.Player.ID, db.Remark{Match: m.ID, Ply: ply, Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	check := func(c db.Collection, want ...string) {
		t.Helper()
		list, err := s.Annotations(ctx, c.ID, m.ID)
		var got []string
		for _, r := range list {
			got = append(got, r.Text)
		}
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("Annotations (-want +got):\n%s%v", diff, err)
		}
	}
	note(one, 1, "after one")
	note(one, db.WholeMatch, "of all")
	note(other, 1, "of another")
	check(one, "of all", "after one")
	note(one, 1, "anew")
	note(one, db.WholeMatch, "")
	check(one, "anew")
	for ply := range db.MaxAnnotations - 1 {
		note(one, ply+2, "x")
	}
	more := db.Remark{Match: m.ID, Ply: 0, Text: "x"}
	if err := s.Annotate(ctx, one.ID, ada.ID, more); !errors.Is(err, db.ErrTooManyCollected) {
		t.Errorf("one note too many: %v", err)
	}
	mustCollect(t, s, one, m.ID, -1)
	mustCollect(t, s, one, m.ID, 0)
	check(one)
	check(other, "of another")
}

// The number of collections of a player is limited, and the number of matches in each.
func testCollectionsAreBounded(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	var last db.Collection
	for range db.MaxCollections {
		last = mustCollection(t, s, ada, "x", false)
	}
	if _, err := s.SaveCollection(t.Context(), db.Collection{Player: ada, Title: "more"}); !errors.Is(err, db.ErrTooManyCollections) {
		t.Errorf("one collection too many: %v", err)
	}
	mustCollection(t, s, bo, "of another", false)
	var m db.Match
	for i := range db.MaxCollected {
		m = mustEnd(t, s, ada, bo)
		mustCollect(t, s, last, m.ID, i)
	}
	mustCollect(t, s, last, m.ID, 0)
	if err := s.Collect(t.Context(), last.ID, ada.ID, mustEnd(t, s, ada, bo).ID, 0); !errors.Is(err, db.ErrTooManyCollected) {
		t.Errorf("one match too many: %v", err)
	}
}

// Public collections can be reported. Operators remove them or decline the report.
func testCollectionsAreJudged(t *testing.T, e Engine) {
	s := e.open(t)
	ctx := t.Context()
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	open, hidden, fine := mustCollection(t, s, ada, "open", true), mustCollection(t, s, ada, "hidden", false), mustCollection(t, s, ada, "fine", true)
	for range 2 {
		if err := errors.Join(s.ReportCollection(ctx, open.ID, bo.ID), s.ReportCollection(ctx, fine.ID, bo.ID)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.ReportCollection(ctx, hidden.ID, bo.ID); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("a private collection is reported: %v", err)
	}
	if by, err := s.ReportedBy(ctx, bo.ID); len(by) != 2 || !slices.Contains(by, open.ID) || err != nil {
		t.Errorf("ReportedBy = %v, %v", by, err)
	}
	reports, err := s.ListReports(ctx)
	if err != nil || len(reports) != 2 || !reports[0].Collection || reports[0].Writer.ID != ada.ID || reports[0].By != "Bo" || reports[0].Reporters != 1 {
		t.Errorf("ListReports = %+v, %v", reports, err)
	}
	judge := func(kind db.ActKind, id string, want error) {
		t.Helper()
		if err := s.Act(ctx, db.NewAct{Kind: kind, Detail: id, Reason: "x"}); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", kind, err, want)
		}
	}
	judge(db.ActRemove, open.ID, nil)
	judge(db.ActRemove, open.ID, db.ErrNotFound)
	judge(db.ActRemove, hidden.ID, db.ErrNotFound)
	judge(db.ActDecline, fine.ID, nil)
	if reports, err = s.ListReports(ctx); err != nil || len(reports) != 0 {
		t.Errorf("ListReports = %+v, %v, want none", reports, err)
	}
	list, err := s.CollectionsOf(ctx, ada.ID)
	if len(list) != 2 || err != nil {
		t.Errorf("%d collections are left, %v", len(list), err)
	}
	acts, err := s.ActsAbout(ctx, ada.ID)
	if err != nil || len(acts) != 1 || acts[0].Kind != db.ActRemove {
		t.Errorf("ActsAbout = %+v, %v", acts, err)
	}
}

// annal returns a historic game.
func annal(number string) db.HistoricGame {
	return db.HistoricGame{
		ID: "annals-" + number, Place: 1, Collection: db.Collection{ID: "past", Title: "The past"}, Game: "camelot", Version: 1, Seats: 2,
		Title: "Gawain – Hector 99%, 1999", Tags: map[string]string{"Seat1": "Gawain"}, Played: time.Date(1999, 5, 1, 0, 0, 0, 0, time.UTC),
		Events: []db.Event{{Seat: 1, Text: "E6-E8"}, {Seat: 2, Text: "resign"}},
		Result: &games.Result{Winners: []games.Seat{1}, Reason: games.ReasonResignation},
	}
}

// A historic game is stored once, however many processes start. It is found in the archive. After
// its removal it is not stored again.
func testAnnals(t *testing.T, e Engine) {
	stores := []db.Store{e.open(t)}
	if e.Shared {
		s, other := e.openTwo(t, time.Now)
		stores = []db.Store{s, other}
	}
	s, ctx, a := stores[0], t.Context(), annal("00001")
	var all sync.WaitGroup
	for i := range 6 {
		all.Add(1)
		go func() {
			defer all.Done()
			if err := stores[i%len(stores)].AddAnnal(context.WithoutCancel(ctx), a); err != nil {
				t.Error(err)
			}
		}()
	}
	all.Wait()
	m, err := s.Match(ctx, a.ID)
	if err != nil || !m.Public || !m.Ended.Equal(a.Played) || len(m.Events) != 2 || m.Tags["Seat1"] != "Gawain" || !db.IsAnnal(m.ID) {
		t.Errorf("the match is %+v, %v", m, err)
	}
	checkCollected(t, s, "past", a.ID)
	if err := s.Archive(ctx, a.ID, db.Ending{Listed: true, Outcome: 1}); err != nil {
		t.Fatal(err)
	}
	find := func(f db.ArchiveFilter, want int) {
		t.Helper()
		if list, _, err := s.Archived(ctx, "", f, "", 9); len(list) != want || err != nil {
			t.Errorf("Archived(%+v) = %v, %v, want %d", f, list, err, want)
		}
	}
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	other := mustEnd(t, s, ada, bo)
	if err := s.Archive(ctx, other.ID, db.Ending{Listed: true, Played: []db.Played{{Player: ada.ID, Score: db.Lost}}}); err != nil {
		t.Fatal(err)
	}
	find(db.ArchiveFilter{Given: "hector 99%"}, 1)
	find(db.ArchiveFilter{Given: "9_%"}, 0)
	find(db.ArchiveFilter{Annotated: true, Game: "camelot"}, 1)
	find(db.ArchiveFilter{Annotated: true, Player: ada.ID}, 0)
	c := mustCollection(t, s, ada, "hers", true)
	mustCollect(t, s, c, other.ID, 0)
	find(db.ArchiveFilter{Annotated: true, Player: ada.ID}, 1)

	act := db.NewAct{Kind: db.ActRemove, Detail: a.ID, Reason: "x"}
	if err := errors.Join(s.Act(ctx, act), s.AddAnnal(ctx, a), s.AddAnnal(ctx, annal("00002"))); err != nil {
		t.Fatal(err)
	}
	find(db.ArchiveFilter{Given: "gawain"}, 0)
	checkCollected(t, s, "past", "annals-00002")
	act.Detail = "past"
	if err := errors.Join(s.Act(ctx, act), s.AddAnnal(ctx, annal("00003"))); err != nil {
		t.Fatal(err)
	}
	if k, err := s.Collection(ctx, "past"); k.Public || err != nil {
		t.Errorf("the collection that was removed is %+v, %v", k, err)
	}
}
