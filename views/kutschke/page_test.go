package kutschke

import (
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tableronde/games"
	rules "tableronde/games/kutschke"
	"tableronde/views"
	"tableronde/views/viewtest"
)

func shown(t *testing.T, m views.Match) *goquery.Document {
	t.Helper()
	return viewtest.Document(t, Family().Page(m))
}

func TestPickingShowsWhatIsLeftAndWhy(t *testing.T) {
	g := newTestMatch(t, 4).play("1: pick T", "2: pick EB", "3: pick Q", "4: pick Q", "1: pick A")
	g.play("2: pick A", "3: pick P", "4: pick P")
	d := shown(t, g.Model(views.English, 1))
	if n := d.Find(".tile").Length(); n != len(rules.Kinds()) {
		t.Errorf("%d kinds to choose from", n)
	}
	checkStagingLink(t, d, "tile-P", "pick P", "")
	checkStagingLink(t, d, "tile-Q", "", "Q")
	for id, want := range map[string]string{"tile-Q": "Every “Quest” is taken already: pick another card.", "tile-T": "takes one Tournament card", "tile-P": "2 left"} {
		if got := spacedText(d, "#"+id+" .vh"); !strings.Contains(got, want) {
			t.Errorf("%s is called %q, want %q in it", id, got, want)
		}
	}
	checkText(t, d, "#status small", "Bruno has the Book exercise and the Round Table; Maud has a Quest and a Horse")
	if got := d.Find("#confirm").AttrOr("aria-disabled", ""); got != "true" {
		t.Error("a pick can be sent before one is chosen")
	}
	checkText(t, shown(t, g.Model(views.English, 1, "try", "Q")), "#why", "Every “Quest” is taken already: pick another card.")
	checkText(t, shown(t, g.Model(views.French, 1, "m", "pick P")), "#confirm", "Prendre : Cheval")
}

func TestTheTurnIsBuiltStepByStep(t *testing.T) {
	g := actingMatch(t)
	d := shown(t, g.Model(views.English, 1))
	checkStagingLink(t, d, "spare-A", "", "A")
	checkStagingLink(t, d, "spare-P", "", "P")
	checkStagingLink(t, d, "place-dark-forest", "P dark-forest", "")
	if d.Find("a#place-misty-marsh").Length() > 0 {
		t.Error("a horse reaches the far side of the circle")
	}
	checkText(t, d, ".spare.no .unfit", "only in a province")
	d = shown(t, g.Model(views.English, 1, "try", "A"))
	checkStagingLink(t, d, "option-a-wild-boar", "A wild-boar", "")
	checkText(t, d, "#option-a-wild-boar", "Dark Forest, sword 1 and dragon 1, 3 shields")

	d = shown(t, g.Model(views.English, 1, "m", "A wild-boar;P dark-forest"))
	checkText(t, d, ".step:nth-child(2) .does", "Dark Forest")
	checkStagingLink(t, d, "spare-Q", "A wild-boar;P dark-forest;Q wild-boar S1 D1", "")
	checkStagingLink(t, d, "sooner-2", "P dark-forest;A wild-boar", "")
	checkStagingLink(t, d, "drop-1", "P dark-forest", "")
	checkStagingLink(t, d, "undo", "A wild-boar", "")
	checkText(t, d, "#status", "Your turn: Round Table, then Horse.")
	checkText(t, d, "h1", "Your turn")
	checkText(t, shown(t, g.Model(views.English, 2)), "h1", "Aliénor acts")
	checkText(t, d, "#status small", "Would be lost, unused: Quest.")
	checkText(t, d, ".goods", "you are there, and can pay")
	if d.Find(".ringmap .canter").Length() != 1 || d.Find(".ringmap .ghost").Length() != 1 {
		t.Error("the ride is not drawn")
	}

	d = shown(t, g.Model(views.English, 1, "m", "A wild-boar;P dark-forest;Q wild-boar S1 D1"))
	checkText(t, d, "#status", "Round Table, then Horse, then Quest: +3.")
	checkText(t, d, "#status small", "3 in all. Every card is used.")
	if n := d.Find(".card.spent").Length(); n != 2 {
		t.Errorf("%d cards are shown as paid", n)
	}
	got := d.Find("form:has(#confirm) input[name=action]").Map(func(_ int, s *goquery.Selection) string { return s.AttrOr("value", "") })
	if strings.Join(got, ";") != "A wild-boar;P dark-forest;Q wild-boar S1 D1;done" {
		t.Errorf("the turn is sent as %q", got)
	}
}

func TestAStepThatDoesNotFitSaysWhy(t *testing.T) {
	d := shown(t, actingMatch(t).Model(views.English, 1, "m", "A wild-boar;Q wild-boar S1 D1"))
	checkText(t, d, "#step-2.bad .unfit", "only in a province")
	checkText(t, d, "#status", "Step 2 does not fit here.")
	checkText(t, d, "#why", "in a province only")
	if got := d.Find("#confirm").AttrOr("aria-disabled", ""); got != "true" {
		t.Error("a turn that does not fit can be sent")
	}
	// What is added now comes before the step that it may mend.
	checkStagingLink(t, d, "place-dark-forest", "A wild-boar;P dark-forest;Q wild-boar S1 D1", "")
}

// An address may stage anything; the page says it as it stands, and why not.
func TestWhatIsNoStepIsShownAsItStands(t *testing.T) {
	for _, line := range []string{"xyz", "A", "P nowhere", "pick Q", "ES 9", "bid S1", "done;A wild-boar", "Q wild-boar", "T", "P wild-boar", "A camelot", "G S", "P HIDDEN-VALLEY;P dark-forest"} {
		d := shown(t, actingMatch(t).Model(views.French, 1, "m", line))
		if d.Find(".step.bad").Length() != 1 {
			t.Errorf("%s seems to fit", line)
		}
		if text := d.Find("main").Text(); strings.Contains(text, "kutschke.") || strings.Contains(text, "()") {
			t.Errorf("%s shows a key: %s", line, spacedText(d, ".plan"))
		}
	}
}

func TestAnEmptyTurnIsAskedAbout(t *testing.T) {
	g := actingMatch(t)
	checkStagingLink(t, shown(t, g.Model(views.English, 1)), "confirm", "done", "")
	d := shown(t, g.Model(views.English, 1, "m", "done"))
	checkText(t, d, "#status", "without doing anything?")
	if got := d.Find("form:has(#confirm) input[name=action]").AttrOr("value", ""); got != "done" {
		t.Errorf("the turn ends with %q", got)
	}
}

func TestStakesAreToggledAndHidden(t *testing.T) {
	g := joustingMatch(t)
	d := shown(t, g.Model(views.English, 3))
	checkStagingLink(t, d, "card-1", "bid S3", "")
	checkText(t, d, "form #confirm", "Stake nothing")
	d = shown(t, g.Model(views.English, 3, "m", "bid S3 L1"))
	checkText(t, d, "#status", "You stake the sword 3 and the lance 1: 4 in all.")
	checkStagingLink(t, d, "card-1", "bid L1", "")
	if d.Find(".card.no[aria-label*='book 1']").Length() != 1 {
		t.Error("a Book can be staked")
	}
	g.play("3: bid S3")
	d = shown(t, g.Model(views.English, 4))
	checkText(t, d, "#seat-3 .mark", "bid placed")
	if text := d.Find("main").Text(); strings.Contains(text, "stakes the sword 3") {
		t.Error("a stake is told before all are placed")
	}
}

// The wish list is one link away for all seats, on turn or not.
func TestTheWishListIsAtHand(t *testing.T) {
	g := newTestMatch(t, 3)
	for seat := games.Seat(0); seat <= 3; seat++ {
		m := g.Model(views.English, seat)
		href := shown(t, m).Find("#bar a#wishes").AttrOr("href", "")
		if want := views.Either(seat > 0, "/m/circle/orders", ""); href != want {
			t.Errorf("seat %d is led to %q, want %q", seat, href, want)
		}
		m.Orders = false
		if shown(t, m).Find("#wishes").Length() > 0 {
			t.Errorf("seat %d is led to a list that there is not", seat)
		}
	}
}

func TestEverybodySeesTheTable(t *testing.T) {
	g := joustingMatch(t)
	for _, viewer := range []int{0, 1, 4} {
		d := shown(t, g.Model(views.English, games.Seat(viewer)))
		checkText(t, d, ".goods", "11 more in the deck")
		checkText(t, d, "#seat-1 .carries", "Done: “Slay the wild boar”")
		checkText(t, d, "#seat-2 .used", "Justice (used)")
		checkText(t, d, "#seat-2 .sum", "2 shields of 15")
		if label := d.Find("#spot-camelot").AttrOr("aria-label", ""); !strings.Contains(label, "Camelot: Maud and Théo") {
			t.Errorf("Camelot is called %q", label)
		}
		if d.Find("#seat-3 .sign").Length() > 0 {
			t.Error("adventures appear from nowhere")
		}
	}
}

func TestTheEndIsExplained(t *testing.T) {
	g := newTestMatch(t, 4).playUntil(func(rules.View) bool { return false })
	d := shown(t, g.Model(views.English, 1))
	if n := d.Find(".ranks tbody tr").Length(); n != 4 {
		t.Fatalf("%d lines of ranking", n)
	}
	winner := g.view(0).Ranking[0]
	checkText(t, d, ".ranks .first th", people[winner-1])
	checkText(t, d, ".ranks caption", "reached 15 shields")
	p := newPage(g.Model(views.English, 1), g.view(1))
	if got := p.tie(rules.Knight{Points: 15, Reached: 1}, rules.Knight{Points: 15, Reached: 2}); got != "reached 15 first" {
		t.Errorf("a tie is explained by %q", got)
	}
	if got := p.tie(rules.Knight{Points: 9, Tent: 2}, rules.Knight{Points: 9, Tent: 3}); got != "had the lower tent (number 2)" {
		t.Errorf("a tie below the target is explained by %q", got)
	}
	if got := p.tie(rules.Knight{Points: 16, Reached: 2}, rules.Knight{Points: 15, Reached: 1}); got != "" {
		t.Errorf("where there is no tie it says %q", got)
	}
}

func TestWishList(t *testing.T) {
	g := newTestMatch(t, 3).play("1: pick A")
	form := map[string][]string{fieldWish: {"Q", "", " P ", "ES", ""}}
	if got := written(form); got != "Q P ES" {
		t.Errorf("the form reads %q", got)
	}
	m := views.Orders{Match: g.Model(views.English, 2), Text: "round 1: Q P"}
	d := viewtest.Document(t, wishList(m))
	chosen := d.Find("select[name=wish] option[selected]").Map(func(_ int, s *goquery.Selection) string { return s.AttrOr("value", "") })
	if got := strings.Join(chosen, ","); got != "Q,P"+strings.Repeat(",", mostWishes-2) {
		t.Errorf("the form shows %q", got)
	}
	checkText(t, d, ".wishlist legend", "round 1")
	m.Saved = true
	checkText(t, viewtest.Document(t, wishList(m)), "#saved", "Your wishes and plans are saved.")
	checkText(t, shown(t, m.Match), ".actions #orders", "Wishes and plans")
	if href := d.Find("#add-EL").AttrOr("href", ""); href != "/m/circle/orders?wish=Q&wish=P&wish=EL" {
		t.Errorf("a card is added by %q", href)
	}
	if d.Find("#confirm small").Length() > 0 {
		t.Error("a list that is kept is called not kept")
	}
	m.Form = form
	checkText(t, viewtest.Document(t, wishList(m)), "#confirm small", "not kept yet")
	checkText(t, viewtest.Document(t, wishList(m)), "#add-A .count-left", "×0") // it is taken in this round
	m.Match = actingMatch(t).Model(views.English, 2)
	checkText(t, viewtest.Document(t, wishList(m)), "#add-P .count-left", "×4") // all come back for the next
	full := make([]string, mostWishes)
	for i := range full {
		full[i] = "P"
	}
	m.Form = map[string][]string{fieldWish: full}
	if viewtest.Document(t, wishList(m)).Find("a[id^=add-]").Length() > 0 {
		t.Error("a full list can be added to")
	}
}

func TestEverySampleHasItsIdsOnce(t *testing.T) {
	for name, page := range samples(t, views.French) {
		d := viewtest.Document(t, page)
		seen := map[string]bool{}
		d.Find("main [id]").Each(func(_ int, s *goquery.Selection) {
			if id := s.AttrOr("id", ""); seen[id] {
				t.Errorf("%s has %s twice", name, id)
			} else {
				seen[id] = true
			}
		})
		if d.Find("[style], script:not([src])").Length() > 0 {
			t.Errorf("%s has styles or scripts of its own", name)
		}
		if text := d.Find("main").Text(); strings.Contains(text, "kutschke.") || strings.Contains(text, "{{") {
			t.Errorf("%s shows a key", name)
		}
	}
}

// The page offers nothing that needs a missing Horse. It says so if a turn can do nothing, or
// loses a card.
func TestATurnWithoutUseSaysSo(t *testing.T) {
	g := newTestMatch(t, 2).play("1: pick T", "2: pick P", "1: pick G", "2: pick P", "1: pick Q", "2: pick P", "1: pick Q", "2: pick ES")
	d := shown(t, g.Model(views.English, 1))
	checkText(t, d, "#status", "none of your cards can be used here")
	if text := spacedText(d, "#status"); strings.Contains(text, "ride") || d.Find("a[id^=place-]").Length() > 0 {
		t.Errorf("on foot a ride is offered: %s", text)
	}
	d = viewtest.Document(t, wishList(views.Orders{Match: g.Model(views.English, 1)}))
	if lines := d.Find("select[name=step] option").Map(func(_ int, s *goquery.Selection) string { return s.AttrOr("value", "") }); slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, "P ") }) || !slices.Contains(lines, "G B1") {
		t.Errorf("the turn to come can have the steps %q", lines)
	}
	g = newTestMatch(t, 2).play("1: pick T", "2: pick P", "1: pick P", "2: pick ED", "1: pick EL", "2: pick P", "1: pick ES", "2: pick EB")
	checkText(t, shown(t, g.Model(views.English, 1, "m", "P dark-forest")), "#status small", "Would be lost, unused: Exercise Sword, Exercise Lance and Tournament.")
	d = shown(t, g.Model(views.English, 1, "m", "ES 9;P dark-forest")) // the only Horse is in the list already
	if d.Find("a[id^=place-]").Length() > 0 {
		t.Error("a Horse is ridden twice")
	}
}

// The text of a place or an action card names its use, and says whether it can be used now.
func TestTouchedThingsSayWhetherTheyCanBeUsed(t *testing.T) {
	g := actingMatch(t)
	read := func(you games.Seat, code string) string {
		return spacedText(shown(t, g.Model(views.English, you, "read", code)), "#reading")
	}
	for _, tt := range []struct {
		you        games.Seat
		code, want string
	}{
		{1, "misty-marsh", "Here knights complete its adventures, and use Justice."},
		{1, "camelot", "Here knights exercise"},
		{1, "dark-forest", "place"},
		{1, "A", "You may play it now."},
		{1, "G", "province"},
	} {
		if got := read(tt.you, tt.code); !strings.Contains(got, tt.want) {
			t.Errorf("%s reads %q, want %q", tt.code, got, tt.want)
		}
	}
	d := shown(t, g.Model(views.English, 1))
	if d.Find("a#spot-misty-marsh").Length() != 1 || d.Find("a#spot-dark-forest").Length() != 0 {
		t.Error("the places have other links")
	}
	picking := newTestMatch(t, 2)
	if got := spacedText(shown(t, picking.Model(views.English, 2, "read", "A")), "#reading"); !strings.Contains(got, "It is not your turn.") {
		t.Errorf("before its turn, the Round Table reads %q", got)
	}
}
