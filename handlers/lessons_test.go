package handlers

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tableronde/games/guides"
	"tableronde/games/lessons"
)

// touch follows the links of squares, as a touch does without scripts.
func (r *reader) touch(squares ...string) {
	r.t.Helper()
	for _, square := range squares {
		r.follow("#sq-" + square)
	}
}

// reply returns the class and the words of the reply to a touch.
func (r *reader) reply() (class, words string) {
	r.t.Helper()
	box := r.page.Find(".answer .reply")
	class = strings.TrimPrefix(box.AttrOr("class", ""), "reply ")
	if role := map[string]string{"bad": "alert", "good": "status", "ask": "status"}[class]; role == "" || box.AttrOr("role", "") != role {
		r.t.Errorf("the reply of class %q has the role %q", class, box.AttrOr("role", ""))
	}
	return class, textOf(box)
}

// expectReply checks the class of the reply, and a part of its words.
func (r *reader) expectReply(class, part string) {
	r.t.Helper()
	if got, words := r.reply(); got != class || !strings.Contains(words, part) {
		r.t.Errorf("%s replies %s: %q, want %s: %q", r.path, got, words, class, part)
	}
}

// lessonsDone returns how many lessons for beginners the list shows as done, and the title of its
// first button.
func (r *reader) lessonsDone() (done int, button string) {
	r.t.Helper()
	r.open("/learn")
	return r.page.Find(".file .done").Length(), textOf(r.page.Find(".road .primary"))
}

// A newcomer finishes the lessons of every game by links alone, as the pages ask, and begins a match
// against the lowest level.
func TestNewcomerFinishesTheLessons(t *testing.T) {
	t.Parallel()
	s := newBotSite(t)
	r := newReader(t, s.URL)
	r.open("/")
	r.follow(`.tryrow a[href="/learn"]`)
	if r.path != "/learn" || r.page.Find(".file .done").Length() != 0 {
		t.Fatalf("the home page leads to %s", r.path)
	}
	r.follow(".road .primary")
	for _, game := range lessons.Games() {
		for i, l := range lessons.Of(game) {
			path := "/learn/" + game + "/" + strconv.Itoa(i+1)
			if i > 0 && r.path != path {
				t.Fatalf("the button leads to %s, want %s", r.path, path)
			}
			r.open(path)
			r.expectReply("ask", "")
			if glows := r.page.Find(".glow-b").Length(); (glows == 1) == l.Find {
				t.Errorf("%s: %d pieces glow", path, glows)
			}
			r.touch(strings.FieldsFunc(l.Right[0], func(r rune) bool { return r == '-' || r == 'x' })...)
			r.expectReply("good", "")
			if link := r.page.Find(".reply a").AttrOr("href", ""); !strings.HasPrefix(link, "/rules/"+game+"#") {
				t.Errorf("%s leads to the rule %q", path, link)
			}
			if i+1 < len(lessons.Of(game)) {
				r.follow("#on")
			}
		}
		if done, button := r.lessonsDone(); done != 6 || button != "Play a match" {
			t.Errorf("after the lessons of %s, %d are done, and the button is %q", game, done, button)
		}
	}
	r.open("/learn/camelot/6?at=F5&to=F6")
	r.submit(`.answer form`)
	r.expect(http.StatusOK)
	if !strings.HasPrefix(r.path, "/m/") || !strings.Contains(r.mainText(), "Dagonet (computer)") {
		t.Errorf("the last button leads to %s", r.path)
	}
}

// A wrong answer has its sentence, and the board stays as it is. Back undoes a touch, Skip leads on,
// and Show me draws the answer.
func TestLessonAnswersEachTouch(t *testing.T) {
	t.Parallel()
	r := newReader(t, newTestSite(t).URL)
	r.open("/learn/camelot/3")
	if got := r.page.Find(".pace").AttrOr("aria-label", ""); got != "Lesson 3 of 6" || r.page.Find("header nav, footer").Length() != 0 {
		t.Errorf("the bar says %q", got)
	}
	box := r.page.Find("#board").AttrOr("viewbox", r.page.Find("#board").AttrOr("viewBox", ""))
	if label := r.page.Find("#sq-E8").AttrOr("aria-label", ""); label != "E8, white man, touch this" {
		t.Errorf("the square to touch is called %q", label)
	}
	r.touch("E8", "C8")
	r.expectReply("bad", "A canter jumps your own man. It captures nothing. Leap over the black one.")
	if r.page.Find(".lane-l.canter").Length() != 1 || r.page.Find("rect.wrong").Length() != 1 {
		t.Error("the refused canter is not drawn")
	}
	if got := r.page.Find("#board").AttrOr("viewbox", r.page.Find("#board").AttrOr("viewBox", "")); got != box || box == "" {
		t.Errorf("the board moves from %q to %q", box, got)
	}
	r.touch("G10", "G10")
	r.expectReply("bad", "It can jump again from G10, so it must.")
	r.follow("#restart")
	r.expectReply("ask", "Go on from G10.")
	r.follow("#restart")
	r.follow("#restart")
	r.expectReply("ask", "Touch your man on E8.")
	r.follow("#before")
	if r.path != "/learn/camelot/2" {
		t.Errorf("Back leads to %s", r.path)
	}
	r.follow("#skip")
	if done, _ := r.lessonsDone(); done != 0 {
		t.Errorf("%d lessons are done by skipping", done)
	}
	r.open("/learn/camelot/3")
	r.follow("#show")
	r.expectReply("good", "This is the way: E8xG10xG12.")
	if r.page.Find("#board a[href]").Length() != 0 {
		t.Error("the squares of the answer can be touched")
	}
	if done, button := r.lessonsDone(); done != 1 || button != "Go on: Reach the castle" {
		t.Errorf("%d lessons are done, and the button is %q", done, button)
	}
	r.open("/learn/camelot/6?at=F5&to=E6")
	r.expectReply("bad", "Black answers F8xF6xD6.")
	for _, query := range []string{"?at=Z99", "?at=", "?to=E9", "?at=E8&to=Z99&to=G10"} {
		r.open("/learn/camelot/3" + query)
		r.expectReply("ask", "")
	}
	for _, path := range []string{"/learn/none/1", "/learn/knizia/0", "/learn/knizia/10", "/learn/knizia/x", "/learn/camelot/0", "/learn/camelot/7", "/learn/camelot/x", "/learn/camelot"} {
		if status := r.statusOf(path); status != http.StatusNotFound {
			t.Errorf("%s answers %d", path, status)
		}
	}
}

// With scripts, a touch swaps the lesson alone.
func TestLessonIsAFragment(t *testing.T) {
	t.Parallel()
	r := newReader(t, newTestSite(t).URL)
	r.header.Set("HX-Request", "true")
	r.open("/learn/camelot/3?at=E8&to=G10")
	if main := r.page.Find("main#step"); main.Length() != 1 || main.AttrOr("data-url", "") != "/learn/camelot/3?at=E8&to=G10" || r.page.Find("header, link, footer").Length() != 0 {
		t.Errorf("the fragment is %s", r.body)
	}
}

func TestLessonsInFrench(t *testing.T) {
	t.Parallel()
	r := newReader(t, newTestSite(t).URL)
	r.header.Set("Accept-Language", "fr")
	r.open("/learn/camelot/3")
	if got := textOf(r.page.Find("h1")); got != "Prenez les deux hommes noirs." {
		t.Errorf("the task is %q", got)
	}
	r.touch("E8", "C8")
	r.expectReply("bad", "Pas celui-ci. Le galop passe par-dessus un des vôtres. Il ne prend rien.")
	r.touch("G10", "G12")
	r.expectReply("good", "Deux hommes d’un coup.")
	if done, button := r.lessonsDone(); done != 1 || button != "Continuer : Gagner le château" {
		t.Errorf("%d lessons are done, and the button is %q", done, button)
	}
}

// The progress of a browser becomes its guest's, and a player finds it in every browser.
func TestProgressIsKeptWithThePlayer(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	r := newReader(t, s.URL)
	r.open("/learn/camelot/1?show=1")
	if slices.ContainsFunc(r.client.Jar.Cookies(mustURL(t, s.URL)), func(c *http.Cookie) bool { return c.Name == "tableronde" }) {
		t.Error("a lesson makes a session")
	}
	r.open("/settings")
	r.submit("#naming", "name", "Ada")
	r.open("/learn/camelot/2?at=F4&to=F6&to=H8")
	player := r.playerID(s)
	stored, err := s.site.Store.LessonsOf(t.Context(), player)
	if want := []string{"camelot.1", "camelot.2"}; !slices.Equal(stored, want) || err != nil {
		t.Errorf("stored are %v, %v, want %v", stored, err, want)
	}
	other := newReader(t, s.URL)
	other.header.Set("Cookie", cookieOf(t, s, player))
	if done, _ := other.lessonsDone(); done != 2 {
		t.Errorf("in another browser %d lessons are done", done)
	}
	other.open("/learn/cam/1?at=D12&to=D13")
	if done, _ := r.lessonsDone(); done != 2 {
		t.Errorf("%d lessons for beginners are done", done)
	}
	if stored, err := s.site.Store.LessonsOf(t.Context(), player); !slices.Contains(stored, "cam.1") || len(stored) != 3 || err != nil {
		t.Errorf("stored are %v, %v", stored, err)
	}
}

// The rules lead to the lessons of their game, and each lesson to a section that the rules have.
func TestRulesAndLessonsLeadToEachOther(t *testing.T) {
	t.Parallel()
	r := newReader(t, newTestSite(t).URL)
	for _, game := range lessons.Games() {
		r.open("/rules/" + game)
		if link := r.page.Find(`a[href="/learn/` + game + `/1"]`); textOf(link) != "Learn it by doing" {
			t.Errorf("the rules of %s lead to no lesson", game)
		}
		for _, l := range lessons.Of(game) {
			if r.page.Find(`[id="`+l.Rule+`"]`).Length() != 1 {
				t.Errorf("the rules of %s have no section %s", game, l.Rule)
			}
		}
	}
	for _, g := range guides.All() {
		for _, page := range []string{"/rules/" + g.Game, "/rules/" + g.Game + "/digest", "/rules", "/learn"} {
			r.open(page)
			if link := r.page.Find(`main a[href="/learn/` + g.Game + `/1"]`); !strings.Contains(textOf(link), "Guided first round") {
				t.Errorf("%s does not lead to the guided round of %s", page, g.Game)
			}
		}
	}
}
