package club

import (
	"context"
	"errors"
	"fmt"
	"unicode/utf8"

	"tableronde/db"
)

var (
	errRemarkPlace    = refuse(Invalid, "invalid_place", "a note is on the match as a whole, or on one of its positions: this one has none like that").about("ply")
	errRemarkLong     = refuse(Invalid, "remark_long", fmt.Sprintf("a note has %d characters at most", db.MaxRemark)).about("text")
	errTooManyRemarks = refuse(Conflict, "too_many_remarks", fmt.Sprintf("you keep %d notes, and more are not kept: remove one first", db.MaxRemarks))
	errNoRemarks      = refuse(Forbidden, "no_name", "notes are kept for those who have a name here")
)

// Remarks returns a match and what a player has noted of it. Nobody else learns of it.
func (s *Service) Remarks(ctx context.Context, id, player string) (Match, []db.Remark, error) {
	f, err := s.Match(ctx, id, player)
	switch {
	case err != nil:
		return Match{}, nil, err
	case player == "":
		return Match{}, nil, errNoRemarks
	}
	list, err := s.store.RemarksOf(ctx, id, player)
	return f, list, err
}

// SetRemark replaces what a player has noted of a place in a match; "" removes it.
func (s *Service) SetRemark(ctx context.Context, id, player string, ply int, text string) error {
	f, err := s.Match(ctx, id, player)
	switch {
	case err != nil:
		return err
	case player == "":
		return errNoRemarks
	case ply < db.WholeMatch || ply > f.Ply:
		return errRemarkPlace
	}
	if text, _ = cleanText(text); utf8.RuneCountInString(text) > db.MaxRemark {
		return errRemarkLong
	}
	err = s.store.SetRemark(ctx, player, db.Remark{Match: id, Ply: ply, Text: text})
	if errors.Is(err, db.ErrTooManyRemarks) {
		return errTooManyRemarks
	}
	return err
}

// EachRemarked calls f with a player's notes of each match, whether or not they may still
// see it.
func (s *Service) EachRemarked(ctx context.Context, player string, f func(match string, list []db.Remark) error) error {
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
