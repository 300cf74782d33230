package journeys

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// chromiumTab is a tab of Chromium, driven by its own protocol.
type chromiumTab struct {
	*person
	cookies []*http.Cookie // those given at the last visit
}

func openChromium(t *testing.T, dark bool) tab {
	t.Helper()
	return &chromiumTab{person: newPerson(t, "", device{width: 1440, height: 900, dark: dark})}
}

// visit sets cookies only if they are others than at the last visit.
func (c *chromiumTab) visit(url string, cookies []*http.Cookie) error {
	return c.within(browserTimeout, func(ctx context.Context) error {
		if slices.EqualFunc(cookies, c.cookies, func(a, b *http.Cookie) bool { return a.Name == b.Name && a.Value == b.Value }) {
			return chromedp.Do(ctx, chromedp.Navigate(url))
		}
		c.cookies = cookies
		// The old page must not send requests without its cookies.
		if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
			return err
		}
		if _, err := chromedp.Call(ctx, network.ClearBrowserCookies, cdp.Empty{}); err != nil {
			return err
		}
		for _, cookie := range cookies {
			set := network.SetCookieParams{URL: url, Name: cookie.Name, Value: cookie.Value}
			if _, err := chromedp.Call(ctx, network.SetCookie, set); err != nil {
				return err
			}
		}
		return chromedp.Do(ctx, chromedp.Navigate(url))
	})
}

func (c *chromiumTab) resize(s size) error {
	return c.within(browserTimeout, func(ctx context.Context) error {
		return chromedp.Do(ctx, chromedp.EmulateViewport(int64(s.width), int64(s.height)))
	})
}

func (c *chromiumTab) click(selector string) error {
	return c.within(browserTimeout, func(ctx context.Context) error {
		return chromedp.Do(ctx, chromedp.Click(chromedp.CSS(selector)))
	})
}

func (c *chromiumTab) mouse(what input.DispatchMouseEventType, x, y float64) error {
	return c.within(browserTimeout, func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, input.DispatchMouseEvent, leftMouse(what, x, y))
		return err
	})
}

func (c *chromiumTab) finger(what input.DispatchMouseEventType, x, y float64) error {
	c.person.finger(what, x, y)
	return nil
}

func (c *chromiumTab) evaluate(expression string, value any) error {
	return c.within(browserTimeout, func(ctx context.Context) error {
		text, err := chromedp.Run(ctx, chromedp.Evaluate[string]("JSON.stringify("+expression+")"))
		if err != nil {
			return err
		}
		return json.Unmarshal([]byte(text), value)
	})
}

func (c *chromiumTab) screenshot() (png []byte, err error) {
	err = c.within(browserTimeout, func(ctx context.Context) (err error) {
		png, err = chromedp.Run(ctx, chromedp.CaptureScreenshot())
		return err
	})
	return png, err
}

func (c *chromiumTab) complaints() ([]string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	said := c.person.complaints
	c.person.complaints = nil
	return said, nil
}
