package clitest

import (
	"fmt"
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"time"

	"tableronde/db/postgres/pgtest"
)

// CheckRun runs the program, and checks whether it succeeds and prints a text.
func CheckRun(t *testing.T, ok bool, want string, args ...string) {
	t.Helper()
	out, err := exec.Command("tableronde", args...).CombinedOutput()
	if (err == nil) != ok || !strings.Contains(string(out), want) {
		t.Errorf("tableronde %s: %v, output:\n%s\nwant %q", strings.Join(args, " "), err, out, want)
	}
}

// MakeAccount creates an account over the API.
func MakeAccount(t *testing.T, url, name string) {
	t.Helper()
	k := NewAPIPlayer(t, url, name)
	k.Call(http.MethodPost, "/api/v1/accounts", map[string]any{"name": name, "password": "nine white swans"}, nil)
}

// Run runs the program to its end.
func Run(t testing.TB, args ...string) (out string, err error) {
	t.Helper()
	NeedProcess(t)
	text, err := exec.Command("tableronde", args...).CombinedOutput()
	return string(text), err
}

// MustRun runs the program to its end, and fails the test if the program fails.
func MustRun(t testing.TB, args ...string) string {
	t.Helper()
	out, err := Run(t, args...)
	if err != nil {
		t.Fatalf("tableronde %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

// DescribeHistory returns the report of a check of a database with one match of this many events.
// The report includes the historic games, which every start adds.
func DescribeHistory(events int) string {
	const annals, annalEvents = 4, 111
	return fmt.Sprintf("%d matches replayed, %d events", annals+1, annalEvents+events)
}

// RunWithInput runs the program with a text as its input.
func RunWithInput(input string, args ...string) (stdout, stderr string, ok bool) {
	cmd := exec.Command("tableronde", args...)
	var out, err strings.Builder
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &out, &err
	ok = cmd.Run() == nil
	return out.String(), err.String(), ok
}

// Password is part of the URLs of databases. It must never be printed.
const Password = "gwenhwyfar"

// NewDatabase returns the URL of an empty database; the URL has a password.
func NewDatabase(t *testing.T) string {
	t.Helper()
	return pgtest.NewDatabase(t) + "&password=" + Password
}

// Patience is the longest wait of a test for another process.
const Patience = time.Minute
