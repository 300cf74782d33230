package sqlstore

import (
	"context"
	"errors"
	"fmt"

	"tableronde/db"
)

// MaxFindings is how many findings an error lists.
const MaxFindings = 10

// Checked counts what a check has read.
type Checked struct {
	Matches int
	Events  int
}

// CheckMatches passes every match of a store to verify. If one is refused or cannot
// be read, the error wraps db.ErrDamaged and names the first few.
func CheckMatches(ctx context.Context, s *Store, verify func(db.Match) error) (c Checked, err error) {
	var findings []error
	damaged := 0
	err = s.EachMatch(ctx, func(id string, m db.Match, err error) error {
		if err == nil {
			c.Matches++
			c.Events += m.Ply
			err = verify(m)
		}
		if db.IsUnavailable(err) {
			return err
		}
		if err != nil {
			if damaged++; damaged <= MaxFindings {
				findings = append(findings, fmt.Errorf("match %s: %w", id, err))
			}
		}
		return ctx.Err()
	})
	switch {
	case err != nil:
		return c, err
	case damaged == 0:
		return c, nil
	}
	return c, fmt.Errorf("%w: %d of %d matches\n%w", db.ErrDamaged, damaged, c.Matches, errors.Join(findings...))
}
