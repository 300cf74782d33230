package handlers

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// setHabits has a visitor choose some habits in the settings.
func (r *reader) setHabits(names ...string) {
	r.t.Helper()
	r.open("/settings")
	r.send(http.MethodPost, "/habits", url.Values{"habit": names})
	r.expect(http.StatusOK)
	checked := r.page.Find(`input[name=habit][checked]`)
	if checked.Length() != len(names) || !strings.Contains(r.mainText(), "This is how you play") {
		r.t.Errorf("%d habits are kept, want %v", checked.Length(), names)
	}
}

// Who likes White below sees boards so, from one look to the next.
func TestHabitOfTheBoard(t *testing.T) {
	s := newTestSite(t)
	_, bo, match := startCamelot(t, s, true)
	bottom := func() string { return bo.page.Find(".seat-b .strip").AttrOr("id", "") }
	bo.open(match)
	if got := bottom(); got != "seat-2" {
		t.Errorf("at the bottom is %q", got)
	}
	bo.setHabits("first")
	bo.open(match)
	if got := bottom(); got != "seat-1" {
		t.Errorf("with White below, at the bottom is %q", got)
	}
	bo.setHabits()
	bo.open(match)
	if got := bottom(); got != "seat-2" {
		t.Errorf("after all, at the bottom is %q", got)
	}
}

// Who likes to go on is shown the next match after a move, and stays while there is
// something to do or nowhere to go.
func TestHabitOfGoingOn(t *testing.T) {
	for _, htmx := range []bool{false, true} {
		s := newTestSite(t)
		ada, bo, first := startCamelot(t, s, true)
		ada.setHabits("next", "keys")
		second := startAgain(t, ada, bo)
		post := func(match, ply, action string) (to string) {
			t.Helper()
			if htmx {
				ada.header.Set("HX-Request", "true")
				defer ada.header.Del("HX-Request")
			}
			ada.send(http.MethodPost, match, url.Values{"ply": {ply}, "action": {action}})
			if htmx {
				return ada.answer.Get("HX-Redirect")
			}
			return ada.path
		}
		if to := post(first, "0", "offer draw"); strings.HasPrefix(to, second) {
			t.Errorf("htmx %v: an offer leads to %q", htmx, to)
		}
		if to := post(first, "1", "E6-E8"); to != second {
			t.Errorf("htmx %v: the move leads to %q, want %q", htmx, to, second)
		}
		if to := post(second, "0", "E6-E8"); to != "" && !strings.HasPrefix(to, second) {
			t.Errorf("htmx %v: with no other match, the move leads to %q", htmx, to)
		}
		ada.open(second)
		if _, ok := ada.page.Find("body").Attr("data-keys"); !ok {
			t.Error("the page does not know the habit of keys")
		}
	}
}

// startAgain has two visitors begin one more match of Camelot, and returns its path.
func startAgain(t *testing.T, ada, bo *reader) string {
	t.Helper()
	ada.open("/new?game=camelot")
	ada.submit(`form[action="/matches"]`, "seat", "1", "pace", "none")
	match := strings.SplitN(ada.path, "?", 2)[0]
	invite := ada.page.Find("#invite").AttrOr("value", "")
	at := strings.Index(invite, "/i/")
	if at < 0 {
		t.Fatalf("no invitation on %s", ada.path)
	}
	bo.open(invite[at:])
	bo.submit(`form[action^="/i/"]`)
	if !slices.Contains([]string{match}, strings.SplitN(bo.path, "?", 2)[0]) {
		t.Fatalf("the invitation leads to %s", bo.path)
	}
	return match
}

// Habits are those of the player: they are kept by a stranger who becomes a guest, and
// found on another device and by programs.
func TestHabitsGoWithThePlayer(t *testing.T) {
	s := newTestSite(t)
	ada := newReader(t, s.URL)
	ada.setHabits("first", "auto")
	ada.open("/sign-in")
	ada.submit("#join-form", "name", "Ada", "password", goodPassword)
	phone := newReader(t, s.URL)
	phone.setHabits("keys") // of a stranger there
	phone.open("/sign-in")
	phone.submit("#enter-form", "name", "Ada", "password", goodPassword)
	checked := func(r *reader) string {
		r.open("/settings")
		return strings.Join(r.page.Find(`input[name=habit][checked]`).Map(func(_ int, box *goquery.Selection) string { return box.AttrOr("value", "") }), " ")
	}
	if got := checked(phone); got != "first auto" {
		t.Errorf("on another device the habits are %q", got)
	}
	phone.setHabits()
	if got := checked(ada); got != "" {
		t.Errorf("after they were given up, the habits are %q", got)
	}
}
