package match

import (
	"slices"
	"time"

	"tableronde/db"
	"tableronde/games"
)

// Moment is what is kept of a match to show it later as it was.
type Moment struct {
	Ply        int
	Taken      uint64 // bit n is set if seat n was taken
	ToAct      []games.Seat
	WindowEnds time.Time // zero if no window was open
}

// MomentOf returns the present moment of a match.
func MomentOf(m db.Match) Moment {
	at := Moment{Ply: m.Ply, ToAct: m.ToAct, WindowEnds: m.WindowEnds}
	for i, p := range m.Seats {
		if p.ID != "" {
			at.Taken |= 1 << (i + 1)
		}
	}
	return at
}

// Then returns the match as it was at an earlier moment, as far as its log and its
// seats go; the rest is as it is now.
func (f Match) Then(at Moment) Match {
	m := f.Match
	m.Ply, m.Events, m.ToAct, m.WindowEnds = at.Ply, m.Events[:at.Ply:at.Ply], at.ToAct, at.WindowEnds
	m.Seats, m.Contributions = slices.Clone(m.Seats), slices.Clone(m.Contributions)
	for i := range m.Seats {
		if at.Taken&(1<<(i+1)) == 0 {
			m.Seats[i] = db.Player{}
			if m.Chance() {
				m.Contributions[i] = ""
			}
		}
	}
	if !m.Full() {
		m.Started = time.Time{}
	}
	f.Match = m
	if f.Dealt() {
		f.Table = f.Table.At(at.Ply)
		f.Over, f.Result = f.Table.Over(), f.Table.Result()
	}
	if !f.Over {
		f.Ended = time.Time{}
	}
	return f
}
