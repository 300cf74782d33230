package main

import (
	"bytes"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"

	"tableronde/handlers"
)

// What the command line takes by default is what the site takes by default, and all
// of it is told by --help.
func TestSettingsOfServe(t *testing.T) {
	var cli program
	var help bytes.Buffer
	parser, err := kong.New(&cli, kong.Writers(&help, &help), kong.Exit(func(int) {}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse([]string{"serve"}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(handlers.DefaultSettings(), cli.Serve.Settings); diff != "" {
		t.Errorf("defaults of the site (-) and of the command line (+):\n%s", diff)
	}
	if _, err := parser.Parse([]string{"serve", "--picture-memory=1MiB", "--guest-rate=0.5", "--idle-timeout=1m"}); err != nil {
		t.Fatal(err)
	}
	if s := cli.Serve.Settings; s.PictureMemory != 1<<20 || s.GuestRate != 0.5 || s.IdleTimeout.Minutes() != 1 {
		t.Errorf("set to %+v", s)
	}
	if _, err := parser.Parse([]string{"serve", "--picture-memory=much"}); err == nil {
		t.Error("a size that is none is taken")
	}
	_, _ = parser.Parse([]string{"serve", "--help"})
	for _, flag := range []string{"--position-memory=40MiB", "--call-rate=600", "--streams=4000", "--busy-timeout=2s"} {
		if !bytes.Contains(help.Bytes(), []byte(flag)) {
			t.Errorf("--help does not tell of %s:\n%s", flag, &help)
		}
	}
}
