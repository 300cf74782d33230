package pgtest

import (
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Replicas are a primary server and its synchronous standby. One URL always reaches the primary.
type Replicas struct {
	t                testing.TB
	dir              string // of the two links to the servers' directories
	primary, standby place
}

// place is a server and the link to its directory.
type place struct {
	*Server
	link string
}

// StartReplicas starts two servers. It skips the test where there is no PostgreSQL.
func StartReplicas(t testing.TB) *Replicas {
	t.Helper()
	// With the default of five seconds a standby that is promoted waits that long.
	primary := StartServer(t, "fsync=off", "wal_keep_size=256MB", "wal_retrieve_retry_interval=200ms")
	dir, err := os.MkdirTemp("", "pgtest") // the path of a socket must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	r := &Replicas{t: t, dir: dir}
	r.primary = r.place(primary, "a")
	r.standby = r.place(primary.Standby(t), "b")
	return r
}

// URL returns the URL of a database on both servers.
func (r *Replicas) URL(database string) string {
	q := url.Values{"host": {filepath.Join(r.dir, "a") + "," + filepath.Join(r.dir, "b")}, "port": {port + "," + port},
		"user": {superuser}, "target_session_attrs": {"read-write"}}
	return "postgres:///" + database + "?" + q.Encode()
}

// FailOver kills the primary server, promotes the standby, and replaces the killed server by a new
// standby.
func (r *Replicas) FailOver() {
	r.t.Helper()
	dead := r.primary
	if err := dead.crash(); err != nil {
		r.t.Fatal(err)
	}
	r.primary = r.standby
	r.primary.Promote(r.t)
	r.standby = r.place(r.primary.Standby(r.t), dead.link)
}

// crash kills the first process of the server; its other processes then end.
func (s *Server) crash() error {
	text, err := os.ReadFile(filepath.Join(s.data(), "postmaster.pid"))
	if err != nil {
		return err
	}
	first, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(first)
	if err != nil {
		return err
	}
	return kill(pid)
}

// place points a link to a server.
func (r *Replicas) place(s *Server, link string) place {
	r.t.Helper()
	path := filepath.Join(r.dir, link)
	_ = os.Remove(path)
	if err := os.Symlink(s.dir, path); err != nil {
		r.t.Fatal(err)
	}
	return place{s, link}
}
