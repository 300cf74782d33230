// Package match has the pages of one match: the table with the staged action, its log, its
// pictures and files, its orders, its messages, and its spectators. Other pages lead here. The
// package imports no other pages.
package match

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/clock"
	"tableronde/handlers/club/archive"
	"tableronde/handlers/club/bots"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
	"tableronde/handlers/club/talk"
	"tableronde/handlers/site"
	"tableronde/views"
	"tableronde/views/families"
)

// Pages are the pages of a match.
type Pages struct {
	*site.Site
	pictures *Pictures
}

// New returns the pages of the matches of a site.
func New(s *site.Site, pictures *Pictures) *Pages { return &Pages{Site: s, pictures: pictures} }

// GetMatch answers the page of a match. The query selects its content. m is the staged route, try
// a square asked about, and ply a position of the past. turn is the side at the bottom, zoom a
// part of the board, and pick shows the move by lists. as is the seat at a solo table, and ask an
// event to confirm. why is a control that can do nothing now, and type a move as it was typed.
func (s *Pages) GetMatch(c echo.Context) error {
	player, _ := site.PlayerFrom(c)
	f, err := s.Club.Match.Match(c.Request().Context(), c.Param("id"), player.ID)
	if err != nil {
		return err
	}
	if f.KeptFor(player.ID) != 0 {
		return site.Redirect(c, site.MatchPath(f.ID)+"/challenge")
	}
	q, err := ParseMatchQuery(c, f)
	if err != nil {
		return err
	}
	if q.typed != "" {
		return s.stageTyped(c, f, q)
	}
	m, err := s.MatchModel(c, f, q)
	if err != nil {
		return err
	}
	if err := s.fillHint(c, &m, player); err != nil {
		return err
	}
	if err := s.FillNoted(c, &m, q.Look.In); err != nil {
		return err
	}
	if notice := site.QueryNotice(c); notice != nil {
		m.Notice = notice
	}
	if sent, err := strconv.Atoi(c.QueryParam("sent")); err == nil && sent == f.Ply {
		m.Notice = site.LastEventNotice(f, player.ID)
	}
	if err := s.noteVisit(c, f, q); err != nil {
		return err
	}
	return s.ShowMatchPage(c, http.StatusOK, m)
}

// ShowMatchPage renders a match and sends it.
func (s *Pages) ShowMatchPage(c echo.Context, status int, m views.Match) error {
	buf := site.Buffers.Get().(*bytes.Buffer)
	defer site.Buffers.Put(buf)
	if err := s.renderMatch(buf, c, m); err != nil {
		return err
	}
	return c.HTMLBlob(status, buf.Bytes())
}

// renderMatch fills a buffer with the page of a match in the manner of its family, or
// with the part of it that htmx swaps.
func (s *Pages) renderMatch(buf *bytes.Buffer, c echo.Context, m views.Match) error {
	family, ok := families.Of(m.Game.ID)
	if !ok {
		return fmt.Errorf("no family shows %s: %w", m.Game.ID, db.ErrNotFound)
	}
	// With scripts, a page that changes in place has its own address in any case.
	m.AtAddress = site.IsHTMX(c) || c.Request().URL.Path == m.Address()
	render := family.Page
	if site.IsHTMX(c) {
		render = family.Fragment
	}
	m.Laid = new(bool)
	if err := site.RenderTo(buf, c, render(m)); err != nil {
		return err
	}
	if text := views.ReadOf(m.Probe); text.Code != "" && !*m.Laid { // the card is gone
		m.Probe = text.Chosen
		return site.RenderTo(buf, c, render(m))
	}
	return nil
}

// MatchModel gathers the data that the page of a match shows.
func (s *Pages) MatchModel(c echo.Context, f match.Match, q MatchQuery) (views.Match, error) {
	ctx := c.Request().Context()
	player, _ := site.PlayerFrom(c)
	page, err := s.NewPage(c)
	if err != nil {
		return views.Match{}, err
	}
	you, err := f.SeatFor(player.ID, q.as)
	if err != nil {
		return views.Match{}, err
	}
	if len(f.SeatsOf(player.ID)) > 0 {
		page.Keep = player.ID
	}
	acts, err := s.Club.Match.ActsIn(ctx, f.Match)
	if err != nil {
		return views.Match{}, err
	}
	m := NewMatchModel(page, f, q, you, player)
	m.Operated, m.Holders = site.NewOperated(acts), site.NewHolders(m.Lang, f.FormerHolders(acts))
	FillPosition(&m, f)
	FillChoices(&m, f, player)
	FillClocks(&m, f)
	if m.Expires, err = s.OpenUntil(ctx, f); err != nil {
		return views.Match{}, err
	}
	if err := s.hideRelated(ctx, &m, player); err != nil {
		return views.Match{}, err
	}
	if player.ID != "" {
		visit, err := s.Club.Match.Visit(ctx, f, player.ID, q.touches(f))
		if err != nil {
			return views.Match{}, err
		}
		m.Seen, m.Visit = visit.Told, visit.Began
		if f.HasMissed(you, visit.Orders) {
			m.Notice = &views.Notice{Key: "orders_missed", Good: true}
		}
		fillPrepared(&m, f, visit.Orders)
	}
	m.Watching = s.Club.Match.Watchers(f.Match)
	if m.Unread, err = s.Club.Talk.Unread(ctx, f.Match, player.ID); err != nil {
		return views.Match{}, err
	}
	FillBefore(&m, f)
	if player.ID != "" {
		fillNext(&m)
	}
	return m, nil
}

// NewMatchModel returns the part of the page of a match that follows from the match
// and the query alone, as seen from a seat.
func NewMatchModel(page views.Page, f match.Match, q MatchQuery, you games.Seat, player db.Player) views.Match {
	m := views.Match{
		Page:      page,
		ID:        f.ID,
		Game:      match.GameOf(f.Match),
		Options:   f.Options,
		Seats:     site.NewSeats(page.Lang, f.Match, player.ID),
		Solo:      f.Solo,
		Bots:      f.IsPractice(),
		Hints:     f.Hints,
		BotsPlay:  match.BotsPlay(f.Game),
		Judged:    bots.IsJudged(f.Game),
		Title:     f.Title,
		Played:    tables.PlayedElsewhere(f.Match),
		Public:    f.Public,
		Watch:     string(f.Watch),
		Host:      player.ID != "" && f.Host == player.ID,
		Started:   !f.Started.IsZero(),
		You:       you,
		Bottom:    q.Look.bottom,
		Zoom:      q.Look.zoom,
		Pick:      q.Look.pick,
		Sort:      q.Look.sort,
		See:       q.Look.see,
		Eyes:      q.Look.eyes,
		Ply:       f.Ply,
		Shown:     q.Shown,
		Again:     q.again,
		Staged:    q.staged,
		Probe:     q.try,
		Press:     q.explain,
		Confirm:   q.ask,
		Typed:     q.typed,
		Seen:      f.Ply,
		Key:       site.NewKey(),
		Rematch:   f.Rematch,
		Cup:       f.Cup,
		RematchOf: f.RematchOf,
		Ended:     f.Ended,
		Rated:     archive.Counts(f.Match),
		Unrated:   archive.EndedEarly(f.Match),
		Ladder:    f.Ladder,
		Needs:     views.Needs(f.Needs),
		Waits:     f.Wait > 0 || f.HasListeners(),
		Fair:      newFair(f),
	}
	log := f.LogFor(you)
	m.Log = make([]views.Event, 0, len(log))
	for _, e := range log {
		m.Log = append(m.Log, views.Event{Seat: e.Seat, Text: e.Text, At: e.At})
	}
	return m
}

// hideRelated removes links to the rematch and to the match before if the visitor
// may not see them.
func (s *Pages) hideRelated(ctx context.Context, m *views.Match, player db.Player) error {
	for _, id := range []*string{&m.Rematch, &m.RematchOf} {
		if *id == "" || m.You != games.Spectator {
			continue
		}
		visible, err := s.Club.Match.IsVisible(ctx, *id, player.ID)
		if err != nil {
			return err
		}
		if !visible {
			*id = ""
		}
	}
	return nil
}

// FillChoices fills in the offers to answer and all other acts of the visitor on the match.
func FillChoices(m *views.Match, f match.Match, player db.Player) {
	own := match.SeatOf(f.Match, player.ID)
	seated := own != 0
	if m.Bottom == 0 {
		m.Bottom = m.DefaultSeat()
	}
	if m.Started {
		m.ToAct = f.Acting()
		m.Draw = f.Table.DrawOffer()
		m.Undo, m.Line = f.Table.UndoOffer()
		m.DrawVotes.Agreed, m.DrawVotes.Awaited = f.Table.DrawVotes()
		m.UndoVotes.Agreed, m.UndoVotes.Awaited = f.Table.UndoVotes()
		bot, awaited := f.BotOffer()
		m.Bot = views.BotOffer{By: bot.By, Seat: bot.Seat, Level: bot.Level, Votes: views.Votes{Agreed: bot.Agreed, Awaited: awaited}}
	}
	if seated && m.Started {
		m.Offers = f.Offers(m.You)
	}
	m.Talks = len(talk.RoomsOf(f.Match, player.ID)) > 0
	m.Rematching = newRematching(f.Match, m.Now)
	m.Orders = seated && m.Started && site.HasOrders(f)
	if m.Host && !m.Started {
		fillHosting(m, f)
	}
	m.Permissions = views.Permissions{
		Join:     !m.Started && !seated && f.Public,
		Withdraw: !m.Started && m.Host,
		Rematch:  seated && m.Result != nil && f.Rematch == "" && m.Played == nil && !tables.HasFormer(f.Match) && !isRematchBlocked(m.Rematching, own),
	}
	if m.Permissions.Join && m.Game.Chance {
		m.Words = NewContribution()
	}
}

// fillHosting fills in the data and the acts that only the host of a table has before the match
// begins.
func fillHosting(m *views.Match, f match.Match) {
	m.Invite, m.Invited = f.Invite, f.Invited
	m.StartNow.Without, m.StartNow.Bots = tables.CanStartNow(f.Match)
	for _, k := range f.Kept {
		switch name := site.PlayerName(m.Lang, k.Player); {
		case k.ID == "":
		case k.Declined:
			m.Declined = append(m.Declined, name)
		default:
			m.Asked = append(m.Asked, views.Asked{ID: k.ID, Name: name})
		}
	}
}

// isRematchBlocked reports whether a seat cannot offer a rematch: an offer is
// pending, or its own was declined.
func isRematchBlocked(r views.Rematching, own games.Seat) bool {
	return r.By != 0 && (r.Declined == 0 || r.By == own)
}

// FillPosition fills in the position shown. A game of chance has none before its
// match begins.
func FillPosition(m *views.Match, f match.Match) {
	if !f.Dealt() {
		return
	}
	shown, viewer := f.Table.At(m.Shown), f.Viewer(m.You)
	if m.Open = viewer == games.Omniscient && f.IsOver(); m.Open && m.Eyes != 0 {
		viewer = m.Eyes
	}
	m.View, m.Path, m.Result = shown.State().View(viewer), shown.Path(), f.Table.Result()
	if m.Preview = m.View; !m.Past() && !m.Open && viewer != games.Omniscient {
		site.FillPreview(m, shown.State())
	}
	site.FillStory(m, f)
	if !f.WindowEnds.IsZero() {
		m.WindowEnds = &views.Clock{Until: f.WindowEnds}
	}
}

// mostUnread is the number of unread moves, from the last, that the page describes in more detail
// than the list of moves does.
const mostUnread = 40

// FillBefore fills in the positions before the moves that the page describes: the unread ones, and
// the last one that led to the position shown.
func FillBefore(m *views.Match, f match.Match) {
	if family, _ := families.Of(f.Game); !family.Board || !f.Dealt() {
		return
	}
	m.Before = make(map[int]games.View)
	for n := max(0, len(m.Path)-mostUnread); n < len(m.Path); n++ {
		if i := m.Path[n]; i >= m.Seen || n == len(m.Path)-1 {
			m.Before[i] = f.Table.At(i).State().View(m.You)
		}
	}
	if m.Again {
		m.Before[m.Shown] = m.View
	}
}

// fillNext fills in another match that awaits the visitor.
func fillNext(m *views.Match) {
	here := !m.Solo && slices.ContainsFunc(slices.Concat(m.ToAct, m.DrawVotes.Awaited, m.UndoVotes.Awaited, m.Bot.Votes.Awaited, m.Rematching.Votes.Awaited), func(seat games.Seat) bool { return m.Seats[seat-1].You })
	if m.Next = m.Turns; here {
		m.Next--
	}
	if m.Next <= 0 {
		return
	}
	if i := slices.IndexFunc(m.TurnsIn, func(id string) bool { return id != m.ID }); i >= 0 {
		m.NextID = m.TurnsIn[i]
	}
}

// OpenUntil returns when a table ends unless its seats are taken by then: on a ladder when the
// challenged has to have accepted.
func (s *Pages) OpenUntil(ctx context.Context, f match.Match) (time.Time, error) {
	if !f.Ladder || !f.Started.IsZero() {
		return f.OpenUntil(), nil
	}
	challenge, err := s.Club.Ladders.LadderChallenge(ctx, f.ID)
	if errors.Is(err, db.ErrNotFound) { // the challenged has left the site
		return f.OpenUntil(), nil
	}
	return challenge.Until, err
}

// FillNoted fills in a collection's notes on a match that is read as a part of it. Notes that the
// visitor may not see are left out.
func (s *Pages) FillNoted(c echo.Context, m *views.Match, in string) error {
	if !collectionPattern.MatchString(in) {
		return nil
	}
	player, _ := site.PlayerFrom(c)
	k, f, notes, err := s.Club.Archive.Collected(c.Request().Context(), in, m.ID, player.ID, string(m.Lang))
	if errors.Is(err, db.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	n := &views.Noted{ID: k.ID, Title: k.Title, Of: len(k.List), Own: k.Own, Before: -1, After: -1, Source: f.Tags["Source"]}
	for i, match := range k.List {
		if match.ID != m.ID {
			continue
		}
		if n.Number = i + 1; i > 0 {
			n.Previous = k.List[i-1].ID
		}
		if i+1 < len(k.List) {
			n.Next = k.List[i+1].ID
		}
	}
	for _, note := range notes {
		switch {
		case note.Ply == m.Shown, note.Ply == db.WholeMatch && m.Shown == 0:
			if n.Text != "" {
				n.Text += "\n"
			}
			n.Text += note.Text
		case note.Ply == db.WholeMatch:
			n.Before = max(n.Before, 0)
		case note.Ply < m.Shown:
			n.Before = note.Ply
		case n.After < 0:
			n.After = note.Ply
		}
	}
	m.Noted, m.In = n, k.ID
	return nil
}

// FillClocks fills in the clocks of a match.
func FillClocks(m *views.Match, f match.Match) {
	if f.Clock.IsZero() {
		return
	}
	control := f.Clock.Control()
	m.Pace, m.Holidays = m.PaceText(control), control.Vacation > 0
	for _, r := range f.Times() {
		m.Times = append(m.Times, newTimed(control, r))
	}
}

// newTimed returns a clock as a page shows it.
func newTimed(control clock.Control, r clock.Reading) views.Timed {
	t := views.Timed{Left: r.Left, Vacation: r.Vacation, Fallen: r.FallenSince != nil, Away: r.OnVacation}
	allowance := control.Allowance()
	t.Share = min(1, float64(r.Left+r.Vacation)/float64(max(allowance, time.Second)))
	t.Low = clock.IsLow(r.Left+r.Vacation, allowance)
	if r.Deadline != nil {
		t.Deadline, t.Until = *r.Deadline, *r.Deadline
	}
	if r.RunsOut != nil {
		t.Until = *r.RunsOut
	}
	return t
}

// RowClock returns the clock that a row shows: the player's if it runs, else the one that falls
// first; nil if none runs.
func (s *Pages) RowClock(m db.Match, player string) *views.Timed {
	own := match.SeatOf(m, player)
	var first *clock.Reading
	for _, r := range s.Club.Match.TimesOf(m) {
		if r.Deadline != nil && (r.Seat == own || first == nil || first.Seat != own && r.Deadline.Before(*first.Deadline)) {
			first = &r
		}
	}
	if first == nil {
		return nil
	}
	t := newTimed(m.Clock.Control(), *first)
	return &t
}
