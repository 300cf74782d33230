package clitest

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// Visitor uses the site without a browser, by links and forms, and keeps cookies.
type Visitor struct {
	t      *testing.T
	site   string
	client *http.Client

	Path string // path of the present page, with its query
	Page *goquery.Document
}

// NewVisitor returns a visitor without cookies.
func NewVisitor(t *testing.T, site string) *Visitor {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &Visitor{t: t, site: site, client: &http.Client{Jar: jar}}
}

// Cookies returns the cookies with which a browser continues the visitor's session.
func (c *Visitor) Cookies() []*http.Cookie {
	c.t.Helper()
	site, err := url.Parse(c.site)
	if err != nil {
		c.t.Fatal(err)
	}
	return c.client.Jar.Cookies(site)
}

// Open opens a path of the site.
func (c *Visitor) Open(path string) {
	c.t.Helper()
	req, err := http.NewRequestWithContext(c.t.Context(), http.MethodGet, c.site+path, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	c.send(req)
}

// Follow opens the first link that a selector finds.
func (c *Visitor) Follow(selector string) {
	c.t.Helper()
	href, ok := c.Page.Find(selector).First().Attr("href")
	if !ok {
		c.t.Fatalf("%s: no link %s\n%s", c.Path, selector, c.Page.Find("main").Text())
	}
	if strings.HasPrefix(href, "?") {
		here, _, _ := strings.Cut(c.Path, "?")
		href = here + href
	}
	c.Open(href)
}

// Submit sends the first form that a selector finds. fill alternates the names and values of fields
// to fill in.
func (c *Visitor) Submit(selector string, fill ...string) {
	c.t.Helper()
	form := c.Page.Find(selector).First()
	action, ok := form.Attr("action")
	if !ok {
		c.t.Fatalf("%s: no form %s\n%s", c.Path, selector, c.Page.Find("main").Text())
	}
	values := url.Values{}
	form.Find("input[name]").Each(func(_ int, in *goquery.Selection) {
		if in.Is("[checked], [type=hidden], [type=text]") {
			values.Add(in.AttrOr("name", ""), in.AttrOr("value", ""))
		}
	})
	for i := 0; i+1 < len(fill); i += 2 {
		values.Set(fill[i], fill[i+1])
	}
	req, err := http.NewRequestWithContext(c.t.Context(), http.MethodPost, c.site+action, strings.NewReader(values.Encode()))
	if err != nil {
		c.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Sec-Fetch-Site", "same-origin")
	c.send(req)
}

func (c *Visitor) send(req *http.Request) {
	c.t.Helper()
	req.Header.Set("Accept-Language", "en")
	resp, err := c.client.Do(req)
	if err != nil {
		c.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		c.t.Fatalf("%s %s = %s, %v\n%.500s", req.Method, req.URL.Path, resp.Status, err, body)
	}
	c.Path = resp.Request.URL.RequestURI()
	if c.Page, err = goquery.NewDocumentFromReader(strings.NewReader(string(body))); err != nil {
		c.t.Fatal(err)
	}
}
