package views

import (
	"strconv"
	"strings"

	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/games/table"
	"tableronde/views/board"
)

// replay is the match as the positions one can step through: the first, and one
// after each move. Offers and their answers are no positions of their own.
type replay struct {
	plies []int // events stored at each; the last is the present position, whatever followed it
	at    int   // index of the position shown
	moves int   // of the match
}

func (m Match) replay() replay {
	r := replay{plies: []int{0}}
	wentBack := false // since the last move
	for i, e := range m.Log {
		if table.IsSurrounding(e.Text) {
			wentBack = wentBack || eventKey(e.Text) == "accept_undo"
			continue
		}
		r.plies, wentBack = append(r.plies, i+1), false
	}
	if r.moves = len(r.plies) - 1; wentBack {
		r.plies = append(r.plies, m.Ply)
	}
	for r.at+1 < len(r.plies) && r.plies[r.at+1] <= m.Shown {
		r.at++
	}
	return r
}

// stop is the address of one of the positions, "" if there is none.
func (m Match) stop(r replay, index int) string {
	switch {
	case index < 0 || index >= len(r.plies):
		return ""
	case index == len(r.plies)-1:
		return m.to("", "")
	}
	return m.at(r.plies[index])
}

// ranges lists the positions for the script that steps by keys: "0-12 14-40".
func (r replay) ranges() string {
	var parts []string
	for i := 0; i < len(r.plies); {
		first := i
		for i++; i < len(r.plies) && r.plies[i] == r.plies[i-1]+1; i++ {
		}
		part := strconv.Itoa(r.plies[first])
		if i-1 > first {
			part += "-" + strconv.Itoa(r.plies[i-1])
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " ")
}

// back is the position before the one shown, "" at the beginning.
func (m Match) back() string {
	r := m.replay()
	return m.stop(r, r.at-1)
}

// steppedBy says where on the page the arrow keys step through the match: all over
// it while there is nothing else to do with them, else outside of the board, and
// not at all while a move is in the making or a question is asked.
func (m Match) steppedBy() string {
	switch {
	case m.asking():
		return ""
	case m.past() || m.Result != nil:
		return "all"
	case m.Staged != "" || m.Try != "":
		return ""
	}
	return "aside"
}

// rounds numbers the moves as the list of them does: by index in Log, 0 for what
// surrounds the game.
func (m Match) rounds() []int {
	rounds := make([]int, len(m.Log))
	number, last := 0, games.Seat(0)
	for i, e := range m.Log {
		if table.IsSurrounding(e.Text) {
			continue
		}
		if number == 0 || e.Seat <= last {
			number++
		}
		rounds[i], last = number, e.Seat
	}
	return rounds
}

// numbered tells the move that an index of Log holds, with its number and what
// it captured: "12. Ada: F8xF10, one man captured".
func (m Match) numbered(index int) string {
	e := m.Log[index]
	key, taken := "replay.move", m.captured(index)
	if taken != "" {
		key = "replay.captured"
	}
	return m.t(key, "Number", m.rounds()[index], "Name", m.name(e.Seat), "Move", e.Text, "Taken", taken)
}

// captured tells what a move captured, "" if nothing or if the position before it
// is not known.
func (m Match) captured(index int) string {
	before, ok := m.Before[index].(parker.View)
	if !ok {
		return ""
	}
	legs, err := before.Board().Route(m.Log[index].Text)
	if err != nil {
		return ""
	}
	men, knights := captures(before, legs)
	return board.Taken(m.Lang, men, knights, "taken.both", "taken.one")
}

// pastSentence tells which position of the past is shown: by the move that led
// there, or by what happened around the game.
func (m Match) pastSentence() string {
	switch {
	case m.Again && m.Shown < len(m.Log):
		return m.sentence(m.Shown + 1)
	case m.Shown == 0:
		return m.t("match.past_start")
	case table.IsSurrounding(m.Log[m.Shown-1].Text) || m.Told != nil:
		return m.t("match.last_was", "What", m.told(m.Shown))
	}
	return m.numbered(m.Shown-1) + "."
}

// whichPosition counts the moves up to the position shown: "Position 23 of 40".
func (m Match) whichPosition() string {
	r := m.replay()
	return m.t("match.past_detail", "Shown", min(r.at, r.moves), "Ply", r.moves)
}

// whereabouts is the line below the steps: the move that led to the position
// shown, and its number among all; "" while the match goes on and its present
// position is shown.
func (m Match) whereabouts() string {
	if !m.past() && m.Result == nil {
		return ""
	}
	r := m.replay()
	what := m.t("match.past_start")
	switch last := r.plies[min(r.at, r.moves)]; {
	case last == 0:
	case m.Told != nil:
		what = m.passage()
	default:
		what = m.numbered(last - 1)
	}
	return m.t("replay.where", "What", strings.TrimSuffix(what, "."), "Shown", min(r.at, r.moves), "Ply", r.moves)
}
