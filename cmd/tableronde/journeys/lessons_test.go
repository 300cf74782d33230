package journeys

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"tableronde/cmd/tableronde/clitest"
)

// TestNewcomerLearnsCamelot has a newcomer finish the lessons by the words of the pages alone, in
// both languages: on a phone, by keyboard, without scripts.
func TestNewcomerLearnsCamelot(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/lessons.db")
	for name, d := range map[string]device{
		"on a phone":                       phone,
		"on a phone in French":             {width: 360, height: 740, touch: true, language: "fr"},
		"by keyboard":                      desktop,
		"by keyboard in French":            {width: 1440, height: 900, language: "fr"},
		"without scripts":                  {width: 360, height: 740, touch: true, noScripts: true},
		"without scripts, in French, dark": {width: 360, height: 740, touch: true, noScripts: true, dark: true, language: "fr"},
	} {
		t.Run(name, func(t *testing.T) {
			if (d.language == "fr") != d.noScripts {
				clitest.NeedLong(t) // short runs take each way once
			}
			t.Parallel()
			n := newcomer{person: newPerson(t, s.URL, d), tried: map[string]bool{}}
			n.touch = n.tap
			if !d.touch {
				n.touch = n.touchByKeys
			}
			n.open("/")
			n.lead(`.tryrow a[href="/learn"]`)
			n.lead(".road .primary")
			for lesson := 1; lesson <= 6; lesson++ {
				if want := fmt.Sprintf("/learn/camelot/%d", lesson); n.path() != want {
					t.Fatalf("the button leads to %s, want %s", n.path(), want)
				}
				n.solve()
				if lesson < 6 {
					n.lead("#on")
				}
			}
			t.Logf("%d touches were not right", n.mistakes)
			n.open("/learn")
			if done := evaluate[int](n.person, `document.querySelectorAll(".file .done").length`); done != 6 {
				t.Errorf("%d lessons are done, want 6", done)
			}
		})
	}
}

// newcomer follows the words and marks of a lesson.
type newcomer struct {
	*person
	touch    func(selector string)
	tried    map[string]bool // addresses of the page after each touch
	mistakes int
}

// touchByKeys walks to a square by arrow keys, or to a button by Tab, and presses Enter.
func (n *newcomer) touchByKeys(selector string) {
	n.t.Helper()
	square, onBoard := strings.CutPrefix(selector, "#sq-")
	if !onBoard {
		n.tabTo(selector)
		n.press(kb.Enter)
		return
	}
	n.tabTo("#board a")
	for at := n.focused(); at != square; {
		before := at
		for _, key := range keysTowards(at, square) {
			n.press(key)
			if at = n.focused(); at != before {
				break // else the board ends there
			}
		}
		if at == before {
			n.t.Fatalf("no arrow key leads from %s towards %s", at, square)
		}
	}
	n.press(kb.Enter)
}

// focused returns the square that has the focus.
func (n *newcomer) focused() string {
	n.t.Helper()
	return strings.TrimPrefix(evaluate[string](n.person, "document.activeElement.id"), "sq-")
}

// keysTowards returns the arrow keys that lead nearer to a square.
func keysTowards(from, to string) (keys []string) {
	if from[0] < to[0] {
		keys = append(keys, kb.ArrowRight)
	} else if from[0] > to[0] {
		keys = append(keys, kb.ArrowLeft)
	}
	fromRank, _ := strconv.Atoi(from[1:])
	toRank, _ := strconv.Atoi(to[1:])
	if fromRank < toRank {
		keys = append(keys, kb.ArrowUp)
	} else if fromRank > toRank {
		keys = append(keys, kb.ArrowDown)
	}
	return keys
}

// lead touches a link that leads to another page, and waits for that page.
func (n *newcomer) lead(selector string) {
	n.t.Helper()
	path := n.path()
	n.touch(selector)
	n.await(fmt.Sprintf("location.pathname !== %q", path))
}

// solve finishes a lesson. It touches the piece that glows, else one of its army, and then the
// squares that are marked, first those that the task names. After a mistake it goes back.
func (n *newcomer) solve() {
	n.t.Helper()
	for range 60 {
		switch n.reply() {
		case "good":
			return
		case "bad":
			n.mistakes++
			n.answer("#restart")
		default:
			if next := n.next(); next != "" {
				n.answer("#" + next)
			} else {
				n.answer("#restart")
			}
		}
	}
	n.t.Fatalf("the pages do not lead to the answer: %s\n%s", n.text("#step h1"), n.pageState())
}

// reply returns the kind of the page's reply: ask, bad or good.
func (n *newcomer) reply() string {
	n.t.Helper()
	n.await(`document.querySelector(".answer .reply")`)
	return strings.TrimPrefix(evaluate[string](n.person, `document.querySelector(".answer .reply").className`), "reply ")
}

// answer touches a square or a button, and waits for the reply.
func (n *newcomer) answer(selector string) {
	n.t.Helper()
	before := n.here()
	n.touch(selector)
	n.await(fmt.Sprintf(`document.querySelector("#step").dataset.url !== %q`, before))
	n.tried[n.here()] = true
}

// here returns the address of the page after the touches so far.
func (n *newcomer) here() string {
	n.t.Helper()
	return evaluate[string](n.person, `document.querySelector("#step").dataset.url`)
}

// square is a square as the page shows it.
type square struct{ ID, Href, Label, Mark string }

// next returns the id of the square to touch, "" where all have been tried.
func (n *newcomer) next() string {
	n.t.Helper()
	task := strings.ToLower(n.text("#step h1"))
	all := slices.DeleteFunc(evaluate[[]square](n.person, `[...document.querySelectorAll("#board a")].map((a) => ({
		ID: a.id, Href: a.getAttribute("href"), Label: a.getAttribute("aria-label").toLowerCase(),
		Mark: a.querySelector(".glow-a") ? "glows" : /(leads here|y mène)$/i.test(a.getAttribute("aria-label")) ? "leads" :
			/, (white|man|homme blanc|chevalier blanc)/i.test(a.getAttribute("aria-label")) ? "own" : "",
	}))`), func(q square) bool { return n.tried[q.Href] || q.Mark == "" })
	// named counts the words of a square's name that the task uses: its own name, the castle.
	named := func(q square) (count int) {
		for _, word := range strings.FieldsFunc(q.Label, func(r rune) bool { return r == ' ' || r == ',' }) {
			if strings.Contains(task, word) && (len(word) > 4 || "#sq-"+strings.ToUpper(word) == "#"+q.ID) {
				count++
			}
		}
		return count
	}
	order := []string{"leads", "glows", "own"}
	slices.SortStableFunc(all, func(a, b square) int {
		return cmp.Or(slices.Index(order, a.Mark)-slices.Index(order, b.Mark), named(b)-named(a))
	})
	if len(all) == 0 {
		return ""
	}
	return all[0].ID
}
