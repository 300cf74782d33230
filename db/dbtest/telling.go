package dbtest

import (
	"bytes"
	"crypto/ecdh"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
)

// Settings of notifications are replaced as a whole.
func testNoticeSettings(t *testing.T, e Engine) {
	s, _ := e.openAt(t)
	ctx, ada := t.Context(), MustPlayer(t, s, "Ada")
	r, err := s.Recipient(ctx, ada.ID)
	if err != nil || r.Player.ID != ada.ID || r.Name != "Ada" || r.Channels != nil || r.Digest != nil || len(r.Targets) != 0 {
		t.Errorf("Recipient of nothing stored = %+v, %v", r, err)
	}
	if !r.Has(db.NoticeTurn, db.ByMail) || r.Has(db.NoticeOffer, db.ByMail) {
		t.Error("the usual channels of a turn have no mail, or those of an offer have")
	}
	hour := 18
	for _, want := range []db.NoticeSettings{
		{Channels: map[db.NoticeKind][]db.NoticeChannel{db.NoticeTurn: {}, db.NoticeOver: {db.ByPush}}, Digest: &hour, Zone: "Europe/Paris", Language: "fr"},
		{Channels: map[db.NoticeKind][]db.NoticeChannel{db.NoticeOver: {db.ByMail}}, Language: "en"},
	} {
		mustDo(t, s.SetNotices(ctx, ada.ID, want))
		got, err := s.Recipient(ctx, ada.ID)
		if diff := cmp.Diff(want, got.NoticeSettings); diff != "" || err != nil {
			t.Errorf("settings (-want +got): %v\n%s", err, diff)
		}
	}
	for _, step := range []struct {
		language, want string
		always         bool
	}{{"fr", "en", false}, {"fr", "fr", true}} {
		mustDo(t, s.SetLanguage(ctx, ada.ID, step.language, step.always))
		if got, err := s.Recipient(ctx, ada.ID); err != nil || got.Language != step.want || !got.Has(db.NoticeOver, db.ByMail) {
			t.Errorf("SetLanguage(%q, %t) leads to %+v, %v", step.language, step.always, got.NoticeSettings, err)
		}
	}
	bo := MustPlayer(t, s, "Bo")
	mustDo(t, s.SetLanguage(ctx, bo.ID, "fr", false))
	if m := mustQueue(t, s, db.NewMail{Kind: db.MailConfirm, Player: bo.ID, Address: "bo@example.org", Language: "en"}); m.Language != "fr" {
		t.Errorf("a mail to Bo is in %q", m.Language)
	}
	if got, err := s.Recipient(ctx, bo.ID); err != nil || got.Language != "fr" || got.Channels != nil {
		t.Errorf("of Bo is known %+v, %v", got.NoticeSettings, err)
	}
	if err := s.SetNotices(ctx, "nobody", db.NoticeSettings{Language: "en"}); err == nil {
		t.Error("settings of nobody are stored")
	}
	if _, err := s.Recipient(ctx, "nobody"); err != db.ErrNotFound {
		t.Errorf("Recipient of nobody: %v, want %v", err, db.ErrNotFound)
	}
	token := s.MuteToken(ada.ID)
	if p, err := s.PlayerByMute(ctx, token); p.ID != ada.ID || err != nil {
		t.Errorf("PlayerByMute = %+v, %v", p, err)
	}
	for _, bad := range []string{"", ada.ID, token + "a", "a" + token, s.MuteToken(MustPlayer(t, s, "Bo").ID)[:len(token)-1]} {
		if _, err := s.PlayerByMute(ctx, bad); err != db.ErrNotFound {
			t.Errorf("PlayerByMute(%q): %v, want %v", bad, err, db.ErrNotFound)
		}
	}
}

// The addresses of private feeds stay valid until they are changed, or the player leaves.
func testPrivateFeeds(t *testing.T, e Engine) {
	s, _ := e.openAt(t)
	ctx, ada, bo := t.Context(), MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	tokenOf := func(p db.Player) string {
		t.Helper()
		token, err := s.FeedToken(ctx, p.ID)
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	check := func(token string, want error) {
		t.Helper()
		if p, err := s.PlayerByFeed(ctx, token); err != want || err == nil && p.ID != ada.ID {
			t.Errorf("PlayerByFeed(%q) = %+v, %v, want %v", token, p, err, want)
		}
	}
	first := tokenOf(ada)
	check(first, nil)
	if tokenOf(ada) != first || tokenOf(bo) == first || len(first) < 26 {
		t.Errorf("the token %q is that of nobody or of several", first)
	}
	for _, bad := range []string{"", ada.ID, first + "a", first[:len(first)-1], bo.ID + first[len(bo.ID):]} {
		check(bad, db.ErrNotFound)
	}
	seen := map[string]bool{first: true}
	for range 3 {
		mustDo(t, s.RenewFeed(ctx, ada.ID))
		next := tokenOf(ada)
		if seen[next] {
			t.Errorf("the token %q comes again", next)
		}
		seen[next] = true
		check(next, nil)
		check(first, db.ErrNotFound)
	}
	mustDo(t, s.SetNotices(ctx, ada.ID, db.NoticeSettings{Language: "fr"}))
	check(first, db.ErrNotFound)
	mustDo(t, s.Leave(ctx, ada.ID))
	check(first, db.ErrNotFound)
}

// The number of webhooks is limited. A browser gets the notifications of one player. Only the owner
// removes a target.
func testTargets(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx, ada, bo := t.Context(), MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	hook := db.NewTarget{Player: ada.ID, Channel: db.ByWebhook, Address: "https://example.org/a", Format: db.FormatJSON, Kinds: []db.NoticeKind{db.NoticeTurn, db.NoticeOver}}
	made := mustTarget(t, s, hook)
	if diff := cmp.Diff(db.Target{ID: made.ID, NewTarget: hook, Made: c.Now()}, made); diff != "" || made.ID == "" {
		t.Errorf("AddTarget (-want +got):\n%s", diff)
	}
	for range db.MaxWebhooks - 1 {
		mustTarget(t, s, hook)
	}
	if _, err := s.AddTarget(ctx, db.Once{}, hook, nil); err != db.ErrTooManyTargets {
		t.Errorf("one webhook too many: %v, want %v", err, db.ErrTooManyTargets)
	}
	push := db.NewTarget{Player: ada.ID, Channel: db.ByPush, Address: "https://push.example/1", Public: "key", Auth: "auth", Device: "Firefox on Linux"}
	mine := mustTarget(t, s, push)
	push.Public, push.Device = "another key", "Firefox on a phone"
	if again := mustTarget(t, s, push); again.ID != mine.ID || again.NewTarget.Public != "another key" || again.Device != push.Device {
		t.Errorf("the same browser once more is %+v, before it was %+v", again, mine)
	}
	push.Player = bo.ID
	now := mustTarget(t, s, push)
	if got := targets(t, s, ada); len(got) != db.MaxWebhooks {
		t.Errorf("%d targets of who had the browser before, want %d", len(got), db.MaxWebhooks)
	}
	if diff := cmp.Diff([]db.Target{now}, targets(t, s, bo)); diff != "" {
		t.Errorf("targets of who has the browser (-want +got):\n%s", diff)
	}
	for i := range db.MaxPushes {
		c.Advance(time.Second)
		push.Address = fmt.Sprint("https://push.example/", i+2)
		mustTarget(t, s, push)
	}
	if got := targets(t, s, bo); len(got) != db.MaxPushes || got[0].Address != "https://push.example/2" {
		t.Errorf("the browsers that are told are %+v", got)
	}
	if err := s.RemoveTarget(ctx, bo.ID, made.ID); err != db.ErrNotFound {
		t.Errorf("somebody else removes a target: %v, want %v", err, db.ErrNotFound)
	}
	mustDo(t, s.RemoveTarget(ctx, ada.ID, made.ID))
	if got := targets(t, s, ada); len(got) != db.MaxWebhooks-1 {
		t.Errorf("%d targets after one was removed", len(got))
	}
	mustDo(t, s.Leave(ctx, ada.ID))
	if got := targets(t, s, ada); len(got) != 0 {
		t.Errorf("%d targets of who has left", len(got))
	}
}

// A push subscription that was given up stays listed until the device has another one, or the same
// one is stored again.
func testDeadPushes(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx, ada, bo := t.Context(), MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	push := db.NewTarget{Player: ada.ID, Channel: db.ByPush, Address: "https://push.example/1", Public: "key", Auth: "auth", Device: "Firefox on Linux"}
	dead := mustTarget(t, s, push)
	mustDo(t, s.SwitchOff(ctx, dead.ID, "status_410"))
	if at := targets(t, s, ada)[0]; at.Off.IsZero() || !at.Failing.Equal(c.Now()) || at.Why != "status_410" {
		t.Errorf("the subscription that is gone is %+v", at)
	}
	if again := mustTarget(t, s, push); again.ID != dead.ID || !again.Off.IsZero() {
		t.Errorf("given again it is %+v", again)
	}
	mustDo(t, s.SwitchOff(ctx, dead.ID, "status_410"))
	for _, other := range []db.NewTarget{
		{Player: bo.ID, Channel: db.ByPush, Address: "https://push.example/2", Device: push.Device},
		{Player: ada.ID, Channel: db.ByPush, Address: "https://push.example/3", Device: "another"},
	} {
		mustTarget(t, s, other)
	}
	if got := targets(t, s, ada); len(got) != 2 {
		t.Errorf("a subscription of another player or device has replaced it: %+v", got)
	}
	push.Address = "https://push.example/4"
	mustTarget(t, s, push)
	for _, at := range targets(t, s, ada) {
		if at.ID == dead.ID {
			t.Errorf("it is still there: %+v", at)
		}
	}
}

// Pushes are signed with one key from the first start on. It is a scalar of P-256.
func testPushKey(t *testing.T, e Engine) {
	place := e.New(t)
	var first []byte
	for range 2 {
		s := e.Open(t, place, time.Now)
		key := s.PushKey()
		if _, err := ecdh.P256().NewPrivateKey(key); err != nil || first != nil && !bytes.Equal(first, key) {
			t.Errorf("the key has %d bytes, and is another one after the start: %v", len(key), err)
		}
		first = key
		mustDo(t, s.Close())
	}
}

// A notification waits until it is due. It is replaced by its deliveries in one step. Each delivery
// waits until it has reached its target.
func testDeliveries(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx, ada, bo := t.Context(), MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	m := MustStart(t, s, ada, bo)
	hook := mustTarget(t, s, db.NewTarget{Player: bo.ID, Channel: db.ByWebhook, Address: "https://example.org/a", Format: db.FormatJSON})
	c.Advance(time.Second)
	MustAppend(t, s, m.ID, withNotices("E6-E8", db.Notice{Kind: db.NoticeTurn, Recipient: bo.ID},
		db.Notice{Kind: db.NoticeTimeLow, Recipient: bo.ID, Due: c.Now().Add(time.Hour), Left: 2 * time.Hour}))
	turn := mustNotices(t, s, 1)[0]
	due := c.Now().Add(time.Minute)
	list := []db.NewDelivery{{Notice: turn, Target: hook.ID}, {Notice: turn, Target: db.MailTarget(bo.ID)}, {Notice: turn, Target: "gone"}}
	for i := range list {
		list[i].Due = due
	}
	for range 2 { // the second time the notification is no longer in the outbox
		mustDo(t, s.DispatchNotices(ctx, []int64{turn.ID}, list))
	}
	mustNotices(t, s, 0)
	if got := mustDeliveries(t, s, 0); got != nil {
		t.Error("deliveries before they are due")
	}
	c.Advance(time.Minute)
	got := mustDeliveries(t, s, 2)
	for i, target := range []string{hook.ID, db.MailTarget(bo.ID)} {
		one, err := s.DueFor(ctx, target, 9)
		want := db.Notice{Kind: db.NoticeTurn, Recipient: bo.ID, Match: m.ID, Ply: 1, At: turn.At, Due: due}
		if err != nil || len(one) != 1 || cmp.Diff(want, one[0].Notice) != "" || one[0].Target != target || len(one[0].ID) < 20 || one[0].ID == got[1-i].ID && one[0].ID == got[i].ID {
			t.Errorf("DueFor(%s) = %+v, %v", target, one, err)
		}
	}
	mustDo(t, s.JoinDeliveries(ctx, "mail", []string{got[0].ID, got[1].ID}))
	mustDo(t, s.JoinDeliveries(ctx, "another", []string{got[0].ID}))
	for _, d := range mustDeliveries(t, s, 2) {
		if d.Message != "mail" {
			t.Errorf("delivery %+v is sent in %q", d, d.Message)
		}
	}
	mustDo(t, s.Delivered(ctx, hook.ID, idsFor(t, s, hook.ID)))
	if at := targets(t, s, bo)[0]; !at.Delivered.Equal(c.Now()) {
		t.Errorf("target after a delivery: %+v", at)
	}
	mustDo(t, s.DropDeliveries(ctx, idsFor(t, s, db.MailTarget(bo.ID))))
	mustDeliveries(t, s, 0)

	c.Advance(time.Hour - time.Minute)
	low := mustNotices(t, s, 1)[0]
	if low.Left != 2*time.Hour || !low.Due.Equal(c.Now()) {
		t.Errorf("the notice about time: %+v", low)
	}
	mustDo(t, s.DelayNotice(ctx, low.ID, c.Now().Add(time.Hour)))
	mustNotices(t, s, 0)
}

// A failing webhook, with all its pending deliveries, waits longer after each failure and is
// switched off in the end. Mail is not switched off. A test message that succeeds switches the
// webhook on again.
func testFailures(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx, ada, bo := t.Context(), MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	m := MustStart(t, s, ada, bo)
	hook := mustTarget(t, s, db.NewTarget{Player: bo.ID, Channel: db.ByWebhook, Address: "https://example.org/a", Format: db.FormatJSON})
	MustAppend(t, s, m.ID, withNotices("E6-E8", db.Notice{Kind: db.NoticeTurn, Recipient: bo.ID}, db.Notice{Kind: db.NoticeOffer, Recipient: bo.ID}))
	c.Advance(time.Second)
	var list []db.NewDelivery
	var ids []int64
	for _, n := range mustNotices(t, s, 2) {
		for _, target := range []string{hook.ID, db.MailTarget(bo.ID)} {
			d := db.NewDelivery{Notice: n, Target: target}
			d.Due = c.Now()
			list = append(list, d)
		}
		ids = append(ids, n.ID)
	}
	mustDo(t, s.DispatchNotices(ctx, ids, list))
	began := c.Now()
	for i := range db.MaxFailures {
		for _, target := range []string{hook.ID, db.MailTarget(bo.ID)} {
			due := idsFor(t, s, target)
			if len(due) != 2 {
				t.Fatalf("attempt %d: %d deliveries to %s are due, want 2", i, len(due), target)
			}
			mustDo(t, s.FailDeliveries(ctx, target, due[:1], "no_answer", time.Minute))
		}
		mustDeliveries(t, s, 0)
		c.Advance(time.Minute)
	}
	if left := mustDeliveries(t, s, 2); left[0].Tries+left[1].Tries != db.MaxFailures || left[0].Target != db.MailTarget(bo.ID) {
		t.Errorf("after all attempts there are %+v", left)
	}
	at := targets(t, s, bo)
	if at[0].Off.IsZero() || !at[0].Failing.Equal(began) || at[0].Why != "no_answer" || at[0].Tried != db.MaxFailures {
		t.Errorf("the webhook is %+v", at[0])
	}
	if !at[1].Off.IsZero() || !at[1].Failing.Equal(began) {
		t.Errorf("the mail is %+v", at[1])
	}
	mustDo(t, s.NoteTarget(ctx, hook.ID, "refused"))
	if at := targets(t, s, bo)[0]; at.Off.IsZero() || at.Why != "refused" {
		t.Errorf("after a trial that fails the webhook is %+v", at)
	}
	mustDo(t, s.NoteTarget(ctx, hook.ID, ""))
	if at := targets(t, s, bo)[0]; !at.Off.IsZero() || !at.Failing.IsZero() || at.Tried != 0 || !at.Delivered.Equal(c.Now()) {
		t.Errorf("after a trial that succeeds the webhook is %+v", at)
	}
	mustDo(t, s.SwitchOff(ctx, db.MailTarget(bo.ID), "gone"))
	mustDeliveries(t, s, 0)
	if at := targets(t, s, bo)[1]; at.Off.IsZero() || at.Why != "gone" {
		t.Errorf("switched off, the mail is %+v", at)
	}
}

func mustTarget(t testing.TB, s db.Store, n db.NewTarget) db.Target {
	t.Helper()
	made, err := s.AddTarget(t.Context(), db.Once{}, n, nil)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func targets(t testing.TB, s db.Store, p db.Player) []db.Target {
	t.Helper()
	r, err := s.Recipient(t.Context(), p.ID)
	if err != nil {
		t.Fatal(err)
	}
	return r.Targets
}

func mustNotices(t testing.TB, s db.Store, want int) []db.Notice {
	t.Helper()
	list, err := s.Notices(t.Context(), 9)
	if err != nil || len(list) != want {
		t.Fatalf("Notices = %+v, %v, want %d", list, err, want)
	}
	return list
}

func mustDeliveries(t testing.TB, s db.Store, want int) []db.Delivery {
	t.Helper()
	targets, err := s.DueTargets(t.Context(), 9)
	var list []db.Delivery
	for _, target := range targets {
		due, wrong := s.DueFor(t.Context(), target, 9)
		list, err = append(list, due...), errors.Join(err, wrong)
	}
	if err != nil || len(list) != want {
		t.Fatalf("to be delivered: %+v, %v, want %d", list, err, want)
	}
	return list
}

// idsFor lists the ids of the deliveries that are due for a target.
func idsFor(t testing.TB, s db.Store, target string) (ids []string) {
	t.Helper()
	list, err := s.DueFor(t.Context(), target, 9)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range list {
		ids = append(ids, d.ID)
	}
	return ids
}
