package handlers

import (
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tableronde/handlers/api"
	"tableronde/handlers/api/apitest"
)

var update = flag.Bool("update", false, "write testdata/routes.txt anew, for review")

// samplePublic is the public key of a browser's subscription to pushes.
const samplePublic = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"

// requestBodies holds the bodies of the requests that change something: JSON in the API,
// else a form. {ply} is that of the match, {name} is that of the visitor.
var requestBodies = map[string]string{
	"POST /api/v1/guests":                               `{"name":"{name}"}`,
	"POST /api/v1/accounts":                             `{"name":"{name}","password":"short"}`,
	"POST /api/v1/sessions":                             `{"name":"{name}, a program","password":"no password of anybody"}`,
	"POST /api/v1/matches":                              `{"game":"camelot","solo":true}`,
	"POST /api/v1/import":                               `{"game":"camelot","text":"1.E6-E8 F10-F9"}`,
	"POST /api/v1/matches/:id/join":                     `{"seat":3}`,
	"POST /api/v1/matches/:id/actions":                  `{"ply":{ply},"action":"resign"}`,
	"POST /api/v1/matches/:id/rematch":                  `{}`,
	"DELETE /api/v1/matches/:id/rematch":                `{}`,
	"POST /api/v1/matches/:id/withdraw":                 `{}`,
	"POST /api/v1/matches/:id/invite":                   `{"do":"renew"}`,
	"POST /api/v1/matches/:id/show":                     `{}`,
	"POST /api/v1/matches/:id/hide":                     `{}`,
	"POST /api/v1/matches/:id/share":                    `{}`,
	"POST /api/v1/matches/:id/unshare":                  `{}`,
	"PUT /api/v1/matches/:id/orders":                    `{"orders":"riposte me"}`,
	"PUT /api/v1/matches/:id/analysis":                  `{"from":[]}`,
	"PATCH /api/v1/me":                                  `{"name":"{name}"}`,
	"POST /matches":                                     `game=camelot&seat=1&name={name}`,
	"POST /solo":                                        `game=camelot`,
	"POST /computer":                                    `game=camelot&level=3`,
	"POST /m/:id/bots":                                  `seat=3&level=2&name={name}`,
	"POST /api/v1/matches/:id/bots":                     `{"seat":3,"level":2}`,
	"POST /import":                                      `game=camelot&text=1.E6-E8+F10-F9`,
	"POST /i/:token":                                    `seat=3&name={name}`,
	"POST /m/:id":                                       `ply={ply}&action=resign`,
	"POST /m/:id/join":                                  `seat=3&name={name}`,
	"POST /m/:id/rematch":                               `name={name}`,
	"POST /m/:id/rematch/decline":                       `name={name}`,
	"POST /m/:id/withdraw":                              `name={name}`,
	"POST /m/:id/invite":                                `do=withdraw&name={name}`,
	"POST /m/:id/messages":                              `text=Good+luck`,
	"POST /collections":                                 `title=Fine+endings&do=save`,
	"POST /collections/:id":                             `do=report`,
	"POST /collections/:id/:match":                      `ply=all&text=x`,
	"POST /m/:id/notes":                                 `ply=all&text=Look+left`,
	"PUT /api/v1/matches/:id/notes/:ply":                `{"text":"Look left"}`,
	"POST /settings/people":                             `player=none&kind=mute`,
	"POST /m/:id/start":                                 `level=2&name={name}`,
	"POST /api/v1/matches/:id/start":                    `{"level":2}`,
	"POST /m/:id/challenge":                             `do=ask&challenge=nobody`,
	"POST /api/v1/matches/:id/challenges":               `{"player":"nobody"}`,
	"DELETE /api/v1/matches/:id/challenges/:player":     ``,
	"DELETE /api/v1/me/standing/:id":                    ``,
	"POST /cups":                                        `title=Cup&game=camette&format=swiss&places=4&pace=move-1d&plays=1&name={name}`,
	"POST /cups/:id":                                    `do=leave`,
	"POST /api/v1/cups":                                 `{"title":"Cup","game":"camette","format":"swiss","places":4,"plays":true}`,
	"POST /api/v1/cups/:id/join":                        `{}`,
	"POST /api/v1/cups/:id/leave":                       `{}`,
	"POST /api/v1/cups/:id/start":                       `{}`,
	"POST /api/v1/cups/:id/call-off":                    `{}`,
	"POST /me/standing":                                 `game=cam&most=1&name={name}`,
	"POST /ladders/:game":                               `do=join&name={name}`,
	"PUT /api/v1/ladders/:game/me":                      ``,
	"DELETE /api/v1/ladders/:game/me":                   ``,
	"POST /api/v1/ladders/:game/challenges":             `{"player":"nobody"}`,
	"POST /me/standing/:id":                             `do=pause`,
	"POST /api/v1/me/standing":                          `{"game":"cam","most":1}`,
	"PUT /api/v1/me/standing/:id":                       `{"most":1,"paused":true}`,
	"POST /api/v1/matches/:id/messages":                 `{"text":"Good luck"}`,
	"POST /api/v1/matches/:id/messages/seen":            `{}`,
	"POST /api/v1/matches/:id/messages/:message/report": `{}`,
	"PUT /api/v1/me/ties/:player":                       `{"kind":"mute"}`,
	"DELETE /api/v1/me/ties/:player":                    `{}`,
	"POST /m/:id/analysis":                              `do=note&ply=0&note=x`,
	"POST /m/:id/orders":                                `when-riposte=any`,
	"POST /m/:id/share":                                 `do=show`,
	"POST /api/v1/me/tokens":                            `{"name":"program","scopes":["read"]}`,
	"DELETE /api/v1/me/tokens/:id":                      `{}`,
	"PUT /api/v1/me/notices":                            `{"turn":["email"],"digest_hour":7}`,
	"POST /api/v1/me/webhooks":                          `{"url":"https://hooks.example.org/","format":"json","kinds":["turn"]}`,
	"POST /api/v1/me/webhooks/:id/test":                 `{}`,
	"DELETE /api/v1/me/webhooks/:id":                    `{}`,
	"POST /api/v1/me/push":                              `{"endpoint":"https://push.example/a","keys":{"p256dh":"` + samplePublic + `","auth":"AAAAAAAAAAAAAAAAAAAAAA"}}`,
	"POST /api/v1/me/push/:id/test":                     `{}`,
	"DELETE /api/v1/me/push/:id":                        `{}`,
	"DELETE /api/v1/me":                                 `{}`,
	"POST /settings/export":                             ``,
	"POST /admin":                                       `act=close&match=x&reason=x`,
	"POST /settings/leave":                              `sure=`,
	"POST /settings/tokens":                             `name=program&scope=read`,
	"POST /settings/tokens/revoke":                      `id=none`,
	"POST /sign-in":                                     `name={name}&password=none`,
	"POST /sign-out":                                    ``,
	"POST /account":                                     `name={name}&password=short`,
	"POST /account/password":                            `old=x&password=short`,
	"POST /account/address":                             `email=ada@example.org`,
	"POST /settings/notices":                            `turn=email&digest=7`,
	"POST /settings/notices/webhooks":                   `url=https://hooks.example.org/&format=json`,
	"POST /settings/notices/push":                       `endpoint=https://push.example/a&p256dh=` + samplePublic + `&auth=AAAAAAAAAAAAAAAAAAAAAA`,
	"POST /settings/notices/test":                       `id=x`,
	"POST /settings/notices/remove":                     `id=x`,
	"POST /settings/feeds":                              ``,
	"POST /mute/:token":                                 `List-Unsubscribe=One-Click`,
	"POST /mail":                                        `email=ada@example.org`,
	"POST /mail/:token":                                 `do=enter`,
	"POST /proof":                                       `do=password&password=none&return=/settings`,
	"POST /passkey/enter/start":                         ``,
	"POST /passkey/enter":                               `credential={}`,
	"POST /passkey/make/start":                          `name={name}`,
	"POST /passkey/make":                                `credential={}`,
	"POST /passkey/remove":                              `id=AAAA`,
	"POST /device":                                      ``,
	"POST /sessions":                                    `end=none`,
	"POST /link":                                        `token=aaaaaaaaaaaaaaaaaaaaaaaaaa`,
	"POST /habits":                                      `habit=next`,
	"POST /language":                                    `language=fr`,
	"POST /theme":                                       `theme=dark`,
	"POST /name":                                        `name={name}`,
}

// requestQueries holds the queries of reads that need one.
var requestQueries = map[string]string{
	"/position.svg":                 "?position=camette+2+KB2,C2/KB6,C6",
	"/position.png":                 "?position=camette+2+KB2,C2/KB6,C6",
	"/events":                       "?match=:id",
	api.Path + "/matches/:id/legal": "?from=A1",
	api.Path + "/openings":          "?game=cam",
	api.Path + "/ratings":           "?game=cam",
}

const routesFile = "testdata/routes.txt"

// Every route answers every visitor as testdata/routes.txt says, and shows nothing
// else of a match. A route without a row there fails.
func TestRoutesAnswerEachVisitor(t *testing.T) {
	if testing.Short() {
		t.Skip("opens a thousand matches")
	}
	t.Parallel()
	site := newTestSite(t)
	c := newRouteVisitors(t, site)
	var table strings.Builder
	for _, route := range routesOf(site) {
		fmt.Fprintf(&table, "%-40s %s\n", route, c.row(route))
	}
	if *update {
		if err := os.WriteFile(routesFile, []byte(routesHead()+table.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]string{}
	text, err := os.ReadFile(routesFile)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(strings.TrimPrefix(string(text), routesHead())) {
		want[routeOf(line)] = line
	}
	for line := range strings.Lines(table.String()) {
		route := routeOf(line)
		switch row, ok := want[route]; {
		case !ok:
			t.Errorf("%s has no row, whose answers are\n%s", route, line)
		case row != line:
			t.Errorf("the answers are\n%swant\n%s", line, row)
		}
		delete(want, route)
	}
	for route := range want {
		t.Errorf("%s has a row and is no route", route)
	}
}

// routeOf returns the method and the path that a row begins with.
func routeOf(row string) string {
	fields := strings.Fields(row)
	return strings.Join(fields[:min(2, len(fields))], " ")
}

func routesHead() string {
	return "# What each route answers to: " + strings.Join(visitors, ", ") + ".\n" +
		"# The match: " + strings.Join(situations, " | ") + "; one column stands for all, and one status for all visitors.\n" +
		"# Of the match an answer shows: s its secret or seed, i its invitation, o the orders and h the hand of its host.\n\n"
}

// routesOf lists the routes of a site, without those that refuse a method and without
// HEAD, which goes with GET.
func routesOf(site *testSite) []string {
	var list []string
	known := map[string]bool{}
	description := apitest.Load(site.T)
	param := regexp.MustCompile(`{(\w+)}`)
	for _, path := range description.Keys("#/paths") {
		for _, method := range description.Keys(apitest.Child("#/paths", path)) {
			known[strings.ToUpper(method)+" "+api.Path+param.ReplaceAllString(path, ":$1")] = true
		}
	}
	for _, r := range site.echo.Routes() {
		route := r.Method + " " + r.Path
		refuses := strings.HasPrefix(r.Path, api.Path) && !known[route]
		if r.Method != http.MethodHead && !refuses {
			list = append(list, route)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// row returns what a route answers in all situations.
func (c *routeVisitors) row(route string) string {
	c.t.Helper()
	method, path, _ := strings.Cut(route, " ")
	body, writes := requestBodies[route]
	if writes == (method == http.MethodGet) {
		c.t.Errorf("%s has no body to be asked with", route)
	}
	var columns []string
	for _, situation := range situations {
		var cells []string
		s := c.scene(situation, writes)
		for _, visitor := range visitors {
			if writes && len(cells) > 0 && strings.Contains(path, "/:") {
				s = c.newScene(situation)
			}
			url := s.fill(path, visitor) + s.fill(requestQueries[path], visitor)
			status, answer := c.ask(visitor, method, url, s.fill(body, visitor))
			shows := s.shows(answer)
			c.allow(fmt.Sprintf("%s of a match that is %s to %s", route, situation, visitor), situation, visitor, shows)
			cells = append(cells, fmt.Sprint(status, shows))
			if method == http.MethodGet {
				c.likeHead(visitor, url, status)
			}
		}
		columns = append(columns, short(cells, " "))
	}
	return short(columns, " | ")
}

// short joins what is not all the same.
func short(list []string, sep string) string {
	if same := slices.Compact(slices.Clone(list)); len(same) == 1 {
		return same[0]
	}
	return strings.Join(list, sep)
}

// allow fails where an answer shows what its visitor must not see, whatever the
// table says.
func (c *routeVisitors) allow(what, situation, visitor, shows string) {
	c.t.Helper()
	most := ""
	switch {
	case strings.HasSuffix(situation, "over"):
		most = "sh"
	case visitor == "host":
		most = "h"
	}
	if visitor == "host" {
		most += "o"
	}
	if visitor == "host" || visitor == "opponent" || visitor == "partner" || strings.Contains(what, "/:token") || strings.Contains(what, "/join") {
		most += "i"
	}
	if strings.Trim(shows, most) != "" {
		c.t.Errorf("%s shows %q, at most %q", what, shows, most)
	}
}

// likeHead asks with HEAD what GET was asked with, where the site has that.
func (c *routeVisitors) likeHead(visitor, path string, status int) {
	c.t.Helper()
	if got, _ := c.ask(visitor, http.MethodHead, path, ""); got != status && got != http.StatusMethodNotAllowed {
		c.t.Errorf("HEAD %s answers %s with %d, GET with %d", path, visitor, got, status)
	}
}

// ask sends a request as a browser or a program would, and returns the answer; of
// an event stream only its status.
func (c *routeVisitors) ask(visitor, method, path, body string) (int, []byte) {
	c.t.Helper()
	req, err := http.NewRequestWithContext(c.t.Context(), method, c.URL+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	c.asked++
	req.Header.Set("X-Forwarded-For", fmt.Sprintf("2001:db8:%x::1", c.asked)) // no address asks too often
	token, cookie := c.standIn(visitor, method+" "+path)
	if strings.HasPrefix(path, "/api/") {
		req.Header.Set("Content-Type", "application/json")
		if token != "" {
			req.Header.Set("Authorization", "Bearer "+token)
		}
	} else {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("Sec-Fetch-Site", "same-origin")
		if cookie != "" {
			req.Header.Set("Cookie", cookie)
		}
	}
	res, err := http.DefaultTransport.RoundTrip(req) // follows no redirect
	if err != nil {
		c.t.Fatal(err)
	}
	defer res.Body.Close()
	if strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream") {
		return res.StatusCode, nil
	}
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return res.StatusCode, answer
}

// Whatever other method a path of the API is asked with is refused, and whatever
// other path is not found.
func TestRoutesOfTheAPIRefuseTheRest(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	known := routesOf(site)
	for _, r := range site.echo.Routes() {
		if !strings.HasPrefix(r.Path, api.Path) || r.Method == http.MethodHead || slices.Contains(known, r.Method+" "+r.Path) {
			continue
		}
		method, want := r.Method, http.StatusMethodNotAllowed
		if strings.HasSuffix(r.Path, "*") || r.Path == api.Path {
			method, want = http.MethodGet, http.StatusNotFound
		}
		rec := httptest.NewRecorder()
		req := httptest.NewRequest(http.MethodGet, "http://127.0.0.1"+r.Path, nil)
		req.Method = method
		site.Handler().ServeHTTP(rec, req)
		if rec.Code != want {
			t.Errorf("%s %s answers %d, want %d", r.Method, r.Path, rec.Code, want)
		}
	}
}
