package match_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/clock"
	"tableronde/games/record"
	"tableronde/games/table"
	"tableronde/handlers/club/admin"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// At cards the remaining players agree that a bot takes the seat of a player who has resigned. It
// plays with the hand of the seat. The player who has left watches, and gets a notice.
func TestBotTakesTheSeatOfWhoResigned(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"knizia", "kutschke", "shannon"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			c := roomstest.NewClockTable(t, game, 4, clock.Control{Move: roomstest.Day})
			c.Refused(1, "offer bot 2 3", "table.bot.nobody")
			c.WantOffered(1)
			f := c.MustPost(2, 0, "resign")
			c.WantOffered(1, "offer bot 2 3")
			c.WantOffered(2)
			c.Refused(2, "offer bot 2 3", "table.bot.voice")
			f = c.MustPost(1, f.Ply, "offer bot 2 4")
			if diff := cmp.Diff([]games.Seat{3, 4}, f.Asked); diff != "" {
				t.Fatalf("asked (-want +got):\n%s", diff)
			}
			c.WantOffered(1, "decline bot")
			c.WantOffered(3, "accept bot", "decline bot")
			c.WantOffered(2)
			f = c.MustPost(3, f.Ply, "accept bot")
			if o, awaited := f.BotOffer(); o.Seat != 2 || o.Level != 4 || !slices.Equal(awaited, []games.Seat{4}) {
				t.Errorf("%+v awaits %v", o, awaited)
			}
			f = c.MustPost(4, f.Ply, "accept bot")
			if last := f.Events[f.Ply-1]; f.Seats[1].Bot != 4 || last.Seat == 2 && last.Text != "bot 4" || f.Asked != nil {
				t.Fatalf("seats %+v after %+v, asked %v", f.Seats, last, f.Asked)
			}
			if out, _ := f.Table.IsOut(2); out {
				t.Error("the seat has not returned")
			}
			c.CheckWatches(2)
			taken := f.Ply
			f = c.PlayWithout(func(f match.Match) bool {
				return slices.ContainsFunc(f.Events[taken:], func(e db.Event) bool { return e.Seat == 2 })
			})
			if f.IsOver() {
				t.Error("the match is over before the bot acts")
			}
		})
	}
}

// An operator who gives the seat to somebody else ends the offer for it.
func TestOperatorEndsTheOfferOfABot(t *testing.T) {
	t.Parallel()
	c := roomstest.NewClockTable(t, "kutschke", 3, clock.Control{Move: roomstest.Day})
	f := c.MustPost(2, 0, "resign")
	c.MustPost(1, f.Ply, "offer bot 2 4")
	if err := c.Admin.Operate(t.Context(), admin.Act{Kind: db.ActReplace, Match: c.ID, Seat: 2, Who: c.Players[3].ID, Agreed: true, Reason: "x"}); err != nil {
		t.Fatal(err)
	}
	f = c.LoadStored()
	if o, _ := f.BotOffer(); o.By != 0 || f.Asked != nil || f.Seats[1].ID != c.Players[3].ID || f.StandsFor != nil {
		t.Errorf("the offer is %+v, asked %v, seats %+v", o, f.Asked, f.Seats)
	}
}

// Where players stay however often their time is up, a bot is on offer from the third time
// in a row on, through further ones, and until they act; then nothing is on offer any more.
func TestBotIsDeclinedByWhoReturns(t *testing.T) {
	t.Parallel()
	c := roomstest.NewClockTable(t, "kutschke", 3, clock.Control{Move: roomstest.Day, KeepsSeats: true})
	late := func(f match.Match) bool { return f.Times()[1].Defaults >= clock.MostDefaults }
	f := c.PlayWithout(late, 2)
	c.WantOffered(1, "offer bot 2 3")
	c.MustPost(1, f.Ply, "offer bot 2 3")
	f = c.PlayWithout(func(f match.Match) bool { return f.Times()[1].Defaults > clock.MostDefaults }, 2)
	if o, _ := f.BotOffer(); o.Seat != 2 || f.IsOver() {
		t.Fatalf("after one more decision of the game the offer is %+v", o)
	}
	f = c.PlayWithout(func(f match.Match) bool { return slices.Contains(f.Acting(), 2) }, 2)
	f = c.MustPost(2, f.Ply, roomstest.Legal(f, 2)[0])
	if o, _ := f.BotOffer(); o.By != 0 || f.Asked != nil || f.Seats[1].ID != c.Players[1].ID {
		t.Errorf("who has returned is offered for: %+v, asked %v", o, f.Asked)
	}
	if !slices.ContainsFunc(f.Events, func(e db.Event) bool { return e.Seat == 2 && e.Text == "decline bot" }) {
		t.Error("the log does not say so")
	}
	c.WantOffered(1)
	c.WantOffered(3)
}

// On a board of four a player out of time may be replaced before anybody claims it: the bot has
// time again. Bots have no say, nor has the player in question. With two seats no bot is offered.
func TestBotTakesTheSeatOfWhoIsOutOfTime(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"grand-camelot", "chivalry-4-solo"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			c := roomstest.NewClockTable(t, game, 4, clock.Control{Bank: 4 * roomstest.Day})
			c.WantOffered(2)
			c.Pass(4 * roomstest.Day)
			c.WantOffered(1)
			c.WantOffered(2, "offer bot 1 3")
			f := c.MustPost(2, 0, "offer bot 1 5")
			c.Refused(1, "accept bot", "table.bot.voice")
			f = c.MustPost(3, f.Ply, "decline bot")
			c.WantOffered(4)
			c.Refused(4, "offer bot 1 2", "table.bot.again")
			f = c.MustPost(1, f.Ply, roomstest.Legal(f, 1)[0])
			c.Pass(4 * roomstest.Day)
			late := f.Acting()[0]
			var rest []int
			for seat := 1; seat <= 4; seat++ {
				if games.Seat(seat) != late {
					rest = append(rest, seat)
				}
			}
			f = c.MustPost(rest[0], f.Ply, table.OfferBot(late, 5))
			f = c.MustPost(rest[1], f.Ply, "accept bot")
			f = c.MustPost(rest[2], f.Ply, "accept bot")
			if f.Seats[late-1].Bot != 5 || f.BotDue.IsZero() || f.IsOver() || f.Times()[late-1].Left != 4*roomstest.Day || f.Times()[late-1].FallenSince != nil {
				t.Errorf("bot %+v due %v with %+v", f.Seats[late-1], f.BotDue, f.Times()[late-1])
			}
			c.CheckWatches(int(late))
		})
	}
	two := roomstest.NewClockTable(t, "camelot", 2, clock.Control{Move: roomstest.Day})
	two.Pass(roomstest.Day)
	two.WantOffered(2)
	two.Refused(2, "offer bot 1 3", "table.bot.nobody")
}

// Without clocks a seat is offered once nobody has moved for as long as a match may be
// claimed then; asking takes nothing of that back. A single person left decides alone.
func TestBotIsOfferedWithoutClocks(t *testing.T) {
	t.Parallel()
	c := roomstest.NewClockTable(t, "kutschke", 3, clock.Control{Move: roomstest.Day})
	c.Open(tables.Proposal{Game: "kutschke", Seats: 3})
	f := c.LoadNow()
	late := int(f.Acting()[0])
	other, third := 1+late%3, 1+(late+1)%3
	c.Refused(other, table.OfferBot(games.Seat(late), 1), "table.bot.nobody")
	c.Pass(match.AbandonedAfter)
	f = c.MustPost(other, f.Ply, table.OfferBot(games.Seat(late), 1))
	f = c.MustPost(third, f.Ply, "decline bot")
	if !slices.Contains(c.LoadStored().Offers(games.Seat(other)), table.ClaimTimeout) {
		t.Error("what was declined has kept the others from claiming")
	}
	f = c.MustPost(other, f.Ply, "resign")
	c.Pass(match.AbandonedAfter) // from the last event that is not about bots
	f = c.MustPost(third, f.Ply, table.OfferBot(games.Seat(other), 2))
	if f.Seats[other-1].Bot != 2 || f.IsOver() {
		t.Errorf("alone the third does not decide: %+v", f.Seats)
	}
}

// A player who has left a table closed to spectators sees no hands once it is over. Before the end
// they see nothing that a spectator would not see.
func TestWhoHasLeftSeesNoHandsOfClosedTables(t *testing.T) {
	t.Parallel()
	for _, watch := range []db.Watch{db.WatchLive, db.WatchNever, db.WatchAlways} {
		c := roomstest.NewClockTable(t, "knizia", 3, clock.Control{Move: roomstest.Day})
		c.Open(tables.Proposal{Game: "knizia", Seats: 3, Public: true, Watch: watch, Clock: &clock.Control{Move: roomstest.Day}})
		f := c.MustPost(2, c.Ply(), "resign")
		f = c.MustPost(1, f.Ply, "offer bot 2 3")
		c.MustPost(3, f.Ply, "accept bot")
		c.CheckWatches(2)
		f = c.MustPost(1, c.Ply(), "resign")
		f = c.MustPost(3, f.Ply, "resign")
		_, err := c.Match.Match(t.Context(), c.ID, c.Players[1].ID)
		if open := watch == db.WatchAlways; !f.IsOver() || open != (err == nil) {
			t.Errorf("%q: once it is over (%v), who has left gets %v", watch, f.IsOver(), err)
		}
	}
}

// A consent that is stored is stored with the bot in the seat: a store that fails has neither.
func TestConsentAndBotAreOneTransaction(t *testing.T) {
	t.Parallel()
	c := roomstest.NewClockTable(t, "kutschke", 3, clock.Control{Move: roomstest.Day})
	f := c.MustPost(2, 0, "resign")
	f = c.MustPost(1, f.Ply, "offer bot 2 3")
	before := c.LoadStored()
	failing := errors.New("no")
	_, err := c.Engine.Append(t.Context(), db.Once{}, c.ID, func(m db.Match, orders db.Orders) (db.Change, error) {
		txn, err := c.Match.NewTxn(m, orders, &clock.Pauses{})
		if err != nil {
			return db.Change{}, err
		}
		if err := txn.Play(3, "accept bot"); err != nil {
			return db.Change{}, err
		}
		if change := txn.Change(); change.TakenOver[2] != 3 || len(change.Events) < 2 || len(change.Notices) == 0 || change.BotDue.IsZero() == slices.Contains(change.ToAct, 2) {
			t.Errorf("the change is %+v", change)
		}
		return db.Change{}, failing
	})
	after := c.LoadStored()
	if !errors.Is(err, failing) || after.Ply != f.Ply || after.Seats[1].Bot != 0 || !slices.Equal(after.Asked, before.Asked) {
		t.Errorf("%v leaves ply %d, seats %+v, asked %v", err, after.Ply, after.Seats, after.Asked)
	}
}

// Where the table says so, a bot takes the seat of a player who is out of time three times in a
// row, or leaves for good. It plays on; but no bot takes the seat of the last person.
func TestBotsTakeOver(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"knizia", "kutschke", "shannon"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			c := roomstest.NewClockTable(t, game, 3, clock.Control{Move: roomstest.Day, BotsTakeOver: true})
			f := c.PlayWithout(func(f match.Match) bool { return f.Seats[1].Bot > 0 }, 2)
			if f.IsOver() || f.Seats[1].Bot != match.TakeOverLevel || f.Seats[1].Name != "Knight (computer)" || f.AgainstBots() {
				t.Fatalf("nobody has taken the seat: %+v", f.Seats)
			}
			if slices.ContainsFunc(f.Events, func(e db.Event) bool { return e.Text == "timeout" }) {
				t.Error("the seat has left the game")
			}
			c.CheckWatches(2)
			taken := f.Ply
			acts := func(f match.Match) bool {
				return slices.ContainsFunc(f.Events[taken:], func(e db.Event) bool { return e.Seat == 2 })
			}
			if f = c.PlayWithout(acts); f.IsOver() {
				t.Fatal("the match is over before the bot acts")
			}
			if err := c.Tables.Leave(t.Context(), c.Players[2].ID); err != nil {
				t.Fatal(err)
			}
			f = c.LoadStored()
			if f.Seats[2].Bot != match.TakeOverLevel || f.Seats[2].Name != "Knight 2 (computer)" || !f.AgainstBots() || tables.HasFormer(f.Match) {
				t.Errorf("after the third has left the seats are %+v", f.Seats)
			}
			f = c.PlayWithout(func(f match.Match) bool { return f.Seats[0].Bot > 0 }, 1)
			last := f.Events[len(f.Events)-1]
			if !f.IsOver() || !slices.ContainsFunc(f.Events, func(e db.Event) bool { return e.Seat == 1 && e.Text == "timeout" }) {
				t.Errorf("the last person is replaced as well: %+v, %+v", f.Seats, last)
			}
			text, err := f.Record(nil)
			if err != nil || !strings.Contains(string(text), `[Seat3 "Knight 2 (computer)"]`) || !strings.Contains(string(text), "\n2: bot 3\n") {
				t.Errorf("record %.300s, %v", text, err)
			}
			parsed, err := record.Parse(strings.NewReader(string(text)))
			if err != nil {
				t.Fatal(err)
			}
			if again, err := parsed.Match(catalog.Find); err != nil || !again.Over() {
				t.Errorf("the record is not replayed: %v", err)
			}
		})
	}
}

// A bot that takes the seat of a player who owes a decision is due at once, also without an event.
func TestBotsTakeOverATurn(t *testing.T) {
	t.Parallel()
	c := roomstest.NewClockTable(t, "knizia", 2, clock.Control{Move: roomstest.Day, BotsTakeOver: true})
	owing := c.LoadNow().Acting()[0]
	if err := c.Tables.Leave(t.Context(), c.Players[owing-1].ID); err != nil {
		t.Fatal(err)
	}
	if f := c.LoadStored(); f.Ply != 1 || f.Events[0].Text != "bot 3" || f.BotDue.IsZero() || f.Seats[owing-1].Bot != match.TakeOverLevel {
		t.Fatalf("due %v at ply %d: %+v", f.BotDue, f.Ply, f.Seats)
	}
	c.Pass(match.BotPause)
	if err := c.Bots.PlayBot(t.Context(), db.DueBot{Match: c.ID}, roomstest.AtOnce); err != nil || c.Ply() == 1 {
		t.Errorf("the bot leaves the match at ply %d, %v", c.Ply(), err)
	}
}
