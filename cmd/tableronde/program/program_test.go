package program

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jessevdk/go-flags"

	"tableronde/cmd/tableronde/serve"
	"tableronde/handlers"
)

func TestParse(t *testing.T) {
	t.Setenv("TABLERONDE_ADDR", "127.0.0.1:1")
	t.Setenv("TABLERONDE_DB", "env.db")
	t.Setenv("TABLERONDE_LOG_JSON", "")
	t.Setenv("TABLERONDE_PROXIES", "10.0.0.0/8,10.1.0.0/16")
	for line, want := range map[string]string{
		"":                  "127.0.0.1:1 env.db [10.0.0.0/8 10.1.0.0/16] false",
		"serve":             "127.0.0.1:1 env.db [10.0.0.0/8 10.1.0.0/16] false",
		"--addr=x=y --db z": "x=y z [10.0.0.0/8 10.1.0.0/16] false",
		"--proxies=":        "127.0.0.1:1 env.db [] false",
		"--proxies ::/0":    "127.0.0.1:1 env.db [::/0] false",
		"--log-json --db -": "127.0.0.1:1 - [10.0.0.0/8 10.1.0.0/16] true",
		"serve --proxies=::/0 --proxies=10.0.0.0/8,10.2.0.0/16": "127.0.0.1:1 env.db [::/0 10.0.0.0/8 10.2.0.0/16] false",
	} {
		got, err := New().Parse(strings.Fields(line))
		if err != nil {
			t.Errorf("parse(%q): %v", line, err)
			continue
		}
		s := got.(*serve.Command)
		if got := fmt.Sprintf("%s %s %v %t", s.Addr, s.DB, s.Proxies, s.LogJSON); got != want {
			t.Errorf("parse(%q) = %s, want %s", line, got, want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for line, want := range map[string]string{
		"dance":                           "unexpected argument dance",
		"replay a b":                      "unexpected argument b",
		"-x":                              "unknown flag `x'",
		"--bogus=1":                       "unknown flag `bogus'",
		"--addr":                          "expected argument for flag `--addr'",
		"--addr --log-json":               "expected argument for flag `--addr', but got option `--log-json'",
		"backup":                          "the required argument `<file>` was not provided",
		"copy --from=a":                   "the required flag `--to' was not specified",
		"draw a --theme=sepia":            "Invalid value `sepia' for option `--theme'. Allowed values are: light or dark",
		"--guest-burst=0":                 "serve: --guest-burst must be more than 0",
		"replay --position=a --ply=1":     "replay: --position and --ply can't be used together",
		"import a --game=camelot --guess": "import: --game and --guess can't be used together",
		"perft a --position=b --depth=1":  "perft: begin from a record or from --position, not from both",
	} {
		if _, err := New().Parse(strings.Fields(line)); err == nil || err.Error() != want {
			t.Errorf("parse(%q): %v, want %s", line, err, want)
		}
	}
}

// A variable that makes no sense is an error of the command that reads it alone.
func TestParseReadsTheEnvironmentOfOneCommand(t *testing.T) {
	t.Setenv("TABLERONDE_PROXIES", "x")
	if _, err := New().Parse(nil); err == nil || !strings.Contains(err.Error(), "--proxies") {
		t.Errorf("serve: %v", err)
	}
	for _, line := range []string{"version", "admin log", "check"} {
		if _, err := New().Parse(strings.Fields(line)); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}

func TestHelpOfEveryCommand(t *testing.T) {
	all := flags.NewParser(new(commands), flags.None).Commands()
	for _, c := range all {
		_, err := New().Parse([]string{c.Name, "--help"})
		if !flags.WroteHelp(err) || !strings.Contains(strings.Join(strings.Fields(err.Error()), " "), c.ShortDescription) {
			t.Errorf("help of %s: %v", c.Name, err)
		}
	}
	if len(all) != reflect.TypeFor[commands]().NumField() {
		t.Errorf("%d commands are found", len(all))
	}
}

// The command line has a flag for every setting, with the default of its tag, and --help describes
// each.
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
