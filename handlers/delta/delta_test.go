package delta

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tableronde/games/effort"
	"tableronde/handlers/delta/deltatest"
)

// ada and bo each look at the same thing.
var ada, bo = Scope{Viewer: "ada", Thing: "match"}, Scope{Viewer: "bo", Thing: "match"}

// long is a text that makes an element long enough to be left out.
var long = strings.Repeat("long ", minSplit/5)

func page(main string) []byte {
	return fmt.Appendf(nil, `<title>News</title><main id="m">%s</main><a id="turns"></a>`, main)
}

func TestLeavesOutWhatIsTheSame(t *testing.T) {
	p := func(text string) string { return "<p>" + text + long + "</p>" }
	tests := []struct{ name, had, now, want string }{
		{"nothing has changed", p("a") + p("b"), p("a") + p("b"), `<p data-same="0 2"></p>`},
		{"one of three", p("a") + p("b") + p("c"), p("a") + p("x") + p("c"), `<p data-same="0"></p>` + p("x") + `<p data-same="1"></p>`},
		{"what goes up", p("a") + p("b") + p("c"), p("c") + p("a"), `<p data-same="2"></p><p data-same="-3"></p>`},
		{"within an element", `<div id="1">` + p("a") + "</div>", `<div id="2">` + p("a") + "</div>", `<div id="2"><p data-same="1"></p></div>`},
		{"the text behind", p("a") + "tail" + p("b"), p("a") + "tail" + p("c"), `<p data-same="0"></p>` + p("c")},
		{"another text behind", p("a") + "tail", p("a") + "other", p("a") + "other"},
		{"elements inside count", "<p><b>x</b><br>" + long + "</p>" + p("b"), "<hr>" + p("b"), `<hr><p data-same="3"></p>`},
		{"void elements", `<input value="` + long + `">` + p("a"), `<input value="` + long + `">` + p("b"), `<input data-same="0"/>` + p("b")},
		{"short ones", "<b>a</b>" + p("a"), "<b>a</b>" + p("b"), "<b>a</b>" + p("b")},
		{"not across a border", "<div>" + p("a") + "</div>" + p("b"), "<div>x" + p("a") + "</div>" + p("b"), `<div>x<p data-same="1"></p></div><p data-same="0"></p>`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := NewCache(1 << 20)
			had := c.Append(nil, page(tt.had), ada, "")
			now := c.Append(nil, page(tt.now), ada, deltatest.Tag(had))
			want := string(page(tt.want))
			if got := strings.Replace(string(now), ` data-tag="`+deltatest.Tag(now)+`"`, "", 1); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			checkFilled(t, c, had, now, page(tt.now))
		})
	}
}

// checkFilled fails unless an answer with what the page had makes the whole page.
func checkFilled(t *testing.T, c *Cache, had, answer, whole []byte) {
	t.Helper()
	got, err := deltatest.Fill(had, answer)
	if err != nil {
		t.Fatalf("%v in %s", err, answer)
	}
	want, err := deltatest.Canonical(c.Append(nil, whole, bo, ""))
	if err != nil {
		t.Fatal(err)
	}
	if got != want {
		t.Fatalf("filled %s\nwant   %s\nanswer %s\nhad    %s", got, want, answer, had)
	}
}

// HTML that is not understood is sent as it is.
func TestLeavesStrangeHTMLAlone(t *testing.T) {
	for _, html := range []string{
		"", "text", "<p>no main</p>", "<main ", "<main </main>", `<main id="m"><p></main>`, `<main id="m"></p></main>`,
		`<main id="m"><!-- a comment --></main>`, `<main id="m">a < b</main>`, `<main id="m"><</main>`, `<main id="m"><p</main>`,
	} {
		c := NewCache(1 << 20)
		for range 2 {
			if got := string(c.Append(nil, []byte(html), ada, "x")); got != html {
				t.Errorf("%s became %s", html, got)
			}
		}
	}
}

func TestKnowsOnlyThePageOfTheSameViewer(t *testing.T) {
	html := page("<p>" + long + "</p>")
	other := ada
	other.Thing = "another match"
	c := NewCache(1 << 20)
	tag := deltatest.Tag(c.Append(nil, html, ada, ""))
	for _, tt := range []struct {
		name  string
		cache *Cache
		scope Scope
		have  string
		want  bool
	}{
		{"another viewer", c, bo, tag, false},
		{"nobody", c, Scope{Thing: ada.Thing}, tag, false},
		{"another thing", c, other, tag, false},
		{"another process", NewCache(1 << 20), ada, tag, false},
		{"an unknown tag", c, ada, "x" + tag, false},
		{"no tag", c, ada, "", false},
		{"the viewer", c, ada, tag, true},
	} {
		if got := strings.Contains(string(tt.cache.Append(nil, html, tt.scope, tt.have)), "data-same"); got != tt.want {
			t.Errorf("%s: something is left out: %t, want %t", tt.name, got, tt.want)
		}
	}
}

// The cache forgets what a page was that has moved on, and whatever is too much.
func TestCacheIsBounded(t *testing.T) {
	c := NewCache(100_000)
	tag := ""
	for i := range 1000 {
		scope := Scope{Viewer: fmt.Sprint(i / 2), Thing: "match"}
		got := c.Append(nil, page(strings.Repeat(fmt.Sprint("<p>", i, long, "</p>"), 20)), scope, tag)
		if tag = deltatest.Tag(got); i%2 == 1 {
			tag = ""
		}
		if c.size > c.limit/2+1000 || len(c.now)+len(c.last) > c.limit/300 {
			t.Fatalf("after %d pages %d bytes, %d and %d entries", i, c.size, len(c.now), len(c.last))
		}
	}
	if c.size == 0 || len(c.last) == 0 {
		t.Error("nothing is remembered")
	}
	size := 0
	for k, p := range c.now {
		size += weigh(k, p)
	}
	if size != c.size {
		t.Errorf("%d bytes are counted, want %d", c.size, size)
	}
}

// Random pages that change at random are put together as they are.
func TestFillsRandomPages(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	stubs := 0
	for range effort.N(400) {
		c := NewCache(1 << 20)
		tree := randomNodes(rng, 4)
		had := c.Append(nil, page(tree.html()), ada, "")
		for range 4 {
			tree = tree.changed(rng)
			now := c.Append(nil, page(tree.html()), ada, deltatest.Tag(had))
			checkFilled(t, c, had, now, page(tree.html()))
			stubs += strings.Count(string(now), "data-same")
			had = c.Append(nil, page(tree.html()), ada, "")
		}
	}
	if stubs == 0 {
		t.Error("nothing was left out")
	}
}

// node is an element with what is in it, or a text.
type node struct {
	name, text string
	inside     nodes
}

type nodes []node

func randomNodes(rng *rand.Rand, depth int) (list nodes) {
	for range rng.IntN(6) {
		n := node{name: []string{"", "div", "b", "section", "br"}[rng.IntN(5)], text: fmt.Sprint(rng.IntN(4), strings.Repeat("é", rng.IntN(90)))}
		if n.name != "" && n.name != "br" && depth > 0 {
			n.inside = randomNodes(rng, depth-1)
		}
		list = append(list, n)
	}
	return list
}

func (list nodes) html() string {
	var b strings.Builder
	for _, n := range list {
		switch n.name {
		case "":
			b.WriteString(n.text)
		case "br":
			fmt.Fprintf(&b, `<br title="%s">`, n.text)
		default:
			fmt.Fprintf(&b, `<%s title="%s">%s</%[1]s>`, n.name, n.text, n.inside.html())
		}
	}
	return b.String()
}

// changed returns the nodes with some of them changed, moved, dropped or added.
func (list nodes) changed(rng *rand.Rand) (now nodes) {
	for _, n := range list {
		switch rng.IntN(12) {
		case 0:
			continue
		case 1:
			n.text += "x"
		case 2:
			now = append(now, randomNodes(rng, 1)...)
		case 3:
			n.inside = n.inside.changed(rng)
		}
		now = append(now, n)
	}
	if rng.IntN(4) == 0 {
		rng.Shuffle(len(now), func(i, j int) { now[i], now[j] = now[j], now[i] })
	}
	return now
}
