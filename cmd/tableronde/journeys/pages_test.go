package journeys

import (
	"testing"

	"tableronde/cmd/tableronde/clitest"
)

// TestPagesAreAccessible has axe and layoutFaultsScript check the main pages on one of two devices,
// in long runs on four: in both languages, light and dark, on phones and on desktops.
func TestPagesAreAccessible(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/pages.db")
	for n, tt := range lookingDevices() {
		t.Run(tt.name, func(t *testing.T) {
			p := newPerson(t, s.URL, tt.device)
			looks := 0
			look := func(path string) {
				if looks++; !clitest.IsLong() && looks%2 != n {
					return
				}
				p.open(path)
				p.photograph("page " + tt.name + " " + fileName(path))
				p.audit(path)
				for _, fault := range evaluate[[]string](p, layoutFaultsScript) {
					t.Errorf("%s: %s", path, fault)
				}
			}
			for _, path := range []string{"/", "/tables", "/new", "/rules", "/rules/camelot", "/help", "/help?q=cups", "/learn", "/learn/camelot/3?at=E8&to=C8", "/learn/camelot/3?show=1", "/learn/grand-camelot/2", "/learn/knizia/4", "/learn/knizia/4?m=play+R3", "/learn/shannon/1", "/learn/kutschke/6?try=A", "/puzzles", "/puzzles/camelot/3", "/puzzles/camelot/3?show=1", "/puzzles/camelot/740?at=H5&to=G5", "/puzzles/knizia/1", "/puzzles/shannon/1?tried=show", "/puzzles/kutschke/1"} {
				look(path)
			}
			p.open("/nowhere")
			p.audit("/nowhere")
			p.allowError("/nowhere")
			p.open("/")
			p.click(`form[action="/solo"] button`)
			p.await(`!!document.querySelector("#move")`)
			match := p.path()
			for i, action := range readActions(t, "nolan-chaxx.txt")[:8] {
				p.awaitPly(i)
				p.typeMove(action)
				p.awaitPly(i + 1)
			}
			for _, query := range []string{"", "?try=all", "?m=H7", "?m=C12&try=E10", "?ply=7", "?ask=resign", "?turn=2"} {
				look(match + query)
			}
			p.open(match + "?ask=resign")
			p.click(".ask form button")
			p.await(`!!document.querySelector('form[action$="/rematch"]')`)
			p.audit("the end")
			look("/")
			p.open("/new?public=1")
			p.typeInto(`input[name=name]`, "Ada")
			p.click(`form[action="/matches"] .primary`)
			p.await(`!!document.querySelector("#invite")`)
			p.audit("an open table")
			look("/tables")
			lookAtAccounts(p, look, tt.name)
		})
	}
}

// lookAtAccounts opens the pages about devices and accounts as a guest, makes an account, and opens
// the settings again.
func lookAtAccounts(p *person, look func(path string), name string) {
	p.t.Helper()
	for _, path := range []string{"/me", "/settings", "/device", "/link", "/sign-in"} {
		look(path)
	}
	p.open("/device")
	p.click("#make")
	p.await(`!!document.querySelector("#code")`)
	p.audit("a code")
	p.open("/sign-in")
	p.typeInto("#join-name", "Ada "+name)
	p.typeInto("#join-password", "nine white swans")
	p.click("#join-form button")
	p.await(`location.pathname === "/settings"`)
	look("/settings")
	look("/settings/leave")
}

// fileName returns a file name for a path.
func fileName(path string) string {
	out := []rune(path)
	for i, r := range out {
		if r == '/' || r == '?' || r == '=' || r == '&' {
			out[i] = '_'
		}
	}
	return string(out)
}

// lookingDevice is a device to check pages with, and its name.
type lookingDevice struct {
	name string
	device
}

// lookingDevices returns a phone and a desktop, one dark and in French. In long runs it returns
// four devices.
func lookingDevices() []lookingDevice {
	all := []lookingDevice{
		{"phone, dark, French", device{width: 360, height: 740, touch: true, dark: true, language: "fr"}},
		{"desktop, light, English", desktop},
		{"phone, light, English", phone},
		{"desktop, dark, French", device{width: 1440, height: 900, dark: true, language: "fr"}},
	}
	if clitest.IsLong() {
		return all
	}
	return all[:2]
}
