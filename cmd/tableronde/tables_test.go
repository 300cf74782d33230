package main

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"tableronde/cmd/tableronde/clitest"
	"tableronde/cmd/tableronde/tables"
)

// TestServeMakesTheTable has servers make tables or not, and stops one by both ways while a table
// that takes long is made: the process that makes it ends, too.
func TestServeMakesTheTable(t *testing.T) {
	if testing.Short() {
		t.Skip("searches backwards in another process")
	}
	t.Parallel()
	dir := t.TempDir()
	s := clitest.StartServer(t, filepath.Join(dir, "tableronde.db"), "--table-pieces", "4")
	if status, _ := askSolution(t, s.URL, "camette+1+C2/B4"); status != http.StatusNotFound {
		t.Errorf("status %d without a table", status)
	}
	s.Stop(t, syscall.SIGTERM)
	if strings.Contains(s.Logged(), "making tables") {
		t.Errorf("a question makes tables: %s", s.Logged())
	}
	s = clitest.StartServer(t, filepath.Join(dir, "tableronde.db"), "--table-pieces", "4", "--make-tables", "on")
	for end := time.Now().Add(clitest.Patience); !strings.Contains(s.Logged(), "made tables"); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("no table is made: %s", s.Logged())
		}
	}
	if strings.Index(s.Logged(), "making tables") < strings.Index(s.Logged(), "listening") {
		t.Error("tables are made before the site listens")
	}
	if status, value := askSolution(t, s.URL, "camette+1+C2/B4"); status != http.StatusOK || value != "loss" {
		t.Errorf("status %d, value %q", status, value)
	}
	s.Stop(t, syscall.SIGTERM)
	for _, kill := range []bool{false, true} {
		tables := tables.Folder(filepath.Join(dir, "whole"))
		part := filepath.Join(string(tables), "camette-41.table")
		// Once the file is there again, the server is making the table.
		if err := os.Remove(part); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		s := clitest.StartServer(t, filepath.Join(dir, "tableronde.db"), "--tables", string(tables), "--make-tables", "on")
		awaitFile(t, part)
		if kill {
			s.Kill()
		} else {
			s.Stop(t, syscall.SIGTERM)
		}
		awaitUnlocked(t, tables)
	}
}

// awaitFile waits until there is a file.
func awaitFile(t *testing.T, path string) {
	t.Helper()
	for end := time.Now().Add(clitest.Patience); ; time.Sleep(time.Millisecond) {
		if _, err := os.Stat(path); err == nil {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("%s is not made", path)
		}
	}
}

// awaitUnlocked waits until no process makes a table.
func awaitUnlocked(t *testing.T, d tables.Folder) {
	t.Helper()
	for end := time.Now().Add(clitest.Patience); ; time.Sleep(time.Millisecond) {
		unlock, err := d.Lock("camette")
		if err == nil {
			_ = unlock()
			return
		}
		if time.Now().After(end) {
			t.Fatal(err)
		}
	}
}

// askSolution asks a server for the value of a position.
func askSolution(t *testing.T, server, position string) (status int, value string) {
	t.Helper()
	resp, err := http.Get(server + "/api/v1/solution?position=" + position)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var got struct{ Value string }
	if err := json.NewDecoder(resp.Body).Decode(&got); err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, got.Value
}
