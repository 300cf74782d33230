package journeys

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// firefoxTab is a tab of Firefox, driven by Marionette.
type firefoxTab struct {
	remotePage
	m *marionette
}

// firefoxPrefs are the settings of a profile. With port 0 Firefox chooses a port and writes it to a
// file.
const firefoxPrefs = `
user_pref("marionette.port", 0);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("layout.css.prefers-color-scheme.content-override", %d);
`

func openFirefox(t *testing.T, dark bool) tab {
	t.Helper()
	scheme := 1
	if dark {
		scheme = 0
	}
	profile := t.TempDir()
	if err := os.WriteFile(filepath.Join(profile, "user.js"), fmt.Appendf(nil, firefoxPrefs, scheme), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(findProgram(t, "firefox-esr", "firefox-esr"), "--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", profile)
	cmd.Env = append(os.Environ(), "MOZ_HEADLESS_WIDTH=1600", "MOZ_HEADLESS_HEIGHT=1200")
	startFor(t, cmd)
	var port string
	for deadline := time.Now().Add(2 * browserTimeout); port == ""; time.Sleep(50 * time.Millisecond) {
		data, err := os.ReadFile(filepath.Join(profile, "MarionetteActivePort"))
		if err == nil {
			port = string(data)
		} else if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
	conn, err := net.Dial("tcp", "127.0.0.1:"+port)
	if err != nil {
		t.Fatal(err)
	}
	m := &marionette{conn: conn, in: bufio.NewReader(conn)}
	var hello struct{ MarionetteProtocol int }
	if err := m.read(&hello); err != nil {
		t.Fatal(err)
	}
	f := &firefoxTab{remotePage{send: m.driver}, m}
	t.Cleanup(func() {
		_ = m.command("Marionette:Quit", parameters{"flags": []string{"eForceQuit"}}, nil)
		_ = cmd.Wait() // it writes to its profile until then
		conn.Close()
	})
	if err := f.send("NewSession", parameters{}, nil); err != nil {
		t.Fatal(err)
	}
	return f
}

// resize gives the page its size within a window that is larger than all of them:
// a window of Firefox is never narrower than 450 px.
func (f *firefoxTab) resize(s size) error {
	return f.inChrome(fmt.Sprintf(`
		const { style } = gBrowser.selectedBrowser;
		style.flex = "none";
		style.alignSelf = "start";
		style.width = style.minWidth = style.maxWidth = "%dpx";
		style.height = style.minHeight = style.maxHeight = "%dpx"`, s.width, s.height), nil)
}

// complaints are the errors of scripts of the site.
func (f *firefoxTab) complaints() (said []string, err error) {
	err = f.inChrome(`
		const errors = Services.console.getMessageArray()
			.filter(m => m instanceof Ci.nsIScriptError && !(m.flags & m.warningFlag) && m.sourceName.startsWith("http"));
		Services.console.reset();
		return errors.map(m => m.errorMessage + " " + m.sourceName + ":" + m.lineNumber)`, &said)
	return said, err
}

// inChrome runs a script with the rights of the browser itself.
func (f *firefoxTab) inChrome(script string, result any) error {
	if err := f.m.command("Marionette:SetContext", parameters{"value": "chrome"}, nil); err != nil {
		return err
	}
	err := f.send("ExecuteScript", parameters{"script": script, "args": []any{}}, result)
	if back := f.m.command("Marionette:SetContext", parameters{"value": "content"}, nil); err == nil {
		err = back
	}
	return err
}

// marionette is the end of a connection with Firefox: messages are JSON after their
// length in bytes and a colon.
type marionette struct {
	conn io.ReadWriteCloser
	in   *bufio.Reader
	last int // id of the last command
}

// driver sends a command of WebDriver. Commands with a result return it in a field "value".
func (m *marionette) driver(command string, parameters, result any) error {
	var answer struct{ Value json.RawMessage }
	if err := m.command("WebDriver:"+command, parameters, &answer); err != nil || result == nil {
		return err
	}
	return json.Unmarshal(answer.Value, result)
}

func (m *marionette) command(name string, parameters, result any) error {
	m.last++
	data, err := json.Marshal([]any{0, m.last, name, parameters})
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(m.conn, "%d:%s", len(data), data); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	var answer [4]json.RawMessage // 1, id, error, result
	if err := m.read(&answer); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if fault := string(answer[2]); fault != "null" {
		return fmt.Errorf("%s: %.500s", name, fault)
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal(answer[3], result)
}

func (m *marionette) read(message any) error {
	length, err := m.in.ReadString(':')
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(length[:len(length)-1])
	if err != nil {
		return err
	}
	data := make([]byte, n)
	if _, err := io.ReadFull(m.in, data); err != nil {
		return err
	}
	return json.Unmarshal(data, message)
}
