package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/table"
	"tableronde/handlers/club"
)

const (
	maxOrders       = 4000 // characters of one seat's standing orders
	maxContribution = 64   // characters
)

var (
	ErrOver       = club.Refuse(club.Conflict, "over", "the match is over")
	ErrNoOrders   = club.Refuse(club.Invalid, "no_orders", "this match knows no standing orders")
	ErrOrdersLong = club.Refuse(club.Invalid, "orders_long",
		fmt.Sprintf("standing orders have at most %d characters", maxOrders)).About("orders")
	errContribution = club.Refuse(club.Invalid, "invalid_contribution",
		fmt.Sprintf("a contribution has at most %d characters, all of which one can see", maxContribution)).About("contribution")
)

// SeatOrders are the standing orders of a seat, and the events they have posted.
type SeatOrders struct {
	Text  string // canonical, "" for none
	Acted []int  // indexes in the log of the last events that were posted by them

	// Missed is after how many events the seat came to decide something for which it had
	// left orders that did not fit, 0 for never. It is news until the seat acts.
	Missed int

	// Forced says that the server makes the decision that the seat owes, which has no
	// choice, after a pause.
	Forced bool
	due    time.Time // when it does, zero if it does not; nobody may learn it
}

// Orders returns the standing orders of a seat that the player holds, in canonical
// text, "" for none. Nobody else may learn of them, nor whether there are any.
func (s *Matches) Orders(ctx context.Context, id, player string, as games.Seat) (string, error) {
	o, err := s.SeatOrders(ctx, id, player, as)
	return o.Text, err
}

// SeatOrders returns the standing orders of a seat that the player holds, and the events they have
// posted so far. Nobody else may learn of either.
func (s *Matches) SeatOrders(ctx context.Context, id, player string, as games.Seat) (SeatOrders, error) {
	f, err := s.Match(ctx, id, player)
	if err != nil {
		return SeatOrders{}, err
	}
	seat, err := f.requireSeat(player, as)
	switch {
	case err != nil:
		return SeatOrders{}, err
	case f.Started.IsZero():
		return SeatOrders{}, ErrNotStarted
	}
	if _, err := f.orderRules(); err != nil {
		return SeatOrders{}, err
	}
	stored, err := s.store.OrdersOf(ctx, id, seat)
	if err != nil {
		return SeatOrders{}, err
	}
	return f.SeatOrders(seat, stored), nil
}

// SeatOrders returns the stored orders of a seat, without those that no longer count, and the
// events they have posted so far. It returns nothing where there can be no orders.
func (m Match) SeatOrders(seat games.Seat, stored string) SeatOrders {
	if stored == "" || seat < 1 || !m.Dealt() {
		return SeatOrders{}
	}
	rules, err := m.orderRules()
	if err != nil {
		return SeatOrders{}
	}
	o := decodeOrders(stored)
	o.Text = remainingOrders(rules, seat, o.Text)
	o.Forced, o.due = !o.due.IsZero() && slices.Contains(m.Acting(), seat), time.Time{}
	if !m.isMissed(seat, o) {
		o.Missed = 0
	}
	return o
}

// actedMark begins the line, behind the orders of a seat in the store, that lists the events they
// have posted. No order of any game begins with it.
const actedMark = "#"

// missedMark begins the word behind actedMark for an occasion that the orders have missed.
const missedMark = "!"

// dueMark begins the word behind actedMark that says when the server makes a decision for
// the seat, in milliseconds.
const dueMark = "@"

// mostActed is how many events are remembered as posted by orders.
const mostActed = 40

// decodeOrders decodes the orders of a seat as the store keeps them.
func decodeOrders(stored string) SeatOrders {
	text, done, marked := strings.Cut(stored, actedMark)
	o := SeatOrders{Text: strings.TrimSuffix(text, "\n")}
	if !marked {
		return o
	}
	for _, word := range strings.Fields(done) {
		number, missed := strings.CutPrefix(word, missedMark)
		number, due := strings.CutPrefix(number, dueMark)
		n, err := strconv.Atoi(number)
		switch {
		case err != nil:
		case due:
			o.due = time.UnixMilli(int64(n)).UTC()
		case missed:
			o.Missed = n
		default:
			o.Acted = append(o.Acted, n)
		}
	}
	return o
}

// encode is the inverse of decodeOrders. A text that would be longer than maxOrders is reduced to
// the orders.
func (o SeatOrders) encode() string {
	if len(o.Acted) == 0 && o.Missed == 0 && o.due.IsZero() {
		return o.Text
	}
	line := actedMark
	if !o.due.IsZero() {
		line += " " + dueMark + strconv.FormatInt(o.due.UnixMilli(), 10)
	}
	for _, n := range o.Acted[max(0, len(o.Acted)-mostActed):] {
		line += " " + strconv.Itoa(n)
	}
	if o.Missed > 0 {
		line += " " + missedMark + strconv.Itoa(o.Missed)
	}
	if o.Text != "" {
		line = o.Text + "\n" + line
	}
	if utf8.RuneCountInString(line) > maxOrders {
		return o.Text
	}
	return line
}

// isMissed reports whether a seat still has to make the decision that its orders have missed.
func (m Match) isMissed(seat games.Seat, o SeatOrders) bool {
	if o.Missed == 0 || m.Table.Over() || o.Missed > m.Table.Ply() || !slices.Contains(m.Acting(), seat) {
		return false
	}
	return !slices.ContainsFunc(m.Table.Log()[o.Missed:], func(e table.Event) bool { return e.Seat == seat })
}

// HasMissed reports whether a seat has to decide something for which it had left orders
// that did not fit, by its orders as they are stored.
func (m Match) HasMissed(seat games.Seat, stored string) bool {
	return seat > 0 && m.Dealt() && m.isMissed(seat, decodeOrders(stored))
}

// MissedIn returns in which matches of a list Match.HasMissed is true for the seat of a player
// who holds one.
func (s *Matches) MissedIn(ctx context.Context, list []db.Match, player string) (map[string]bool, error) {
	orders, err := s.store.OrdersBy(ctx, player)
	if err != nil {
		return nil, err
	}
	all, err := s.LoadAll(ctx, slices.DeleteFunc(slices.Clone(list), func(m db.Match) bool { return decodeOrders(orders[m.ID]).Missed == 0 }))
	missed := make(map[string]bool)
	for id, f := range all {
		missed[id] = f.HasMissed(SeatOf(f.Match, player), orders[id])
	}
	return missed, err
}

// remainingOrders returns stored orders without those that the game has passed, "" if the rules do
// not understand them any more.
func remainingOrders(rules orderReader, seat games.Seat, text string) string {
	left, err := rules.ReadOrders(seat, text)
	if err != nil {
		return ""
	}
	return left
}

// SetOrders replaces the standing orders of a seat that the player holds, and returns the orders
// that remain: some may answer at once a decision that the seat owes. Other players see nothing
// unless that happens. It fails with db.ErrNotFound, ErrNoSeat, errForeignSeat, ErrNotStarted,
// ErrOver, ErrNoOrders or ErrOrdersLong. It fails with an *games.Illegal for orders that the rules
// do not understand.
func (s *Matches) SetOrders(ctx context.Context, id, player string, as games.Seat, text string) (string, error) {
	if utf8.RuneCountInString(text) > maxOrders {
		return "", ErrOrdersLong
	}
	var left string
	_, err := s.advance(ctx, db.Once{}, id, player, nil, func(t *txn) error {
		seat, err := t.before.requireSeat(player, as)
		if err != nil {
			return err
		}
		err = t.order(seat, text)
		left = t.ordersOf(seat)
		return err
	})
	if errors.Is(err, db.ErrNotStarted) {
		return "", s.tooEarly(ctx, id, player, as)
	}
	return left, err
}

// order replaces the orders of a seat, and posts the events that follow from them.
func (t *txn) order(seat games.Seat, text string) error {
	f, err := t.before.orderRules()
	if err != nil {
		return err
	}
	canonical, err := f.ReadOrders(seat, text)
	switch {
	case err != nil:
		return err
	case utf8.RuneCountInString(canonical) > maxOrders:
		return ErrOrdersLong
	}
	t.setOrders(seat, canonical)
	return t.settle()
}

// orderReader reads standing orders.
type orderReader interface {
	ReadOrders(games.Seat, string) (string, error)
}

// TakesOrders reports whether the seats of the match may give standing orders: in games
// of cards, and where others have to be waited for, conditional moves.
func (f Match) TakesOrders() bool {
	return f.Table.TakesOrders() && !(f.Solo && f.Table.ConditionalMoves())
}

// orderRules returns the table as one that reads standing orders. The error is
// ErrNoOrders or ErrOver.
func (f Match) orderRules() (orderReader, error) {
	switch {
	case !f.TakesOrders():
		return nil, ErrNoOrders
	case f.Table.Over():
		return nil, ErrOver
	}
	return f.Table, nil
}

// CleanContribution returns a contribution to the chance of a match in the form that
// it is stored and shown in; for "" the server draws one.
func CleanContribution(text string) (string, error) {
	text = strings.TrimSpace(text)
	if !utf8.ValidString(text) || utf8.RuneCountInString(text) > maxContribution ||
		strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return "", errContribution
	}
	return text, nil
}
