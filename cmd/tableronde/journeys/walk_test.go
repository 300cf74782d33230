package journeys

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"

	"tableronde/cmd/tableronde/clitest"
	"tableronde/views/browser"
)

// tab is a page of a browser, with the operations that all browsers share.
type tab interface {
	// visit opens an address with the given cookies and no others.
	visit(url string, cookies []*http.Cookie) error
	// resize gives the page the size, without the frame around it.
	resize(size) error
	// click presses the mouse on the middle of the first element that a CSS
	// selector finds.
	click(selector string) error
	// mouse sends an event of a mouse at a point of the window.
	mouse(what input.DispatchMouseEventType, x, y float64) error
	// finger sends the same event of a finger.
	finger(what input.DispatchMouseEventType, x, y float64) error
	// evaluate stores the value of a JavaScript expression.
	evaluate(expression string, value any) error
	screenshot() ([]byte, error)
	// complaints returns the errors that the console has reported since the last call.
	complaints() ([]string, error)
}

// tool is a browser to walk in.
type tool struct {
	name      string
	narrowest int  // width of a page, in px
	fingers   bool // its driver can touch
	open      func(t *testing.T, dark bool) tab
}

var tools = []tool{
	{"chromium", 0, true, openChromium},
	{"firefox", 0, true, openFirefox},
	{"webkit", webkitNarrowest, true, openWebKit},
}

type size struct{ width, height int }

func (s size) String() string { return fmt.Sprintf("%dx%d", s.width, s.height) }

// sizes are a phone upright and lying down, a tablet, a desktop, and the same
// zoomed to 200 %.
var sizes = []size{{360, 740}, {740, 360}, {768, 1024}, {1440, 900}, {720, 450}}

// TestWalk visits every page of the site. It checks that no page is wider than the window, no word
// is cut, and the console reports nothing. Where TABLERONDE_WALK names a folder, the test uses
// every browser, size, theme and language, and leaves a picture of each page there. Otherwise it
// uses Chromium alone, in a low window, with some boards for all. TABLERONDE_WALK_ONLY selects the
// stops to make, by a part of their names.
func TestWalk(t *testing.T) {
	clitest.NeedLong(t)
	t.Parallel()
	s := clitest.StartServer(t, t.TempDir()+"/walk.db")
	dir := os.Getenv("TABLERONDE_WALK")
	tour := newTour(t, s.URL, dir != "")
	only := os.Getenv("TABLERONDE_WALK_ONLY")
	tour.stops = slices.DeleteFunc(tour.stops, func(s stop) bool { return !strings.Contains(s.name, only) })
	if dir == "" {
		w := walk{t: t, tour: tour, tab: openChromium(t, true), dark: true, language: "fr"}
		w.all([]size{{720, 360}}, size{360, 740})
		return
	}
	for _, tool := range tools {
		for _, dark := range []bool{false, true} {
			w := walk{tour: tour, dark: dark, language: "en"}
			if dark {
				w.language = "fr"
			}
			name := fmt.Sprintf("%s-%s", tool.name, w.language)
			t.Run(name, func(t *testing.T) {
				w.t, w.tab, w.dir = t, tool.open(t, dark), filepath.Join(dir, name)
				if err := os.MkdirAll(w.dir, 0o755); err != nil {
					t.Fatal(err)
				}
				fit := make([]size, len(sizes))
				for i, s := range sizes {
					fit[i] = size{max(s.width, tool.narrowest), s.height}
				}
				w.all(fit, fit[0])
			})
		}
	}
}

// walk is one walk through the site.
type walk struct {
	t        *testing.T
	tour     *tour
	tab      tab
	dark     bool
	language string
	dir      string // where pictures go; empty for none
}

// all checks every page in some sizes, then makes a move and uses the menu in pages of size phone.
func (w *walk) all(sizes []size, phone size) {
	w.t.Helper()
	w.resize(sizes[0])
	for _, s := range w.tour.stops {
		w.visit(s.path, s.by)
		for _, size := range sizes {
			w.resize(size)
			w.checkPage(s.name, size)
		}
	}
	w.resize(phone)
	w.move(phone)
	w.menu(phone)
}

func (w *walk) fatalIf(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *walk) resize(s size) {
	w.t.Helper()
	w.fatalIf(w.tab.resize(s))
	w.await(fmt.Sprintf("innerWidth === %d && innerHeight === %d", s.width, s.height))
}

// visit opens a path of the site as a visitor, in the language of the walk.
func (w *walk) visit(path string, by *clitest.Visitor) {
	w.t.Helper()
	cookies := []*http.Cookie{{Name: "language", Value: w.language}}
	if by != nil {
		cookies = append(cookies, by.Cookies()...)
	}
	w.fatalIf(w.tab.visit(w.tour.site+path, cookies))
	w.await(`document.querySelector("main")`)
	w.await(`document.getAnimations().every(a => (a.finish(), true))`) // some buttons come after a second
}

// layoutFaultsScript returns the faults of a page. The page is wider than its window or has no
// headline, or the border of an element that does not scroll cuts off a word.
const layoutFaultsScript = `(() => {
	const found = [], root = document.documentElement;
	if (root.scrollWidth > root.clientWidth) found.push("the page is " + (root.scrollWidth - root.clientWidth) + " px wider than the window");
	if (!document.querySelector("h1")?.textContent.trim()) found.push("there is no headline");
	const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange(), cut = new Set();
	for (let node; (node = words.nextNode());) {
		if (!node.data.trim() || node.parentElement.closest(".vh, svg, [hidden], script") || !node.parentElement.checkVisibility({ visibilityProperty: true })) continue;
		range.selectNodeContents(node);
		const rects = [...range.getClientRects()].filter(r => r.width > 0);
		for (let e = node.parentElement; e && e !== document.body; e = e.parentElement) {
			const style = getComputedStyle(e), box = e.getBoundingClientRect();
			if (style.clipPath !== "none") break;
			if (style.display === "contents") continue;
			const x = ["hidden", "clip"].includes(style.overflowX) && rects.some(r => r.left < box.left - 1 || r.right > box.right + 1);
			const y = ["hidden", "clip"].includes(style.overflowY) && rects.some(r => r.top < box.top - 3 || r.bottom > box.bottom + 3);
			if (x || y) { cut.add(e.className + ": “" + node.data.trim().slice(0, 60) + "” is cut"); break; }
		}
	}
	return [...found, ...cut];
})()`

// checkPage checks a page as it stands in a size, and takes its picture.
func (w *walk) checkPage(name string, size size) {
	w.t.Helper()
	var found []string
	w.fatalIf(w.tab.evaluate(layoutFaultsScript, &found))
	var broken []string
	w.fatalIf(w.tab.evaluate(browser.BrokenWords, &broken))
	broken = slices.DeleteFunc(broken, func(word string) bool { return strings.Contains(word, "/") }) // a position, which is no word
	var paper string
	w.fatalIf(w.tab.evaluate("getComputedStyle(document.body).backgroundColor", &paper))
	want := "rgb(247, 243, 234)"
	if w.dark {
		want = "rgb(15, 21, 33)"
	}
	if paper != want {
		found = append(found, fmt.Sprintf("the paper is %s, want %s", paper, want))
	}
	said, err := w.tab.complaints()
	w.fatalIf(err)
	for _, c := range said {
		if !strings.Contains(c, "/nowhere") { // the page that is not there
			found = append(found, "the console says "+c)
		}
	}
	for _, fault := range append(found, broken...) {
		w.t.Errorf("%s, %s %s: %s", name, size, w.language, fault)
	}
	w.picture(fmt.Sprint(name, " ", size))
}

func (w *walk) picture(name string) {
	w.t.Helper()
	if w.dir == "" {
		return
	}
	png, err := w.tab.screenshot()
	w.fatalIf(err)
	w.fatalIf(os.WriteFile(filepath.Join(w.dir, strings.ReplaceAll(name, " ", "-")+".png"), png, 0o644))
}

func (w *walk) await(expression string) {
	w.t.Helper()
	awaitOn(w.t, w.tab, expression)
}

// awaitOn waits until a tab shows a complete page of which an expression is true.
func awaitOn(t *testing.T, on tab, expression string) {
	t.Helper()
	for deadline := time.Now().Add(browserTimeout); ; time.Sleep(20 * time.Millisecond) {
		var ok bool
		err := on.evaluate(`document.readyState === "complete" && !!(`+expression+")", &ok)
		if err == nil && ok {
			return
		}
		if time.Now().After(deadline) {
			var text string
			_ = on.evaluate(`location.href + "\n" + document.body.innerText.slice(0, 1500)`, &text)
			t.Fatalf("waited in vain for %s (%v)\n%s", expression, err, text)
		}
	}
}

// move makes a move of Camelot by clicks, and goes back to the position before.
func (w *walk) move(phone size) {
	w.t.Helper()
	host := w.tour.host
	host.Open("/rules/camelot")
	host.Submit(`form[action="/solo"]`)
	w.visit(host.Path, host)
	w.fatalIf(w.tab.click("#sq-E6"))
	w.await(`location.search === "?m=E6"`)
	w.checkPage("move begun", phone)
	w.fatalIf(w.tab.click("#sq-E8"))
	w.await(`document.querySelector("#move input[name=action]")?.value === "E6-E8"`)
	w.checkPage("move staged", phone)
	w.fatalIf(w.tab.click("#confirm"))
	w.await(`document.querySelector("#match").dataset.ply === "1"`)
	w.checkPage("move sent", phone)
	w.await(`getComputedStyle(document.querySelector("#bar")).pointerEvents !== "none" && !document.documentElement.classList.contains("resting")`)
	w.fatalIf(w.tab.click("#step-prev"))
	w.await(`location.search.includes("ply=0")`)
	w.checkPage("move taken back", phone)
}

// menu opens the menu of the header, and changes the language at the foot of the page.
func (w *walk) menu(phone size) {
	w.t.Helper()
	w.visit("/rules/camelot", nil)
	for _, language := range []string{"en", "fr", "en"} {
		if language == w.language {
			continue
		}
		w.fatalIf(w.tab.click(".top .more"))
		w.await(menuOpen)
		w.checkPage("menu", phone)
		w.fatalIf(w.tab.click(".foot .lang button[value=" + language + "]"))
		w.await(`document.documentElement.lang === "` + language + `"`)
		break
	}
}
