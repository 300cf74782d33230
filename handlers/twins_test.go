package handlers

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/effort"
	"tableronde/games/twin"
	twins "tableronde/games/twin/tables"
	"tableronde/handlers/api"
	"tableronde/handlers/club"
	"tableronde/handlers/club/live"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/notify"
	"tableronde/handlers/club/tables"
	"tableronde/handlers/mail"
	notifypages "tableronde/handlers/notify"
	"tableronde/handlers/outgoing"
	"tableronde/handlers/sitetest"
)

// noon is a time at which nothing passes, in tests of the traces that time could leave.
func noon() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }

// lookingSite is a site whose clock stands still, and people who view it.
type lookingSite struct {
	*testSite
	looking []*onlooker // by seat from 0; the last one has none
}

// onlooker is a person who has a browser, a program and feeds.
type onlooker struct {
	t       testing.TB
	handler http.Handler
	player  db.Player
	cookies []*http.Cookie
	token   string
	feeds   string
	lang    string
}

// newLookingSite returns a site with the given number of people, and one more.
func newLookingSite(t testing.TB, cfg Config, people int) *lookingSite {
	t.Helper()
	cfg.Now, cfg.Settings = noon, DefaultSettings()
	cfg.Settings.CallRate, cfg.Settings.CallBurst = 1e9, 1e9
	s := &lookingSite{testSite: newTestSiteOn(t, cfg)}
	for i := range people + 1 {
		s.looking = append(s.looking, s.newOnlooker([]string{"en", "fr"}[i%2]))
	}
	return s
}

func (s *lookingSite) newOnlooker(lang string) *onlooker {
	s.T.Helper()
	r := newReader(s.T, s.Site.URL)
	r.send(http.MethodPost, "/solo", url.Values{"game": {"cam"}})
	m, err := s.site.Store.Match(s.T.Context(), strings.TrimPrefix(r.path, "/m/"))
	if err != nil {
		s.T.Fatal(err)
	}
	o := &onlooker{t: s.T, handler: s.Handler(), player: m.Seats[0], cookies: r.client.Jar.Cookies(mustURL(s.T, r.site)), lang: lang}
	if o.token, err = s.site.Club.Keys.SignInToken(s.T.Context(), o.player.ID); err != nil {
		s.T.Fatal(err)
	}
	if o.feeds, err = s.site.Store.FeedToken(s.T.Context(), o.player.ID); err != nil {
		s.T.Fatal(err)
	}
	return o
}

// get asks for a path and returns the whole answer, as plain text.
func (o *onlooker) get(path string, header ...string) string {
	o.t.Helper()
	req := httptest.NewRequestWithContext(o.t.Context(), http.MethodGet, path, nil)
	req.Header.Set("Accept-Language", o.lang)
	req.Header.Set("Accept-Encoding", "gzip")
	if strings.HasPrefix(path, api.Path) {
		req.Header.Set("Authorization", "Bearer "+o.token)
	} else {
		for _, cookie := range o.cookies {
			req.AddCookie(cookie)
		}
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	rec := httptest.NewRecorder()
	o.handler.ServeHTTP(rec, req)
	var text bytes.Buffer
	fmt.Fprintln(&text, rec.Code)
	for _, name := range slices.Sorted(func(yield func(string) bool) {
		for name := range rec.Header() {
			if name != "X-Request-Id" && name != "Content-Length" && !yield(name) { // text has its own
				return
			}
		}
	}) {
		fmt.Fprintln(&text, name, rec.Header()[name])
	}
	var body io.Reader = rec.Body
	if rec.Header().Get("Content-Encoding") == "gzip" {
		var err error
		if body, err = gzip.NewReader(body); err != nil {
			o.t.Fatal(err)
		}
	}
	if _, err := io.Copy(&text, body); err != nil {
		o.t.Fatal(err)
	}
	return text.String()
}

// look returns all that the onlooker gets of a match, by the name of the request.
func (o *onlooker) look(match string, ply int) map[string]string {
	o.t.Helper()
	page, call := "/m/"+match, api.Path+"/matches/"+match
	all := map[string]string{}
	for _, path := range []string{page, page + "/orders", "/", "/feed/" + o.feeds, "/calendar/" + o.feeds,
		call + fmt.Sprint("?since=", max(0, ply-2)), call + "/legal", call + "/story", call + "/orders", api.Path + "/me/matches",
		page + "/messages", page + "/notes", call + "/messages", call + "/notes"} {
		all[path] = o.get(path)
	}
	all["what htmx asks for"] = o.get(page, "Accept-Encoding", "identity", "HX-Request", "true")
	return all
}

// withoutPassing returns a page without the parts that differ between two pages made one after the
// other.
func withoutPassing(page string) string {
	for _, attribute := range []string{`name="key" value="`, `data-since="`} {
		parts := strings.Split(page, attribute)
		for i, part := range parts[1:] {
			_, parts[i+1], _ = strings.Cut(part, `"`)
		}
		page = strings.Join(parts, "")
	}
	return page
}

// differsBeyondKeys returns where two answers differ beyond the keys that each makes afresh, "" if
// they do not.
func differsBeyondKeys(one, other string) string {
	if one == other {
		return ""
	}
	one, other = withoutPassing(one), withoutPassing(other)
	if one == other {
		return ""
	}
	return sitetest.FirstDifference([]byte(one), []byte(other))
}

// orderedMatch is a match at random whose seats give orders.
type orderedMatch struct {
	*lookingSite
	rules   games.Ruleset
	options map[string]string
	orders  func(*rand.Rand, games.State, games.Seat) string // nil on a board
	rng     *rand.Rand
	id      string
	given   string // the text that was given last
	foresee string // a move that conditions foresee, "" for none

	pairs, begun int // compared, and in how many matches
}

// newOrderedMatch returns a match of a game for as many as may play it.
func newOrderedMatch(t *testing.T, rules games.Ruleset, seed uint64) *orderedMatch {
	t.Helper()
	info := rules.Info()
	m := &orderedMatch{lookingSite: newLookingSite(t, Config{}, slices.Max(info.Seats)), rules: rules, rng: rand.New(rand.NewPCG(seed, 5))}
	if i := slices.IndexFunc(twins.All(), func(tab twin.Table) bool { return tab.Rules.Info().ID == info.ID }); i >= 0 {
		m.orders = twins.All()[i].Orders
	}
	m.begin()
	return m
}

func (m *orderedMatch) begin() {
	m.T.Helper()
	info := m.rules.Info()
	seats := min(info.Seats[m.rng.IntN(len(info.Seats))], len(m.looking)-1)
	// The worker that rates ended matches says later which of them are over the limit of a day.
	proposal := tables.Proposal{Game: info.ID, Seats: seats, Seat: 1, Public: true, Casual: true, Options: m.options}
	f, err := m.site.Club.Tables.OpenTable(m.T.Context(), db.Once{}, m.looking[0].player.ID, proposal, nil)
	for seat := 2; seat <= seats && err == nil; seat++ {
		f, err = m.site.Club.Tables.Join(m.T.Context(), db.Once{}, tables.Joining{Match: f.ID, Player: m.looking[seat-1].player.ID, Seat: seat}, nil)
	}
	if err != nil {
		m.T.Fatal(err)
	}
	m.id = f.ID
	m.begun++
}

func (m *orderedMatch) load() match.Match {
	m.T.Helper()
	f, err := m.site.Club.Match.Match(m.T.Context(), m.id, m.looking[0].player.ID)
	if err != nil {
		m.T.Fatal(err)
	}
	return f
}

// play plays an action of a seat that owes one: at random, or one that an order foresees.
func (m *orderedMatch) play() {
	m.T.Helper()
	f := m.load()
	if f.IsOver() {
		m.begin()
		return
	}
	seat := f.Table.ToAct()[0]
	legal := f.Table.Legal(seat)
	action := legal[m.rng.IntN(len(legal))]
	if slices.Contains(legal, m.foresee) && m.rng.IntN(2) == 0 {
		action = m.foresee
	}
	if _, err := m.site.Club.Match.Play(m.T.Context(), match.Post{Match: m.id, Player: f.Seats[seat-1].ID, Ply: f.Ply, Actions: []string{action}}); err != nil {
		m.T.Fatal(err)
	}
}

// order has a seat give random orders, and returns how many events they have led to at
// once; ok is false if they are refused.
func (m *orderedMatch) order(f match.Match, seat games.Seat) (posted int, ok bool) {
	m.T.Helper()
	if m.orders != nil {
		m.given = m.orders(m.rng, f.Table.State(), seat)
	} else {
		m.given = twins.Conditions(m.rng, f.Table, seat)
		m.foresee = twins.FirstOf(m.rng, m.given)
	}
	left, err := m.site.Club.Match.SetOrders(m.T.Context(), m.id, f.Seats[seat-1].ID, 0, m.given)
	if err != nil && !club.IsRefusal(err) {
		m.T.Fatal(err)
	}
	return m.load().Ply - f.Ply, err == nil && left != ""
}

// others lists the people who must not learn the orders of a seat: another seat, if there is one,
// and a visitor.
func (m *orderedMatch) others(f match.Match, seat games.Seat) []*onlooker {
	other := int(seat) % len(f.Seats)
	return []*onlooker{m.looking[other], m.looking[len(m.looking)-1]}
}

// outside is the view of outsiders on a match, and the notices that the site has sent about it.
type outside struct {
	looks   []map[string]string
	notices []db.Notice
}

func (m *orderedMatch) outside(f match.Match, seat games.Seat) (o outside) {
	m.T.Helper()
	for _, who := range m.others(f, seat) {
		o.looks = append(o.looks, who.look(m.id, f.Ply))
	}
	var err error
	if o.notices, err = m.site.Store.Notices(m.T.Context(), db.MaxPage); err != nil {
		m.T.Fatal(err)
	}
	return o
}

// TestTwinsOfOrders has everybody view matches of every game before a seat gives orders, then, and
// once they are withdrawn. All that they get is the same to the byte, except the keys of forms;
// there is no event and no notice.
func TestTwinsOfOrders(t *testing.T) {
	for _, rules := range newestRules() {
		t.Run(rules.Info().ID, func(t *testing.T) {
			t.Parallel()
			pairs := max(effort.N(20), 2)
			m := newOrderedMatch(t, rules, 1)
			for m.pairs < pairs {
				m.play()
				m.comparePair()
			}
			t.Logf("%d pairs in %d matches", m.pairs, m.begun)
		})
	}
}

// comparePair has a seat give orders and withdraw them.
func (m *orderedMatch) comparePair() {
	m.T.Helper()
	f := m.load()
	seat := games.Seat(1 + m.rng.IntN(len(f.Seats)))
	if f.IsOver() || m.orders == nil && slices.Contains(f.Table.ToAct(), seat) {
		return
	}
	for _, who := range m.others(f, seat) {
		who.get("/m/" + m.id) // a first visit is noted
	}
	before := m.outside(f, seat)
	other := m.others(f, seat)[0].player.ID
	sub, err := m.site.Hub.Subscribe(other, "test", live.MatchTopic(m.id), live.PlayerTopic(other)) // no spectator, who would be counted
	if err != nil {
		m.T.Fatal(err)
	}
	defer sub.Close()
	m.Log.Take()
	posted, ok := m.order(f, seat)
	if !ok || posted > 0 {
		return
	}
	m.pairs++
	m.expectSame("orders were given", before, m.outside(f, seat))
	if _, err := m.site.Club.Match.SetOrders(m.T.Context(), m.id, f.Seats[seat-1].ID, 0, ""); err != nil {
		m.T.Fatal(err)
	}
	m.expectSame("orders were withdrawn", before, m.outside(f, seat))
	if changes := sub.Take(); len(changes) > 0 {
		m.T.Fatalf("orders publish %v", changes)
	}
	log := m.Log.Take()
	for line := range strings.Lines(m.given) {
		if text := strings.TrimSpace(line); len(text) > 8 && strings.Contains(log, text) {
			m.T.Fatalf("the log tells the orders %q", text)
		}
	}
	m.order(f, seat) // to be followed
}

// newestRules lists the newest edition of every game.
func newestRules() (list []games.Ruleset) {
	for _, rules := range catalog.All() {
		if !slices.ContainsFunc(list, func(r games.Ruleset) bool { return r.Info().ID == rules.Info().ID }) {
			list = append(list, rules)
		}
	}
	return list
}

// expectSame fails if an outsider can distinguish two moments.
func (m *orderedMatch) expectSame(what string, before, after outside) {
	m.T.Helper()
	if diff := before.difference(after); diff != "" {
		m.T.Fatalf("after %s, %s", what, diff)
	}
}

// difference returns the trace by which an outsider can distinguish two moments, "" if there is
// none.
func (o outside) difference(after outside) string {
	for _, n := range after.notices { // earlier ones may have been delivered by now
		if !slices.ContainsFunc(o.notices, func(old db.Notice) bool { return old.ID == n.ID }) {
			return fmt.Sprintf("%s is told of %s", n.Recipient, n.Kind)
		}
	}
	for i := range o.looks {
		for name, was := range o.looks[i] {
			if diff := differsBeyondKeys(was, after.looks[i][name]); diff != "" {
				return fmt.Sprintf("%s is another one: %s", name, diff)
			}
		}
	}
	return ""
}

// Public changes are noticed by the test of orders.
func TestTwinsOfOrdersCatchWhatShows(t *testing.T) {
	t.Parallel()
	m := newOrderedMatch(t, newestRules()[0], 2)
	f := m.load()
	for name, show := range map[string]func() error{
		"an offer": func() error {
			_, err := m.site.Club.Match.Play(t.Context(), match.Post{Match: m.id, Player: f.Seats[0].ID, Ply: f.Ply, Actions: []string{"offer draw"}})
			return err
		},
		"a name": func() error { return m.site.Club.Accounts.Rename(t.Context(), f.Seats[0].ID, "Somebody else") },
	} {
		before := m.outside(f, 1)
		if err := show(); err != nil {
			t.Fatal(err)
		}
		if before.difference(m.outside(f, 1)) == "" {
			t.Errorf("nobody notices %s", name)
		}
	}
}

// newPausedMatch returns a match of a game whose decisions without a choice are made after
// a pause, for everybody.
func newPausedMatch(t *testing.T, game string) *orderedMatch {
	t.Helper()
	rules, err := catalog.Find(game, 0)
	if err != nil {
		t.Fatal(err)
	}
	m := &orderedMatch{lookingSite: newLookingSite(t, Config{}, 3), rules: rules, rng: rand.New(rand.NewPCG(4, 5)),
		options: map[string]string{games.OptionAuto: games.AutoLater}}
	for _, o := range m.looking {
		if err := m.site.Club.Accounts.SetHabits(t.Context(), o.player.ID, []string{match.HabitAuto}); err != nil {
			t.Fatal(err)
		}
	}
	m.begin()
	return m
}

// TestTwinsOfPauses has everybody view matches of cards in which the server will play for a seat
// after a pause, and the same matches where it will not. All that others get is the same to the
// byte. The seat alone learns that it will, and nobody when.
func TestTwinsOfPauses(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"knizia", "shannon", "kutschke"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			m := newPausedMatch(t, game)
			pairs := max(effort.N(20), 2)
			for range 40_000 {
				if m.pairs == pairs {
					break
				}
				m.play()
				if f := m.load(); !f.ForcedDue.IsZero() && !f.IsOver() && len(f.Acting()) == 1 {
					m.comparePause(f, f.Acting()[0])
				}
			}
			if t.Logf("%d pairs in %d matches", m.pairs, m.begun); m.pairs < pairs {
				t.Errorf("%d pairs, want %d", m.pairs, pairs)
			}
		})
	}
}

// logTime matches the time before a line of the log, which no test sets.
var logTime = regexp.MustCompile(`(?m)^time=\S+ `)

// comparePause compares a match in which the server plays for a seat after a pause with the
// same match in which it does not.
func (m *orderedMatch) comparePause(f match.Match, seat games.Seat) {
	m.T.Helper()
	owner := m.looking[seat-1]
	for _, who := range m.others(f, seat) {
		who.get("/m/" + m.id) // a first visit is noted
	}
	page, call := "/m/"+m.id, "/api/v1/matches/"+m.id+"/orders"
	before := m.outside(f, seat)
	other := m.others(f, seat)[0].player.ID
	sub, err := m.site.Hub.Subscribe(other, "test", live.MatchTopic(m.id), live.PlayerTopic(other)) // no spectator, who would be counted
	if err != nil {
		m.T.Fatal(err)
	}
	defer sub.Close()
	m.Log.Take()
	told := owner.get(page) + owner.get(call) + logTime.ReplaceAllString(m.Log.Take(), "")
	if owner.prepared(page) == nil || !strings.Contains(told, `"forced":true`) {
		m.T.Fatalf("seat %d is not told that the server plays: %q", seat, owner.prepared(page))
	}
	for _, due := range []string{strconv.FormatInt(f.ForcedDue.UnixMilli(), 10), strconv.FormatInt(f.ForcedDue.Unix(), 10), f.ForcedDue.Format("15:04:05")} {
		if strings.Contains(told, due) || strings.Contains(before.looks[0][page], due) {
			m.T.Fatalf("somebody is told when the server plays: %s", due)
		}
	}
	_, err = m.site.Store.Append(m.T.Context(), db.Once{}, m.id, func(db.Match, db.Orders) (db.Change, error) {
		return db.Change{Orders: db.Orders{seat: ""}}, nil
	})
	if err != nil {
		m.T.Fatal(err)
	}
	if owner.prepared(page) != nil || m.load().Ply != f.Ply {
		m.T.Fatal("the pause is still there")
	}
	m.pairs++
	m.expectSame("a pause was dropped", before, m.outside(f, seat))
	if changes := sub.Take(); len(changes) > 0 {
		m.T.Fatalf("a pause publishes %v", changes)
	}
}

// lastMail keeps the mail that was sent last.
type lastMail struct{ mail.Message }

func (l *lastMail) Send(_ context.Context, m mail.Message) error {
	l.Message = m
	return nil
}

// toldNews returns the news of a notice to a player of a match, with a deadline.
func toldNews(m match.Match, kind db.NoticeKind, viewer games.Seat) notify.News {
	n := db.Notice{Kind: kind, Recipient: m.Seats[viewer-1].ID, Match: m.ID, Ply: m.Ply, At: m.Started, Left: 36 * time.Hour}
	return notify.News{Delivery: db.Delivery{ID: "notice", Notice: n}, Of: m, Seat: viewer, Deadline: m.Started.Add(48 * time.Hour)}
}

// messagesOf lists everything that goes out for a notice of each kind, by all channels and
// in both languages.
func messagesOf(t *testing.T, m match.Match, viewer games.Seat) (list []string) {
	t.Helper()
	box := new(lastMail)
	tell := &notifypages.Notifier{Letters: &notifypages.Letters{Mail: box}, Client: outgoing.New(outgoing.Options{}), Mute: func(string) string { return "token" },
		Now: func() time.Time { return m.Started }}
	for _, language := range []string{"en", "fr"} {
		to := db.Recipient{Player: m.Seats[viewer-1], NoticeSettings: db.NoticeSettings{Language: language}}
		for _, kind := range db.NoticeKinds {
			message := notify.Message{ID: "message", To: to, News: []notify.News{toldNews(m, kind, viewer)}}
			if err := tell.Mail(t.Context(), message); err != nil {
				t.Fatal(err)
			}
			list = append(list, fmt.Sprintf("%s mail %+v", kind, box.Message))
			for _, format := range []string{db.FormatJSON, db.FormatDiscord, db.FormatSlack, db.FormatNtfy} {
				message.Target.Format = format
				body, _ := tell.WebhookBody(message)
				list = append(list, fmt.Sprintf("%s %s %s", kind, format, body))
			}
			body, _ := notifypages.EncodeCall(tell.Pushed(message))
			list = append(list, fmt.Sprintf("%s push %s %v %s %s", kind, body, notifypages.PushLife(message, tell.Now()), notifypages.PushUrgency(message), notifypages.PushTopic(message)))
		}
	}
	return list
}

// Messages by mail, webhook and push are the same for twins, to the byte.
func TestMessagesOfTwinsAreEqual(t *testing.T) {
	for _, tab := range twins.All() {
		t.Run(tab.Rules.Info().ID, func(t *testing.T) {
			t.Parallel()
			sitetest.ForTwins(t, tab, sitetest.PairsOfTwins(), func(tw sitetest.Twins) {
				if tw.Viewer == games.Spectator {
					return
				}
				one, other := messagesOf(t, tw.A, tw.Viewer), messagesOf(t, tw.B, tw.Viewer)
				for i := range one {
					if one[i] != other[i] {
						t.Fatalf("a message tells twins apart:\n%s\n%s", one[i], other[i])
					}
				}
			})
		})
	}
}
