package shannon

import (
	"strconv"

	"tableronde/games"
	rules "tableronde/games/shannon"
	"tableronde/views"
)

// finale returns the end of a match: its rounds, the combats lost, the life left, and the combat in
// which a rival of the winner took most wounds. It returns nil for a canceled match.
func (p page) finale() *views.Finale {
	if !p.Over() || p.Result.Reason == games.ReasonAborted {
		return nil
	}
	own, winner := p.Subject(), p.Winner()
	var round, combat, lost int
	var turns []views.Turn
	f := &views.Finale{}
	for _, told := range p.Told {
		for _, fact := range told.Facts {
			switch fact.Kind {
			case rules.FactRound:
				round = fact.Number
			case rules.FactCombat:
				combat = fact.Number
			case rules.FactTakes:
				if fact.Seat == own {
					lost++
				}
				if fact.Number > 0 {
					turns = append(turns, views.Turn{Seat: fact.Seat, Size: fact.Number, Highlight: views.Highlight{
						Title: p.T("finale.combat.number", "Combat", combat, "Round", round), Href: p.Draft.At(told.Ply), Picture: takenPicture(fact.Cards),
						Text: p.T(views.Either(p.IsYou(fact.Seat), "finale.combat.you", "finale.combat"), "Name", p.Name(fact.Seat), "Wounds", fact.Number),
					}})
				}
			}
		}
	}
	f.Rank(turns, func(t views.Turn) bool { return t.Seat != winner })
	f.Numbers = []views.Number{
		{Label: p.T("finale.rounds"), Value: strconv.Itoa(round)},
		{Label: p.Whose("finale.combats"), Value: strconv.Itoa(lost)},
		{Label: p.Whose("finale.life"), Value: strconv.Itoa(p.v.Knights[own-1].Life)},
	}
	return f
}
