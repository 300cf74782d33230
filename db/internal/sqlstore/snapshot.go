package sqlstore

import (
	"context"
	"errors"

	"tableronde/db/internal/secret"
)

// Snapshot is a store as one transaction sees it, for reading.
type Snapshot struct {
	*Store
	rows Queryer
}

// NewSnapshot returns the store that a transaction sees. A nil key recovers no
// token of an invitation.
func NewSnapshot(q Queryer, key secret.InviteKey) *Snapshot {
	return &Snapshot{New(readOnly{q}, Options{Key: key}), q}
}

// Target is a store that is filled in one transaction.
type Target struct {
	*Snapshot
	tx Tx
}

// NewTarget returns the store to fill in a transaction, without a key.
func NewTarget(t Tx) *Target { return &Target{NewSnapshot(t, nil), t} }

// Key returns the key of invitations, nil for none.
func (s *Snapshot) Key() secret.InviteKey { return s.key }

// readOnly is an engine that does not write.
type readOnly struct{ Queryer }

// Write implements Engine.
func (readOnly) Write(context.Context, func(context.Context, Tx) error) error {
	return errors.ErrUnsupported
}
