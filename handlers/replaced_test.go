package handlers

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/handlers/club/admin"
	"tableronde/handlers/club/match"
	"tableronde/handlers/sitetest"
)

// mustOperate has the command line do something.
func mustOperate(t *testing.T, s *testSite, a admin.Act) {
	t.Helper()
	if err := s.site.Club.Admin.Operate(t.Context(), a); err != nil {
		t.Fatalf("%+v: %v", a, err)
	}
}

// Who is muted reads why and until when, writes nothing, and plays on.
func TestMutedPlayersPlayOn(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	ada, bo := s.Guest("Ada"), s.Guest("Bo")
	m := s.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1})
	mustOperate(t, s, admin.Act{Kind: db.ActMute, Who: ada.Player.ID, Lasts: 48 * time.Hour, Reason: "rude to <b>Bo</b>"})
	got := ada.Post("/matches/"+m.ID+"/messages", map[string]any{"text": "x"}).Want(t, http.StatusForbidden, "muted")
	if !strings.Contains(got.Error.Message, "muted you until") || !strings.Contains(got.Error.Message, "rude to") {
		t.Errorf("the API says %q", got.Error.Message)
	}
	for lang, says := range map[string]string{"en": "An operator has muted you until", "fr": "Un opérateur vous a ôté la parole"} {
		r := reads(t, s, ada)
		r.header.Set("Accept-Language", lang)
		r.open("/m/" + m.ID + "/messages")
		if text := r.page.Find("#silent").Text(); !strings.Contains(text, says) || !strings.Contains(text, "rude to <b>Bo</b>") || r.page.Find("#say").Length() != 0 {
			t.Errorf("the page says %q", text)
		}
		r.send(http.MethodPost, "/m/"+m.ID+"/messages", url.Values{"text": {"x"}})
		r.expect(http.StatusForbidden)
		if text := r.mainText(); !strings.Contains(text, says) || !strings.Contains(text, "rude to <b>Bo</b>") {
			t.Errorf("the refusal says %q", text)
		}
		r.open("/settings")
		if text := r.page.Find("[aria-labelledby=operated]").Text(); !strings.Contains(text, says) {
			t.Errorf("the settings say %q", text)
		}
	}
	ada.Play(m.ID, 0, "E6-E8").Want(t, http.StatusOK, "")
	note(t, ada, m.ID, "all", "a note")
	say(t, bo, m.ID, "", "he goes on")
	mustOperate(t, s, admin.Act{Kind: db.ActUnmute, Who: ada.Player.ID, Reason: "sorry"})
	say(t, ada, m.ID, "", "back")
}

// In every game an operator gives a seat to somebody who has agreed, or to the computer:
// they play on with its hand, the one before sees nothing more, and all at the table read
// of it.
func TestReplacedPlayers(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	for _, info := range match.Games() {
		t.Run(info.ID, func(t *testing.T) {
			t.Parallel()
			players, id := seatAll(t, site, info)
			private := site.Seat(map[string]any{"game": info.ID, "seats": info.Seats[0]}, players...)
			playSome(t, players, private.ID, 3)
			gawain := site.Guest("Gawain of " + info.ID)
			before := players[1].Get("/matches/"+private.ID).Want(t, http.StatusOK, "").Match
			a := admin.Act{Kind: db.ActReplace, Match: private.ID, Seat: 2, Who: gawain.Player.ID, Reason: "Bo is ill"}
			if err := site.site.Club.Admin.Operate(t.Context(), a); club.ErrorOf(err).Code != "not_agreed" {
				t.Errorf("without consent: %v", err)
			}
			a.Agreed = true
			mustOperate(t, site, a)
			if err := site.site.Club.Admin.Operate(t.Context(), a); club.ErrorOf(err).Code != "cannot_sit" {
				t.Errorf("once more: %v", err)
			}
			now := gawain.Get("/matches/"+private.ID).Want(t, http.StatusOK, "").Match
			if string(now.State) != string(before.State) || now.You == nil || *now.You != 2 {
				t.Errorf("the seat is %v and sees\n%s\nbefore\n%s", now.You, now.State, before.State)
			}
			players[1].Get("/matches/"+private.ID).Want(t, http.StatusNotFound, "not_found")
			r := reads(t, site, players[0])
			if r.open("/m/" + private.ID); !strings.Contains(r.mainText(), "has given seat 2 to another player") || !strings.Contains(r.mainText(), "Bo is ill") {
				t.Errorf("the page says %s", r.mainText())
			}
			players[1] = gawain
			playSome(t, players, private.ID, 3)
			if !match.BotsPlay(info.ID) {
				return
			}
			mustOperate(t, site, admin.Act{Kind: db.ActReplace, Match: id, Seat: 2, Level: 2, Reason: "x"})
			if m, err := site.site.Store.Match(t.Context(), id); err != nil || m.Seats[1].Bot != 2 || m.StandsFor == nil || m.StandsFor[1].Name != "Player 2" {
				t.Errorf("the bot is not seated: %+v, for %+v, %v", m.Seats, m.StandsFor, err)
			}
		})
	}
}

// What somebody did before an operator gave their seat away is told of them, and what came after of who
// has it now: on the page of the match, in the file of one page, in the record and in the page made of
// it; for a person, for a bot and for a bot after a bot.
func TestReplacedPlayersAreNamedByPly(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	for _, game := range []string{"chivalry-4-solo", "knizia"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			info, _ := match.GameNamed(game)
			var players []*sitetest.Client
			for _, name := range []string{"Ada", "Bo", "Cy", "Di"} {
				players = append(players, s.Guest(name))
			}
			m := s.Seat(map[string]any{"game": info.ID, "seats": 4}, players...)
			eve := s.Guest("Eve")
			playSome(t, players, m.ID, 30)
			give := func(a admin.Act) {
				t.Helper()
				a.Kind, a.Match, a.Seat, a.Reason = db.ActReplace, m.ID, 2, "x"
				mustOperate(t, s, a)
			}
			give(admin.Act{Who: eve.Player.ID, Agreed: true})
			players[1] = eve
			playSome(t, players, m.ID, 12)
			give(admin.Act{Level: 2})
			give(admin.Act{Level: 4})
			for _, p := range []*sitetest.Client{players[0], players[2], players[3]} {
				p.Play(m.ID, s.mustMatch(t, "/m/"+m.ID).Ply, "resign").Want(t, http.StatusOK, "")
			}
			if f := s.mustMatch(t, "/m/"+m.ID); !f.Over || f.StandsFor[1].Name != "Eve" {
				t.Fatalf("over %v, the bot plays on for %+v", f.Over, f.StandsFor)
			}
			r := reads(t, s, players[0])
			r.open("/m/" + m.ID + "/record")
			record := r.body
			for _, part := range []string{`[Held.2.`, `"Bo"]`, `"Eve"]`, "2: player\n", "2: bot 2\n2: bot 4\n"} {
				if !strings.Contains(record, part) {
					t.Errorf("the record lacks %q:\n%s", part, record)
				}
			}
			for _, page := range []string{"/m/" + m.ID, "/m/" + m.ID + "/page"} {
				r.open(page)
				for _, part := range []string{"Bo", "Eve takes over", "Squire (computer) takes over", "Champion (computer) takes over"} {
					if text := r.page.Find("main").Text(); !strings.Contains(text, part) && (part != "Bo" || game == "knizia" || page != "/m/"+m.ID) {
						t.Errorf("%s does not tell %q: %s", page, part, text)
					}
				}
			}
		})
	}
}

// At cards a seat that has resigned plays again when an operator gives it to somebody.
func TestReplacedPlayersReturn(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	for _, game := range []string{"knizia", "shannon", "kutschke"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			info, _ := match.GameNamed(game)
			players := []*sitetest.Client{s.Guest("Ada"), s.Guest("Bo"), s.Guest("Cy")}
			m := s.Seat(map[string]any{"game": info.ID, "seats": 3}, players...)
			players[1].Play(m.ID, m.Ply, "resign").Want(t, http.StatusOK, "")
			players[1] = s.Guest("Eve")
			mustOperate(t, s, admin.Act{Kind: db.ActReplace, Match: m.ID, Seat: 2, Who: players[1].Player.ID, Agreed: true, Reason: "x"})
			for range 60 {
				if now := players[1].Get("/matches/"+m.ID).Want(t, http.StatusOK, "").Match; slices.Contains(now.ToAct, 2) {
					players[1].Play(m.ID, now.Ply, now.Legal[0]).Want(t, http.StatusOK, "")
					return
				}
				playSome(t, players, m.ID, 1)
			}
			t.Error("the seat has not returned")
		})
	}
}

// Whoever may not sit at a table is not seated by an operator either.
func TestWhoCannotReplace(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	ada, bo, cy, dan := s.Guest("Ada"), s.Guest("Bo"), s.Guest("Cy"), s.Guest("Dan")
	m := s.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1})
	ada.Put("/me/ties/"+cy.Player.ID, map[string]any{"kind": "block"}).Want(t, http.StatusNoContent, "")
	mustOperate(t, s, admin.Act{Kind: db.ActSuspend, Who: dan.Player.ID, Lasts: time.Hour, Reason: "x"})
	for name, tt := range map[string]struct {
		act  admin.Act
		code string
	}{
		"seated":    {admin.Act{Seat: 2, Who: ada.Player.ID, Agreed: true}, "cannot_sit"},
		"blocked":   {admin.Act{Seat: 2, Who: cy.Player.ID, Agreed: true}, "cannot_sit"},
		"suspended": {admin.Act{Seat: 2, Who: dan.Player.ID, Agreed: true}, "cannot_sit"},
		"alike":     {admin.Act{Seat: 2, Who: s.Guest("Аdа").Player.ID, Agreed: true}, "cannot_sit"},
		"nobody":    {admin.Act{Seat: 2, Who: "nobody", Agreed: true}, "unknown_player"},
		"no seat":   {admin.Act{Seat: 3, Who: s.Guest("Eve").Player.ID, Agreed: true}, "unknown_seat"},
		"no level":  {admin.Act{Seat: 2, Level: 6}, "no_such_bot"},
	} {
		tt.act.Kind, tt.act.Match, tt.act.Reason = db.ActReplace, m.ID, "x"
		if err := s.site.Club.Admin.Operate(t.Context(), tt.act); err == nil || club.ErrorOf(err).Code != tt.code {
			t.Errorf("%s: %v, want %s", name, err, tt.code)
		}
	}
	ada.Play(m.ID, 0, "resign").Want(t, http.StatusOK, "")
	if err := s.site.Club.Admin.Operate(t.Context(), admin.Act{Kind: db.ActReplace, Match: m.ID, Seat: 2, Level: 1, Reason: "x"}); err == nil {
		t.Error("a seat of a match that is over is given away")
	}
}
