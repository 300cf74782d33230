package journeys

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/serviceworker"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"tableronde/cmd/tableronde/clitest"
	"tableronde/handlers/pushtest"
)

// stubScript replaces the push service of a browser, which a headless Chromium lacks: the browser
// subscribes to the push service of the test. The rest of the page and of the worker is real.
const stubScript = `(() => {
	const decode = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)).buffer;
	const keys = { p256dh: decode(%q), auth: decode(%q) };
	const make = () => ({
		endpoint: %q, getKey: (name) => keys[name], options: { applicationServerKey: new Uint8Array(JSON.parse(localStorage.stub)).buffer },
		unsubscribe: async () => { localStorage.removeItem("stub"); return true; },
	});
	PushManager.prototype.getSubscription = async () => localStorage.stub ? make() : null;
	PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
		if (!userVisibleOnly) throw new Error("not visible");
		localStorage.stub = JSON.stringify([...applicationServerKey]);
		return make();
	};
})()`

// pushee is a person whose browser gets notifications by push.
type pushee struct {
	*person
	mu           sync.Mutex
	registration serviceworker.RegistrationID
}

// newPushee replaces the push service of the browser of p, and lets the site show notifications.
func newPushee(p *person, b *pushtest.Browser) *pushee {
	p.t.Helper()
	who := &pushee{person: p}
	if err := chromedp.Listen(p.ctx, who.hear); err != nil {
		p.t.Fatal(err)
	}
	if err := p.within(browserTimeout, func(ctx context.Context) error {
		if _, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
			Source: fmt.Sprintf(stubScript, b.P256dh, b.Auth, b.Endpoint),
		}); err != nil {
			return err
		}
		if _, err := chromedp.Call(ctx, serviceworker.Enable, cdp.Empty{}); err != nil {
			return err
		}
		tab, err := chromedp.Call(ctx, target.GetTargetInfo, target.GetTargetInfoParams{})
		if err != nil {
			return err
		}
		_, err = chromedp.Call(ctx, browser.SetPermission, browser.SetPermissionParams{
			Permission: &browser.PermissionDescriptor{Name: "notifications"}, Setting: browser.PermissionSettingGranted,
			Origin: p.base, BrowserContextID: tab.TargetInfo.BrowserContextID,
		})
		return err
	}); err != nil {
		p.t.Fatal(err)
	}
	return who
}

func (p *pushee) hear(event any) {
	e, ok := event.(*serviceworker.EventWorkerRegistrationUpdated)
	if !ok {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, r := range e.Registrations {
		if r.ScopeURL == p.base+"/" && !r.IsDeleted {
			p.registration = r.RegistrationID
		}
	}
}

// deliver hands a message of the push service to the worker of the browser.
func (p *pushee) deliver(got pushtest.Pushed) {
	p.t.Helper()
	p.mu.Lock()
	id := p.registration
	p.mu.Unlock()
	if err := p.within(browserTimeout, func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, serviceworker.DeliverPushMessage, serviceworker.DeliverPushMessageParams{Origin: p.base, RegistrationID: id, Data: string(got.Text)})
		return err
	}); err != nil {
		p.t.Fatal(err)
	}
}

// notice is a notification as the browser shows it.
type notice struct {
	Title, Body, Tag, Lang string
	Data                   struct{ Path string }
}

const noticesScript = `navigator.serviceWorker.ready.then((r) => r.getNotifications()).then((list) => JSON.stringify(list.map(({ title, body, tag, lang, data }) => ({ title, body, tag, lang, data }))))`

// awaitNotices delivers a message until the browser shows its notification, since a busy browser
// may drop it. It returns all notifications that the browser shows.
func (p *pushee) awaitNotices(got pushtest.Pushed) []notice {
	p.t.Helper()
	deadline := time.Now().Add(browserTimeout)
	for p.deliver(got); ; p.deliver(got) {
		for range 20 {
			list := p.notices()
			if slices.ContainsFunc(list, func(n notice) bool { return n.Tag == got.ID }) {
				return list
			}
			if time.Now().After(deadline) {
				p.t.Fatalf("the browser shows %+v, not %+v\n%s", list, got, p.pageState())
			}
			time.Sleep(100 * time.Millisecond)
		}
	}
}

func (p *pushee) notices() []notice {
	p.t.Helper()
	var list []notice
	if err := json.Unmarshal([]byte(awaited[string](p.person, noticesScript)), &list); err != nil {
		p.t.Fatal(err)
	}
	return list
}

func nextPushed(t *testing.T, service *pushtest.Service) pushtest.Pushed {
	t.Helper()
	select {
	case got := <-service.Got:
		return got
	case <-time.After(time.Minute):
		t.Fatal("no push comes")
		return pushtest.Pushed{}
	}
}

// A browser subscribes by the button of the settings, gets a test, and shows each notification
// once, with the path of the match. Then the player ends the subscription.
func TestPushInTheBrowser(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/push.db", "--allow-private-targets")
	service := pushtest.Start(t, nil)
	ada, bo := newPushee(newPerson(t, s.URL, device{width: 360, height: 740, touch: true, notices: true}), service.Subscribe(siteKey(t, s.URL))), newPerson(t, s.URL, desktop)
	match := seatTwo(ada.person, bo)
	ada.makeMove("E6-E8", 0)
	ada.awaitWorker()
	ada.open("/settings?more=pushes#pushes")
	ada.await(`!document.querySelector("#push-on").hidden && document.querySelector("#push-off").hidden`)
	ada.audit("settings before pushes")
	ada.tap("#push-on")
	ada.await(`location.search === "?saved=push" && !document.querySelector("[data-endpoint] .here").hidden && document.querySelector("#push-on").hidden`)
	ada.tap("[data-endpoint] button")
	ada.await(`location.search === "?saved=tested"`)
	if got := ada.awaitNotices(nextPushed(t, service)); len(got) != 1 || got[0].Title != "Table Ronde" || got[0].Data.Path != "/" {
		t.Errorf("of the test the browser shows %+v", got)
	}
	ada.open("/settings#pushes")
	ada.audit("settings with pushes")
	ada.photograph("push-settings-phone")

	bo.makeMove("F10-F9", 1)
	turn := nextPushed(t, service)
	for range 2 { // a push service may deliver it again
		got := ada.awaitNotices(turn)
		if len(got) != 2 {
			t.Fatalf("the browser shows %+v", got)
		}
		for _, n := range got {
			if n.Tag == turn.ID && (n.Title != "It is your turn" || n.Body != turn.Body || n.Data.Path != match || n.Lang != "en") {
				t.Errorf("of the turn the browser shows %+v", n)
			}
		}
	}
	// Another device makes the move. The notification of the turn goes, and the test
	// notification stays.
	phone := newPerson(t, s.URL, desktop)
	ada.open("/device")
	ada.tap(`form[action="/device"] button`)
	ada.await(`!!document.querySelector("#device-address")`)
	phone.open(strings.TrimPrefix(evaluate[string](ada.person, `document.querySelector("#device-address").value`), s.URL))
	phone.click("#link form button")
	phone.await(`location.pathname === "/me"`)
	ada.open("/settings?more=pushes#pushes")
	phone.open(match)
	phone.makeMove("D6-D5", 2)
	ada.awaitPromise(`navigator.serviceWorker.ready.then((r) => r.getNotifications()).then((list) => list.length === 1)`)
	ada.tap("#push-off")
	ada.await(`location.search === "?saved=removed" && !document.querySelector("[data-endpoint]") && !document.querySelector("#push-on").hidden`)
}

// siteKey asks a site for the key of its pushes.
func siteKey(t *testing.T, site string) string {
	t.Helper()
	var answer struct{ Key string }
	if err := json.Unmarshal([]byte(clitest.Get(t, site+"/api/v1/push/key")), &answer); err != nil {
		t.Fatal(err)
	}
	return answer.Key
}
