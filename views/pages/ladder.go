package pages

import (
	"strconv"
	"time"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/views"
)

// Ladders is the model of the list of ladders.
type Ladders struct {
	views.Page
	Ladders []LadderLine
}

// LadderLine is a ladder in a list.
type LadderLine struct {
	Game    games.Info
	Players int
	Place   int // of the visitor, or of the player whose page shows it; 0 for none
}

// LadderRules are the rules of ladders, in numbers.
type LadderRules struct {
	Places, Tenth        int // challenges reach Places places up, or the number of players divided by Tenth if that is more
	Answer, Again, Leave int // days to accept, to a second challenge of the same player, and of absence until a player is removed
}

// Ladder is the model of a ladder.
type Ladder struct {
	views.Page
	Games   []games.Info
	Game    games.Info
	Rules   LadderRules
	Players int
	First   int // place of the first
	Rungs   []LadderRung
	More    bool        // there are further places
	Own     *LadderRung // of the visitor
	Results []LadderResult
	Key     string
	Name    string // typed by a visitor without one
	Problem *views.Problem
}

// LadderRung is a place on a ladder.
type LadderRung struct {
	Place int
	Person
	You       bool
	Since     time.Time // when the player joined
	Reached   bool      // the visitor may challenge them
	Challenge *LadderDuel
}

// LadderDuel is an open challenge.
type LadderDuel struct {
	Match      string // "" where the visitor does not take part
	Rival      Person // the other player of the challenge
	Challenged bool   // they are the challenged
	Started    bool
	Until      time.Time // the end of the time to accept
}

// LadderResult is a challenge that was settled.
type LadderResult struct {
	Challenger, Challenged Person
	At                     time.Time
	Outcome                string // "won", "drawn", "lost" by the challenger, "declined", "late"
}

// path returns the address of the part of the ladder that begins with a place.
func (m Ladder) path(first int) templ.SafeURL {
	path := "/ladders/" + m.Game.ID
	if first > 1 {
		path += "?from=" + strconv.Itoa(first)
	}
	return templ.SafeURL(path)
}

// reach returns the largest number of places that a challenge spans.
func (m Ladder) reach() int { return max(m.Rules.Places, m.Players/m.Rules.Tenth) }

// state describes the open challenge of a player, "" for none.
func (r LadderRung) state(p views.Page) string {
	switch d := r.Challenge; {
	case d == nil:
		return ""
	case d.Started:
		return p.T("ladder.plays", "Name", d.Rival.Name)
	case d.Challenged:
		return p.T("ladder.challenged", "Name", d.Rival.Name, "Day", p.Day(d.Until))
	default:
		return p.T("ladder.challenges", "Name", d.Rival.Name)
	}
}

// ownText describes the visitor's place on the ladder, and the possible next steps.
func (m Ladder) ownText() string {
	switch {
	case m.Own == nil:
		return m.T("ladder.join_help")
	case m.Own.Challenge != nil:
		return m.Own.Challenge.ownText(m.Page)
	case m.Own.Place == 1:
		return m.T("ladder.on_top")
	}
	return m.N("ladder.may", min(m.reach(), m.Own.Place-1))
}

// ownText describes the visitor's own challenge.
func (d LadderDuel) ownText(p views.Page) string {
	switch {
	case d.Started:
		return p.T("ladder.own.plays", "Name", d.Rival.Name)
	case d.Challenged:
		return p.T("ladder.own.challenged", "Name", d.Rival.Name, "Day", p.Day(d.Until))
	}
	return p.T("ladder.own.challenges", "Name", d.Rival.Name, "Day", p.Day(d.Until))
}

// text describes the result of a challenge.
func (r LadderResult) text(p views.Page) string {
	return p.T("ladder.result."+r.Outcome, "Challenger", r.Challenger.Name, "Challenged", r.Challenged.Name)
}
