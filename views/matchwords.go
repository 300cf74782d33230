package views

import (
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
	"tableronde/views/locale"
)

// trigger names what makes the page reload its match: news from the server;
// for those who only watch, and have no stream of their own, also time.
func (m Match) trigger() string {
	if m.seated() || m.Result != nil {
		return "tr:changed"
	}
	return "tr:changed, every 20s"
}

// acts tells whether a seat owes a decision in the position shown.
func (m Match) acts(seat games.Seat) bool {
	return m.Started && m.Result == nil && !m.past() && slices.Contains(m.ToAct, seat)
}

// stripClass tells a strip whose seat is to act from the others, and the
// visitor's own.
func (m Match) stripClass(seat games.Seat) string {
	switch {
	case !m.acts(seat):
		return "strip"
	case m.isYou(seat):
		return "strip act mine"
	}
	return "strip act"
}

// free lists the open seats.
func (m Match) free() []games.Seat { return Row{Seats: m.Seats}.free() }

// waitsFor tells how many players are missing before the match begins.
func (m Match) waitsFor(players int) string {
	if !m.many() {
		return m.t("match.wait_title")
	}
	number := strconv.Itoa(players)
	if word := "count." + number; locale.Has(m.Lang, word) {
		number = m.t(word)
	}
	return m.n("seats.waiting", players, "Number", number)
}

// unlinked tells the host why no link is shown.
func (m Match) unlinked() string {
	if m.Invited {
		return m.t("waiting.link_unknown")
	}
	return m.t("waiting.no_link")
}

// withdrawnLink tells the host what it is to withdraw the link.
func (m Match) withdrawnLink() string {
	if m.Public {
		return m.t("waiting.withdraw_public")
	}
	return m.t("waiting.withdraw_what")
}

// grave tells whether what is asked about cannot be undone.
func (m Match) grave() bool {
	key := eventKey(m.Ask)
	return key == "resign" || key == "abort"
}

// waitSentence and waitDetail tell whom the match waits for.
func (m Match) waitSentence() string {
	sentence := m.t("match.thinks", "Names", m.names(m.ToAct))
	if m.awaited() {
		sentence = m.t("offer.yours") + " " + sentence
	}
	return strings.TrimSpace(m.done() + " " + sentence)
}

// ending is what there is to say of the end of a match besides who has won.
func (m Match) ending() string {
	return strings.TrimSpace(m.done() + " " + m.t("reason."+m.Result.Reason))
}

func (m Match) waitDetail() string {
	switch {
	case m.many():
		return m.then()
	case !m.seated():
		return m.t("match.watching")
	}
	return m.t("match.wait_here")
}

// detail is the second line of the status: how the move goes on, else the last
// thing that happened.
func (m Match) detail(s scene) string {
	if done := m.done(); done != "" {
		return strings.TrimSpace(done + " " + s.status.Detail)
	}
	if s.status.Detail != "" || m.Ply == 0 || m.isYou(m.Log[m.Ply-1].Seat) && !m.Solo || m.lately() != nil {
		return s.status.Detail
	}
	text := m.t("match.last_was", "What", m.told(m.Ply))
	if passed := m.passed(); len(passed) > 0 {
		if m.byArmy(passed[0]) {
			text += " " + sentence(m.t("team.armies_passed", "Armies", m.theArmies(m.Game, passed)))
		} else {
			text += " " + m.n("team.had_to_pass", len(passed), "Names", m.names(passed))
		}
	}
	return text
}

// says is what the live region reads out after a change: what happened, and
// what is to be done.
func (m Match) says(s scene) string {
	var parts []string
	add := func(text string) {
		if text != "" {
			parts = append(parts, text)
		}
	}
	if l := m.lately(); l != nil {
		add(l.text)
	}
	switch {
	case m.asking():
		add(m.t("ask." + eventKey(m.Ask)))
		add(m.consequence())
	case !m.Started:
		add(m.t("match.wait_title"))
	case m.past():
		add(m.pastSentence())
		add(m.whichPosition() + ".")
	case m.Result != nil:
		add(m.outcome())
		add(m.ending())
		add(m.rematch().sentence)
	case m.yours():
		add(s.status.Sentence)
		if s.status.Why == nil {
			add(m.detail(s))
		}
	default:
		add(m.waitSentence())
	}
	for _, wish := range m.wishes() {
		add(wish)
	}
	for _, o := range m.standing() {
		add(o.sentence)
		add(o.rest)
	}
	return strings.Join(parts, " ")
}

// consequence tells what an event that is asked about would do.
func (m Match) consequence() string {
	switch key := eventKey(m.Ask); {
	case m.many() && key == "resign":
		return m.giveUp()
	case m.many() && (key == "offer_draw" || key == "offer_undo"):
		return m.t("ask."+key+".all", "Names", m.voters(key == "offer_draw"))
	case m.Solo && key == "resign":
		return m.t("ask.resign.solo", "Army", m.name(m.You))
	default:
		return m.t("ask."+key+".what", "Names", m.rivals())
	}
}
