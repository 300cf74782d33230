package shannon

import rules "tableronde/games/shannon"

// endedCombat returns the last combat of the round, for a viewer who has not acted in the
// one that runs since; nil for others, and while the table itself still shows it.
func (p page) endedCombat() *rules.Combat {
	last := p.v.LastCombat
	if p.v.Mine == nil || p.Past() || p.v.Phase != rules.PhaseCombat || last == nil || last.Round != p.v.Round || len(p.v.Table) == 0 {
		return nil
	}
	if _, acted := playedBy(p.v.Table, p.v.Viewer); acted || p.v.Knights[p.v.Viewer-1].Dishonored {
		return nil
	}
	return last
}
