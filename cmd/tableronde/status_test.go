package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The exit status of wrong usage differs from the status of input that cannot be read, played or
// proved. In both cases standard output is empty and standard error has a single sentence.
func TestExitStatus(t *testing.T) {
	t.Parallel()
	const failed, usage = 1, 80
	record, folder := "testdata/nolan-chaxx.txt", t.TempDir()
	if err := os.CopyFS(filepath.Join(folder, "testdata"), os.DirFS("testdata")); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]struct {
		status int
		text   string
	}{
		"replay " + record:                            {0, ""},
		"replay --ply 0 " + record:                    {0, ""},
		"replay --ply 35 " + record:                   {0, ""},
		"replay --ply 36 " + record:                   {failed, record + ": ply 36 is outside the record, which ends at ply 35"},
		"replay --ply -1 " + record:                   {failed, record + ": ply -1 is outside the record, which ends at ply 35"},
		"replay --ply=-1 " + record:                   {failed, record + ": ply -1 is outside the record, which ends at ply 35"},
		"draw --ply -1 " + record:                     {failed, record + ": ply -1 is outside the record, which ends at ply 35"},
		"replay --ply 99999999999999999999 " + record: {failed, "ply 9223372036854775807 is outside the record"},
		"replay --ply one " + record:                  {usage, `"one" is not the number of a line`},
		"replay " + record + " --ply":                 {usage, "expected argument for flag `--ply'"},
		"replay":                                      {usage, `expected "<file>"`},
		"replay testdata":                             {failed, "testdata: "},
		"replay absent.txt":                           {failed, "absent.txt: no such file"},
		"verify " + record:                            {failed, record + ": There is nothing to verify"},
		"verify":                                      {usage, "required argument `<file>`"},
		"perft --game camette --depth 1":              {0, ""},
		"perft --game camette --depth 0":              {usage, "--depth must be at least 1"},
		"perft --game chess --depth 1":                {failed, `unknown game "chess"`},
		"import " + record:                            {usage, "--game=STRING or --guess"},
		"import --game cam " + record:                 {failed, record + ": "},
		"backup --db absent.db copy.db":               {failed, "absent.db: no such file"},
		"backup --db " + record + " copy.db":          {failed, record + ": read: damaged: "},
		"check absent.db":                             {failed, "absent.db: no such file"},
		"check " + record:                             {failed, record + ": read: damaged: "},
		"restore absent.db --db " + record:            {failed, record + ": file already exists: give --force"},
		"restore":                                     {usage, "required argument `<file>`"},
		"dance":                                       {usage, "dance"},
	} {
		var stdout, stderr strings.Builder
		cmd := exec.Command("tableronde", strings.Fields(args)...)
		cmd.Dir, cmd.Stdout, cmd.Stderr = folder, &stdout, &stderr
		status := 0
		if err := cmd.Run(); err != nil {
			var exit *exec.ExitError
			if !errors.As(err, &exit) {
				t.Fatal(err)
			}
			status = exit.ExitCode()
		}
		if status != want.status || !strings.Contains(stderr.String(), want.text) {
			t.Errorf("%s: status %d, %q; want %d, %q", args, status, &stderr, want.status, want.text)
		}
		if quiet := stdout.Len() == 0; quiet != (status != 0) {
			t.Errorf("%s: status %d, %d bytes on standard output", args, status, stdout.Len())
		}
	}
}
