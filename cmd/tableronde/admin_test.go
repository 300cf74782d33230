package main

import (
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"tableronde/cmd/tableronde/clitest"
)

// Operators act by the command line beside a running server and without one. One log has all their
// acts.
func TestAdminBesideAServer(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "t.db")
	s := clitest.StartServer(t, db, "--metrics", "127.0.0.1:0")
	clitest.MakeAccount(t, s.URL, "Ada")
	clitest.CheckRun(t, true, "", "admin", "operators", "add", "Ada", "--db", db)
	clitest.CheckRun(t, true, "Ada", "admin", "operators", "--db", db)
	clitest.CheckRun(t, false, "is an operator", "admin", "operators", "add", "Ada", "--db", db)
	clitest.CheckRun(t, false, "no account", "admin", "operators", "add", "Nobody", "--db", db)
	clitest.CheckRun(t, false, "reason", "admin", "suspend", "Ada", "--db", db)
	clitest.CheckRun(t, true, "", "admin", "suspend", "Ada", "--for", "1h", "--reason", "rude", "--db", db)
	clitest.CheckRun(t, true, "", "admin", "mute", "Ada", "--for", "1h", "--reason", "loud", "--db", db)
	clitest.CheckRun(t, true, "", "admin", "unmute", "Ada", "--reason", "calm", "--db", db)
	clitest.CheckRun(t, false, "no such match", "admin", "replace", "nothing", "2", "--by", "Ada", "--agreed", "--reason", "x", "--db", db)
	clitest.CheckRun(t, false, "no such match", "admin", "close", "nothing", "--reason", "x", "--db", db)
	clitest.CheckRun(t, false, "no message waits", "admin", "retry", "nothing", "--db", db)
	clitest.CheckRun(t, true, "", "backup", "--db", db, filepath.Join(t.TempDir(), "copy.db"))
	s.Kill()
	clitest.CheckRun(t, true, "", "admin", "lift", "Ada", "--reason", "sorry", "--db", db)
	clitest.CheckRun(t, true, "", "admin", "rename", "Ada", "Nimue", "--reason", "asked for it", "--db", db)
	again := clitest.StartServer(t, db) // a socket of the killed one is in the way
	clitest.CheckRun(t, true, "rude", "admin", "log", "--db", db)
	clitest.CheckRun(t, true, "Nimue", "admin", "operators", "--db", db)
	if strings.Contains(again.Logged(), "commands of operators") {
		t.Error("the server takes no commands")
	}
}

// The command line makes accounts, lets their players in, lists and deletes them, beside a server
// and without one.
func TestAdminPlayers(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "t.db")
	s := clitest.StartServer(t, db, "--registration", "invited", "--base-url", "http://localhost:8080", "--guests=false")
	admin := func(want string, args ...string) string {
		t.Helper()
		out := clitest.MustRun(t, append(append([]string{"admin"}, args...), "--db", db)...)
		if !regexp.MustCompile("^" + want + "\n$").MatchString(out) {
			t.Errorf("admin %s prints %q, want %s", strings.Join(args, " "), out, want)
		}
		return strings.TrimSpace(out)
	}
	const link = "http://localhost:8080/link/[a-z2-7]{26}"
	admin("http://localhost:8080/sign-in\\?invite=[a-z2-7]{26}", "invite", "--for", "1h")
	admin("[a-z2-7]{26}", "player", "create", "Ada")
	clitest.CheckRun(t, false, "another account has this name", "admin", "player", "create", "ADA", "--db", db)
	admin(link, "player", "sign-in-link", "Ada")
	password := admin("[a-z2-7]{26}", "player", "password", "Ada")
	admin("[a-z2-7]{12}  \\d{4}-\\d\\d-\\d\\d  Ada", "player", "list")
	s.Stop(t, syscall.SIGTERM)
	s = clitest.StartServer(t, db)
	if resp, err := http.Post(s.URL+"/api/v1/sessions", "application/json", strings.NewReader(`{"name":"Ada","password":"`+password+`"}`)); err != nil || resp.StatusCode != http.StatusCreated {
		t.Errorf("the password does not sign in: %v, %v", resp, err)
	}
	s.Stop(t, syscall.SIGTERM)
	admin("/link/[a-z2-7]{26}", "player", "sign-in-link", "Ada")
	admin("https://t.example/link/[a-z2-7]{26}", "player", "sign-in-link", "Ada", "--base-url", "https://t.example/")
	clitest.MustRun(t, "admin", "player", "delete", "Ada", "--db", db)
	if out := clitest.MustRun(t, "admin", "player", "list", "--db", db); out != "" {
		t.Errorf("after all were deleted there are %s", out)
	}
	clitest.CheckRun(t, true, "delete", "admin", "log", "--db", db)
}
