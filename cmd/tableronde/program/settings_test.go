package program

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jessevdk/go-flags"

	"tableronde/handlers"
)

// The command line takes every setting by the default that its tag gives, and tells of
// it by --help.
func TestSettingsOfServe(t *testing.T) {
	parse := func(args ...string) (handlers.Settings, error) {
		p := New()
		_, err := p.Parse(args)
		return p.Commands.(*commands).Serve.Settings, err
	}
	s, err := parse("serve")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(handlers.DefaultSettings(), s); diff != "" {
		t.Errorf("defaults of the site (-) and of the command line (+):\n%s", diff)
	}
	if s, err = parse("serve", "--picture-memory=1MiB", "--guest-rate=0.5", "--idle-timeout=1m"); err != nil {
		t.Fatal(err)
	}
	if s.PictureMemory != 1<<20 || s.GuestRate != 0.5 || s.IdleTimeout.Minutes() != 1 {
		t.Errorf("set to %+v", s)
	}
	if _, err := parse("serve", "--picture-memory=much"); err == nil {
		t.Error("a size that is none is taken")
	}
	_, err = parse("serve", "--help")
	if !flags.WroteHelp(err) {
		t.Fatalf("--help ends with %v", err)
	}
	help := strings.Join(strings.Fields(err.Error()), " ")
	settings := reflect.TypeFor[handlers.Settings]()
	for i := range settings.NumField() {
		field := settings.Field(i)
		line := regexp.MustCompile(`--([a-z-]+)= ` + regexp.QuoteMeta(field.Tag.Get("description")+" (default: "+field.Tag.Get("default")+")"))
		named := func(m []string) bool { return strings.EqualFold(strings.ReplaceAll(m[1], "-", ""), field.Name) }
		if !slices.ContainsFunc(line.FindAllStringSubmatch(help, -1), named) {
			t.Errorf("--help does not tell of %s, %s by default:\n%s", field.Name, field.Tag.Get("default"), help)
		}
	}
}
