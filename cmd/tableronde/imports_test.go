package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// pkg is a package as go list describes it.
type pkg struct {
	ImportPath string
	Dir        string
	Standard   bool
	GoFiles    []string
	Imports    []string
	Deps       []string
}

// goList returns the packages of the module and all that they depend on.
var goList = sync.OnceValues(func() (pkgs []pkg, err error) {
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,Standard,GoFiles,Imports,Deps", "-deps", "tableronde/...")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs, nil
		} else if err != nil {
			return nil, err
		}
		pkgs = append(pkgs, p)
	}
})

// ourPackages returns the packages of the module, and reports which of the other packages are
// in the standard library.
func ourPackages(t *testing.T) (ours []pkg, standard map[string]bool) {
	t.Helper()
	pkgs, err := goList()
	if err != nil {
		t.Fatal(err)
	}
	standard = map[string]bool{}
	for _, p := range pkgs {
		standard[p.ImportPath] = p.Standard
		if strings.HasPrefix(p.ImportPath, "tableronde/") {
			ours = append(ours, p)
		}
	}
	return ours, standard
}

// layers has the limits of each of our packages. reach are the packages outside the standard
// library that it may import directly or indirectly. never are the packages of the standard library
// that it may not import directly. All are regular expressions for the whole path.
var layers = []struct{ path, reach, never string }{
	{`tableronde/games`, ``, impure},
	{`tableronde/games/(parker|cards)`, `tableronde/games`, impure},
	{`tableronde/games/(knizia|shannon|kutschke)`, `tableronde/games(/cards)?`, impure},
	{`tableronde/games/table`, `tableronde/games`, impure},
	{`tableronde/games/guides`, `tableronde/games(/(catalog|parker|cards|knizia|shannon|kutschke|table))?`, impure},
	{`tableronde/games/lessons`, `tableronde/games(/parker)?`, impure},
	{`tableronde/games/problems`, `tableronde/games(/(catalog|parker|cards|knizia|shannon|kutschke|table))?`, impure},
	{`tableronde/games/puzzles`, `tableronde/games(/(lessons|parker))?`, impure},
	{`tableronde/games/strategy`, `tableronde/games(/(lessons|parker|puzzles))?`, impure},
	{`tableronde/games/(review|study)`, `tableronde/games`, impure},
	{`tableronde/games/clock`, `tableronde/games`, impure},
	{`tableronde/games/(cup|rating)`, ``, impure},
	{`tableronde/games/bot`, `tableronde/games(/(bot/(ismcts|search|seen|solve)|cards|knizia|kutschke|parker|shannon))?`, impure},
	{`tableronde/games/bot/seen`, `tableronde/games`, impure},
	{`tableronde/games/bot/ismcts`, `tableronde/games(/bot/seen)?`, impure},
	{`tableronde/games/bot/search`, `tableronde/games(/parker)?`, impure},
	{`tableronde/games/bot/lab/learn`, `tableronde/games(/(bot/search|parker))?`, impure},
	{`tableronde/games/bot/lab/tactics`, `tableronde/games(/(bot/search|parker))?`, impure},
	{`tableronde/games/bot/solve`, `tableronde/games(/parker)?`, impure},
	{`tableronde/games/bot/judge`, `tableronde/games(/(bot(/(ismcts|search|seen|solve))?|review|cards|knizia|kutschke|parker|shannon))?`, impure},
	{`tableronde/games/bot/lab/(arena|balance|figures|waits)`, `tableronde/games(/(bot(/(ismcts|search|seen|solve|lab/waits))?|cards|knizia|kutschke|parker|shannon|table))?`, impure},
	{`tableronde/games/bot/lab/bestplay`, `tableronde/games(/(bot(/(ismcts|search|seen|solve|lab/(arena|waits)))?|cards|knizia|kutschke|parker|shannon|table))?`, impure},
	{`tableronde/games/record`, `tableronde/games(/table)?`, impure},
	{`tableronde/games/twin`, `tableronde/games(/effort)?|` + compare, `net(/.*)?|log(/.*)?`},
	{`tableronde/games/twin/wager`, `tableronde/games`, impure},
	{`tableronde/games/twin/tables`, `tableronde/games(/(bot(/(ismcts|search|seen|solve|lab/waits))?|effort|table|twin|cards|knizia|kutschke|parker|shannon))?|` + compare, impure},
	{`tableronde/games/effort`, ``, ``},
	{`tableronde/games/catalog`, `tableronde/games(/(parker|cards|knizia|shannon|kutschke))?`, impure},
	{`tableronde/db`, `tableronde/games(/(clock|rating))?`, `net/http|database/.*`},
	{`tableronde/db/internal/secret`, `tableronde/(games(/(clock|rating))?|db)`, `net/http|database/.*`},
	{`tableronde/db/dbtest`, `tableronde/(games(/(clock|rating))?|db)|` + compare, `net/http|database/.*`},
	{`tableronde/db/internal/sqlstore`, `tableronde/(games(/(clock|rating))?|db|db/internal/secret)|` + cache, `net/http`},
	{`tableronde/db/sqlite`, `tableronde/(games(/(clock|rating))?|db|db/internal/(secret|sqlstore))|` + cache + `|` + sqliteLibs, `net/http`},
	{`tableronde/db/sqlite/sqlitetest`, `tableronde/(games(/(clock|rating))?|db|db/internal/(secret|sqlstore)|db/sqlite)|` + cache + `|` + sqliteLibs, `net/http`},
	{`tableronde/db/postgres`, `tableronde/(games(/(clock|rating))?|db|db/internal/(secret|sqlstore))|` + cache + `|` + postgresLibs, `net/http`},
	{`tableronde/db/postgres/pgtest`, `tableronde/(games(/(clock|rating))?|db|db/internal/(secret|sqlstore)|db/postgres)|` + cache + `|` + postgresLibs, `net/http`},
	{`tableronde/db/storetest`, `.*`, `net/http`},
	{`tableronde/db/place`, `tableronde/(games(/(clock|rating))?|db|db/internal/(secret|sqlstore)|db/(postgres|sqlite))|` + cache + `|` + sqliteLibs + `|` + postgresLibs, `net/http|database/.*`},
	{`tableronde/static`, files, `net/http/.*|database/.*`},
	{`tableronde/` + site, `tableronde/games(/(catalog|clock|cup|guides|lessons|parker|problems|puzzles|strategy|cards|knizia|shannon|kutschke|review|study|table))?|` + files + `|tableronde/` + site + `|` + templates, `net/http|database/.*|os`},
	{`tableronde/views`, `.*`, `tableronde/(games/parker|views/(families|knizia|kutschke|pages|parker|shannon))`},
	{`tableronde/views/(knizia|kutschke|parker|shannon)`, `.*`, `tableronde/views/(families|knizia|kutschke|pages|parker|shannon)`},
	{`tableronde/views/viewtest`, `tableronde/games(/.*)?|` + files + `|tableronde/views(/.*)?|github\.com/(PuerkitoBio/goquery|andybalholm/cascadia)|golang\.org/x/.*|` + templates, `tableronde/views/(families|knizia|kutschke|pages|parker|shannon)`},
	{`tableronde/views/browser`, files + `|github\.com/(a-h/templ|chromedp|go-json-experiment)(/.*)?`, `database/.*`},
	{`tableronde/handlers/club`, below, `net/http(/.*)?|database/.*|` + forTests},
	{`tableronde/handlers/club/match`, below + `|tableronde/handlers/club`, `net/http(/.*)?|database/.*|` + forTests},
	{`tableronde/handlers/club/(accounts|live)`, below + `|tableronde/handlers/club(/match)?`, `net/http(/.*)?|database/.*|` + forTests},
	{`tableronde/handlers/club/tables`, below + `|tableronde/handlers/club(/(accounts|live|match))?`, `net/http(/.*)?|database/.*|` + forTests},
	{`tableronde/handlers/club/(ladders|talk|learn)`, below + `|tableronde/handlers/club(/(tables|accounts|live|match))?`, `net/http(/.*)?|database/.*|` + forTests},
	{`tableronde/handlers/club/(archive|notify)`, below + `|tableronde/handlers/club(/(ladders|talk|learn|tables|accounts|live|match))?`, `net/http(/.*)?|database/.*|` + forTests},
	{`tableronde/handlers/club/bots`, below + `|tableronde/handlers/club(/(archive|notify|ladders|talk|learn|tables|accounts|live|match))?`, `net/http(/.*)?|database/.*|` + forTests},
	{`tableronde/handlers/club/cups`, below + `|tableronde/handlers/club(/(bots|archive|notify|ladders|talk|learn|tables|accounts|live|match))?`, `net/http(/.*)?|database/.*|` + forTests},
	{`tableronde/handlers/club/admin`, below + `|tableronde/handlers/club(/(cups|bots|archive|notify|ladders|talk|learn|tables|accounts|live|match))?`, `net/http(/.*)?|database/.*|` + forTests},
	{`tableronde/handlers/club/rooms`, below + `|tableronde/handlers/club(/(admin|cups|bots|archive|notify|ladders|talk|learn|tables|accounts|live|match))?`, `net/http(/.*)?|database/.*|` + forTests},
	{`tableronde/handlers/club/rooms/roomstest`, `.*`, `net/http(/.*)?`},
	{`tableronde/handlers/club/clubtest`, `.*`, `net/http(/.*)?`},
	{`tableronde/handlers/outgoing`, ``, `database/.*|` + forTests},
	{`tableronde/handlers/mail`, mailLibs, `net/http(/.*)?|database/.*|` + forTests},
	{`tableronde/handlers/passkey`, passkeyLibs, `net/http(/.*)?|database/.*|` + forTests},
	{`tableronde/handlers/web`, `tableronde/(db|handlers/club(/[a-z]+)?|` + rules + `)|` + others, forTests},
	{`tableronde/handlers/api/apitest`, `.*`, `database/.*`},
	{`tableronde/handlers/onefile`, `tableronde/games(/.*)?|` + files + `|tableronde/views(/.*)?|golang\.org/x/.*|` + templates, `net/http(/.*)?|database/.*|` + forTests},
	{`tableronde/handlers/pushtest`, ``, `database/.*`},
	{`tableronde/handlers/sitetest`, `.*`, `tableronde/handlers|database/.*`},
	{`tableronde/handlers/api`, `tableronde/(db|handlers/(club(/[a-z]+)?|web)|games/bot/solve|` + rules + `)|` + others, forTests},
	{`tableronde/handlers/site`, `.*`, `tableronde/handlers(/(account|admin|archive|cups|feeds|learn|match|notify|people|tables))?|` + forTests + `|` + engines},
	{`tableronde/handlers/match`, `.*`, `tableronde/handlers(/(account|admin|archive|cups|feeds|learn|notify|people|tables))?|` + forTests + `|` + engines},
	{`tableronde/handlers/notify`, `.*`, `tableronde/handlers(/(account|admin|archive|cups|feeds|learn|match|people|tables))?|` + forTests + `|` + engines},
	{`tableronde/handlers/tables`, `.*`, `tableronde/handlers(/(account|admin|archive|cups|feeds|learn|notify|people))?|` + forTests + `|` + engines},
	{`tableronde/handlers/learn`, `.*`, `tableronde/handlers(/(account|admin|archive|cups|feeds|notify|people|tables))?|` + forTests + `|` + engines},
	{`tableronde/handlers/account`, `.*`, `tableronde/handlers(/(admin|archive|cups|feeds|learn|match|people|tables))?|` + forTests + `|` + engines},
	{`tableronde/handlers/archive`, `.*`, `tableronde/handlers(/(account|admin|cups|feeds|notify|people|tables))?|` + forTests + `|` + engines},
	{`tableronde/handlers/cups`, `.*`, `tableronde/handlers(/(account|admin|archive|feeds|learn|match|notify|people))?|` + forTests + `|` + engines},
	{`tableronde/handlers/feeds`, `.*`, `tableronde/handlers(/(account|admin|archive|cups|learn|match|people|tables))?|` + forTests + `|` + engines},
	{`tableronde/handlers/people`, `.*`, `tableronde/handlers(/(admin|archive|cups|feeds|learn|notify))?|` + forTests + `|` + engines},
	{`tableronde/handlers/admin`, `.*`, `tableronde/handlers(/(account|archive|cups|feeds|learn|notify|people|tables))?|` + forTests + `|` + engines},
	{`tableronde/handlers`, `.*`, forTests + `|` + engines},
	{`tableronde/cmd/examplebot`, ``, ``},
	{`tableronde/cmd/internal/cli`, `github\.com/jessevdk/go-flags|golang\.org/x/sys/.*`, forTests},
	{`tableronde/cmd/internal/soak`, `.*`, `tableronde/cmd/.*|` + forTests},
	{`tableronde/cmd/tableronde(/(arena|program|records|serve|tables|upkeep))?`, `.*`, `tableronde/(cmd/(trlab|internal/soak)|games/bot/(learn|tactics))|` + forTests},
	{`tableronde/cmd/tableronde/(clitest|faults|journeys)`, `.*`, `tableronde/cmd/trlab`},
	{`tableronde/cmd/trlab`, `.*`, forTests},
	{`tableronde/cmd/trlab/words`, ``, forTests},
}

const (
	engines      = `tableronde/db/(place|sqlite|postgres)(/.*)?`
	forTests     = `database/.*|testing|tableronde/(views/(browser|viewtest)|games/twin(/.*)?|db/dbtest|db/sqlite/sqlitetest|db/postgres/pgtest|db/storetest|handlers/(pushtest|sitetest)|handlers/api/apitest|handlers/club/(clubtest|rooms/roomstest)|cmd/tableronde/clitest)`
	impure       = `net(/.*)?|os(/.*)?|log(/.*)?|io/fs|syscall|runtime(/.*)?|crypto/rand|math/rand|unsafe`
	site         = `views(/(board|cards|css|families|heraldry|knizia|kutschke|learn|locale|pages|parker|raster|shannon))?`
	rules        = `games(/(bot(/(ismcts|pages|seen|judge|search|solve))?|catalog|clock|cup|guides|lessons|parker|problems|puzzles|strategy|cards|knizia|shannon|kutschke|rating|record|review|study|table))?`
	others       = `(github\.com|golang\.org)/.*`
	files        = `tableronde/static|github\.com/tdewolff/(minify|parse)/v2(/.*)?`
	below        = `tableronde/(db|` + rules + `)|golang\.org/x/(text/.*|net/idna)|` + passwords + `|` + cache // of every room of the club
	passwords    = `github\.com/alexedwards/argon2id|golang\.org/x/(crypto|sys)/.*`
	cache        = `github\.com/maypok86/otter/v2(/.*)?`
	compare      = `github\.com/google/go-cmp/.*`
	sqliteLibs   = `modernc\.org/.*|github\.com/(pressly/goose|mfridman|sethvargo|google/uuid|dustin/go-humanize|mattn/go-isatty|ncruces|remyoudompheng)(/.*)?|go\.uber\.org/multierr|golang\.org/x/.*`
	postgresLibs = `github\.com/(jackc/.*|pressly/goose|mfridman|sethvargo)(/.*)?|go\.uber\.org/multierr|golang\.org/x/.*`
	mailLibs     = `github\.com/emersion/go-(smtp|sasl|message)(/.*)?`
	passkeyLibs  = `github\.com/(go-webauthn/.*|fxamacker/cbor/v2|x448/float16|golang-jwt/jwt/v5|go-viper/mapstructure/v2.*|google/(uuid|go-tpm/.*)|tinylib/msgp/.*|philhofer/fwd)|golang\.org/x/(crypto|sys)/.*`
	templates    = `github\.com/(a-h/templ|nicksnyder/go-i18n|yuin/goldmark)(/.*)?|rsc\.io/qr(/.*)?|golang\.org/x/((text|image)/.*|sys/cpu)`
)

func TestLayersReachWhatTheyMay(t *testing.T) {
	ours, standard := ourPackages(t)
	for _, p := range ours {
		found := false
		for _, layer := range layers {
			if !matchesWhole(layer.path, p.ImportPath) {
				continue
			}
			found = true
			for _, dep := range p.Deps {
				if !standard[dep] && !matchesWhole(layer.reach, dep) {
					t.Errorf("%s reaches %s", p.ImportPath, dep)
				}
			}
			for _, dep := range p.Imports {
				if matchesWhole(layer.never, dep) {
					t.Errorf("%s imports %s", p.ImportPath, dep)
				}
			}
		}
		if !found {
			t.Errorf("%s is in no layer: say in this test what it may import", p.ImportPath)
		}
	}
}

// TestLayersHideTheDrivers finds packages that import the driver of a database, except the package
// of its engine.
func TestLayersHideTheDrivers(t *testing.T) {
	ours, _ := ourPackages(t)
	for _, p := range ours {
		for driver, engine := range map[string]string{`github\.com/jackc/.*`: `tableronde/db/postgres(/.*)?`, `modernc\.org/.*`: `tableronde/db/sqlite(/.*)?`} {
			for _, dep := range p.Imports {
				if matchesWhole(driver, dep) && !matchesWhole(engine, p.ImportPath) {
					t.Errorf("%s imports %s", p.ImportPath, dep)
				}
			}
		}
	}
}

// TestRulesArePure finds impure functions that an import list does not show: the clock, and
// randomness from the single global source.
func TestRulesArePure(t *testing.T) {
	never := map[string]*regexp.Regexp{
		"time":         regexp.MustCompile(`^(Now|Since|Until|Sleep|After.*|Tick|New.*er)$`),
		"math/rand/v2": regexp.MustCompile(`^(Int.*|Uint.*|Float.*|N|Perm|Shuffle|.*Float64)$`),
	}
	ours, _ := ourPackages(t)
	for _, p := range ours {
		if !matchesWhole(`tableronde/games(/.*)?`, p.ImportPath) {
			continue
		}
		for _, name := range p.GoFiles {
			for _, found := range findUses(t, filepath.Join(p.Dir, name), never) {
				t.Errorf("%s uses %s", p.ImportPath, found)
			}
		}
	}
}

// findUses lists the forbidden names, by import path, that a file mentions.
func findUses(t *testing.T, path string, never map[string]*regexp.Regexp) (found []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	imported := map[string]string{}
	for _, spec := range file.Imports {
		path := strings.Trim(spec.Path.Value, `"`)
		name := regexp.MustCompile(`([^/]+?)(/v\d+)?$`).FindStringSubmatch(path)[1]
		if spec.Name != nil {
			name = spec.Name.Name
		}
		imported[name] = path
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok {
				if ban := never[imported[id.Name]]; ban != nil && ban.MatchString(sel.Sel.Name) {
					found = append(found, fmt.Sprintf("%s.%s", id.Name, sel.Sel.Name))
				}
			}
		}
		return true
	})
	return found
}

// TestLibcIsTheOneOfSQLite requires the version of modernc.org/libc for which modernc.org/sqlite
// was made. SQLite crashes with any other version.
func TestLibcIsTheOneOfSQLite(t *testing.T) {
	const list = "{{.Path}} {{.Version}} {{.GoMod}}"
	out, err := exec.Command("go", "list", "-m", "-f", list, "modernc.org/sqlite", "modernc.org/libc").Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	sqlite, libc := strings.Fields(lines[0]), strings.Fields(lines[1])
	mod, err := os.ReadFile(sqlite[2])
	if err != nil {
		t.Fatal(err)
	}
	want := regexp.MustCompile(`modernc\.org/libc (v\S+)`).FindSubmatch(mod)
	if want == nil {
		t.Fatalf("%s names no version of modernc.org/libc", sqlite[2])
	}
	if got := libc[1]; got != string(want[1]) {
		t.Errorf("modernc.org/libc is %s, want %s as in the go.mod of modernc.org/sqlite %s", got, want[1], sqlite[1])
	}
}

func matchesWhole(pattern, s string) bool {
	return regexp.MustCompile(`^(` + pattern + `)$`).MatchString(s)
}
