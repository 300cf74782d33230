package pgtest

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// NewBouncer starts a PgBouncer in front of this process's server until the end of the test. It
// returns the URL of a database behind it. Each transaction may run on one of two sessions. It
// skips the test if PgBouncer is not installed.
func NewBouncer(t testing.TB, address string) string {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		if program, err = exec.LookPath("/usr/sbin/pgbouncer"); err != nil {
			skipWithout(t, fmt.Errorf("PgBouncer: %w", errMissing))
		}
	}
	server := require(t)
	dir, err := os.MkdirTemp("", "pgbouncer") // the path of a socket must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	owner, err := ownerOf(dir)
	if err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(dir, "pgbouncer.ini")
	text := fmt.Sprintf("[databases]\n* = host=%s port=%s user=%s pool_size=2\n[pgbouncer]\nauth_type=any\npool_mode=transaction\nlisten_port=%[2]s\nunix_socket_dir=%[4]s\nlogfile=%[4]s/log\n",
		server.dir, port, superuser, dir)
	if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, config)
	cmd.SysProcAttr = apart(owner)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	socket := filepath.Join(dir, ".s.PGSQL."+port)
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		c, err := net.Dial("unix", socket)
		if err == nil {
			c.Close()
			return behind(t, address, socket)
		}
		if time.Now().After(deadline) {
			log, _ := os.ReadFile(filepath.Join(dir, "log"))
			t.Fatalf("PgBouncer does not start: %v\n%s", err, log)
		}
	}
}
