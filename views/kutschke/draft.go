package kutschke

import (
	rules "tableronde/games/kutschke"
)

// drafting reports whether the viewer has action cards still to pick in this round:
// the page then puts what a pick depends on into one screen, and the map after
// it.
func (p page) drafting() bool {
	return !p.Past() && p.Result == nil && p.Seated() && len(p.v.Choices()) > 0
}

// summary returns where the viewer is in the round and on the map, in a line.
func (p page) summary() string {
	me, _ := p.me(p.v)
	return p.t("kutschke.draft.summary", "Round", p.v.Round, "Place", p.spot(me.At))
}

// tiles lists the kinds of action cards with what a touch does: on one's turn it
// chooses, otherwise it reads.
func (p page) tiles(chosen string) []actionTile {
	var all []actionTile
	for _, c := range p.v.Choices() {
		one := actionTile{kind: c.Kind, left: c.Left, on: p.Yours() && c.Line == chosen}
		one.label = p.t("kutschke.tile", "Card", p.kind(c.Kind), "Where", p.where(c.Kind), "Left", p.n("kutschke.left", c.Left))
		if v := c.Kind.Virtue(); v != 0 {
			one.pile = pileValues(p.v.Piles[v])
			one.label += ". " + p.t("kutschke.read.pile", "Values", one.pile)
		}
		if c.Why != nil {
			one.why = p.Refusal(p.worded(c.Why))
			one.label = p.t("kutschke.tile.no", "Tile", one.label, "Why", one.why)
		}
		switch {
		case !p.Yours():
			one.href, one.on = p.reads(c.Kind.String(), "tile-"+c.Kind.String()), p.text.Origin == "tile-"+c.Kind.String()
		case c.Why != nil:
			one.href = p.Staging(nil, c.Kind.String())
		case one.on:
			one.href = p.Staging(nil, "")
		default:
			one.href = p.Staging([]string{c.Line}, "")
		}
		all = append(all, one)
	}
	return all
}

// taken returns the kind of the card that a staged line picks, 0 for none.
func (p page) taken(line string) rules.Kind {
	for _, c := range p.v.Choices() {
		if c.Line == line && c.Why == nil {
			return c.Kind
		}
	}
	return 0
}
