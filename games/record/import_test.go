package record_test

import (
	"errors"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/record"
)

// bare is the game of the rules page, section 5, as the Federation prints it.
const bare = `1.E6-E8 H11-F9 2.H6-F8 F11-H9 3.G6-G8 D11-D9 4.E8xC10xC12 D10-C11 5.C12xC10 E10-E12 6.G8xE10
I10-G8xG6xE6xE8xG8xE6xC8 7.I7-G7 J11-H11-F11-D11xF9 8.J6-H6-H8-F6 H9-I8 9.H7xJ9 C8-C7
10.C6-E6-G6-G8xE10 C7xE5 11.F6xD4 F10xD10xB10 12.D4-E5 B10-C9 13.E5-F6 G11-H11 14.F6-H8 G10-H9
15.I6-H7 H9-G9 16.H8xF10xD12xF12 I11-G11-I9 17.J9xH9 H10xH8xH6xF8.
`

func game(t testing.TB, id string) games.Ruleset {
	t.Helper()
	rules, err := catalog.Find(id, 0)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

func mustImport(t testing.TB, text string, rules ...games.Ruleset) record.Imported {
	t.Helper()
	got, err := record.Import(strings.NewReader(text), rules...)
	if err != nil {
		t.Fatalf("Import of\n%s\n= %v", text, err)
	}
	return got
}

// TestImportSameGame writes one game in many ways.
func TestImportSameGame(t *testing.T) {
	camelot := game(t, "camelot")
	want := mustImport(t, bare, camelot).Match.Log()
	if len(want) != 34 {
		t.Fatalf("%d moves, want 34", len(want))
	}
	golden, err := os.ReadFile("../../cmd/tableronde/testdata/nolan-chaxx.txt")
	if err != nil {
		t.Fatal(err)
	}
	number := regexp.MustCompile(`\d+\.([A-L])`)
	for _, tt := range []struct{ name, text string }{
		{"a record", string(golden)},
		{"a move a line", strings.Join(strings.Fields(number.ReplaceAllString(bare, "$1")), "\n")},
		{"space after the numbers", strings.ReplaceAll(bare, ".", ". ")},
		{"other numbers", number.ReplaceAllString(bare, "7) $1")},
		{"commas", strings.ReplaceAll(bare, " ", ", ")},
		{"lower case", strings.ToLower(bare)},
		{"dashes", strings.ReplaceAll(bare, "-", "–")},
		{"colons", strings.ReplaceAll(bare, "x", ":")},
		{"capital X", strings.ReplaceAll(bare, "x", "X")},
		{"times", strings.ReplaceAll(bare, "x", "×")},
		{"lines that end within moves", strings.ReplaceAll(strings.ReplaceAll(bare, "x", "x\n"), "-", "\r\n\t-")},
		{"marks", strings.ReplaceAll(bare, " ", "!? ")},
		{"marks apart", strings.ReplaceAll(bare, " ", " ! ")},
		{"comments", strings.ReplaceAll(bare, " ", " {2.A1-A2 is; not (good)} ")},
		{"comments in comments", strings.ReplaceAll(bare, " ", " (H6-F8 (or D6-D8) [and {so} on]) ")},
		{"comments to the end of the line", strings.ReplaceAll(bare, "\n", " ; 3.D6-D8 (\n")},
		{"Black's number", strings.ReplaceAll(bare, " H11-F9", " 1...H11-F9 ")},
		{"Black's number apart", strings.ReplaceAll(bare, " H11-F9", "\n1… … H11-F9 ")},
		{"a title", "World Championship, Game 3: Nolan – CHAXX\n\n" + bare},
		{"a byte order mark", "\uFEFF" + bare},
		{"a result", bare + "0-1"},
		{"tags", "[Event \"World Championship\"]\n[White \"Nolan\"]\n[Black \"CHAXX 1.05\"]\n" + bare + " *"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := mustImport(t, tt.text, camelot)
			log := got.Match.Log()
			if tt.name == "a record" {
				log = log[:34] // the text names the resignation
			}
			if diff := cmp.Diff(want, log); diff != "" {
				t.Errorf("log (-bare +this):\n%s", diff)
			}
		})
	}
}

func TestImportTags(t *testing.T) {
	for _, tt := range []struct {
		name, game, text string
		want             map[string]string
	}{
		{"result", "camelot", bare + " 0–1", map[string]string{"Result": "0-1"}},
		{"half", "camelot", bare + " ½-½.", map[string]string{"Result": "1/2-1/2"}},
		{"agreed", "camelot", bare + " Draw", map[string]string{"Result": "1/2-1/2"}},
		{"won", "camelot", bare + " Black wins", map[string]string{"Result": "0-1"}},
		{"four results", "chivalry-4-teams", "1.A5-A7 0-1-0-1", map[string]string{"Result": "0-1-0-1"}},
		{"no result", "camelot", bare, map[string]string{"Result": "*"}},
		{"a result among the tags", "camelot", "[Result \"0-1\"]\n" + bare, map[string]string{"Result": "0-1"}},
		{"resignation", "camelot", bare + "White resigns", map[string]string{"Result": "0-1"}},
		{"resignation of the seat to move", "camelot", bare + " resigns, 1-0", map[string]string{"Result": "0-1"}},
		{"resignation in French", "camelot", bare + " Les Noirs abandonnent"[5:], map[string]string{"Result": "1-0"}},
		{"the game is over by the rules", "camette", "[Result \"0-1\"]\n[Option.position \"camette 1 C6/B2,C3\"]\n1.C6-C7", map[string]string{"Result": "1-0"}},
		{"names", "camelot", "[White \"Nolan\"]\n[Black \"CHAXX\"]\n[Date \"2008-05-04\"]\n" + bare,
			map[string]string{"Seat1": "Nolan", "Seat2": "CHAXX", "Date": "2008-05-04", "White": "", "Game": "camelot", "Version": "1", "Seats": "2"}},
		{"game among the tags", "camelot", "[Game \"camelot\"]\n" + bare, map[string]string{"Game": "camelot"}},
		{"an option", "grand-camelot", "[Option.setup \"1932\"]\n1.F3-F2", map[string]string{"Option.setup": "1932"}},
		{"a result alone", "camelot", "1-0", map[string]string{"Result": "1-0"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := mustImport(t, tt.text, game(t, tt.game))
			for name, want := range tt.want {
				if value := got.Record.Tag(name); value != want {
					t.Errorf("%s is %q, want %q", name, value, want)
				}
			}
			checkImported(t, got)
		})
	}
}

// checkImported checks that the record contains the expected match.
func checkImported(t *testing.T, got record.Imported) {
	t.Helper()
	again, err := record.Parse(strings.NewReader(got.Record.String()))
	if err != nil {
		t.Fatalf("the record\n%s\nis not one: %v", got.Record, err)
	}
	m, err := again.Match(catalog.Find)
	if err != nil {
		t.Fatalf("the record\n%s\ndoes not play: %v", got.Record, err)
	}
	if diff := cmp.Diff(got.Match.Log(), m.Log()); diff != "" {
		t.Errorf("log (-imported +replayed):\n%s", diff)
	}
	if diff := cmp.Diff(got.Match.Result(), m.Result()); diff != "" {
		t.Errorf("result (-imported +replayed):\n%s", diff)
	}
}

// Where signs stand apart, two squares with one between them are a move.
func TestImportSpaceAroundSigns(t *testing.T) {
	got := mustImport(t, "1. E6 - E8 H11 – F9 2. H6 -F8 F11- H9 3. G6-\n G8", game(t, "camelot"))
	want := mustImport(t, "1.E6-E8 H11-F9 2.H6-F8 F11-H9 3.G6-G8", game(t, "camelot"))
	if diff := cmp.Diff(want.Match.Log(), got.Match.Log()); diff != "" {
		t.Errorf("log (-together +apart):\n%s", diff)
	}
}

// Import reads the signs that typesetting programs put in place of keyboard signs. Names keep
// them.
func TestImportTypesetText(t *testing.T) {
	for _, text := range []string{
		"[Seat1 \"Énide – Érec\"]\n１．\u00a0E6‑E8\u2003Ｈ１１－Ｆ９；Ein Kommentar\n2.\u202fH6−F8",
		"[Game\u00a0\"camelot\"]\n[Seats \"2\"]\n[Seat1 \"Énide – Érec\"]\n\n１：\u00a0E6‑E8\n2：Ｈ１１－Ｆ９；Ein Kommentar\n1: H6−\u2060F8\n",
	} {
		got := mustImport(t, text, game(t, "camelot"))
		want := mustImport(t, "1.E6-E8 H11-F9 2.H6-F8", game(t, "camelot"))
		if diff := cmp.Diff(want.Match.Log(), got.Match.Log()); diff != "" || got.Record.Tag("Seat1") != "Énide – Érec" {
			t.Errorf("%q by %q: log (-plain +typeset):\n%s", text, got.Record.Tag("Seat1"), diff)
		}
	}
	got, want := mustImport(t, strings.NewReplacer("x", "×", "-", "−").Replace(bare), game(t, "camelot")), mustImport(t, bare, game(t, "camelot"))
	if diff := cmp.Diff(want.Match.Log(), got.Match.Log()); diff != "" {
		t.Errorf("log with crosses (-plain +typeset):\n%s", diff)
	}
}

// In four columns a seat that passes has a sign or nothing; the rules give the seat to move.
func TestImportFourColumns(t *testing.T) {
	const head = "[Option.position \"grand-cam-93 1 F5,G5/F9/K7/-\"]\n"
	want := []games.Seat{1, 2, 3, 1, 2}
	for name, text := range map[string]string{
		"signs":   "Red Green Blue Yellow\n1. F5-F6 F9-E9 K7-J7 -\n2. G5-G6 E9-E10 -",
		"dots":    "1.\tF5-F6\tF9-E9\tK7-J7\t…\n2.\tG5-G6\tE9-E10\t...\t--",
		"nothing": "1. F5-F6 F9-E9 K7-J7 2. G5-G6 E9-E10",
		"dashes":  "1. F5–F6 F9–E9 K7–J7 — 2. G5–G6 E9–E10 —",
	} {
		t.Run(name, func(t *testing.T) {
			got := mustImport(t, head+text, game(t, "grand-cam-93"))
			var seats []games.Seat
			for _, e := range got.Match.Log() {
				seats = append(seats, e.Seat)
			}
			if !slices.Equal(seats, want) {
				t.Errorf("the seats moved as %v, want %v", seats, want)
			}
			checkImported(t, got)
		})
	}
}

func TestImportErrors(t *testing.T) {
	const four = "1.E6-E8 H11-F9\n2.H6-F8 F11-H9\n3."
	for _, tt := range []struct {
		name, text string
		want       record.LineError // of which Err is compared by its text
		says       string
		plies      int
	}{
		{"illegal", four + "G6xG8 D11-D9", record.LineError{Line: 3, Move: 3, Seat: 1, Action: "G6xG8"}, "G7 is a friend", 4},
		{"illegal for Black", four + "G6-G8 D11-D8", record.LineError{Line: 3, Move: 3, Seat: 2, Action: "D11-D8"}, "", 5},
		{"no move", four + "G6=G8", record.LineError{Line: 3, Move: 3, Seat: 1, Action: "G6=G8"}, "not a move", 4},
		{"no move in other letters", four + "Гб", record.LineError{Line: 3, Move: 3, Seat: 1, Action: "Гб"}, "not a move", 4},
		{"a word", "E6-E8 castles", record.LineError{Line: 1, Seat: 2, Action: "castles"}, "not a move", 1},
		{"an event of the table", "1.E6-E8 abort", record.LineError{Line: 1, Move: 1, Seat: 2, Action: "abort"}, "not a move", 1},
		{"after the result", four + "G6-G8 1-0 D11-D9", record.LineError{Line: 3, Move: 3, Seat: 2, Action: "D11-D9"}, "after the result", 5},
		{"after the end", "1.E6-E8 resigns 2.E8-E9", record.LineError{Line: 1, Move: 2, Action: "E8-E9"}, "over", 2},
		{"half a move", four + "G6-", record.LineError{Line: 3, Move: 3, Seat: 1, Action: "G6-"}, "", 4},
		{"an open comment", "1.E6-E8 {a\nb\n", record.LineError{Line: 1}, "does not end", -1},
		{"not UTF-8", "1.E6-E8\nH11\x96F9", record.LineError{Line: 2}, "UTF-8", -1},
		{"a control character", "1.E6-E8\n\x00", record.LineError{Line: 2}, "control", -1},
		{"a word without end", "1." + strings.Repeat("E6-E8-", 1000), record.LineError{Line: 1}, "too long", -1},
		{"a move without end", "1.E6" + strings.Repeat("\n-E8", 1000), record.LineError{Line: 669}, "too long", -1},
		{"a record that breaks off", head + "1: E6-E8\n2: E6-E8\n", record.LineError{Line: 4, Seat: 2, Action: "E6-E8"}, "no piece on E6", 1},
		{"a line that is none in a record", head + "1: E6-E8\n\nF11-F10\n", record.LineError{Line: 5}, "SEAT: ACTION", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := record.Import(strings.NewReader(tt.text), game(t, "camelot"))
			var bad *record.LineError
			if !errors.As(err, &bad) {
				t.Fatalf("Import = %v, want a LineError", err)
			}
			if !strings.Contains(bad.Err.Error(), tt.says) {
				t.Errorf("the reason is %q, want %q", bad.Err, tt.says)
			}
			tt.want.Err = bad.Err
			if *bad != tt.want {
				t.Errorf("error %+v, want %+v", *bad, tt.want)
			}
			if tt.plies < 0 {
				if got.Record != nil {
					t.Errorf("a text that cannot be read gives\n%s", got.Record)
				}
				return
			}
			if got.Match.Ply() != tt.plies {
				t.Errorf("%d plies could be played, want %d", got.Match.Ply(), tt.plies)
			}
			checkImported(t, got)
		})
	}
}

func TestImportRefuses(t *testing.T) {
	for _, tt := range []struct{ name, text, says string }{
		{"nothing", "", "no moves"},
		{"a comment alone", "{1.E6-E8}", "no moves"},
		{"another game", strings.Replace(head, "camelot", "cam", 1) + "1: D4-D5\n", "This is a game of cam, not of camelot"},
		{"another game in a list", "[Game \"cam\"]\n1.D4-D5", "This is a game of cam, not of camelot"},
		{"no such version", "[Game \"camelot\"]\n[Version \"7\"]\n1.E6-E8", "no version 7 of camelot"},
		{"a version that is none", "[Game \"camelot\"]\n[Version \"x\"]\n1.E6-E8", "Version is"},
		{"seats that are none", "[Seats \"two\"]\n1.E6-E8", "Seats is"},
		{"wrong seats", "[Seats \"4\"]\n1.E6-E8", "seats"},
		{"an option that is none", "[Option.tempo \"x\"]\n1.E6-E8", "tempo"},
		{"a tag twice", "[A \"1\"]\n[A \"2\"]\n1.E6-E8", "already in line 1"},
		{"too long", strings.Repeat("\n", record.MaxSize+1), "1 MB"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := record.Import(strings.NewReader(tt.text), game(t, "camelot"))
			if err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("Import = %v, want %q", err, tt.says)
			}
		})
	}
}

// Without a name the game is the first that plays the whole list, or gets
// furthest.
func TestImportGuesses(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"camelot", bare, "camelot"},
		{"chivalry", "1.L6-M5", "chivalry"},
		{"cam", "1.B5-A4", "cam"},
		{"four in teams", "1.A5-A7", "chivalry-4-teams"},
		{"named by a tag", "[Game \"chivalry\"]\n1.G6-G8", "chivalry"},
		{"a record", strings.Replace(head, "camelot", "cam", 1), "cam"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := mustImport(t, tt.text, catalog.All()...)
			if id := got.Record.Tag("Game"); id != tt.want {
				t.Errorf("taken for %s, want %s", id, tt.want)
			}
		})
	}
	got, err := record.Import(strings.NewReader(bare[:strings.Index(bare, "3.")]+"3.A1-A2"), catalog.All()...)
	if err == nil || got.Record.Tag("Game") != "camelot" || got.Match.Ply() != 4 {
		t.Errorf("a list that breaks off is %v, %v", got.Record, err)
	}
	if _, err := record.Import(strings.NewReader("[Game \"chess\"]\n1.E2-E4"), catalog.All()...); err == nil || !strings.Contains(err.Error(), `no game “chess”`) {
		t.Errorf("a game of chess: %v", err)
	}
}

func FuzzImport(f *testing.F) {
	f.Add(bare)
	f.Add(head + "1: E6-E8\n2: F11-F10\n")
	f.Add("[White \"a\"]\n1. e6 – e8! {x} 1... Black resigns 1–0 ½-½")
	camelot := game(f, "camelot")
	f.Fuzz(func(t *testing.T, text string) {
		got, err := record.Import(strings.NewReader(text), camelot)
		if got.Record == nil {
			if err == nil {
				t.Fatal("neither a record nor an error")
			}
			return
		}
		checkImported(t, got)
		again, err := record.Import(strings.NewReader(got.Record.String()), camelot)
		if err != nil || again.Record.String() != got.Record.String() {
			t.Fatalf("imported again, the record\n%s\nis\n%s\n%v", got.Record, again.Record, err)
		}
	})
}

// TestImportOfTheLongestTexts imports texts of the greatest length. It checks that the
// importer plays at most the longest game, and finds no moves in texts without any.
// TestScanIsLinear counts the steps that such texts cost.
func TestImportOfTheLongestTexts(t *testing.T) {
	fill := func(unit string) string { return strings.Repeat(unit, record.MaxSize/len(unit)) }
	shuffle := "1: C6-B6\n2: C11-B11\n1: B6-C6\n2: B11-C11\n"
	for _, tt := range []struct{ name, text, says string }{
		{"comments", fill(";\n"), "no moves"},
		{"comments, in line", fill("{}"), "no moves"},
		{"brackets", fill("[]"), "no moves"},
		{"tags in one line", fill(`[A "b"]`), "no moves"},
		{"numbers", fill("1 "), "no moves"},
		{"numbers, joined", fill(strings.Repeat("1.", 900) + " "), "no moves"},
		{"signs", fill("- "), "no moves"},
		{"armies", fill("White "), "no moves"},
		{"a game", "[Game \"camelot\"]\n[Seats \"2\"]\n" + strings.Repeat(shuffle, 2500), "2000 moves"},
		{"a list", fill("E6-D5 E11-D12 D5-E6 D12-E11 "), "2000 moves"},
		{"undone", "[Game \"camelot\"]\n[Seats \"2\"]\n" + strings.Repeat("1: C6-B6\n2: offer undo 0\n1: accept undo\n", 3300), "2000 moves"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := record.Import(strings.NewReader(tt.text), catalog.All()...)
			if err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("Import = %v, want %q", err, tt.says)
			}
			if plies := 2_000; got.Record != nil && (got.Match.Ply() > plies || tt.says == "2000 moves" && got.Match.Ply() < plies) {
				t.Errorf("%d plies are played", got.Match.Ply())
			}
		})
	}
}
