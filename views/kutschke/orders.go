package kutschke

import (
	"net/url"
	"slices"
	"strings"

	"github.com/a-h/templ"

	rules "tableronde/games/kutschke"
	"tableronde/views"
	"tableronde/views/cards"
)

// written formats the wish list of a submitted form; the rules refuse what is
// wrong in it.
func written(form url.Values) string {
	var wishes []string
	for _, w := range form[fieldWish] {
		if w = strings.Join(strings.Fields(w), "_"); w != "" {
			wishes = append(wishes, w)
		}
	}
	lines := plannedAhead(form)
	if len(wishes) > 0 {
		lines = append([]string{strings.Join(wishes, " ")}, lines...)
	}
	return strings.Join(lines, "\n")
}

func wishList(m views.Orders) templ.Component {
	p := wishPage{Orders: m, words: words{m.Lang}}
	if v, ok := m.View.(rules.View); ok {
		p.v = v
		round, kinds := v.Wishes(m.Text)
		p.round = round
		for _, k := range kinds {
			p.wishes = append(p.wishes, k.String())
		}
	}
	kept := slices.Clone(p.wishes)
	if list, ok := m.Form[fieldWish]; ok {
		p.wishes = strings.Fields(written(url.Values{fieldWish: list}))
	}
	p.wishes = p.wishes[:min(len(p.wishes), mostWishes)]
	p.edited = !slices.Equal(kept, p.wishes)
	p.Problem = m.Problem.Reworded(p.worded)
	return wishSheet(p, p.frame())
}

// frame returns what the page says around the form.
func (p wishPage) frame() views.Sheet {
	return views.Sheet{
		Styles: styles,
		Class:  "narrow kutschke wish-page", Defs: cards.Defs(game), Title: p.t("kutschke.wishes"), Lead: p.t("kutschke.wishes.lead"), Secret: p.t("kutschke.wishes.secret"),
		Before: wishSupply(p), Edited: p.edited, Unsaved: p.t("kutschke.wishes.unsaved"), Saved: p.t("kutschke.wishes.saved"), Save: p.t("kutschke.wishes.save"),
		Aside: views.Act{ID: "clear", Label: p.t("kutschke.wishes.clear"), Href: p.with(nil)},
	}
}
