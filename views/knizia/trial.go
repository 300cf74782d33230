package knizia

import (
	"strconv"

	"tableronde/games"
	rules "tableronde/games/knizia"
	"tableronde/views/cards"
)

// trialTournaments is how many finished tournaments, besides what came after them, a sheet
// is tried on.
const trialTournaments = 3

// interruptChance is an action card of another seat that the viewer, being in the
// tournament, could have answered with Lancelot.
type interruptChance struct {
	ply  int
	view rules.View // before the card took effect, as the viewer saw it
}

// trialRecord is the part of the match on which sheets are tried.
type trialRecord struct {
	finished  int // tournaments, lately at most
	occasions []interruptChance
}

// played gathers the action cards of the last tournaments that the viewer could
// have answered, from nothing but what the viewer was told and saw.
func (s sheet) played() trialRecord {
	var r trialRecord
	var ends []int // how many occasions there were at the end of each tournament
	for _, e := range s.Told {
		for _, f := range e.Facts {
			switch {
			case f.Kind == rules.FactWon:
				ends = append(ends, len(r.occasions))
			case f.Kind == rules.FactAction && f.Seat != s.You && s.ViewAt != nil:
				if v, ok := s.ViewAt(e.Ply).(rules.View); ok && v.Answers(s.You) {
					r.occasions = append(r.occasions, interruptChance{e.Ply, v})
				}
			}
		}
	}
	r.finished = min(len(ends), trialTournaments)
	if len(ends) > trialTournaments {
		r.occasions = r.occasions[ends[len(ends)-trialTournaments-1]:]
	}
	return r
}

// fitting lists the occasions at which a sheet would have cancelled the card.
func (r trialRecord) fitting(by rules.Sheet, you games.Seat) []interruptChance {
	var all []interruptChance
	for _, o := range r.occasions {
		if by.Cancels(o.view, you) {
			all = append(all, o)
		}
	}
	return all
}

// span introduces what sheets would have done.
func (s sheet) span() string {
	r := s.record
	span := s.T("knizia.trial.first")
	if r.finished > 0 {
		span = s.N("knizia.trial.last", r.finished, "Number", s.counted(r.finished))
	}
	if len(r.occasions) == 0 {
		return s.T("knizia.trial.nothing", "Span", span)
	}
	return s.N("knizia.trial.seen", len(r.occasions), "Span", span, "Number", s.counted(len(r.occasions)))
}

// counted returns a number in words, while it has one.
func (s sheet) counted(n int) string {
	if key := "count." + strconv.Itoa(n); s.Has(key) {
		return s.T(key)
	}
	return strconv.Itoa(n)
}

// trialResult is what a sheet would have done, and where to look at the card that it
// would have cancelled first.
type trialResult struct {
	text string // "" where nothing was played that it could be tried on
	href string
}

func (s sheet) verdict(by rules.Sheet) trialResult {
	r := s.record
	if len(r.occasions) == 0 {
		return trialResult{}
	}
	fitting := r.fitting(by, s.You)
	if len(fitting) == 0 {
		return trialResult{text: s.T("knizia.trial.none")}
	}
	first := fitting[0]
	u, own := first.view.UnderWay, first.view.Seats[s.You-1]
	what := s.T("knizia.trial.what", "Card", cards.Label(s.Lang, game, u.Move.Card.String()), "Name", s.Name(u.Seat))
	if own.After < own.Total {
		what = s.T("knizia.trial.loss", "What", what, "Was", own.Total, "Total", own.After)
	}
	v := trialResult{text: s.T("knizia.trial.one", "What", what), href: s.Match.At(first.ply)}
	if n := len(fitting); n > 1 {
		v.text = s.T("knizia.trial.more", "What", what, "Number", s.counted(n))
	}
	return v
}
