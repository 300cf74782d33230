package match

import (
	"context"
	"strconv"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/bots"
	"tableronde/handlers/club/learn"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/families"
)

// Limits of hints and values for one player: a few at once, and one in three seconds in the long
// run.
const (
	AskRate  = 1. / 3
	AskBurst = 15
)

// fillHint adds the hint that the query asks for. If there is none now, the page gives the reason.
func (s *Pages) fillHint(c echo.Context, m *views.Match, player db.Player) error {
	number, err := strconv.Atoi(c.QueryParam("hint"))
	if err != nil || !m.CanAsk() {
		return nil
	}
	h, err := s.Club.Bots.Hint(c.Request().Context(), m.ID, player.ID, number)
	if err != nil {
		code := web.ProblemOf(err).Code
		key := waitKeys[code]
		switch {
		case code == "no_other_hint": // only for an edited address
			return nil
		case key == "":
			return err
		}
		m.Notice = &views.Notice{Key: key}
		return nil
	}
	if len(h.Cards) > 0 {
		m.Hint, m.Hints = cardHint(m, h), h.Given
		return nil
	}
	m.Hint = &views.Hint{Action: h.Advice.Line[0], Reasons: h.Advice.Reasons, Number: h.Number, More: h.More}
	m.Hints = h.Given
	return nil
}

// cardHint puts a hint at cards into words.
func cardHint(m *views.Match, h bots.Hint) *views.Hint {
	family, _ := families.Of(m.Game.ID)
	hint := &views.Hint{Action: h.Cards[0].Action}
	for _, o := range h.Cards {
		hint.Options = append(hint.Options, views.HintOption{Choice: family.Choice(*m, m.View, o.Action, o.Reasons), Share: o.Share})
	}
	return hint
}

// waitKeys are the catalog keys for searches that are refused for now, by the code of the refusal.
var waitKeys = map[string]string{"too_many_requests": "asks_often", "searches_busy": "searches_busy"}

// FillValue adds the value of the position in an analysis if the query asks for it, or the reason
// why there is none.
func (s *Pages) FillValue(ctx context.Context, value func(string) string, m *views.Analysis, player db.Player) error {
	if value("value") == "" || player.ID == "" || m.Explored.Mover == 0 || m.Explored.Bad != nil {
		return nil
	}
	line := learn.StudyLine{After: m.Shown}
	for _, move := range m.Explored.Line {
		line.Moves = append(line.Moves, move.Text)
	}
	v, err := s.Club.Bots.Value(ctx, m.ID, player.ID, line)
	if err != nil {
		code := web.ProblemOf(err).Code
		if key := waitKeys[code]; key != "" {
			code = key
		} else if code != "match_under_way" {
			return err
		}
		m.Problem = &views.Problem{Key: code}
		return nil
	}
	m.Valued = &views.Valued{Seat: v.Seat, Exact: v.Verdict.Exact, Value: v.Verdict.Value, Line: v.Verdict.Line}
	for _, one := range v.Moves {
		m.Valued.Moves = append(m.Valued.Moves, views.ValuedMove(one))
	}
	return nil
}
