// Package match is a match in play: load, play, clocks, offers, advance orders, and the
// actions of the server itself. It may import the root of the club, and no other room:
// the workers of rooms above are woken when a match has changed.
package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/catalog"
	"tableronde/games/clock"
	"tableronde/games/parker"
	"tableronde/games/table"
	"tableronde/handlers/club"
)

// MaxLegal is the most legal actions listed at once, for a match and for a square.
const MaxLegal = 2_000

// Match is a stored match with its replayed state.
type Match struct {
	db.Match
	Rules games.Ruleset
	Table table.Match // the zero value before the deal, see Dealt

	Now    time.Time // when it was loaded
	pauses clock.Pauses
}

// Dealt reports whether Table is set. A match of chance has no table before all seats are taken,
// because the contributions of the seats decide the deal.
func (m Match) Dealt() bool { return !m.Chance() || !m.Started.IsZero() }

// IsOver reports whether the match has ended.
func (m Match) IsOver() bool { return m.Dealt() && m.Table.Over() }

// Acting lists the seats that owe a decision. While an interrupt window is open for a seat's event,
// that seat owes none: the server acts for it when the window closes.
func (m Match) Acting() []games.Seat {
	if !m.WindowEnds.IsZero() || !m.Dealt() {
		return m.ToAct
	}
	return m.Table.ToAct()
}

// AutoPlayed reports whether the server acts for a seat when the open window closes.
func (m Match) AutoPlayed(seat games.Seat) bool {
	return !m.WindowEnds.IsZero() && slices.Contains(m.Table.ToAct(), seat) && !slices.Contains(m.ToAct, seat)
}

// Legal lists the legal actions of a seat and returns their number. The list is empty if there are
// more than MaxLegal.
func (m Match) Legal(seat games.Seat) (list []string, count int) {
	if m.Started.IsZero() || m.AutoPlayed(seat) {
		return nil, 0
	}
	return m.Table.LegalUpTo(seat, MaxLegal)
}

// LegalFrom lists the legal actions of a seat that begin on a square or, in games without squares,
// with the given words. It leaves out the first skip and returns at most MaxLegal; more is set if
// there are further ones.
func (m Match) LegalFrom(seat games.Seat, from string, skip int) (list []string, more bool) {
	if m.Started.IsZero() || m.AutoPlayed(seat) {
		return nil, false
	}
	return m.Table.LegalFrom(seat, from, skip, MaxLegal)
}

// Revealed reports whether everybody may see the whole match, as the rules in package table decide.
// Before the deal, only a game without hidden parts is revealed. The secret of the shuffle is the
// business of FairOf.
func (m Match) Revealed() bool {
	if !m.Dealt() {
		return !m.Rules.Info().Hidden
	}
	return m.Table.Revealed()
}

// Viewer returns the viewer for the positions that a seat sees. Once the hidden parts of the match
// are revealed it is games.Omniscient, who sees everything.
func (m Match) Viewer(seat games.Seat) games.Seat {
	if m.Rules.Info().Hidden && m.Revealed() {
		return games.Omniscient
	}
	return seat
}

// ViewFor returns the present position as a seat may see it, nil before the deal.
func (m Match) ViewFor(seat games.Seat) games.View {
	switch {
	case !m.Dealt():
		return nil
	case m.Started.IsZero():
		seat = games.Spectator
	}
	return m.Table.State().View(m.Viewer(seat))
}

// LogFor returns the events as a seat may read them.
func (m Match) LogFor(seat games.Seat) []db.Event { return m.LogSince(seat, 0) }

// LogSince returns the events from a ply on, as a seat may read them.
func (m Match) LogSince(seat games.Seat, ply int) []db.Event {
	events := m.Events[min(ply, len(m.Events)):]
	if !m.Rules.Info().Hidden || !m.Dealt() || len(events) == 0 {
		return events
	}
	events = slices.Clone(events)
	for i, text := range m.Table.Veiled(seat) {
		if i < ply {
			break
		}
		events[i-ply].Text = text
	}
	return events
}

// Matches shows and plays matches. It is safe for concurrent use.
//
// Players are named by their ids, "" for a visitor. For a match that a player may not see, the
// error is db.ErrNotFound.
type Matches struct {
	store       Store
	hub         club.Publisher
	now         func() time.Time
	rules       rulesFinder
	positions   *positionCache
	uptime      *uptimeRecorder
	botPause    time.Duration
	forcedPause time.Duration
	random      func() float64
	wakes       *club.Wakes
	alarmAt     atomic.Int64 // the next check by the alarms, in milliseconds; 0 if one is starting
}

// Store is the part of the store that matches need.
type Store interface {
	db.Matches
	db.Lists
	db.Alarms
	db.Heartbeats
	Visit(ctx context.Context, match, player string) (db.Visit, error)
	NoteVisit(ctx context.Context, match, player string, v db.Visit) error
	Blocks(ctx context.Context, match, player string) (bool, error)
	ActsIn(ctx context.Context, match string) ([]db.Act, error)
}

// Config holds the settings and dependencies of Matches.
type Config struct {
	Store Store
	Hub   club.Publisher
	Now   func() time.Time
	Wakes *club.Wakes

	// Rules returns the ruleset of a game; version 0 means the newest. Nil means catalog.Find.
	Rules func(game string, version int) (games.Ruleset, error)
	// Uptime returns the time since some fixed moment, unaffected by changes of the machine's
	// clock. Nil means that Now is never set back or forward.
	Uptime func() time.Duration
	// PositionMemory is the number of bytes for positions of matches. 0 means fewPositions.
	PositionMemory int64
	// BotPause is the pause before a bot thinks about its move, so that people can follow. 0 means
	// the constant BotPause.
	BotPause time.Duration
	// ForcedPause is the longest pause before the server decides for a seat without a choice, at
	// tables with pauses. 0 means the constant ForcedPause.
	ForcedPause time.Duration
	// Random returns a number in [0, 1) for drawing pauses. Nil means rand.Float64.
	Random func() float64
}

// New returns Matches.
func New(cfg Config) *Matches {
	if cfg.Uptime == nil {
		begun := cfg.Now()
		cfg.Uptime = func() time.Duration { return cfg.Now().Sub(begun) }
	}
	if cfg.Rules == nil {
		cfg.Rules = catalog.Find
	}
	if cfg.Random == nil {
		cfg.Random = rand.Float64
	}
	return &Matches{
		store:       cfg.Store,
		hub:         cfg.Hub,
		now:         cfg.Now,
		rules:       cfg.Rules,
		positions:   newPositionCache(cmp.Or(cfg.PositionMemory, fewPositions)),
		uptime:      &uptimeRecorder{store: cfg.Store, now: cfg.Now, uptime: cfg.Uptime, wakes: cfg.Wakes},
		botPause:    cmp.Or(cfg.BotPause, BotPause),
		forcedPause: cmp.Or(cfg.ForcedPause, ForcedPause),
		random:      cfg.Random,
		wakes:       cfg.Wakes,
	}
}

var (
	ErrClosed      = club.Refuse(club.Forbidden, "closed", "this match is closed to spectators: only its players can see it")
	errForeignSeat = club.Refuse(club.Forbidden, "foreign_seat", "this seat is not yours: choose one of your own")

	// ErrNoSeat refuses an act that needs a seat at the table.
	ErrNoSeat = club.Refuse(club.Forbidden, "not_seated", "you have no seat at this table: only its players may do that")
)

// Match returns a match for a player who may see it: a public match, or one where the player sits
// or is the host.
func (s *Matches) Match(ctx context.Context, id, player string) (Match, error) {
	m, err := s.store.Match(ctx, id)
	if err != nil {
		return Match{}, fmt.Errorf("load match: %w", err)
	}
	switch {
	case Visible(m, player):
	case m.Closed():
		return Match{}, ErrClosed
	default:
		return Match{}, fmt.Errorf("match of others: %w", db.ErrNotFound)
	}
	if err := s.CheckBlocks(ctx, m, player); err != nil {
		return Match{}, err
	}
	if !m.Clock.IsZero() {
		s.uptime.refresh() // until the next beat, clocks use the pauses of the last one
	}
	return s.Load(ctx, m)
}

// IsVisible reports whether a player may see a match.
func (s *Matches) IsVisible(ctx context.Context, id, player string) (bool, error) {
	m, err := s.store.Match(ctx, id)
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	if err == nil && Visible(m, player) {
		err = s.CheckBlocks(ctx, m, player)
		return err == nil, IgnoreNotFound(err)
	}
	return false, err
}

// CheckBlocks returns db.ErrNotFound for an open table if somebody there has blocked the player, or
// is blocked by the player. To the player, the table then looks withdrawn. It never does to a
// player who sits at the table.
func (s *Matches) CheckBlocks(ctx context.Context, m db.Match, player string) error {
	if player == "" || !m.Started.IsZero() || SeatOf(m, player) != 0 {
		return nil
	}
	blocks, err := s.store.Blocks(ctx, m.ID, player)
	if err == nil && blocks {
		err = fmt.Errorf("table hidden by a block: %w", db.ErrNotFound)
	}
	return err
}

func IgnoreNotFound(err error) error {
	if errors.Is(err, db.ErrNotFound) {
		return nil
	}
	return err
}

// MatchByShare returns the match that a shared link shows. Everybody who has the link may see the
// match.
func (s *Matches) MatchByShare(ctx context.Context, token string) (Match, error) {
	m, err := s.store.MatchByShare(ctx, token)
	if err != nil {
		return Match{}, fmt.Errorf("load shared match: %w", err)
	}
	return s.Load(ctx, m)
}

// Visible reports whether a player may see a match. Everybody may see an exhibition. A player who
// has left a match may see it, unless it is over and closed to spectators.
func Visible(m db.Match, player string) bool {
	return m.Public || m.IsExhibition() || player != "" && (m.Host == player || SeatOf(m, player) != 0 || m.KeptFor(player) != 0 ||
		m.LeftBy(player) && !(m.Over && m.Closed()))
}

// Watchers counts the spectators of a match who are connected to this process.
func (s *Matches) Watchers(m db.Match) int { return s.hub.Watchers(m.ID, PlayersOf(m)) }

// SeatOf returns the first seat of a player, 0 for none.
func SeatOf(m db.Match, player string) games.Seat {
	if player == "" {
		return 0
	}
	return games.Seat(1 + slices.IndexFunc(m.Seats, func(p db.Player) bool { return p.ID == player }))
}

// UnreadOf returns the number of messages in a match that a player has not seen.
func UnreadOf(m db.Match, player string) int {
	if seat := SeatOf(m, player); seat != 0 && m.Unread != nil && !m.Solo {
		return m.Unread[seat-1]
	}
	return 0
}

// SeatFor returns the seat from which a player sees the match and acts. If as is not 0, it is as,
// which the player must hold; otherwise the error is errForeignSeat. For 0 it is the player's seat,
// at a solo table the first seat to act, and games.Spectator for a player without a seat.
func (m Match) SeatFor(player string, as games.Seat) (games.Seat, error) {
	switch {
	case as != 0 && (as < 1 || int(as) > len(m.Seats) || player == "" || m.Seats[as-1].ID != player):
		return games.Spectator, errForeignSeat
	case as != 0:
		return as, nil
	case m.Solo && SeatOf(m.Match, player) != 0 && m.Dealt():
		if act := m.Table.ToAct(); len(act) > 0 {
			return act[0], nil
		}
	}
	return SeatOf(m.Match, player), nil
}

// requireSeat works like SeatFor, but returns ErrNoSeat for spectators.
func (m Match) requireSeat(player string, as games.Seat) (games.Seat, error) {
	seat, err := m.SeatFor(player, as)
	if err == nil && seat == games.Spectator {
		err = ErrNoSeat
	}
	return seat, err
}

// PlayersOf lists the host and the players of a match, each once.
func PlayersOf(m db.Match) []string {
	ids := []string{m.Host}
	for _, p := range m.Seats {
		if p.ID != "" && !slices.Contains(ids, p.ID) {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

// Moment holds the data needed to show a match later as it was.
type Moment struct {
	Ply        int
	Taken      uint64 // bit n is set if seat n was taken
	ToAct      []games.Seat
	WindowEnds time.Time // zero if no window was open
}

// MomentOf returns the present moment of a match.
func MomentOf(m db.Match) Moment {
	at := Moment{Ply: m.Ply, ToAct: m.ToAct, WindowEnds: m.WindowEnds}
	for i, p := range m.Seats {
		if p.ID != "" {
			at.Taken |= 1 << (i + 1)
		}
	}
	return at
}

// Then returns the match with the log and the seats of an earlier moment. The other fields keep
// their present values.
func (f Match) Then(at Moment) Match {
	m := f.Match
	m.Ply, m.Events, m.ToAct, m.WindowEnds = at.Ply, m.Events[:at.Ply:at.Ply], at.ToAct, at.WindowEnds
	m.Seats, m.Contributions = slices.Clone(m.Seats), slices.Clone(m.Contributions)
	for i := range m.Seats {
		if at.Taken&(1<<(i+1)) == 0 {
			m.Seats[i] = db.Player{}
			if m.Chance() {
				m.Contributions[i] = ""
			}
		}
	}
	if !m.Full() {
		m.Started = time.Time{}
	}
	f.Match = m
	if f.Dealt() {
		f.Table = f.Table.At(at.Ply)
		f.Over, f.Result = f.Table.Over(), f.Table.Result()
	}
	if !f.Over {
		f.Ended = time.Time{}
	}
	return f
}

// Holder is a player who held a seat before another player took it.
type Holder struct {
	Seat   games.Seat
	Ply    int // number of events before the change of holder
	Player db.Player
}

// FormerHolders lists, in the order of the log, the players who held seats before others took them.
// They were replaced by bots, or by operators where the log shows it. acts are the operators' acts
// in the match, the latest first.
func (f Match) FormerHolders(acts []db.Act) (list []Holder) {
	if !f.Dealt() || f.StandsFor == nil && len(acts) == 0 {
		return nil
	}
	var given []Holder // replaced by operators
	bots := make(map[[2]int]db.Player)
	for _, a := range acts {
		text, bot, isBot := strings.Cut(a.Detail, " ")
		ply, err := strconv.Atoi(text)
		if a.Kind != db.ActReplace || err != nil {
			continue
		}
		given = append(given, Holder{a.Seat, ply, a.Player})
		if isBot {
			bots[[2]int{int(a.Seat), ply}], _ = db.FindBot(bot)
		}
	}
	slices.SortFunc(given, func(a, b Holder) int { return a.Ply - b.Ply })
	for ply, e := range f.Table.Log() {
		if !table.IsTakeOver(e.Text) {
			continue
		}
		h := Holder{e.Seat, ply, f.AbsentPlayer(e.Seat)}
		if i := slices.IndexFunc(given, func(g Holder) bool { return g.Seat == e.Seat && g.Ply >= ply }); i >= 0 {
			h.Player = given[i].Player
		}
		if bot, ok := bots[[2]int{int(e.Seat), ply}]; ok {
			h.Player = bot
		}
		if h.Player.ID != "" {
			list = append(list, h)
		}
	}
	return list
}

// ActsIn lists the acts of operators in a match, the latest first.
func (s *Matches) ActsIn(ctx context.Context, m db.Match) ([]db.Act, error) {
	if !m.Operated {
		return nil, nil
	}
	return s.store.ActsIn(ctx, m.ID)
}

// AbsentPlayer returns the player whose seat a bot has taken over, the zero Player for none.
func (f Match) AbsentPlayer(seat games.Seat) db.Player {
	if f.StandsFor == nil {
		return db.Player{}
	}
	return f.StandsFor[seat-1]
}

// HasLeft reports whether a bot has taken over a seat whose player left. Such a player has lost.
func (f Match) HasLeft(seat games.Seat) bool {
	return f.AbsentPlayer(seat).ID != ""
}

// Games lists the newest version of each game of the site, in the order of the catalog.
func Games() []games.Info {
	var list []games.Info
	for _, rules := range catalog.All() {
		info := rules.Info()
		if !slices.ContainsFunc(list, func(i games.Info) bool { return i.ID == info.ID }) {
			list = append(list, info)
		}
	}
	return list
}

// GameNamed describes the newest version of a game.
func GameNamed(id string) (games.Info, bool) {
	rules, err := catalog.Find(id, 0)
	if err != nil {
		return games.Info{}, false
	}
	return rules.Info(), true
}

// GameOf describes the game of a match. If a newer program stored the match and the game is unknown
// here, the id serves as the name.
func GameOf(m db.Match) games.Info {
	rules, err := catalog.Find(m.Game, m.Version)
	if err != nil {
		return games.Info{ID: m.Game, Version: m.Version, Name: games.Text{En: m.Game, Fr: m.Game}}
	}
	return rules.Info()
}

// BotsPlay reports whether bots play a game.
func BotsPlay(game string) bool {
	_, cards := bot.PlayerOf(game)
	return cards || OnBoard(game)
}

// OnBoard reports whether a game is a board game.
func OnBoard(game string) bool { return parker.BoardOf(game) != nil }

// Lists lists matches from the columns that the store keeps beside the logs. It never replays a
// match.
type Lists struct{ store db.Lists }

// NewLists returns Lists.
func NewLists(store db.Lists) *Lists { return &Lists{store} }

// MatchesOf lists the matches of a player, newest first and without events. It returns at most
// limit of them, after the one that the cursor names, "" for the first page. It also returns the
// cursor of the next page, "" after the last. The error is db.ErrCursor for an invalid cursor.
func (s *Lists) MatchesOf(ctx context.Context, player string, f db.Filter, cursor string, limit int) (list []db.Match, next string, err error) {
	list, next, err = s.store.MatchesOf(ctx, player, f, cursor, limit)
	if err != nil {
		return nil, "", fmt.Errorf("list matches of a player: %w", err)
	}
	return list, next, nil
}

// PublicMatches lists public matches, the latest change first. With over it lists finished ones,
// otherwise matches in progress.
func (s *Lists) PublicMatches(ctx context.Context, over bool, limit int) ([]db.Match, error) {
	list, err := s.store.PublicMatches(ctx, over, limit)
	if err != nil {
		return nil, fmt.Errorf("list public matches: %w", err)
	}
	return list, nil
}

// Watchable lists at most limit board matches in progress that a player, "" for a visitor, may
// watch. game is "" for all games. Public matches come first, among the hundred that moved last;
// then the player's own, the latest first.
func (s *Lists) Watchable(ctx context.Context, player, game string, limit int) ([]db.Match, error) {
	all, err := s.PublicMatches(ctx, false, db.MaxPage)
	if err != nil {
		return nil, err
	}
	if player != "" {
		over := false
		own, _, err := s.MatchesOf(ctx, player, db.Filter{Over: &over}, "", limit)
		if err != nil {
			return nil, err
		}
		all = append(all, own...)
	}
	var list []db.Match
	for _, m := range all {
		known := slices.ContainsFunc(list, func(l db.Match) bool { return l.ID == m.ID })
		if len(list) < limit && !known && !m.Started.IsZero() && parker.BoardOf(m.Game) != nil && (game == "" || m.Game == game) {
			list = append(list, m)
		}
	}
	return list, nil
}
