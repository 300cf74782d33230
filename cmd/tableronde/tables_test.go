package main

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"os/exec"
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
	s = startMaker(t, dir, "--table-pieces", "4")
	s.AwaitLogged(t, "made tables")
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
		s := startMaker(t, dir, "--tables", string(tables))
		awaitFile(t, part)
		if kill {
			s.Kill()
		} else {
			s.Stop(t, syscall.SIGTERM)
		}
		awaitUnlocked(t, tables)
	}
}

// startMaker starts a server that makes tables. Its nice leaves the priority as it is: a process that
// yields to all others starves while other tests take every processor.
func startMaker(t *testing.T, dir string, args ...string) *clitest.Server {
	t.Helper()
	bin := filepath.Join(dir, "bin")
	if err := os.MkdirAll(bin, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(bin, "nice"), []byte("#!/bin/sh\nshift 2\nexec \"$@\"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("tableronde", append([]string{"serve", "--addr", "127.0.0.1:0",
		"--db", filepath.Join(dir, "tableronde.db"), "--log-json", "--make-tables", "on"}, args...)...)
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	return clitest.StartCommand(t, cmd)
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
