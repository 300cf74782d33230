package parker

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tableronde/games"
	rules "tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/viewtest"
)

func TestArmiesBearTheirColors(t *testing.T) {
	for game, want := range map[string]string{
		"grand-camelot": "gules vert azure or", "grand-cam-97": "gules vert azure or", "grand-cam-93": "gules vert azure or",
		"chivalry-4-teams": "argent or gules azure", "chivalry-4-solo": "argent or gules azure",
	} {
		doc := viewtest.Document(t, matchPage(viewtest.Four(t, views.English, game, 1)))
		g := rules.BoardOf(game)
		for seat := games.Seat(1); seat <= 4; seat++ {
			tincture := strings.Fields(want)[seat-1]
			if doc.Find(fmt.Sprintf("#seat-%d .badge .f-%s", seat, tincture)).Length() == 0 {
				t.Errorf("%s: the badge of seat %d is not %s", game, seat, tincture)
			}
			drawn := 0
			doc.Find("#board [role=gridcell] a").Each(func(_ int, a *goquery.Selection) {
				army := " " + strings.ToLower(g.Army(seat).En) + " "
				if seat == 1 {
					army = " your "
				}
				if !strings.Contains(a.AttrOr("aria-label", ""), army) || strings.Contains(a.AttrOr("aria-label", ""), "empty") {
					return
				}
				piece := a.Find("use").AttrOr("href", "")
				if !strings.HasSuffix(piece, "-"+tincture) || doc.Find(".defs "+piece).Length() != 1 {
					t.Errorf("%s: a piece of seat %d is drawn as %q", game, seat, piece)
				}
				drawn++
			})
			if drawn < 7 {
				t.Errorf("%s: %d pieces of seat %d are drawn", game, drawn, seat)
			}
		}
	}
}

func TestHeadlineOfFour(t *testing.T) {
	for _, tt := range []struct {
		lang       views.Lang
		game, want string
	}{
		{views.English, "grand-camelot", "Red and Blue against Green and Yellow"},
		{views.French, "grand-cam-93", "Rouges et Bleus contre Verts et Jaunes"},
		{views.English, "chivalry-4-teams", "White and Red against Yellow and Blue"},
		{views.French, "chivalry-4-solo", "Blancs, Jaunes, Rouges et Bleus, chacun pour soi"},
	} {
		if got := viewtest.Document(t, matchPage(viewtest.Four(t, tt.lang, tt.game, 1))).Find("h1").Text(); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.game, got, tt.want)
		}
	}
}

func TestStripsTellWhoPlaysWithWhom(t *testing.T) {
	m := viewtest.Four(t, views.English, "grand-camelot", 3, viewtest.GrandOpening...)
	doc := viewtest.Document(t, matchPage(m))
	var order, notes []string
	doc.Find(".strip").Each(func(_ int, s *goquery.Selection) {
		order = append(order, strings.TrimPrefix(s.AttrOr("id", ""), "seat-"))
		notes = append(notes, strings.Join(strings.Fields(s.Find(".who > span").Text()), " "))
	})
	if got := strings.Join(order, " "); got != "4 1 2 3" {
		t.Errorf("strips in the order %s, want the turn order with one's own last", got)
	}
	if want := []string{"Yellow, with Viviane", "Red, your partner", "Green, with Yvain", "Blue, with Aliénor"}; !slices.Equal(notes, want) {
		t.Errorf("notes %q, want %q", notes, want)
	}
	if got := doc.Find("#status").Text(); !strings.Contains(got, "Aliénor to move.") || !strings.Contains(got, "Then: Viviane, you, Yvain.") {
		t.Errorf("status %q", got)
	}
}

func TestMovesOfFourStandInRounds(t *testing.T) {
	m := viewtest.Four(t, views.English, "chivalry-4-solo", 1, "1: D3-E4", "2: resign", "3: K14-J14", "4: K2-J2", "1: E4-F4")
	doc := viewtest.Document(t, matchPage(m))
	var rows []string
	doc.Find("#moves tbody tr").Each(func(_ int, tr *goquery.Selection) {
		var cells []string
		tr.Children().Each(func(_ int, c *goquery.Selection) { cells = append(cells, strings.TrimSpace(c.Text())) })
		rows = append(rows, strings.Join(cells, "|"))
	})
	want := []string{"1|D3-E4|||", "Viviane resigned, and the army left the board", "1|||K14-J14|K2-J2", "2|E4-F4|||"}
	if !slices.Equal(rows, want) {
		t.Errorf("rows %q, want %q", rows, want)
	}
	var heads []string
	doc.Find("#moves thead th").Each(func(_ int, th *goquery.Selection) { heads = append(heads, th.Text()) })
	if got := strings.Join(heads, " "); got != "Round White Yellow Red Blue" {
		t.Errorf("heads %q", got)
	}
}

// The display of the board stands in every link within the match and in every form, on every view
// of it.
func TestZoomAndListsOutliveEverything(t *testing.T) {
	base := viewtest.Four(t, views.English, "grand-camelot", 1, viewtest.GrandOpening...)
	base.Zoom, base.Pick, base.Bottom = "sw", true, 2
	staged, asked := base, base
	staged.Staged = "J4-H2"
	asked.Confirm = "resign"
	before := viewtest.Four(t, views.English, "grand-camelot", 1, viewtest.GrandOpening[:4]...)
	then := base
	then.View, then.Path, then.Shown = before.View, before.Path, 4
	for name, m := range map[string]views.Match{"present": base, "staged": staged, "past": then, "a question": asked} {
		doc := viewtest.Document(t, matchPage(m))
		doc.Find("#match a[href^='/m/k3zq5dbv7n2a']").Each(func(_ int, a *goquery.Selection) {
			link, id := viewtest.Href(a), a.AttrOr("id", "")
			for _, keep := range []string{"turn=2", "zoom=", "pick=1"} {
				switch {
				case id == "flip" && keep == "turn=2", (id == "zoom" || id == "zoom-toggle") && keep == "zoom=", (id == "pick-toggle" || id == "picker-close") && keep == "pick=1", strings.HasSuffix(link, "/record"), id == "notes", id == "keep-drawing", id == "elsewhere":
				case !strings.Contains(link, keep):
					t.Errorf("%s: %q loses %s", name, link, keep)
				}
			}
		})
		doc.Find("#match form[action='/m/k3zq5dbv7n2a']").Each(func(_ int, f *goquery.Selection) {
			if f.Find("[name=zoom]").AttrOr("value", "") != "sw" || f.Find("[name=pick]").AttrOr("value", "") != "1" || f.Find("[name=turn]").AttrOr("value", "") != "2" {
				t.Errorf("%s: a form loses how the board is looked at", name)
			}
		})
	}
}

func TestSquaresOutOfSightAreNotThere(t *testing.T) {
	m := viewtest.Four(t, views.English, "grand-camelot", 1)
	m.Zoom = "s"
	doc := viewtest.Document(t, matchPage(m))
	if n := doc.Find("#board [role=gridcell]").Length(); n == 0 || n > 64 {
		t.Errorf("%d squares in a part", n)
	}
	if squareOf(doc, "H16").Length() != 0 || squareOf(doc, "H1").Length() != 1 {
		t.Error("the part shows other squares than it should")
	}
	if doc.Find("#board [aria-hidden=true] a:not([tabindex='-1'])").Length() != 0 {
		t.Error("what is cut off can have the focus")
	}
	if got := doc.Find("#board").AttrOr("aria-label", ""); !strings.Contains(got, "Shown: lower middle.") {
		t.Errorf("the grid is called %q", got)
	}
	if viewtest.Href(doc.Find("#pan-n")) != "/m/k3zq5dbv7n2a?zoom=c" || doc.Find("#pan-s[aria-disabled=true]").Length() != 1 {
		t.Error("the neighboring parts are not where they should be")
	}
}

func TestSmallSquaresAreNoTargets(t *testing.T) {
	if n := viewtest.Document(t, matchPage(viewtest.Four(t, views.English, "grand-camelot", 1))).Find(".parts a").Length(); n != 9 {
		t.Errorf("%d parts to tap, want 9", n)
	}
	if n := viewtest.Document(t, matchPage(viewtest.Played(t, views.English, "camelot"))).Find(".parts a").Length(); n != 0 {
		t.Errorf("%d parts to tap over squares that are large enough", n)
	}
}

func TestLists(t *testing.T) {
	m := viewtest.Played(t, views.English, "camelot", "1: I7-I8", "2: E10-E9")
	m.Pick = true
	texts := func(m views.Match) (all []string) {
		viewtest.Document(t, matchPage(m)).Find("#picker li").Each(func(_ int, li *goquery.Selection) {
			all = append(all, strings.Join(strings.Fields(li.Text()), " ")+" "+strings.TrimPrefix(viewtest.Href(li.Find("a")), "/m/k3zq5dbv7n2a?pick=1&"))
		})
		return all
	}
	if got := texts(m); len(got) != 14 || !slices.Contains(got, "Knight C6 6 steps, 1 canter, 2 charges m=C6#picker") {
		t.Errorf("pieces: %q", got)
	}
	m.Staged = "C6"
	if got := texts(m); !slices.Contains(got, "B7 step m=C6-B7#confirm") || !slices.Contains(got, "C12 charge m=C6-E8xE10xE12xC10xC12#confirm") {
		t.Errorf("squares: %q", got)
	}
	m.Staged = "C6-B7"
	if got := viewtest.Document(t, matchPage(m)).Find("#picker").Text(); !strings.Contains(got, "confirm it") {
		t.Errorf("a whole move: %q", got)
	}
	m.ToAct = []games.Seat{2}
	if got := viewtest.Document(t, matchPage(m)).Find("#picker").Text(); !strings.Contains(got, "nothing for you to choose") {
		t.Errorf("at the other's turn: %q", got)
	}
}
