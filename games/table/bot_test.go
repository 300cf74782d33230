package table_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/table"
)

// negotiate posts lines about bots, of the form "1: offer bot 2 3".
func negotiate(t *testing.T, m table.Match, seat games.Seat, text, refused string) table.Match {
	t.Helper()
	next, err := m.NegotiateBot(seat, text, time.Time{})
	var why *games.Illegal
	if errors.As(err, &why) && why.Key == refused || err == nil && refused == "" {
		return next
	}
	t.Fatalf("%s by seat %d: %v, want %q", text, seat, err, refused)
	return m
}

// The others agree that a bot plays on, or decline; what gives the seat time, or takes one
// of the two out of the game, ends the offer.
func TestBotIsOffered(t *testing.T) {
	m := mustPlay(t, mustNew(t, nim{}, 4), "1: take 1", "2: take 1")
	wantRefused(t, m, "1: offer bot 3 2", "table.bot.nobody")
	for _, text := range []string{"offer bot", "offer bot 3", "offer bot 3 6", "offer bot 3 0", "offer bot x 3", "offer bot 99 1"} {
		wantRefused(t, m, "1: "+text, "table.bot.form")
	}
	for _, seat := range []int{1, 5} {
		negotiate(t, m, 1, table.OfferBot(games.Seat(seat), 3), "table.bot.nobody")
	}
	negotiate(t, m, 2, "accept bot", "table.bot.none")
	asked := negotiate(t, m, 1, " Offer  BOT 3 2", "")
	if o := asked.BotOffer(); o.By != 1 || o.Seat != 3 || o.Level != 2 || !slices.Equal(o.Agreed, []games.Seat{1}) {
		t.Fatalf("the offer is %+v", o)
	}
	if last := asked.Log()[2].Text; last != "offer bot 3 2" || !table.IsAboutBot(last) || table.IsTakeOver(last) {
		t.Errorf("the log has %q", last)
	}
	negotiate(t, asked, 1, "accept bot", "table.bot.own")
	negotiate(t, asked, 1, "offer bot 3 1", "table.bot.yours")
	negotiate(t, asked, 2, "offer bot 3 1", "table.bot.theirs")
	agreed := negotiate(t, asked, 2, "accept bot", "")
	negotiate(t, agreed, 2, "accept bot", "table.bot.accepted")
	if o := agreed.BotOffer(); !slices.Equal(o.Agreed, []games.Seat{1, 2}) {
		t.Errorf("agreed: %v", o.Agreed)
	}
	ends := func(m table.Match) {
		t.Helper()
		if o := m.BotOffer(); o.By != 0 {
			t.Errorf("%+v stands after %q", o, m.Log()[m.Ply()-1].Text)
		}
	}
	declined := negotiate(t, agreed, 4, "decline bot", "")
	ends(declined)
	negotiate(t, declined, 2, "offer bot 3 1", "table.bot.again")
	negotiate(t, mustPlay(t, declined, "3: take 1"), 2, "offer bot 3 1", "")
	back := negotiate(t, agreed, 1, "decline bot", "")
	ends(back)
	negotiate(t, back, 1, "offer bot 3 4", "")
	ends(mustPlay(t, agreed, "3: resign"))
	ends(mustPlay(t, agreed, "1: resign"))
	granted, err := agreed.Grant(2, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	ends(granted)
	seated, err := agreed.SeatBot(3, 2, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	ends(seated)
	if last := seated.Log()[seated.Ply()-1]; last.Seat != 3 || last.Text != "bot 2" || !table.IsTakeOver(last.Text) {
		t.Errorf("the log ends with %+v", last)
	}
}

// At cards a seat that has resigned plays again once a bot or another player has it, also for who
// replays the log or looks at the past.
func TestBotReturnsToTheGame(t *testing.T) {
	for text, seat := range map[string]func(m table.Match) (table.Match, error){
		"bot 3":  func(m table.Match) (table.Match, error) { return m.SeatBot(2, 3, time.Time{}) },
		"player": func(m table.Match) (table.Match, error) { return m.SeatPlayer(2, time.Time{}) },
	} {
		t.Run(text, func(t *testing.T) { testReturns(t, text, seat) })
	}
}

func testReturns(t *testing.T, text string, takeOver func(table.Match) (table.Match, error)) {
	for _, rules := range catalog.All() {
		if !rules.Info().Hidden {
			continue
		}
		t.Run(rules.Info().ID, func(t *testing.T) {
			seed := games.Seed{7}
			m, err := table.New(rules, games.Setup{Seats: 3, Seed: &seed})
			if err != nil {
				t.Fatal(err)
			}
			m = mustPlay(t, m, "2: resign")
			if out, returns := m.IsOut(2); !out || !returns {
				t.Errorf("out %v, returns %v", out, returns)
			}
			back, err := takeOver(m)
			if err != nil {
				t.Fatal(err)
			}
			if last := back.Log()[1]; last.Seat != 2 || last.Text != text || !table.IsTakeOver(text) {
				t.Errorf("the log ends with %+v", last)
			}
			if out, _ := back.IsOut(2); out || back.At(1).Ply() != 1 {
				t.Error("the seat has not returned")
			}
			again := m.At(0)
			for _, e := range back.Log() {
				if again, err = again.Replay(e); err != nil {
					t.Fatal(err)
				}
			}
			if was, is := viewJSON(t, back.State()), viewJSON(t, again.State()); was != is {
				t.Errorf("replayed it is\n%s, was\n%s", is, was)
			}
			if was, is := viewJSON(t, m.State()), viewJSON(t, back.At(1).State()); was != is {
				t.Errorf("before it was\n%s, is\n%s", was, is)
			}
		})
	}
}
