package views

import (
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
	"tableronde/views/locale"
)

// reloadEvents returns the hx-trigger on which the page reloads its match: news from the
// server, and for spectators, who have no event stream, a timer.
func (m *Match) reloadEvents() string {
	if m.Seated() || m.Result != nil {
		return "tr:changed"
	}
	return "tr:changed, every 20s"
}

// Acts reports whether a seat owes a decision in the position shown.
func (m *Match) Acts(seat games.Seat) bool {
	return m.Started && m.Result == nil && !m.Past() && slices.Contains(m.ToAct, seat)
}

// freeSeats lists the open seats.
func (m *Match) freeSeats() []games.Seat {
	var free []games.Seat
	for i, s := range m.Seats {
		if s.Name == "" {
			free = append(free, games.Seat(i+1))
		}
	}
	return free
}

// openChairs lists the seats that anybody may take.
func (m *Match) openChairs() []seatEntry { return freeChairs(m.seatEntries(m.Game, m.Seats)) }

// askedNames returns the names of the players who have been asked to play.
func (m *Match) askedNames() string {
	names := make([]string, len(m.Asked))
	for i, one := range m.Asked {
		names[i] = one.Name
	}
	return m.List(names)
}

// waitsFor says how many players are missing before the match begins.
func (m *Match) waitsFor(players int) string {
	if !m.Many() {
		return m.T("match.wait_title")
	}
	number := strconv.Itoa(players)
	if word := "count." + number; locale.Has(m.Lang, word) {
		number = m.T(word)
	}
	return m.N("seats.waiting", players, "Number", number)
}

// noLinkReason returns the reason, for the host, why no invitation link is shown.
func (m *Match) noLinkReason() string {
	if m.Invited {
		return m.T("waiting.link_unknown")
	}
	return m.T("waiting.no_link")
}

// withdrawnLink explains to the host the effect of withdrawing the invitation link.
func (m *Match) withdrawnLink() string {
	if m.Public {
		return m.T("waiting.withdraw_public")
	}
	return m.T("waiting.withdraw_what")
}

// irrevocable reports whether the event to be confirmed cannot be undone.
func (m *Match) irrevocable() bool {
	key := EventKey(m.Confirm)
	return key == "resign" || key == "abort"
}

// WaitSentence names the players to act.
func (m *Match) WaitSentence() string {
	sentence := m.T("match.thinks", "Names", m.Names(m.ToAct))
	if m.awaitsAnswer() {
		sentence = m.T("offer.yours") + " " + sentence
	}
	return strings.TrimSpace(m.Done() + " " + sentence)
}

// Ending gives the reason for the end of the match, after the effect of the visitor's last post.
func (m *Match) Ending() string {
	text := m.Done() + " " + m.T("reason."+m.Result.Reason)
	if m.Unrated {
		text += " " + m.T("over.unrated")
	}
	return strings.TrimSpace(text)
}
