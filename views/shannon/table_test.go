package shannon

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tableronde/games"
	"tableronde/games/effort"
	rules "tableronde/games/shannon"
	"tableronde/views"
	"tableronde/views/viewtest"
)

// dealTags returns the order of a deck that deals these hands, from the dealer's left.
func dealTags(hands ...string) string {
	var deck []string
	for i := range 12 {
		for _, hand := range hands {
			deck = append(deck, strings.Fields(hand)[i])
		}
	}
	return strings.Join(deck, " ")
}

// bookletCombat returns the combat of the French booklet, the fifth knight to play.
func bookletCombat(t *testing.T) *testMatch {
	return newTestMatch(t, 5, "Option.dealer", "5", "Heroes", "perceval galahad iseult pellinore mordred", "Deck.weapons.1", dealTags(
		"O13 O8 O9 O10 S1 S2 A13 A14 T13 T15 X5 X6",
		"S4 S5 S6 S7 A1 A2 A3 A4 T1 T2 T3 T4",
		"X11 S8 S9 S10 A5 A6 A7 A8 T5 T6 T7 T8",
		"O7 O1 O2 O3 S11 S12 A9 A10 T9 T10 X1 X2",
		"M1 O4 O5 O6 S13 S14 A11 A12 T11 T12 X3 X4",
	)).play("1: play O13", "2: discard S4", "3: play X11", "4: play O7")
}

func TestTheCombatInTheMiddle(t *testing.T) {
	d := document(t, bookletCombat(t).Model(views.English, 5, "m", "play M1=11"))
	checkText(t, d, "h1", "A combat of sorcery")
	want := []struct{ class, says string }{
		{"", "Aliénor leads"}, {"beaten", "Bruno discards"}, {"feint", "Maud feint"}, {"low", "Inès loses"}, {"feint staged", "You feint"},
	}
	slots := d.Find(".combat > li")
	if slots.Length() != len(want) {
		t.Fatalf("%d places in the combat, want %d", slots.Length(), len(want))
	}
	slots.Each(func(i int, s *goquery.Selection) {
		says := strings.Join(strings.Fields(s.Find("b").Text()+" "+s.Find(".note").Text()), " ")
		if class := s.AttrOr("class", ""); !strings.HasPrefix(class, want[i].class) || says != want[i].says {
			t.Errorf("place %d is %q and says %q, want %q, %q", i+1, class, says, want[i].class, want[i].says)
		}
	})
	checkText(t, d, ".combat > li.low .note", "loses")
	checkText(t, d, "#status", "You would play Merlin at 11.")
	checkText(t, d, "#status small", "As it stands Inès would lose: 45 wounds.")
	if got := d.Find("form:has(#confirm) input[name=action]").AttrOr("value", ""); got != "play M1=11" {
		t.Errorf("confirming posts %q", got)
	}
}

func TestTheHandTellsWhatCannotBePlayed(t *testing.T) {
	g := bookletCombat(t)
	d := document(t, g.Model(views.English, 5))
	tucked, open := d.Find(".hand a.no"), d.Find(".hand a.card:not(.no)")
	if tucked.Length() != 8 || open.Length() != 4 {
		t.Errorf("%d cards tucked and %d to play, want 8 and 4", tucked.Length(), open.Length())
	}
	label := d.Find("#card-S13").AttrOr("aria-label", "")
	if !strings.Contains(label, "not possible now") || !strings.Contains(label, "You hold cards of the suit led") {
		t.Errorf("a card that cannot be played is called %q", label)
	}
	d = document(t, g.Model(views.English, 5, "try", "S13"))
	checkText(t, d, "#why", "You hold cards of the suit led (sorcery): play sorcery 4, sorcery 5, sorcery 6 or Merlin.")
	if href := d.Find("#why a").AttrOr("href", ""); !strings.HasPrefix(href, "/rules/shannon?back=") || !strings.HasSuffix(href, "#combat.follow") {
		t.Errorf("the refusal leads to %q", href)
	}
	d = document(t, g.Model(views.French, 5))
	checkText(t, d, "#status", "Il faut fournir de la sorcellerie ou un enchanteur.")
	waiting := document(t, g.Model(views.English, 1)).Find(".hand a")
	if n := waiting.FilterFunction(func(_ int, a *goquery.Selection) bool { return strings.Contains(a.AttrOr("href", ""), "?try=read+") }).Length(); n != 11 || waiting.Length() != n {
		t.Errorf("of %d cards of one whose turn it is not %d can be read", waiting.Length(), n)
	}
}

// The text of a card in the hand says whether it can be played now.
func TestOpenedCardsSayWhetherTheyCanBePlayed(t *testing.T) {
	g := bookletCombat(t)
	checkText(t, document(t, g.Model(views.English, 5, "read", "S13")), "#reading", "You hold cards of the suit led")
	checkText(t, document(t, g.Model(views.English, 5, "read", "M1")), "#reading", "You may play it now.")
	for _, c := range g.view(1).Mine.Hand {
		if c.Why == nil {
			checkText(t, document(t, g.Model(views.English, 1, "read", c.Card.String())), "#reading", "It is not your turn.")
		}
	}
}

func TestTheDialogOfAnEnchanter(t *testing.T) {
	g := bookletCombat(t)
	if href := document(t, g.Model(views.English, 5)).Find("#card-M1").AttrOr("href", ""); !strings.Contains(href, "try=M1") {
		t.Fatalf("Merlin leads to %q", href)
	}
	d := document(t, g.Model(views.English, 5, "try", "M1="))
	if suits, values := d.Find(".suits a").Length(), d.Find(".values a").Length(); suits != 0 || values != 15 {
		t.Errorf("following, %d suits and %d values are offered, want none and 15", suits, values)
	}
	if href := d.Find("#value-11").AttrOr("href", ""); !strings.Contains(href, "m="+url.QueryEscape("play M1=11")) {
		t.Errorf("11 leads to %q", href)
	}
	lead := newTestMatch(t, 2, "Option.dealer", "2", "Heroes", "perceval galahad", "Deck.weapons.1", dealTags(
		"M1 O1 O2 O3 O4 O5 O6 O7 O8 O9 O10 O11", "S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11 S12"))
	d = document(t, lead.Model(views.English, 1, "try", "M1=T"))
	if got := texts(d, ".suits a"); !slices.Equal(got, []string{"swords", "sorcery", "treason"}) {
		t.Errorf("two knights lead %q", got)
	}
	if href := d.Find("#value-4").AttrOr("href", ""); !strings.Contains(href, url.QueryEscape("play M1=T4")) {
		t.Errorf("leading, 4 leads to %q", href)
	}
}

func TestDeclarationsOnTheCard(t *testing.T) {
	g := newTestMatch(t, 3, "Option.dealer", "3", "Heroes", "arthur pellinore perceval", "Deck.weapons.1", dealTags(
		"S8 S1 S2 S3 S4 S5 S6 S7 O8 O9 O10 O11", "A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11 A12", "T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12"))
	d := document(t, g.Model(views.English, 1, "m", "play S8"))
	chip := d.Find(`[id="declare-+3"]`)
	if href := chip.AttrOr("href", ""); !strings.Contains(href, url.QueryEscape("play S8 +3")) {
		t.Fatalf("the token leads to %q", href)
	}
	d = document(t, g.Model(views.English, 1, "m", "play S8 +3"))
	checkText(t, d, ".combat .how", "8 + 3 = 11")
	checkText(t, d, "#status", "Final value 11 (King Arthur +3).")
	chip = d.Find(`[id="declare-+3"]`)
	if chip.AttrOr("aria-current", "none") == "none" || !strings.Contains(chip.AttrOr("href", ""), url.QueryEscape("play S8")) || strings.Contains(chip.AttrOr("href", ""), "3") {
		t.Errorf("the token once placed: %s", chip.AttrOr("href", ""))
	}
}

func TestWhatIsKnownOfTheKnights(t *testing.T) {
	g := bookletCombat(t).play("5: play M1=11")
	d := document(t, g.Model(views.English, 4))
	row := "#seat-4"
	for selector, want := range map[string]string{
		".called": "Inès", ".role": "Pellinore", ".w": "45 wounds in the pile", ".score": "400 life points of 400", ".state": "Valiant",
		".myth": "The Questing Beast (threshold", ".favs": "Hunt! (2 of 2)", ".left": "11 cards in hand",
	} {
		checkText(t, d, row+" "+selector, want)
	}
	checkText(t, d, "#seat-5 .role", "deals")
	checkText(t, d, "#combat-title", "Combat 1: Inès loses, 45 wounds.")
	if d.Find(".knight.act").AttrOr("id", "") != "seat-4" || d.Find(".knights > li").Last().AttrOr("id", "") != "seat-4" {
		t.Error("the viewer is not the last in the list, or not to act")
	}
	checkText(t, document(t, g.Model(views.French, 2)), "#seat-2 .score", "395")
	d = document(t, g.Model(views.English, 4, "see", seeWounds))
	if n := d.Find(`section[aria-labelledby="pile-4"] .heap .card`).Length(); n != 4 {
		t.Errorf("the pile shows %d cards, want 4", n)
	}
	if got := texts(d, `section[aria-labelledby="pile-4"] .heap .num`); !slices.Equal(got, []string{"10", "15", "20", "45"}) {
		t.Errorf("the pile sums up to %q", got)
	}
	d = document(t, g.Model(views.English, 4, "see", seePowers))
	if n := d.Find("#powers li").Length(); n != 10 {
		t.Errorf("%d powers of five knights", n)
	}
}

// matchOwing plays until a seat owes parts of a preparation, in one of many games.
func matchOwing(t *testing.T, want ...rules.Part) (*testMatch, games.Seat) {
	t.Helper()
	for seed := range uint64(200) {
		g := newTestMatch(t, 4)
		var seat games.Seat
		g.playUntil(rand.New(rand.NewPCG(seed, 4)), func(v rules.View) bool {
			if v.Phase != rules.PhasePrepare {
				return false
			}
			for _, s := range g.State.ToAct() {
				if prep := g.view(s).Mine.Prep; slices.Equal(prep.Owed, want) {
					seat = s
				}
			}
			return seat != 0
		})
		if seat != 0 {
			return g, seat
		}
	}
	t.Fatalf("nobody ever owes %v", want)
	return nil, 0
}

// All of a preparation is chosen in one visit and posted as one line.
func TestPreparationInOneVisit(t *testing.T) {
	for _, owed := range [][]rules.Part{
		{rules.PartDiscard},
		{rules.PartTrade},
		{rules.PartLancelot, rules.PartDiscard},
		{rules.PartTrade, rules.PartDiscard},
	} {
		t.Run(fmt.Sprint(owed), func(t *testing.T) {
			g, seat := matchOwing(t, owed...)
			query := []string{}
			for range 12 {
				d := document(t, g.Model(views.English, seat, query...))
				if form := d.Find("form:has(#confirm)"); form.Length() == 1 {
					actions := form.Find("input[name=action]")
					line := actions.AttrOr("value", "")
					if _, _, err := g.State.Apply(seat, line); err != nil || actions.Length() != 1 {
						t.Errorf("%d lines are posted, %q: %v", actions.Length(), line, err)
					}
					return
				}
				link := d.Find(".picks a:not([aria-current])").First()
				if link.Length() == 0 || d.Find(".picks a[aria-current]").Length() > 0 {
					link = d.Find(".bar .hand a:not([aria-current])").First()
				}
				to, err := url.Parse(link.AttrOr("href", ""))
				if err != nil || link.Length() == 0 {
					t.Fatalf("nothing to choose after %q: %v", query, err)
				}
				query = []string{"m", to.Query().Get("m"), "try", to.Query().Get("try")}
			}
			t.Fatalf("no end of questions: %q", query)
		})
	}
}

func TestACardDiscardedCanBeTakenBack(t *testing.T) {
	g, seat := matchOwing(t, rules.PartDiscard)
	card := g.view(seat).Mine.Prep.Drops[0].String()
	d := document(t, g.Model(views.English, seat, "m", "prepare discard "+card))
	link := d.Find("#card-" + card)
	if link.AttrOr("aria-current", "none") == "none" || strings.Contains(link.AttrOr("href", ""), "discard") {
		t.Errorf("a card laid aside leads to %q", link.AttrOr("href", ""))
	}
}

// Every phase has a page that offers all legal actions, and no others.
func TestEveryPhaseCanBePlayed(t *testing.T) {
	met := map[rules.Phase]int{}
	for seats := 2; seats <= 6; seats++ {
		g := newTestMatch(t, seats, "Option.heroes", "choice")
		rng := rand.New(rand.NewPCG(8, uint64(seats)))
		g.playUntil(rng, func(v rules.View) bool {
			if met[v.Phase]++; v.Phase == rules.PhaseOver {
				return true
			}
			if met[v.Phase] > max(effort.N(40), 8) && rng.IntN(20) > 0 {
				return false
			}
			seat := g.State.ToAct()[0]
			d := document(t, g.Model(views.English, seat))
			links := d.Find(".bar .hand a:not(.no), .bar .picks a, .offer-card a").Length()
			if links+d.Find("form:has(#confirm)").Length() == 0 {
				t.Errorf("in the phase %v there is nothing to do: %q", v.Phase, texts(d, "#bar"))
			}
			if n := document(t, g.Model(views.English, games.Spectator)).Find(".bar .hand a, .offer-card a, form:has(#confirm)").Length(); n > 0 {
				t.Errorf("in the phase %v a spectator can do %d things", v.Phase, n)
			}
			return false
		})
		d := document(t, g.Model(views.English, 1))
		if n := d.Find(".ranks tbody tr").Length(); n != seats {
			t.Errorf("the ranking of %d knights has %d lines", seats, n)
		}
	}
	for phase := rules.PhaseHero; phase < rules.PhaseOver; phase++ {
		if met[phase] == 0 && phase != rules.PhaseCount { // it is rare, and has a test of its own
			t.Errorf("the phase %v was never met", phase)
		}
	}
}

func TestCardsMovedAtTheCount(t *testing.T) {
	for seed := range uint64(200) {
		g := newTestMatch(t, 4)
		g.playUntil(rand.New(rand.NewPCG(seed, 9)), func(v rules.View) bool { return v.Phase == rules.PhaseCount })
		if g.State.Result() != nil {
			continue
		}
		seat := g.State.ToAct()[0]
		d := document(t, g.Model(views.English, seat))
		if got := d.Find("form:has(#confirm) input[name=action]").AttrOr("value", ""); got != "move" {
			t.Errorf("with nothing chosen the page posts %q", got)
		}
		card := g.view(seat).Mine.Moves.Cards[0].String()
		d = document(t, g.Model(views.English, seat, "try", card))
		to, err := url.Parse(d.Find("#picking a").First().AttrOr("href", ""))
		if err != nil {
			t.Fatal(err)
		}
		d = document(t, g.Model(views.English, seat, "m", to.Query().Get("m")))
		line := d.Find("form:has(#confirm) input[name=action]").AttrOr("value", "")
		if _, _, err := g.State.Apply(seat, line); err != nil || !strings.HasPrefix(line, "move "+card+">") {
			t.Errorf("a card moved is posted as %q: %v", line, err)
		}
		if href := d.Find("#card-"+card).AttrOr("href", ""); strings.Contains(href, "move") {
			t.Errorf("touched again, the card leads to %q", href)
		}
		if n := d.Find(".tally").Length(); n != 4 {
			t.Errorf("while cards are moved %d piles are shown", n)
		}
		return
	}
	t.Fatal("nobody ever moves a card")
}

// Addresses that no page links to are answered with the reason of their refusal, in every phase.
func TestStrangeAddresses(t *testing.T) {
	strange := []string{
		"play", "play ", "play M1=", "play =", "play S8=99", "play S8 redirect", "play S8 redirect 9", "discard", "move", "move >", "move T8>", "move T8>99", "move S1>x S1>2",
		"prepare", "prepare trade", "prepare trade 2", "prepare discard", "prepare discard S1;prepare discard S1", "favour", "favour none", "hero", "hero arthur;hero arthur", ";", "\x00", "play S8;play S9",
	}
	for seats := 2; seats <= 6; seats += 2 {
		g := newTestMatch(t, seats, "Option.heroes", "choice")
		rng := rand.New(rand.NewPCG(3, uint64(seats)))
		met := map[rules.Phase]int{}
		g.playUntil(rng, func(v rules.View) bool {
			if met[v.Phase]++; met[v.Phase] > effort.N(3) {
				return v.Round > 3
			}
			for _, text := range strange {
				for _, seat := range []games.Seat{games.Spectator, 1, games.Seat(seats)} {
					if strings.Contains(render(t, Family().Page(g.Model(views.French, seat, "m", text))), "%!") ||
						strings.Contains(render(t, Family().Page(g.Model(views.French, seat, "try", text, "see", seeCount))), "%!") {
						t.Errorf("%q spoils the page", text)
					}
				}
			}
			return false
		})
	}
}

// The place of a knight who cannot follow shows the discarded card and its wounds, in the running
// combat and in a finished one.
func TestDiscardsInTheCombat(t *testing.T) {
	suit := func(letter string) string {
		return letter + strings.Join([]string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"}, " "+letter)
	}
	g := newTestMatch(t, 4, "Option.dealer", "4", "Heroes", "arthur pellinore perceval iseult", "Deck.weapons.1", dealTags(suit("O"), suit("S"), suit("A"), suit("T")))
	g.play("1: play O9")
	check := func(d *goquery.Document, want ...string) {
		t.Helper()
		if got := texts(d, ".combat > li.beaten"); !slices.Equal(got, want) {
			t.Errorf("out of the combat are %q, want %q", got, want)
		}
	}
	d := document(t, g.Model(views.English, 2, "m", "discard S4"))
	check(d, "4 You discard −5")
	checkText(t, d, "#status", "Dishonour costs 5 wounds at once. As it stands Aliénor would lose: 10 wounds.")
	g.play("2: discard S4", "3: discard A7")
	d = document(t, g.Model(views.English, 4))
	check(d, "4 Bruno discards −5", "7 Maud discards")
	if got := d.Find(".combat .beaten .card").First().AttrOr("aria-label", ""); got != "sword 4, 5 wounds, discarded in dishonour" {
		t.Errorf("the discard is called %q", got)
	}
	check(document(t, g.play("4: discard T12").Model(views.English, 1)), "4 Bruno discards −5", "7 Maud discards", "12 Inès discards −5")
}

// The page shows Iseult that alchemy will do, though she can follow.
func TestWhoMayPlayAlchemyIsToldSo(t *testing.T) {
	g := newTestMatch(t, 3, "Option.dealer", "3", "Heroes", "arthur iseult perceval", "Deck.weapons.1", dealTags(
		"S8 S1 S2 S3 S4 S5 S6 S7 O8 O9 O10 O11", "S9 X2 X3 X4 A5 A6 A7 A8 A9 A10 A11 A12", "S10 X5 X6 X7 T5 T6 T7 T8 T9 T10 T11 T12")).play("1: play S8")
	checkText(t, document(t, g.Model(views.English, 2)), "#status", "Follow with swords, alchemy or an enchanter.")
	checkText(t, document(t, g.play("2: play X4").Model(views.English, 3)), "#status", "Follow with swords or an enchanter.")
}

// A refused post is refused in words, even where the rules quote notation.
func TestRefusalsOfPostsNameCardsInWords(t *testing.T) {
	g := bookletCombat(t)
	tests := []struct{ action, en, fr string }{
		{"play T11", "play sorcery 4, sorcery 5, sorcery 6 or Merlin", "jouez sorcellerie 4, sorcellerie 5, sorcellerie 6 ou Merlin"},
		{"play M1", "from 1 to 15: Merlin at 11.", "de 1 à 15 : Merlin à 11."},
		{"discard O4", "play sorcery 4", "jouez sorcellerie 4"},
		{"play O4 fox", "“Fox’s Feint” belongs to Fox’s Feint", "« Feinte du renard »"},
		{"play S1", "Sword 1 is not in your hand.", "Épée 1 n’est pas dans votre main."},
		{"sing", "Write it like this: play O4.", "Écrivez-la ainsi : play O4."},
	}
	for _, test := range tests {
		var why *games.Illegal
		if _, _, err := g.State.Apply(5, test.action); !errors.As(err, &why) {
			t.Fatalf("Apply(%q): %v", test.action, err)
		}
		for lang, want := range map[views.Lang]string{views.English: test.en, views.French: test.fr} {
			m := g.Model(lang, 5, "m", test.action)
			m.Notice = &views.Notice{Key: "illegal_action", Illegal: why}
			d := document(t, m)
			checkText(t, d, "[role=alert]", want)
			if n := d.Find("[role=alert]").Length(); n != 1 {
				t.Errorf("%q is refused %d times on a page", test.action, n)
			}
			sheet := views.Orders{Match: g.Model(lang, 5), Form: url.Values{}, Problem: &views.Problem{Illegal: why}}
			checkText(t, viewtest.Document(t, ordersSheet(sheet)), "#problem", want)
		}
	}
}
