package match

import (
	"strconv"
	"strings"

	"tableronde/games"
	"tableronde/games/table"
)

// takeBack goes back to before the last action, at a table of one.
func (t *txn) takeBack() error {
	events := takeBackEvents(t.table)
	if len(events) == 0 {
		return &ActionError{Err: errNothingToTakeBack}
	}
	for _, e := range events {
		if err := t.play(e.Seat, e.Text); err != nil {
			return &ActionError{Err: err}
		}
	}
	return nil
}

// takeBackFromBots goes back to before the last action of a seat, to which the bots at all
// others agree.
func (t *txn) takeBackFromBots(seat games.Seat) error {
	for _, offer := range t.table.Offers(seat) {
		if strings.HasPrefix(offer, "offer undo ") {
			return t.play(seat, offer)
		}
	}
	return &ActionError{Err: errNothingToTakeBack}
}

// takeBackEvents lists what a person alone at a table posts to take back the last
// action: the request of one seat, and the consent of all others.
func takeBackEvents(t table.Match) []table.Event {
	last, ok := t.Last()
	path := t.Path()
	if !ok || len(path) == 0 {
		return nil
	}
	events := []table.Event{{Seat: last.Seat, Text: "offer undo " + strconv.Itoa(path[len(path)-1])}}
	for seat := games.Seat(1); int(seat) <= t.Setup().Seats; seat++ {
		if seat != last.Seat {
			events = append(events, table.Event{Seat: seat, Text: "accept undo"})
		}
	}
	return events
}
