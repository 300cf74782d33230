package main

import (
	"encoding/json"
	"net/http"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// checkRun runs the program, and checks how it ends and what it says.
func checkRun(t *testing.T, ok bool, want string, args ...string) {
	t.Helper()
	out, err := exec.Command("tableronde", args...).CombinedOutput()
	if (err == nil) != ok || !strings.Contains(string(out), want) {
		t.Errorf("tableronde %s: %v, output:\n%s\nwant %q", strings.Join(args, " "), err, out, want)
	}
}

// makeAccount makes an account by the API.
func makeAccount(t *testing.T, url, name string) {
	t.Helper()
	call := func(path, token, body string) map[string]any {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/api/v1"+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		if token != "" {
			req.Header.Set("Authorization", "Bearer "+token)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		var answer map[string]any
		if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil || resp.StatusCode != http.StatusCreated {
			t.Fatalf("POST %s: %s, %v", path, resp.Status, err)
		}
		return answer
	}
	token, _ := call("/guests", "", `{"name":"`+name+`"}`)["token"].(string)
	call("/accounts", token, `{"name":"`+name+`","password":"nine white swans"}`)
}

// Operators act by the command line beside a running server and without one; what they do
// is in one log.
func TestAdminBesideAServer(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "t.db")
	s := startServer(t, db, "--metrics", "127.0.0.1:0")
	makeAccount(t, s.url, "Ada")
	checkRun(t, true, "", "admin", "operators", "add", "Ada", "--db", db)
	checkRun(t, true, "Ada", "admin", "operators", "--db", db)
	checkRun(t, false, "is an operator", "admin", "operators", "add", "Ada", "--db", db)
	checkRun(t, false, "no account", "admin", "operators", "add", "Nobody", "--db", db)
	checkRun(t, false, "reason", "admin", "suspend", "Ada", "--db", db)
	checkRun(t, true, "", "admin", "suspend", "Ada", "--for", "1h", "--reason", "rude", "--db", db)
	checkRun(t, true, "", "admin", "mute", "Ada", "--for", "1h", "--reason", "loud", "--db", db)
	checkRun(t, true, "", "admin", "unmute", "Ada", "--reason", "calm", "--db", db)
	checkRun(t, false, "no such match", "admin", "replace", "nothing", "2", "--by", "Ada", "--agreed", "--reason", "x", "--db", db)
	checkRun(t, false, "no such match", "admin", "close", "nothing", "--reason", "x", "--db", db)
	checkRun(t, false, "nothing waits", "admin", "retry", "nothing", "--db", db)
	checkRun(t, true, "", "backup", "--db", db, filepath.Join(t.TempDir(), "copy.db"))
	if err := s.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = s.cmd.Wait()
	checkRun(t, true, "", "admin", "lift", "Ada", "--reason", "sorry", "--db", db)
	checkRun(t, true, "", "admin", "rename", "Ada", "Nimue", "--reason", "asked for it", "--db", db)
	again := startServer(t, db) // a socket of the killed one is in the way
	checkRun(t, true, "rude", "admin", "log", "--db", db)
	checkRun(t, true, "Nimue", "admin", "operators", "--db", db)
	if strings.Contains(again.logged(), "commands of operators") {
		t.Error("the server takes no commands")
	}
}

// The command line makes accounts, lets their players in, lists and deletes them, beside a server
// and without one.
func TestAdminPlayers(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "t.db")
	s := startServer(t, db, "--registration", "invited", "--base-url", "http://localhost:8080", "--guests=false")
	admin := func(want string, args ...string) string {
		t.Helper()
		out := mustCommand(t, append(append([]string{"admin"}, args...), "--db", db)...)
		if !regexp.MustCompile("^" + want + "\n$").MatchString(out) {
			t.Errorf("admin %s prints %q, want %s", strings.Join(args, " "), out, want)
		}
		return strings.TrimSpace(out)
	}
	const link = "http://localhost:8080/link/[a-z2-7]{26}"
	admin("http://localhost:8080/sign-in\\?invite=[a-z2-7]{26}", "invite", "--for", "1h")
	admin("[a-z2-7]{26}", "player", "create", "Ada")
	checkRun(t, false, "somebody else has an account", "admin", "player", "create", "ADA", "--db", db)
	admin(link, "player", "sign-in-link", "Ada")
	password := admin("[a-z2-7]{26}", "player", "password", "Ada")
	admin("[a-z2-7]{12}  \\d{4}-\\d\\d-\\d\\d  Ada", "player", "list")
	s.stop(t, syscall.SIGTERM)
	s = startServer(t, db)
	if resp, err := http.Post(s.url+"/api/v1/sessions", "application/json", strings.NewReader(`{"name":"Ada","password":"`+password+`"}`)); err != nil || resp.StatusCode != http.StatusCreated {
		t.Errorf("the password does not sign in: %v, %v", resp, err)
	}
	s.stop(t, syscall.SIGTERM)
	admin("/link/[a-z2-7]{26}", "player", "sign-in-link", "Ada")
	admin("https://t.example/link/[a-z2-7]{26}", "player", "sign-in-link", "Ada", "--base-url", "https://t.example/")
	mustCommand(t, "admin", "player", "delete", "Ada", "--db", db)
	if out := mustCommand(t, "admin", "player", "list", "--db", db); out != "" {
		t.Errorf("after all were deleted there are %s", out)
	}
	checkRun(t, true, "delete", "admin", "log", "--db", db)
}

// Metrics and profiles are served on this machine alone.
func TestMetricsAreOnLoopback(t *testing.T) {
	t.Parallel()
	for _, at := range []string{"0.0.0.0:9090", ":9090", "192.168.1.5:9090", "table.example:9090", "127.0.0.1"} {
		if err := new(loopback).UnmarshalFlag(at); err == nil {
			t.Errorf("%s is taken", at)
		}
	}
	for _, at := range []string{"127.0.0.1:9090", "[::1]:0", "localhost:9090"} {
		if err := new(loopback).UnmarshalFlag(at); err != nil {
			t.Errorf("%s: %v", at, err)
		}
	}
}
