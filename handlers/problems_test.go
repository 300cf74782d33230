package handlers

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tableronde/games/effort"
	"tableronde/games/problems"
	lessonpages "tableronde/views/learn"
)

// lastAnswer returns the last answer in an address of a problem.
func lastAnswer(href string) string {
	u, err := url.Parse(href)
	if err != nil {
		return ""
	}
	list := strings.Split(u.Query().Get("tried"), "|")
	return list[len(list)-1]
}

// touchesOf lists the links of the shown problem that choose something on its table, or answer.
func (r *reader) touchesOf(p problems.Problem) (list []string) {
	r.page.Find("#bar a[href], .field a[href]").Each(func(_ int, link *goquery.Selection) {
		href := link.AttrOr("href", "")
		if strings.HasPrefix(href, lessonpages.ProblemPath(p)+"?") && !strings.Contains(href, "read+") && !strings.Contains(href, "sort=") && !strings.Contains(href, "why=") {
			list = append(list, href)
		}
	})
	return list
}

// answerBy touches the table of the shown problem until a button gives an answer, and follows it.
func (r *reader) answerBy(p problems.Problem, action string) {
	r.t.Helper()
	start := r.path
	ahead, known := r.touchesOf(p), make(map[string]bool)
	for len(ahead) > 0 && len(known) < 300 {
		href := ahead[0]
		ahead = ahead[1:]
		if lastAnswer(href) == action && !strings.Contains(href, "m=") {
			r.open(href)
			return
		}
		if u, err := url.Parse(href); known[href] || err != nil || u.Query().Get("m")+u.Query().Get("try") == "" {
			continue
		}
		known[href] = true
		r.open(href)
		ahead = append(ahead, r.touchesOf(p)...)
	}
	r.t.Errorf("no touch on %s leads to %q, after %d pages", start, action, len(known))
}

// Every problem can be solved by touches on its table, each of which is a link.
func TestProblemsAreSolvedByTouch(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	for _, game := range problems.Games() {
		all := problems.Of(game)
		for i := 0; i < len(all); i += max(1, len(all)/max(2, effort.N(len(all)))) {
			r := newReader(t, s.URL)
			r.open(lessonpages.ProblemPath(all[i]))
			r.expectCoach("coach", "Which play wins most often?")
			r.answerBy(all[i], all[i].Best().Action)
			r.expectCoach("coach", "Solved.")
			if first := textOf(r.page.Find(".shares li:first-child b")); r.page.Find(".shares li").Length() != min(6, len(all[i].Plays)) || !strings.HasSuffix(first, "%") {
				t.Errorf("%s lists %q", r.path, textOf(r.page.Find(".shares")))
			}
		}
	}
}

// A visitor who is no player has three tries, too. They stand in the address.
func TestThreeTriesAtAProblem(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	for _, game := range problems.Games() {
		i := slices.IndexFunc(problems.Of(game), func(p problems.Problem) bool { return len(p.Plays) > 2 })
		p := problems.Of(game)[max(i, 0)]
		r := newReader(t, s.URL)
		r.open(lessonpages.ProblemPath(p))
		r.answerBy(p, p.Plays[1].Action)
		r.expectCoach("coach bad", "You have 2 tries left.")
		if got := textOf(r.page.Find("#status")); !strings.Contains(got, " % of the games") {
			t.Errorf("%s: %q names no share", r.path, got)
		}
		r.follow("#show")
		r.expectCoach("coach", "This is the solution.")
		r.follow("#again")
		r.expectCoach("coach", "Which play wins most often?")
		if i < 0 {
			continue
		}
		legal := p.Plays[1:3]
		r.open(lessonpages.ProblemPath(p) + "?tried=" + url.QueryEscape(legal[0].Action+"|"+legal[1].Action+"|"+legal[0].Action))
		r.expectCoach("coach bad", "You have one try left.")
	}
}

// A player's answers are kept and rated as those to puzzles are. The list leads to the first problem
// that is not done.
func TestProblemsOfAPlayer(t *testing.T) {
	t.Parallel()
	s := newBotSite(t)
	r := newReader(t, s.URL)
	r.join("Ada", "")
	r.open("/puzzles")
	row := r.page.Find(`.others a[href="/puzzles/knizia/next"]`)
	if got := textOf(row); !strings.Contains(got, "Best play at cards") || !strings.Contains(got, "0 of ") {
		t.Errorf("the list says %q", got)
	}
	r.follow(`.others a[href="/puzzles/knizia/next"]`)
	p, _ := problems.Find("knizia", 1)
	if r.path != lessonpages.ProblemPath(p) {
		t.Fatalf("the first problem is at %s", r.path)
	}
	wrong := p.Plays[1].Action
	for range 2 { // the same answer again is one try
		r.open(lessonpages.ProblemPath(p) + "?tried=" + url.QueryEscape(wrong))
		r.expectCoach("coach bad", "You have 2 tries left.")
	}
	r.open(lessonpages.ProblemPath(p) + "?tried=" + url.QueryEscape(wrong+"|"+p.Best().Action))
	r.expectCoach("coach", "Solved, on the second try.")
	if got := textOf(r.page.Find(".side .num")); !strings.Contains(got, "(−") {
		t.Errorf("the rating reads %q", got)
	}
	tried, err := s.Store.PuzzlesTried(t.Context(), r.playerID(s))
	if err != nil || len(tried) != 1 || tried[0].Game != "knizia" || !tried[0].Solved || !slices.Equal(tried[0].Wrong, []string{strings.ReplaceAll(wrong, " ", "_")}) {
		t.Errorf("kept are %+v, %v", tried, err)
	}
	r.open("/puzzles/knizia/next")
	if len(problems.Of("knizia")) > 1 && r.path != "/puzzles/knizia/2" {
		t.Errorf("the next problem is at %s", r.path)
	}
	r.open("/puzzles")
	if got := textOf(r.page.Find(`.others a[href="/puzzles/knizia/next"]`)); !strings.Contains(got, "1 of ") {
		t.Errorf("the list says %q", got)
	}
}

// The button leads from problem to problem, and from the last one back to the list. No page shows a
// card that the seat may not see, and any address is answered.
func TestPagesOfProblems(t *testing.T) {
	t.Parallel()
	r := newReader(t, newTestSite(t).URL)
	for _, game := range problems.Games() {
		all := problems.Of(game)
		for _, p := range []problems.Problem{all[0], all[len(all)-1]} {
			r.open(lessonpages.ProblemPath(p) + "?tried=show")
			want := "/puzzles"
			if p.Number < len(all) {
				want = lessonpages.ProblemPath(all[p.Number])
			} else if got := textOf(r.page.Find("#status")); !strings.Contains(got, "That was the last problem of this game.") {
				t.Errorf("the last problem of %s ends with %q", game, got)
			}
			if r.follow("#on"); r.path != want {
				t.Errorf("after problem %d of %s comes %s, want %s", p.Number, game, r.path, want)
			}
			if strings.Contains(r.body, p.Setup.Seed.Hex()) {
				t.Errorf("%s shows the seed", r.path)
			}
		}
		for _, query := range []string{"?m=x", "?try=x", "?m=;;", "?try=read+x+y", "?sort=value", "?tried=||x", "?tried=show&try=x", "?why=confirm"} {
			r.open(lessonpages.ProblemPath(all[0]) + query)
			r.expect(http.StatusOK)
		}
		if status := r.statusOf(lessonpages.ProblemPath(all[0]) + "?m=" + strings.Repeat("x", 1001)); status != http.StatusBadRequest {
			t.Errorf("a long action is answered %d", status)
		}
	}
	r.header.Set("Accept-Language", "fr")
	r.open("/puzzles/kutschke/1")
	r.expectCoach("coach", "Quel coup gagne le plus souvent")
	r.header.Set("HX-Request", "true")
	r.open("/puzzles/kutschke/1?tried=show")
	if main := r.page.Find("main#step"); main.Length() != 1 || r.page.Find("header, link, footer").Length() != 0 {
		t.Errorf("the fragment is %s", r.body)
	}
}
