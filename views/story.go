package views

import (
	"strings"
	"time"

	"tableronde/games"
)

// Narration is the story of a match of hidden cards, and the visitor's place in the log.
type Narration struct {
	Told  []Told    // the same as Log, veiled and with its facts; nil for games that hide nothing
	Story []Entry   // the same in sentences
	Seen  int       // events that are no news to the visitor: the page lists later ones until the visitor acts
	Visit time.Time // when the visitor's present visit began
}

// Entry is a passage of a story: the consecutive actions of one seat.
type Entry struct {
	From, To int        // the first and the last of its events, by Told.Ply
	Seat     games.Seat // whose doing it is; 0 nobody's
	Text     string     // whole sentences
	Grave    bool       // a tournament, a round or the match ends with it
}

// Told is one event of a match, with the facts that its viewer may see.
type Told struct {
	Event
	Ply   int          // events stored once it had happened: 1 for the first
	Facts []games.Fact // its results (games.Reporter); none for events around the game
}

// latestText returns the last entry of the story, "" if there is none.
func (n *Narration) latestText() string {
	if len(n.Story) == 0 {
		return ""
	}
	return n.Story[len(n.Story)-1].Text
}

// shownPassage returns the part of the story that led to the shown position.
func (n *Narration) shownPassage(m *Position) string {
	for _, e := range n.Story {
		if e.From <= m.Shown && m.Shown <= e.To {
			return e.Text
		}
	}
	return m.T("match.past_start")
}

// positionText returns how the match came to the shown position, and the number of
// that position; "" while the match goes on and its present position is shown.
func (n *Narration) positionText(m *Position) string {
	if !m.Past() && m.Result == nil {
		return ""
	}
	if m.ShownMove() == 0 {
		return m.Whereabouts(m.T("match.past_start"))
	}
	return m.Whereabouts(n.shownPassage(m))
}

// shows reports whether the page shows the match as it was at a passage of its story.
func (m *Position) shows(e Entry) bool { return m.Past() && e.From <= m.Shown && m.Shown <= e.To }

// storyPart returns the part of the story that the page lists.
func (n *Narration) storyPart(m *Position) LogPart {
	shown := 0
	for i, e := range n.Story {
		if e.From <= m.Shown {
			shown = i + 1
		}
	}
	return m.LogPart(storyWords, len(n.Story), shown)
}

// entryClass returns the class of a passage in the list of the story, mostly "".
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

// News lists the passages of the story that the visitor has not read, the oldest
// first; none while something is staged or chosen, as the room is needed then.
func (n *Narration) News(m *Draft) []Entry {
	if !m.Seated() || m.Solo || m.Past() || n.Seen < 0 || m.Staged != "" || m.Probe != "" || m.Asking() {
		return nil
	}
	var news []Entry
	for _, e := range n.Story {
		if n.unread(&m.Party, e) {
			news = append(news, e)
		}
	}
	return news
}

// unread reports whether the visitor has not seen a passage of the story yet.
func (n *Narration) unread(m *Party, e Entry) bool {
	return m.Seated() && n.Seen >= 0 && e.To > n.Seen && !m.IsYou(e.Seat)
}

// Absent reports whether an event happened before the visitor's present visit
// began.
func (n *Narration) Absent(m *Position, ply int) bool {
	return ply >= 1 && ply <= len(m.Log) && m.Log[ply-1].At.Before(n.Visit)
}
