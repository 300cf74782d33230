package main

import (
	"bytes"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"

	"tableronde/handlers"
)

// The command line takes every setting by the default that its tag gives, and tells of
// it by --help.
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
	settings := reflect.TypeFor[handlers.Settings]()
	for i := range settings.NumField() {
		field := settings.Field(i)
		line := regexp.MustCompile(`--([a-z-]+)=` + regexp.QuoteMeta(field.Tag.Get("default")) + `\s`)
		named := func(m [][]byte) bool { return strings.EqualFold(strings.ReplaceAll(string(m[1]), "-", ""), field.Name) }
		if !slices.ContainsFunc(line.FindAllSubmatch(help.Bytes(), -1), named) {
			t.Errorf("--help does not tell of %s, %s by default:\n%s", field.Name, field.Tag.Get("default"), &help)
		}
	}
}
