package match

import (
	"tableronde/db"
	"tableronde/games"
)

// Fair is the public part of the chance of a match, by which anybody can check it. Secret and Seed
// are "" until the match is over: then nobody can use them any more.
type Fair struct {
	Commitment    string
	Contributions []string // by seat, "" for an open one
	Secret, Seed  string
}

// secretRevealed reports whether the secret of a shuffle and the values derived from it are
// public. They are once the match is over. Nothing else decides that.
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

// Decided returns the results of chance in a match, by the tags of its record; nil until the match
// is over.
func (f Match) Decided() map[string]string {
	if !f.Chance() || !secretRevealed(f.Match) {
		return nil
	}
	if d, ok := f.Table.State().(games.Decider); ok {
		return d.Decided()
	}
	return nil
}
