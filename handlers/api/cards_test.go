package api_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"tableronde/games/catalog"
	"tableronde/games/record"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/sitetest"
)

// robotTable is a match that programs play over the API, and that one program watches.
type robotTable struct {
	*sitetest.Site
	t       testing.TB
	rng     *rand.Rand
	seats   []*sitetest.Client // by seat from 0
	watcher *sitetest.Client
	match   string
	hidden  []string // text that no answer may contain
}

// oddContribution is a contribution that a record has to quote.
const oddContribution = `l"u\c;k] é`

// newRobotTable seats programs at a public match.
func newRobotTable(t testing.TB, site *sitetest.Site, game string, seats int, rng *rand.Rand) *robotTable {
	t.Helper()
	r := &robotTable{Site: site, t: t, rng: rng, watcher: site.Nobody()}
	for i := range seats {
		r.seats = append(r.seats, site.Guest(fmt.Sprint("robot ", i+1)))
	}
	made := r.seats[0].Post("/matches", map[string]any{"game": game, "seats": seats, "seat": 1, "public": true, "contribution": oddContribution}).
		Want(t, http.StatusCreated, "").Match
	r.match = made.ID
	for i, c := range r.seats[1:] {
		body := map[string]any{"seat": i + 2}
		if i%2 == 0 {
			body["contribution"] = fmt.Sprint("robot's ", i+2)
		}
		c.Post(r.path("/join"), body).Want(t, http.StatusOK, "")
	}
	m, err := site.Store.Match(t.Context(), r.match)
	if err != nil {
		t.Fatal(err)
	}
	r.hidden = []string{m.Secret.Hex(), m.Secret.Seed(m.ID, m.Contributions).Hex()}
	return r
}

func (r *robotTable) path(call string) string { return "/matches/" + r.match + call }

// step has one of those to act play something, seldom one who may interrupt, and
// returns the match after it.
func (r *robotTable) step(m sitetest.Match) sitetest.Match {
	r.t.Helper()
	if len(m.ToAct) == 0 {
		r.t.Fatalf("nobody is to act at ply %d", m.Ply)
	}
	seat := m.ToAct[r.rng.IntN(len(m.ToAct))]
	if r.rng.IntN(10) == 0 {
		seat = 1 + r.rng.IntN(len(r.seats))
	}
	c := *r.seats[seat-1]
	c.Unchecked = m.Ply > 100 // of the long answers enough are checked elsewhere
	m = c.Get(r.path("")).Want(r.t, http.StatusOK, "").Match
	if len(m.Legal) == 0 {
		return m
	}
	return c.Play(r.match, m.Ply, m.Legal[r.rng.IntN(len(m.Legal))]).Want(r.t, http.StatusOK, "").Match
}

// inspect reads every answer of the API about the match, and searches it for text that must not be
// there.
func (r *robotTable) inspect() {
	r.t.Helper()
	for i, c := range append(slices.Clone(r.seats), r.watcher) {
		calls := []string{"", "/story", "/story?from=3", "/record", "/orders"}
		for _, call := range calls {
			r.clean(i+1, call, c.Get(r.path(call)).Body)
		}
		if c != r.watcher {
			r.clean(i+1, "/me/matches", c.Get("/me/matches").Body)
		}
		r.hands(i+1, c.Get(r.path("")).Match)
	}
	r.clean(0, "the log of the server", []byte(r.Log.String()))
}

func (r *robotTable) clean(viewer int, what string, body []byte) {
	r.t.Helper()
	for _, text := range r.hidden {
		if bytes.Contains(body, []byte(text)) {
			r.t.Errorf("%s tells viewer %d a secret: %s", what, viewer, body)
		}
	}
}

// hands searches for cards in the hands of others, where the state has hands and no rule lets a
// seat see them.
func (r *robotTable) hands(viewer int, m sitetest.Match) {
	r.t.Helper()
	if m.Game == "shannon" && viewer <= len(r.seats) {
		return
	}
	var state struct {
		Seats []struct {
			Hand []string `json:"hand"`
		} `json:"seats"`
	}
	if json.Unmarshal(m.State, &state) != nil || m.Over {
		return
	}
	for i, seat := range state.Seats {
		if i+1 != viewer && slices.ContainsFunc(seat.Hand, func(card string) bool { return card != "?" }) {
			r.t.Errorf("viewer %d sees the hand of seat %d: %v", viewer, i+1, seat.Hand)
		}
	}
}

// fairAnswer is the part of a match by which its shuffle is checked.
type fairAnswer struct {
	Fair struct {
		Commitment    string   `json:"commitment"`
		Contributions []string `json:"contributions"`
		Secret        string   `json:"secret"`
		Seed          string   `json:"seed"`
	} `json:"fair"`
}

// Programs play whole matches, with as many players as the game allows. Until the end no answer
// reveals hidden parts; then everything is there, and proved.
func TestAPIWholeMatchOfCards(t *testing.T) {
	t.Parallel()
	for _, rules := range clubtest.CardRules {
		info := rules.Info()
		for i, seats := range info.Seats {
			if i > 0 && testing.Short() {
				break
			}
			t.Run(fmt.Sprintf("%s for %d", info.ID, seats), func(t *testing.T) {
				t.Parallel()
				site := newCardSite(t)
				r := newRobotTable(t, site, info.ID, seats, rand.New(rand.NewPCG(5, uint64(seats))))
				events := r.seats[seats-1].Listen(r.path("/events"))
				events.Begun()
				m := r.seats[0].Get(r.path("")).Match
				for step := 0; !m.Over; step++ {
					if step > 5000 {
						t.Fatalf("no end in sight at ply %d", m.Ply)
					}
					if step < 100 && step%25 == 0 || step%400 == 0 {
						r.inspect()
					}
					m = r.step(m)
				}
				r.checkEnd(m)
				for told := 0; told < m.Ply; {
					var data struct{ Ply int }
					if err := json.Unmarshal([]byte(events.Next().Data), &data); err != nil || data.Ply <= told {
						t.Fatalf("after ply %d the stream tells of %d, %v", told, data.Ply, err)
					}
					told = data.Ply
				}
			})
		}
	}
}

func (r *robotTable) checkEnd(m sitetest.Match) {
	r.t.Helper()
	if m.Result == nil || len(m.ToAct)+len(m.Legal) != 0 || len(m.Result.Scores) != len(r.seats) {
		r.t.Errorf("at the end: %+v", m)
	}
	var first fairAnswer
	for i, c := range append(slices.Clone(r.seats), r.watcher) {
		got := c.Get(r.path("")).Want(r.t, http.StatusOK, "")
		var answer fairAnswer
		if err := json.Unmarshal(got.Body, &answer); err != nil {
			r.t.Fatal(err)
		}
		if i == 0 {
			first = answer
		}
		if answer.Fair.Secret != r.hidden[0] || bytes.Contains(got.Match.State, []byte(`"?"`)) {
			r.t.Errorf("viewer %d is not told everything: %s", i+1, got.Match.State)
		}
		c.Get(r.path("/story")).Want(r.t, http.StatusOK, "")
	}
	r.checkFair(first)
	text := r.watcher.Get(r.path("/record")).Want(r.t, http.StatusOK, "").Body
	rec, err := record.Parse(bytes.NewReader(text))
	if err != nil {
		r.t.Fatal(err)
	}
	if v, err := rec.Verify(clubtest.FindCards); err != nil || v.Commitment != first.Fair.Commitment || v.Lines != m.Ply {
		r.t.Errorf("Verify = %+v, %v\n%s", v, err, text)
	}
	forged, err := record.Parse(strings.NewReader(strings.Replace(string(text), "robot's 2", "robot's 3", 1)))
	if err != nil {
		r.t.Fatal(err)
	}
	if _, err := forged.Verify(clubtest.FindCards); err == nil {
		r.t.Error("a forged contribution is verified")
	}
}

// checkFair computes commitment and seed from the published values, as anybody can.
func (r *robotTable) checkFair(a fairAnswer) {
	r.t.Helper()
	secret, err := hex.DecodeString(a.Fair.Secret)
	if err != nil {
		r.t.Fatal(err)
	}
	if sum := sha256.Sum256(secret); hex.EncodeToString(sum[:]) != a.Fair.Commitment {
		r.t.Errorf("commitment %s is not that of the secret %s", a.Fair.Commitment, a.Fair.Secret)
	}
	mac := hmac.New(sha256.New, secret)
	fmt.Fprintf(mac, "%s\n%s", r.match, strings.Join(a.Fair.Contributions, "\n"))
	if hex.EncodeToString(mac.Sum(nil)) != a.Fair.Seed || a.Fair.Contributions[0] != oddContribution || a.Fair.Contributions[1] != "robot's 2" {
		r.t.Errorf("the seed %s is not made of %v", a.Fair.Seed, a.Fair.Contributions)
	}
}

// Before the last seat is taken everybody sees the commitment and the players' contributions, and
// there is nothing else to see.
func TestAPIChanceBeforeTheStart(t *testing.T) {
	t.Parallel()
	site := newCardSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	for _, rules := range clubtest.CardRules {
		info := rules.Info()
		made := ada.Post("/matches", map[string]any{"game": info.ID, "seats": 2, "seat": 2, "public": true, "contribution": " ada’s “luck” "})
		open := made.Want(t, http.StatusCreated, "").Match
		for _, c := range []*sitetest.Client{ada, bo, site.Nobody()} {
			got := c.Get("/matches/"+open.ID).Want(t, http.StatusOK, "")
			if string(got.Match.State) != "null" || len(got.Match.ToAct)+len(got.Match.Legal)+len(got.Match.Log) != 0 ||
				!bytes.Contains(got.Body, []byte(`"contributions":[null,"ada’s “luck”"],"secret":null,"seed":null`)) {
				t.Errorf("before the start: %s", got.Body)
			}
		}
		ada.Get("/matches/"+open.ID+"/record").Want(t, http.StatusConflict, "not_started")
		ada.Get("/matches/"+open.ID+"/orders").Want(t, http.StatusConflict, "not_started")
		ada.Play(open.ID, 0, "resign").Want(t, http.StatusConflict, "not_started")
		site.Nobody().Get("/tables").Want(t, http.StatusOK, "")
		bo.Get("/matches/"+open.ID+"/story").Want(t, http.StatusOK, "")
		bo.Post("/matches/"+open.ID+"/join", map[string]any{"contribution": "a\nb"}).Want(t, http.StatusUnprocessableEntity, "invalid_contribution")
		joined := bo.Post("/matches/"+open.ID+"/join", map[string]any{}).Want(t, http.StatusOK, "").Match
		if joined.Started == nil || len(joined.ToAct) == 0 || string(joined.State) == "null" {
			t.Errorf("after the start: %+v", joined)
		}
		end := ada.Play(open.ID, joined.Ply, "resign").Want(t, http.StatusOK, "").Match
		for ply := end.Ply; !end.Over; ply = end.Ply { // where one alone plays on
			end = bo.Play(open.ID, ply, "resign").Want(t, http.StatusOK, "").Match
		}
		bo.Post("/matches/"+open.ID+"/rematch", map[string]any{"contribution": "anew"}).Want(t, http.StatusOK, "")
		again := ada.Post("/matches/"+open.ID+"/rematch", map[string]any{}).Want(t, http.StatusOK, "")
		if again.Match.Started == nil || !bytes.Contains(again.Body, []byte(`"anew"`)) {
			t.Errorf("rematch: %s", again.Body)
		}
	}
	ada.Post("/matches", map[string]any{"game": "wager", "contribution": strings.Repeat("x", 65)}).
		Want(t, http.StatusUnprocessableEntity, "invalid_contribution")
	ada.Post("/matches", map[string]any{"game": "wager", "public": true, "wait": 60}).Want(t, http.StatusUnprocessableEntity, "invalid_wait")
	ada.Post("/matches", map[string]any{"game": "wager", "wait": 1 << 40}).Want(t, http.StatusUnprocessableEntity, "invalid_wait")
	ada.Post("/matches", map[string]any{"game": "camelot", "wait": 60}).Want(t, http.StatusUnprocessableEntity, "invalid_wait")
	if got := ada.Post("/matches", map[string]any{"game": "wager", "wait": 60}).Want(t, http.StatusCreated, ""); !bytes.Contains(got.Body, []byte(`"wait":60`)) {
		t.Errorf("a table that waits: %s", got.Body)
	}
}

func TestAPIImportsNoGamesOfChance(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	for _, rules := range catalog.All() {
		if info := rules.Info(); info.Chance {
			ada := site.Guest("Ada")
			ada.Post("/import", map[string]any{"game": info.ID, "text": "1: resign"}).Want(t, http.StatusUnprocessableEntity, "chance")
			text := fmt.Sprintf("[Game %q]\n[Seats \"3\"]\n[Seed \"%064d\"]\n\n1: resign\n", info.ID, 7)
			ada.Post("/import", map[string]any{"text": text}).Want(t, http.StatusUnprocessableEntity, "chance")
		}
	}
}
