package match

import (
	"tableronde/db"
	"tableronde/games"
)

// Fair is the public part of a match's chance, with which anybody can check it. Secret and Seed are
// "" until the match is over.
type Fair struct {
	Commitment    string
	Contributions []string // by seat, "" for an open seat
	Secret, Seed  string
}

// secretRevealed reports whether the secret of the shuffle, and the values derived from it, are
// public. That depends only on the end of the match.
func secretRevealed(m db.Match) bool { return m.Over }

// FairOf returns the public part of the chance of a match; ok is false for a match without chance.
func FairOf(m db.Match) (fair Fair, ok bool) {
	if !m.Chance() {
		return Fair{}, false
	}
	fair = Fair{Commitment: m.Secret.Commitment(), Contributions: m.Contributions}
	if secretRevealed(m) {
		fair.Secret, fair.Seed = m.Secret.Hex(), m.Secret.Seed(m.ID, m.Contributions).Hex()
	}
	return fair, true
}

// Decided returns the results of chance in a match, by the tags of its record. It is nil until the
// match is over.
func (f Match) Decided() map[string]string {
	if !f.Chance() || !secretRevealed(f.Match) {
		return nil
	}
	if d, ok := f.Table.State().(games.Decider); ok {
		return d.Decided()
	}
	return nil
}
