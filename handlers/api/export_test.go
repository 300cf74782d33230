package api

import (
	"encoding/json"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms"
)

// The names by which tests reach unexported parts.
const MaxKey = maxKey

var (
	NewStory   = newStory
	FormatTime = formatTime
)

// LogOf returns events as they are stored.
func LogOf(events []db.Event) loggedEvents { return appendEvents(nil, events) }

// NewMatch returns a match with its whole log.
func NewMatch(f match.Match, player string, seat games.Seat) *Match {
	return newMatch(f, player, seat, 0)
}

// NewMatchSince is NewMatch with the log from a ply on.
func NewMatchSince(f match.Match, player string, seat games.Seat, since int) *Match {
	return newMatch(f, player, seat, since)
}

// Events returns the log of the match, event by event.
func (m *Match) Events() (list []string) {
	var events []json.RawMessage
	text, err := m.Log.MarshalJSON()
	if err == nil {
		err = json.Unmarshal(text, &events)
	}
	if err != nil {
		panic(err)
	}
	for _, e := range events {
		list = append(list, string(e))
	}
	return list
}

// Endpoints lists the calls of the API as "GET /path".
func Endpoints() (list []string) {
	for _, call := range New(Config{Club: new(rooms.Club)}).endpoints() {
		list = append(list, call.Method+" "+call.Path)
	}
	return list
}
