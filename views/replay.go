package views

import (
	"strconv"
	"strings"

	"tableronde/games"
	"tableronde/games/table"
)

// timeline lists the positions through which the visitor can step: the first, and one after each
// move. Offers and answers add none.
type timeline struct {
	plies []int // number of events at each position; the last is the present one
	at    int   // index of the shown position
	moves int   // number of moves
}

// timeline returns the positions of the match.
func (m *Position) timeline() timeline {
	r := timeline{plies: []int{0}}
	wentBack := false // moves were taken back since the last move
	for i, e := range m.Log {
		if table.IsSurrounding(e.Text) {
			wentBack = wentBack || EventKey(e.Text) == "accept_undo"
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

// stepPath returns the address of the position with an index, "" if there is none.
func (m *Position) stepPath(r timeline, index int) string {
	switch {
	case index < 0 || index >= len(r.plies):
		return ""
	case index == len(r.plies)-1:
		return m.To("", "")
	}
	return m.At(r.plies[index])
}

// plyRanges lists the positions for the script that steps with keys: "0-12 14-40".
func (r timeline) plyRanges() string {
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

// previousPly returns the ply of the position before the shown one, "" at the beginning.
func (m *Position) previousPly() string {
	r := m.timeline()
	return m.stepPath(r, r.at-1)
}

// Rounds numbers the moves as in the list of moves: by index in Log, 0 for events outside of the
// game.
func (m *Position) Rounds() []int {
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

// ShownMove returns the number of events after the last move before the shown position, 0 before
// the first move.
func (m *Position) ShownMove() int {
	r := m.timeline()
	return r.plies[min(r.at, r.moves)]
}

// Whereabouts joins the event before the shown position with the number of the position.
func (m *Position) Whereabouts(what string) string {
	r := m.timeline()
	return m.T("replay.where", "What", strings.TrimSuffix(what, "."), "Shown", min(r.at, r.moves), "Ply", r.moves)
}

// WhichPosition returns the number of the shown position: "Position 23 of 40".
func (m *Position) WhichPosition() string {
	r := m.timeline()
	return m.T("match.past_detail", "Shown", min(r.at, r.moves), "Ply", r.moves)
}

// The numbers of rounds or passages in a list of the log: usually, and if all are asked for.
const (
	listed     = 40
	listedMost = 200
)

// seeLog is the value of Look.See for the whole log.
const seeLog = "log"

func (l Look) wholeLog() bool { return l.See == seeLog }

// LogPart is a part of a list of rounds or passages of the log, by their numbers from 1.
type LogPart struct {
	First, Last int // First is Last+1 if the list is empty
	All         int
	words       LogWords
}

// LogWords are the catalog keys about a part of a list: its name, and the links to all, to more and
// back.
type LogWords struct{ part, all, more, few string }

// The words for the lists of moves and for stories.
var (
	MoveWords  = LogWords{"log.part.moves", "log.all.moves", "log.more.moves", "log.few.moves"}
	storyWords = LogWords{"log.part.story", "log.all.story", "log.more.story", "log.few.story"}
)

// long reports whether the list is longer than its usual part.
func (p LogPart) long() bool { return p.All > listed }

// LogPart returns the part of a list to show: all of a short one, otherwise the part around the
// shown item, as long as the visitor asked for.
func (l Look) LogPart(words LogWords, all, shown int) LogPart {
	p := LogPart{First: 1, Last: all, All: all, words: words}
	most := listed
	if l.wholeLog() {
		most = listedMost
	}
	if all > most {
		p.Last = min(max(shown+most/2, most), all)
		p.First = p.Last - most + 1
	}
	return p
}
