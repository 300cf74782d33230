package main

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"
)

var updateGolden = flag.Bool("update", false, "rewrite the golden files, for review")

// TestMain makes the program itself a command that tests can run.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"tableronde": main})
}

// TestScripts runs the command line as testdata/script says. The scripts find
// the records of testdata in $RECORDS.
func TestScripts(t *testing.T) {
	records, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *updateGolden,
		Setup: func(env *testscript.Env) error {
			env.Setenv("RECORDS", records+"/testdata")
			env.Setenv("TOURNAMENTS", filepath.Join(records, "../../games/knizia/testdata/tournaments.txt"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"json": compareJSON},
	})
}

// compareJSON implements "json FILE WANT". Both files must hold the same object, except that WANT
// may leave out keys of the outermost object.
func compareJSON(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: json FILE WANT")
	}
	var got, want map[string]any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &got))
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[1])), &want))
	var keys []string
	for key := range got {
		if _, ok := want[key]; !ok {
			keys = append(keys, key)
		}
	}
	for _, key := range keys {
		delete(got, key)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		ts.Fatalf("%s (-want +got; not compared: %s):\n%s", args[0], strings.Join(keys, ", "), diff)
	}
}
