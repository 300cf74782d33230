package handlers

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// reader is a browser without scripts: a cookie jar, links and forms.
type reader struct {
	t      testing.TB
	site   string
	client *http.Client
	header http.Header // added to every request

	status int
	path   string // of the page, with its query
	page   *goquery.Document
	body   string
	answer http.Header
}

func newReader(t testing.TB, site string) *reader {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &reader{t: t, site: site, client: &http.Client{Jar: jar}, header: http.Header{"Accept-Language": {"en"}}}
}

func (r *reader) send(method, path string, form url.Values) {
	r.t.Helper()
	var body io.Reader
	if form != nil {
		body = strings.NewReader(form.Encode())
	}
	req, err := http.NewRequestWithContext(r.t.Context(), method, r.site+path, body)
	if err != nil {
		r.t.Fatal(err)
	}
	for name, values := range r.header {
		req.Header[name] = values
	}
	if form != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	res, err := r.client.Do(req)
	if err != nil {
		r.t.Fatalf("%s %s: %v", method, path, err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		r.t.Fatalf("%s %s: %v", method, path, err)
	}
	r.status, r.body, r.answer = res.StatusCode, string(text), res.Header
	r.path = res.Request.URL.RequestURI()
	if r.page, err = goquery.NewDocumentFromReader(strings.NewReader(r.body)); err != nil {
		r.t.Fatalf("%s %s: %v", method, path, err)
	}
}

// open follows a link, and expects the page to be there.
func (r *reader) open(path string) {
	r.t.Helper()
	r.send(http.MethodGet, r.resolved(path), nil)
	r.expect(http.StatusOK)
}

// resolved returns the path that a link of the page leads to.
func (r *reader) resolved(href string) string {
	if !strings.HasPrefix(href, "?") {
		return href
	}
	here, _, _ := strings.Cut(r.path, "?")
	return here + href
}

func (r *reader) expect(status int) {
	r.t.Helper()
	if r.status != status {
		r.t.Fatalf("%s: status %d, want %d\n%s", r.path, r.status, status, r.mainText())
	}
}

// mainText returns the text of the page's main part.
func (r *reader) mainText() string {
	return strings.Join(strings.Fields(r.page.Find("main, [role=alert]").Text()), " ")
}

// follow follows the first link that a selector finds.
func (r *reader) follow(selector string) {
	r.t.Helper()
	href, ok := r.page.Find(selector).First().Attr("href")
	if !ok {
		r.t.Fatalf("%s: no link %s\n%s", r.path, selector, r.mainText())
	}
	r.open(href)
}

// formFields returns what a form would send as it stands.
func (r *reader) formFields(selector string) (action string, form url.Values) {
	r.t.Helper()
	f := r.page.Find(selector).First()
	action, ok := f.Attr("action")
	if !ok {
		r.t.Fatalf("%s: no form %s\n%s", r.path, selector, r.mainText())
	}
	form = make(url.Values)
	f.Find("input[name], select[name]").Each(func(_ int, in *goquery.Selection) {
		if kind := in.AttrOr("type", "text"); (kind == "radio" || kind == "checkbox") && !in.Is("[checked]") {
			return
		}
		value := in.AttrOr("value", "")
		if chosen := in.Find("option[selected], option:first-child").Last(); in.Is("select") {
			value = chosen.AttrOr("value", "")
		}
		form.Add(in.AttrOr("name", ""), value)
	})
	return action, form
}

// submit sends a form, with some fields filled in: name and value in turn.
func (r *reader) submit(selector string, fill ...string) {
	r.t.Helper()
	action, form := r.formFields(selector)
	for i := 0; i+1 < len(fill); i += 2 {
		form.Set(fill[i], fill[i+1])
	}
	if r.page.Find(selector).First().AttrOr("method", "get") == "get" {
		r.send(http.MethodGet, action+"?"+form.Encode(), nil)
		return
	}
	r.send(http.MethodPost, action, form)
}
