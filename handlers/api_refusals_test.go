package handlers

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"tableronde/handlers/api"
	"tableronde/handlers/web"
)

// What bad input gets, call by call.
func TestAPIRefusals(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	ada, bo, cy := site.guest("Ada"), site.guest("Bo"), site.guest("Cy")
	forged := &apiClient{apiSite: site, token: strings.Repeat("a", 52)}
	private := site.start(ada, bo, map[string]any{"game": "camelot", "seat": 1}).ID
	public := site.start(ada, bo, map[string]any{"game": "camelot", "seat": 1, "public": true}).ID
	ada.play(private, 0, "E6-E8").want(t, http.StatusOK, "")

	type call struct {
		name         string
		who          *apiClient
		method, path string
		body         string
		status       int
		code         string
		header       []string
	}
	act := func(id string) string { return "/matches/" + id + "/actions" }
	calls := []call{
		{"no token", site.nobody(), "GET", "/me/matches", "", 401, "unauthorized", nil},
		{"no token, post", site.nobody(), "POST", "/matches", `{"game":"camelot"}`, 401, "unauthorized", nil},
		{"no token, private match", site.nobody(), "GET", "/matches/" + private, "", 401, "unauthorized", nil},
		{"no token, no match", site.nobody(), "GET", "/matches/none", "", 401, "unauthorized", nil},
		{"unknown token", forged, "GET", "/me/matches", "", 401, "unauthorized", nil},
		{"unknown token, open call", forged, "GET", "/games", "", 401, "unauthorized", nil},
		{"other scheme", site.nobody(), "GET", "/me", "", 401, "unauthorized", []string{"Authorization", "Basic QWRhOmFkYQ=="}},
		{"scheme alone", site.nobody(), "GET", "/me", "", 401, "unauthorized", []string{"Authorization", "Bearer"}},
		{"cookie", site.nobody(), "GET", "/me", "", 401, "unauthorized", []string{"Cookie", "tableronde=" + ada.token}},

		{"unknown route", ada, "GET", "/nothing", "", 404, "not_found", nil},
		{"root", ada, "GET", "", "", 404, "not_found", nil},
		{"wrong method", ada, "GET", "/guests", "", 405, "method_not_allowed", nil},
		{"method that is rare", ada, "TRACE", "/games", "", 405, "method_not_allowed", nil},
		{"options", ada, "OPTIONS", "/matches/" + private, "", 405, "method_not_allowed", nil},
		{"wrong method, deeper", ada, "DELETE", "/matches/" + private, "", 405, "method_not_allowed", nil},
		{"unknown match", ada, "GET", "/matches/none", "", 404, "not_found", nil},
		{"private match", cy, "GET", "/matches/" + private, "", 404, "not_found", nil},
		{"private record", cy, "GET", "/matches/" + private + "/record", "", 404, "not_found", nil},
		{"private events", cy, "GET", "/matches/" + private + "/events", "", 404, "not_found", nil},
		{"private match, post", cy, "POST", act(private), `{"ply":1,"action":"H10-H9"}`, 404, "not_found", nil},
		{"private match, join", cy, "POST", "/matches/" + private + "/join", `{"seat":1}`, 404, "not_found", nil},
		{"private match, wrong invitation", cy, "POST", "/matches/" + private + "/join", `{"invite":"mzxw6ytboi4dqmrqgezdgnbvgy"}`, 404, "not_found", nil},
		{"unknown invitation", cy, "GET", "/invitations/mzxw6ytboi4dqmrqgezdgnbvgy", "", 404, "not_found", nil},
		{"foreign seat", bo, "POST", act(private) + "?as=1", `{"ply":1,"action":"E8-E9"}`, 403, "foreign_seat", nil},
		{"foreign seat, looking", bo, "GET", "/matches/" + private + "?as=1", "", 403, "foreign_seat", nil},
		{"no seat", cy, "POST", act(public), `{"ply":0,"action":"E6-E8"}`, 403, "not_seated", nil},
		{"taken seat", cy, "POST", "/matches/" + public + "/join", `{"seat":2}`, 409, "taken", nil},

		{"stale ply", bo, "POST", act(private), `{"ply":0,"action":"H10-H9"}`, 409, "stale_ply", nil},
		{"ply to come", bo, "POST", act(private), `{"ply":2,"action":"H10-H9"}`, 409, "stale_ply", nil},
		{"negative ply", bo, "POST", act(private), `{"ply":-1,"action":"H10-H9"}`, 409, "stale_ply", nil},
		{"not one's turn", ada, "POST", act(private), `{"ply":1,"action":"E8-E9"}`, 422, "not_your_turn", nil},
		{"illegal", bo, "POST", act(private), `{"ply":1,"action":"F11-F8"}`, 422, "illegal_action", nil},
		{"no notation", bo, "POST", act(private), `{"ply":1,"action":"🐎"}`, 422, "illegal_action", nil},
		{"no text", bo, "POST", act(private), `{"ply":1,"action":""}`, 422, "illegal_action", nil},
		{"surrounding event out of place", bo, "POST", act(private), `{"ply":1,"action":"accept draw"}`, 422, "illegal_action", nil},
		{"the server's own event", bo, "POST", act(private), `{"ply":1,"action":"timeout"}`, 422, "illegal_action", nil},
		{"too many actions", bo, "POST", act(private), `{"ply":1,"actions":["end"` + strings.Repeat(`,"end"`, api.MaxActions) + `]}`, 422, "too_many_actions", nil},
		{"action that is null", bo, "POST", act(private), `{"ply":1,"actions":["H10-H9",null]}`, 400, "malformed", nil},
		{"no ply", bo, "POST", act(private), `{"action":"H10-H9"}`, 400, "malformed", nil},
		{"no action", bo, "POST", act(private), `{"ply":1}`, 400, "malformed", nil},
		{"empty actions", bo, "POST", act(private), `{"ply":1,"actions":[]}`, 400, "malformed", nil},
		{"action and actions", bo, "POST", act(private), `{"ply":1,"action":"H10-H9","actions":["H10-H9"]}`, 400, "malformed", nil},
		{"seat that is none", bo, "POST", act(private) + "?as=x", `{"ply":1,"action":"H10-H9"}`, 400, "malformed", nil},

		{"no game", ada, "POST", "/matches", `{}`, 400, "malformed", nil},
		{"unknown game", ada, "POST", "/matches", `{"game":"chess"}`, 422, "unknown_game", nil},
		{"too many seats", ada, "POST", "/matches", `{"game":"camelot","seats":3}`, 422, "invalid_seats", nil},
		{"no seats", ada, "POST", "/matches", `{"game":"camelot","seats":0}`, 422, "invalid_seats", nil},
		{"seat outside", ada, "POST", "/matches", `{"game":"camelot","seat":3}`, 422, "invalid_seat", nil},
		{"seat 0", ada, "POST", "/matches", `{"game":"camelot","seat":0}`, 422, "invalid_seat", nil},
		{"unknown option", ada, "POST", "/matches", `{"game":"camelot","options":{"fast":"yes"}}`, 422, "unknown_option", nil},
		{"clock", ada, "POST", "/matches", `{"game":"camelot","clock":{"move":"72h"}}`, 422, "clock", nil},

		{"no body", site.nobody(), "POST", "/guests", "", 400, "malformed", nil},
		{"not JSON", site.nobody(), "POST", "/guests", `name=Ada`, 400, "malformed", nil},
		{"cut off", site.nobody(), "POST", "/guests", `{"name":"Ad`, 400, "malformed", nil},
		{"two objects", site.nobody(), "POST", "/guests", `{"name":"Ada"}{}`, 400, "malformed", nil},
		{"list", site.nobody(), "POST", "/guests", `["Ada"]`, 400, "malformed", nil},
		{"null", site.nobody(), "POST", "/guests", `null`, 400, "malformed", nil},
		{"unknown field", site.nobody(), "POST", "/guests", `{"name":"Ada","admin":true}`, 400, "malformed", nil},
		{"field in other letters", site.nobody(), "POST", "/guests", `{"Name":"Ada"}`, 400, "malformed", nil},
		{"field that stands twice", site.nobody(), "POST", "/guests", `{"name":"Ada","name":"Bo"}`, 400, "malformed", nil},
		{"wrong type", site.nobody(), "POST", "/guests", `{"name":7}`, 400, "malformed", nil},
		{"not UTF-8", site.nobody(), "POST", "/guests", "{\"name\":\"\xff\"}", 400, "malformed", nil},
		{"form", site.nobody(), "POST", "/guests", `name=Ada`, 415, "unsupported_media_type", []string{"Content-Type", "application/x-www-form-urlencoded"}},
		{"text", site.nobody(), "POST", "/guests", `{"name":"Ada"}`, 415, "unsupported_media_type", []string{"Content-Type", "text/plain"}},
		{"1 MB", ada, "POST", act(private), `{"ply":1,"action":"` + strings.Repeat("E6-", 350_000) + `"}`, 413, "too_large", nil},
		{"just too much", ada, "POST", act(private), `{"ply":1,"action":"` + strings.Repeat("x", web.MaxBody) + `"}`, 413, "too_large", nil},

		{"empty name", site.nobody(), "POST", "/guests", `{"name":"  "}`, 422, "name_missing", nil},
		{"long name", site.nobody(), "POST", "/guests", `{"name":"` + strings.Repeat("é", 41) + `"}`, 422, "name_long", nil},
		{"invisible name", site.nobody(), "POST", "/guests", `{"name":"A\u202eda"}`, 422, "name_signs", nil},
		{"name that is none", ada, "PATCH", "/me", `{"name":"\u0007"}`, 422, "name_signs", nil},

		{"empty key", ada, "POST", "/matches", `{"game":"camelot"}`, 400, "bad_key", []string{"Idempotency-Key", ""}},
		{"long key", ada, "POST", "/matches", `{"game":"camelot"}`, 400, "bad_key", []string{"Idempotency-Key", strings.Repeat("k", api.MaxKey+1)}},
		{"unprintable key", ada, "POST", "/matches", `{"game":"camelot"}`, 400, "bad_key", []string{"Idempotency-Key", "clé"}},
	}
	for _, tt := range calls {
		t.Run(tt.name, func(t *testing.T) {
			got := tt.who.call(tt.method, tt.path, []byte(tt.body), tt.header...).want(t, tt.status, tt.code)
			switch tt.status {
			case http.StatusUnauthorized:
				if got.header.Get("WWW-Authenticate") != "Bearer" {
					t.Errorf("WWW-Authenticate %q", got.header.Get("WWW-Authenticate"))
				}
			case http.StatusMethodNotAllowed:
				if got.header.Get("Allow") == "" {
					t.Error("Allow is missing")
				}
			}
			if tt.code == "stale_ply" && (got.match.Ply != 1 || *got.match.You != 2 || len(got.match.Legal) == 0) {
				t.Errorf("the present match is not with the refusal: %s", got.body)
			}
			for _, secret := range []string{ada.token, bo.token, "goroutine", ".go:"} {
				if strings.Contains(string(got.body), secret) {
					t.Errorf("%q is in the answer %s", secret, got.body)
				}
			}
		})
	}
	if now := ada.get("/matches/" + private).match; now.Ply != 1 {
		t.Errorf("the refused calls left ply %d", now.Ply)
	}
	if strings.Contains(site.log.String(), "level=ERROR") {
		t.Errorf("the log has errors:\n%s", site.log)
	}
}

func TestAPIReasonsOfTheRules(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	ada := site.guest("Ada")
	match := ada.post("/matches", map[string]any{"game": "camelot", "solo": true}).want(t, http.StatusCreated, "").match
	got := ada.post("/matches/"+match.ID+"/actions", map[string]any{"ply": 0, "actions": []string{"E6-E8", "H10-H9", "E8-E8"}})
	got.want(t, http.StatusUnprocessableEntity, "illegal_action")
	if got.fault.Index == nil || *got.fault.Index != 2 || len(got.fault.Message) < 10 {
		t.Errorf("refusal %s", got.body)
	}
	if now := ada.get("/matches/" + match.ID).match; now.Ply != 0 {
		t.Errorf("%d actions were stored of a refused post", now.Ply)
	}
}

// Of many posts for one ply exactly one is stored; the others get the match as
// it then is.
func TestAPITwoPostsForOnePly(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	ada, bo := site.guest("Ada"), site.guest("Bo")
	match := site.start(ada, bo, map[string]any{"game": "camelot", "seat": 1})
	const posts = 16
	answers := make([]apiAnswer, posts)
	errs := make([]error, posts)
	var done sync.WaitGroup
	for i := range posts {
		done.Go(func() {
			body := fmt.Sprintf(`{"ply":0,"action":%q}`, match.Legal[i])
			answers[i], errs[i] = ada.try(http.MethodPost, "/matches/"+match.ID+"/actions", []byte(body))
		})
	}
	done.Wait()
	var stored []string
	for i, got := range answers {
		switch {
		case errs[i] != nil:
			t.Fatal(errs[i])
		case got.status == http.StatusOK:
			stored = append(stored, match.Legal[i])
		default:
			got.want(t, http.StatusConflict, "stale_ply")
			if got.match.Ply != 1 {
				t.Errorf("the refusal carries ply %d", got.match.Ply)
			}
		}
	}
	now := bo.get("/matches/" + match.ID).match
	if now.Ply != 1 || !slices.Equal(stored, []string{now.Log[0].Action}) {
		t.Errorf("acknowledged %v, stored %+v", stored, now.Log)
	}
}

func TestAPIWhoMaySee(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	ada, bo, cy := site.guest("Ada"), site.guest("Bo"), site.guest("Cy")
	public := site.start(ada, bo, map[string]any{"game": "camelot", "seat": 1, "public": true}).ID
	for name, who := range map[string]*apiClient{"nobody": site.nobody(), "stranger": cy} {
		got := who.get("/matches/"+public).want(t, http.StatusOK, "").match
		if got.You != nil || len(got.Legal)+len(got.Offers) != 0 || !slices.Equal(got.ToAct, []int{1}) || got.Invite != "" {
			t.Errorf("%s: %+v", name, got)
		}
		who.get("/matches/"+public+"/record").want(t, http.StatusOK, "")
	}
	// An invitation shows its match, and no more than its match.
	made := ada.post("/matches", map[string]any{"game": "camelot"}).want(t, http.StatusCreated, "").match
	token := made.Invite[len("/i/"):]
	if got := cy.get("/invitations/"+token).want(t, http.StatusOK, "").match; got.ID != made.ID || got.You != nil {
		t.Errorf("invitation: %+v", got)
	}
	cy.get("/matches/"+made.ID).want(t, http.StatusNotFound, "not_found")
	cy.post("/matches/"+made.ID+"/join", map[string]any{"invite": token}).want(t, http.StatusOK, "")
}

func TestAPILimits(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	ada := site.guest("Ada")
	for range 500 {
		ada.get("/me").want(t, http.StatusOK, "")
	}
	var made int
	for range 2 * DefaultSettings().GuestBurst {
		got, err := site.nobody().try(http.MethodPost, "/guests", []byte(`{"name":"Bo"}`))
		if err != nil {
			t.Fatal(err)
		}
		if got.status == http.StatusTooManyRequests {
			got.want(t, http.StatusTooManyRequests, "too_many_requests")
			if got.header.Get("Retry-After") != "1" {
				t.Errorf("Retry-After %q", got.header.Get("Retry-After"))
			}
			break
		}
		made++
	}
	if made < 120 || made == 2*DefaultSettings().GuestBurst {
		t.Errorf("%d guests from one address at once", made)
	}
}

// Whatever is posted as an action is played or refused; none of it is a fault.
func TestAPIActionsOfAnyText(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	ada := site.guest("Ada")
	match := ada.post("/matches", map[string]any{"game": "camelot", "solo": true}).want(t, http.StatusCreated, "").match
	rng := rand.New(rand.NewPCG(1, 2))
	parts := []string{"E6", "E8", "F1", "G16", "Z99", "-", "x", "–", " ", "offer", "accept", "undo", "draw", "resign now", "1", "-1", "99999999999999999999", "\n", "\x00", "é", "♞", "'; DROP TABLE events"}
	for range 400 {
		var text strings.Builder
		for range 1 + rng.IntN(6) {
			text.WriteString(parts[rng.IntN(len(parts))])
		}
		got := ada.post("/matches/"+match.ID+"/actions", map[string]any{"ply": match.Ply, "action": text.String()})
		switch got.status {
		case http.StatusOK:
			match = got.match
		case http.StatusUnprocessableEntity:
		default:
			t.Fatalf("%q: %d %s", text.String(), got.status, got.body)
		}
	}
	if strings.Contains(site.log.String(), "level=ERROR") {
		t.Errorf("the log has errors:\n%s", site.log)
	}
}
