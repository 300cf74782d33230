package soak

import (
	"testing"

	"tableronde/cmd/tableronde/clitest"
)

func TestMain(m *testing.M) { clitest.Main(m) }
