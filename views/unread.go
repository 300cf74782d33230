package views

import "strings"

// News lists the passages of the story that the visitor has not read, the oldest
// first; none while something is staged or chosen, as the room is needed then.
func (m *Match) News() []Entry {
	if !m.Seated() || m.Solo || m.Past() || m.Seen < 0 || m.Staged != "" || m.Probe != "" || m.Asking() {
		return nil
	}
	var news []Entry
	for _, e := range m.Story {
		if m.unread(e) {
			news = append(news, e)
		}
	}
	return news
}

// unread reports whether the visitor has not seen a passage of the story yet.
func (m *Match) unread(e Entry) bool {
	return m.Seated() && m.Seen >= 0 && e.To > m.Seen && !m.IsYou(e.Seat)
}

// shows reports whether the page shows the match as it was at a passage of its story.
func (m *Match) shows(e Entry) bool { return m.Past() && e.From <= m.Shown && m.Shown <= e.To }

// entryClass returns the class of a passage in the list of the story, mostly "".
func (m *Match) entryClass(e Entry) string {
	var list []string
	if m.unread(e) {
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

// Absent reports whether an event happened before the visitor's present visit
// began.
func (m *Match) Absent(ply int) bool {
	return ply >= 1 && ply <= len(m.Log) && m.Log[ply-1].At.Before(m.Visit)
}

// storyPart returns the part of the story that the page lists.
func (m *Match) storyPart() LogPart {
	shown := 0
	for i, e := range m.Story {
		if e.From <= m.Shown {
			shown = i + 1
		}
	}
	return m.LogPart(storyWords, len(m.Story), shown)
}
