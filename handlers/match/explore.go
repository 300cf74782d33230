package match

import (
	"strings"

	"tableronde/games"
	"tableronde/games/table"
	"tableronde/handlers/web"
	"tableronde/views"
)

// mostExplored is how many moves one may look ahead.
const mostExplored = 40

// Explore returns the position to which a query looks ahead from that of a match: line
// has the moves, m the move in the making, try a square.
func Explore(value func(string) string, m table.Match) views.Explored {
	e := views.Explored{Staged: value("m"), Probe: value("try")}
	state := m.State()
	words := strings.Fields(value("line"))
	for _, text := range words[:min(len(words), mostExplored)] {
		toAct := state.ToAct()
		if len(toAct) != 1 {
			break
		}
		next, canonical, err := state.Apply(toAct[0], games.Plain(text))
		if err != nil {
			e.Bad = web.ProblemOf(err).Illegal
			break
		}
		e.Line = append(e.Line, views.TriedMove{Seat: toAct[0], Text: canonical})
		state = next
	}
	if toAct := state.ToAct(); len(toAct) == 1 {
		e.Mover = toAct[0]
	}
	e.View = state.View(e.Mover)
	return e
}
