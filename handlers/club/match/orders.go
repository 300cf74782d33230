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
	maxOrders       = 4000 // characters of one seat's advance orders
	maxContribution = 64   // characters
)

var (
	ErrOver       = club.Refuse(club.Conflict, "over", "the match is over, so nothing can be done in it")
	ErrNoOrders   = club.Refuse(club.Invalid, "no_orders", "this match has no advance orders: play when it is your turn")
	ErrOrdersLong = club.Refuse(club.Invalid, "orders_long",
		fmt.Sprintf("standing orders have at most %d characters", maxOrders)).About("orders")
	errContribution = club.Refuse(club.Invalid, "invalid_contribution",
		fmt.Sprintf("a contribution has at most %d characters, all of which one can see", maxContribution)).About("contribution")
)

// SeatOrders holds the advance orders of a seat, and the events they have posted.
type SeatOrders struct {
	Text  string // canonical notation, "" for none
	Acted []int  // log indexes of the last events that the orders posted

	// Missed is the number of events before the decision that the seat's orders did not fit, 0 for
	// none. It counts until the seat acts.
	Missed int

	// Forced is set if the server will decide for the seat, which has no choice, after a pause.
	Forced bool
	due    time.Time // time of the server's decision, zero for none; a secret
}

// Orders returns the advance orders of a seat that the player holds, in canonical notation, "" for
// none. Nobody else may see them, or whether they exist.
func (s *Matches) Orders(ctx context.Context, id, player string, as games.Seat) (string, error) {
	o, err := s.SeatOrders(ctx, id, player, as)
	return o.Text, err
}

// SeatOrders returns the advance orders of a seat that the player holds, and the events they have
// posted. Nobody else may see either.
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

// SeatOrders decodes the stored orders of a seat and drops those that no longer apply. It returns
// nothing where orders are impossible.
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

// actedMark begins the line after a seat's stored orders that lists the events they posted. No
// order of any game begins with it.
const actedMark = "#"

// missedMark begins the word after actedMark for a decision that the orders missed.
const missedMark = "!"

// dueMark begins the word after actedMark that holds the time of the server's decision, in
// milliseconds.
const dueMark = "@"

// mostActed is the most events remembered as posted by orders.
const mostActed = 40

// decodeOrders decodes the stored form of a seat's orders.
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

// encode is the inverse of decodeOrders. If the result would exceed maxOrders, it contains only the
// orders.
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

// isMissed reports whether a seat still owes the decision that its orders did not fit.
func (m Match) isMissed(seat games.Seat, o SeatOrders) bool {
	if o.Missed == 0 || m.Table.Over() || o.Missed > m.Table.Ply() || !slices.Contains(m.Acting(), seat) {
		return false
	}
	return !slices.ContainsFunc(m.Table.Log()[o.Missed:], func(e table.Event) bool { return e.Seat == seat })
}

// HasMissed reports whether a seat owes a decision that its stored orders did not fit.
func (m Match) HasMissed(seat games.Seat, stored string) bool {
	return seat > 0 && m.Dealt() && m.isMissed(seat, decodeOrders(stored))
}

// MissedIn returns the matches of a list for which HasMissed is true for the player's seat.
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

// remainingOrders returns stored orders without those that the game has passed. It returns "" if
// the rules no longer understand them.
func remainingOrders(rules orderReader, seat games.Seat, text string) string {
	left, err := rules.ReadOrders(seat, text)
	if err != nil {
		return ""
	}
	return left
}

// SetOrders replaces the advance orders of a seat that the player holds. It returns the orders that
// remain, because some may answer a decision at once. Other players see nothing unless that
// happens. The error is db.ErrNotFound, ErrNoSeat, errForeignSeat, ErrNotStarted, ErrOver,
// ErrNoOrders or ErrOrdersLong. It is a *games.Illegal for orders that the rules do not understand.
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

// order replaces the orders of a seat, and posts the events that follow.
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
	o := decodeOrders(t.orders[seat])
	o.Text = canonical
	t.storeOrders(seat, o)
	return t.settle()
}

// orderReader reads advance orders.
type orderReader interface {
	ReadOrders(games.Seat, string) (string, error)
}

// TakesOrders reports whether seats may give advance orders: in card games, and in matches with
// opponents to wait for, as conditional moves.
func (f Match) TakesOrders() bool {
	return f.Table.TakesOrders() && !(f.Solo && f.Table.ConditionalMoves())
}

// orderRules returns the table as an orderReader. The error is ErrNoOrders or ErrOver.
func (f Match) orderRules() (orderReader, error) {
	switch {
	case !f.TakesOrders():
		return nil, ErrNoOrders
	case f.Table.Over():
		return nil, ErrOver
	}
	return f.Table, nil
}

// CleanContribution returns a contribution to the chance of a match in its stored form. For "" the
// server draws one later.
func CleanContribution(text string) (string, error) {
	text = strings.TrimSpace(text)
	if !utf8.ValidString(text) || utf8.RuneCountInString(text) > maxContribution ||
		strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return "", errContribution
	}
	return text, nil
}
