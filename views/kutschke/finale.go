package kutschke

import (
	"slices"
	"strconv"

	"tableronde/games"
	rules "tableronde/games/kutschke"
	"tableronde/views"
)

// reward is the shields that a knight wins in one turn or tournament, with its quests.
type reward struct {
	seat                 games.Seat
	round, before, after int
	ply                  int
	cards                []string // that paid for the quests
	adventures           []string
}

// finale returns the end of a match: its rounds, the quests, the cards that were lost, and the turn
// in which the winner won most shields. It returns nil for a canceled match.
func (p page) finale() *views.Finale {
	if !p.Over() || p.Result.Reason == games.ReasonAborted {
		return nil
	}
	own, winner := p.Subject(), p.Winner()
	quests, lost := map[games.Seat]int{}, 0
	for _, told := range p.Told {
		for _, fact := range told.Facts {
			switch fact.Kind {
			case rules.FactQuest:
				quests[fact.Seat]++
			case rules.FactDone:
				if fact.Seat == own {
					lost += len(fact.Cards)
				}
			}
		}
	}
	f := &views.Finale{Numbers: []views.Number{
		{Label: p.T("finale.rounds"), Value: strconv.Itoa(p.v.Round)}, p.Compared("finale.quests", quests),
		{Label: p.Whose("finale.unused"), Value: strconv.Itoa(lost)},
	}}
	var turns []views.Turn
	for _, r := range p.rewards() {
		turns = append(turns, views.Turn{Seat: r.seat, Size: r.after - r.before, Highlight: views.Highlight{
			Title: p.T("finale.round.number", "N", r.round), Href: p.Draft.At(r.ply), Picture: rewardPicture(r),
			Text: p.N(views.Either(p.IsYou(r.seat), "finale.shields.you", "finale.shields"), r.after-r.before, "Name", p.Name(r.seat), "Before", r.before, "After", r.after),
		}})
	}
	f.Rank(turns, func(t views.Turn) bool { return t.Seat == winner })
	return f
}

// rewards lists the turns and tournaments in which a knight won shields.
func (p page) rewards() (list []reward) {
	round, open := 1, map[games.Seat]reward{}
	end := func() {
		for _, seat := range p.AllSeats() {
			if r := open[seat]; r.after > r.before {
				list = append(list, r)
			}
		}
		clear(open)
	}
	for _, told := range p.Told {
		for _, fact := range told.Facts {
			r := open[fact.Seat]
			switch fact.Kind {
			case rules.FactRound:
				end()
				round = fact.Number
			case rules.FactPhase:
				end()
			case rules.FactQuest:
				r.cards, r.adventures = append(slices.Clone(r.cards), fact.Cards...), append(slices.Clone(r.adventures), fact.Word)
				open[fact.Seat] = r
			case rules.FactPoints:
				if r.ply == 0 {
					r.before = fact.Before
				}
				r.seat, r.round, r.after, r.ply = fact.Seat, round, fact.Number, told.Ply
				open[fact.Seat] = r
			}
		}
		if told.Text == "done" {
			end()
		}
	}
	end()
	return list
}
