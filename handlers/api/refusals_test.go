package api_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"tableronde/games/effort"
	"tableronde/handlers"
	"tableronde/handlers/api"
	"tableronde/handlers/sitetest"
	"tableronde/handlers/web"
)

// refusedCall is a call with bad input. Its path names a match of Ada and Bo as PRIVATE or PUBLIC;
// TOKEN in a header is Ada's.
type refusedCall struct {
	name         string
	who          string // of the clients in TestAPIRefusals
	method, path string
	body         string
	status       int
	code         string
	header       []string
}

var refusedCalls = []refusedCall{
	{"no token", "nobody", "GET", "/me/matches", "", 401, "unauthorized", nil},
	{"no token, post", "nobody", "POST", "/matches", `{"game":"camelot"}`, 401, "unauthorized", nil},
	{"no token, private match", "nobody", "GET", "/matches/PRIVATE", "", 401, "unauthorized", nil},
	{"no token, no match", "nobody", "GET", "/matches/none", "", 401, "unauthorized", nil},
	{"unknown token", "forged", "GET", "/me/matches", "", 401, "unauthorized", nil},
	{"unknown token, open call", "forged", "GET", "/games", "", 401, "unauthorized", nil},
	{"other scheme", "nobody", "GET", "/me", "", 401, "unauthorized", []string{"Authorization", "Basic QWRhOmFkYQ=="}},
	{"scheme alone", "nobody", "GET", "/me", "", 401, "unauthorized", []string{"Authorization", "Bearer"}},
	{"cookie", "nobody", "GET", "/me", "", 401, "unauthorized", []string{"Cookie", "tableronde=TOKEN"}},

	{"unknown route", "ada", "GET", "/nothing", "", 404, "not_found", nil},
	{"root", "ada", "GET", "", "", 404, "not_found", nil},
	{"wrong method", "ada", "GET", "/guests", "", 405, "method_not_allowed", nil},
	{"method that is rare", "ada", "TRACE", "/games", "", 405, "method_not_allowed", nil},
	{"options", "ada", "OPTIONS", "/matches/PRIVATE", "", 405, "method_not_allowed", nil},
	{"wrong method, deeper", "ada", "DELETE", "/matches/PRIVATE", "", 405, "method_not_allowed", nil},
	{"unknown match", "ada", "GET", "/matches/none", "", 404, "not_found", nil},
	{"private match", "cy", "GET", "/matches/PRIVATE", "", 404, "not_found", nil},
	{"private record", "cy", "GET", "/matches/PRIVATE/record", "", 404, "not_found", nil},
	{"private events", "cy", "GET", "/matches/PRIVATE/events", "", 404, "not_found", nil},
	{"private match, post", "cy", "POST", "/matches/PRIVATE/actions", `{"ply":1,"action":"H10-H9"}`, 404, "not_found", nil},
	{"private match, join", "cy", "POST", "/matches/PRIVATE/join", `{"seat":1}`, 404, "not_found", nil},
	{"private match, wrong invitation", "cy", "POST", "/matches/PRIVATE/join", `{"invite":"mzxw6ytboi4dqmrqgezdgnbvgy"}`, 404, "not_found", nil},
	{"unknown invitation", "cy", "GET", "/invitations/mzxw6ytboi4dqmrqgezdgnbvgy", "", 404, "not_found", nil},
	{"foreign seat", "bo", "POST", "/matches/PRIVATE/actions?as=1", `{"ply":1,"action":"E8-E9"}`, 403, "foreign_seat", nil},
	{"foreign seat, looking", "bo", "GET", "/matches/PRIVATE?as=1", "", 403, "foreign_seat", nil},
	{"no seat", "cy", "POST", "/matches/PUBLIC/actions", `{"ply":0,"action":"E6-E8"}`, 403, "not_seated", nil},
	{"taken seat", "cy", "POST", "/matches/PUBLIC/join", `{"seat":2}`, 409, "taken", nil},

	{"stale ply", "bo", "POST", "/matches/PRIVATE/actions", `{"ply":0,"action":"H10-H9"}`, 409, "stale_ply", nil},
	{"ply to come", "bo", "POST", "/matches/PRIVATE/actions", `{"ply":2,"action":"H10-H9"}`, 409, "stale_ply", nil},
	{"negative ply", "bo", "POST", "/matches/PRIVATE/actions", `{"ply":-1,"action":"H10-H9"}`, 409, "stale_ply", nil},
	{"not one's turn", "ada", "POST", "/matches/PRIVATE/actions", `{"ply":1,"action":"E8-E9"}`, 422, "not_your_turn", nil},
	{"illegal", "bo", "POST", "/matches/PRIVATE/actions", `{"ply":1,"action":"F11-F8"}`, 422, "illegal_action", nil},
	{"no notation", "bo", "POST", "/matches/PRIVATE/actions", `{"ply":1,"action":"🐎"}`, 422, "illegal_action", nil},
	{"no text", "bo", "POST", "/matches/PRIVATE/actions", `{"ply":1,"action":""}`, 422, "illegal_action", nil},
	{"surrounding event out of place", "bo", "POST", "/matches/PRIVATE/actions", `{"ply":1,"action":"accept draw"}`, 422, "illegal_action", nil},
	{"the server's own event", "bo", "POST", "/matches/PRIVATE/actions", `{"ply":1,"action":"timeout"}`, 422, "illegal_action", nil},
	{"too many actions", "bo", "POST", "/matches/PRIVATE/actions", `{"ply":1,"actions":["end"` + strings.Repeat(`,"end"`, api.MaxActions) + `]}`, 422, "too_many_actions", nil},
	{"action that is null", "bo", "POST", "/matches/PRIVATE/actions", `{"ply":1,"actions":["H10-H9",null]}`, 400, "malformed", nil},
	{"no ply", "bo", "POST", "/matches/PRIVATE/actions", `{"action":"H10-H9"}`, 400, "malformed", nil},
	{"no action", "bo", "POST", "/matches/PRIVATE/actions", `{"ply":1}`, 400, "malformed", nil},
	{"empty actions", "bo", "POST", "/matches/PRIVATE/actions", `{"ply":1,"actions":[]}`, 400, "malformed", nil},
	{"action and actions", "bo", "POST", "/matches/PRIVATE/actions", `{"ply":1,"action":"H10-H9","actions":["H10-H9"]}`, 400, "malformed", nil},
	{"seat that is none", "bo", "POST", "/matches/PRIVATE/actions?as=x", `{"ply":1,"action":"H10-H9"}`, 400, "malformed", nil},

	{"no game", "ada", "POST", "/matches", `{}`, 400, "malformed", nil},
	{"unknown game", "ada", "POST", "/matches", `{"game":"chess"}`, 422, "unknown_game", nil},
	{"too many seats", "ada", "POST", "/matches", `{"game":"camelot","seats":3}`, 422, "invalid_seats", nil},
	{"no seats", "ada", "POST", "/matches", `{"game":"camelot","seats":0}`, 422, "invalid_seats", nil},
	{"seat outside", "ada", "POST", "/matches", `{"game":"camelot","seat":3}`, 422, "invalid_seat", nil},
	{"seat 0", "ada", "POST", "/matches", `{"game":"camelot","seat":0}`, 422, "invalid_seat", nil},
	{"unknown option", "ada", "POST", "/matches", `{"game":"camelot","options":{"fast":"yes"}}`, 422, "unknown_option", nil},
	{"clock", "ada", "POST", "/matches", `{"game":"camelot","clock":{"move":"3s"}}`, 422, "invalid_clock", nil},

	{"no body", "nobody", "POST", "/guests", "", 400, "malformed", nil},
	{"not JSON", "nobody", "POST", "/guests", `name=Ada`, 400, "malformed", nil},
	{"cut off", "nobody", "POST", "/guests", `{"name":"Ad`, 400, "malformed", nil},
	{"two objects", "nobody", "POST", "/guests", `{"name":"Ada"}{}`, 400, "malformed", nil},
	{"list", "nobody", "POST", "/guests", `["Ada"]`, 400, "malformed", nil},
	{"null", "nobody", "POST", "/guests", `null`, 400, "malformed", nil},
	{"unknown field", "nobody", "POST", "/guests", `{"name":"Ada","admin":true}`, 400, "malformed", nil},
	{"field in other letters", "nobody", "POST", "/guests", `{"Name":"Ada"}`, 400, "malformed", nil},
	{"field that stands twice", "nobody", "POST", "/guests", `{"name":"Ada","name":"Bo"}`, 400, "malformed", nil},
	{"wrong type", "nobody", "POST", "/guests", `{"name":7}`, 400, "malformed", nil},
	{"not UTF-8", "nobody", "POST", "/guests", "{\"name\":\"\xff\"}", 400, "malformed", nil},
	{"form", "nobody", "POST", "/guests", `name=Ada`, 415, "unsupported_media_type", []string{"Content-Type", "application/x-www-form-urlencoded"}},
	{"text", "nobody", "POST", "/guests", `{"name":"Ada"}`, 415, "unsupported_media_type", []string{"Content-Type", "text/plain"}},
	{"1 MB", "ada", "POST", "/matches/PRIVATE/actions", `{"ply":1,"action":"` + strings.Repeat("E6-", 350_000) + `"}`, 413, "too_large", nil},
	{"just too much", "ada", "POST", "/matches/PRIVATE/actions", `{"ply":1,"action":"` + strings.Repeat("x", web.MaxBody) + `"}`, 413, "too_large", nil},

	{"empty name", "nobody", "POST", "/guests", `{"name":"  "}`, 422, "name_missing", nil},
	{"long name", "nobody", "POST", "/guests", `{"name":"` + strings.Repeat("é", 41) + `"}`, 422, "name_long", nil},
	{"invisible name", "nobody", "POST", "/guests", `{"name":"A\u202eda"}`, 422, "name_signs", nil},
	{"name that is none", "ada", "PATCH", "/me", `{"name":"\u0007"}`, 422, "name_signs", nil},

	{"empty key", "ada", "POST", "/matches", `{"game":"camelot"}`, 400, "bad_key", []string{"Idempotency-Key", ""}},
	{"long key", "ada", "POST", "/matches", `{"game":"camelot"}`, 400, "bad_key", []string{"Idempotency-Key", strings.Repeat("k", api.MaxKey+1)}},
	{"unprintable key", "ada", "POST", "/matches", `{"game":"camelot"}`, 400, "bad_key", []string{"Idempotency-Key", "clé"}},
}

// The answers to bad input, call by call.
func TestAPIRefusals(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada, bo, cy := site.Guest("Ada"), site.Guest("Bo"), site.Guest("Cy")
	clients := map[string]*sitetest.Client{"nobody": site.Nobody(), "forged": site.Client(strings.Repeat("a", 52)), "ada": ada, "bo": bo, "cy": cy}
	private := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1}).ID
	public := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1, "public": true}).ID
	ada.Play(private, 0, "E6-E8").Want(t, http.StatusOK, "")
	ids := strings.NewReplacer("PRIVATE", private, "PUBLIC", public, "TOKEN", ada.Token)
	for _, tt := range refusedCalls {
		t.Run(tt.name, func(t *testing.T) {
			header := slices.Clone(tt.header)
			for i := range header {
				header[i] = ids.Replace(header[i])
			}
			got := clients[tt.who].Call(tt.method, ids.Replace(tt.path), []byte(tt.body), header...).Want(t, tt.status, tt.code)
			switch tt.status {
			case http.StatusUnauthorized:
				if got.Header.Get("WWW-Authenticate") != "Bearer" {
					t.Errorf("WWW-Authenticate %q", got.Header.Get("WWW-Authenticate"))
				}
			case http.StatusMethodNotAllowed:
				if got.Header.Get("Allow") == "" {
					t.Error("Allow is missing")
				}
			}
			if tt.code == "stale_ply" && (got.Match.Ply != 1 || *got.Match.You != 2 || len(got.Match.Legal) == 0) {
				t.Errorf("the present match is not with the refusal: %s", got.Body)
			}
			for _, secret := range []string{ada.Token, bo.Token, "goroutine", ".go:"} {
				if strings.Contains(string(got.Body), secret) {
					t.Errorf("%q is in the answer %s", secret, got.Body)
				}
			}
		})
	}
	if now := ada.Get("/matches/" + private).Match; now.Ply != 1 {
		t.Errorf("the refused calls left ply %d", now.Ply)
	}
	if strings.Contains(site.Log.String(), "level=ERROR") {
		t.Errorf("the log has errors:\n%s", site.Log)
	}
}

func TestAPIReasonsOfTheRules(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada := site.Guest("Ada")
	match := ada.Post("/matches", map[string]any{"game": "camelot", "solo": true}).Want(t, http.StatusCreated, "").Match
	got := ada.Post("/matches/"+match.ID+"/actions", map[string]any{"ply": 0, "actions": []string{"E6-E8", "H10-H9", "E8-E8"}})
	got.Want(t, http.StatusUnprocessableEntity, "illegal_action")
	if got.Error.Index == nil || *got.Error.Index != 2 || len(got.Error.Message) < 10 {
		t.Errorf("refusal %s", got.Body)
	}
	if now := ada.Get("/matches/" + match.ID).Match; now.Ply != 0 {
		t.Errorf("%d actions were stored of a refused post", now.Ply)
	}
}

// Of many posts for one ply exactly one is stored; the others get the match as
// it then is.
func TestAPITwoPostsForOnePly(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	match := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1})
	const posts = 16
	answers := make([]sitetest.Answer, posts)
	errs := make([]error, posts)
	var done sync.WaitGroup
	for i := range posts {
		done.Go(func() {
			body := fmt.Sprintf(`{"ply":0,"action":%q}`, match.Legal[i])
			answers[i], errs[i] = ada.Try(http.MethodPost, "/matches/"+match.ID+"/actions", []byte(body))
		})
	}
	done.Wait()
	var stored []string
	for i, got := range answers {
		switch {
		case errs[i] != nil:
			t.Fatal(errs[i])
		case got.Status == http.StatusOK:
			stored = append(stored, match.Legal[i])
		default:
			got.Want(t, http.StatusConflict, "stale_ply")
			if got.Match.Ply != 1 {
				t.Errorf("the refusal carries ply %d", got.Match.Ply)
			}
		}
	}
	now := bo.Get("/matches/" + match.ID).Match
	if now.Ply != 1 || !slices.Equal(stored, []string{now.Log[0].Action}) {
		t.Errorf("acknowledged %v, stored %+v", stored, now.Log)
	}
}

func TestAPIWhoMaySee(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada, bo, cy := site.Guest("Ada"), site.Guest("Bo"), site.Guest("Cy")
	public := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1, "public": true}).ID
	for name, who := range map[string]*sitetest.Client{"nobody": site.Nobody(), "stranger": cy} {
		got := who.Get("/matches/"+public).Want(t, http.StatusOK, "").Match
		if got.You != nil || len(got.Legal)+len(got.Offers) != 0 || !slices.Equal(got.ToAct, []int{1}) || got.Invite != "" {
			t.Errorf("%s: %+v", name, got)
		}
		who.Get("/matches/"+public+"/record").Want(t, http.StatusOK, "")
	}
	// An invitation shows its match, and no more than its match.
	made := ada.Post("/matches", map[string]any{"game": "camelot"}).Want(t, http.StatusCreated, "").Match
	token := made.Invite[len("/i/"):]
	if got := cy.Get("/invitations/"+token).Want(t, http.StatusOK, "").Match; got.ID != made.ID || got.You != nil {
		t.Errorf("invitation: %+v", got)
	}
	cy.Get("/matches/"+made.ID).Want(t, http.StatusNotFound, "not_found")
	cy.Post("/matches/"+made.ID+"/join", map[string]any{"invite": token}).Want(t, http.StatusOK, "")
}

func TestAPILimits(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada := site.Guest("Ada")
	for range 500 {
		ada.Get("/me").Want(t, http.StatusOK, "")
	}
	var made int
	for range 2 * handlers.DefaultSettings().GuestBurst {
		got, err := site.Nobody().Try(http.MethodPost, "/guests", []byte(`{"name":"Bo"}`))
		if err != nil {
			t.Fatal(err)
		}
		if got.Status == http.StatusTooManyRequests {
			got.Want(t, http.StatusTooManyRequests, "too_many_requests")
			if got.Header.Get("Retry-After") != "1" {
				t.Errorf("Retry-After %q", got.Header.Get("Retry-After"))
			}
			break
		}
		made++
	}
	if made < 120 || made == 2*handlers.DefaultSettings().GuestBurst {
		t.Errorf("%d guests from one address at once", made)
	}
}

// Any text posted as an action is played or refused; none of it is a fault.
func TestAPIActionsOfAnyText(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada := site.Guest("Ada")
	match := ada.Post("/matches", map[string]any{"game": "camelot", "solo": true}).Want(t, http.StatusCreated, "").Match
	rng := rand.New(rand.NewPCG(1, 2))
	parts := []string{"E6", "E8", "F1", "G16", "Z99", "-", "x", "–", " ", "offer", "accept", "undo", "draw", "resign now", "1", "-1", "99999999999999999999", "\n", "\x00", "é", "♞", "'; DROP TABLE events"}
	for range max(effort.N(400), 100) {
		var text strings.Builder
		for range 1 + rng.IntN(6) {
			text.WriteString(parts[rng.IntN(len(parts))])
		}
		got := ada.Post("/matches/"+match.ID+"/actions", map[string]any{"ply": match.Ply, "action": text.String()})
		switch got.Status {
		case http.StatusOK:
			match = got.Match
		case http.StatusUnprocessableEntity:
		default:
			t.Fatalf("%q: %d %s", text.String(), got.Status, got.Body)
		}
	}
	if strings.Contains(site.Log.String(), "level=ERROR") {
		t.Errorf("the log has errors:\n%s", site.Log)
	}
}
