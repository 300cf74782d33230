package views

// News lists the passages of the story that the others have added since the
// visitor was last here, the oldest first; none while something is staged or
// chosen, for then the room is needed, nor where the visitor saw it happen.
func (m Match) News() []Entry {
	if !m.seated() || m.Solo || m.past() || m.Seen < 0 || m.Staged != "" || m.Try != "" || m.asking() {
		return nil
	}
	var news []Entry
	for _, e := range m.Story {
		if !m.fresh(e) {
			continue
		}
		if len(news) == 0 && e.From <= len(m.Log) && m.Now.Sub(m.Log[e.From-1].At) < newsAge {
			return nil
		}
		news = append(news, e)
	}
	return news
}

// fresh tells whether a passage of the story is news to the visitor.
func (m Match) fresh(e Entry) bool {
	return m.seated() && m.Seen >= 0 && e.To > m.Seen && !m.IsYou(e.Seat)
}
