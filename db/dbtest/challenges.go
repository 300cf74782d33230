package dbtest

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games"
)

// checkChallenges checks which tables have a seat reserved for a player.
func checkChallenges(t *testing.T, s db.Store, player string, want ...string) {
	t.Helper()
	var got []string
	list, err := s.ChallengesOf(t.Context(), player, 9)
	for _, m := range list {
		got = append(got, m.ID)
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("ChallengesOf (-want +got):\n%s%v", diff, err)
	}
}

// mustChallenge opens a table with a seat reserved for a player.
func mustChallenge(t *testing.T, s db.Store, host, player db.Player, seats int) db.Match {
	t.Helper()
	m := MustCreate(t, s, db.NewMatch{Seats: seats, Host: host.ID, HostSeat: 1, Challenged: player.ID})
	seat := m.KeptFor(player.ID)
	if seat < 2 || !m.IsKept(seat) || m.Kept[seat-1].Name != player.Name {
		t.Fatalf("the seats are kept for %+v", m.Kept)
	}
	return m
}

// A reserved seat can be taken only by its player, without an invitation.
func testChallengeIsAccepted(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo, cy := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"), MustPlayer(t, s, "Cy")
	m := mustChallenge(t, s, ada, bo, 2)
	checkChallenges(t, s, bo.ID, m.ID)
	checkChallenges(t, s, ada.ID)
	notices, err := s.Notices(t.Context(), 9)
	if err != nil || len(notices) != 1 || notices[0].Kind != db.NoticeInvited || notices[0].Recipient != bo.ID || notices[0].Match != m.ID {
		t.Errorf("the outbox has %+v, %v", notices, err)
	}
	for _, j := range []db.Joining{{Player: cy.ID, Invite: m.Invite}, {Player: cy.ID, Invite: m.Invite, Seat: 2}, {Bot: 1, Host: ada.ID}} {
		j.Match = m.ID
		if _, err := s.JoinMatch(t.Context(), db.Once{}, j, nil); !errors.Is(err, db.ErrTaken) {
			t.Errorf("JoinMatch(%+v): %v, want %v", j, err, db.ErrTaken)
		}
	}
	if _, err := s.CanJoin(t.Context(), db.Joining{Match: m.ID, Player: bo.ID}); err != nil {
		t.Errorf("CanJoin: %v", err)
	}
	m, err = s.JoinMatch(t.Context(), db.Once{}, db.Joining{Match: m.ID, Player: bo.ID}, nil)
	if err != nil || m.Started.IsZero() || m.Seats[1].ID != bo.ID || m.Kept != nil {
		t.Errorf("JoinMatch = %+v, %v", m, err)
	}
	checkChallenges(t, s, bo.ID)
	if _, err := s.Challenge(t.Context(), db.Once{}, m.ID, ada.ID, cy.ID, nil); !errors.Is(err, db.ErrStarted) {
		t.Errorf("Challenge: %v, want %v", err, db.ErrStarted)
	}
	if _, err := s.EndChallenge(t.Context(), db.Once{}, m.ID, bo.ID, true, nil); !errors.Is(err, db.ErrStarted) {
		t.Errorf("EndChallenge: %v, want %v", err, db.ErrStarted)
	}
}

// The table shows a player who declines, and the seat is open to others. A challenge that the
// host takes back leaves nothing. The host may ask again.
func testChallengeIsEnded(t *testing.T, e Engine) {
	s := e.open(t)
	ctx := t.Context()
	ada, bo, cy := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"), MustPlayer(t, s, "Cy")
	m := mustChallenge(t, s, ada, bo, 3)
	if _, err := s.EndChallenge(ctx, db.Once{}, m.ID, cy.ID, true, nil); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("declined by another: %v", err)
	}
	seat := m.KeptFor(bo.ID)
	m, err := s.EndChallenge(ctx, db.Once{}, m.ID, bo.ID, true, nil)
	if err != nil || m.KeptFor(bo.ID) != 0 || m.IsKept(seat) || m.Kept[seat-1].ID != bo.ID || !m.Kept[seat-1].Declined {
		t.Errorf("EndChallenge = %+v, %v", m.Kept, err)
	}
	checkChallenges(t, s, bo.ID)
	if _, err := s.CanJoin(ctx, db.Joining{Match: m.ID, Player: bo.ID}); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("who has declined joins: %v", err)
	}
	for _, tt := range []struct {
		host, player string
		want         error
	}{
		{bo.ID, cy.ID, db.ErrNotFound}, {ada.ID, "nobody", db.ErrNotFound}, {ada.ID, ada.ID, db.ErrAlreadySeated},
		{ada.ID, bo.ID, nil}, {ada.ID, bo.ID, db.ErrAlreadySeated}, {ada.ID, cy.ID, nil}, {ada.ID, MustPlayer(t, s, "Dan").ID, db.ErrTaken},
	} {
		if _, err := s.Challenge(ctx, db.Once{}, m.ID, tt.host, tt.player, nil); !errors.Is(err, tt.want) {
			t.Errorf("Challenge of %s by %s: %v, want %v", tt.player, tt.host, err, tt.want)
		}
	}
	if _, err := s.EndChallenge(ctx, db.Once{}, m.ID, bo.ID, false, nil); err != nil {
		t.Fatal(err)
	}
	if m := MustMatch(t, s, m.ID); m.KeptFor(bo.ID) != 0 || m.KeptFor(cy.ID) == 0 || m.Kept[seat-1] != (db.Kept{}) && m.Kept[seat-1].ID != cy.ID {
		t.Errorf("the seats are kept for %+v", m.Kept)
	}
	if err := s.Leave(ctx, cy.ID); err != nil {
		t.Fatal(err)
	}
	if m := MustMatch(t, s, m.ID); m.Kept != nil {
		t.Errorf("a seat is kept for who has left: %+v", m.Kept)
	}
	mustChallenge(t, s, ada, bo, 2)
	if err := s.DeleteOpenMatch(ctx, m.ID, ada.ID); err != nil {
		t.Fatal(err)
	}
}

// A player who has blocked the host gets no notification and sees no challenge in a list. The host
// sees the same as with a player who does not answer.
func testChallengeOfWhoBlocks(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	before := mustChallenge(t, s, ada, bo, 2)
	if err := s.SetTie(t.Context(), bo.ID, ada.ID, db.TieBlock); err != nil {
		t.Fatal(err)
	}
	after := mustChallenge(t, s, ada, bo, 2)
	checkChallenges(t, s, bo.ID)
	if notices, err := s.Notices(t.Context(), 9); err != nil || len(notices) != 1 || notices[0].Match != before.ID {
		t.Errorf("the outbox has %+v, %v", notices, err)
	}
	if diff := cmp.Diff(MustMatch(t, s, before.ID).Kept, MustMatch(t, s, after.ID).Kept); diff != "" {
		t.Errorf("what the host sees (-before +after):\n%s", diff)
	}
	if err := s.SetTie(t.Context(), bo.ID, ada.ID, ""); err != nil {
		t.Fatal(err)
	}
	checkChallenges(t, s, bo.ID, after.ID, before.ID)
}

// A table starts with the players it has, who keep their order, or with bots beside them.
func testStartMatch(t *testing.T, e Engine) {
	s := e.open(t)
	ctx := t.Context()
	ada, bo, cy := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"), MustPlayer(t, s, "Cy")
	open := func() db.Match {
		t.Helper()
		m := MustCreate(t, s, db.NewMatch{Seats: 5, Chance: true, Host: ada.ID, HostSeat: 4, Contribution: "of Ada", Reserve: map[games.Seat]string{2: bo.ID}, Challenged: cy.ID, Public: true})
		return m
	}
	names := func(m db.Match) (list []string) {
		for _, p := range m.Seats {
			list = append(list, p.Name)
		}
		return list
	}
	m := open()
	refused := errors.New("refused")
	if _, err := s.StartMatch(ctx, db.Once{}, db.Starting{Match: m.ID, Host: bo.ID}, nil); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("started by another: %v", err)
	}
	_, err := s.StartMatch(ctx, db.Once{}, db.Starting{Match: m.ID, Host: ada.ID, Admit: func(m db.Match) error {
		if len(m.Seats) != 2 {
			t.Errorf("it would start with %d seats", len(m.Seats))
		}
		return refused
	}}, nil)
	if now := MustMatch(t, s, m.ID); !errors.Is(err, refused) || len(now.Seats) != 5 || now.KeptFor(cy.ID) == 0 {
		t.Errorf("after a refusal, %v: %+v", err, now)
	}
	got, err := s.StartMatch(ctx, db.Once{}, db.Starting{Match: m.ID, Host: ada.ID}, nil)
	if diff := cmp.Diff([]string{"Bo", "Ada"}, names(got)); diff != "" || err != nil || got.Started.IsZero() || got.Contributions[1] != "of Ada" || got.Kept != nil {
		t.Errorf("StartMatch = %+v, %v\n%s", got, err, diff)
	}
	if diff := cmp.Diff(got, MustMatch(t, s, m.ID)); diff != "" {
		t.Errorf("as it is stored (-returned +stored):\n%s", diff)
	}
	checkChallenges(t, s, cy.ID)
	if list, _, err := s.OpenTables(ctx, "", db.TableFilter{}, "", 9); err != nil || len(list) != 0 {
		t.Errorf("%d tables are open, %v", len(list), err)
	}
	if _, err := s.StartMatch(ctx, db.Once{}, db.Starting{Match: m.ID, Host: ada.ID}, nil); !errors.Is(err, db.ErrStarted) {
		t.Errorf("started twice: %v", err)
	}
}

// Bots of one level take all open seats, within the limits.
func testStartMatchWithBots(t *testing.T, e Engine) {
	s := e.open(t)
	ctx := t.Context()
	ada, bo, cy := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"), MustPlayer(t, s, "Cy")
	m := MustCreate(t, s, db.NewMatch{Seats: 5, Chance: true, Host: ada.ID, HostSeat: 4, Reserve: map[games.Seat]string{2: bo.ID}, Challenged: cy.ID})
	got, err := s.StartMatch(ctx, db.Once{}, db.Starting{Match: m.ID, Host: ada.ID, Bot: 2}, nil)
	if err != nil || len(got.Seats) != 5 || got.Seats[1].Name != "Bo" || got.Seats[3].Name != "Ada" || got.Kept != nil {
		t.Fatalf("StartMatch with bots = %+v, %v", got, err)
	}
	seen := map[string]bool{}
	for i, p := range got.Seats {
		if person := i == 1 || i == 3; person != (p.Bot == 0) || seen[p.ID] || got.Contributions[i] == "" {
			t.Errorf("seat %d is that of %+v", i+1, p)
		}
		seen[p.ID] = true
	}
	m = MustCreate(t, s, db.NewMatch{Seats: 2, Host: ada.ID})
	limits := db.BotLimits{Unfinished: 1, AnHour: 1}
	if _, err := s.StartMatch(ctx, db.Once{}, db.Starting{Match: m.ID, Host: ada.ID, Bot: 1, BotLimits: limits}, nil); err != nil {
		t.Fatal(err)
	}
	m = MustCreate(t, s, db.NewMatch{Seats: 2, Host: ada.ID})
	if _, err := s.StartMatch(ctx, db.Once{}, db.Starting{Match: m.ID, Host: ada.ID, Bot: 1, BotLimits: limits}, nil); !errors.Is(err, db.ErrManyBotMatches) {
		t.Errorf("a second match against bots: %v", err)
	}
}
