package cli_test

import (
	"errors"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/cmd/tableronde/cli"
)

type program struct {
	Serve serve `cmd:"" default:"withargs" help:"Serve the site."`
	Tool  tools `cmd:"" help:"Tools."`
}

type tools struct {
	Count count    `cmd:"" help:"Count things."`
	Quiet struct{} `cmd:"" hidden:"" help:"Not shown."`
}

type serve struct {
	Addr    string         `default:"127.0.0.1" env:"CLI_TEST_ADDR" help:"Address (${env})."`
	LogJSON bool           `name:"log-json" help:"Log as JSON."`
	Nets    []netip.Prefix `env:"CLI_TEST_NETS" help:"Networks." placeholder:"NETWORK"`
	limits  `group:"Limits"`
}

type limits struct {
	PlayerRate  float64       `default:"2.5" help:"Calls per second."`
	ReadTimeout time.Duration `default:"5s" help:"Time to send a request."`
}

type count struct {
	File   string   `arg:"" help:"Where."`
	Others []string `arg:"" optional:"" help:"Where else."`
	Depth  int      `required:"" help:"How deep."`
	Seed   uint64   `default:"1" help:"Chance."`
	Theme  string   `enum:"light,dark" default:"light" help:"Colours."`
	Red    bool     `xor:"colour" help:"Red."`
	Blue   bool     `xor:"colour" help:"Blue."`
}

func (c *count) Validate() error {
	if c.Depth < 0 {
		return errors.New("the depth is negative")
	}
	return nil
}

func parse(line string) (any, string, error) {
	return cli.Parse("prog", "About it.", &program{}, strings.Fields(line))
}

var comparable = cmp.Options{cmp.AllowUnexported(serve{}), cmp.Comparer(func(a, b netip.Prefix) bool { return a == b })}

func TestParse(t *testing.T) {
	std := limits{2.5, 5 * time.Second}
	nets := func(list ...string) (nets []netip.Prefix) {
		for _, text := range list {
			nets = append(nets, netip.MustParsePrefix(text))
		}
		return nets
	}
	for _, test := range []struct {
		line string
		want any
	}{
		{"", &serve{Addr: "127.0.0.1", limits: std}},
		{"--addr x", &serve{Addr: "x", limits: std}},
		{"serve --addr=x=y --log-json", &serve{Addr: "x=y", LogJSON: true, limits: std}},
		{"--log-json --log-json=no", &serve{Addr: "127.0.0.1", limits: std}},
		{"--nets 10.0.0.0/8,10.1.0.0/16 --nets ::/0", &serve{Addr: "127.0.0.1", Nets: nets("10.0.0.0/8", "10.1.0.0/16", "::/0"), limits: std}},
		{"--player-rate=.5 --read-timeout 1m", &serve{Addr: "127.0.0.1", limits: limits{.5, time.Minute}}},
		{"tool count a --depth 2", &count{File: "a", Depth: 2, Seed: 1, Theme: "light"}},
		{"tool count --depth=2 - b,c d --blue", &count{File: "-", Others: []string{"b,c", "d"}, Depth: 2, Seed: 1, Theme: "light", Blue: true}},
		{"tool count --depth=2 -- --seed", &count{File: "--seed", Depth: 2, Seed: 1, Theme: "light"}},
		{"tool quiet", &struct{}{}},
	} {
		got, _, err := parse(test.line)
		if diff := cmp.Diff(test.want, got, comparable); err != nil || diff != "" {
			t.Errorf("Parse(%q): %v, (-want +got):\n%s", test.line, err, diff)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for line, want := range map[string]string{
		"dance":                               `unexpected argument dance`,
		"--bogus=1":                           `unknown flag --bogus`,
		"-x":                                  `unknown flag -x`,
		"--log":                               `unknown flag --log, did you mean "--log-json"?`,
		"--addr":                              `--addr: the value is missing`,
		"--addr --log-json":                   `--addr: expected a value but got "--log-json"; perhaps try --addr="--log-json"?`,
		"--log-json=maybe":                    `--log-json: bool value must be true, 1, yes, false, 0 or no but got "maybe"`,
		"--nets=x":                            `--nets: netip.ParsePrefix("x"): no '/'`,
		"--player-rate=x":                     `--player-rate: expected a float but got "x"`,
		"--read-timeout=1":                    `--read-timeout: expected duration but got "1": time: missing unit in duration "1"`,
		"tool":                                `expected a command`,
		"tool count a":                        `missing flags: --depth=INT`,
		"tool count --depth=1":                `expected "<file>"`,
		"tool count a --depth x":              `--depth: expected a valid 64 bit int but got "x"`,
		"tool count a --depth 1 --seed -1":    `--seed: expected a valid 64 bit uint but got "-1"`,
		"tool count a --depth 1 --theme=x":    `--theme must be one of "light","dark" but got "x"`,
		"tool count a --depth 1 --red --blue": `--red and --blue can't be used together`,
		"tool count a --depth -1":             `tool count: the depth is negative`,
	} {
		if _, _, err := parse(line); err == nil || err.Error() != want {
			t.Errorf("Parse(%q): %v, want %s", line, err, want)
		}
	}
}

func TestParseReadsTheEnvironment(t *testing.T) {
	t.Setenv("CLI_TEST_ADDR", "env")
	t.Setenv("CLI_TEST_NETS", "10.0.0.0/8")
	got, _, err := parse("--nets=::/0")
	if err != nil {
		t.Fatal(err)
	}
	if s := got.(*serve); s.Addr != "env" || len(s.Nets) != 1 || s.Nets[0].String() != "::/0" {
		t.Errorf("got %+v", s)
	}
	t.Setenv("CLI_TEST_NETS", "x")
	if _, _, err := parse(""); err == nil || !strings.Contains(err.Error(), "CLI_TEST_NETS") {
		t.Errorf("error %v does not name the variable", err)
	}
	if _, _, err := parse("tool quiet"); err != nil {
		t.Errorf("a variable of another command: %v", err)
	}
}

const topHelp = `Usage: prog <command>

About it.

Flags:
  -h, --help    Show context-sensitive help.

Commands:
  serve [flags]
    Serve the site.

  tool count --depth=INT <file> [<others> ...] [flags]
    Count things.

Run "prog <command> --help" for more information on a command.
`

const serveHelp = `Usage: prog serve [flags]

Serve the site.

Flags:
  -h, --help    Show context-sensitive help.

      --addr="127.0.0.1"    Address (CLI_TEST_ADDR).
      --log-json            Log as JSON.
      --nets=NETWORK,...    Networks.

Limits
  --player-rate=2.5    Calls per second.
  --read-timeout=5s    Time to send a request.
`

func TestHelp(t *testing.T) {
	for line, want := range map[string]string{"--help": topHelp, "serve -h": serveHelp, "--log-json --help": serveHelp} {
		if _, got, err := parse(line); err != nil || got != want {
			t.Errorf("Parse(%q): %v, (-want +got):\n%s", line, err, cmp.Diff(want, got))
		}
	}
	if _, got, err := parse("tool --help"); err != nil || strings.Contains(got, "quiet") || !strings.Contains(got, "\n  tool count --depth=INT") {
		t.Errorf("help of tool: %v\n%s", err, got)
	}
}
