package views

import (
	"cmp"
	"slices"
	"strings"

	"tableronde/games"
)

// Match is the model of a match page before, during and after the match. It holds only facts,
// grouped by the part of the page. Sentences, drawings and possible taps are derived from them.
type Match struct {
	Draft       // players, position and staged move
	OpenTable   // table before the start
	OpenOffers  // pending offers
	Clocks      // times left
	Narration   // events as sentences, and unread ones
	Advice      // hint
	Preparation // visitor's orders
	Commentary  // messages, notes and operators' acts
	Sequel      // next matches
}

// CalledShort returns the match with bots called by their short names, as in phrases that name
// more than one thing.
func (m Match) CalledShort() Match {
	m.Seats = slices.Clone(m.Seats)
	for i, s := range m.Seats {
		if s.Bot != "" {
			m.Seats[i].Name = s.Bot
		}
	}
	return m
}

// AsOf returns the match with the seats named after their players at the event ply.
func (m Match) AsOf(ply int) Match {
	m.Seats = slices.Clone(m.Seats)
	for i := range m.Seats {
		if name := m.Holders.At(games.Seat(i+1), ply); name != "" {
			m.Seats[i].Name, m.Seats[i].Bot = name, ""
		}
	}
	return m
}

// SendsLater is the result of SendsIn for a move that can be taken back for three seconds.
const SendsLater = "3"

// SendsIn returns after how many seconds the page sends a complete move on a board by itself. It
// returns "" if the move can go on, or waits for Confirm: by choice, and otherwise in slow matches
// between people.
func (m *Match) SendsIn(mayContinue bool) string {
	quick, seconds := m.Habits.Quick, "0"
	switch brisk := m.Live || m.againstBots(); {
	case mayContinue:
		return ""
	case !quick && !m.Habits.Confirms:
		quick = brisk
	case !brisk && !m.Solo:
		seconds = SendsLater
	}
	if !quick {
		return ""
	}
	return seconds
}

// againstBots reports whether the visitor plays against bots alone.
func (m *Match) againstBots() bool {
	others := 0
	for i, s := range m.Seats {
		if m.HasSeat(games.Seat(i + 1)) {
			continue
		}
		if others++; s.Bot == "" {
			return false
		}
	}
	return others > 0
}

// barStatus returns the status text in the bar.
func (m *Match) barStatus(t *Table) Status {
	switch {
	case m.Past() && t.Past != "":
		return Status{Sentence: t.Past, Detail: m.WhichPosition()}
	case m.Past():
		return Status{Sentence: m.shownPassage(&m.Position), Detail: m.WhichPosition()}
	case m.Result != nil:
		return Status{Sentence: m.Outcome(), Detail: m.Ending()}
	case t.Status.Sentence != "":
		return t.Status
	}
	return Status{Sentence: m.WaitSentence(), Detail: m.latestText()}
}

// liveText returns the text of the live region after a change.
func (m *Match) liveText(t *Table) string {
	switch {
	case t.Says != "":
		return t.Says
	case m.Asking():
		return m.T("ask."+EventKey(m.Confirm)) + " " + cmp.Or(t.Consequence, m.Consequence())
	case !m.Started:
		return m.waitsFor(len(m.freeSeats()))
	case t.Reading != nil:
		return t.Reading.liveText()
	}
	s := m.barStatus(t)
	parts := []string{s.Sentence}
	if s.Why != nil {
		parts = append(parts, m.Refusal(s.Why))
	} else {
		parts = append(parts, s.Detail)
	}
	if m.Staged == "" && m.Probe == "" && !m.Past() && m.Result == nil && s.Detail != m.latestText() {
		parts = append([]string{m.latestText()}, parts...)
	}
	return strings.TrimSpace(strings.Join(parts, " "))
}

// WaitSentence returns a sentence that names the players to act.
func (m *Match) WaitSentence() string {
	sentence := m.T("match.thinks", "Names", m.Names(m.ToAct))
	if m.awaitsAnswer(&m.Position) {
		sentence = m.T("offer.yours") + " " + sentence
	}
	return strings.TrimSpace(m.Done() + " " + sentence)
}
