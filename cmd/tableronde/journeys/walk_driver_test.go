package journeys

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"

	"tableronde/cmd/tableronde/clitest"
)

// remotePage is a page driven by WebDriver commands. The names of the commands are the names in
// Marionette, without "WebDriver:".
type remotePage struct {
	send func(command string, parameters, result any) error
	site string // whose cookies can be set; empty before the first visit
}

// parameters are the parameters of a command.
type parameters map[string]any

func (r *remotePage) navigate(url string) error {
	return r.send("Navigate", parameters{"url": url}, nil)
}

func (r *remotePage) visit(address string, cookies []*http.Cookie) error {
	to, err := url.Parse(address)
	if err != nil {
		return err
	}
	if site := to.Scheme + "://" + to.Host; r.site != site {
		if err := r.navigate(site + "/healthz"); err != nil {
			return err
		}
		r.site = site
	}
	if err := r.send("DeleteAllCookies", parameters{}, nil); err != nil {
		return err
	}
	for _, cookie := range cookies {
		if err := r.send("AddCookie", parameters{"cookie": parameters{"name": cookie.Name, "value": cookie.Value, "path": "/"}}, nil); err != nil {
			return err
		}
	}
	return r.navigate(address)
}

func (r *remotePage) evaluate(expression string, value any) error {
	var text string
	if err := r.send("ExecuteScript", parameters{"script": "return JSON.stringify(" + expression + ")", "args": []any{}}, &text); err != nil {
		return err
	}
	return json.Unmarshal([]byte(text), value)
}

func (r *remotePage) click(selector string) error {
	var at [2]float64
	if err := r.evaluate(fmt.Sprintf(`(e => {
		e.scrollIntoView({ block: "center" });
		const box = e.getBoundingClientRect();
		return [box.left + box.width / 2, box.top + box.height / 2];
	})(document.querySelector(%q))`, selector), &at); err != nil {
		return err
	}
	for _, what := range []input.DispatchMouseEventType{input.DispatchMouseEventTypeMousePressed, input.DispatchMouseEventTypeMouseReleased} {
		if err := r.mouse(what, at[0], at[1]); err != nil {
			return err
		}
	}
	return nil
}

// mouse moves the mouse to a point, and presses or releases its button there. A session keeps the
// button pressed from one command to the next.
func (r *remotePage) mouse(what input.DispatchMouseEventType, x, y float64) error {
	return r.pointer("mouse", what, x, y)
}

func (r *remotePage) finger(what input.DispatchMouseEventType, x, y float64) error {
	return r.pointer("touch", what, x, y)
}

func (r *remotePage) pointer(kind string, what input.DispatchMouseEventType, x, y float64) error {
	actions := []parameters{{"type": "pointerMove", "duration": 0, "x": math.Round(x), "y": math.Round(y), "origin": "viewport"}}
	switch what {
	case input.DispatchMouseEventTypeMousePressed:
		actions = append(actions, parameters{"type": "pointerDown", "button": 0})
	case input.DispatchMouseEventTypeMouseReleased:
		actions = append(actions, parameters{"type": "pointerUp", "button": 0})
	}
	source := parameters{"type": "pointer", "id": kind, "parameters": parameters{"pointerType": kind}, "actions": actions}
	return r.send("PerformActions", parameters{"actions": []parameters{source}}, nil)
}

func (r *remotePage) screenshot() (png []byte, err error) {
	err = r.send("TakeScreenshot", parameters{"full": false}, &png)
	return png, err
}

// findProgram returns the path of a program and fails the test without it.
func findProgram(t *testing.T, program, debian string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Fatalf("the walk takes %s: apt-get install %s", program, debian)
	}
	return path
}

// startFor starts a program that ends with the test.
func startFor(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
}

// webkitTab is a window of WebKitGTK's MiniBrowser, driven by WebDriver over HTTP.
type webkitTab struct {
	remotePage
	console string // a file to which the browser writes its console
	read    int    // how many bytes of it have been read
}

// webkitNarrowest is the width below which MiniBrowser's toolbar does not let its
// window shrink.
const webkitNarrowest = 447

func openWebKit(t *testing.T, dark bool) tab {
	t.Helper()
	driver, port := findProgram(t, "WebKitWebDriver", "webkit2gtk-driver"), clitest.FreePort(t)
	theme := "Adwaita"
	if dark {
		theme += ":dark"
	}
	cmd := exec.Command(driver, fmt.Sprint("--port=", port))
	cmd.Env = append(os.Environ(), "DISPLAY="+startDisplay(t), "GTK_THEME="+theme, "LIBGL_ALWAYS_SOFTWARE=1", "WEBKIT_DISABLE_DMABUF_RENDERER=1")
	console, err := os.Create(filepath.Join(t.TempDir(), "console"))
	if err != nil {
		t.Fatal(err)
	}
	defer console.Close()
	cmd.Stdout, cmd.Stderr = console, console
	startFor(t, cmd)
	w := &webDriver{base: fmt.Sprint("http://127.0.0.1:", port, "/session")}
	var session struct{ SessionID string }
	ask := parameters{"capabilities": parameters{"alwaysMatch": parameters{"webkitgtk:browserOptions": parameters{"args": []string{"--automation", "--enable-write-console-messages-to-stdout=true"}}}}}
	for deadline := time.Now().Add(browserTimeout); ; time.Sleep(50 * time.Millisecond) {
		err := w.post("", ask, &session)
		if err == nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
	w.base += "/" + session.SessionID
	t.Cleanup(func() { _ = w.request(http.MethodDelete, "", nil, nil) })
	return &webkitTab{remotePage: remotePage{send: w.send}, console: console.Name()}
}

// startDisplay starts an X server without a screen, and returns its name.
func startDisplay(t *testing.T) string {
	t.Helper()
	number, told, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer number.Close()
	cmd := exec.Command(findProgram(t, "Xvfb", "xvfb"), "-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp")
	cmd.ExtraFiles = []*os.File{told}
	startFor(t, cmd)
	told.Close()
	var display int
	if _, err := fmt.Fscan(number, &display); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(":", display)
}

// resize changes the window until the page has the size, since the browser adds a frame of its own.
func (w *webkitTab) resize(s size) error {
	for range 100 {
		var page size
		var inner, outer [2]int
		if err := w.evaluate("[innerWidth, innerHeight]", &inner); err != nil {
			return err
		}
		if page = (size{inner[0], inner[1]}); page == s {
			return nil
		}
		if err := w.evaluate("[outerWidth, outerHeight]", &outer); err != nil {
			return err
		}
		rect := parameters{"width": outer[0] + s.width - page.width, "height": outer[1] + s.height - page.height}
		if err := w.send("SetWindowRect", rect, nil); err != nil {
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
	return fmt.Errorf("the page does not become %v", s)
}

// complaints are the errors that the browser has written to its console.
func (w *webkitTab) complaints() (said []string, err error) {
	text, err := os.ReadFile(w.console)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text[w.read:])) {
		if strings.HasPrefix(line, "CONSOLE") && strings.Contains(line, "ERROR") {
			said = append(said, strings.TrimSpace(line))
		}
	}
	w.read = len(text)
	return said, nil
}

// webDriver is the end of a WebDriver session over HTTP.
type webDriver struct{ base string }

// webDriverPaths are the addresses of commands below the session's.
var webDriverPaths = map[string]string{
	"Navigate": "/url", "DeleteAllCookies": "/cookie", "AddCookie": "/cookie", "ExecuteScript": "/execute/sync",
	"PerformActions": "/actions", "TakeScreenshot": "/screenshot", "SetWindowRect": "/window/rect",
}

func (w *webDriver) send(command string, parameters, result any) error {
	method := http.MethodPost
	switch command {
	case "TakeScreenshot":
		method, parameters = http.MethodGet, nil
	case "DeleteAllCookies":
		method, parameters = http.MethodDelete, nil
	}
	if err := w.request(method, webDriverPaths[command], parameters, result); err != nil {
		return fmt.Errorf("%s: %w", command, err)
	}
	return nil
}

func (w *webDriver) post(path string, parameters, result any) error {
	return w.request(http.MethodPost, path, parameters, result)
}

// webDriverClient waits for a command no longer than a browser may take for it.
var webDriverClient = &http.Client{Timeout: 2 * browserTimeout}

func (w *webDriver) request(method, path string, parameters, result any) error {
	var body io.Reader
	if parameters != nil {
		data, err := json.Marshal(parameters)
		if err != nil {
			return err
		}
		body = bytes.NewReader(data)
	}
	req, err := http.NewRequest(method, w.base+path, body)
	if err != nil {
		return err
	}
	resp, err := webDriverClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	var answer struct{ Value json.RawMessage }
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		return fmt.Errorf("read the answer %s: %w", resp.Status, err)
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", resp.Status, strings.TrimSpace(string(answer.Value)))
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal(answer.Value, result)
}
