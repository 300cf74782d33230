package dbtest

import (
	"errors"
	"testing"

	"tableronde/db"
)

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
