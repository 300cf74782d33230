package views

import (
	"slices"

	"tableronde/games"
	"tableronde/games/review"
)

// Sequel has the links from a match to other matches.
type Sequel struct {
	Next       int          // number of other matches that wait for the visitor
	NextID     string       // id of one of them, "" for none
	Rematching Rematching   // the offer of a rematch
	Rematch    string       // id of the rematch, "" for none
	RematchOf  string       // id of the previous match, "" for none
	Cup        string       // id of the match's cup, "" for none
	Turning    int          // ply after the move that the review finds decisive, 0 none
	Cause      review.Cause // of the change of chances by that move
	Change     *RatingChange
	NextLevel  int // level of the bot that the visitor may try next, 0 none
}

// Rematching is the state of the offer of a rematch.
type Rematching struct {
	By       games.Seat // seat that made the offer; 0 without a valid one
	Declined games.Seat // seat that has declined, 0 for none
	Votes    Votes
}

// RematchSentence returns the state of the offer of a rematch, "" without one.
func (s *Sequel) RematchSentence(m *Party) string { return s.rematchState(m).sentence }

// rematchState is the state of the offer of a rematch in words, for the visitor.
type rematchState struct {
	sentence   string // "" without an offer
	own, asked bool   // the visitor made the offer, or must answer it
}

func (s *Sequel) rematchState(m *Party) rematchState {
	v := s.Rematching
	if v.By == 0 || !m.Seated() {
		return rematchState{}
	}
	r := rematchState{sentence: m.T("rematch.offers", "Name", m.Name(v.By)), own: m.HasSeat(v.By)}
	switch {
	case v.Declined != 0 && r.own:
		return rematchState{sentence: m.T("rematch.declined", "Name", m.Name(v.Declined))}
	case v.Declined != 0 && m.HasSeat(v.Declined):
		return rematchState{sentence: m.T("rematch.declined_own", "Name", m.Name(v.By))}
	case v.Declined != 0:
		return rematchState{sentence: m.T("rematch.declined_by", "Name", m.Name(v.By), "Other", m.Name(v.Declined))}
	case r.own:
		r.sentence = m.T("rematch.own") + " " + m.unansweredNames(v.Votes.Awaited)
	case slices.ContainsFunc(v.Votes.Awaited, m.HasSeat):
		r.asked = true
		if m.Many() {
			r.sentence += " " + m.votesText(v.Votes)
		}
	default:
		r.sentence += " " + m.T("offer.accepted") + " " + m.unansweredNames(v.Votes.Awaited)
	}
	return r
}
