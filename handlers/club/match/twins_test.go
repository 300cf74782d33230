package match

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/clock"
	"tableronde/games/effort"
	"tableronde/games/table"
	"tableronde/handlers/club"
	"tableronde/handlers/club/clubtest"
)

func storedMatch(rules games.Ruleset, tab table.Match) Match {
	return Match{Match: clubtest.Stored(rules, tab), Rules: rules, Table: tab}
}

// refusalOf returns what a player learns of a post that is refused, "" for one that is
// not.
func refusalOf(viewer games.Seat, m Match, orders db.Orders, actions []string) string {
	err := Post{Player: m.Seats[viewer-1].ID, Ply: m.Ply, Actions: actions}.decide(beginTxn(m, orders, m.Started, clock.Pauses{}))
	if err == nil {
		return ""
	}
	e, index := club.ErrorOf(err), -1
	var action *ActionError
	if errors.As(err, &action) {
		index = action.Index
	}
	return fmt.Sprintf("%v %s at %d: %s %+v", e.Kind, e.Code, index, e.Text, e.Illegal)
}

// randomPosts returns lists of actions that a viewer may try to post.
func randomPosts(tw clubtest.Twins, m Match) [][]string {
	legal, _ := m.Legal(tw.Viewer)
	legal = append(slices.Clone(legal), "resign", "pass", "no such thing")
	for _, e := range m.LogFor(tw.Viewer)[max(0, m.Ply-5):] {
		legal = append(legal, e.Text)
	}
	var lists [][]string
	for range 8 {
		var list []string
		for range 1 + tw.Rng.IntN(3) {
			list = append(list, legal[tw.Rng.IntN(len(legal))])
		}
		lists = append(lists, list)
	}
	return lists
}

// randomOrders returns standing orders of all seats but the viewer's.
func randomOrders(tw clubtest.Twins, m Match) db.Orders {
	orders := make(db.Orders)
	for seat := games.Seat(1); int(seat) <= len(m.Seats); seat++ {
		if state, ok := m.Table.State().(games.Follower); ok && seat != tw.Viewer {
			if text, err := state.ReadOrders(seat, tw.Orders(tw.Rng, m.Table.State(), seat)); err == nil {
				orders[seat] = text
			}
		}
	}
	return orders
}

// Twins get the same refusals whatever others have ordered.
func TestRefusalsOfTwins(t *testing.T) {
	t.Parallel()
	pairs := max(effort.N(40), 10)
	for _, tab := range clubtest.TwinTables() {
		t.Run(tab.Rules.Info().ID, func(t *testing.T) {
			t.Parallel()
			clubtest.ForTwins(t, tab, pairs, func(tw clubtest.Twins) {
				if tw.Viewer == games.Spectator {
					return
				}
				one, other := storedMatch(tab.Rules, tw.A), storedMatch(tab.Rules, tw.B)
				for _, list := range randomPosts(tw, one) {
					a, b := refusalOf(tw.Viewer, one, nil, list), refusalOf(tw.Viewer, other, randomOrders(tw, other), list)
					if a != b {
						t.Errorf("a post of %v tells twins apart:\n%s\n%s", list, a, b)
					}
				}
			})
		})
	}
}

// A refusal that depends on what a play has uncovered does tell twins apart: the
// pairs are good enough to notice one.
func TestTwinsCatchRefusalsAfterTheFact(t *testing.T) {
	t.Parallel()
	caught := 0
	tab := clubtest.TwinTables()[0]
	clubtest.ForTwins(t, tab, 200, func(tw clubtest.Twins) {
		if tw.Viewer == games.Spectator {
			return
		}
		one, other := storedMatch(tab.Rules, tw.A), storedMatch(tab.Rules, tw.B)
		legal, _ := one.Legal(tw.Viewer)
		for _, first := range legal {
			if legalAfter(one, tw.Viewer, nil, first) != legalAfter(other, tw.Viewer, randomOrders(tw, other), first) {
				caught++
			}
		}
	})
	if caught == 0 {
		t.Error("not caught")
	}
}

// legalAfter lists the seat's legal actions once one has been played.
func legalAfter(m Match, seat games.Seat, orders db.Orders, action string) string {
	t := beginTxn(m, orders, m.Started, clock.Pauses{})
	if err := t.play(seat, action); err != nil {
		return err.Error()
	}
	return strings.Join(t.table.Legal(seat), ", ")
}

// A notice is news to one twin exactly if it is to the other.
func TestNoticesOfTwins(t *testing.T) {
	t.Parallel()
	pairs := max(effort.N(40), 10)
	for _, tab := range clubtest.TwinTables() {
		t.Run(tab.Rules.Info().ID, func(t *testing.T) {
			t.Parallel()
			clubtest.ForTwins(t, tab, pairs, func(tw clubtest.Twins) {
				if tw.Viewer == games.Spectator {
					return
				}
				one, other := storedMatch(tab.Rules, tw.A), storedMatch(tab.Rules, tw.B)
				for _, kind := range db.NoticeKinds {
					n := db.Notice{Kind: kind, Recipient: one.Seats[tw.Viewer-1].ID, Ply: max(one.Ply-tw.Rng.IntN(4), 0)}
					if one.IsNews(n) != other.IsNews(n) {
						t.Errorf("%s at ply %d of %d is news to one twin alone", kind, n.Ply, one.Ply)
					}
				}
			})
		})
	}
}

// noticesTo lists what a seat was told while a match was played, in order.
func noticesTo(viewer games.Seat, m Match) (list []string) {
	control := clock.Control{Move: 72 * time.Hour}
	for ply := range m.Ply {
		before := storedMatch(m.Rules, m.Table.At(ply))
		before.Clock = clock.New(control, before.Started, len(before.Seats), before.ToAct)
		t := beginTxn(before, nil, before.Started.Add(time.Duration(ply)*time.Minute), clock.Pauses{})
		t.table, t.actor = m.Table.At(ply+1), m.Seats[max(m.Events[ply].Seat, 1)-1].ID
		for _, n := range t.change().Notices {
			if n.Recipient == m.Seats[viewer-1].ID {
				list = append(list, fmt.Sprint(ply, " ", n.Kind, " ", n.Due, " ", n.Left))
			}
		}
	}
	return list
}

// Twins were told as often, of the same, in the same order and at the same times.
func TestOutboxOfTwins(t *testing.T) {
	t.Parallel()
	pairs := max(effort.N(40), 10)
	for _, tab := range clubtest.TwinTables() {
		t.Run(tab.Rules.Info().ID, func(t *testing.T) {
			t.Parallel()
			told := 0
			clubtest.ForTwins(t, tab, pairs, func(tw clubtest.Twins) {
				if tw.Viewer == games.Spectator {
					return
				}
				one, other := noticesTo(tw.Viewer, storedMatch(tab.Rules, tw.A)), noticesTo(tw.Viewer, storedMatch(tab.Rules, tw.B))
				if told += len(one); !slices.Equal(one, other) {
					t.Errorf("twins are told\n%s\n\n%s", strings.Join(one, "\n"), strings.Join(other, "\n"))
				}
			})
			if told == 0 {
				t.Error("nobody was told anything")
			}
		})
	}
}
