// Package faults tests that nothing is lost: it kills processes of the program, fills
// their disks, and stops them at work. No other package imports it.
package faults

import (
	"testing"

	"tableronde/cmd/tableronde/clitest"
)

func TestMain(m *testing.M) { clitest.Main(m) }
