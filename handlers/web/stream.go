package web

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/handlers/club/live"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms"
)

const (
	writeLimit = 10 * time.Second // for one write to a stream; a slower client reconnects

	// ResumeSlack is the time before its last event from which a player's stream resumes. It is
	// longer than an event may take from its commit to the connection. An event that is sent twice
	// does no harm.
	ResumeSlack = 2 * writeLimit
)

// Streams answers with event streams.
type Streams struct {
	hub  *live.Hub
	club *rooms.Club
	now  func() time.Time

	playerEvents, matchEvents lastEvent
}

// NewStreams returns event streams of the changes of a hub.
func NewStreams(hub *live.Hub, service *rooms.Club, now func() time.Time) *Streams {
	return &Streams{hub: hub, club: service, now: now}
}

// Feed is the source of an event stream.
type Feed struct {
	player string // id, "" for a visitor
	shows  bool   // the player wishes to be seen; see live.Hub.Here
	topics []live.Topic
	// resume returns the changes that a stream has missed after the event with the id since, "" for
	// a new stream. It is called after the feed is subscribed to. The returned id stands for the
	// present.
	resume func(ctx context.Context, since string) (missed []club.Change, id string, err error)
	format func(club.Change) event
	beats  bool // signs of life are sent as events
}

// PlayerFeed reports changes of all matches of a player, zero for a visitor, of the watched matches
// and, with tables, of the list of open tables. talk is the name of the events for messages. The id
// of an event is the time of the change.
func (s *Streams) PlayerFeed(player db.Player, watched []string, tables bool, talk string) Feed {
	var told map[string]int // plies of matches that changed before the stream began
	f := Feed{format: func(c club.Change) event {
		if c.Talk {
			return newEvent(formatMoment(c.At), talk, fmt.Sprintf(`{"match":%q}`, c.Match))
		}
		c.Ply = max(c.Ply, told[c.Match])
		return s.playerEvents.of(c, func() event {
			switch {
			case c.Resync:
				return newEvent(formatMoment(c.At), "resync", "{}")
			case c.Match == "":
				return newEvent(formatMoment(c.At), "tables", "{}")
			}
			return newEvent(formatMoment(c.At), "changed", fmt.Sprintf(`{"match":%q,"ply":%d}`, c.Match, c.Ply))
		})
	}}
	if player.ID != "" {
		f.player, f.shows = player.ID, slices.Contains(match.HabitsOf(player), match.HabitHere)
		f.topics = append(f.topics, live.PlayerTopic(player.ID))
	}
	for _, id := range watched {
		f.topics = append(f.topics, live.MatchTopic(id))
	}
	if tables {
		f.topics = append(f.topics, live.TablesTopic)
	}
	f.resume = func(ctx context.Context, since string) ([]club.Change, string, error) {
		now := s.now()
		if since == "" {
			return nil, formatMoment(now), nil
		}
		from := parseMoment(since).Add(-ResumeSlack)
		missed, err := s.club.Live.ChangedSince(ctx, player.ID, watched, from)
		if tables && !s.hub.TablesChanged().Before(from) {
			missed = append(missed, club.Change{})
		}
		if len(missed) > 0 {
			told = make(map[string]int, len(missed))
		}
		for i, c := range missed {
			missed[i].At = now
			told[c.Match] = c.Ply
		}
		return missed, formatMoment(now), err
	}
	return f
}

// WithBeats returns the feed for a page. Its signs of life are events.
func (f Feed) WithBeats() Feed {
	f.beats = true
	return f
}

func (f Feed) signOfLife() string {
	if f.beats {
		return beat
	}
	return comment
}

// MatchFeed reports changes of one match. The id of an event is the ply. It never decreases,
// although changes of other processes may come late.
func (s *Streams) MatchFeed(id string, viewer db.Player) Feed {
	told := 0
	f := Feed{player: viewer.ID, topics: []live.Topic{live.MatchTopic(id)}}
	f.resume = func(ctx context.Context, since string) ([]club.Change, string, error) {
		m, err := s.club.Match.Match(ctx, id, viewer.ID)
		if err != nil {
			return nil, "", err
		}
		told = m.Ply
		ply := strconv.Itoa(m.Ply)
		if since == "" || since == ply {
			return nil, ply, nil
		}
		return []club.Change{{Match: id, Ply: m.Ply}}, ply, nil
	}
	f.format = func(c club.Change) event {
		told = max(told, c.Ply)
		c.Ply = told
		return s.matchEvents.of(c, func() event {
			if c.Talk {
				return newEvent(strconv.Itoa(c.Ply), "message", "{}")
			}
			return newEvent(strconv.Itoa(c.Ply), "changed", fmt.Sprintf(`{"ply":%d}`, c.Ply))
		})
	}
	return f
}

// Send answers with the events of a feed until the client disconnects or the hub closes. On an
// HTTP/1 connection it returns once the stream has begun. It subscribes before it reads the state
// of the match, so it misses no change. A client that reconnects sends the id of its last event and
// gets the later ones.
func (s *Streams) Send(c echo.Context, f Feed) error {
	if c.Request().Method == http.MethodHead {
		c.Response().Header().Set(echo.HeaderContentType, "text/event-stream")
		return c.NoContent(http.StatusOK)
	}
	ctx := c.Request().Context()
	sub, err := s.hub.Subscribe(f.player, c.RealIP(), f.topics...)
	if err != nil {
		return err
	}
	if f.shows {
		sub.Show()
	}
	left := false // stop ctx from ending with the handler
	defer func() {
		if !left {
			sub.Close()
		}
	}()
	missed, id, err := f.resume(ctx, lastEventID(c))
	if err != nil {
		return err
	}
	w := newEventWriter(c)
	if err := w.begin(id); err != nil {
		return nil // the client has disconnected, here and below
	}
	if err := w.write(encode(missed, f.format)); err != nil {
		return nil
	}
	if left = detach(w.conn, sub, f); !left {
		w.follow(ctx, sub, f)
	}
	return nil
}

// lastEventID returns the id after which a stream continues. A browser that reconnects sends it in
// a header. A page that connects first has it in the query, for the state that it shows.
func lastEventID(c echo.Context) string {
	if id := c.Request().Header.Get("Last-Event-ID"); id != "" {
		return id
	}
	return c.QueryParam("since")
}

// eventWriter writes server-sent events. Each write has a deadline; between writes there is none.
type eventWriter struct {
	res  *echo.Response
	conn *http.ResponseController
}

func newEventWriter(c echo.Context) eventWriter {
	if c.Request().ProtoMajor == 1 {
		c.Response().Header().Set("Transfer-Encoding", "identity") // no chunks: the connection ends the stream
	}
	return eventWriter{res: c.Response(), conn: http.NewResponseController(c.Response())}
}

// begin sends the head of the answer, the pause before a reconnect, and the id that stands for the
// state before any event.
func (w eventWriter) begin(id string) error {
	h := w.res.Header()
	h.Set(echo.HeaderContentType, "text/event-stream")
	h.Set(echo.HeaderCacheControl, "no-store")
	h.Set("X-Accel-Buffering", "no")
	// The server's time limit for reading a request would end the stream.
	if err := w.conn.SetReadDeadline(time.Time{}); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	w.res.WriteHeader(http.StatusOK)
	retry := jitter(2*time.Second, 8*time.Second)
	return w.write(fmt.Appendf(nil, "retry: %d\nid: %s\n\n", retry.Milliseconds(), id))
}

// follow sends the changes of a subscription until the client leaves or the hub closes.
func (w eventWriter) follow(ctx context.Context, sub *live.Subscription, f Feed) {
	beat := time.NewTicker(beatPause())
	defer beat.Stop()
	for {
		var err error
		select {
		case <-ctx.Done():
			return
		case <-sub.Done():
			return
		case <-sub.Ready():
			err = w.write(encode(sub.Take(), f.format))
		case <-beat.C:
			err = w.write([]byte(f.signOfLife()))
		}
		if err != nil {
			return
		}
	}
}

func (w eventWriter) write(text []byte) error {
	if len(text) == 0 {
		return nil
	}
	if err := w.conn.SetWriteDeadline(time.Now().Add(writeLimit)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	if _, err := w.res.Write(text); err != nil {
		return err
	}
	if err := w.conn.Flush(); err != nil {
		return err
	}
	if err := w.conn.SetWriteDeadline(time.Time{}); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	return nil
}

// Pauses between signs of life, which keep proxies from closing a stream and reveal a lost client.
// They are comments. Pages get events, with which scripts detect a broken stream.
const (
	comment = ":\n\n"
	beat    = "event: beat\ndata: {}\n\n"
)

// beatPause returns the time until the next sign of life.
func beatPause() time.Duration { return jitter(15*time.Second, 25*time.Second) }

// event is an encoded event. Streams share it, so it must not change.
type event []byte

func newEvent(id, name, data string) event {
	return slices.Clip(fmt.Appendf(nil, "id: %s\nevent: %s\ndata: %s\n\n", id, name, data))
}

// encode returns the text of events for a single write, so that either all arrive or the last id
// does not.
func encode(changes []club.Change, format func(club.Change) event) []byte {
	if len(changes) == 1 {
		return format(changes[0])
	}
	var text []byte
	for _, c := range changes {
		text = append(text, format(c)...)
	}
	return text
}

// lastEvent caches the latest event, because all listeners of a match get the same change one after
// the other. It is safe for concurrent use.
type lastEvent struct {
	made atomic.Pointer[madeEvent]
}

type madeEvent struct {
	change club.Change
	event  event
}

// of returns the event of a change. It calls newEvent if the change differs from the last one.
func (l *lastEvent) of(c club.Change, newEvent func() event) event {
	if m := l.made.Load(); m != nil && m.change == c {
		return m.event
	}
	m := &madeEvent{c, newEvent()}
	l.made.Store(m)
	return m.event
}

// formatMoment formats a time as an event id: microseconds since 1970.
func formatMoment(t time.Time) string { return strconv.FormatInt(t.UnixMicro(), 10) }

// parseMoment parses an event id; it returns the zero time for any other text.
func parseMoment(id string) time.Time {
	µs, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return time.Time{}
	}
	return time.UnixMicro(µs)
}

// jitter returns a random duration, which spreads the reactions of many clients to one event.
func jitter(from, to time.Duration) time.Duration { return from + rand.N(to-from) }
