package dbtest

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games"
)

func testCreateAndJoin(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	m := MustCreate(t, s, db.NewMatch{Game: "cam", Version: 3, Options: map[string]string{"a": "b"}, Seats: 2,
		Host: ada.ID, HostSeat: 2, ToAct: []games.Seat{1, 2}})
	if !regexp.MustCompile(`^[a-z2-7]{12}$`).MatchString(m.ID) || !regexp.MustCompile(`^[a-z2-7]{26}$`).MatchString(m.Invite) {
		t.Errorf("id %q, invitation %q, want 60 and 128 bits of base32", m.ID, m.Invite)
	}
	want := db.Match{ID: m.ID, Game: "cam", Version: 3, Options: map[string]string{"a": "b"}, Invite: m.Invite, Invited: true,
		Host: ada.ID, Seats: []db.Player{{}, ada}, Created: c.Now()}
	if diff := cmp.Diff(want, m); diff != "" {
		t.Errorf("CreateMatch (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, MustMatch(t, s, m.ID)); diff != "" {
		t.Errorf("Match (-want +got):\n%s", diff)
	}
	c.Advance(time.Minute)
	m, err := s.JoinMatch(t.Context(), db.Once{}, db.Joining{Match: m.ID, Player: bo.ID, Seat: 1, Invite: m.Invite}, nil)
	want.Seats[0], want.Started, want.ToAct = bo, c.Now(), []games.Seat{1, 2}
	if diff := cmp.Diff(want, m); diff != "" || err != nil {
		t.Errorf("JoinMatch (-want +got):\n%s%v", diff, err)
	}
	got, err := s.MatchByInvite(t.Context(), m.Invite)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("MatchByInvite (-want +got):\n%s%v", diff, err)
	}
	for _, token := range []string{"", m.ID, m.Invite[1:]} {
		if _, err := s.MatchByInvite(t.Context(), token); err != db.ErrNotFound {
			t.Errorf("MatchByInvite(%q): %v, want %v", token, err, db.ErrNotFound)
		}
	}
	if _, err := s.Match(t.Context(), "nothing"); err != db.ErrNotFound {
		t.Errorf("Match of nothing: %v, want %v", err, db.ErrNotFound)
	}
}

func testJoinRefuses(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo, cy := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"), MustPlayer(t, s, "Cy")
	public := MustCreate(t, s, db.NewMatch{Seats: 4, Public: true, Host: ada.ID, HostSeat: 1})
	private := MustCreate(t, s, db.NewMatch{Seats: 4, Host: ada.ID, HostSeat: 1})
	full := MustStart(t, s, ada, bo)
	solo := MustCreate(t, s, db.NewMatch{Seats: 2, Solo: true, Host: ada.ID})
	for _, tt := range []struct {
		name   string
		id     string
		player string
		seat   games.Seat
		invite string
		want   error
	}{
		{"no match", "nothing", bo.ID, 0, "", db.ErrNotFound},
		{"no player", public.ID, "nobody", 0, "", db.ErrNotFound},
		{"a taken seat", public.ID, bo.ID, 1, "", db.ErrTaken},
		{"no such seat", public.ID, bo.ID, 5, "", db.ErrNoSeat},
		{"a negative seat", public.ID, bo.ID, -1, "", db.ErrNoSeat},
		{"twice", public.ID, ada.ID, 2, "", db.ErrAlreadySeated},
		{"a private match", private.ID, bo.ID, 2, "", db.ErrNotFound},
		{"another's invitation", private.ID, bo.ID, 2, public.Invite, db.ErrNotFound},
		{"twice without invitation", private.ID, ada.ID, 2, "", db.ErrAlreadySeated},
		{"a full table", full.ID, cy.ID, 0, "", db.ErrTaken},
		{"a seat at a full table", full.ID, cy.ID, 2, "", db.ErrTaken},
		{"a solo table", solo.ID, bo.ID, 0, solo.Invite, db.ErrTaken},
		{"a solo table without invitation", solo.ID, bo.ID, 0, "", db.ErrNotFound},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before, beforeErr := s.Match(t.Context(), tt.id)
			_, err := s.JoinMatch(t.Context(), db.Once{}, db.Joining{Match: tt.id, Player: tt.player, Seat: tt.seat, Invite: tt.invite}, nil)
			if !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
			after, afterErr := s.Match(t.Context(), tt.id)
			if diff := cmp.Diff(before, after); diff != "" || beforeErr != afterErr {
				t.Errorf("the match was changed:\n%s", diff)
			}
		})
	}
}

func testSeatByLot(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	seen := map[games.Seat]bool{}
	joined := map[games.Seat]bool{}
	for range 60 { // a seat is missed with a probability of 10^-10
		m := MustCreate(t, s, db.NewMatch{Seats: 3, Public: true, Host: ada.ID})
		host := m.SeatsOf(ada.ID)
		m, err := s.JoinMatch(t.Context(), db.Once{}, db.Joining{Match: m.ID, Player: bo.ID}, nil)
		if err != nil || len(host) != 1 || len(m.SeatsOf(bo.ID)) != 1 || m.Full() {
			t.Fatalf("host at %v, guest at %v, %v", host, m.SeatsOf(bo.ID), err)
		}
		seen[host[0]], joined[m.SeatsOf(bo.ID)[0]] = true, true
	}
	if len(seen) != 3 || len(joined) != 3 {
		t.Errorf("hosts sat at %v, guests at %v, want all", seen, joined)
	}
}

func testJoinAtTheSameTime(t *testing.T, e Engine) {
	s := e.open(t)
	const players, seats = 32, 4
	host := MustPlayer(t, s, "Host")
	m := MustCreate(t, s, db.NewMatch{Seats: seats, Public: true, Host: host.ID})
	var guests []db.Player
	for i := range players {
		guests = append(guests, MustPlayer(t, s, fmt.Sprint("guest ", i)))
	}
	errs := make([]error, players)
	var wg sync.WaitGroup
	for i, p := range guests {
		wg.Go(func() {
			_, errs[i] = s.JoinMatch(context.Background(), db.Once{}, db.Joining{Match: m.ID, Player: p.ID}, nil)
		})
	}
	wg.Wait()
	m = MustMatch(t, s, m.ID)
	in := 0
	for i, err := range errs {
		seated := len(m.SeatsOf(guests[i].ID)) == 1
		if seated {
			in++
		}
		if seated != (err == nil) || err != nil && !errors.Is(err, db.ErrTaken) {
			t.Errorf("guest %d: seated %t, error %v", i, seated, err)
		}
	}
	if in != seats-1 || !m.Full() || m.Started.IsZero() {
		t.Errorf("%d guests sit, started %v, want %d and a started match", in, m.Started, seats-1)
	}
}

func testJoinOnce(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	o := db.Once{Caller: ada.ID, Key: "create"}
	answer := func(m db.Match) (int, []byte) { return 201, []byte(m.ID) }
	m, err := s.CreateMatch(t.Context(), o, db.NewMatch{Game: "camelot", Seats: 2, Public: true, Host: ada.ID}, answer)
	if err != nil {
		t.Fatal(err)
	}
	var a *db.Answered
	if _, err := s.CreateMatch(t.Context(), o, db.NewMatch{Game: "camelot", Seats: 2, Host: ada.ID}, answer); !errors.As(err, &a) || string(a.Note) != m.ID {
		t.Errorf("CreateMatch again: %v, want the first answer", err)
	}
	o = db.Once{Caller: bo.ID, Key: "join"}
	for i := range 2 {
		_, err := s.JoinMatch(t.Context(), o, db.Joining{Match: m.ID, Player: bo.ID}, func(m db.Match) (int, []byte) {
			return 200, fmt.Append(nil, m.SeatsOf(bo.ID))
		})
		if i == 0 && err != nil || i == 1 && (!errors.As(err, &a) || a.Status != 200) {
			t.Errorf("JoinMatch, time %d: %v", i+1, err)
		}
	}
	if matches, _, err := s.MatchesOf(t.Context(), ada.ID, db.Filter{}, "", 10); len(matches) != 1 || err != nil {
		t.Errorf("%d matches, %v, want 1", len(matches), err)
	}
}

func testCreateRefuses(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	for _, tt := range []struct {
		name string
		n    db.NewMatch
		want error
	}{
		{"no host", db.NewMatch{Seats: 2}, db.ErrNotFound},
		{"an unknown host", db.NewMatch{Seats: 2, Host: "nobody"}, db.ErrNotFound},
		{"an unknown player", db.NewMatch{Seats: 2, Host: ada.ID, Reserve: map[games.Seat]string{1: "nobody"}}, db.ErrNotFound},
		{"no seats", db.NewMatch{Host: ada.ID}, db.ErrNoSeat},
		{"too many seats", db.NewMatch{Seats: 63, Host: ada.ID}, db.ErrNoSeat},
		{"a seat that is not there", db.NewMatch{Seats: 2, Host: ada.ID, HostSeat: 3}, db.ErrNoSeat},
		{"a reserved seat that is not there", db.NewMatch{Seats: 2, Host: ada.ID, Reserve: map[games.Seat]string{3: bo.ID}}, db.ErrNoSeat},
		{"to act who cannot", db.NewMatch{Seats: 2, Host: ada.ID, ToAct: []games.Seat{0}}, db.ErrNoSeat},
		{"the host on a reserved seat", db.NewMatch{Seats: 2, Host: ada.ID, HostSeat: 1, Reserve: map[games.Seat]string{1: bo.ID}}, db.ErrTaken},
		{"no room for the host", db.NewMatch{Seats: 1, Host: ada.ID, Reserve: map[games.Seat]string{1: bo.ID}}, db.ErrTaken},
		{"two seats for one", db.NewMatch{Seats: 3, Host: ada.ID, Reserve: map[games.Seat]string{1: bo.ID, 2: bo.ID}}, db.ErrAlreadySeated},
		{"two seats for the host", db.NewMatch{Seats: 2, Host: ada.ID, HostSeat: 1, Reserve: map[games.Seat]string{2: ada.ID}}, db.ErrAlreadySeated},
		{"a rematch of nothing", db.NewMatch{Seats: 2, Host: ada.ID, RematchOf: "nothing"}, db.ErrNotFound},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.n.Game = "camelot"
			if _, err := s.CreateMatch(t.Context(), db.Once{}, tt.n, nil); !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
		})
	}
	for _, p := range []db.Player{ada, bo} {
		if stored, _, err := s.MatchesOf(t.Context(), p.ID, db.Filter{}, "", 10); len(stored) != 0 || err != nil {
			t.Errorf("%d matches of %s stored, %v, want none", len(stored), p.Name, err)
		}
	}
}

func testSolo(t *testing.T, e Engine) {
	s := e.open(t)
	ada := MustPlayer(t, s, "Ada")
	m := MustCreate(t, s, db.NewMatch{Seats: 4, Solo: true, Host: ada.ID, ToAct: []games.Seat{2, 3}})
	if diff := cmp.Diff([]games.Seat{1, 2, 3, 4}, m.SeatsOf(ada.ID)); diff != "" || m.Started.IsZero() || !m.Solo {
		t.Errorf("seats of the host (-want +got):\n%s started %v", diff, m.Started)
	}
	if got, err := s.Turns(t.Context(), ada.ID); got.Count != 0 || len(got.First) != 0 || err != nil {
		t.Errorf("Turns = %+v, %v, want none: nobody waits", got, err)
	}
	for _, f := range []db.Filter{{}, {Turn: true}} {
		if matches, next, err := s.MatchesOf(t.Context(), ada.ID, f, "", 10); len(matches) != 1 || next != "" || err != nil {
			t.Errorf("MatchesOf(%+v) = %d matches, next %q, %v, want 1", f, len(matches), next, err)
		}
	}
}

func testRematch(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	old := MustStart(t, s, ada, bo)
	MustAppend(t, s, old.ID, Finish(1))
	n := db.NewMatch{Game: "camelot", Version: 1, Seats: 2, Host: bo.ID, RematchOf: old.ID,
		Reserve: map[games.Seat]string{1: bo.ID, 2: ada.ID}, ToAct: []games.Seat{1}}
	const tries = 8
	var mu sync.Mutex
	ids := map[string]int{}
	var wg sync.WaitGroup
	for range tries {
		wg.Go(func() {
			m, err := s.CreateMatch(context.Background(), db.Once{}, n, nil)
			var r *db.Rematched
			if errors.As(err, &r) && errors.Is(err, db.ErrTaken) {
				m.ID, err = r.ID, nil
			}
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			ids[m.ID]++
		})
	}
	wg.Wait()
	old = MustMatch(t, s, old.ID)
	if len(ids) != 1 || ids[old.Rematch] != tries {
		t.Errorf("rematches %v, want %d times %s", ids, tries, old.Rematch)
	}
	m := MustMatch(t, s, old.Rematch)
	if m.RematchOf != old.ID || m.Started.IsZero() || m.Seats[0] != bo || m.Seats[1] != ada {
		t.Errorf("rematch of %q, started %v, seats %v", m.RematchOf, m.Started, m.Seats)
	}
}

func testWithdraw(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	old := MustStart(t, s, ada, bo)
	m := MustCreate(t, s, db.NewMatch{Seats: 3, Public: true, Host: ada.ID, RematchOf: old.ID, Reserve: map[games.Seat]string{2: bo.ID}})
	if err := s.NoteVisit(t.Context(), m.ID, bo.ID, db.Visit{Seen: 1}); err != nil {
		t.Fatal(err)
	}
	withdraw := func(id, host string, want error) {
		t.Helper()
		if err := s.DeleteOpenMatch(t.Context(), id, host); err != want {
			t.Errorf("DeleteOpenMatch: %v, want %v", err, want)
		}
	}
	withdraw(m.ID, bo.ID, db.ErrNotFound)
	withdraw("nothing", ada.ID, db.ErrNotFound)
	withdraw(old.ID, ada.ID, db.ErrStarted)
	withdraw(m.ID, ada.ID, nil)
	withdraw(m.ID, ada.ID, db.ErrNotFound)
	if _, err := s.Match(t.Context(), m.ID); err != db.ErrNotFound {
		t.Errorf("Match: %v, want %v", err, db.ErrNotFound)
	}
	if got := MustMatch(t, s, old.ID); got.Rematch != "" {
		t.Errorf("the match before still has the rematch %s", got.Rematch)
	}
	// The rematch table of a withdrawn table may be withdrawn as well.
	first := MustCreate(t, s, db.NewMatch{Seats: 2, Host: ada.ID})
	second := MustCreate(t, s, db.NewMatch{Seats: 2, Host: ada.ID, RematchOf: first.ID})
	withdraw(first.ID, ada.ID, nil)
	if got := MustMatch(t, s, second.ID); got.RematchOf != "" {
		t.Errorf("rematch of %s, which is gone", got.RematchOf)
	}
}

// TestCreateMatchWithEvents makes a match of a game that was played elsewhere.
func testCreateMatchWithEvents(t *testing.T, e Engine) {
	s := e.open(t)
	ada := MustPlayer(t, s, "Ada")
	n := db.NewMatch{
		Game: "camelot", Version: 1, Seats: 2, Solo: true, Host: ada.ID, ToAct: []games.Seat{1},
		Title:  "Nolan – CHAXX",
		Tags:   map[string]string{"Seat1": "Nolan", "Seat2": "CHAXX"},
		Events: []db.Event{{Seat: 1, Text: "E6-E8"}, {Seat: 2, Text: "E10-E9"}},
	}
	m := MustCreate(t, s, n)
	if m.Ply != 2 || m.Events[1].Text != "E10-E9" || m.Events[1].Ply != 1 || m.Events[0].At != m.Started || m.Moved != m.Started {
		t.Errorf("the match is %+v", m)
	}
	if diff := cmp.Diff(m, MustMatch(t, s, m.ID)); diff != "" {
		t.Errorf("Match (-created +stored):\n%s", diff)
	}
	if m.Title != n.Title || !cmp.Equal(m.Tags, n.Tags) {
		t.Errorf("called %q and tagged %v", m.Title, m.Tags)
	}
	MustAppend(t, s, m.ID, Move("E8-E10"))

	n.Result = &games.Result{Scores: map[games.Seat]float64{1: 1, 2: 0}, Winners: []games.Seat{1}, Reason: "castle"}
	n.ToAct = nil
	if m := MustCreate(t, s, n); !m.Over || m.Ended != m.Started || len(m.ToAct) != 0 {
		t.Errorf("the finished match is %+v", m)
	}

	n.Solo = false
	if _, err := s.CreateMatch(t.Context(), db.Once{}, n, nil); !errors.Is(err, db.ErrNotStarted) {
		t.Errorf("events at an open table: %v, want %v", err, db.ErrNotStarted)
	}
	n.Solo, n.Title = true, strings.Repeat("x", 201)
	if _, err := s.CreateMatch(t.Context(), db.Once{}, n, nil); err == nil {
		t.Error("a title of 201 characters was stored")
	}
	if open, _, err := s.MatchesOf(t.Context(), ada.ID, db.Filter{}, "", 10); err != nil || len(open) != 2 {
		t.Errorf("%d matches are stored, want 2 (%v)", len(open), err)
	}
}

// A host renews and withdraws the invitation. Only the last token counts.
func testInvitationIsRenewedAndWithdrawn(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	m := MustCreate(t, s, db.NewMatch{Seats: 2, Host: ada.ID, HostSeat: 1})
	tokens := []string{m.Invite}
	counts := func(last string) {
		t.Helper()
		for _, token := range append(tokens, "", "withdrawn from match "+m.ID) {
			_, err := s.MatchByInvite(t.Context(), token)
			_, joinErr := s.CanJoin(t.Context(), db.Joining{Match: m.ID, Player: bo.ID, Invite: token})
			if good := token == last && last != ""; good != (err == nil) || good != (joinErr == nil) {
				t.Errorf("token %q of %q: %v, to join %v", token, tokens, err, joinErr)
			}
		}
	}
	counts(m.Invite)
	renew := func() {
		t.Helper()
		m, err := s.RenewInvite(t.Context(), db.Once{}, m.ID, ada.ID, nil)
		if err != nil || len(m.Invite) != len(tokens[0]) || !m.Invited {
			t.Fatalf("RenewInvite: %q, %v", m.Invite, err)
		}
		tokens = append(tokens, m.Invite)
		counts(m.Invite)
	}
	renew()
	if m, err := s.WithdrawInvite(t.Context(), db.Once{}, m.ID, ada.ID, nil); err != nil || m.Invite != "" || m.Invited {
		t.Errorf("WithdrawInvite: %+v, %v", m, err)
	}
	counts("")
	renew()
	if _, err := s.RenewInvite(t.Context(), db.Once{}, m.ID, bo.ID, nil); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("renewed by another: %v", err)
	}
	if _, err := s.JoinMatch(t.Context(), db.Once{}, db.Joining{Match: m.ID, Player: bo.ID, Invite: tokens[2]}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := s.WithdrawInvite(t.Context(), db.Once{}, m.ID, ada.ID, nil); !errors.Is(err, db.ErrStarted) {
		t.Errorf("withdrawn after the start: %v", err)
	}
}
