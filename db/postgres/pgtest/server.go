package pgtest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// superuser is the name of the database role that owns everything.
const superuser = "postgres"

// port is part of the socket's name. No TCP port is used.
const port = "5432"

// settings are the settings of all servers.
var settings = []string{"listen_addresses=", "max_connections=400", "shared_buffers=64MB", "log_min_messages=fatal", "synchronous_commit=on"}

// errMissing means that PostgreSQL is not installed.
var errMissing = errors.New("PostgreSQL is not installed")

// Server is a PostgreSQL server.
type Server struct {
	dir     string // of the socket, the files and the log
	bin     string
	owner   *syscall.SysProcAttr
	options []string

	alive io.Closer // input of the shell that runs the server
	done  chan struct{}
}

// StartServer starts a server with settings, each "name=value", for one test. It skips the test if
// PostgreSQL is missing.
func StartServer(t testing.TB, settings ...string) *Server {
	t.Helper()
	skipShort(t)
	s, err := initServer("", settings...)
	skipWithout(t, err)
	t.Cleanup(s.remove)
	return s
}

// URL returns the URL of a database of the server.
func (s *Server) URL(database string) string {
	q := url.Values{"host": {s.dir}, "user": {superuser}, "port": {port}}
	return "postgres:///" + database + "?" + q.Encode()
}

// URLOfBoth returns the URL of a database on the primary one of two servers.
func URLOfBoth(a, b *Server, database string) string {
	q := url.Values{"host": {a.dir + "," + b.dir}, "user": {superuser}, "port": {port + "," + port}, "target_session_attrs": {"read-write"}}
	return "postgres:///" + database + "?" + q.Encode()
}

// Standby starts a synchronous standby of a server. From then on, a commit returns only when the
// standby has it on disk.
func (s *Server) Standby(t testing.TB) *Server {
	t.Helper()
	standby, err := newServer("", s.options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(standby.remove)
	if err := standby.run("pg_basebackup", "--pgdata="+standby.data(), "--host="+s.dir, "--port="+port, "--username="+superuser,
		"--write-recovery-conf", "--checkpoint=fast", "--no-sync"); err != nil {
		t.Fatal(err)
	}
	if err := standby.start(); err != nil {
		t.Fatal(err)
	}
	Exec(t, s.URL("postgres"), "ALTER SYSTEM SET synchronous_standby_names = '*'")
	Exec(t, s.URL("postgres"), "SELECT pg_reload_conf()")
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		var state string
		err := s.query(&state, "SELECT coalesce((SELECT sync_state FROM pg_stat_replication), 'none')")
		if state == "sync" {
			return standby
		}
		if time.Now().After(deadline) {
			t.Fatalf("the standby is in state %q, %v\n%s", state, err, standby.log())
		}
	}
}

// Promote makes a standby the primary server. It has no standby then. Promote does not query for
// the end of recovery, because the snapshot of a query could delay that by 30 seconds.
func (s *Server) Promote(t testing.TB) {
	t.Helper()
	for _, query := range []string{"ALTER SYSTEM SET synchronous_standby_names = ''", "SELECT pg_reload_conf()", "SELECT pg_promote(wait => false)"} {
		Exec(t, s.URL("postgres"), query)
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		recovers := true
		if err := s.query(&recovers, "SELECT pg_is_in_recovery()"); err == nil && !recovers {
			return
		} else if time.Now().After(deadline) {
			t.Fatalf("the standby is not promoted: %v", err)
		}
	}
}

// Kill ends the processes of the server at once and waits for that.
func (s *Server) Kill() {
	s.alive.Close()
	<-s.done
}

// remove ends the server and removes its files.
func (s *Server) remove() {
	if s.alive != nil {
		s.Kill()
	}
	os.RemoveAll(s.dir)
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

func (s *Server) socket() string { return filepath.Join(s.dir, ".s.PGSQL."+port) }

func (s *Server) log() []byte {
	text, _ := os.ReadFile(filepath.Join(s.dir, "log"))
	return text
}

// query reads one value from the server.
func (s *Server) query(into any, query string) error {
	pool, err := sql.Open("pgx", s.URL("postgres"))
	if err != nil {
		return err
	}
	defer pool.Close()
	return pool.QueryRowContext(context.Background(), query).Scan(into)
}

// run runs a program of PostgreSQL to its end.
func (s *Server) run(program string, args ...string) error {
	cmd := exec.Command(filepath.Join(s.bin, program), args...)
	cmd.SysProcAttr, cmd.Dir = s.owner, s.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", program, err, out)
	}
	return nil
}

// initServer starts a new server. Its directory is created in parent, as by os.MkdirTemp.
func initServer(parent string, options ...string) (*Server, error) {
	s, err := newServer(parent, options...)
	if err != nil {
		return nil, err
	}
	err = s.run("initdb", "--pgdata="+s.data(), "--username="+superuser, "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions")
	if err == nil {
		err = s.start()
	}
	if err != nil {
		s.remove()
		return nil, err
	}
	return s, nil
}

// newServer prepares the directory of a server.
func newServer(parent string, options ...string) (*Server, error) {
	bin, err := findBinaries()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(parent, "pgtest") // the path of a socket must be short
	if err != nil {
		return nil, err
	}
	owner, err := ownerOf(dir)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return &Server{dir: dir, bin: bin, owner: owner, options: options}, nil
}

// start runs the server under a shell. When this process ends, the input of the shell is closed;
// the shell then kills the server and removes its files.
func (s *Server) start() error {
	args := []string{"-c", `trap '' INT TERM; "$@" >"$0/log" 2>&1 & server=$!; cat >/dev/null; kill -QUIT $server; wait $server; rm -rf "$0"`,
		s.dir, filepath.Join(s.bin, "postgres"), "-D", s.data(), "-k", s.dir, "-p", port}
	for _, setting := range append(slices.Clone(settings), s.options...) {
		args = append(args, "-c", setting)
	}
	shell := exec.Command("sh", args...)
	shell.Dir = s.dir
	shell.SysProcAttr = apart(s.owner)
	input, err := shell.StdinPipe()
	if err != nil {
		return err
	}
	if err := shell.Start(); err != nil {
		return err
	}
	s.alive, s.done = input, make(chan struct{})
	go func() {
		defer close(s.done)
		shell.Wait()
	}()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		var one int
		err := s.query(&one, "SELECT 1")
		if err == nil {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("the server does not start: %w\n%s", err, s.log())
		}
	}
}

// findBinaries returns the directory of the newest PostgreSQL.
func findBinaries() (string, error) {
	dirs, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	if err != nil {
		return "", err
	}
	slices.SortFunc(dirs, func(a, b string) int { return majorOf(b) - majorOf(a) })
	for _, dir := range dirs {
		if _, err := os.Stat(filepath.Join(dir, "initdb")); err == nil {
			return dir, nil
		}
	}
	if path, err := exec.LookPath("initdb"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil {
			return filepath.Dir(path), nil
		}
	}
	return "", errMissing
}

func majorOf(dir string) int {
	n, _ := strconv.Atoi(strings.Split(dir, "/")[4])
	return n
}
