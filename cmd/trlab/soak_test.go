package main

import (
	"regexp"
	"testing"

	"tableronde/cmd/tableronde/clitest"
)

// A server that is killed at work, in its start and on a full disk keeps all that
// it has acknowledged, once.
func TestSoak(t *testing.T) {
	clitest.NeedLong(t)
	t.Parallel()
	out := mustRun(t, "soak", "--kills", "15", "--full", "2", "--pause", "400ms")
	t.Log(out)
	for _, want := range []string{`kills +15, `, `restarts +15\n`, `acknowledged +[1-9]\d+ actions`, `orders +[1-9]\d* left by seats, [1-9]\d* events`, `lost +0\n`, `doubled +0\n`, `ready +p50 \d`} {
		if !regexp.MustCompile(want).MatchString(out) {
			t.Errorf("soak does not say %q", want)
		}
	}
}
