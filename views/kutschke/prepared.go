package kutschke

import (
	rules "tableronde/games/kutschke"
	"tableronde/views"
)

// prepared tells what the visitor has ordered: the wishes, the turn and the stake to come.
func prepared(m views.Match, text string) (told []string) {
	w := words{m.Lang}
	o, err := rules.ParseOrders(text)
	if err != nil {
		return nil
	}
	if len(o.Wishes) > 0 {
		names := make([]string, len(o.Wishes))
		for i, k := range o.Wishes {
			names[i] = w.kind(k)
		}
		told = append(told, w.t("kutschke.prepared.wishes", "Round", o.Round, "List", w.list(names)))
	}
	for _, plan := range o.Plans {
		var steps []string
		for _, line := range plan.Lines {
			if line != doneWord {
				steps = append(steps, w.stepPhrase(line))
			}
		}
		if len(steps) == 0 {
			steps = []string{w.t("kutschke.ahead.done")}
		}
		told = append(told, w.t("kutschke.prepared.turn", "Round", plan.Round, "List", w.list(steps)))
	}
	for _, bid := range o.Bids {
		stake := w.t("kutschke.ahead.nothing")
		if len(bid.Cards) > 0 {
			names := make([]string, len(bid.Cards))
			for i, c := range bid.Cards {
				names[i] = w.card(c.String())
			}
			stake = w.list(names)
		}
		told = append(told, w.t("kutschke.prepared.stake", "Round", bid.Round, "Cards", stake))
	}
	return told
}
