package notify_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/clock"
	"tableronde/handlers/club"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/notify"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// newsRoom is a match of Ada and Bo, who has a webhook and an account with an address. It has the
// workers that send notices of the match, and a clock of its own.
type newsRoom struct {
	*roomstest.PostOffice
	outbox  club.Worker
	carried func(context.Context) error // by the outbox
	sends   func(context.Context) error
	players []db.Player
	hook    db.Target
	match   string
	ply     int
	fails   map[db.NoticeChannel]error // the result of sending, by channel
	mu      sync.Mutex
	told    []notify.Message
}

func newNewsRoom(t *testing.T, control *clock.Control) *newsRoom {
	t.Helper()
	r := &newsRoom{PostOffice: roomstest.NewPostOffice(t), fails: make(map[db.NoticeChannel]error)}
	log := slog.New(slog.DiscardHandler)
	r.outbox = r.Notify.OutboxWorker(notify.StreamChannel{Hub: new(roomstest.Hub), Now: r.Clock.Now})
	r.carried = r.Workers().Passes(r.outbox)
	tell := func(_ context.Context, m notify.Message) error {
		if err := r.fails[m.Target.Channel]; err != nil {
			return err
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		r.told = append(r.told, m)
		return nil
	}
	r.sends = r.Workers().Passes(r.Notify.NotificationWorker(map[db.NoticeChannel]notify.Sender{db.ByMail: tell, db.ByWebhook: tell}, log))
	r.players = []db.Player{r.Account("Ada"), r.Account("Bo")}
	if err := r.Match.UptimeWorker().Round(t.Context()); err != nil {
		t.Fatal(err)
	}
	var err error
	r.hook, err = r.Notify.AddWebhook(t.Context(), db.Once{}, r.players[1].ID, "https://example.org/", db.FormatJSON, db.NoticeKinds, nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := r.Tables.OpenTable(t.Context(), db.Once{}, r.players[0].ID, tables.Proposal{Game: "camelot", Seats: 2, Public: true, Seat: 1, Clock: control}, nil)
	if err == nil {
		m, err = r.Tables.Join(t.Context(), db.Once{}, tables.Joining{Match: m.ID, Player: r.players[1].ID}, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	r.match = m.ID
	r.carry()
	r.told = nil
	return r
}

func (r *newsRoom) post(seat games.Seat, action string) {
	r.T.Helper()
	_, err := r.Match.Play(r.T.Context(), match.Post{Match: r.match, Player: r.players[seat-1].ID, As: seat, Ply: r.ply, Actions: []string{action}})
	if err != nil {
		r.T.Fatal(err)
	}
	r.ply++
}

// move plays some move of the game.
func (r *newsRoom) move(seat games.Seat) {
	r.T.Helper()
	m, err := r.Match.Match(r.T.Context(), r.match, r.players[seat-1].ID)
	if err != nil {
		r.T.Fatal(err)
	}
	legal := m.Table.Legal(seat)
	r.post(seat, legal[0])
}

// carry makes the workers do their present work, and lists the messages since the last time:
// "channel kind ply", the notices of one message joined with "+".
func (r *newsRoom) carry() (list []string) {
	r.T.Helper()
	r.told = nil
	err := r.carried(r.T.Context())
	r.outbox.End(r.T.Context())
	if err := errors.Join(err, r.sends(r.T.Context())); err != nil {
		r.T.Fatal(err)
	}
	for _, m := range r.told {
		var texts []string
		for _, n := range m.News {
			texts = append(texts, fmt.Sprint(n.Kind, " ", n.Ply))
		}
		list = append(list, m.To.Name+" "+string(m.Target.Channel)+" "+strings.Join(texts, "+"))
	}
	slices.Sort(list)
	return list
}

// set sets the clock forward.
func (r *newsRoom) set(to time.Time) { r.T.Helper(); r.pass(to.Sub(r.Clock.Now())) }

// pass lets time pass while the site is up.
func (r *newsRoom) pass(d time.Duration) {
	r.T.Helper()
	if d > 100*match.BeatInterval {
		step := d - 100*match.BeatInterval
		r.Clock.Advance(step)
		if _, _, err := r.Store.Beat(r.T.Context(), r.Clock.Now(), 1<<62, 0); err != nil {
			r.T.Fatal(err)
		}
		d -= step
	}
	for ; d > 0; d -= match.BeatInterval {
		r.Clock.Advance(min(d, match.BeatInterval))
		if err := r.Match.UptimeWorker().Round(r.T.Context()); err != nil {
			r.T.Fatal(err)
		}
	}
}

func (r *newsRoom) expect(want ...string) {
	r.T.Helper()
	if diff := cmp.Diff(want, r.carry()); diff != "" {
		r.T.Errorf("told (-want +got):\n%s", diff)
	}
}

// A notice of a turn is sent at once by webhook, by mail after the grace, and not at all once it
// was answered.
func TestCourierTells(t *testing.T) {
	t.Parallel()
	r := newNewsRoom(t, nil)
	r.move(1)
	r.expect("Bo webhook turn 1")
	r.pass(notify.MailGrace - time.Second)
	r.expect()
	r.pass(time.Second)
	r.expect("Bo email turn 1")
	r.expect()

	r.move(2)
	r.pass(notify.MailGrace)
	r.move(1) // answered before the mail went out
	r.expect("Bo webhook turn 3")
	r.move(2)
	r.pass(time.Hour)
	r.expect("Ada email turn 4")
	r.post(1, "offer draw")
	r.post(2, "accept draw")
	r.pass(time.Hour)
	r.expect("Ada email over 6")
}

// One mail a day holds everything that is still news; time that runs out does not wait.
func TestCourierDigest(t *testing.T) {
	t.Parallel()
	r := newNewsRoom(t, &clock.Control{Move: 72 * time.Hour, Vacation: 0})
	hour := 18
	if err := r.Notify.SetNotices(t.Context(), r.players[1].ID, db.NoticeSettings{Digest: &hour, Zone: "Europe/Paris", Language: "fr",
		Channels: map[db.NoticeKind][]db.NoticeChannel{db.NoticeStarted: {}}}); err != nil {
		t.Fatal(err)
	}
	r.set(time.Date(2026, 11, 22, 11, 0, 0, 0, time.UTC))
	r.move(1)
	r.expect("Bo webhook turn 1")
	r.set(time.Date(2026, 11, 22, 16, 59, 0, 0, time.UTC))
	r.expect()
	r.set(time.Date(2026, 11, 22, 17, 0, 0, 0, time.UTC)) // 18:00 in Paris
	r.expect("Bo email turn 1")
	r.set(time.Date(2026, 11, 23, 22, 59, 0, 0, time.UTC))
	r.expect()
	r.set(time.Date(2026, 11, 23, 23, 0, 0, 0, time.UTC)) // half of three days
	r.expect("Bo email time_low 1", "Bo webhook time_low 1")
	r.set(time.Date(2026, 11, 24, 20, 36, 0, 0, time.UTC)) // a fifth
	r.expect("Bo email time_low 1", "Bo webhook time_low 1")
	if got := r.told[0].News[0]; got.Left != 72*time.Hour/5 || !got.Deadline.Equal(time.Date(2026, 11, 25, 11, 0, 0, 0, time.UTC)) {
		t.Errorf("told that %v are left until %v", got.Left, got.Deadline)
	}
	r.pass(time.Minute)
	r.expect()
}

// The notice that time runs out waits for time that was given, and is not sent once the decision
// was made.
func TestCourierTimeGiven(t *testing.T) {
	t.Parallel()
	r := newNewsRoom(t, &clock.Control{Move: 30 * time.Hour, Vacation: 0})
	r.move(1)
	r.carry()
	r.pass(10 * time.Hour)
	r.post(1, "grant 24h")
	r.pass(5 * time.Hour)
	if got := r.carry(); slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, "time_low") }) {
		t.Errorf("told before half of the time is left: %v", got)
	}
	r.pass(24 * time.Hour)
	if got := r.carry(); !slices.Contains(got, "Bo webhook time_low 1") {
		t.Errorf("told when half of the time is left: %v", got)
	}
	r.move(2)
	r.pass(14 * time.Hour)
	for _, got := range r.carry() {
		if strings.HasPrefix(got, "Bo") {
			t.Errorf("told after the decision: %s", got)
		}
	}
}

// A webhook that fails is called again with the same id, less and less often, and in the
// end not any more; one that is gone not at all.
func TestCourierTriesAgain(t *testing.T) {
	t.Parallel()
	r := newNewsRoom(t, nil)
	r.move(1)
	r.fails[db.ByWebhook] = &notify.SendError{Code: "status_500"}
	r.expect()
	at := r.target()
	if at.Why != "status_500" || !at.Failing.Equal(r.Clock.Now()) {
		t.Errorf("the webhook is %+v", at)
	}
	due, err := r.Store.DueFor(t.Context(), r.hook.ID, 9)
	if len(due) != 0 || err != nil {
		t.Errorf("at once there are %+v to be tried again, %v", due, err)
	}
	r.pass(accounts.Delay(0))
	due, err = r.Store.DueFor(t.Context(), r.hook.ID, 9)
	if len(due) != 1 || err != nil {
		t.Fatalf("after a pause there are %+v to be tried again, %v", due, err)
	}
	r.fails[db.ByWebhook] = nil
	r.expect("Bo webhook turn 1")
	if got := r.told[0].ID; got != due[0].ID {
		t.Errorf("the notice is told as %s, before it was %s", got, due[0].ID)
	}
	if at := r.target(); !at.Failing.IsZero() || !at.Delivered.Equal(r.Clock.Now()) {
		t.Errorf("the webhook is %+v", at)
	}
	r.move(2)
	r.move(1)
	r.fails[db.ByWebhook] = &notify.SendError{Code: "status_410", Gone: true}
	r.expect()
	if at := r.target(); at.Off.IsZero() {
		t.Errorf("the webhook that is gone is %+v", at)
	}
}

// Mail that failed is sent again under the same id, with the notices that are still news; notices
// due since then go in another mail.
func TestCourierMailKeepsItsID(t *testing.T) {
	t.Parallel()
	r := newNewsRoom(t, nil)
	r.fails[db.ByMail] = errors.New("the server of mail is away")
	r.move(1)
	r.pass(notify.MailGrace)
	r.expect("Bo webhook turn 1")
	due, err := r.Store.DueFor(t.Context(), db.MailTarget(r.players[1].ID), 9)
	if len(due) != 0 || err != nil {
		t.Errorf("at once there are %+v to be tried again, %v", due, err)
	}
	r.pass(accounts.Delay(0))
	due, err = r.Store.DueFor(t.Context(), db.MailTarget(r.players[1].ID), 9)
	if len(due) != 1 || due[0].Message == "" || err != nil {
		t.Fatalf("after a pause there are %+v to be tried again, %v", due, err)
	}
	r.fails[db.ByMail] = nil
	r.expect("Bo email turn 1")
	if got := r.told[0].ID; got != due[0].Message {
		t.Errorf("the mail is %s, before it was %s", got, due[0].Message)
	}
}

// A notice that a player does not want any more is not sent, though it was on its way.
func TestCourierMuted(t *testing.T) {
	t.Parallel()
	r := newNewsRoom(t, nil)
	r.move(1)
	r.expect("Bo webhook turn 1")
	if err := r.Notify.Mute(t.Context(), r.Store.MuteToken(r.players[1].ID)); err != nil {
		t.Fatal(err)
	}
	r.pass(notify.MailGrace)
	r.expect()
	to, err := r.Store.Recipient(t.Context(), r.players[1].ID)
	if err != nil || to.Has(db.NoticeOver, db.ByMail) || !to.Has(db.NoticeOver, db.ByWebhook) {
		t.Errorf("after mail was ended: %+v, %v", to.NoticeSettings, err)
	}
	if err := r.Notify.Mute(t.Context(), "nobody"); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("Mute of nobody: %v", err)
	}
}

// target returns the webhook as it is now.
func (r *newsRoom) target() db.Target {
	r.T.Helper()
	to, err := r.Store.Recipient(r.T.Context(), r.players[1].ID)
	if err != nil {
		r.T.Fatal(err)
	}
	i := slices.IndexFunc(to.Targets, func(t db.Target) bool { return t.ID == r.hook.ID })
	return to.Targets[i]
}

// At cards the notice of a turn says that a plan no longer fits the cards.
func TestNoticesTellWhatOrdersMiss(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, clubtest.FindCards)
	f := c.Open(tables.Proposal{Game: "kutschke", Seats: 2, Public: true})
	waiting := 3 - f.Acting()[0]
	first := f.Acting()[0]
	if _, err := c.Match.SetOrders(t.Context(), f.ID, c.Players[waiting-1].ID, 0, "A"); err != nil {
		t.Fatal(err)
	}
	f = c.MustPost(int(first), 0, "pick A") // which is gone now
	o, err := c.Match.SeatOrders(t.Context(), f.ID, c.Players[waiting-1].ID, 0)
	if err != nil || o.Missed != 1 || o.Text == "" {
		t.Fatalf("the orders are %+v, %v", o, err)
	}
	tell := map[db.NoticeChannel]notify.Sender{db.ByPush: func(context.Context, notify.Message) error { return nil }}
	target := db.Target{NewTarget: db.NewTarget{Channel: db.ByPush, Address: "https://push.example"}}
	for seat, want := range map[games.Seat]bool{waiting: true, first: false} {
		d := db.Delivery{Notice: db.Notice{Kind: db.NoticeTurn, Recipient: c.Players[seat-1].ID, Match: f.ID, Ply: f.Ply}}
		n, ok, err := c.Notify.NewsOf(t.Context(), tell, d, target)
		if err != nil || ok != want || n.Missed != want {
			t.Errorf("seat %d is told %+v, %v, %v", seat, n.Missed, ok, err)
		}
	}
}
