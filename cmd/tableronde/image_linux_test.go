package main

import (
	"crypto/tls"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"tableronde/cmd/tableronde/clitest"
)

// imageFiles are the files of the image that .deploy/Dockerfile builds from, by their paths in
// it: the test puts its own in their places.
type imageFiles map[string]string

// buildImage follows .deploy/Dockerfile for its files. It runs the build command in this tree, and
// copies the files of the last stage to the folder root. entry is the ENTRYPOINT.
func buildImage(t *testing.T, base imageFiles) (root string, entry []string) {
	t.Helper()
	text, err := os.ReadFile("../../.deploy/Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	root = t.TempDir()
	program := filepath.Join(t.TempDir(), "program")
	for line := range strings.Lines(string(text)) {
		what, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch words := strings.Fields(rest); {
		case what == "RUN":
			build := exec.Command("sh", "-c", strings.Replace(rest, "-o /tableronde", "-o "+program, 1))
			build.Dir = "../.."
			if out, err := build.CombinedOutput(); err != nil {
				t.Fatalf("%s: %v\n%s", rest, err, out)
			}
			base["/tableronde"] = program
		case what == "COPY" && words[0] == "--from=build":
			content, err := os.ReadFile(base[words[1]])
			if err != nil {
				t.Fatalf("the test has nothing for %s: %v", words[1], err)
			}
			at := filepath.Join(root, words[2])
			if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(at, content, 0o755); err != nil {
				t.Fatal(err)
			}
		case what == "ENTRYPOINT":
			if err := json.Unmarshal([]byte(rest), &entry); err != nil {
				t.Fatal(err)
			}
		}
	}
	return root, entry
}

// The program in the image trusts servers by the certificates there, and has the time zones,
// though nothing else is in the image.
func TestImage(t *testing.T) {
	clitest.NeedLong(t) // it builds everything with other flags
	if os.Getuid() != 0 {
		t.Skip("only root may change the root of a process")
	}
	t.Parallel()
	cert, key := clitest.NewCertificate(t)
	root, entry := buildImage(t, imageFiles{"/etc/ssl/certs/ca-certificates.crt": cert})
	called := make(chan string, 1)
	other := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		called <- string(body)
	}))
	pair, err := tls.LoadX509KeyPair(cert, key)
	if err != nil {
		t.Fatal(err)
	}
	other.TLS = &tls.Config{Certificates: []tls.Certificate{pair}}
	other.StartTLS()
	t.Cleanup(other.Close)

	const user = 65532
	data := filepath.Join(root, "data")
	if err := os.Mkdir(data, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(data, user, user); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(entry[0], "--addr", "127.0.0.1:0", "--db", "/data/t.db", "--log-json", "--allow-private-targets")
	cmd.Dir, cmd.Env = "/", []string{}
	cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: user, Gid: user}}
	cmd.Err = nil // the path is a path in the image
	s := clitest.StartCommand(t, cmd)

	ada := clitest.NewSoloist(t, s.URL)
	var hook struct{ ID string }
	ada.Call(s.URL, http.MethodPost, "/me/webhooks", map[string]any{"url": other.URL, "format": "json", "kinds": []string{"turn"}}, &hook)
	try, err := http.NewRequest(http.MethodPost, s.URL+"/api/v1/me/webhooks/"+hook.ID+"/test", nil)
	if err != nil {
		t.Fatal(err)
	}
	try.Header.Set("Authorization", "Bearer "+ada.Token)
	tried, err := http.DefaultClient.Do(try)
	if err != nil {
		t.Fatal(err)
	}
	tried.Body.Close()
	select {
	case body := <-called:
		if !strings.Contains(body, `"kind":"test"`) {
			t.Errorf("the server is called with %s", body)
		}
	default:
		t.Errorf("no call by TLS: %s", tried.Status)
	}

	var match struct{ ID string }
	ada.Call(s.URL, http.MethodPost, "/matches", map[string]any{"game": "camelot", "public": true, "bots": map[string]int{"2": 1}, "clock": map[string]string{"move": "72h"}}, &match)
	for zone, utc := range map[string]bool{"": true, "Asia/Kathmandu": false} {
		req, _ := http.NewRequest(http.MethodGet, s.URL+"/m/"+match.ID, nil)
		req.AddCookie(&http.Cookie{Name: "zone", Value: zone})
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		page, err := io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode != http.StatusOK || strings.Contains(string(page), " UTC") != utc {
			t.Errorf("in the zone %q: %s, UTC in the page is not %t, %v", zone, resp.Status, utc, err)
		}
	}
}

// The units are as closed as systemd can judge without running them.
func TestUnitsAreClosed(t *testing.T) {
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Skip("no systemd-analyze")
	}
	units, err := filepath.Glob("../../.deploy/*.service")
	if err != nil || len(units) < 2 {
		t.Fatal(units, err)
	}
	for _, unit := range units {
		out, err := exec.Command("systemd-analyze", "security", "--offline=true", "--no-pager", unit).CombinedOutput()
		_, verdict, _ := strings.Cut(string(out), "Overall exposure level for ")
		words := strings.Fields(verdict)
		if err != nil || len(words) < 2 {
			t.Errorf("%s: %v\n%s", unit, err, out)
			continue
		}
		if exposure, err := strconv.ParseFloat(words[1], 64); err != nil || exposure > 2 {
			t.Errorf("%s has an exposure of %s, want 2.0 at most:\n%s", unit, words[1], out)
		}
	}
}
