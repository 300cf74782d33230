package handlers

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"tableronde/db"
	"tableronde/games"
)

const (
	maxOrders       = 4000 // characters of one seat's standing orders
	maxContribution = 64   // characters
)

var (
	errOver       = refuse(http.StatusConflict, "over", "the match is over")
	errNoOrders   = refuse(http.StatusUnprocessableEntity, "no_orders", "this game knows no standing orders")
	errOrdersLong = refuse(http.StatusUnprocessableEntity, "orders_long",
		fmt.Sprintf("standing orders have at most %d characters", maxOrders)).about("orders")
	errContribution = refuse(http.StatusUnprocessableEntity, "invalid_contribution",
		fmt.Sprintf("a contribution has at most %d characters, all of which one can see", maxContribution)).about("contribution")
)

// orders are the standing orders of a seat that the player holds, in canonical
// text, "" for none. They are nobody else's to see, nor whether there are any.
func (ms *matches) orders(ctx context.Context, id, player string, as games.Seat) (string, error) {
	f, err := ms.view(ctx, id, player)
	if err != nil {
		return "", err
	}
	seat, err := f.ownSeat(player, as)
	switch {
	case err != nil:
		return "", err
	case f.Started.IsZero():
		return "", errNotStarted
	}
	rules, err := f.follower()
	if err != nil {
		return "", err
	}
	text, err := ms.store.OrdersOf(ctx, id, seat)
	if err != nil {
		return "", err
	}
	return remaining(rules, seat, text), nil
}

// remaining is what is left of orders since they were kept: what time has gone by
// the rules leave out, or understand no longer.
func remaining(rules games.Follower, seat games.Seat, text string) string {
	left, err := rules.ReadOrders(seat, text)
	if err != nil {
		return ""
	}
	return left
}

// setOrders replaces the standing orders of a seat that the player holds, and
// returns what remains of them: they may answer what the seat owes by then. For
// everybody else nothing happens unless they do. It fails with db.ErrNotFound,
// errNoSeat, errForeignSeat, errNotStarted, errOver, errNoOrders, errOrdersLong,
// or an *games.Illegal for what is not understood.
func (ms *matches) setOrders(ctx context.Context, id, player string, as games.Seat, text string) (string, error) {
	if utf8.RuneCountInString(text) > maxOrders {
		return "", errOrdersLong
	}
	var left string
	_, err := ms.proceed(ctx, db.Once{}, id, player, nil, func(c *course) error {
		seat, err := c.ownSeat(player, as)
		if err != nil {
			return err
		}
		f, err := c.follower()
		if err != nil {
			return err
		}
		canonical, err := f.ReadOrders(seat, text)
		switch {
		case err != nil:
			return err
		case utf8.RuneCountInString(canonical) > maxOrders:
			return errOrdersLong
		}
		c.order(seat, canonical)
		err = c.settle()
		left = c.ordersOf(seat)
		return err
	})
	if errors.Is(err, db.ErrNotStarted) {
		return "", ms.tooEarly(ctx, id, player, as)
	}
	return left, err
}

// follower is the state as one that knows standing orders, while it does.
func (f folded) follower() (games.Follower, error) {
	state, ok := f.Table.State().(games.Follower)
	switch {
	case !ok:
		return nil, errNoOrders
	case f.Table.Over():
		return nil, errOver
	}
	return state, nil
}

// cleanContribution brings what a player contributes to the chance of a match
// into the form that it is stored and shown in; "" has the server draw one.
func cleanContribution(text string) (string, error) {
	text = strings.TrimSpace(text)
	if !utf8.ValidString(text) || utf8.RuneCountInString(text) > maxContribution ||
		strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return "", errContribution
	}
	return text, nil
}
