package knizia

import (
	"strconv"

	"tableronde/games"
	rules "tableronde/games/knizia"
	"tableronde/views"
)

// finale returns the end of a match: the tournaments, those won, the action cards played, and the
// tournament that the winner won with the highest total. It returns nil for a canceled match.
func (s scene) finale() *views.Finale {
	if !s.Over() || s.Result.Reason == games.ReasonAborted {
		return nil
	}
	own, winner := s.Subject(), s.Winner()
	var all, actions int
	var turns []views.Turn
	won, totals := map[games.Seat]int{}, map[games.Seat]int{}
	f := &views.Finale{}
	for _, told := range s.Told {
		for _, fact := range told.Facts {
			switch fact.Kind {
			case rules.FactColor:
				clear(totals)
			case rules.FactPlay, rules.FactTotal, rules.FactAnnounce, rules.FactLost:
				totals[fact.Seat] = fact.Number
			case rules.FactAction:
				if fact.Seat == own {
					actions++
				}
			case rules.FactWon:
				all++
				won[fact.Seat]++
				total := totals[fact.Seat]
				turns = append(turns, views.Turn{Seat: fact.Seat, Size: total, Highlight: views.Highlight{
					Title: s.T("finale.tournament.number", "N", all), Href: s.Draft.At(told.Ply), Picture: wonPicture(s.Lang, fact.Cards),
					Text: s.T(views.Either(s.IsYou(fact.Seat), "finale.tournament.you", "finale.tournament"), "Name", s.Name(fact.Seat), "Won", s.T("knizia.won."+fact.Word), "Total", total),
				}})
			}
		}
	}
	f.Rank(turns, func(t views.Turn) bool { return t.Seat == winner })
	f.Numbers = []views.Number{
		{Label: s.T("finale.tournaments"), Value: strconv.Itoa(all)}, s.Compared("finale.won", won),
		{Label: s.Whose("finale.actions"), Value: strconv.Itoa(actions)},
	}
	return f
}
