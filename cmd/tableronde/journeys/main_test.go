// Package journeys tests the site by browsers, as people use it, on the program in a process of
// its own. No other package imports it.
package journeys

import (
	"testing"

	"tableronde/cmd/tableronde/clitest"
)

func TestMain(m *testing.M) { clitest.Main(m) }
