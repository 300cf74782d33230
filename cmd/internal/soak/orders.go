package soak

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/bot/lab/waits"
	"tableronde/games/catalog"
	"tableronde/games/table"
	"tableronde/handlers/club/match"
)

// Deed is an act of a seat in a match: an action, or new orders.
type Deed struct {
	seat   games.Seat
	action string
	orders string // set if action is not
}

// order sometimes gives orders for a seat that is not to act. It repeats them until they are
// acknowledged. Repeating is safe, because orders act only after another seat's action.
func (c *Client) order(m *Match, now Answer) error {
	seat := 1 + c.Rng.IntN(len(m.Tokens))
	if c.Rng.IntN(3) > 0 || slices.Contains(now.ToAct, seat) {
		return nil
	}
	text, err := c.ordersFor(m, now, seat)
	if err != nil {
		return err
	}
	put := Request{Method: http.MethodPut, Path: "/matches/" + m.ID + "/orders", Token: m.Tokens[seat-1], Body: map[string]any{"orders": text}}
	switch status, answer, err := c.Ledger.ask(put); {
	case err != nil:
		return err
	case status == http.StatusUnprocessableEntity: // the random orders were nonsense
		return nil
	case status != http.StatusOK:
		return fmt.Errorf("orders of seat %d in %s are answered with %d: %s\n%s", seat, m.ID, status, answer, text)
	}
	c.Ledger.order(m, Deed{seat: games.Seat(seat), orders: text})
	return nil
}

// ordersFor returns random orders of a seat, of every kind that its game has.
func (c *Client) ordersFor(m *Match, now Answer, seat int) (string, error) {
	held := m.legal[seat] // when the seat last acted
	switch m.game {
	case "knizia":
		return c.kniziaOrders(held), nil
	case "shannon":
		lines := []string{"favours raven divine-will deck", "favours deck", "favours"}[c.Rng.IntN(3):][:1]
		for _, suit := range []string{"S", "A", "X", "T"} {
			if card := c.oneWith(held, "play ", "discard "); card != "" {
				lines = append(lines, "if "+suit+" "+[]string{"", "low<=9 "}[c.Rng.IntN(2)]+card)
			}
		}
		return strings.Join(lines, "\n"), nil
	case "kutschke":
		kinds := strings.Fields("ES EL ED EB A T Q P G")
		c.Rng.Shuffle(len(kinds), func(i, k int) { kinds[i], kinds[k] = kinds[k], kinds[i] })
		lines := []string{strings.Join(kinds[:1+c.Rng.IntN(len(kinds))], " ")}
		for range c.Rng.IntN(3) {
			if line := c.oneWith(held, "E"); line != "" {
				lines = append(lines, "plan: "+line)
			}
		}
		return strings.Join(append(lines, "plan: done", "bid:"), "\n"), nil
	}
	return c.conditions(m, now, games.Seat(seat))
}

// kniziaOrders returns orders for Lancelot, reasons to withdraw and planned turns.
func (c *Client) kniziaOrders(held []string) string {
	lines := []string{
		"unhorse any", "riposte me", "outwit any onlyIfLeading", "adapt-choice oldest",
		[]string{"withdraw beaten", "withdraw", "withdraw total>=9", "always: withdraw beaten"}[c.Rng.IntN(4)],
	}
	var cards []string
	for _, action := range held {
		if card, ok := strings.CutPrefix(action, "play "); ok && c.Rng.IntN(2) == 0 {
			cards = append(cards, card)
		}
	}
	if len(cards) > 0 {
		lines = append(lines, fmt.Sprintf("if total<=%d play %s", 3+c.Rng.IntN(20), strings.Join(cards, " ")))
	}
	return strings.Join(lines[c.Rng.IntN(4):], "\n")
}

// oneWith returns a random action that begins with one of the words, "" if there is none.
func (c *Client) oneWith(actions []string, words ...string) string {
	fit := slices.DeleteFunc(slices.Clone(actions), func(action string) bool {
		return !slices.ContainsFunc(words, func(word string) bool { return strings.HasPrefix(action, word) })
	})
	if len(fit) == 0 {
		return ""
	}
	return fit[c.Rng.IntN(len(fit))]
}

// conditions returns conditional moves for a board game. It stores one of the moves that they
// answer for the next seat to play.
func (c *Client) conditions(m *Match, now Answer, seat games.Seat) (string, error) {
	tab, err := m.follow(now)
	if err != nil {
		return "", err
	}
	random := func(s games.State) string {
		legal := s.Legal(s.ToAct()[0])
		return legal[c.Rng.IntN(len(legal))]
	}
	f := waits.Foresight{Answer: random, Deep: 1 + c.Rng.IntN(2), Moves: func(s games.State) []string { return []string{random(s)} }}
	text := f.Conditions(tab.State(), tab.Ply(), seat)
	if _, line, ok := strings.Cut(text, "\n"); ok {
		m.foreseen = strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ':' })[0]
	}
	return text, nil
}

// follow returns the board match that an answer describes.
func (m *Match) follow(now Answer) (table.Match, error) {
	if m.table == nil {
		rules, err := catalog.Find(m.game, 0)
		if err != nil {
			return table.Match{}, err
		}
		tab, err := table.New(rules, games.Setup{Seats: len(m.Tokens)})
		if err != nil {
			return table.Match{}, err
		}
		m.table = &tab
	}
	for _, e := range now.Log[m.table.Ply():] {
		next, err := m.table.Replay(table.Event{Seat: games.Seat(e.Seat), Text: e.Action})
		if err != nil {
			return table.Match{}, fmt.Errorf("match %s: %w", m.ID, err)
		}
		m.table = &next
	}
	return *m.table, nil
}

// choose returns the action that a client plays: often one for which orders have an answer.
func (m *Match) choose(rng *rand.Rand, legal []string) string {
	if slices.Contains(legal, m.foreseen) && rng.IntN(3) > 0 {
		return m.foreseen
	}
	return legal[rng.IntN(len(legal))]
}

// orderStore is the part of a store that AuditOrders reads.
type orderStore interface {
	Match(ctx context.Context, id string) (db.Match, error)
	OrdersOf(ctx context.Context, match string, seat games.Seat) (string, error)
}

// AuditOrders replays every match, without kills, from the actions and orders of its seats. It
// compares the events and the remaining orders with the stored ones. So it finds lost orders, and
// orders that acted twice.
func (l *Ledger) AuditOrders(ctx context.Context, store orderStore) error {
	for _, m := range l.Matches {
		stored, err := store.Match(ctx, m.ID)
		if err != nil {
			return fmt.Errorf("match %s: %w", m.ID, err)
		}
		course, err := match.NewCourse(stored)
		if err != nil {
			return err
		}
		for _, d := range m.deeds {
			if d.action != "" {
				err = course.Play(d.seat, d.action)
			} else {
				err = course.Order(d.seat, d.orders)
			}
			if err != nil {
				l.lose(1, "%s, %s: seat %d, %s%s cannot be played once more: %v", m.ID, m.game, d.seat, d.action, d.orders, err)
				break
			}
		}
		l.compareCourse(ctx, store, m, stored, course)
	}
	return nil
}

// DescribeActed returns the numbers of events posted by orders, by game.
func (l *Ledger) DescribeActed() string {
	var words []string
	sum := 0
	for _, game := range slices.Sorted(maps.Keys(l.acted)) {
		words = append(words, fmt.Sprint(l.acted[game], " in ", game))
		sum += l.acted[game]
	}
	return fmt.Sprintf("%d events by them: %s", sum, strings.Join(words, ", "))
}

// compareCourse compares a stored match with its replay.
func (l *Ledger) compareCourse(ctx context.Context, store orderStore, m *Match, stored db.Match, course *match.Course) {
	l.acted[m.game] += course.Acted()
	log := course.Log()
	switch i := course.Difference(stored.Events); {
	case i < 0:
	case i < len(log):
		l.lose(1, "%s, %s: event %d of %d is not %q by seat %d", m.ID, m.game, i, len(stored.Events), log[i].Text, log[i].Seat)
		return
	default:
		l.twice("%s, %s: event %d, %q by seat %d, does not follow from orders", m.ID, m.game, i, stored.Events[i].Text, stored.Events[i].Seat)
		return
	}
	for seat := games.Seat(1); int(seat) <= len(stored.Seats); seat++ {
		text, err := store.OrdersOf(ctx, m.ID, seat)
		if want := course.Stored(seat); err != nil || text != want {
			l.lose(1, "%s, %s: of the orders of seat %d %q is left, want %q, %v", m.ID, m.game, seat, text, want, err)
		}
	}
}
