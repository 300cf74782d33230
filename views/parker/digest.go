package parker

import (
	rules "tableronde/games/parker"
	"tableronde/views"
)

// digestEntries are the cells of the rules on one screen, in their order. A game has a cell if one
// of its voices has the figure.
var digestEntries = []string{"win", "step", "canter", "jump", "must", "charge", "own", "castles", "draw"}

// digest returns the rules of a game on one screen.
func digest(r views.Rules) views.Digest {
	m := book{r}
	g := rules.BoardOf(m.Game.ID)
	if g == nil {
		return views.Digest{}
	}
	men, knights := Army(g)
	args := append(m.facts(g), "Men", men, "Knights", knights)
	say := func(name string) string { return m.say("digest."+name, args) }
	d := views.Digest{Facts: say("facts")}
	for _, name := range digestEntries {
		if f, ok := digestFigure(m.Game.ID, name); ok {
			drawing := f.picture(m.Lang, g, "")
			drawing.Bare = true
			d.Cells = append(d.Cells, views.DigestEntry{Drawing: drawing, Title: say(name + ".title"), Text: say(name)})
		}
	}
	return d
}
