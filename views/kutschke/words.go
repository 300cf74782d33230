package kutschke

import (
	"strconv"
	"strings"

	"tableronde/games"
	rules "tableronde/games/kutschke"
	"tableronde/views/cards"
	"tableronde/views/locale"
)

const game = "kutschke"

// styles are the style sheets of the pages of the game. Its map is drawn like a
// board.
var styles = []string{"board.css", "cards.css", game + ".css"}

// words are the sentences of a page in its language.
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

// namesOf names several cards.
func namesOf[T interface{ String() string }](name func(string) string, things []T) []string {
	all := make([]string, len(things))
	for i, thing := range things {
		all[i] = name(thing.String())
	}
	return all
}

// kind names an action card: "Quest".
func (w words) kind(k rules.Kind) string { return cards.Label(w.lang, game, k.String()) }

// brief returns kind in few words, for where there is little room.
func (w words) brief(k rules.Kind) string { return w.t("kutschke.kind." + k.String()) }

// counted names some action cards by their codes, those of a kind together: "Quest,
// 2 × Horse".
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

// short returns brief where the sign beside it tells an exercise from a virtue.
func (w words) short(k rules.Kind) string {
	if v := k.Virtue(); v != 0 {
		return w.lang.Of(v.Name())
	}
	return w.brief(k)
}

// where tells where an action card is carried out.
func (w words) where(k rules.Kind) string { return w.t("cards.kutschke." + k.String() + ".where") }

// spot returns the name of a place on the map.
func (w words) spot(p rules.Place) string { return w.t("kutschke.map." + p.String()) }

// adventure returns what an adventure card says.
func (w words) adventure(a rules.Adventure) string { return cards.Label(w.lang, game, a.String()) }

// quoted returns an adventure within a sentence.
func (w words) quoted(id string) string {
	return w.t("kutschke.quoted", "Text", cards.Label(w.lang, game, id))
}

// cost tells what an adventure asks for: "sword 1 and dragon 2".
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

// border returns the class of the border of an action card: the wall, the leaves, or
// half of each.
func border(k rules.Kind) string {
	switch {
	case k.Camelot():
		return "wall"
	case k.Province() || k == rules.Quest:
		return "leaf"
	}
	return "both"
}

// tincture returns the plain word for a knight's color, and heraldic its name in
// heraldry.
func (w words) tincture(seat games.Seat) string {
	return w.t("kutschke.color." + string(cards.KnightTincture(seat)))
}

func (w words) heraldic(seat games.Seat) string {
	return w.t("kutschke.tincture." + string(cards.KnightTincture(seat)))
}

func seatID(s games.Seat) string { return strconv.Itoa(int(s)) }

// titles returns the names of some adventures.
func (w words) titles(list []rules.Adventure) []string {
	return namesOf(func(id string) string { return w.quoted(id) }, list)
}

// pileValues lists what lies on a pile: "1·2·3".
func pileValues(pile []int) string {
	if len(pile) == 0 {
		return "–"
	}
	texts := make([]string, len(pile))
	for i, n := range pile {
		texts[i] = strconv.Itoa(n)
	}
	return strings.Join(texts, "\u2009·\u2009")
}
