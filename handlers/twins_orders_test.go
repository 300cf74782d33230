package handlers

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/effort"
	"tableronde/games/twin"
	twins "tableronde/games/twin/tables"
	"tableronde/handlers/club"
	"tableronde/handlers/club/live"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
)

// orderedMatch is a match at random whose seats give orders.
type orderedMatch struct {
	*lookingSite
	rules   games.Ruleset
	options map[string]string
	orders  func(*rand.Rand, games.State, games.Seat) string // nil on a board
	rng     *rand.Rand
	id      string
	given   string // the text that was given last
	foresee string // a move that conditions foresee, "" for none

	pairs, begun int // compared, and in how many matches
}

// newOrderedMatch returns a match of a game for as many as may play it.
func newOrderedMatch(t *testing.T, rules games.Ruleset, seed uint64) *orderedMatch {
	t.Helper()
	info := rules.Info()
	m := &orderedMatch{lookingSite: newLookingSite(t, Config{}, slices.Max(info.Seats)), rules: rules, rng: rand.New(rand.NewPCG(seed, 5))}
	if i := slices.IndexFunc(twins.All(), func(tab twin.Table) bool { return tab.Rules.Info().ID == info.ID }); i >= 0 {
		m.orders = twins.All()[i].Orders
	}
	m.begin()
	return m
}

func (m *orderedMatch) begin() {
	m.T.Helper()
	info := m.rules.Info()
	seats := min(info.Seats[m.rng.IntN(len(info.Seats))], len(m.looking)-1)
	f, err := m.site.Club.Tables.OpenTable(m.T.Context(), db.Once{}, m.looking[0].player.ID, tables.Proposal{Game: info.ID, Seats: seats, Seat: 1, Public: true, Options: m.options}, nil)
	for seat := 2; seat <= seats && err == nil; seat++ {
		f, err = m.site.Club.Tables.Join(m.T.Context(), db.Once{}, tables.Joining{Match: f.ID, Player: m.looking[seat-1].player.ID, Seat: seat}, nil)
	}
	if err != nil {
		m.T.Fatal(err)
	}
	m.id = f.ID
	m.begun++
}

func (m *orderedMatch) load() match.Match {
	m.T.Helper()
	f, err := m.site.Club.Match.Match(m.T.Context(), m.id, m.looking[0].player.ID)
	if err != nil {
		m.T.Fatal(err)
	}
	return f
}

// play plays an action of a seat that owes one: at random, or one that an order foresees.
func (m *orderedMatch) play() {
	m.T.Helper()
	f := m.load()
	if f.IsOver() {
		m.begin()
		return
	}
	seat := f.Table.ToAct()[0]
	legal := f.Table.Legal(seat)
	action := legal[m.rng.IntN(len(legal))]
	if slices.Contains(legal, m.foresee) && m.rng.IntN(2) == 0 {
		action = m.foresee
	}
	if _, err := m.site.Club.Match.Play(m.T.Context(), match.Post{Match: m.id, Player: f.Seats[seat-1].ID, Ply: f.Ply, Actions: []string{action}}); err != nil {
		m.T.Fatal(err)
	}
}

// order has a seat give random orders, and returns how many events they have led to at
// once; ok is false if they are refused.
func (m *orderedMatch) order(f match.Match, seat games.Seat) (posted int, ok bool) {
	m.T.Helper()
	if m.orders != nil {
		m.given = m.orders(m.rng, f.Table.State(), seat)
	} else {
		m.given = twins.Conditions(m.rng, f.Table, seat)
		m.foresee = twins.FirstOf(m.rng, m.given)
	}
	left, err := m.site.Club.Match.SetOrders(m.T.Context(), m.id, f.Seats[seat-1].ID, 0, m.given)
	if err != nil && !club.IsRefusal(err) {
		m.T.Fatal(err)
	}
	return m.load().Ply - f.Ply, err == nil && left != ""
}

// others lists a seat, if there is another one, and a visitor: who must not learn what a
// seat has ordered.
func (m *orderedMatch) others(f match.Match, seat games.Seat) []*onlooker {
	other := int(seat) % len(f.Seats)
	return []*onlooker{m.looking[other], m.looking[len(m.looking)-1]}
}

// outside is what somebody learns of a match, and what the site has told about it.
type outside struct {
	looks   []map[string]string
	notices []db.Notice
}

func (m *orderedMatch) outside(f match.Match, seat games.Seat) (o outside) {
	m.T.Helper()
	for _, who := range m.others(f, seat) {
		o.looks = append(o.looks, who.look(m.id, f.Ply))
	}
	var err error
	if o.notices, err = m.site.Store.Notices(m.T.Context(), db.MaxPage); err != nil {
		m.T.Fatal(err)
	}
	return o
}

// TestTwinsOfOrders has everybody look at matches of every game before a seat gives
// orders, then, and once they are withdrawn: all that they get is the same to the byte,
// but for the keys of forms; there is no event and no notice.
func TestTwinsOfOrders(t *testing.T) {
	for _, rules := range newestRules() {
		t.Run(rules.Info().ID, func(t *testing.T) {
			t.Parallel()
			pairs := max(effort.N(20), 2)
			m := newOrderedMatch(t, rules, 1)
			for m.pairs < pairs {
				m.play()
				m.comparePair()
			}
			t.Logf("%d pairs in %d matches", m.pairs, m.begun)
		})
	}
}

// comparePair has a seat give orders and withdraw them.
func (m *orderedMatch) comparePair() {
	m.T.Helper()
	f := m.load()
	seat := games.Seat(1 + m.rng.IntN(len(f.Seats)))
	if f.IsOver() || m.orders == nil && slices.Contains(f.Table.ToAct(), seat) {
		return
	}
	for _, who := range m.others(f, seat) {
		who.get("/m/" + m.id) // a first look is noted
	}
	before := m.outside(f, seat)
	other := m.others(f, seat)[0].player.ID
	sub, err := m.site.Hub.Subscribe(other, "test", live.MatchTopic(m.id), live.PlayerTopic(other)) // no spectator, who would be counted
	if err != nil {
		m.T.Fatal(err)
	}
	defer sub.Close()
	m.Log.Take()
	posted, ok := m.order(f, seat)
	if !ok || posted > 0 {
		return
	}
	m.pairs++
	m.expectSame("orders were given", before, m.outside(f, seat))
	if _, err := m.site.Club.Match.SetOrders(m.T.Context(), m.id, f.Seats[seat-1].ID, 0, ""); err != nil {
		m.T.Fatal(err)
	}
	m.expectSame("orders were withdrawn", before, m.outside(f, seat))
	if changes := sub.Take(); len(changes) > 0 {
		m.T.Fatalf("orders publish %v", changes)
	}
	log := m.Log.Take()
	for line := range strings.Lines(m.given) {
		if text := strings.TrimSpace(line); len(text) > 8 && strings.Contains(log, text) {
			m.T.Fatalf("the log tells the orders %q", text)
		}
	}
	m.order(f, seat) // to be followed
}

// newestRules lists the newest edition of every game.
func newestRules() (list []games.Ruleset) {
	for _, rules := range catalog.All() {
		if !slices.ContainsFunc(list, func(r games.Ruleset) bool { return r.Info().ID == rules.Info().ID }) {
			list = append(list, rules)
		}
	}
	return list
}

// expectSame fails if somebody outside can tell two moments apart.
func (m *orderedMatch) expectSame(what string, before, after outside) {
	m.T.Helper()
	if diff := before.difference(after); diff != "" {
		m.T.Fatalf("after %s, %s", what, diff)
	}
}

// difference returns by what somebody outside can tell two moments apart, "" if by
// nothing.
func (o outside) difference(after outside) string {
	for _, n := range after.notices { // those before may have been delivered meanwhile
		if !slices.ContainsFunc(o.notices, func(old db.Notice) bool { return old.ID == n.ID }) {
			return fmt.Sprintf("%s is told of %s", n.Recipient, n.Kind)
		}
	}
	for i := range o.looks {
		for name, was := range o.looks[i] {
			if diff := differsBeyondKeys(was, after.looks[i][name]); diff != "" {
				return fmt.Sprintf("%s is another one: %s", name, diff)
			}
		}
	}
	return ""
}

// What everybody may know is noticed by the test of orders.
func TestTwinsOfOrdersCatchWhatShows(t *testing.T) {
	t.Parallel()
	m := newOrderedMatch(t, newestRules()[0], 2)
	f := m.load()
	for name, show := range map[string]func() error{
		"an offer": func() error {
			_, err := m.site.Club.Match.Play(t.Context(), match.Post{Match: m.id, Player: f.Seats[0].ID, Ply: f.Ply, Actions: []string{"offer draw"}})
			return err
		},
		"a name": func() error { return m.site.Club.Accounts.Rename(t.Context(), f.Seats[0].ID, "Somebody else") },
	} {
		before := m.outside(f, 1)
		if err := show(); err != nil {
			t.Fatal(err)
		}
		if before.difference(m.outside(f, 1)) == "" {
			t.Errorf("nobody notices %s", name)
		}
	}
}
