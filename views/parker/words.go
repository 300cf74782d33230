package parker

import (
	"cmp"
	"strings"

	"tableronde/games"
	"tableronde/views"
)

// stripClass returns the classes of a seat's strip: whether it is to act, and
// whether it is the visitor's.
func (m match) stripClass(seat games.Seat) string {
	switch {
	case !m.Acts(seat):
		return "strip"
	case m.HasSeat(seat):
		return "strip act mine"
	}
	return "strip act"
}

// detail returns the second line of the status: how the move goes on, else the last
// thing that happened.
func (m match) detail(s scene) string {
	if done := m.Done(); done != "" {
		return strings.TrimSpace(done + " " + s.status.Detail)
	}
	if s.status.Detail != "" || m.Ply == 0 || m.IsYou(m.Log[m.Ply-1].Seat) || m.recentNews() != nil {
		return s.status.Detail
	}
	text := m.T("match.last_was", "What", m.DescribePly(m.Ply))
	if passed := m.passed(); len(passed) > 0 {
		if m.ByArmy(passed[0]) {
			text += " " + views.Sentence(m.T("team.armies_passed", "Armies", m.TheArmies(m.Game, passed)))
		} else {
			text += " " + m.N("team.had_to_pass", len(passed), "Names", m.Names(passed))
		}
	}
	return text
}

// says returns what the live region reads out after a change: what happened, and
// what is to be done.
func (m match) says(s scene) string {
	var parts []string
	add := func(text string) {
		if text != "" {
			parts = append(parts, text)
		}
	}
	if l := m.recentNews(); l != nil {
		add(l.text)
	}
	switch {
	case m.Asking():
		add(m.T("ask." + views.EventKey(m.Confirm)))
		add(cmp.Or(m.consequence(), m.Consequence()))
	case !m.Started:
		add(m.T("match.wait_title"))
	case m.Past():
		add(m.pastSentence())
		add(m.WhichPosition() + ".")
	case m.Result != nil:
		add(m.Outcome())
		add(m.Ending())
		add(m.RematchSentence())
	case m.Yours():
		add(s.status.Sentence)
		if s.status.Refusal == nil {
			add(m.detail(s))
		}
	default:
		add(m.WaitSentence())
	}
	for _, wish := range m.wishes() {
		add(wish)
	}
	for _, sentence := range m.OfferSentences() {
		add(sentence)
	}
	return strings.Join(parts, " ")
}

// consequence tells what the event to be confirmed would do, "" where general words
// say it.
func (m match) consequence() string {
	switch key := views.EventKey(m.Confirm); {
	case m.Many() && key == "resign":
		return m.resignConsequence()
	case m.Many() && (key == "offer_draw" || key == "offer_undo"):
		return m.T("ask."+key+".all", "Names", m.voters(key == "offer_draw"))
	}
	return ""
}
