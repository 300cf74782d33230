package handlers

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tableronde/db"
	"tableronde/handlers/api"
	"tableronde/handlers/api/apitest"
	"tableronde/handlers/site"
	"tableronde/handlers/sitetest"
	"tableronde/static"
)

var update = flag.Bool("update", false, "write testdata/routes.txt anew, for review")

// samplePublic is the public key of a browser's subscription to pushes.
const samplePublic = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"

// requestBodies holds the bodies of the requests that change something: JSON in the API, else a
// form. {ply} is the ply of the match, {name} is the name of the visitor.
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
	"POST /look":                                        `pieces=plain`,
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
// else of a match. A route without a row there fails. Each visitor requests each route in one
// situation, the next route in the next one; with TABLERONDE_LONG=1, in all of them.
func TestRoutesAnswerEachVisitor(t *testing.T) {
	if testing.Short() {
		t.Skip("opens hundreds of matches")
	}
	t.Parallel()
	site := newTestSite(t)
	c := newRouteVisitors(t, site)
	routes := routesOf(site)
	if *update {
		c.writeTable(routes)
	}
	text, err := os.ReadFile(routesFile)
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for line := range strings.Lines(strings.TrimPrefix(string(text), routesHead())) {
		method, rest, _ := strings.Cut(line, " ")
		path, cells, _ := strings.Cut(rest, " ")
		rows[method+" "+path] = strings.TrimSpace(cells)
	}
	for i, route := range routes {
		row, ok := rows[route]
		delete(rows, route)
		switch {
		case !ok:
			t.Errorf("%s has no row, whose answers are\n%s", route, c.row(route))
		case isLong():
			if got := c.row(route); got != row {
				t.Errorf("%s answers\n%s\nwant\n%s", route, got, row)
			}
		default:
			c.sample(route, row, i)
		}
	}
	for route := range rows {
		t.Errorf("%s has a row and is no route", route)
	}
}

// writeTable writes the answers of all routes into routesFile.
func (c *routeVisitors) writeTable(routes []string) {
	c.t.Helper()
	var table strings.Builder
	table.WriteString(routesHead())
	for _, route := range routes {
		fmt.Fprintf(&table, "%-40s %s\n", route, c.row(route))
	}
	if err := os.WriteFile(routesFile, []byte(table.String()), 0o666); err != nil {
		c.t.Fatal(err)
	}
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

// row returns the answers of a route in all situations.
func (c *routeVisitors) row(route string) string {
	c.t.Helper()
	writes := c.writes(route)
	var columns []string
	for _, situation := range situations {
		var cells []string
		s := c.scene(situation, writes)
		for _, visitor := range visitors {
			if writes && len(cells) > 0 && strings.Contains(route, "/:") {
				s = c.newScene(situation)
			}
			cells = append(cells, c.cell(route, situation, visitor, s))
		}
		columns = append(columns, short(cells, " "))
	}
	return short(columns, " | ")
}

// sample compares the answers of a route to each visitor in one situation with its row. The first
// visitor takes the situation with the given number.
func (c *routeVisitors) sample(route, row string, first int) {
	c.t.Helper()
	writes := c.writes(route)
	columns := strings.Split(row, " | ")
	for i, visitor := range visitors {
		n := (first + i) % len(situations)
		situation, cells := situations[n], strings.Fields(columns[n%len(columns)])
		s := c.scene(situation, writes && strings.Contains(route, "/:"))
		if got, want := c.cell(route, situation, visitor, s), cells[i%len(cells)]; got != want {
			c.t.Errorf("%s of a match that is %s answers %s with %s, want %s", route, situation, visitor, got, want)
		}
	}
}

// writes reports whether a route changes something.
func (c *routeVisitors) writes(route string) bool {
	c.t.Helper()
	_, writes := requestBodies[route]
	if writes == strings.HasPrefix(route, http.MethodGet+" ") {
		c.t.Errorf("%s has no body to be asked with", route)
	}
	return writes
}

// cell returns the answer of a route to a visitor in a scene.
func (c *routeVisitors) cell(route, situation, visitor string, s scene) string {
	c.t.Helper()
	method, path, _ := strings.Cut(route, " ")
	url := s.fill(path, visitor) + s.fill(requestQueries[path], visitor)
	status, answer := c.ask(visitor, method, url, s.fill(requestBodies[route], visitor))
	shows := s.shows(answer)
	c.allow(fmt.Sprintf("%s of a match that is %s to %s", route, situation, visitor), situation, visitor, shows)
	if method == http.MethodGet {
		c.likeHead(visitor, url, status)
	}
	return fmt.Sprint(status, shows)
}

// short joins entries that are not all the same.
func short(list []string, sep string) string {
	if same := slices.Compact(slices.Clone(list)); len(same) == 1 {
		return same[0]
	}
	return strings.Join(list, sep)
}

// allow fails where an answer shows its visitor a thing that must be hidden, whatever the table
// says.
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

// likeHead sends the same request as GET with HEAD, where the site has that.
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

// Every other method on a path of the API is refused, and every other path is not found.
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

// visitors lists the visitors that request each route, in the order of the table. They are nobody,
// a player who has left for good, one who has seen none of the site, one who has opened all links
// to the match, and one who plays another match. Then come the third seat, where it is taken, the
// second seat, and the host. In a match of teams the third seat is the host's partner.
var visitors = []string{"anonymous", "former", "guest", "spectator", "other", "partner", "opponent", "host"}

// situations lists the columns of that table.
var situations = []string{"private, under way", "public, under way", "private, waits", "public, waits", "private, over", "teams, under way"}

const riposteOrder, riposteLoss = "riposte any minLoss=73", `value="73"`

// routeVisitors holds the credentials of the visitors: a token for the API, a cookie
// for pages. The anonymous one has neither.
type routeVisitors struct {
	asked int
	*testSite
	t      *testing.T
	by     map[string]*sitetest.Client
	cookie map[string]string
	before string // the match of the last scene
	reads  map[string]scene
}

func newRouteVisitors(t *testing.T, site *testSite) *routeVisitors {
	t.Helper()
	c := &routeVisitors{testSite: site, t: t, by: map[string]*sitetest.Client{"anonymous": site.Nobody()}, cookie: map[string]string{}, reads: map[string]scene{}}
	for _, name := range visitors[1:] {
		c.by[name] = site.Guest("the " + name)
		c.cookie[name] = cookieOf(t, site, c.by[name].Player.ID)
	}
	site.Start(c.by["other"], c.by["partner"], map[string]any{"game": "camelot"})
	site.Start(c.by["former"], c.by["partner"], map[string]any{"game": "camelot"})
	c.by["former"].Call(http.MethodDelete, "/me", nil).Want(t, http.StatusNoContent, "")
	return c
}

// cookieOf returns the cookie of a new session of a player.
func cookieOf(t *testing.T, s *testSite, player string) string {
	t.Helper()
	cookie, err := site.SignIn(t.Context(), s.site.Store, player)
	if err != nil {
		t.Fatal(err)
	}
	return cookie.Name + "=" + cookie.Value
}

// newGuest stores one more guest, however many there were.
func (c *routeVisitors) newGuest(name string) *sitetest.Client {
	c.t.Helper()
	p, token, err := c.site.Store.CreateGuest(c.t.Context(), db.Once{}, name, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	guest := c.Client(token)
	guest.Player = api.Player{ID: p.ID, Name: p.Name}
	return guest
}

// standIn returns the credentials for a request: the visitor's or, for a request that can be made
// once or a few times, another guest's.
func (c *routeVisitors) standIn(visitor, request string) (token, cookie string) {
	c.t.Helper()
	token, cookie = c.by[visitor].Token, c.cookie[visitor]
	few := []string{"DELETE " + api.Path + "/me", "GET " + api.Path + "/me/export", "HEAD " + api.Path + "/me/export", "POST /settings/export",
		"POST " + api.Path + "/cups", "POST /cups", "POST " + api.Path + "/me/standing", "POST /me/standing"}
	if token == "" || visitor == "former" || !slices.Contains(few, request) {
		return token, cookie
	}
	guest := c.newGuest("stand-in")
	return guest.Token, cookieOf(c.t, c.testSite, guest.Player.ID)
}

// scene is a match of three with hidden cards: its links, and its hidden parts.
type scene struct {
	id, invite, share string
	ply               int
	secrets           []string
	hand              string // the host's on pages, where it has been dealt
}

// scene returns a match in a situation: one for all requests that only read, as long as no
// other comes between, and a new one for others.
func (c *routeVisitors) scene(situation string, writes bool) scene {
	c.t.Helper()
	if writes {
		for _, s := range c.reads {
			c.by["host"].Post("/matches/"+s.id+"/withdraw", struct{}{})
		}
		clear(c.reads)
		return c.newScene(situation)
	}
	s, ok := c.reads[situation]
	if !ok {
		s = c.newScene(situation)
		c.reads[situation], c.before = s, ""
	}
	return s
}

// newScene opens a match; one that waits has a free third seat. The table of the scene
// before is withdrawn unless its match has begun.
func (c *routeVisitors) newScene(situation string) scene {
	c.t.Helper()
	host := c.by["host"]
	if c.before != "" {
		host.Post("/matches/"+c.before+"/withdraw", struct{}{})
	}
	if strings.HasPrefix(situation, "teams") {
		return c.newTeams()
	}
	public := strings.HasPrefix(situation, "public")
	made := host.Post("/matches", map[string]any{"game": "knizia", "seats": 3, "seat": 1, "public": public}).Want(c.t, http.StatusCreated, "").Match
	c.before = made.ID
	s := scene{id: made.ID, invite: made.Invite[strings.LastIndex(made.Invite, "/")+1:], share: "nothing"}
	c.join(s, "opponent", 2)
	if !strings.HasSuffix(situation, "waits") {
		c.join(s, "partner", 3)
		host.Put("/matches/"+s.id+"/orders", map[string]any{"orders": riposteOrder}).Want(c.t, http.StatusOK, "")
		_, page := c.ask("host", http.MethodGet, "/m/"+s.id, "")
		if s.hand = handsOn(page)[0]; s.hand == "" {
			c.t.Fatalf("the host has no hand: %s", page)
		}
	}
	if strings.HasSuffix(situation, "over") {
		s.share = c.end(s.id)
	}
	return c.look(s)
}

// join has a visitor take a seat.
func (c *routeVisitors) join(s scene, visitor string, seat int) {
	c.t.Helper()
	c.by[visitor].Post("/matches/"+s.id+"/join", map[string]any{"seat": seat, "invite": s.invite}).Want(c.t, http.StatusOK, "")
}

// newTeams opens a match of two teams. The player of the fourth seat has left in the middle of it.
func (c *routeVisitors) newTeams() scene {
	c.t.Helper()
	made := c.by["host"].Post("/matches", map[string]any{"game": "chivalry-4-teams", "seat": 1}).Want(c.t, http.StatusCreated, "").Match
	s := scene{id: made.ID, invite: made.Invite[strings.LastIndex(made.Invite, "/")+1:], share: "nothing"}
	c.by["former"] = c.newGuest("the former")
	c.cookie["former"] = cookieOf(c.t, c.testSite, c.by["former"].Player.ID)
	for seat, visitor := range []string{"opponent", "partner", "former"} {
		c.join(s, visitor, seat+2)
	}
	c.by["former"].Call(http.MethodDelete, "/me", nil).Want(c.t, http.StatusNoContent, "")
	return c.look(s)
}

// look notes the state of a match and its hidden parts, and lets the spectator see the links to
// it.
func (c *routeVisitors) look(s scene) scene {
	c.t.Helper()
	s.ply = c.by["host"].Get("/matches/"+s.id).Want(c.t, http.StatusOK, "").Match.Ply
	m, err := c.site.Store.Match(c.t.Context(), s.id)
	if err != nil {
		c.t.Fatal(err)
	}
	s.secrets = []string{m.Secret.Hex(), m.Secret.Seed(m.ID, m.Contributions).Hex()}
	for _, path := range []string{"/m/" + s.id, "/i/" + s.invite, "/w/" + s.share} {
		c.ask("spectator", http.MethodGet, path, "")
	}
	return s
}

// end has two of three resign, and returns the token of a link to the match.
func (c *routeVisitors) end(id string) string {
	c.t.Helper()
	for _, p := range []*sitetest.Client{c.by["partner"], c.by["opponent"]} {
		now := p.Get("/matches/"+id).Want(c.t, http.StatusOK, "").Match
		p.Play(id, now.Ply, "resign").Want(c.t, http.StatusOK, "")
	}
	var link struct{ Path string }
	c.by["host"].Post("/matches/"+id+"/share", struct{}{}).Want(c.t, http.StatusCreated, "").Read(c.t, &link)
	return strings.TrimPrefix(link.Path, "/w/")
}

// fill puts a scene into a path or a body.
func (s scene) fill(text, visitor string) string {
	token := s.invite
	if strings.HasPrefix(text, "/w/") || strings.HasPrefix(text, api.Path+"/shared/") {
		token = s.share
	}
	return strings.NewReplacer(":id", s.id, ":token", token, ":game", "knizia", static.Prefix+"*", static.URL("app.css"), ":ply", "all", "{ply}", strconv.Itoa(s.ply), "{name}", "the "+visitor).Replace(text)
}

// shows returns a letter for each hidden thing that an answer shows: s for the secret or
// seed, i for the invitation, o for the orders of the host, h for its hand.
func (s scene) shows(answer []byte) string {
	text, out := string(answer), ""
	if slices.ContainsFunc(s.secrets, func(secret string) bool { return strings.Contains(text, secret) }) {
		out += "s"
	}
	if strings.Contains(text, s.invite) {
		out += "i"
	}
	if strings.Contains(text, riposteOrder) || strings.Contains(text, riposteLoss) {
		out += "o"
	}
	if s.hand != "" && (handInState(answer) || slices.Contains(handsOn(answer), s.hand)) {
		out += "h"
	}
	return out
}

// handInState reports whether an answer of the API shows the cards of seat 1.
func handInState(answer []byte) bool {
	var m struct {
		State struct {
			Seats []struct{ Hand []string }
		}
	}
	if json.Unmarshal(answer, &m) != nil || len(m.State.Seats) == 0 {
		return false
	}
	hand := m.State.Seats[0].Hand
	return len(hand) > 0 && !slices.Contains(hand, "?")
}

// handsOn lists the hands that a page shows, "" after the last.
func handsOn(page []byte) []string {
	hands := []string{""}
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(string(page)))
	if err != nil {
		return hands
	}
	doc.Find("ul.hand, ul.fan.open").Each(func(i int, list *goquery.Selection) {
		cards := list.Find("li .vh").Map(func(_ int, card *goquery.Selection) string { return strings.TrimSpace(card.Text()) })
		slices.Sort(cards)
		hands = append(hands[:i], strings.Join(cards, ", "), "")
	})
	return hands
}

// Every page that can be read answers HEAD: as GET does, without a body. A stream does not begin.
func TestHeadWhereverGetIs(t *testing.T) {
	s := newTestSite(t)
	has := make(map[string]bool)
	for _, r := range s.echo.Routes() {
		has[r.Method+" "+r.Path] = true
	}
	for _, r := range s.echo.Routes() {
		if r.Method == http.MethodGet && !has["HEAD "+r.Path] {
			t.Errorf("%s answers no HEAD", r.Path)
		}
	}
	_, _, match := startCamelot(t, s, true)
	r := newReader(t, s.URL)
	for _, path := range []string{"/", match, "/healthz", "/readyz", "/robots.txt", "/m/none"} {
		r.send(http.MethodHead, path, nil)
		status, kind := r.status, r.answer.Get("Content-Type")
		if r.body != "" {
			t.Errorf("HEAD %s has a body of %d bytes", path, len(r.body))
		}
		if r.send(http.MethodGet, path, nil); r.status != status || r.answer.Get("Content-Type") != kind && status == http.StatusOK {
			t.Errorf("HEAD %s: %d %q, GET %d %q", path, status, kind, r.status, r.answer.Get("Content-Type"))
		}
	}
	r.send(http.MethodHead, "/events?tables=1", nil)
	if r.expect(http.StatusOK); r.answer.Get("Content-Type") != "text/event-stream" {
		t.Errorf("HEAD of a stream: %q", r.answer.Get("Content-Type"))
	}
	s.Guest("Cy").Call(http.MethodHead, "/me/events", nil).Want(t, http.StatusOK, "")
}

// A link that was sent in a sentence, or that a program has written in upper case, leads to
// its page.
func TestLinksSurviveTheirText(t *testing.T) {
	s := newTestSite(t)
	ada := newReader(t, s.URL)
	ada.open("/new")
	ada.submit(`form[action="/matches"]`, "name", "Ada", "game", "camelot")
	match := ada.path
	for _, link := range []string{ada.invite(), match, "/rules/camelot"} {
		for _, written := range []string{link + ".", link + ").", link + "]", link + "%3E", link + "%22", link + "%C2%BB", link + "%E2%80%8B", link + "!", strings.ToUpper(link), strings.ToUpper(link) + ")"} {
			r := newReader(t, s.URL)
			if link == match {
				r = ada
			}
			if r.open(written); r.path != link {
				t.Errorf("%s leads to %s", written, r.path)
			}
		}
	}
	ada.send(http.MethodGet, "/m/none.", nil)
	ada.expect(http.StatusNotFound)
}

func TestWellKnownFiles(t *testing.T) {
	r := newReader(t, newTestSite(t).URL)
	r.open("/favicon.ico")
	if r.status != http.StatusOK || r.answer.Get("Content-Type") != "image/x-icon" || !strings.HasPrefix(r.body, "\x00\x00\x01\x00") {
		t.Errorf("/favicon.ico answers %d, %s, %.4q", r.status, r.answer.Get("Content-Type"), r.body)
	}
	r.open("/robots.txt")
	if r.status != http.StatusOK || !strings.HasPrefix(r.answer.Get("Content-Type"), "text/plain") {
		t.Errorf("/robots.txt answers %d, %s", r.status, r.answer.Get("Content-Type"))
	}
	everybody, previews, _ := strings.Cut(r.body, "\n\n")
	for path, want := range map[string]bool{
		"/": true, "/rules": true, "/rules/camelot": true, "/tables": true, "/new": true, "/setup": true, "/static/app.css": true,
		"/m/abc": false, "/m/abc/record": false, "/i/abc": false, "/events": false, "/api/v1/games": false, "/me": false, "/setup?p=x": false,
	} {
		if got := allowed(everybody, path); got != want {
			t.Errorf("robots may read %s: %v, want %v", path, got, want)
		}
	}
	if !allowed(previews, "/m/abc") || !allowed(previews, "/i/abc") || allowed(previews, "/api/v1/games") {
		t.Error("previews of links cannot be made, or read more than pages")
	}
}

// allowed reads a group of robots.txt like robots that support Disallow alone.
func allowed(group, path string) bool {
	for line := range strings.Lines(group) {
		if prefix, ok := strings.CutPrefix(strings.TrimSpace(line), "Disallow: "); ok && strings.HasPrefix(path, prefix) {
			return false
		}
	}
	return true
}
