package views

import (
	"strconv"
	"time"
)

// OpenTable is the table of a match before it starts.
type OpenTable struct {
	Host     bool      // the visitor opened the table
	Watch    string    // who without a seat may see it: "live", "none", "" for all
	Invite   string    // token of the invitation link, for the host; "" for others
	Invited  bool      // there is such a link, whether or not its token can be shown
	Asked    []Asked   // who have been asked to take seats that are kept for them, for the host
	Declined []string  // names of players who have declined
	StartNow StartNow  // the host's start before all seats are taken
	Ladder   bool      // it is a challenge on a ladder
	Needs    Needs     // of a player who takes a seat
	Expires  time.Time // when the table ends unless its seats are taken by then; zero once the match has begun
	Words    string    // a contribution to the shuffle for a player who may join
	Problem  *Problem  // why the form that takes a seat was refused; nil otherwise
}

// Asked is a player with a seat kept for them.
type Asked struct{ ID, Name string }

// StartNow says how a table can start before all its seats are taken.
type StartNow struct {
	Without bool // the open seats
	Bots    bool // in the open seats
}

// askedNames returns the names of the players who have been asked to play.
func (o *OpenTable) askedNames(p Page) string {
	names := make([]string, len(o.Asked))
	for i, one := range o.Asked {
		names[i] = one.Name
	}
	return p.List(names)
}

// Needs are the conditions of a table for taking a seat; zero fields ask nothing.
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
