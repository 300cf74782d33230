package dbtest

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games"
)

// mustSay stores a message.
func mustSay(t *testing.T, s db.Store, n db.NewMessage) db.Message {
	t.Helper()
	m, err := s.AddMessage(t.Context(), db.Once{}, n, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// checkMessages checks the texts of a reader's messages, the latest first.
func checkMessages(t *testing.T, s db.Store, match string, r db.Reader, want ...string) {
	t.Helper()
	list, err := s.MessagesOf(t.Context(), match, r, "", 99)
	var got []string
	for _, m := range list {
		got = append(got, m.Text)
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("MessagesOf(%+v) (-want +got):\n%s%v", r, diff, err)
	}
}

// checkUnread checks how many messages each seat has not seen.
func checkUnread(t *testing.T, s db.Store, match string, want ...int) {
	t.Helper()
	if diff := cmp.Diff(want, MustMatch(t, s, match).Unread); diff != "" {
		t.Errorf("Unread (-want +got):\n%s", diff)
	}
}

// Each message is read by its seats, or by spectators, and by nobody else.
func testTalk(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	ada, bo, cy, eve := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"), MustPlayer(t, s, "Cy"), MustPlayer(t, s, "Eve")
	m := MustCreate(t, s, db.NewMatch{Seats: 3, Host: ada.ID, HostSeat: 1, Reserve: map[games.Seat]string{2: bo.ID, 3: cy.ID}, NoTalk: true, ToAct: []games.Seat{1}})
	if !m.NoTalk {
		t.Error("NoTalk is lost")
	}
	all := []games.Seat{1, 2, 3}
	first := mustSay(t, s, db.NewMessage{Match: m.ID, Player: ada.ID, To: all, Text: "to all"})
	if want := (db.Message{ID: first.ID, Match: m.ID, Writer: ada, To: all, Text: "to all", At: c.Now()}); !cmp.Equal(first, want) {
		t.Errorf("AddMessage = %+v, want %+v", first, want)
	}
	mustSay(t, s, db.NewMessage{Match: m.ID, Player: bo.ID, To: []games.Seat{1, 2}, Text: "to Ada"})
	mustSay(t, s, db.NewMessage{Match: m.ID, Player: eve.ID, Text: "who watch"})
	checkUnread(t, s, m.ID, 1, 1, 1)
	checkMessages(t, s, m.ID, db.Reader{Player: ada.ID, Seats: []games.Seat{1}}, "to Ada", "to all")
	checkMessages(t, s, m.ID, db.Reader{Player: cy.ID, Seats: []games.Seat{3}}, "to all")
	checkMessages(t, s, m.ID, db.Reader{Player: eve.ID, Watchers: true}, "who watch")
	checkMessages(t, s, m.ID, db.Reader{Player: cy.ID, Seats: []games.Seat{3}, Watchers: true}, "who watch", "to all")
	list, err := s.MessagesOf(ctx, m.ID, db.Reader{Player: ada.ID, Seats: all, Watchers: true}, first.ID, 9)
	if len(list) != 0 || err != nil {
		t.Errorf("before the first: %v, %v", list, err)
	}
	if _, err := s.MessagesOf(ctx, m.ID, db.Reader{Player: ada.ID}, "nonesuch", 9); err != db.ErrCursor {
		t.Errorf("an unknown cursor: %v", err)
	}
	if got, err := s.MessageTo(ctx, m.ID, first.ID, db.Reader{Player: bo.ID, Seats: []games.Seat{2}}); got.Text != "to all" || err != nil {
		t.Errorf("MessageTo = %+v, %v", got, err)
	}
	if _, err := s.MessageTo(ctx, m.ID, first.ID, db.Reader{Player: eve.ID, Watchers: true}); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("MessageTo of another reader: %v", err)
	}
	if err := s.ReadMessages(ctx, m.ID, ada.ID); err != nil {
		t.Fatal(err)
	}
	checkUnread(t, s, m.ID, 0, 1, 1)
	checkReports(t, s, m.ID, first.ID, bo.ID)
	if list, err := s.MessagesBy(ctx, ada.ID, "", 9); len(list) != 1 || list[0].Match != m.ID || list[0].Text != "to all" || err != nil {
		t.Errorf("MessagesBy = %+v, %v", list, err)
	}
	if err := s.Leave(ctx, ada.ID); err != nil {
		t.Fatal(err)
	}
	checkMessages(t, s, m.ID, db.Reader{Player: bo.ID, Seats: all}, "to Ada")
	if got, err := s.ReportedBy(ctx, bo.ID); len(got) != 0 || err != nil {
		t.Errorf("reports of what is gone: %v, %v", got, err)
	}
	if listed, err := s.ListReports(ctx); len(listed) != 0 || err != nil {
		t.Errorf("reports of what is gone are listed: %v, %v", listed, err)
	}
}

// checkReports reports a message twice, and then messages that cannot be reported.
func checkReports(t *testing.T, s db.Store, match, message, player string) {
	t.Helper()
	ctx := t.Context()
	if err := s.ReportMessage(ctx, match, message, player); err != nil {
		t.Fatal(err)
	}
	if err := s.ReportMessage(ctx, match, message, player); err != nil {
		t.Errorf("a second report: %v", err)
	}
	if got, err := s.ReportedBy(ctx, player); len(got) != 1 || got[0] != message || err != nil {
		t.Errorf("ReportedBy = %v, %v", got, err)
	}
	listed, err := s.ListReports(ctx)
	if err != nil || len(listed) != 1 {
		t.Fatalf("ListReports = %+v, %v", listed, err)
	}
	if r := listed[0]; r.Message != message || r.Match != match || r.Writer.Name != "Ada" || r.Text != "to all" || r.By != "Bo" || r.Reporters != 1 || r.At.IsZero() {
		t.Errorf("the report is listed as %+v", r)
	}
	for name, of := range map[string][3]string{"no match": {"nosuchmatch1", message, player}, "no message": {match, "nosuchmessag", player}, "no player": {match, message, "nobody"}} {
		if err := s.ReportMessage(ctx, of[0], of[1], of[2]); err != db.ErrNotFound {
			t.Errorf("report of %s: %v", name, err)
		}
	}
}

// The number of messages of a player in a match is limited. The same request stores one
// message.
func testTalkIsBounded(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	m := MustStart(t, s, ada, bo)
	say := func(o db.Once, player, match, text string) error {
		_, err := s.AddMessage(t.Context(), o, db.NewMessage{Match: match, Player: player, To: []games.Seat{1, 2}, Text: text}, nil)
		return err
	}
	once := db.Once{Caller: ada.ID, Key: "one", Request: []byte("x")}
	if err := say(once, ada.ID, m.ID, "once"); err != nil {
		t.Fatal(err)
	}
	if err := say(once, ada.ID, m.ID, "once"); err == nil {
		t.Error("a request that is repeated is carried out again")
	}
	checkUnread(t, s, m.ID, 0, 1)
	for range db.MaxMessages - 1 {
		if err := say(db.Once{}, ada.ID, m.ID, "more"); err != nil {
			t.Fatal(err)
		}
	}
	if err := say(db.Once{}, ada.ID, m.ID, "too much"); err != db.ErrTooManyMessages {
		t.Errorf("one too many: %v", err)
	}
	if err := say(db.Once{}, bo.ID, m.ID, "of another"); err != nil {
		t.Error(err)
	}
	for name, err := range map[string]error{"no match": say(db.Once{}, ada.ID, "nosuchmatch1", "x"), "no player": say(db.Once{}, "nobody", m.ID, "x")} {
		if err != db.ErrNotFound {
			t.Errorf("%s: %v", name, err)
		}
	}
	if say(db.Once{}, bo.ID, m.ID, strings.Repeat("x", 2001)) == nil {
		t.Error("a message that is too long is stored")
	}
}

// A player does not read the messages of a muted or blocked writer. Ties to a player end when
// the player leaves.
func testTies(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	ada, bo, cy := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"), MustPlayer(t, s, "Cy")
	m := MustStart(t, s, ada, bo)
	mustTie := func(player, other string, kind db.TieKind) {
		t.Helper()
		if err := s.SetTie(ctx, player, other, kind); err != nil {
			t.Fatal(err)
		}
	}
	say := func(player db.Player) {
		mustSay(t, s, db.NewMessage{Match: m.ID, Player: player.ID, To: []games.Seat{1, 2}, Text: player.Name})
	}
	reader := db.Reader{Player: ada.ID, Seats: []games.Seat{1}}
	for i, kind := range []db.TieKind{db.TieFavorite, db.TieMute, db.TieBlock, ""} {
		mustTie(ada.ID, bo.ID, kind)
		say(bo)
		want := [][]string{{"Bo"}, nil, nil, {"Bo", "Bo", "Bo", "Bo"}}[i]
		checkMessages(t, s, m.ID, reader, want...)
	}
	say(ada)
	checkUnread(t, s, m.ID, 2, 1)
	mustTie(ada.ID, bo.ID, db.TieFavorite)
	began := c.Now()
	c.Advance(time.Minute)
	mustTie(ada.ID, cy.ID, db.TieMute)
	mustTie(cy.ID, ada.ID, db.TieBlock)
	list, err := s.TiesOf(ctx, ada.ID)
	if len(list) != 2 || list[0].Other.ID != cy.ID || list[0].Kind != db.TieMute || list[1].Other.Name != "Bo" || !list[1].Since.Equal(began) || err != nil {
		t.Errorf("TiesOf = %+v, %v", list, err)
	}
	for name, of := range map[string][2]string{"no player": {"nobody", bo.ID}, "nobody": {ada.ID, "nobody"}} {
		if err := s.SetTie(ctx, of[0], of[1], db.TieMute); err != db.ErrNotFound {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := s.Leave(ctx, ada.ID); err != nil {
		t.Fatal(err)
	}
	for _, p := range []db.Player{ada, cy} {
		if list, err := s.TiesOf(ctx, p.ID); len(list) != 0 || err != nil {
			t.Errorf("ties of %s: %+v, %v", p.Name, list, err)
		}
	}
	for range db.MaxTies {
		mustTie(bo.ID, MustPlayer(t, s, "x").ID, db.TieMute)
	}
	if err := s.SetTie(ctx, bo.ID, cy.ID, db.TieMute); err != db.ErrTooManyTies {
		t.Errorf("one too many: %v", err)
	}
}

// Other processes get a change for a message, with its audience. Readers of the match see that the
// message is unread.
func testTalkIsTold(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	m := MustStart(t, s, ada, bo)
	MustMatch(t, s, m.ID) // so the match is in memory
	var last int64
	f := s.Feed()
	if f != nil {
		var err error
		if last, err = f.LastChange(t.Context()); err != nil {
			t.Fatal(err)
		}
		changes, err := f.Changes(context.Background(), last, 99)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range changes {
			last = c.Number
		}
	}
	mustSay(t, s, db.NewMessage{Match: m.ID, Player: ada.ID, To: []games.Seat{1, 2}, Text: "x", Heard: db.Audience{Players: []string{bo.ID}}})
	mustSay(t, s, db.NewMessage{Match: m.ID, Player: ada.ID, Text: "x", Heard: db.Audience{Players: []string{ada.ID}, Others: true}})
	if got := MustMatch(t, s, m.ID).Unread; !slices.Equal(got, []int{0, 1}) {
		t.Errorf("unread messages by seat: %v, want 0 and 1", got)
	}
	if f == nil {
		return
	}
	list, err := f.Changes(t.Context(), last, 99)
	if err != nil || len(list) != 2 {
		t.Fatalf("Changes = %+v, %v", list, err)
	}
	for i, c := range list {
		want := db.StoredChange{Number: c.Number, Match: m.ID, Players: []string{[]string{bo.ID, ada.ID}[i]}, Talk: true, Others: i == 1, Own: true}
		if diff := cmp.Diff(want, c); diff != "" {
			t.Errorf("change %d (-want +got):\n%s", i, diff)
		}
	}
}

// A table with a block between a player and somebody there is on none of the player's lists. A
// rematch offer by a blocked player does not reach the players who blocked them.
func testBlocks(t *testing.T, e Engine) {
	s := e.open(t)
	ctx := t.Context()
	ada, bo, cy := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"), MustPlayer(t, s, "Cy")
	open := MustCreate(t, s, db.NewMatch{Game: "x", Seats: 3, Host: cy.ID, Reserve: map[games.Seat]string{2: ada.ID}, Public: true})
	for _, tie := range []struct {
		by, of string
		kind   db.TieKind
	}{{ada.ID, bo.ID, db.TieMute}, {ada.ID, bo.ID, db.TieBlock}, {ada.ID, bo.ID, ""}, {bo.ID, cy.ID, db.TieBlock}, {bo.ID, cy.ID, db.TieFavorite}} {
		if err := s.SetTie(ctx, tie.by, tie.of, tie.kind); err != nil {
			t.Fatal(err)
		}
		for viewer, blocked := range map[string]bool{"": false, ada.ID: false, bo.ID: tie.kind == db.TieBlock} {
			want := 1
			if blocked {
				want = 0
			}
			all, _, err := s.OpenTables(ctx, viewer, db.TableFilter{}, "", 9)
			of, _, err2 := s.OpenTables(ctx, viewer, db.TableFilter{Game: "x"}, "", 9)
			n, err3 := s.CountOpenTables(ctx, viewer)
			if blocks, err4 := s.Blocks(ctx, open.ID, viewer); len(all) != want || len(of) != want || n != want || blocks != blocked || errors.Join(err, err2, err3, err4) != nil {
				t.Errorf("%+v: %q finds %d, %d, %d, blocks %v; want %d: %v", tie, viewer, len(all), len(of), n, blocks, want, errors.Join(err, err2, err3, err4))
			}
		}
	}
	if err := s.SetTie(ctx, ada.ID, bo.ID, db.TieBlock); err != nil {
		t.Fatal(err)
	}
	over := MustStart(t, s, ada, bo)
	MustAppend(t, s, over.ID, Finish(1))
	m, err := s.VoteRematch(ctx, db.Once{}, db.RematchVote{Match: over.ID, Player: bo.ID, Lasts: time.Hour}, nil)
	turns, err2 := s.Turns(ctx, ada.ID)
	notices, err3 := s.Notices(ctx, 9)
	if m.Offered.By != 2 || turns.Count != 0 || len(notices) != 0 || errors.Join(err, err2, err3) != nil {
		t.Errorf("the offer is %+v; Ada has %+v and %+v: %v", m.Offered, turns, notices, errors.Join(err, err2, err3))
	}
}

// A player who had read everything gets one notification of messages until they read again. They
// get none about their own messages, messages by a muted author or a spectator, or messages to
// other seats.
func testMessageNotices(t *testing.T, e Engine) {
	s := e.open(t)
	ctx := t.Context()
	ada, bo, cy, eve := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"), MustPlayer(t, s, "Cy"), MustPlayer(t, s, "Eve")
	m := MustCreate(t, s, db.NewMatch{Seats: 4, Host: ada.ID, HostSeat: 1, Reserve: map[games.Seat]string{2: bo.ID, 3: cy.ID}, Bots: map[games.Seat]int{4: 1}, ToAct: []games.Seat{1}})
	mustDo(t, s.SetTie(ctx, cy.ID, ada.ID, db.TieMute))
	all := []games.Seat{1, 2, 3, 4}
	take := func(want ...string) {
		t.Helper()
		list, err := s.Notices(ctx, 50)
		var got []string
		var ids []int64
		for _, n := range list {
			if n.Kind != db.NoticeMessage || n.Match != m.ID {
				t.Errorf("a notice %+v", n)
			}
			got, ids = append(got, n.Recipient), append(ids, n.ID)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) || err != nil {
			t.Errorf("told are %v, %v, want %v", got, err, want)
		}
		mustDo(t, s.DispatchNotices(ctx, ids, nil))
	}
	mustSay(t, s, db.NewMessage{Match: m.ID, Player: ada.ID, To: all, Text: "one"})
	mustSay(t, s, db.NewMessage{Match: m.ID, Player: ada.ID, To: all, Text: "two"})
	mustSay(t, s, db.NewMessage{Match: m.ID, Player: eve.ID, Text: "of who watches"})
	take(bo.ID)
	mustSay(t, s, db.NewMessage{Match: m.ID, Player: bo.ID, To: []games.Seat{2, 3}, Text: "to Cy"})
	take(cy.ID)
	mustDo(t, s.ReadMessages(ctx, m.ID, bo.ID))
	mustSay(t, s, db.NewMessage{Match: m.ID, Player: ada.ID, To: all, Text: "three"})
	take(bo.ID)
}
