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
	own, winner := p.Subject(), games.Seat(0)
	if len(p.Result.Winners) > 0 {
		winner = p.Result.Winners[0]
	}
	quests, lost, round := map[games.Seat]int{}, 0, 1
	var turn, best reward
	for _, told := range p.Told {
		for _, fact := range told.Facts {
			switch fact.Kind {
			case rules.FactRound:
				round, turn = fact.Number, reward{}
			case rules.FactQuest:
				quests[fact.Seat]++
				if fact.Seat == winner {
					turn.cards, turn.adventures = append(slices.Clone(turn.cards), fact.Cards...), append(slices.Clone(turn.adventures), fact.Word)
				}
			case rules.FactDone:
				if fact.Seat == own {
					lost += len(fact.Cards)
				}
			case rules.FactPoints:
				if fact.Seat != winner {
					continue
				}
				if turn.ply == 0 {
					turn.before = fact.Before
				}
				turn.round, turn.after, turn.ply = round, fact.Number, told.Ply
				if turn.after-turn.before > best.after-best.before {
					best = turn
				}
			case rules.FactPhase:
				turn = reward{}
			}
		}
		if told.Text == "done" {
			turn = reward{}
		}
	}
	done := views.Number{Label: p.Whose("finale.quests"), Value: strconv.Itoa(quests[own])}
	if winner != 0 && winner != own {
		done.More = p.T("finale.other", "Name", p.Name(winner), "N", quests[winner])
	}
	f := &views.Finale{Numbers: []views.Number{
		{Label: p.T("finale.rounds"), Value: strconv.Itoa(p.v.Round)}, done,
		{Label: p.Whose("finale.unused"), Value: strconv.Itoa(lost)},
	}}
	if best.ply > 0 {
		f.Moment = views.Highlight{
			Title: p.T("finale.moment.round", "N", best.round), Href: p.Draft.At(best.ply), Picture: rewardPicture(best),
			Text: p.N("finale.shields", best.after-best.before, "Name", p.Name(winner), "Before", best.before, "After", best.after),
		}
	}
	return f
}
