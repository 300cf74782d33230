package handlers

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// The host starts a table of a range of seats with those who sit there, or with bots beside
// them; so few as the game does not allow are refused in words, and nobody else may.
func TestStartNow(t *testing.T) {
	for game, fewest := range map[string]int{"knizia": 2, "shannon": 2, "kutschke": 2} {
		t.Run(game, func(t *testing.T) {
			s := newTestSite(t)
			ada, bo := s.Guest("Ada"), s.Guest("Bo")
			open := func() string {
				return ada.Post("/matches", map[string]any{"game": game, "seats": 4, "seat": 3, "public": true}).Want(t, http.StatusCreated, "").Match.ID
			}
			id := open()
			host, guest := reads(t, s, ada), reads(t, s, bo)
			if host.open("/m/" + id); host.page.Find("#start-now").Length() > 0 {
				t.Error("one can start alone")
			}
			ada.Post("/matches/"+id+"/start", map[string]any{}).Want(t, http.StatusConflict, "too_few_players")
			bo.Post("/matches/"+id+"/join", map[string]any{"seat": 1}).Want(t, http.StatusOK, "")
			bo.Post("/matches/"+id+"/start", map[string]any{}).Want(t, http.StatusForbidden, "not_host")
			if guest.open("/m/" + id); guest.page.Find("#start-now, #start-bots").Length() > 0 {
				t.Error("who is not the host can start")
			}
			host.open("/m/" + id)
			if text := host.page.Find("#start-now").Text(); text != fmt.Sprintf("Start now with %d players", fewest) {
				t.Errorf("the button says %q", text)
			}
			host.submit(`form[action="/m/` + id + `/start"]`)
			host.expect(http.StatusOK)
			got := bo.Get("/matches/" + id).Match
			if got.Started == nil || len(got.Seats) != 2 || got.Seats[0].Player.Name != "Bo" || got.Seats[1].Player.Name != "Ada" || *got.You != 1 {
				t.Errorf("the match is %+v", got)
			}
			ada.Post("/matches/"+id+"/start", map[string]any{}).Want(t, http.StatusConflict, "started")

			id = open()
			host.open("/m/" + id)
			host.submit(`#start-bots form`, "level", "1")
			host.expect(http.StatusOK)
			got = ada.Get("/matches/" + id).Match
			bots := 0
			for _, seat := range got.Seats {
				if seat.Bot && seat.Level == 1 {
					bots++
				}
			}
			if got.Started == nil || len(got.Seats) != 4 || bots != 3 || *got.You != 3 {
				t.Errorf("the match is %+v", got)
			}
		})
	}
}

// At a table of teams bots take the open seats; without them the refusal says why.
func TestStartNowOfTeams(t *testing.T) {
	s := newTestSite(t)
	ada := s.Guest("Ada")
	id := ada.Post("/matches", map[string]any{"game": "chivalry-4-teams", "seat": 1}).Want(t, http.StatusCreated, "").Match.ID
	r := reads(t, s, ada)
	if r.open("/m/" + id); r.page.Find("#start-now").Length() > 0 || r.page.Find("#start-bots").Length() != 1 {
		t.Errorf("the page offers %s", r.mainText())
	}
	got := ada.Post("/matches/"+id+"/start", map[string]any{}).Want(t, http.StatusConflict, "too_few_players")
	if !strings.Contains(string(got.Body), "is played by 4") {
		t.Errorf("the refusal is %s", got.Body)
	}
	ada.Post("/matches/"+id+"/start", map[string]any{"level": 9}).Want(t, http.StatusUnprocessableEntity, "invalid_level")
	if m := ada.Post("/matches/"+id+"/start", map[string]any{"level": 1}).Want(t, http.StatusOK, "").Match; m.Started == nil || !m.Seats[1].Bot {
		t.Errorf("the match is %+v", m)
	}
}

// The host shows the invitation as a QR code, on a page that nobody else has and that asks
// nobody else for anything.
func TestInvitationAsQRCode(t *testing.T) {
	s := newTestSite(t)
	ada, bo := s.Guest("Ada"), s.Guest("Bo")
	m := ada.Post("/matches", map[string]any{"game": "grand-camelot", "seat": 1, "public": true}).Want(t, http.StatusCreated, "").Match
	host, guest := reads(t, s, ada), reads(t, s, bo)
	host.open("/m/" + m.ID)
	host.follow(`a[href="/m/` + m.ID + `/invite"]`)
	if host.page.Find("svg.qr-code path").AttrOr("d", "") == "" || host.page.Find("#invite-address").AttrOr("value", "") != s.URL+m.Invite {
		t.Errorf("the page has no code of %s: %s", s.URL+m.Invite, host.mainText())
	}
	if host.page.Find("img, iframe, object").Length() > 0 {
		t.Error("the page asks for more")
	}
	anySeat := host.page.Find("svg.qr-code path").AttrOr("d", "")
	host.open("/m/" + m.ID + "/invite?seat=3")
	if d := host.page.Find("svg.qr-code path").AttrOr("d", ""); d == anySeat || host.page.Find("#invite-address").AttrOr("value", "") != s.URL+m.Invite+"?seat=3" {
		t.Error("the code of one seat is that of any")
	}
	if guest.send(http.MethodGet, "/m/"+m.ID+"/invite", nil); guest.status != http.StatusForbidden || strings.Contains(guest.body, m.Invite) {
		t.Errorf("another gets %d", guest.status)
	}
	ada.Post("/matches/"+m.ID+"/start", map[string]any{"level": 1}).Want(t, http.StatusOK, "")
	if host.open("/m/" + m.ID + "/invite"); host.path != "/m/"+m.ID {
		t.Errorf("after the start the page is %s", host.path)
	}
}
