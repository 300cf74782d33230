package clock

import (
	"slices"
	"time"
)

// Pace is a control that the form of a new table offers by name.
type Pace struct {
	ID      string // stable for ever; the words are in the catalogues of package views
	Control Control
}

// DefaultPace is the ID of the pace that the form proposes.
const DefaultPace = "bank-10d"

// Paces lists the paces of the form: a time for each decision, then
// banks, then live ones, the fastest of each kind first. The caller owns the list.
func Paces() []Pace { return slices.Clone(paces) }

// FindPace returns the pace with an ID; ok is false if there is none.
func FindPace(id string) (p Pace, ok bool) {
	for _, p := range paces {
		if p.ID == id {
			return p, true
		}
	}
	return Pace{}, false
}

var paces = []Pace{
	{"move-1d", movePace(1*day, DefaultVacation)},
	{"move-2d", movePace(2*day, DefaultVacation)},
	{"move-3d", movePace(3*day, DefaultVacation)},
	{"move-5d", movePace(5*day, DefaultVacation)},
	{"move-7d", movePace(7*day, DefaultVacation)},
	{"move-14d", movePace(14*day, 0)}, // "and no holidays beside it"
	{"bank-5d", bankPace(5*day, 18*time.Hour)},
	{"bank-10d", bankPace(10*day, 36*time.Hour)},
	{"bank-20d", bankPace(20*day, 72*time.Hour)},
	{"live-3-2", livePace(3, 2)},
	{"live-5-5", livePace(5, 5)},
	{"live-10-10", livePace(10, 10)},
	{"live-15-15", livePace(15, 15)},
	{"live-30-30", livePace(30, 30)},
}

func movePace(move, vacation time.Duration) Control {
	return Control{Move: move, Vacation: vacation}
}

func bankPace(bank, increment time.Duration) Control {
	return Control{Bank: bank, Increment: increment, Cap: bank, Vacation: DefaultVacation}
}

func livePace(minutes, seconds time.Duration) Control {
	return Control{Bank: minutes * time.Minute, Increment: seconds * time.Second}
}
