package learn

import (
	"context"
	"errors"
	"fmt"
	"unicode/utf8"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
)

var (
	ErrRemarkPlace    = club.Refuse(club.Invalid, "invalid_place", "a note is on the match as a whole, or on one of its positions: this one has none like that").About("ply")
	ErrRemarkLong     = club.Refuse(club.Invalid, "remark_long", fmt.Sprintf("a note has %d characters at most", db.MaxRemark)).About("text")
	errTooManyRemarks = club.Refuse(club.Conflict, "too_many_remarks", fmt.Sprintf("you keep %d notes, and more are not kept: remove one first", db.MaxRemarks))
	ErrNoRemarks      = club.Refuse(club.Forbidden, "no_name", "notes are kept for those who have a name here")
)

// Remarks returns a match and what a player has noted of it. Nobody else learns of it.
func (s *Notebook) Remarks(ctx context.Context, id, player string) (match.Match, []db.Remark, error) {
	f, err := s.matches.Match(ctx, id, player)
	switch {
	case err != nil:
		return match.Match{}, nil, err
	case player == "":
		return match.Match{}, nil, ErrNoRemarks
	}
	list, err := s.store.RemarksOf(ctx, id, player)
	return f, list, err
}

// SetRemark replaces what a player has noted of a place in a match; "" removes it.
func (s *Notebook) SetRemark(ctx context.Context, id, player string, ply int, text string) error {
	f, err := s.matches.Match(ctx, id, player)
	switch {
	case err != nil:
		return err
	case player == "":
		return ErrNoRemarks
	case ply < db.WholeMatch || ply > f.Ply:
		return ErrRemarkPlace
	}
	if text, _ = club.CleanText(text); utf8.RuneCountInString(text) > db.MaxRemark {
		return ErrRemarkLong
	}
	err = s.store.SetRemark(ctx, player, db.Remark{Match: id, Ply: ply, Text: text})
	if errors.Is(err, db.ErrTooManyRemarks) {
		return errTooManyRemarks
	}
	return err
}

// EachRemarked calls f with a player's notes of each match, whether or not they may still
// see it.
func (s *Notebook) EachRemarked(ctx context.Context, player string, f func(match string, list []db.Remark) error) error {
	matches, err := s.store.RemarkedBy(ctx, player)
	if err != nil {
		return err
	}
	for _, m := range matches {
		list, err := s.store.RemarksOf(ctx, m.Match, player)
		if err == nil && len(list) > 0 {
			err = f(m.Match, list)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
