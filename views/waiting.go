package views

import (
	"strconv"
	"time"
)

// OpenTable is the table of a match before it starts.
type OpenTable struct {
	Host     bool      // the visitor opened the table
	Watch    string    // who may see it without a seat: "live", "none", "" for everybody
	Invite   string    // token of the invitation link, for the host; "" for others
	Invited  bool      // an invitation exists, even if its token cannot be shown
	Asked    []Asked   // for the host: players with a reserved seat who have not answered
	Declined []string  // names of players who have declined
	StartNow StartNow  // how the host can start before all seats are taken
	Ladder   bool      // it is a challenge on a ladder
	Needs    Needs     // required of each player who joins
	Expires  time.Time // time when the table expires; zero once the match has begun
	Words    string    // proposed contribution to the shuffle, for a player who may join
	Problem  *Problem  // why the form for joining was refused; nil if it was not
}

// Asked is a player with a reserved seat.
type Asked struct{ ID, Name string }

// StartNow states how a table can start before all its seats are taken.
type StartNow struct {
	Without bool // without the open seats
	Bots    bool // with bots in the open seats
}

// askedNames joins the names of the players who were asked to play.
func (o *OpenTable) askedNames(p Page) string {
	return p.List(Each(o.Asked, func(one Asked) string { return one.Name }))
}

// Needs are a table's requirements for joining. A zero field requires nothing.
type Needs struct{ Played, Low, High int }

// Text describes the needs in a few words, "" for none.
func (n Needs) Text(p Page) string { return n.told(p, "needs.told") }

// Sentence describes the needs in a sentence, "" for none.
func (n Needs) Sentence(p Page) string { return n.told(p, "needs.sentence") }

func (n Needs) told(p Page, key string) string {
	var list []string
	if n.Played > 0 {
		list = append(list, p.N("needs.played", n.Played))
	}
	low, high := strconv.Itoa(n.Low), strconv.Itoa(n.High)
	switch {
	case n.Low > 0 && n.High > 0:
		list = append(list, p.T("needs.rating", "Low", low, "High", high))
	case n.Low > 0:
		list = append(list, p.T("needs.low", "Low", low))
	case n.High > 0:
		list = append(list, p.T("needs.high", "High", high))
	}
	if len(list) == 0 {
		return ""
	}
	return p.T(key, "What", p.List(list))
}
