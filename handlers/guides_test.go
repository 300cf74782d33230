package handlers

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tableronde/games/guides"
)

// expectCoach checks the class of the coach's box, and a part of the words in it.
func (r *reader) expectCoach(class, part string) {
	r.t.Helper()
	box := r.page.Find("#status.coach")
	role := map[string]string{"coach": "status", "coach bad": "alert"}[class]
	if got := box.AttrOr("class", ""); got != class || box.AttrOr("role", "") != role || !strings.Contains(textOf(box), part) {
		r.t.Errorf("%s: the coach of class %q says %q, want %s: %q", r.path, got, textOf(box), class, part)
	}
}

// A newcomer finishes every guided round by the button of the coach, and begins a match against the
// computer. Each step points at one thing, and a touch on it is not wrong.
func TestNewcomerFinishesTheGuidedRounds(t *testing.T) {
	t.Parallel()
	s := newBotSite(t)
	for _, g := range guides.All() {
		r := newReader(t, s.URL)
		r.open("/learn")
		r.follow(`.others a[href="/learn/` + g.Game + `/1"]`)
		for i, step := range g.Steps {
			path := "/learn/" + g.Game + "/" + strconv.Itoa(i+1)
			if r.path != path {
				t.Fatalf("the button leads to %s, want %s", r.path, path)
			}
			r.expectCoach("coach", "")
			if meant := r.page.Find(".meant"); (meant.Length() == 1) == (step.Meant == "") {
				t.Errorf("%s points at %d things, want %q", path, meant.Length(), step.Meant)
			}
			if now := r.page.Find(".points .now"); now.Length() != 1 || r.page.Find(".pace .now").Length() != 1 {
				t.Errorf("%s shows %q as its point", path, textOf(now))
			}
			if link := r.page.Find(`[id="` + step.Meant + `"][href]`); link.Length() == 1 && i+1 < len(g.Steps) {
				r.follow(`[id="` + step.Meant + `"]`)
				r.expectCoach("coach", "")
				r.follow("#restart")
				if r.path != path {
					t.Errorf("Back leads to %s, want %s", r.path, path)
				}
			}
			if i+1 < len(g.Steps) {
				r.follow("#on")
			}
		}
		r.submit(".coach form")
		r.expect(http.StatusOK)
		if !strings.HasPrefix(r.path, "/m/") || !strings.Contains(r.mainText(), "Dagonet") {
			t.Errorf("the last button of %s leads to %s", g.Game, r.path)
		}
		r.open("/learn")
		if link := r.page.Find(`.others a[href="/learn/` + g.Game + `/1"]`); !strings.Contains(textOf(link), "done") {
			t.Errorf("the list says %q", textOf(link))
		}
	}
}

// Another try has the sentence of the step or the reason of the rules. Nothing else is lost by it.
func TestCoachAnswersEachTry(t *testing.T) {
	t.Parallel()
	r := newReader(t, newTestSite(t).URL)
	r.open("/learn/knizia/4")
	if got := textOf(r.page.Find("#on")); got != "Play squire 2" {
		t.Errorf("the button says %q", got)
	}
	r.follow("#hand-W2-1")
	r.expectCoach("coach", "A squire fights with any weapon.")
	if r.page.Find(".fan .staged").Length() != 1 {
		t.Error("the touched card is not on the table")
	}
	r.follow("#restart")
	r.follow("#hand-W6-1")
	r.expectCoach("coach bad", "The maiden makes 10")
	r.follow("#restart")
	r.follow("#hand-B4-1")
	r.expectCoach("coach bad", "Not this one.")
	if reading := textOf(r.page.Find("#reading")); !strings.Contains(strings.ToLower(reading), "axe 4") {
		t.Errorf("the touched card reads %q", reading)
	}
	r.follow("#on")
	r.expectCoach("coach", "The maiden counts six.")
	r.open("/learn/knizia/6")
	r.follow("#hand-riposte-1")
	r.expectCoach("coach", "Riposte is an action card.")
	if reading := textOf(r.page.Find("#reading")); !strings.Contains(reading, "Riposte") {
		t.Errorf("the touched card reads %q", reading)
	}
	r.open("/learn/kutschke/6")
	r.follow("#spare-A")
	r.expectCoach("coach", "The Round Table works only there.")
	r.follow("#option-a-wild-boar")
	r.expectCoach("coach bad", "You cannot pay for that one yet.")
	r.open("/learn/shannon/6?m=play+M1%3D3")
	r.expectCoach("coach bad", "This time, choose 15.")
	for _, query := range []string{"?m=x", "?try=x", "?m=;;", "?try=read+x+y", "?sort=value", "?m=play+R4%3Bplay+R4"} {
		r.open("/learn/knizia/4" + query)
		r.expect(http.StatusOK)
	}
	if status := r.statusOf("/learn/knizia/4?m=" + strings.Repeat("x", 1001)); status != http.StatusBadRequest {
		t.Errorf("a long action is answered %d", status)
	}
}

// No page of a guided round shows a card that the pupil may not see.
func TestGuidedRoundsKeepHandsHidden(t *testing.T) {
	t.Parallel()
	r := newReader(t, newTestSite(t).URL)
	r.open("/learn/shannon/1")
	for _, card := range []string{"S5", "A9", "T6", "X3"} {
		if r.page.Find(`[id$="-`+card+`"]`).Length() != 0 || strings.Contains(r.body, "read+"+card) {
			t.Errorf("the page shows %s", card)
		}
	}
}

func TestGuidedRoundInFrench(t *testing.T) {
	t.Parallel()
	r := newReader(t, newTestSite(t).URL)
	r.header.Set("Accept-Language", "fr")
	r.open("/learn/knizia/4")
	r.expectCoach("coach", "L’écuyer 2 fait de votre 4 un 6. Gareth a 5 : cela suffit.")
	if got := textOf(r.page.Find("#on")); got != "Jouer l’écuyer 2" {
		t.Errorf("the button says %q", got)
	}
}

// The last step of a guided round is kept as a lesson, and the steps before it are not.
func TestProgressOfGuidedRounds(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	r := newReader(t, s.URL)
	r.open("/settings")
	r.submit("#naming", "name", "Ada")
	r.open("/learn/shannon/6")
	r.open("/learn/knizia/9")
	if stored, err := s.site.Store.LessonsOf(t.Context(), r.playerID(s)); !slices.Equal(stored, []string{"knizia.1"}) || err != nil {
		t.Errorf("stored are %v, %v", stored, err)
	}
	r.header.Set("HX-Request", "true")
	r.open("/learn/knizia/4?m=play+W2")
	if main := r.page.Find("main#step"); main.Length() != 1 || main.AttrOr("data-url", "") != "/learn/knizia/4?m=play+W2" || r.page.Find("header, link, footer").Length() != 0 {
		t.Errorf("the fragment is %s", r.body)
	}
}
