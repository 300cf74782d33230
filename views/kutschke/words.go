package kutschke

import (
	"strconv"
	"strings"

	"tableronde/games"
	rules "tableronde/games/kutschke"
	"tableronde/views"
	"tableronde/views/cards"
	"tableronde/views/locale"
)

const game = "kutschke"

// styles are the style sheets of the pages of the game. Its map is drawn like a
// board.
var styles = []string{"board.css", "cards.css", game + ".css"}

// words returns texts in one language.
type words struct{ lang locale.Lang }

func (w words) t(key string, args ...any) string { return locale.T(w.lang, key, args...) }
func (w words) n(key string, n int, args ...any) string {
	return locale.N(w.lang, key, n, args...)
}

// list joins words: "a, b and c".
func (w words) list(items []string) string { return locale.And(w.lang, items) }

// card names a virtue card within a sentence: "lance 2".
func (w words) card(code string) string {
	if code == rules.Card(0).String() {
		return w.t("kutschke.card.hidden")
	}
	return cards.Label(w.lang, game, code)
}

// withArticle returns card with its article.
func (w words) withArticle(code string) string { return cards.WithArticle(w.lang, game, code) }

// kind names an action card: "Quest".
func (w words) kind(k rules.Kind) string { return cards.Label(w.lang, game, k.String()) }

// brief returns kind in few words, for narrow places.
func (w words) brief(k rules.Kind) string { return w.t("kutschke.kind." + k.String()) }

// counted names action cards by their codes, grouped by kind: "Quest, 2 × Horse".
func (w words) counted(codes []string) []string {
	var all []string
	for _, k := range rules.Kinds() {
		n := 0
		for _, c := range codes {
			if c == k.String() {
				n++
			}
		}
		switch {
		case n > 1:
			all = append(all, strconv.Itoa(n)+"\u00a0×\u00a0"+w.brief(k))
		case n == 1:
			all = append(all, w.brief(k))
		}
	}
	return all
}

// short works like brief. For an exercise it returns the virtue without the word Exercise: an
// icon marks exercises.
func (w words) short(k rules.Kind) string {
	if v := k.Virtue(); v != 0 {
		return w.lang.Of(v.Name())
	}
	return w.brief(k)
}

// where names the place at which an action card is carried out.
func (w words) where(k rules.Kind) string { return w.t("cards.kutschke." + k.String() + ".where") }

// spot returns the name of a place on the map.
func (w words) spot(p rules.Place) string { return w.t("kutschke.map." + p.String()) }

// adventure returns the name of an adventure card.
func (w words) adventure(a rules.Adventure) string { return cards.Label(w.lang, game, a.String()) }

// quoted returns an adventure within a sentence.
func (w words) quoted(id string) string {
	return w.t("kutschke.quoted", "Text", cards.Label(w.lang, game, id))
}

// cost lists the cards that an adventure asks for: "sword 1 and dragon 2".
func (w words) cost(a rules.Adventure) string {
	var parts []string
	for _, v := range rules.Virtues() {
		if n := a.Cost(v); n > 0 {
			parts = append(parts, cards.Label(w.lang, game, v.String()+strconv.Itoa(n)))
		}
	}
	return w.list(parts)
}

// shields returns a number of points.
func (w words) shields(n int) string { return w.n("kutschke.shields", n) }

// border returns the CSS class of an action card's border: the wall, the leaves, or half of each.
func border(k rules.Kind) string {
	switch {
	case k.Camelot():
		return "wall"
	case k.Province() || k == rules.Quest:
		return "leaf"
	}
	return "both"
}

// tincture returns the plain name of a knight's color. heraldic returns its name in heraldry.
func (w words) tincture(seat games.Seat) string {
	return w.t("kutschke.color." + string(cards.KnightTincture(seat)))
}

func (w words) heraldic(seat games.Seat) string {
	return w.t("kutschke.tincture." + string(cards.KnightTincture(seat)))
}

func seatID(s games.Seat) string { return strconv.Itoa(int(s)) }

// titles returns the names of some adventures.
func (w words) titles(list []rules.Adventure) []string {
	return views.Each(list, func(a rules.Adventure) string { return w.quoted(a.String()) })
}

// pileValues lists the values on a pile: "1·2·3"; "–" for an empty one.
func pileValues(pile []int) string {
	if len(pile) == 0 {
		return "–"
	}
	return strings.Join(views.Each(pile, strconv.Itoa), "\u2009·\u2009")
}

// reason describes a fact in favor of an action, as a clause without a subject.
func (p page) reason(f games.Fact) string {
	kind, adventure, virtue := f.Kind, "", ""
	switch {
	case kind == rules.WhyPile && len(f.Cards) == 0:
		kind = "pile_empty"
	case kind == rules.WhyHolds && len(f.Cards) == 0:
		kind = "holds_none"
	}
	switch kind {
	case rules.WhyTotal:
		virtue = p.card(f.Word)
	default:
		if f.Word != "" {
			adventure = p.quoted(f.Word)
		}
	}
	names := views.Each(f.Cards, func(code string) string { return cards.Label(p.lang, game, code) })
	return p.Counted("kutschke.reason."+kind, f.Number, "Number", f.Number, "Adventure", adventure, "Virtue", virtue,
		"Cards", p.list(names), "Shields", p.shields(f.Number))
}

// moment returns the moment of a decision in words, "" for an unknown phase.
func moment(m views.Match, at games.Moment) string {
	if key := "kutschke.moment." + at.Phase; m.Has(key) {
		return m.T(key, "Round", at.Round, "Step", at.Step)
	}
	return ""
}

// readKnight, followed by the number of a seat, is the code of a knight's text. Other texts have
// the code or the id of their subject.
const readKnight = "knight"

// reads returns the address with which a link, named by its id, opens a text.
func (p page) reads(code, origin string) string { return p.Opens(p.text, code, origin) }

// reading returns the open text, nil for none. It also returns the text of a chosen card that
// cannot be used.
func (p page) reading() *views.Reading {
	if p.text.Code != "" || p.Asking() {
		return p.Opened(p.text, lexicon{p}.read)
	}
	if !p.Yours() || !p.triedInVain() {
		return nil
	}
	r := lexicon{p}.readAction(kindOf(p.Probe))
	r.Origin, r.Close = views.Either(p.v.Phase == rules.PhasePick, "tile-", "spare-")+p.Probe, p.Opening("")
	return r
}

// triedInVain reports whether a chosen card cannot be used.
func (p page) triedInVain() bool {
	for _, c := range p.v.Choices() {
		if c.Kind.String() == p.Probe {
			return c.Why != nil
		}
	}
	for _, u := range p.ahead.Uses() {
		if u.Kind.String() == p.Probe {
			return u.Why != nil
		}
	}
	return false
}
