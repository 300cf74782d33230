package parker

import (
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/views"
	"tableronde/views/viewtest"
)

func squareOf(doc *goquery.Document, name string) *goquery.Selection { return doc.Find("#sq-" + name) }

func squareLabel(doc *goquery.Document, name string) string {
	return squareOf(doc, name).AttrOr("aria-label", "")
}

func TestBoardNamesEverySquare(t *testing.T) {
	must := viewtest.Played(t, views.English, "camelot", "1: E7-E8", "2: E10-E9")
	in := map[views.Lang]*goquery.Document{views.English: viewtest.Document(t, matchPage(must))}
	must.Lang = views.French
	in[views.French] = viewtest.Document(t, matchPage(must))
	staged := map[views.Lang]*goquery.Document{views.English: viewtest.Document(t, matchPage(viewtest.MidMove(t, views.English))), views.French: viewtest.Document(t, matchPage(viewtest.MidMove(t, views.French)))}
	for _, tt := range []struct {
		doc          *goquery.Document
		square, want string
	}{
		{in[views.English], "E8", "E8, your man, can capture"},
		{in[views.French], "E8", "E8, votre homme, peut prendre"},
		{in[views.English], "C6", "C6, your knight"},
		{in[views.French], "J11", "J11, chevalier noir"},
		{in[views.English], "A5", "A5, empty"},
		{in[views.French], "F16", "F16, château noir, vide"},
		{in[views.English], "G1", "G1, white castle, empty"},
		{in[views.English], "E10", "E10, empty, the last move began here"},
		{staged[views.English], "G12", "G12, your knight, chosen"},
		{staged[views.French], "F11", "F11, homme noir, sera pris"},
		{staged[views.English], "E8", "E8, empty, on the way of the move"},
		{staged[views.English], "C6", "C6, your knight, leaves this square"},
	} {
		if got := squareLabel(tt.doc, tt.square); got != tt.want {
			t.Errorf("label = %q, want %q", got, tt.want)
		}
	}
	for lang, doc := range in {
		if n := doc.Find("svg#board[role=grid] > g[role=row] > g[role=gridcell] > a[aria-label]").Length(); n != 160 {
			t.Errorf("%d squares in %s, want 160", n, lang)
		}
	}
}

func TestSquaresLeadOn(t *testing.T) {
	picked := viewtest.Played(t, views.English, "camelot", "1: I7-I8", "2: E10-E9")
	picked.Staged = "C6"
	onWay := picked
	onWay.Staged = "C6-E8"
	turned := picked
	turned.Bottom = 2
	first := viewtest.Played(t, views.English, "camelot")
	for _, tt := range []struct {
		name   string
		m      views.Match
		square string
		want   string
	}{
		{"a piece of one's own is chosen", first, "C6", "?m=C6"},
		{"an enemy is asked about", first, "C11", "?try=C11"},
		{"an empty square is asked about", first, "A5", "?try=A5"},
		{"a step", picked, "B6", "?m=C6-B6"},
		{"a canter", picked, "E8", "?m=C6-E8"},
		{"a charge in one tap", picked, "C12", "?m=C6-E8xE10xE12xC10xC12"},
		{"another piece", picked, "D6", "?m=D6"},
		{"the chosen piece is put back", picked, "C6", ""},
		{"no way to go on", picked, "A4", "?m=C6&try=A4"},
		{"a jump on the way", onWay, "E10", "?m=C6-E8xE10"},
		{"back to the start", onWay, "C6", "?m=C6"},
		{"where the piece stands", onWay, "E8", "?m=C6-E8"},
		{"a marked square of the path", viewtest.MidMove(t, views.English), "E10", "?m=C6-E8xE10"},
		{"the board stays turned", turned, "E8", "?turn=2&m=C6-E8"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			doc := viewtest.Document(t, matchPage(tt.m))
			if got := viewtest.Href(squareOf(doc, tt.square)); got != "/m/k3zq5dbv7n2a"+tt.want {
				t.Errorf("%s leads to %q, want %q", tt.square, got, tt.want)
			}
		})
	}
}

func TestBoardLiesAsOneSits(t *testing.T) {
	for _, tt := range []struct {
		game        string
		bottom      games.Seat
		first, last string
	}{
		{"camelot", 1, "sq-F16", "sq-G1"},
		{"camelot", 2, "sq-G1", "sq-F16"},
		{"grand-camelot", 1, "sq-H16", "sq-I1"},
		{"grand-camelot", 2, "sq-I1", "sq-H16"},
		{"grand-camelot", 3, "sq-P9", "sq-A8"},
		{"grand-camelot", 4, "sq-A8", "sq-P9"},
		{"chivalry-4-teams", 1, "sq-G16", "sq-H1"},
		{"chivalry-4-teams", 3, "sq-H1", "sq-G16"},
		{"camette", 2, "sq-C1", "sq-C7"},
	} {
		m := viewtest.Played(t, views.English, tt.game)
		m.Bottom = tt.bottom
		squares := viewtest.Document(t, matchPage(m)).Find("#board a")
		first, last := squares.First().AttrOr("id", ""), squares.Last().AttrOr("id", "")
		if first != tt.first && first != sibling(tt.first) || last != tt.last && last != sibling(tt.last) {
			t.Errorf("%s with seat %d at the bottom runs from %s to %s, want %s to %s", tt.game, tt.bottom, first, last, tt.first, tt.last)
		}
	}
}

// sibling returns the other square of a castle of two.
func sibling(id string) string {
	return map[string]string{"sq-P9": "sq-P8", "sq-A8": "sq-A9", "sq-H16": "sq-I16", "sq-I1": "sq-H1"}[id]
}

func TestConfirm(t *testing.T) {
	canter := viewtest.Played(t, views.English, "camelot", "1: E6-E8", "2: J11-J10")
	canter.Staged = "D6-F8"
	must := viewtest.Played(t, views.English, "camelot", "1: I7-I8", "2: E10-E9")
	must.Staged = "C6-E8"
	for _, tt := range []struct {
		name            string
		m               views.Match
		action, button  string
		undo, startOver string
	}{
		{"nothing staged", viewtest.Played(t, views.English, "camelot"), "", "Confirm", "", ""},
		{"a piece alone", withStaged(must, "C6"), "", "Confirm", "/m/k3zq5dbv7n2a", "/m/k3zq5dbv7n2a"},
		{"it has to go on", must, "", "Confirm", "/m/k3zq5dbv7n2a?m=C6", "/m/k3zq5dbv7n2a"},
		{"it may end or go on", canter, "D6-F8", "Confirm finish here", "/m/k3zq5dbv7n2a?m=D6", "/m/k3zq5dbv7n2a"},
		{"it is complete", viewtest.MidMove(t, views.English), "C6-E8xE10xG12", "Confirm", "/m/k3zq5dbv7n2a?m=C6-E8xE10", "/m/k3zq5dbv7n2a"},
		{"an enemy's piece", withStaged(must, "C11"), "", "Confirm", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			doc := viewtest.Document(t, matchPage(tt.m))
			confirm := doc.Find("#move #confirm")
			if got := strings.Join(strings.Fields(confirm.Text()), " "); got != tt.button {
				t.Errorf("button says %q, want %q", got, tt.button)
			}
			ready := confirm.AttrOr("type", "") == "submit" && confirm.AttrOr("aria-disabled", "") == ""
			if ready != (tt.action != "") {
				t.Errorf("button ready: %v", ready)
			}
			if got := doc.Find("#move [name=action]").AttrOr("value", ""); got != tt.action {
				t.Errorf("action = %q, want %q", got, tt.action)
			}
			if got := viewtest.Href(doc.Find("#undo:not([aria-disabled])")); got != tt.undo {
				t.Errorf("undo leads to %q, want %q", got, tt.undo)
			}
			if got := viewtest.Href(doc.Find("#restart:not([aria-disabled])")); got != tt.startOver {
				t.Errorf("start over leads to %q, want %q", got, tt.startOver)
			}
			if got := doc.Find("#move [name=ply]").AttrOr("value", ""); ready && got == "" {
				t.Error("the form lacks the ply: open the page and send it again")
			}
		})
	}
}

func withStaged(m views.Match, staged string) views.Match {
	m.Staged = staged
	return m
}

func TestStatusSaysWhereTheMoveStands(t *testing.T) {
	first := viewtest.Played(t, views.French, "camelot")
	opening := viewtest.Played(t, views.French, "camelot", "1: I7-I8", "2: E10-E9")
	must := viewtest.Played(t, views.French, "camelot", "1: E7-E8", "2: E10-E9")
	canter := viewtest.Played(t, views.French, "camelot", "1: E6-E8", "2: J11-J10")
	waiting := viewtest.Played(t, views.French, "camelot", "1: I7-I8")
	sent := waiting
	sent.Notice = &views.Notice{Key: "sent", Good: true}
	solo := waiting
	solo.Solo, solo.You = true, 2
	over := viewtest.Played(t, views.French, "camelot", "1: I7-I8", "1: resign")
	asked := first
	asked.Probe = "E10"
	wrong := withStaged(opening, "C6")
	wrong.Probe = "A4"
	for _, tt := range []struct {
		name string
		m    views.Match
		want []string
	}{
		{"to choose", opening, []string{"À vous : choisissez une pièce.", "Gauvain a joué E10-E9.", "Quelles pièces peuvent bouger ?"}},
		{"compulsory", must, []string{"À vous : un saut est possible, il faut prendre.", "Les pièces soulignées peuvent prendre."}},
		{"chosen", withStaged(opening, "C6"), []string{"Chevalier C6 : choisissez une case.", "Point : un pas. Anneau : un galop.", "Anneau et croix : une charge."}},
		{"charge goes on", withStaged(opening, "C6-E8xE10"), []string{"La charge continue : C10, C12, E12 ou G12."}},
		{"canter must capture", withStaged(opening, "C6-E8"), []string{"Le galop doit finir par une prise :"}},
		{"charge complete", viewtest.MidMove(t, views.French), []string{"Charge de C6 à G12, deux hommes pris.", "C6-E8xE10xG12 · le coup est complet"}},
		{"may go on", withStaged(canter, "D6-F8"), []string{"Galop de D6 à F8.", "finissez ici, ou continuez : D8"}},
		{"step", withStaged(first, "D6-C5"), []string{"Pas de D6 à C5."}},
		{"not one's own", asked, []string{"La pièce E10 n’est pas à vous.", "Voir la règle"}},
		{"no way", wrong, []string{"Chevalier C6 : choisissez une case."}},
		{"waiting", waiting, []string{"À Gauvain de jouer.", "Le coup apparaîtra ici."}},
		{"sent", sent, []string{"Coup envoyé. À Gauvain de jouer."}},
		{"alone", solo, []string{"Noirs : choisissez une pièce.", "Blancs : I7-I8."}},
		{"over", over, []string{"Gauvain gagne.", "Par abandon."}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := strings.Map(func(r rune) rune {
				if r == '\u00a0' || r == '\u202f' {
					return ' '
				}
				return r
			}, strings.Join(strings.Fields(viewtest.Document(t, matchPage(tt.m)).Find("#bar").Text()), " "))
			for _, want := range tt.want {
				if !strings.Contains(text, want) {
					t.Errorf("bar says %q, want %q in it", text, want)
				}
			}
		})
	}
	doc := viewtest.Document(t, matchPage(wrong))
	if doc.Find("#why[role=alert] a[href^='/rules/camelot?back='][href*='#moves']").Length() != 1 {
		t.Error("the refusal does not lead to its rule")
	}
}

func TestPageIsSaidOnce(t *testing.T) {
	opening := viewtest.Played(t, views.English, "camelot", "1: I7-I8", "2: E10-E9")
	if got := viewtest.Document(t, matchPage(opening)).Find("#match").AttrOr("data-say", ""); got != "Your turn: choose a piece. Gauvain played E10-E9." {
		t.Errorf("the live region would say %q", got)
	}
}

func TestMovesOfAGameForTwo(t *testing.T) {
	m := viewtest.Played(t, views.English, "camelot", append(viewtest.NolanEvents(4), "1: offer draw", "2: decline draw")...)
	doc := viewtest.Document(t, matchPage(m))
	var rows []string
	doc.Find("#moves tbody tr").Each(func(_ int, s *goquery.Selection) {
		rows = append(rows, strings.Join(s.Find("th, td").Map(func(_ int, c *goquery.Selection) string { return c.Text() }), " "))
	})
	want := []string{"1 E6-E8 H11-F9", "2 H6-F8 F11-H9", "Aliénor offers a draw", "Gauvain declines the draw"}
	if strings.Join(rows, "|") != strings.Join(want, "|") {
		t.Errorf("rows = %q, want %q", rows, want)
	}
	if now := doc.Find("#moves .now").Text(); now != "F11-H9" {
		t.Errorf("the present move is %q", now)
	}
	if got := viewtest.Href(doc.Find("#moves a").First()); got != "/m/k3zq5dbv7n2a?ply=1" {
		t.Errorf("the first move leads to %q", got)
	}
	if got := viewtest.Href(doc.Find("#moves a").Last()); got != "/m/k3zq5dbv7n2a" {
		t.Errorf("the last move leads to %q", got)
	}
}

func TestMovesTakenBackAreStruckOut(t *testing.T) {
	m := viewtest.Played(t, views.English, "camelot", "1: I7-I8", "2: E10-E9", "1: offer undo 0", "2: accept undo", "1: E6-E8")
	doc := viewtest.Document(t, matchPage(m))
	if got := doc.Find("#moves .undone a").Text(); got != "I7-I8E10-E9" {
		t.Errorf("struck out: %q", got)
	}
	if got := doc.Find("#moves .now").Text(); got != "E6-E8" {
		t.Errorf("the present move is %q", got)
	}
}

func TestHistory(t *testing.T) {
	m := viewtest.Played(t, views.English, "camelot", viewtest.NolanEvents(10)...)
	viewtest.Past(t, &m, 4)
	doc := viewtest.Document(t, matchPage(m))
	for step, want := range map[string]string{"first": "?ply=0", "prev": "?ply=3", "next": "?ply=5", "last": ""} {
		if got := viewtest.Href(doc.Find("#step-" + step)); got != "/m/k3zq5dbv7n2a"+want {
			t.Errorf("%s leads to %q, want %q", step, got, want)
		}
	}
	if got := doc.Find("#bar").Text(); !strings.Contains(got, "2. Gauvain: F11-H9.") || !strings.Contains(got, "Position 4 of 10") {
		t.Errorf("bar says %q", got)
	}
	if squareLabel(doc, "H9") != "H9, black man, moved here last" {
		t.Errorf("H9 is %q", squareLabel(doc, "H9"))
	}
	if doc.Find("#move, #typed").Length() != 0 {
		t.Error("one can move in the past")
	}
}

func TestCapturesAreCounted(t *testing.T) {
	doc := viewtest.Document(t, matchPage(viewtest.Played(t, views.English, "camelot", viewtest.NolanEvents(34)...)))
	for seat, want := range map[string]string{"1": "Captured: seven men and four knights", "2": "Captured: ten men and three knights"} {
		if got := strings.TrimSpace(doc.Find("#seat-" + seat + " .took .vh").Text()); got != want {
			t.Errorf("seat %s: %q, want %q", seat, got, want)
		}
	}
}

// Among four armies, the strip of each shows the ends of its last move until the position shown.
func TestStripsShowLastMoves(t *testing.T) {
	for played, want := range map[int]string{0: "|||", 3: "J4-J5|H12-G11|E9-F9|", 8: "K3-J4|J13-K12|D9-E9|L9-L8"} {
		doc := viewtest.Document(t, matchPage(viewtest.Four(t, views.English, "grand-camelot", 1, viewtest.GrandOpening[:played]...)))
		var got []string
		for _, seat := range []string{"1", "2", "3", "4"} {
			got = append(got, doc.Find("#seat-"+seat+" .last").Text())
		}
		if strings.Join(got, "|") != want {
			t.Errorf("after %d moves the strips show %q, want %s", played, got, want)
		}
	}
}

func TestQuestionsBeforeWhatCannotBeUndone(t *testing.T) {
	m := viewtest.Played(t, views.English, "camelot", "1: I7-I8", "2: E10-E9")
	m.Confirm = "resign"
	doc := viewtest.Document(t, matchPage(m))
	ask := doc.Find("[role=alertdialog]")
	if ask.Length() != 1 || !strings.Contains(ask.Text(), "Gauvain wins at once") {
		t.Fatalf("question: %q", ask.Text())
	}
	if first := ask.Find("a, button").First(); viewtest.Href(first) != "/m/k3zq5dbv7n2a" || first.Text() == "Resign" {
		t.Errorf("the first answer is %q", first.Text())
	}
	form := ask.Find("form")
	if form.AttrOr("action", "") != "/m/k3zq5dbv7n2a" || form.Find("[name=action]").AttrOr("value", "") != "resign" || form.Find("[name=ply]").AttrOr("value", "") != "2" {
		t.Error("the answer does not resign")
	}
	m.Confirm = "abort" // not on offer any more
	if viewtest.Document(t, matchPage(m)).Find("[role=alertdialog]").Length() != 0 {
		t.Error("a question about what is not on offer")
	}
}

func TestOffersAreAnsweredAtOnce(t *testing.T) {
	doc := viewtest.Document(t, matchPage(viewtest.Played(t, views.English, "camelot", "1: I7-I8", "2: E10-E9", "2: offer draw")))
	var actions []string
	doc.Find(".offer form [name=action]").Each(func(_ int, s *goquery.Selection) { actions = append(actions, s.AttrOr("value", "")) })
	if strings.Join(actions, ",") != "decline draw,accept draw" {
		t.Errorf("answers = %q", actions)
	}
	if got := doc.Find(".offer").Text(); !strings.Contains(got, "Gauvain offers a draw.") {
		t.Errorf("offer says %q", got)
	}
	doc.Find(".actions a").Each(func(_ int, s *goquery.Selection) {
		if strings.Contains(viewtest.Href(s), "accept") {
			t.Error("an answer stands among the requests too")
		}
	})
}

func TestTableBeforeItBegins(t *testing.T) {
	doc := viewtest.Document(t, matchPage(viewtest.WaitingTable(t, views.English)))
	if got := doc.Find("#invite").AttrOr("value", ""); got != "https://table.example/i/q3zk5ov7w2q3zk5ov7w2aaaaaa" {
		t.Errorf("link = %q", got)
	}
	if doc.Find("#match").AttrOr("hx-trigger", "") == "" || doc.Find("#match[data-ply]").Length() != 0 {
		t.Error("the page would miss the beginning")
	}
	closing := viewtest.WaitingTable(t, views.English)
	closing.Confirm = "withdraw"
	doc = viewtest.Document(t, matchPage(closing))
	if got := doc.Find("[role=alertdialog] form").AttrOr("action", ""); got != "/m/k3zq5dbv7n2a/withdraw" {
		t.Errorf("withdrawing posts to %q", got)
	}
	joining := viewtest.WaitingTable(t, views.English)
	joining.Host, joining.Invite, joining.Permissions, joining.Seats[0], joining.You = false, "", views.Permissions{Join: true}, views.Seat{Name: "Gauvain"}, 0
	doc = viewtest.Document(t, matchPage(joining))
	if got := doc.Find("#bar form").AttrOr("action", ""); got != "/m/k3zq5dbv7n2a/join" {
		t.Errorf("joining posts to %q", got)
	}
}

func TestAfterTheEnd(t *testing.T) {
	m := viewtest.Played(t, views.English, "camelot", append(viewtest.NolanEvents(34), "1: resign")...)
	doc := viewtest.Document(t, matchPage(m))
	if got := doc.Find("form[action$='/rematch'] button").Text(); strings.TrimSpace(got) != "Offer a rematch" {
		t.Errorf("rematch: %q", got)
	}
	if doc.Find("a[download][href='/m/k3zq5dbv7n2a/record']").Length() == 0 {
		t.Error("no record to download")
	}
	m.Rematch, m.Permissions.Rematch = "next", false
	if got := viewtest.Href(viewtest.Document(t, matchPage(m)).Find("#rematch-match")); got != "/m/next" {
		t.Errorf("the rematch is at %q", got)
	}
}

func TestReloadKeepsWhatIsShown(t *testing.T) {
	turned := viewtest.MidMove(t, views.English)
	turned.Bottom = 2
	then := viewtest.Played(t, views.English, "camelot", viewtest.NolanEvents(10)...)
	viewtest.Past(t, &then, 4)
	for want, m := range map[string]views.Match{
		"/m/k3zq5dbv7n2a":                        viewtest.Played(t, views.English, "camelot"),
		"/m/k3zq5dbv7n2a?m=C6-E8xE10xG12":        viewtest.MidMove(t, views.English),
		"/m/k3zq5dbv7n2a?turn=2&m=C6-E8xE10xG12": turned,
		"/m/k3zq5dbv7n2a?ply=4":                  then,
	} {
		main := viewtest.Document(t, matchPage(m)).Find("#match")
		if got := main.AttrOr("hx-get", ""); got != want || main.AttrOr("data-url", "") != want {
			t.Errorf("reload asks for %q, want %q", got, want)
		}
	}
}

func matchPage(m views.Match) templ.Component { return Family().Page(m) }

func matchFragment(m views.Match) templ.Component { return Family().Fragment(m) }
