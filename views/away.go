package views

// News lists the passages of the story that the others have added since the
// visitor last acted here or ended a visit, the oldest first; none while
// something is staged or chosen, for then the room is needed.
func (m Match) News() []Entry {
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

// unread reports whether a passage of the story is news to the visitor.
func (m Match) unread(e Entry) bool {
	return m.Seated() && m.Seen >= 0 && e.To > m.Seen && !m.IsYou(e.Seat)
}

// Absent reports whether an event happened before the present visit of the visitor
// began.
func (m Match) Absent(ply int) bool {
	return ply >= 1 && ply <= len(m.Log) && m.Log[ply-1].At.Before(m.Visit)
}
