package handlers

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tableronde/db"
	"tableronde/handlers/api"
	"tableronde/handlers/site"
	"tableronde/handlers/sitetest"
	"tableronde/static"
)

// visitors lists who requests each route, in the order of the table: nobody, a
// player who has left for good, one who has seen none of the site, one who has opened all
// links to the match, one who plays another match, one on the third seat, where it is
// taken, which is that of the host's partner in a match of teams, one on the second seat,
// and who opened the table.
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

// standIn returns the credentials to ask with: those of a visitor or, for what can be
// asked once or a few times, of another guest.
func (c *routeVisitors) standIn(visitor, request string) (token, cookie string) {
	c.t.Helper()
	token, cookie = c.by[visitor].Token, c.cookie[visitor]
	few := []string{"DELETE " + api.Path + "/me", "GET " + api.Path + "/me/export", "HEAD " + api.Path + "/me/export", "POST /settings/export"}
	if token == "" || visitor == "former" || !slices.Contains(few, request) {
		return token, cookie
	}
	guest := c.newGuest("stand-in")
	return guest.Token, cookieOf(c.t, c.testSite, guest.Player.ID)
}

// scene is a match of three with hidden cards: its links, and what of it is hidden.
type scene struct {
	id, invite, share string
	ply               int
	secrets           []string
	hand              string // that of the host on pages, where it has been dealt
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

// newTeams opens a match of two teams. The fourth seat is that of somebody who has left
// in the middle of it.
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

// look notes how a match stands and what of it is hidden, and lets the spectator see the
// links to it.
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
