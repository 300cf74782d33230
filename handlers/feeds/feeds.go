// Package feeds has a player's Atom feed and calendar, for programs with a token in the address.
package feeds

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"
	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/notify"
	notifypages "tableronde/handlers/notify"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/locale"
	"tableronde/views/pages"
)

// Pages holds the feeds and calendars of players.
type Pages struct{ *site.Site }

// New returns the feeds and calendars of a site.
func New(s *site.Site) *Pages { return &Pages{s} }

// Limits of the private feeds.
const (
	feedEntries = 50                  // entries of each kind
	FeedResults = 30 * 24 * time.Hour // time that a result stays in the feed
	feedAge     = 5 * time.Minute     // time that a reader may cache an answer
)

// AlarmsBefore are the times before a deadline at which a calendar reminds of it.
var AlarmsBefore = []string{"-PT6H", "-PT1H"}

// feed is the data of a private feed.
type feed struct {
	views.Page
	player db.Player
	origin string
	host   string
}

// openFeed returns the data of the requested feed and its language.
func (s *Pages) openFeed(c echo.Context) (feed, error) {
	token, _, _ := strings.Cut(c.Param("token"), ".") // the ending, .atom or .ics, only helps readers
	player, err := s.Store.PlayerByFeed(c.Request().Context(), token)
	if err != nil {
		return feed{}, err
	}
	to, err := s.Store.Recipient(c.Request().Context(), player.ID)
	if err != nil {
		return feed{}, err
	}
	f := feed{Page: notifypages.PageFor(to), player: player, origin: s.Origin(c)}
	if lang, ok := locale.Parse(c.QueryParam("lang")); ok {
		f.Lang = lang
	}
	origin, err := url.Parse(f.origin)
	if err != nil {
		return feed{}, err
	}
	f.host = origin.Hostname()
	return f, nil
}

// The elements of an Atom feed, RFC 4287.
type (
	AtomFeed struct {
		XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
		Lang    string      `xml:"xml:lang,attr"`
		ID      string      `xml:"id"`
		Title   string      `xml:"title"`
		Updated string      `xml:"updated"`
		Author  string      `xml:"author>name"`
		Links   []atomLink  `xml:"link"`
		Entries []atomEntry `xml:"entry"`
	}
	atomEntry struct {
		ID      string   `xml:"id"`
		Title   string   `xml:"title"`
		Updated string   `xml:"updated"`
		Link    atomLink `xml:"link"`
	}
	atomLink struct {
		Rel  string `xml:"rel,attr,omitempty"`
		Href string `xml:"href,attr"`
	}
)

// GetFeed answers, as Atom, the matches that wait for a player, and those that ended within
// FeedResults.
func (s *Pages) GetFeed(c echo.Context) error {
	f, err := s.openFeed(c)
	if err != nil {
		return err
	}
	out := AtomFeed{Lang: string(f.Lang), ID: f.tag("feed/" + f.player.ID), Title: f.T("feed.title", "Name", notifypages.Harmless(f.player.Name)), Author: f.T("site.name"),
		Links: []atomLink{{"self", f.origin + c.Request().URL.Path}, {"alternate", f.origin + "/"}}}
	last := f.player.Created
	news, err := s.feedNews(c.Request().Context(), f)
	if err != nil {
		return err
	}
	for _, n := range news {
		if n.At.After(last) {
			last = n.At
		}
		out.Entries = append(out.Entries, atomEntry{ID: f.tag(n.Match + "/" + strconv.Itoa(n.Ply) + "/" + string(n.Kind)),
			Title: notifypages.NoticeSentence(f.Page, n), Updated: atomTime(n.At), Link: atomLink{"alternate", f.origin + site.MatchPath(n.Match)}})
	}
	out.Updated = atomTime(last)
	body, err := xml.Marshal(out)
	if err != nil {
		return err
	}
	return sendFeed(c, "application/atom+xml; charset=utf-8", append([]byte(xml.Header), body...))
}

// feedNews lists the news of a feed, the latest first.
func (s *Pages) feedNews(ctx context.Context, f feed) ([]notify.News, error) {
	over := true
	var news []notify.News
	for kind, filter := range map[db.NoticeKind]db.Filter{
		db.NoticeTurn: {Turn: true, Shared: true}, db.NoticeOffer: {Asked: true}, db.NoticeOver: {Over: &over, Shared: true},
	} {
		list, _, err := s.Club.Lists.MatchesOf(ctx, f.player.ID, filter, "", feedEntries)
		if err != nil {
			return nil, err
		}
		missed := make(map[string]bool)
		if kind == db.NoticeTurn {
			if missed, err = s.Club.Match.MissedIn(ctx, list, f.player.ID); err != nil {
				return nil, err
			}
		}
		for _, m := range list {
			if kind == db.NoticeOver && s.Now().Sub(m.Moved) > FeedResults || m.Solo || m.IsPractice() {
				continue
			}
			n := newsOf(kind, m, f.player.ID)
			n.Missed = missed[m.ID]
			news = append(news, n)
		}
	}
	asked, err := s.Club.Tables.Challenges(ctx, f.player.ID)
	if err != nil {
		return nil, err
	}
	for _, m := range asked {
		n := newsOf(db.NoticeInvited, m, f.player.ID)
		n.At = m.Created
		news = append(news, n)
	}
	slices.SortFunc(news, func(a, b notify.News) int {
		if c := b.At.Compare(a.At); c != 0 {
			return c
		}
		return strings.Compare(a.Match+string(a.Kind), b.Match+string(b.Kind))
	})
	return news, nil
}

// newsOf returns the news about a match for its player.
func newsOf(kind db.NoticeKind, m db.Match, player string) notify.News {
	if kind == db.NoticeOffer && m.Result != nil {
		kind = db.NoticeInvited
	}
	at := m.Moved
	if at.IsZero() {
		at = m.Started
	}
	n := notify.News{Of: match.Match{Match: m}, Seat: match.SeatOf(m, player)}
	n.Notice = db.Notice{Kind: kind, Recipient: player, Match: m.ID, Ply: m.Ply, At: at}
	return n
}

// GetCalendar answers the deadlines of a player's decisions, as iCalendar.
func (s *Pages) GetCalendar(c echo.Context) error {
	f, err := s.openFeed(c)
	if err != nil {
		return err
	}
	list, _, err := s.Club.Lists.MatchesOf(c.Request().Context(), f.player.ID, db.Filter{Turn: true, Shared: true}, "", feedEntries)
	if err != nil {
		return err
	}
	cal := ics.NewCalendarFor("Table Ronde")
	cal.SetMethod(ics.MethodPublish)
	cal.SetXWRCalName(f.T("feed.calendar", "Name", notifypages.Harmless(f.player.Name)))
	for _, m := range list {
		for _, r := range s.Club.Match.TimesOf(m) {
			if r.Deadline != nil && r.Seat == match.SeatOf(m, f.player.ID) && !m.Clock.Control().Live() {
				f.addDeadline(cal, m, r.Seat, match.RunsOut(r))
			}
		}
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `inline; filename="table-ronde.ics"`)
	return sendFeed(c, "text/calendar; charset=utf-8", []byte(cal.Serialize(ics.WithNewLineWindows)))
}

// addDeadline adds the deadline of a decision to a calendar.
func (f feed) addDeadline(cal *ics.Calendar, m db.Match, seat games.Seat, deadline time.Time) {
	n := newsOf(db.NoticeTurn, m, f.player.ID)
	event := cal.AddEvent(m.ID + "-" + strconv.Itoa(int(seat)) + "@" + f.host)
	event.SetDtStampTime(n.At)
	event.SetModifiedAt(n.At)
	event.SetSequence(m.Ply)
	event.SetStartAt(deadline)
	event.SetEndAt(deadline)
	summary := notifypages.Harmless(f.T("feed.deadline", "What", pages.RowTitle(f.Page, site.NewRow(f.Lang, m, f.player.ID))))
	event.SetSummary(summary)
	event.SetURL(f.origin + site.MatchPath(m.ID))
	event.SetTimeTransparency(ics.TransparencyTransparent)
	for _, before := range AlarmsBefore {
		alarm := event.AddAlarm()
		alarm.SetAction(ics.ActionDisplay)
		alarm.SetTrigger(before)
		alarm.SetDescription(summary)
	}
}

// tag returns an id that does not depend on the address of the site: RFC 4151.
func (f feed) tag(what string) string { return "tag:" + f.host + ",2026:" + what }

func atomTime(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// sendFeed answers with a feed, or with 304 if the reader has it already.
func sendFeed(c echo.Context, contentType string, body []byte) error {
	sum := sha256.Sum256(body)
	etag := `"` + hex.EncodeToString(sum[:12]) + `"`
	h := c.Response().Header()
	h.Set("Cache-Control", "private, max-age="+strconv.Itoa(int(feedAge/time.Second)))
	h.Set("ETag", "W/"+etag)
	h.Set("X-Robots-Tag", "noindex")
	if strings.Contains(c.Request().Header.Get("If-None-Match"), etag) {
		return c.NoContent(http.StatusNotModified)
	}
	return c.Blob(http.StatusOK, contentType, body)
}

// PostFeeds changes the addresses of the visitor's private feeds.
func (s *Pages) PostFeeds(c echo.Context, player db.Player) error {
	err := s.Store.RenewFeed(c.Request().Context(), player.ID)
	if web.IsRefusal(err) {
		return err
	}
	return site.RedirectUnless(c, err, "/settings?saved=feeds#feeds")
}
