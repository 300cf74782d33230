package handlers

import (
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"tableronde/db/sqlite"
)

// reopen makes all descriptors of the database at path lead to files opened with other flags, and
// returns a function that restores them.
func reopen(t *testing.T, path string, flag int) (undo func()) {
	t.Helper()
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip(err)
	}
	names := map[int]string{}
	for _, entry := range open {
		name, err := os.Readlink("/proc/self/fd/" + entry.Name())
		if fd, no := strconv.Atoi(entry.Name()); err == nil && no == nil && (name == path || name == path+"-wal") {
			names[fd] = name
		}
	}
	if len(names) == 0 {
		t.Fatal("the database is not open")
	}
	kept := map[int]int{}
	for fd, name := range names {
		f, err := os.OpenFile(name, flag, 0)
		if err != nil {
			t.Fatal(err)
		}
		if kept[fd], err = syscall.Dup(fd); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Dup3(int(f.Fd()), fd, syscall.O_CLOEXEC); err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	return func() {
		t.Helper()
		for fd, was := range kept {
			if err := syscall.Dup3(was, fd, syscall.O_CLOEXEC); err != nil {
				t.Fatal(err)
			}
			syscall.Close(was)
		}
	}
}

// Where the disk cannot be read, or the files not be written, requests that need it get that
// error. /readyz reports it at once, and all goes on when it is mended.
func TestDiskFails(t *testing.T) {
	for name, flag := range map[string]int{"no reads": os.O_WRONLY, "no writes": os.O_RDONLY} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "test.db")
			store, err := sqlite.Open(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { store.Close() })
			site := newTestSiteOn(t, Config{Store: store})
			ada := site.Guest("Ada")
			m := ada.Post("/matches", map[string]any{"game": "camelot", "solo": true}).Match
			mend := reopen(t, path, flag)
			got := ada.Post("/matches/"+m.ID+"/actions", map[string]any{"ply": 0, "action": "E6-E8"})
			if got.Status != http.StatusServiceUnavailable || got.Header.Get("Retry-After") != "30" || got.Error.Code != "unavailable" {
				t.Errorf("a move: %d, Retry-After %q, %s", got.Status, got.Header.Get("Retry-After"), got.Body)
			}
			if resp, text := site.answerTo("/readyz"); resp.StatusCode != http.StatusServiceUnavailable || !strings.Contains(text, "the disk cannot be read or written") {
				t.Errorf("/readyz: %s, %s", resp.Status, text)
			}
			if resp, _ := site.answerTo("/healthz"); resp.StatusCode != http.StatusOK {
				t.Errorf("/healthz: %s", resp.Status)
			}
			mend()
			if got := ada.Post("/matches/"+m.ID+"/actions", map[string]any{"ply": 0, "action": "E6-E8"}); got.Status != http.StatusOK || got.Match.Ply != 1 {
				t.Errorf("the move once more: %d, %s\n%s", got.Status, got.Body, site.Log.String())
			}
		})
	}
}
