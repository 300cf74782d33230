package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/clock"
	"tableronde/games/table"
	"tableronde/handlers/club"
)

// Post is a player's request to act in a match.
type Post struct {
	Once    db.Once
	Match   string
	Player  string
	As      games.Seat // the seat to act for, or 0: see Match.SeatFor
	Ply     int        // number of events that the player had seen
	Actions []string   // at least one action of the game, or event outside of it as offers and claims
	Note    Note

	// TakesBack takes back a move and replaces Actions. At a table of one player it is the last
	// action; against bots alone it is the player's last action.
	TakesBack bool
	// Seen is set if the player will be shown the match after the post. Their visit is then stored
	// with it.
	Seen bool
}

// Note makes the stored form of an answer, with which a repeated request gets the same answer. The
// form has a status and a reference of at most db.MaxNote bytes. It runs inside the writing
// transaction and must be quick.
type Note = db.Note

// MaxEvents is the most events of a match without chance; card games end by themselves. The longest
// recorded games have some hundreds of moves. Pages of a match that is not in memory replay it.
const MaxEvents = 2_000

// ErrNotStarted refuses acts in a match before it begins.
var ErrNotStarted = club.Refuse(club.Conflict, "not_started", "the match has not begun: wait until all seats are taken")

// Refusals of posts.
var (
	errNothingToTakeBack = &games.Illegal{Key: "table.undo.start", Text: "Nothing has been played yet, so there is nothing to take back."}

	errTooLong = &games.Illegal{Key: "post.too_long", Text: "This match has reached the greatest length: you can only end it, by a draw or by resigning."}

	errAlone    = &games.Illegal{Key: "post.alone", Text: "In a game with hidden cards this action is sent alone, without other actions."}
	errSeeFirst = &games.Illegal{Key: "post.see_first", Text: "The action before this one reveals something: send this one after you have seen it."}
)

// StaleError refuses a post made before the match went on. It holds the present match.
type StaleError struct {
	Now Match
	As  games.Seat // the seat of the post
}

func (e *StaleError) Error() string {
	return fmt.Sprintf("the match has gone on: it is at ply %d now", e.Now.Ply)
}

// Refusal describes the error to the caller.
func (e *StaleError) Refusal() *club.Error { return club.Refuse(club.Conflict, "stale_ply", e.Error()) }

// ActionError names which of several actions was refused.
type ActionError struct {
	Index int // from 0
	Err   error
}

func (e *ActionError) Error() string { return e.Err.Error() }
func (e *ActionError) Unwrap() error { return e.Err }

// Play stores a player's events and all that the server posts after them, and returns the resulting
// match. The error is db.ErrNotFound, ErrNoSeat, errForeignSeat, ErrNotStarted, a *StaleError, an
// *ActionError around the refusal of the rules, or the result of db.Once. After an error, or a
// panic in the rules, nothing is stored.
func (s *Matches) Play(ctx context.Context, p Post) (Match, error) {
	var before db.Visit
	if p.Seen {
		var err error
		if before, err = s.store.Visit(ctx, p.Match, p.Player); err != nil {
			return Match{}, err
		}
	}
	m, err := s.advance(ctx, p.Once, p.Match, p.Player, p.Note, func(t *txn) error {
		if p.Seen {
			t.visit = func() db.Visit { return p.visitAfter(before, t.table.Ply(), t.now) }
		}
		return p.decide(t)
	})
	if errors.Is(err, db.ErrNotStarted) {
		return Match{}, s.tooEarly(ctx, p.Match, p.Player, p.As)
	}
	return m, err
}

// visitAfter returns the player's visit after the post, which makes the match ply events long. A
// move shows that the player has noticed the news; an answer to an offer shows only that the player
// has opened the match.
func (p Post) visitAfter(before db.Visit, ply int, now time.Time) db.Visit {
	if table.IsSurrounding(p.Actions[0]) {
		return visitAfterLook(before, ply, now)
	}
	return visitAfterAction(before, ply, now)
}

// advance continues a match in one transaction. The player is "" if the server acts by itself.
func (s *Matches) advance(ctx context.Context, once db.Once, id, player string, n Note, decide func(*txn) error) (Match, error) {
	if err := s.preload(ctx, id); err != nil {
		return Match{}, err
	}
	m, err := s.advanceTimed(ctx, once, id, player, n, decide, s.uptime.known())
	if errors.Is(err, errUntimed) {
		pauses, err := s.uptime.current(ctx)
		if err != nil {
			return Match{}, fmt.Errorf("time a match: %w", err)
		}
		return s.advanceTimed(ctx, once, id, player, n, decide, &pauses)
	}
	return m, err
}

// advanceTimed works like advance with the given pauses of the clocks, nil if they are unknown.
func (s *Matches) advanceTimed(ctx context.Context, once db.Once, id, player string, n Note, decide func(*txn) error, pauses *clock.Pauses) (Match, error) {
	var t *txn
	m, err := s.store.Append(ctx, once, id, func(m db.Match, orders db.Orders) (db.Change, error) {
		if player != "" && !Visible(m, player) {
			return db.Change{}, fmt.Errorf("match of others: %w", db.ErrNotFound)
		}
		var err error
		if t, err = s.newTxn(m, orders, pauses); err != nil {
			return db.Change{}, err
		}
		t.actor = player
		if err := decide(t); err != nil {
			return db.Change{}, err
		}
		if err := t.concludeBotOffer(); err != nil {
			return db.Change{}, err
		}
		if err := t.playForced(); err != nil {
			return db.Change{}, err
		}
		change := t.change()
		change.Note = n
		return change, nil
	})
	if err != nil {
		return Match{}, err
	}
	after := t.committed(m)
	s.keep(after)
	if after.Table.Ply() > t.before.Table.Ply() || len(t.takenOver) > 0 {
		s.Announce(m)
	}
	return after, nil
}

// preload replays a match that is not in memory. Thus a long replay does not block the only writing
// transaction.
func (s *Matches) preload(ctx context.Context, id string) error {
	if _, ok := s.positions.get(id); ok {
		return nil
	}
	m, err := s.store.Match(ctx, id)
	if err != nil {
		return fmt.Errorf("load match: %w", err)
	}
	_, err = s.Load(ctx, m)
	return err
}

// tooEarly refuses a post to a table that waits for players. A player who may not post at all gets
// the refusal that they would get later.
func (s *Matches) tooEarly(ctx context.Context, id, player string, as games.Seat) error {
	m, err := s.Match(ctx, id, player)
	if err != nil {
		return err
	}
	if _, err := m.requireSeat(player, as); err != nil {
		return err
	}
	return ErrNotStarted
}

// decide plays a post on the present match.
//
// In a game with hidden parts, a refusal must not reveal the effects of an action: whether
// others prevented it, which card it drew. So a list of actions ends with the first action
// that uncovers something. A list is refused only for reasons that the player can foresee.
func (p Post) decide(t *txn) error {
	m := t.before
	seat, err := m.requireSeat(p.Player, p.As)
	switch {
	case err != nil:
		return err
	case !stillValid(m.Table, seat, p.Ply):
		return &StaleError{Now: m, As: p.As}
	}
	if m.Table.Ply() >= MaxEvents && !m.Chance() && !onlyEnds(p.Actions) {
		return &ActionError{Err: errTooLong}
	}
	switch {
	case p.TakesBack && m.Solo:
		return t.takeBack()
	case p.TakesBack && m.IsPractice():
		return t.takeBackFromBots(seat)
	}
	for i, action := range p.Actions {
		if seat, err = t.current().SeatFor(p.Player, p.As); err != nil {
			return err
		}
		if err := p.foresee(t, seat, i); err != nil {
			return err
		}
		if err = m.checkCupMatch(action); err == nil {
			err = t.play(seat, action)
		}
		if err != nil {
			return &ActionError{Index: i, Err: err}
		}
	}
	return nil
}

// stillValid reports whether a post of a seat that had seen ply events is still valid. Since then
// only two kinds of event may have come: time given, and other seats' answers to decisions that
// this seat and they owed at once.
func stillValid(t table.Match, seat games.Seat, ply int) bool {
	if ply < 0 || ply > t.Ply() {
		return false
	}
	owes := func(t table.Match, s games.Seat) bool { return slices.Contains(t.ToAct(), s) }
	log := t.Log()
	for i := ply; i < len(log); i++ {
		then := t.At(i)
		if keepsPosition(log[i].Text) {
			continue
		}
		if log[i].Seat == seat || table.IsSurrounding(log[i].Text) || !owes(then, log[i].Seat) || !owes(then, seat) {
			return false
		}
	}
	return ply == t.Ply() || !slices.ContainsFunc(log[ply:], func(e table.Event) bool { return !keepsPosition(e.Text) }) || owes(t, seat) && slices.Equal(t.Legal(seat), t.At(ply).Legal(seat))
}

// keepsPosition reports whether an event only gives time, or gives a seat to a bot.
func keepsPosition(text string) bool { return text == table.Grant24h || table.IsTakeOver(text) }

// onlyEnds reports whether actions can do nothing but end a match.
func onlyEnds(actions []string) bool {
	return !slices.ContainsFunc(actions, func(text string) bool {
		return !slices.Contains([]string{"resign", "offer draw", "accept draw", "claim draw", table.ClaimTimeout}, text)
	})
}

// foresee refuses the action after number i of a list before number i is played. It uses only facts
// that the seat can have by then. At a table of one player, the list may go on with another seat.
func (p Post) foresee(t *txn, seat games.Seat, i int) error {
	stager, hidden := t.table.State().(games.Stager)
	if !hidden || len(p.Actions) == 1 {
		return nil
	}
	if at := slices.IndexFunc(p.Actions, table.IsSurrounding); at >= 0 && !t.before.Solo {
		return &ActionError{Index: at, Err: errAlone}
	}
	_, fit, err := stager.Stage(seat, p.Actions[i:min(i+2, len(p.Actions))])
	switch {
	case fit != 1 || i+1 == len(p.Actions) || err != nil && t.before.Solo:
		return nil
	case err == nil:
		err = errSeeFirst
	}
	return &ActionError{Index: i + 1, Err: err}
}

var ErrCupUndo = club.Refuse(club.Forbidden, "cup_match", "a match of a cup allows no taking back and no abort: play on, or resign")

// checkCupMatch refuses acts that cups forbid in their matches.
func (m Match) checkCupMatch(action string) error {
	if m.Cup == "" {
		return nil
	}
	if text := table.AsSurrounding(action); text == "abort" || strings.HasPrefix(text, "offer undo") {
		return ErrCupUndo
	}
	return nil
}

// takeBack takes back the last action, at a table of one player.
func (t *txn) takeBack() error {
	events := takeBackEvents(t.table)
	if len(events) == 0 {
		return &ActionError{Err: errNothingToTakeBack}
	}
	for _, e := range events {
		if err := t.play(e.Seat, e.Text); err != nil {
			return &ActionError{Err: err}
		}
	}
	return nil
}

// takeBackFromBots takes back the last action of a seat; the bots at all other seats agree.
func (t *txn) takeBackFromBots(seat games.Seat) error {
	for _, offer := range t.table.Offers(seat) {
		if strings.HasPrefix(offer, "offer undo ") {
			return t.play(seat, offer)
		}
	}
	return &ActionError{Err: errNothingToTakeBack}
}

// takeBackEvents lists the events that take back the last action where one person plays alone: the
// request of one seat, and the consent of all others.
func takeBackEvents(t table.Match) []table.Event {
	last, ok := t.Last()
	path := t.Path()
	if !ok || len(path) == 0 {
		return nil
	}
	events := []table.Event{{Seat: last.Seat, Text: "offer undo " + strconv.Itoa(path[len(path)-1])}}
	for seat := games.Seat(1); int(seat) <= t.Setup().Seats; seat++ {
		if seat != last.Seat {
			events = append(events, table.Event{Seat: seat, Text: "accept undo"})
		}
	}
	return events
}
