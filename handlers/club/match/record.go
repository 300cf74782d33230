package match

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"tableronde/games/record"
	"tableronde/handlers/club"
)

var errHiddenRecord = club.Refuse(club.Forbidden, "hidden", "the match is not over, and its record would show hidden cards: ask again afterwards")

// tagHints is the tag with the number of hints that the person in a match against bots got.
const tagHints = "Hints"

// Record returns the record of a match. The error is ErrNotStarted, or errHiddenRecord during a
// match with hidden parts.
func (s *Matches) Record(ctx context.Context, f Match) ([]byte, error) {
	acts, err := s.ActsIn(ctx, f.Match)
	if err != nil {
		return nil, err
	}
	return f.Record(f.FormerHolders(acts))
}

// Record works like Matches.Record, with the given former holders of seats.
func (f Match) Record(former []Holder) ([]byte, error) {
	switch {
	case f.Started.IsZero():
		return nil, ErrNotStarted
	case !f.Revealed(), f.Chance() && !secretRevealed(f.Match):
		return nil, errHiddenRecord
	}
	if f.Tags != nil {
		return importedRecord(f)
	}
	names := make([]string, len(f.Seats))
	for i, p := range f.Seats {
		names[i] = p.Name
	}
	r := record.Of(f.Table, names, f.Started)
	for _, h := range former {
		r.SetHolder(record.Holder{Seat: h.Seat, Ply: h.Ply, Name: h.Player.Name})
	}
	if f.Hints > 0 {
		if err := r.SetTag(tagHints, strconv.Itoa(f.Hints)); err != nil {
			return nil, err
		}
	}
	if f.Chance() {
		if err := r.Prove(f.Table, record.Fair{Match: f.ID, Secret: f.Secret, Contributions: f.Contributions}); err != nil {
			return nil, fmt.Errorf("prove match %s: %w", f.ID, err)
		}
	}
	return []byte(r.String()), nil
}

// importedRecord returns the record of an imported match with its original tags. It omits the tag
// of the result if the match was played on.
func importedRecord(f Match) ([]byte, error) {
	r := record.Of(f.Table, nil, time.Time{})
	for name, value := range f.Tags {
		if name == "Result" && (f.Table.Over() || !f.Moved.Equal(f.Started)) {
			continue
		}
		if err := r.SetTag(name, value); err != nil {
			return nil, err
		}
	}
	return []byte(r.String()), nil
}
