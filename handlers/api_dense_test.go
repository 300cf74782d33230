package handlers

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tableronde/handlers/api"
)

// densePosition can be played on, with 11,901 legal moves; crowdedPosition has
// more knights than the game, and tooDense more moves than play leads to.
const (
	densePosition = "camelot 1 D5,KI5,B6,D6,F6,H6,KA7,B8,G8,I8,G10,KF12,G12,KE13/" +
		"F7,D8,E8,KF8,H8,KD9,F9,H9,KD10,E10,F10,KH10,D11,F11"
	crowdedPosition = "camelot 1 KD5,KI5,KB6,KD6,KF6/F7,D8"
	tooDense        = "chivalry 1 KF4,G4,I4,K4,I5,L5,E6,KN6,KK7,M7,I8,KF9,G9,K9,N9,G11,KE12,KF12,KI13,KJ14/" +
		"KK5,KK6,J7,KL7,G8,K8,I9,KJ9,KM9,I10,K10,M10,I11,J11,KK11,L11,KM11,KN11,I12,M12"
)

func startFrom(position string, solo bool) map[string]any {
	game, _, _ := strings.Cut(position, " ")
	return map[string]any{"game": game, "solo": solo, "options": map[string]string{"position": position}}
}

// A MATCH with very many legal actions tells how many there are, and they are
// read by square, in pages.
func TestAPIDenseMatch(t *testing.T) {
	t.Parallel()
	ada := newAPISite(t).guest("Ada")
	made := ada.post("/matches", startFrom(densePosition, true)).want(t, http.StatusCreated, "")
	if m := made.match; len(m.Legal) != 0 || m.LegalCount != 11901 || len(made.body) > 10_000 {
		t.Fatalf("%d bytes with %d of %d legal actions, want none of 11901", len(made.body), len(m.Legal), m.LegalCount)
	}
	path := "/matches/" + made.match.ID
	var last string
	all := make(map[string]bool)
	for square := range strings.SplitSeq("D5,I5,B6,D6,F6,H6,A7,B8,G8,I8,G10,F12,G12,E13", ",") {
		for _, action := range ada.pages(path + "/legal?from=" + square) {
			if all[action] || !strings.HasPrefix(action, square+"x") && !strings.HasPrefix(action, square+"-") {
				t.Errorf("%s is listed twice or under %s", action, square)
			}
			all[action], last = true, action
		}
	}
	if len(all) < 11901 {
		t.Errorf("%d actions are listed, want 11901", len(all))
	}
	played := ada.play(made.match.ID, 0, last).want(t, http.StatusOK, "").match
	if played.LegalCount != 0 || len(played.Legal) == 0 {
		t.Errorf("an ordinary position lists %d legal actions and counts %d", len(played.Legal), played.LegalCount)
	}
	var few []string
	for square := range strings.SplitSeq("F7,D8,E8,F8,H8,D9,F9,H9,D10,E10,F10,H10,D11,F11", ",") {
		few = append(few, ada.pages(path+"/legal?from="+strings.ToLower(square))...)
	}
	slices.Sort(few)
	if !slices.Equal(few, played.Legal) {
		t.Errorf("by square %v, at once %v", few, played.Legal)
	}
	ada.get(path+"/legal").want(t, http.StatusBadRequest, "malformed")
	ada.get(path+"/legal?from=A1&after=x").want(t, http.StatusBadRequest, "malformed")
	if got := ada.get(path + "/legal?from=Z9"); string(got.body) != "[]\n" {
		t.Errorf("from a square that is none: %s", got.body)
	}
	ada.guest("Bo").get(path+"/legal?from=D5").want(t, http.StatusNotFound, "not_found")
}

// pages reads all pages of a list of texts.
func (c *apiClient) pages(path string) (all []string) {
	c.t.Helper()
	for path != "" {
		got := c.get(path)
		var page []string
		got.read(c.t, &page)
		if len(page) > 2000 {
			c.t.Errorf("%s: a page of %d", path, len(page))
		}
		all = append(all, page...)
		next := regexp.MustCompile("<" + api.Path + "(.*)>").FindStringSubmatch(got.header.Get("Link"))
		if path = ""; next != nil {
			path = next[1]
		}
	}
	return all
}

// No match begins from a position that play does not lead to, whichever way it is
// given; a study says why.
func TestPositionsForPlayAreBounded(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	ada := site.guest("Ada")
	for _, tt := range []struct{ name, position, en, fr string }{
		{"crowded", crowdedPosition, "Seat 1 has 0 men and 5 knights", "La place 1 a 0 hommes et 5 chevaliers"},
		{"dense", tooDense, "more than 25000 legal moves", "plus de 25000 coups légaux"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := ada.post("/matches", startFrom(tt.position, true)).want(t, http.StatusUnprocessableEntity, "invalid_options")
			if !strings.Contains(got.fault.Message, tt.en) {
				t.Errorf("refused by %q", got.fault.Message)
			}
			game, _, _ := strings.Cut(tt.position, " ")
			record := "[Game \"" + game + "\"]\n[Version \"1\"]\n[Seats \"2\"]\n[Option.position \"" + tt.position + "\"]\n\n1: resign\n"
			ada.post("/import", map[string]any{"text": record}).want(t, http.StatusUnprocessableEntity, "bad_record")
			r := newReader(t, site.url)
			r.open("/setup?position=" + url.QueryEscape(tt.position))
			if !strings.Contains(r.said(), tt.en) || r.page.Find(`#alone:not([aria-disabled])`).Length() > 0 {
				t.Errorf("the study says %s", r.said())
			}
			r.send(http.MethodPost, "/language", url.Values{"language": {"fr"}})
			if r.open("/setup?position=" + url.QueryEscape(tt.position)); !strings.Contains(r.said(), tt.fr) {
				t.Errorf("the study says %s", r.said())
			}
		})
	}
}

// Lists hold nothing that has to be replayed.
func TestAPIListsAreSummaries(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	ada, bo := site.guest("Ada"), site.guest("Bo")
	m := site.start(ada, bo, map[string]any{"game": "camelot", "seat": 1, "public": true})
	ada.play(m.ID, 0, "E6-E8").want(t, http.StatusOK, "")
	ada.post("/matches", map[string]any{"game": "cam", "public": true}).want(t, http.StatusCreated, "")
	for _, path := range []string{"/me/matches", "/me/matches?turn=mine", "/tables", "/watch"} {
		var rows []map[string]any
		bo.get(path).read(t, &rows)
		if path == "/me/matches?turn=mine" && (len(rows) != 1 || rows[0]["id"] != m.ID || rows[0]["ply"] != 1. || rows[0]["you"] != 2.) {
			t.Errorf("%s: %v", path, rows)
		}
		if path != "/me/matches?turn=mine" && len(rows) == 0 {
			t.Errorf("%s is empty", path)
		}
		for _, row := range rows {
			for _, key := range []string{"legal", "legal_count", "state", "log", "orders"} {
				if _, ok := row[key]; ok {
					t.Errorf("%s: a row has %q", path, key)
				}
			}
		}
	}
}

// What a keyed action answers is not stored: it is made again, the same, from the
// match as it was.
func TestAPIDenseAnswersAreNotStored(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	ada := site.guest("Ada")
	made := ada.post("/matches", startFrom(densePosition, true), "Idempotency-Key", "make").want(t, http.StatusCreated, "")
	body := map[string]any{"ply": 0, "action": "offer draw"}
	first := ada.post("/matches/"+made.match.ID+"/actions", body, "Idempotency-Key", "draw").want(t, http.StatusOK, "")
	ada.post("/matches/"+made.match.ID+"/actions?as=2", map[string]any{"ply": 1, "action": "decline draw"}).want(t, http.StatusOK, "")
	again := ada.post("/matches/"+made.match.ID+"/actions", body, "Idempotency-Key", "draw").want(t, http.StatusOK, "")
	if string(again.body) != string(first.body) {
		t.Errorf("first %s\nagain %s", first.body, again.body)
	}
	remade := ada.post("/matches", startFrom(densePosition, true), "Idempotency-Key", "make").want(t, http.StatusCreated, "")
	if string(remade.body) != string(made.body) || remade.header.Get("Location") != made.header.Get("Location") {
		t.Errorf("first %s\nagain %s", made.body, remade.body)
	}
}

// Whoever has no token is not known: a key leads nobody to the guest of another.
func TestAPIKeysOfNobody(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	key := []string{"Idempotency-Key", "1"}
	one := site.nobody().post("/guests", map[string]any{"name": "Ada"}, key...).want(t, http.StatusCreated, "")
	two := site.nobody().post("/guests", map[string]any{"name": "Ada"}, key...).want(t, http.StatusCreated, "")
	var ada, other api.Guest
	one.read(t, &ada)
	two.read(t, &other)
	if ada.Token == other.Token || ada.Player.ID == other.Player.ID {
		t.Errorf("two visitors behind one address are both %+v", ada.Player)
	}
	r, s := newReader(t, site.url), newReader(t, site.url)
	for _, visitor := range []*reader{r, s} {
		visitor.send(http.MethodPost, "/solo", url.Values{"game": {"camelot"}, "key": {"1"}})
		visitor.expect(http.StatusOK)
	}
	if r.path == s.path {
		t.Errorf("two visitors sit at %s", r.path)
	}
}
