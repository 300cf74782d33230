package api

import (
	"tableronde/games"
	"tableronde/handlers/club"
)

// What the tests see of the inside.
const MaxKey = maxKey

var (
	NewStory   = newStory
	FormatTime = formatTime
)

// NewMatch returns a match with its whole log.
func NewMatch(f club.Match, player string, seat games.Seat) *Match {
	return newMatch(f, player, seat, 0)
}

// NewMatchSince is NewMatch with the log from a ply on.
var NewMatchSince = newMatch

// Endpoints lists the calls of the API as "GET /path".
func Endpoints() (list []string) {
	for _, call := range new(API).endpoints() {
		list = append(list, call.Method+" "+call.Path)
	}
	return list
}
