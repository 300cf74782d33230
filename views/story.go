package views

import (
	"slices"
	"strings"
	"time"

	"tableronde/games"
)

// Narration is the story of a match of hidden cards, and the visitor's place in it.
type Narration struct {
	Told  []Told    // the viewer's log with facts; nil for games without hidden parts
	Story []Entry   // the log as sentences
	Seen  int       // number of events that the visitor has seen; later ones are listed until the visitor acts
	Visit time.Time // beginning of the visitor's present visit
}

// Entry is a passage of a story: the consecutive actions of one seat.
type Entry struct {
	From, To int        // plies of its first and last event, as Told.Ply
	Seat     games.Seat // seat that acted; 0 for none
	Text     string     // whole sentences
	Grave    bool       // it ends a tournament, a round or the match
}

// Told is one event of a match, with the facts that its viewer may see.
type Told struct {
	Event
	Ply   int          // number of events after it: 1 for the first
	Facts []games.Fact // its results (games.Reporter); none for events outside of the game
}

// latestText returns the last entry of the story, "" if there is none.
func (n *Narration) latestText() string {
	if len(n.Story) == 0 {
		return ""
	}
	return n.Story[len(n.Story)-1].Text
}

// shownPassage returns the passage of the story that led to the shown position.
func (n *Narration) shownPassage(m *Position) string {
	for _, e := range n.Story {
		if e.From <= m.Shown && m.Shown <= e.To {
			return e.Text
		}
	}
	return m.T("match.past_start")
}

// positionText returns a sentence about the event before the shown position and the position's
// number. It is "" for the present position of a running match.
func (n *Narration) positionText(m *Position) string {
	if !m.Past() && m.Result == nil {
		return ""
	}
	return m.Whereabouts(Either(m.ShownMove() == 0, m.T("match.past_start"), n.shownPassage(m)))
}

// shows reports whether the page shows the position at a passage of the story.
func (m *Position) shows(e Entry) bool { return m.Past() && e.From <= m.Shown && m.Shown <= e.To }

// storyPart returns the listed part of the story.
func (n *Narration) storyPart(m *Position) LogPart {
	shown := 0
	for i, e := range n.Story {
		if e.From <= m.Shown {
			shown = i + 1
		}
	}
	return m.LogPart(storyWords, len(n.Story), shown)
}

// entryClass returns the CSS class of a passage in the list, "" for most.
func (n *Narration) entryClass(m *Position, e Entry) string {
	var list []string
	if n.unread(&m.Party, e) {
		list = append(list, "new")
	}
	if e.Grave {
		list = append(list, "grave")
	}
	if m.shows(e) {
		list = append(list, "now")
	}
	return strings.Join(list, " ")
}

// News lists the passages of the story that the visitor has not read, the oldest first. It is empty
// while an action is staged or chosen, which needs the room.
func (n *Narration) News(m *Draft) []Entry {
	if !m.Seated() || m.Solo || m.Past() || n.Seen < 0 || m.Staged != "" || m.Probe != "" || m.Asking() {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(n.Story), func(e Entry) bool { return !n.unread(&m.Party, e) })
}

// unread reports whether the visitor has not seen a passage of the story yet.
func (n *Narration) unread(m *Party, e Entry) bool {
	return m.Seated() && n.Seen >= 0 && e.To > n.Seen && !m.IsYou(e.Seat)
}

// Absent reports whether an event came before the visitor's present visit.
func (n *Narration) Absent(m *Position, ply int) bool {
	return ply >= 1 && ply <= len(m.Log) && m.Log[ply-1].At.Before(n.Visit)
}
