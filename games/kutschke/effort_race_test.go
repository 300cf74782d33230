//go:build race

package kutschke

const raceEffort = 1. / 32
