package match

import (
	"context"
	"errors"
	"slices"
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
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/families"
)

// Viewer is the visitor who gets the page of a match.
type Viewer struct {
	Player db.Player  // zero for none
	Own    games.Seat // of the player, 0 for none
	Seat   games.Seat // the seat from which the match is seen
	Visit  db.Visit   // of the player; other visitors have none
	Acts   []db.Act   // operators' acts in the match
}

// MatchModel returns the data of a match page.
func (s *Pages) MatchModel(c echo.Context, f match.Match, q MatchQuery) (views.Match, error) {
	ctx := c.Request().Context()
	player, _ := site.PlayerFrom(c)
	page, err := s.NewPage(c)
	if err != nil {
		return views.Match{}, err
	}
	v := Viewer{Player: player, Own: match.SeatOf(f.Match, player.ID), Visit: db.Visit{Told: f.Ply}}
	if v.Seat, err = f.SeatFor(player.ID, q.as); err != nil {
		return views.Match{}, err
	}
	if v.Own != 0 {
		page.Keep = player.ID
	}
	if v.Acts, err = s.Club.Match.ActsIn(ctx, f.Match); err != nil {
		return views.Match{}, err
	}
	if player.ID != "" {
		if v.Visit, err = s.Club.Match.Visit(ctx, f, player.ID, q.touches(f)); err != nil {
			return views.Match{}, err
		}
	}
	if page.Dictionary, err = s.Dictionaries.PathOf(f.Game, page.Lang); err != nil {
		return views.Match{}, err
	}
	m := NewMatchModel(page, f, q, v)
	m.Operated, m.Watching = site.NewOperated(v.Acts), s.Club.Match.Watchers(f.Match)
	if m.Expires, err = s.OpenUntil(ctx, f); err != nil {
		return views.Match{}, err
	}
	if m.Unread, err = s.Club.Talk.Unread(ctx, f.Match, player.ID); err != nil {
		return views.Match{}, err
	}
	if m.Talks && m.Unread > 0 { // a bot may have taken the seat of the writer
		if m.Heard, err = s.heard(ctx, f, player.ID); err != nil {
			return views.Match{}, err
		}
	}
	if err = s.fillFinale(ctx, &m, f, player); err != nil {
		return views.Match{}, err
	}
	err = s.hideRelated(ctx, &m, player)
	return m, err
}

// NewMatchModel returns the parts of a match page that follow from the match, the query and the
// viewer alone.
func NewMatchModel(page views.Page, f match.Match, q MatchQuery, v Viewer) views.Match {
	party := newParty(page, f, v)
	position := newPosition(party, f, q, v)
	m := views.Match{Draft: newDraft(position, f, q)}
	m.OpenTable = newOpenTable(&position, f, v)
	m.OpenOffers = newOpenOffers(f)
	m.Clocks = newClocks(page, f)
	m.Narration = newNarration(&position, f, v)
	m.Advice.Hints = f.Hints
	m.Talks = len(talk.RoomsOf(f.Match, v.Player.ID)) > 0
	m.Sequel = newSequel(&m, f, v)
	m.Preparation = newPreparation(m, f, v)
	if f.HasMissed(v.Seat, v.Visit.Orders) {
		m.Notice = &views.Notice{Key: "orders_missed", Good: true}
	}
	return m
}

func newParty(page views.Page, f match.Match, v Viewer) views.Party {
	return views.Party{
		Page:     page,
		ID:       f.ID,
		Game:     match.GameOf(f.Match),
		Options:  f.Options,
		Seats:    site.NewSeats(page.Lang, f.Match, v.Player.ID),
		You:      v.Seat,
		Solo:     f.Solo,
		Bots:     f.IsPractice(),
		BotsPlay: match.BotsPlay(f.Game),
		Holders:  site.NewHolders(page.Lang, f.FormerHolders(v.Acts)),
		Title:    f.Title,
		Played:   tables.PlayedElsewhere(f.Match),
		Public:   f.Public || f.IsExhibition(),
	}
}

// newPosition returns the shown position, and the viewer's possible acts. A game of chance has no
// position before its match begins.
func newPosition(party views.Party, f match.Match, q MatchQuery, v Viewer) views.Position {
	p := views.Position{
		Party:   party,
		Look:    q.Look,
		Started: !f.Started.IsZero(),
		Ended:   f.Ended,
		Fair:    newFair(f),
		Judged:  bots.IsJudged(f.Game),
		Rated:   archive.Counts(f.Match),
		Unrated: archive.EndedEarly(f.Match),
		Ply:     f.Ply,
		Shown:   q.Shown,
		Again:   q.again,
		Log:     make([]views.Event, 0, f.Ply),
	}
	for _, e := range f.LogFor(v.Seat) {
		p.Log = append(p.Log, views.Event{Seat: e.Seat, Text: e.Text, At: e.At})
	}
	if p.In = ""; p.Bottom == 0 { // FillNoted may set it
		p.Bottom = p.DefaultSeat()
	}
	if f.Dealt() {
		shown, viewer := f.Table.At(p.Shown), f.Viewer(p.You)
		if p.Open = viewer == games.Omniscient && f.IsOver(); p.Open && p.Eyes != 0 {
			viewer = p.Eyes
		}
		p.View, p.Path, p.Result = shown.State().View(viewer), shown.Path(), f.Table.Result()
		p.Before = viewsBefore(&p, f, v.Visit.Told)
	}
	if p.Started {
		p.ToAct = f.Acting()
		if v.Own != 0 {
			p.Offers = f.Offers(p.You)
		}
	}
	p.Permissions = views.Permissions{
		Join:     !p.Started && v.Own == 0 && f.Public,
		Withdraw: !p.Started && isHost(f, v.Player),
		Rematch:  v.Own != 0 && p.Result != nil && f.Rematch == "" && p.Played == nil && !tables.HasFormer(f.Match) && !isRematchBlocked(newRematching(f.Match, p.Now), v.Own),
	}
	return p
}

// mostUnread is the most unread moves that the page describes in detail.
const mostUnread = 40

// viewsBefore returns the positions before the moves that the page describes in detail: the unread
// ones and the last one.
func viewsBefore(p *views.Position, f match.Match, seen int) map[int]games.View {
	if family, _ := families.Of(f.Game); !family.Board {
		return nil
	}
	before := make(map[int]games.View)
	for n := max(0, len(p.Path)-mostUnread); n < len(p.Path); n++ {
		if i := p.Path[n]; i >= seen || n == len(p.Path)-1 {
			before[i] = f.Table.At(i).State().View(p.You)
		}
	}
	if p.Again {
		before[p.Shown] = p.View
	}
	return before
}

// newDraft returns the position with the staged move. For a card player it also has the position
// after the staged actions.
func newDraft(p views.Position, f match.Match, q MatchQuery) views.Draft {
	d := views.Draft{Position: p, Staged: q.staged, Probe: q.try, Press: q.explain, Confirm: q.ask, Digest: q.digest, Typed: q.typed, Key: site.NewKey(), Preview: p.View}
	steps := d.Steps()
	if !f.Dealt() || p.Past() || p.Open || f.Viewer(p.You) == games.Omniscient || p.You <= 0 || len(steps) == 0 {
		return d
	}
	if stager, ok := f.Table.State().(games.Stager); ok {
		var err error
		if d.Preview, d.Fit, err = stager.Stage(p.You, steps); err != nil {
			d.PreviewErr = web.ProblemOf(err).Illegal
		}
	}
	return d
}

func isHost(f match.Match, player db.Player) bool { return player.ID != "" && f.Host == player.ID }

// newOpenTable returns the table before the match begins. Only the host gets the invitation and the
// names of the challenged players.
func newOpenTable(p *views.Position, f match.Match, v Viewer) views.OpenTable {
	t := views.OpenTable{Host: isHost(f, v.Player), Watch: string(f.Watch), Ladder: f.Ladder, Needs: views.Needs(f.Needs)}
	if p.Permissions.Join && p.Game.Chance {
		t.Words = NewContribution()
	}
	if !t.Host || p.Started {
		return t
	}
	t.Invite, t.Invited = f.Invite, f.Invited
	t.StartNow.Without, t.StartNow.Bots = tables.CanStartNow(f.Match)
	for _, k := range f.Kept {
		switch name := site.PlayerName(p.Lang, k.Player); {
		case k.ID == "":
		case k.Declined:
			t.Declined = append(t.Declined, name)
		default:
			t.Asked = append(t.Asked, views.Asked{ID: k.ID, Name: name})
		}
	}
	return t
}

func newOpenOffers(f match.Match) (o views.OpenOffers) {
	if f.Started.IsZero() {
		return o
	}
	draw, undo := f.Table.DrawOffer(), f.Table.UndoOffer()
	o.Draw, o.DrawVotes = draw.By, views.Votes{Agreed: draw.Agreed, Awaited: draw.Awaited}
	o.Undo, o.Line, o.UndoVotes = undo.By, undo.Line, views.Votes{Agreed: undo.Agreed, Awaited: undo.Awaited}
	bot, awaited := f.BotOffer()
	o.Bot = views.BotOffer{By: bot.By, Seat: bot.Seat, Level: bot.Level, Votes: views.Votes{Agreed: bot.Agreed, Awaited: awaited}}
	return o
}

func newClocks(page views.Page, f match.Match) views.Clocks {
	k := views.Clocks{Waits: f.Wait > 0 || f.HasListeners()}
	if f.Dealt() && !f.WindowEnds.IsZero() {
		k.WindowEnds = &views.Clock{Until: f.WindowEnds}
	}
	if f.Clock.IsZero() {
		return k
	}
	control := f.Clock.Control()
	k.Pace, k.Holidays, k.Live = page.PaceText(control), control.Vacation > 0, control.Live()
	for _, r := range f.Times() {
		k.Times = append(k.Times, newTimed(control, r))
	}
	return k
}

// newTimed returns a clock for a page.
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

// newNarration returns the story of a match of hidden cards, reduced to the parts that its viewer
// may see.
func newNarration(p *views.Position, f match.Match, v Viewer) views.Narration {
	n := views.Narration{Seen: v.Visit.Told, Visit: v.Visit.Began}
	family, _ := families.Of(f.Game)
	if family.Story == nil || !p.Started || !f.Dealt() {
		return n
	}
	facts := f.Table.Facts(p.You)
	n.Told = make([]views.Told, len(p.Log))
	for i, e := range p.Log {
		n.Told[i] = views.Told{Event: e, Ply: i + 1, Facts: facts[i]}
	}
	n.Story = family.Narrate(views.Storyteller{Page: p.Page, Game: p.Game, Name: p.Name, Holders: p.Holders, You: p.You, Told: n.Told})
	return n
}

// newPreparation returns the viewer's prepared actions, from the stored orders of the seat.
func newPreparation(m views.Match, f match.Match, v Viewer) views.Preparation {
	p := views.Preparation{Orders: v.Own != 0 && m.Started && hasOrders(f)}
	family, _ := families.Of(f.Game)
	if family.Prepared == nil || f.Solo || m.Past() {
		return p
	}
	kept := f.SeatOrders(m.You, v.Visit.Orders)
	if p.Forced = kept.Forced; kept.Text != "" {
		p.Prepared, p.Notation = family.Prepared(m, kept.Text), kept.Text
	}
	return p
}

// hasOrders reports whether the seats of a match have advance orders.
func hasOrders(f match.Match) bool {
	family, _ := families.Of(f.Game)
	return family.Orders != nil && f.Dealt() && !f.IsOver() && f.TakesOrders()
}

// newSequel returns the links to the matches before and after this match, and to another one that
// waits for the viewer.
func newSequel(m *views.Match, f match.Match, v Viewer) views.Sequel {
	s := views.Sequel{Rematching: newRematching(f.Match, m.Now), Rematch: f.Rematch, RematchOf: f.RematchOf, Cup: f.Cup}
	if v.Player.ID == "" {
		return s
	}
	awaited := slices.Concat(m.ToAct, m.DrawVotes.Awaited, m.UndoVotes.Awaited, m.Bot.Votes.Awaited, s.Rematching.Votes.Awaited)
	if s.Next = m.Turns; !m.Solo && slices.ContainsFunc(awaited, m.HasSeat) {
		s.Next--
	}
	if i := slices.IndexFunc(m.TurnsIn, func(id string) bool { return id != m.ID }); s.Next > 0 && i >= 0 {
		s.NextID = m.TurnsIn[i]
	}
	return s
}

// newRematching describes the offer of a rematch. It is empty if the offer has expired or all have
// accepted it.
func newRematching(m db.Match, now time.Time) views.Rematching {
	o := m.Offered
	if o.By == 0 || m.Rematch != "" || !o.Until.After(now) {
		return views.Rematching{}
	}
	r := views.Rematching{By: o.By, Declined: o.Declined, Votes: views.Votes{Agreed: o.Accepted}}
	for i := range m.Seats {
		if seat := games.Seat(i + 1); !slices.Contains(o.Accepted, seat) && o.Declined == 0 {
			r.Votes.Awaited = append(r.Votes.Awaited, seat)
		}
	}
	return r
}

// isRematchBlocked reports whether a seat cannot offer a rematch: an offer is
// pending, or its own was declined.
func isRematchBlocked(r views.Rematching, own games.Seat) bool {
	return r.By != 0 && (r.Declined == 0 || r.By == own)
}

// hideRelated removes links to the rematch and to the previous match if the visitor may not see
// them.
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

// OpenUntil returns when a table expires if its seats are not taken. For a ladder challenge that is
// the time by which it must be accepted.
func (s *Pages) OpenUntil(ctx context.Context, f match.Match) (time.Time, error) {
	if !f.Ladder || !f.Started.IsZero() {
		return f.OpenUntil(), nil
	}
	challenge, err := s.Store.LadderChallenge(ctx, f.ID)
	if errors.Is(err, db.ErrNotFound) { // the challenged player has left the site
		return f.OpenUntil(), nil
	}
	return challenge.Until, err
}
