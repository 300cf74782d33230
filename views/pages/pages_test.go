package pages

import (
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/a-h/templ"

	"tableronde/views"
	"tableronde/views/locale"
	"tableronde/views/parker"
	"tableronde/views/viewtest"
)

// forEachPage runs a check on all samples in all languages.
func forEachPage(t *testing.T, check func(t *testing.T, lang views.Lang, doc *goquery.Document)) {
	t.Helper()
	for _, p := range parsedSamples(t) {
		t.Run(p.name, func(t *testing.T) { check(t, p.lang, p.doc) })
	}
}

// parsedSample is a sample in one language, as a document that no test changes.
type parsedSample struct {
	name string
	lang views.Lang
	doc  *goquery.Document
}

var parsed []parsedSample // once parsedSamples was called

func parsedSamples(t *testing.T) []parsedSample {
	t.Helper()
	if parsed == nil {
		for _, lang := range locale.Langs {
			for name, page := range samples(t, lang) {
				parsed = append(parsed, parsedSample{name + "-" + string(lang), lang, viewtest.Document(t, page)})
			}
		}
	}
	return parsed
}

// The content security policy lets nothing run or be styled from within a page.
func TestPagesHoldNothingInline(t *testing.T) {
	forEachPage(t, func(t *testing.T, _ views.Lang, doc *goquery.Document) {
		if n := doc.Find("[style], style, script:not([src])").Length(); n > 0 {
			t.Errorf("%d styles or scripts stand in the page", n)
		}
		doc.Find("*").Each(func(_ int, s *goquery.Selection) {
			for _, a := range s.Get(0).Attr {
				if strings.HasPrefix(a.Key, "on") || strings.HasPrefix(a.Key, "hx-on") || strings.HasPrefix(a.Val, "javascript:") {
					t.Errorf("%s=%q runs a script", a.Key, a.Val)
				}
			}
		})
	})
}

func TestPagesAreWholeWithoutScripts(t *testing.T) {
	forEachPage(t, func(t *testing.T, _ views.Lang, doc *goquery.Document) {
		doc.Find("form").Each(func(_ int, s *goquery.Selection) {
			action, _ := s.Attr("action")
			want := "post"
			if action == "/setup" || action == "/help" || action == "/tables" || action == "/archive" || action == "/archive/openings" || action == "/watch" || (strings.HasSuffix(action, "/notes") || strings.HasPrefix(action, "/collections/")) && s.HasClass("place") || s.AttrOr("id", "") == "typed" { // asks for a page and changes nothing
				want = "get"
			}
			if method, _ := s.Attr("method"); !strings.HasPrefix(action, "/") || method != want {
				t.Errorf("form has action %q and method %q", action, method)
			}
			if s.Find("button").Length() == 0 {
				t.Errorf("form to %s has no button", action)
			}
			if post, ok := s.Attr("hx-post"); ok && post != action {
				t.Errorf("form posts to %s with scripts, to %s without", post, action)
			}
		})
		doc.Find("a").Each(func(_ int, s *goquery.Selection) {
			href, ok := s.Attr("href")
			disabled, _ := s.Attr("aria-disabled")
			role, _ := s.Attr("role")
			tells := role == "button" && disabled == "true" && strings.Contains(href, "why=") // why it can do nothing
			if ok == (disabled == "true") && !tells {
				t.Errorf("link %q leads to %q and is disabled: %q", s.Text(), href, disabled)
			}
			if ok && !strings.HasPrefix(href, "/") && !strings.HasPrefix(href, "#") {
				t.Errorf("link %q leads to %q", s.Text(), href)
			}
		})
	})
}

func TestPagesAreWellFormed(t *testing.T) {
	forEachPage(t, func(t *testing.T, lang views.Lang, doc *goquery.Document) {
		if got, _ := doc.Find("html").Attr("lang"); got != string(lang) {
			t.Errorf("lang = %q, want %q", got, lang)
		}
		for selector, want := range map[string]int{"h1": 1, "main": 1, "#live[role=status]": 1, "#alert": 1, "body > .skip": 1, "#turns": 1 - doc.Find(".slim-bar").Length()} {
			if got := doc.Find(selector).Length(); got != want {
				t.Errorf("%d of %s, want %d", got, selector, want)
			}
		}
		if title := doc.Find("title").First().Text(); !strings.HasSuffix(title, " — Table Ronde") {
			t.Errorf("title = %q", title)
		}
		ids := map[string]bool{}
		doc.Find("[id]").Each(func(_ int, s *goquery.Selection) {
			id, _ := s.Attr("id")
			if ids[id] {
				t.Errorf("id %q stands twice", id)
			}
			ids[id] = true
		})
		for _, attr := range []string{"for", "aria-describedby", "aria-labelledby", "data-copy", "data-share"} {
			doc.Find("[" + attr + "]").Each(func(_ int, s *goquery.Selection) {
				refs, _ := s.Attr(attr)
				for ref := range strings.FieldsSeq(refs) {
					if !ids[ref] {
						t.Errorf("%s=%q refers to nothing", attr, ref)
					}
				}
			})
		}
		doc.Find(`use, a[href^="#"]`).Each(func(_ int, s *goquery.Selection) {
			if ref, _ := s.Attr("href"); !ids[strings.TrimPrefix(ref, "#")] {
				t.Errorf("%s refers to nothing", ref)
			}
		})
		doc.Find("input:not([type=hidden]), button").Each(func(_ int, s *goquery.Selection) {
			id, _ := s.Attr("id")
			label, _ := s.Attr("aria-label")
			named := strings.TrimSpace(s.Text()) != "" || label != "" || s.Closest("label").Length() > 0 ||
				id != "" && doc.Find(`label[for="`+id+`"]`).Length() > 0
			if !named {
				html, _ := goquery.OuterHtml(s)
				t.Errorf("control without a name: %s", html)
			}
		})
	})
}

// A key that the catalogues lack would show as it is; so would an argument.
func TestPagesShowNoKeys(t *testing.T) {
	key := regexp.MustCompile(`\b(?:` + strings.Join(keyRoots(), "|") + `)\.[a-z_]+\b|\{\{|%!`)
	forEachPage(t, func(t *testing.T, _ views.Lang, doc *goquery.Document) {
		doc = goquery.CloneDocument(doc)
		doc.Find("script, .defs").Remove()
		texts := []string{doc.Find("body").Text(), doc.Find("title").Text()}
		doc.Find("[aria-label], [data-say]").Each(func(_ int, s *goquery.Selection) {
			texts = append(texts, s.AttrOr("aria-label", ""), s.AttrOr("data-say", ""))
		})
		for _, text := range texts {
			if found := key.FindString(text); found != "" && found != "table.example" {
				t.Errorf("the page says %q", found)
			}
		}
	})
}

func keyRoots() []string {
	seen := map[string]bool{}
	var list []string
	for _, k := range locale.Keys(views.English) {
		if root, _, _ := strings.Cut(k, "."); !seen[root] {
			seen[root] = true
			list = append(list, root)
		}
	}
	return list
}

func TestFrameNamesPlaceAndLanguage(t *testing.T) {
	doc := viewtest.Document(t, LobbyPage(sampleLobby(t, views.French)))
	if here := doc.Find(".top [aria-current]").Text(); here != "Tables" {
		t.Errorf("the page says that it is %q", here)
	}
	form := doc.Find(".foot form[action='/language']")
	if got := form.Find("[name=return]").AttrOr("value", ""); got != "/tables" {
		t.Errorf("language form returns to %q", got)
	}
	if got := form.Find("button").AttrOr("value", ""); got != "en" {
		t.Errorf("language form offers %q", got)
	}
	if got := doc.Find("title").Text(); got != "(3) Tables ouvertes — Table Ronde" {
		t.Errorf("title = %q", got)
	}
}

func TestFragmentsAreOneElementAndWhatGoesWithIt(t *testing.T) {
	for name, c := range map[string]templ.Component{
		"match":      parker.Family().Fragment(viewtest.MidMove(t, views.English)),
		"home":       HomeFragment(sampleHome(t, views.English)),
		"tables":     LobbyFragment(sampleLobby(t, views.English)),
		"invitation": InvitationFragment(sampleInvitation(t, views.English)),
	} {
		t.Run(name, func(t *testing.T) {
			doc := viewtest.Document(t, c)
			if doc.Find("main#"+name).Length() != 1 || doc.Find("header, .defs, link").Length() != 0 {
				t.Error("the fragment is not the page's main element alone")
			}
			if doc.Find("title").Length() == 0 {
				t.Error("no title")
			}
			if swap := doc.Find("#turns").AttrOr("hx-swap-oob", ""); swap != "outerMorph" {
				t.Errorf("the count of turns is swapped by %q", swap)
			}
		})
	}
}

func TestHome(t *testing.T) {
	doc := viewtest.Document(t, HomePage(sampleHome(t, views.French)))
	if got := doc.Find("h1").Text(); got != "Trois parties vous attendent" {
		t.Errorf("headline = %q", got)
	}
	var rows []string
	doc.Find(".turns:not(.calm) .what > span").Each(func(_ int, s *goquery.Selection) { rows = append(rows, s.Text()) })
	want := []string{"Gauvain a joué E10-E9", "Vous commencez", "Gauvain propose la nulle"}
	if strings.Join(rows, "|") != strings.Join(want, "|") {
		t.Errorf("rows = %q, want %q", rows, want)
	}
	if n := doc.Find(".turn.soon").Length(); n != 1 {
		t.Errorf("%d rows are the most pressing, want 1", n)
	}
	if href := doc.Find(".go .primary").AttrOr("href", ""); href != "/m/a" {
		t.Errorf("the first button leads to %q", href)
	}
	if got := doc.Find(".waits, .calm").Text(); !strings.Contains(got, "Viviane réfléchit depuis 9 h") || !strings.Contains(got, "Gagnée contre Gauvain") || !strings.Contains(got, "Nulle avec Gauvain") {
		t.Errorf("lists say %q", got)
	}
	solo := doc.Find("form[action='/solo']")
	if solo.Find("[name=game]").AttrOr("value", "") != "camelot" || solo.Find("[name=key]").Length() != 1 {
		t.Error("the solo table cannot be opened in one click")
	}
}

func TestStrangersAreAskedForAName(t *testing.T) {
	for name, page := range map[string]templ.Component{
		"new":        NewTablePage(NewTable{Page: views.Page{Lang: views.English}, Games: sampleLobby(t, views.English).Games}),
		"invitation": InvitationPage(sampleInvitation(t, views.English)),
		"join":       samples(t, views.English)["match-join"],
	} {
		t.Run(name, func(t *testing.T) {
			if n := viewtest.Document(t, page).Find("main input[name=name][required]").Length(); n != 1 {
				t.Errorf("%d fields for a name, want 1", n)
			}
		})
	}
	known := NewTable{Page: viewtest.Page(views.English, "/new"), Games: sampleLobby(t, views.English).Games}
	if n := viewtest.Document(t, NewTablePage(known)).Find("main [name=name]").Length(); n != 0 {
		t.Error("a visitor with a name is asked for one")
	}
}

func TestFormsComeBackWithTheirProblem(t *testing.T) {
	m := NewTable{Page: views.Page{Lang: views.English}, Games: sampleLobby(t, views.English).Games, Seat: 2, Public: true, Name: "x", Problem: &views.Problem{Field: "name", Key: "name_signs"}}
	doc := viewtest.Document(t, NewTablePage(m))
	if got := doc.Find("#name-problem[role=alert]").Text(); got != "This name has invisible characters. Use only characters you can see." {
		t.Errorf("problem = %q", got)
	}
	if doc.Find("#name[aria-invalid=true]").AttrOr("value", "") != "x" || doc.Find("[name=seat][value='2'][checked]").Length() != 1 || doc.Find("[name=public][value='1'][checked]").Length() != 1 {
		t.Error("what was chosen is gone")
	}
}

func TestFaults(t *testing.T) {
	for _, lang := range locale.Langs {
		for _, status := range []int{400, 401, 403, 404, 405, 409, 413, 415, 418, 422, 429, 500, 502, 503} {
			doc := viewtest.Document(t, FaultPage(Fault{Page: views.Page{Lang: lang}, Status: status, Request: "r7"}))
			if strings.Contains(doc.Find("main").Text(), "fault.") || doc.Find("main .btn.primary").Length() != 1 {
				t.Errorf("%d in %s: %s", status, lang, doc.Find("main").Text())
			}
			if named := strings.Contains(doc.Find("main").Text(), "r7"); named != (status >= 500) {
				t.Errorf("%d names the request: %v", status, named)
			}
		}
	}
	doc := viewtest.Document(t, FaultFragment(Fault{Page: views.Page{Lang: views.English}, Status: 429, Code: "too_many_requests", Retry: 1}))
	if got := doc.Find("[role=alert]").Text(); !strings.HasSuffix(got, "Try again in 1 second.") {
		t.Errorf("fragment says %q", got)
	}
}

// A page loads the style sheets of the families that it shows, and no others.
func TestPagesLoadTheStylesOfTheirFamily(t *testing.T) {
	all := samples(t, views.English)
	for _, tt := range []struct {
		want  string
		pages []string
	}{
		{"", []string{"fault-404", "fault-500", "new", "new-all", "import", "import-again", "share", "rules"}},
		{"board.css", []string{"home", "home-all", "public-home-busy", "tables", "tables-none", "me", "me-stranger", "new-study", "setup", "invitation", "rules-camelot", "match-mid", "match-invite", "match-four"}},
	} {
		for _, name := range tt.pages {
			page, ok := all[name]
			if !ok {
				t.Errorf("there is no page %s", name)
				continue
			}
			if got := strings.Join(viewtest.FamilyStyles(viewtest.Document(t, page)), " "); got != tt.want {
				t.Errorf("%s loads the families' sheets %q, want %q", name, got, tt.want)
			}
		}
	}
	for name, page := range all {
		t.Run(name, func(t *testing.T) { viewtest.CheckStyles(t, viewtest.Document(t, page)) })
	}
}
