package postgres_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"tableronde/db"
	"tableronde/db/dbtest"
	"tableronde/db/postgres"
	"tableronde/db/postgres/pgtest"
	"tableronde/games"
	"tableronde/games/rating"
)

// world has the rows that several writes share while they run at the same time.
type world struct {
	s                db.Store
	ada, bo, cy, di  db.Player
	live, over, open db.Match
	rival            db.Match // ada's challenge to bo on a ladder
	cup              db.Cup
	offer            db.StandingOffer
	hook             db.Target
	book             db.Collection
	token            db.Token
	pass             db.Pass
	letters          []db.Mail
	message          db.Message
	notices          []db.Notice
	deliveries       []db.Delivery
	number           int
}

// newWorld makes a world of its own in a store.
func newWorld(t testing.TB, s db.Store, number int) *world {
	t.Helper()
	ctx := t.Context()
	w := &world{s: s, number: number, ada: dbtest.MustPlayer(t, s, "Ada"), bo: dbtest.MustPlayer(t, s, "Bo"), cy: dbtest.MustPlayer(t, s, "Cy"), di: dbtest.MustPlayer(t, s, "Di")}
	do := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	do(s.JoinLadder(ctx, fmt.Sprint("camelot", number), w.di.ID))
	for i, p := range []db.Player{w.ada, w.bo, w.cy} {
		key := fmt.Sprint(number, " ", i)
		_, err := s.CreateAccount(ctx, db.Once{}, db.NewAccount{Player: p.ID, Name: p.Name, Keys: []string{"a" + key, "b" + key}, Password: "hash",
			Passkey: &db.NewPasskey{ID: []byte("passkey " + key + strings.Repeat(" ", 16)), Name: "key", Public: []byte("public"), Handle: []byte(key + strings.Repeat("h", 32))[:32]}}, nil)
		do(err)
		do(s.QueueMail(ctx, db.NewMail{Kind: db.MailConfirm, Player: p.ID, Address: key + "@example.com", Language: "en"}))
		do(s.JoinLadder(ctx, fmt.Sprint("camelot", number), p.ID))
		do(s.Sessions().CommitFor(ctx, "session "+key, []byte("x"), time.Now().Add(time.Hour), p.ID, "device"))
		do(s.SetTie(ctx, w.cy.ID, []db.Player{w.ada, w.bo, w.ada}[i].ID, db.TieFavorite))
	}
	w.live, w.over = dbtest.MustStart(t, s, w.ada, w.bo), dbtest.MustStart(t, s, w.bo, w.ada)
	dbtest.MustAppend(t, s, w.live.ID, func(m db.Match, o db.Orders) (db.Change, error) {
		c, err := dbtest.Move("E6-E8")(m, o)
		c.Orders = db.Orders{1: "orders", 2: "orders"}
		c.Notices = []db.Notice{{Kind: db.NoticeTurn, Recipient: w.ada.ID}, {Kind: db.NoticeTurn, Recipient: w.bo.ID}}
		return c, err
	})
	dbtest.MustAppend(t, s, w.over.ID, dbtest.Finish(1))
	_, err := s.VoteRematch(ctx, db.Once{}, db.RematchVote{Match: w.over.ID, Player: w.bo.ID, Lasts: time.Hour, Next: w.rematch}, nil)
	do(err)
	w.open = dbtest.MustCreate(t, s, db.NewMatch{Public: true, Host: w.ada.ID, HostSeat: 1, Challenged: w.cy.ID, MaxOpen: 100, Reserve: map[games.Seat]string{2: w.bo.ID}, Seats: 4})
	w.rival, err = s.ChallengeOnLadder(ctx, db.Once{}, w.rivalry(w.bo.ID, w.ada.ID), nil)
	do(err)
	w.cup, err = s.MakeCup(ctx, db.Once{}, db.NewCup{Host: w.ada.ID, Plan: "{}", Places: 8, Starts: time.Now(), Entrants: []string{w.ada.ID, w.bo.ID}}, nil)
	do(err)
	w.offer, err = s.AddStanding(ctx, db.Once{}, db.StandingOffer{Player: w.ada.ID, Proposal: "{}", Most: 2}, nil)
	do(err)
	w.hook, err = s.AddTarget(ctx, db.Once{}, db.NewTarget{Player: w.ada.ID, Channel: db.ByWebhook, Address: "https://example.com", Format: db.FormatJSON, Kinds: db.NoticeKinds}, nil)
	do(err)
	do(s.NoteTarget(ctx, w.hook.ID, "why"))
	w.message, err = s.AddMessage(ctx, db.Once{}, db.NewMessage{Match: w.live.ID, Player: w.bo.ID, To: []games.Seat{1, 2}, Text: "Hello"}, nil)
	do(err)
	do(s.ReportMessage(ctx, w.live.ID, w.message.ID, w.ada.ID))
	w.book, err = s.SaveCollection(ctx, db.Collection{Player: w.ada, Title: "Book", Public: true})
	do(err)
	do(s.Collect(ctx, w.book.ID, w.ada.ID, w.over.ID, 0))
	w.token, _, err = s.CreateToken(ctx, db.Once{}, db.NewToken{Player: w.ada.ID, Name: "token", Scopes: db.AllScopes}, nil)
	do(err)
	w.pass, err = s.CreatePass(ctx, w.ada.ID)
	do(err)
	w.letters = w.dueMails(t)
	do(s.ConfirmAddress(ctx, w.letters[1].Token))
	do(s.QueueMail(ctx, db.NewMail{Kind: db.MailEnter, Address: w.letters[1].Address, Language: "en"}))
	w.letters = w.dueMails(t)
	notices, err := s.Notices(ctx, db.MaxPage)
	do(err)
	var ids []int64
	var list []db.NewDelivery
	for _, n := range notices {
		ids = append(ids, n.ID)
		if n.Recipient == w.ada.ID {
			list = append(list, db.NewDelivery{Notice: n, Target: w.hook.ID}, db.NewDelivery{Notice: n, Target: db.MailTarget(w.ada.ID)})
		}
	}
	do(s.DispatchNotices(ctx, ids, list))
	w.deliveries, err = s.DueFor(ctx, w.hook.ID, 1000)
	do(err)
	dbtest.MustAppend(t, s, w.live.ID, func(m db.Match, o db.Orders) (db.Change, error) {
		c, err := dbtest.Move("E6-E8")(m, o)
		c.Notices = []db.Notice{{Kind: db.NoticeTurn, Recipient: w.ada.ID}}
		return c, err
	})
	w.notices, err = s.Notices(ctx, db.MaxPage)
	do(err)
	if len(w.letters) != 3 || len(w.deliveries) < 2 || len(w.notices) == 0 {
		t.Fatalf("a world with %d letters, %d deliveries, %d notices", len(w.letters), len(w.deliveries), len(w.notices))
	}
	return w
}

// dueMails lists the mails of the world that are due.
func (w *world) dueMails(t testing.TB) []db.Mail {
	t.Helper()
	list, err := w.s.DueMails(t.Context(), 1000)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(list, func(m db.Mail) bool { return !strings.HasPrefix(m.Address, fmt.Sprint(w.number, " ")) })
}

func (w *world) rematch(m db.Match) db.NewMatch {
	return db.NewMatch{Game: "camelot", Version: 1, Seats: 2, Host: w.ada.ID, Reserve: map[games.Seat]string{1: w.ada.ID, 2: w.bo.ID}, ToAct: []games.Seat{1}}
}

func (w *world) rivalry(by, of string) db.NewLadderChallenge {
	return db.NewLadderChallenge{Table: db.NewMatch{Game: fmt.Sprint("camelot", w.number), Version: 1, Seats: 2, Host: by, Challenged: of, MaxOpen: 100, ToAct: []games.Seat{1}},
		Until: time.Now().Add(time.Hour), Reach: func(int) int { return 9 }}
}

func (w *world) delivered() (ids []string) {
	for _, d := range w.deliveries {
		if d.Target == w.hook.ID {
			ids = append(ids, d.ID)
		}
	}
	return ids
}

// once returns the key of a request of ada.
func (w *world) once(name string) db.Once {
	return db.Once{Caller: w.ada.ID, Key: fmt.Sprint(name, " ", w.number), Request: []byte(name)}
}

// drop drops the first result of a write.
func drop[T any](_ T, err error) error { return err }

// writes are the writes of a store, by method.
var writes = map[string]func(ctx context.Context, w *world) error{
	"Append": func(ctx context.Context, w *world) error {
		return drop(w.s.Append(ctx, w.once("append"), w.live.ID, func(m db.Match, o db.Orders) (db.Change, error) {
			c, err := dbtest.Move("E6-E8")(m, o)
			c.Orders = db.Orders{1: "other orders"}
			c.Notices = []db.Notice{{Kind: db.NoticeTurn, Recipient: w.bo.ID}}
			c.Visits = map[string]db.Visit{w.ada.ID: {Seen: 1}, w.bo.ID: {Seen: 1}}
			return c, err
		}))
	},
	"Append of a take-over": func(ctx context.Context, w *world) error {
		return drop(w.s.Append(ctx, db.Once{}, w.live.ID, func(m db.Match, o db.Orders) (db.Change, error) {
			c, err := dbtest.Move("bot")(m, o)
			c.TakenOver = map[games.Seat]int{2: 3}
			return c, err
		}))
	},
	"ShowMatch":    func(ctx context.Context, w *world) error { return drop(w.s.ShowMatch(ctx, w.over.ID, true)) },
	"ShareMatch":   func(ctx context.Context, w *world) error { return drop(w.s.ShareMatch(ctx, db.Once{}, w.over.ID, nil)) },
	"UnshareMatch": func(ctx context.Context, w *world) error { return drop(w.s.UnshareMatch(ctx, w.over.ID)) },
	"CreateMatch": func(ctx context.Context, w *world) error {
		return drop(w.s.CreateMatch(ctx, w.once("create"), db.NewMatch{Game: "camelot", Version: 1, Seats: 3, Public: true, Host: w.ada.ID, Challenged: w.bo.ID, MaxOpen: 100}, nil))
	},
	"CreateMatch against bots": func(ctx context.Context, w *world) error {
		return drop(w.s.CreateMatch(ctx, w.once("bots"), db.NewMatch{Game: "camelot", Version: 1, Seats: 3, Host: w.ada.ID, HostSeat: 1, Bots: map[games.Seat]int{2: 5, 3: 1},
			ToAct: []games.Seat{1}, BotLimits: db.BotLimits{Unfinished: 100, AnHour: 100}}, nil))
	},
	"JoinMatch": func(ctx context.Context, w *world) error {
		return drop(w.s.JoinMatch(ctx, db.Once{}, db.Joining{Match: w.open.ID, Player: w.cy.ID}, nil))
	},
	"JoinMatch by a bot": func(ctx context.Context, w *world) error {
		return drop(w.s.JoinMatch(ctx, db.Once{}, db.Joining{Match: w.open.ID, Host: w.ada.ID, Bot: 2}, nil))
	},
	"StartMatch": func(ctx context.Context, w *world) error {
		return drop(w.s.StartMatch(ctx, db.Once{}, db.Starting{Match: w.open.ID, Host: w.ada.ID, Bot: 4, BotLimits: db.BotLimits{Unfinished: 100}}, nil))
	},
	"DeleteOpenMatch": func(ctx context.Context, w *world) error { return w.s.DeleteOpenMatch(ctx, w.open.ID, w.ada.ID) },
	"RenewInvite": func(ctx context.Context, w *world) error {
		return drop(w.s.RenewInvite(ctx, db.Once{}, w.open.ID, w.ada.ID, nil))
	},
	"WithdrawInvite": func(ctx context.Context, w *world) error {
		return drop(w.s.WithdrawInvite(ctx, db.Once{}, w.open.ID, w.ada.ID, nil))
	},
	"Challenge": func(ctx context.Context, w *world) error {
		return drop(w.s.Challenge(ctx, db.Once{}, w.open.ID, w.ada.ID, w.di.ID, nil))
	},
	"EndChallenge": func(ctx context.Context, w *world) error {
		return drop(w.s.EndChallenge(ctx, db.Once{}, w.open.ID, w.cy.ID, true, nil))
	},
	"AddStanding": func(ctx context.Context, w *world) error {
		return drop(w.s.AddStanding(ctx, w.once("standing"), db.StandingOffer{Player: w.ada.ID, Proposal: "{}", Most: 1}, nil))
	},
	"SetStanding":    func(ctx context.Context, w *world) error { return w.s.SetStanding(ctx, w.ada.ID, w.offer.ID, 3, false) },
	"RemoveStanding": func(ctx context.Context, w *world) error { return w.s.RemoveStanding(ctx, w.ada.ID, w.offer.ID) },
	"OpenStanding": func(ctx context.Context, w *world) error {
		return drop(w.s.OpenStanding(ctx, w.offer.ID, db.NewMatch{Game: "camelot", Version: 1, Seats: 2, Public: true, Host: w.ada.ID, MaxOpen: 100, ToAct: []games.Seat{1}}))
	},
	"MakeCup": func(ctx context.Context, w *world) error {
		return drop(w.s.MakeCup(ctx, db.Once{}, db.NewCup{Host: w.ada.ID, Plan: "{}", Places: 4, Starts: time.Now(), Entrants: []string{w.bo.ID, db.BotPlayer(2, 3).ID}}, nil))
	},
	"JoinCup":  func(ctx context.Context, w *world) error { return drop(w.s.JoinCup(ctx, w.cup.ID, w.cy.ID, "")) },
	"LeaveCup": func(ctx context.Context, w *world) error { return drop(w.s.LeaveCup(ctx, w.cup.ID, w.bo.ID)) },
	"StepCup": func(ctx context.Context, w *world) error {
		_, _, err := w.s.StepCup(ctx, w.cup.ID, func(c db.Cup) (step db.CupStep, err error) {
			for _, e := range c.Entrants {
				step.Order = append(step.Order, e.Player.ID)
			}
			if len(step.Order) >= 2 {
				step.Matches = []db.NewMatch{{Game: "camelot", Version: 1, Seats: 2, Host: step.Order[1], Reserve: map[games.Seat]string{1: step.Order[1], 2: step.Order[0]},
					ToAct: []games.Seat{1}, Cup: db.CupPlace{Cup: c.ID, Round: 1, Pairing: 1, Number: 1 + len(c.Matches), Entries: []int{1, 2}}}}
			}
			return step, nil
		})
		return err
	},
	"VoteRematch": func(ctx context.Context, w *world) error {
		return drop(w.s.VoteRematch(ctx, db.Once{}, db.RematchVote{Match: w.over.ID, Player: w.ada.ID, Lasts: time.Hour, Next: w.rematch}, nil))
	},
	"DeclineRematch": func(ctx context.Context, w *world) error {
		return drop(w.s.DeclineRematch(ctx, db.Once{}, w.over.ID, w.ada.ID, nil))
	},
	"DeleteExhibition": func(ctx context.Context, w *world) error {
		err := w.s.DeleteExhibition(ctx, w.live.ID)
		if errors.Is(err, db.ErrNotFound) { // it is the match of people
			return nil
		}
		return err
	},
	"NoteHint":     func(ctx context.Context, w *world) error { return drop(w.s.NoteHint(ctx, w.live.ID, 1, 1)) },
	"CreatePlayer": func(ctx context.Context, w *world) error { return drop(w.s.CreatePlayer(ctx, "Di")) },
	"CreateGuest": func(ctx context.Context, w *world) error {
		_, _, err := w.s.CreateGuest(ctx, w.once("guest"), "Di", nil)
		return err
	},
	"RenamePlayer": func(ctx context.Context, w *world) error { return w.s.RenamePlayer(ctx, w.ada.ID, "Adele") },
	"SetHabits":    func(ctx context.Context, w *world) error { return w.s.SetHabits(ctx, w.ada.ID, "auto") },
	"NoteVisit": func(ctx context.Context, w *world) error {
		return w.s.NoteVisit(ctx, w.live.ID, w.ada.ID, db.Visit{Seen: 1})
	},
	"CreateToken": func(ctx context.Context, w *world) error {
		_, _, err := w.s.CreateToken(ctx, db.Once{}, db.NewToken{Player: w.ada.ID, Name: "more", Scopes: db.AllScopes}, nil)
		return err
	},
	"RevokeToken": func(ctx context.Context, w *world) error { return w.s.RevokeToken(ctx, w.ada.ID, w.token.ID) },
	"CreateAccount": func(ctx context.Context, w *world) error {
		p, err := w.s.CreatePlayer(ctx, "Eva")
		if err != nil {
			return err
		}
		key := fmt.Sprint(w.number, " 0")
		return drop(w.s.CreateAccount(ctx, db.Once{}, db.NewAccount{Player: p.ID, Name: "Eva", Keys: []string{"b" + key, "a" + key}}, nil))
	},
	"RenameAccount": func(ctx context.Context, w *world) error {
		return w.s.RenameAccount(ctx, w.ada.ID, "Adele", []string{fmt.Sprint("x", w.number), fmt.Sprint("y", w.number)})
	},
	"RenameAccount of another": func(ctx context.Context, w *world) error {
		return w.s.RenameAccount(ctx, w.bo.ID, "Adele", []string{fmt.Sprint("y", w.number), fmt.Sprint("x", w.number)})
	},
	"SetPassword": func(ctx context.Context, w *world) error {
		return w.s.SetPassword(ctx, db.NewPassword{Player: w.ada.ID, Hash: "other", Language: "en"})
	},
	"SetLanguage": func(ctx context.Context, w *world) error { return w.s.SetLanguage(ctx, w.ada.ID, "fr", true) },
	"InviteAccount": func(ctx context.Context, w *world) error {
		return drop(w.s.InviteAccount(ctx, time.Now().Add(time.Hour)))
	},
	"ProveByMail": func(ctx context.Context, w *world) error {
		if err := w.s.ProveByMail(ctx, w.ada.ID, "000000"); err != db.ErrNotFound {
			return fmt.Errorf("a wrong code: %w", err)
		}
		return nil
	},
	"Park": func(ctx context.Context, w *world) error {
		return w.s.Park(ctx, db.Parked{Worker: "bots", Item: w.live.ID, Failures: 5})
	},
	"Unpark": func(ctx context.Context, w *world) error { return w.s.Unpark(ctx, "bots", w.live.ID) },
	"AddPasskey": func(ctx context.Context, w *world) error {
		return w.s.AddPasskey(ctx, w.ada.ID, db.NewPasskey{ID: []byte(fmt.Sprint("another passkey ", w.number)), Name: "key", Public: []byte("p"), Handle: []byte(strings.Repeat("h", 32))})
	},
	"UsePasskey":    func(ctx context.Context, w *world) error { return w.s.UsePasskey(ctx, w.passkey(), 7) },
	"RemovePasskey": func(ctx context.Context, w *world) error { return w.s.RemovePasskey(ctx, w.ada.ID, w.passkey(), "en") },
	"CreatePass":    func(ctx context.Context, w *world) error { return drop(w.s.CreatePass(ctx, w.ada.ID)) },
	"UsePass":       func(ctx context.Context, w *world) error { return drop(w.s.UsePass(ctx, w.pass.Token)) },
	"QueueMail": func(ctx context.Context, w *world) error {
		return w.s.QueueMail(ctx, db.NewMail{Kind: db.MailConfirm, Player: w.ada.ID, Address: w.letters[0].Address, Language: "en"})
	},
	"MailSent":       func(ctx context.Context, w *world) error { return w.s.MailSent(ctx, w.letters[0].ID, time.Hour) },
	"DelayMail":      func(ctx context.Context, w *world) error { return w.s.DelayMail(ctx, w.letters[0].ID, "why", 0) },
	"DropMail":       func(ctx context.Context, w *world) error { return w.s.DropMail(ctx, w.letters[1].ID) },
	"ConfirmAddress": func(ctx context.Context, w *world) error { return w.s.ConfirmAddress(ctx, w.letters[0].Token) },
	"EnterByMail": func(ctx context.Context, w *world) error {
		return drop(w.s.EnterByMail(ctx, w.letters[2].Token, "hash"))
	},
	"RemoveAddress": func(ctx context.Context, w *world) error { return w.s.RemoveAddress(ctx, w.bo.ID, "en") },
	"SetNotices":    func(ctx context.Context, w *world) error { return w.s.SetNotices(ctx, w.ada.ID, db.NoticeSettings{}) },
	"AddTarget": func(ctx context.Context, w *world) error {
		return drop(w.s.AddTarget(ctx, db.Once{}, db.NewTarget{Player: w.ada.ID, Channel: db.ByPush, Address: fmt.Sprint("https://push", w.number)}, nil))
	},
	"AddTarget of another": func(ctx context.Context, w *world) error {
		return drop(w.s.AddTarget(ctx, db.Once{}, db.NewTarget{Player: w.bo.ID, Channel: db.ByPush, Address: fmt.Sprint("https://push", w.number)}, nil))
	},
	"RemoveTarget":   func(ctx context.Context, w *world) error { return w.s.RemoveTarget(ctx, w.ada.ID, w.hook.ID) },
	"RenewFeed":      func(ctx context.Context, w *world) error { return w.s.RenewFeed(ctx, w.ada.ID) },
	"JoinDeliveries": func(ctx context.Context, w *world) error { return w.s.JoinDeliveries(ctx, "message", w.delivered()) },
	"Delivered":      func(ctx context.Context, w *world) error { return w.s.Delivered(ctx, w.hook.ID, w.delivered()) },
	"DropDeliveries": func(ctx context.Context, w *world) error {
		ids := w.delivered()
		slices.Reverse(ids)
		return w.s.DropDeliveries(ctx, ids)
	},
	"FailDeliveries": func(ctx context.Context, w *world) error {
		return w.s.FailDeliveries(ctx, w.hook.ID, w.delivered(), "why", 0)
	},
	"SwitchOff":  func(ctx context.Context, w *world) error { return w.s.SwitchOff(ctx, w.hook.ID, "why") },
	"NoteTarget": func(ctx context.Context, w *world) error { return w.s.NoteTarget(ctx, w.hook.ID, "") },
	"ChangeStudy": func(ctx context.Context, w *world) error {
		return w.s.ChangeStudy(ctx, w.live.ID, w.ada.ID, func(string) (string, error) { return "study", nil })
	},
	"AnswerPuzzle": func(ctx context.Context, w *world) error {
		_, err := w.s.AnswerPuzzle(ctx, w.ada.ID, db.PuzzleID{Game: "cam", Number: 1}, func(p db.PuzzleTry, _, r rating.Rating) (db.PuzzleTry, rating.Rating) { return p, dbtest.Attempted(r) })
		return err
	},
	"AddLessons": func(ctx context.Context, w *world) error {
		return w.s.AddLessons(ctx, w.ada.ID, "camelot.2", "camelot.1")
	},
	"SetRemark": func(ctx context.Context, w *world) error {
		return w.s.SetRemark(ctx, w.ada.ID, db.Remark{Match: w.live.ID, Text: "remark"})
	},
	"AddAnnal":         func(ctx context.Context, w *world) error { return w.s.AddAnnal(ctx, w.annal()) },
	"SaveCollection":   func(ctx context.Context, w *world) error { return drop(w.s.SaveCollection(ctx, w.book)) },
	"DeleteCollection": func(ctx context.Context, w *world) error { return w.s.DeleteCollection(ctx, w.book.ID, w.ada.ID) },
	"Collect":          func(ctx context.Context, w *world) error { return w.s.Collect(ctx, w.book.ID, w.ada.ID, w.over.ID, 0) },
	"Annotate": func(ctx context.Context, w *world) error {
		return w.s.Annotate(ctx, w.book.ID, w.ada.ID, db.Remark{Match: w.over.ID, Text: "note"})
	},
	"ReportCollection": func(ctx context.Context, w *world) error { return w.s.ReportCollection(ctx, w.book.ID, w.bo.ID) },
	"AskReview":        func(ctx context.Context, w *world) error { return w.s.AskReview(ctx, w.over.ID, w.ada.ID) },
	"RedoReview":       func(ctx context.Context, w *world) error { return w.s.RedoReview(ctx, w.over.ID, "") },
	"SaveReview":       func(ctx context.Context, w *world) error { return w.s.SaveReview(ctx, w.over.ID, "", "text", true) },
	"Archive":          func(ctx context.Context, w *world) error { return w.archive(ctx, w.ada.ID, w.bo.ID, 1, 2) },
	"JoinLadder":       func(ctx context.Context, w *world) error { return w.s.JoinLadder(ctx, w.rival.Game, w.ada.ID) },
	"LeaveLadder":      func(ctx context.Context, w *world) error { return w.s.LeaveLadder(ctx, w.rival.Game, w.cy.ID) },
	"LeaveAbsent":      func(ctx context.Context, w *world) error { return w.s.LeaveAbsent(ctx, time.Now().Add(time.Hour)) },
	"ChallengeOnLadder": func(ctx context.Context, w *world) error {
		return drop(w.s.ChallengeOnLadder(ctx, db.Once{}, w.rivalry(w.cy.ID, w.di.ID), nil))
	},
	"SettleLadder": func(ctx context.Context, w *world) error {
		_, _, err := w.s.SettleLadder(ctx, w.rival.ID)
		return err
	},
	"AddMessage": func(ctx context.Context, w *world) error {
		return drop(w.s.AddMessage(ctx, db.Once{}, db.NewMessage{Match: w.live.ID, Player: w.ada.ID, To: []games.Seat{1, 2}, Text: "Hello"}, nil))
	},
	"ReadMessages": func(ctx context.Context, w *world) error { return w.s.ReadMessages(ctx, w.live.ID, w.ada.ID) },
	"SeeWatchers":  func(ctx context.Context, w *world) error { return w.s.SeeWatchers(ctx, w.live.ID, w.cy.ID) },
	"ReportMessage": func(ctx context.Context, w *world) error {
		return w.s.ReportMessage(ctx, w.live.ID, w.message.ID, w.cy.ID)
	},
	"SetTie":           func(ctx context.Context, w *world) error { return w.s.SetTie(ctx, w.bo.ID, w.ada.ID, db.TieBlock) },
	"SetTie back":      func(ctx context.Context, w *world) error { return w.s.SetTie(ctx, w.ada.ID, w.bo.ID, db.TieBlock) },
	"Leave":            func(ctx context.Context, w *world) error { return w.s.Leave(ctx, w.ada.ID) },
	"Leave of another": func(ctx context.Context, w *world) error { return w.s.Leave(ctx, w.bo.ID) },
	"LeaveTable":       func(ctx context.Context, w *world) error { return drop(w.s.LeaveTable(ctx, w.open.ID, w.bo.ID)) },
	"HasLeft":          func(ctx context.Context, w *world) error { return w.s.HasLeft(ctx, w.cy.ID) },
	"Act": func(ctx context.Context, w *world) error {
		return w.s.Act(ctx, db.NewAct{Kind: db.ActSuspend, Player: w.ada.ID, Until: time.Now(), Reason: "why"})
	},
	"Act of another try": func(ctx context.Context, w *world) error {
		return w.s.Act(ctx, db.NewAct{Kind: db.ActRetry, Detail: w.hook.ID, Reason: "why"})
	},
	"Act of a removal": func(ctx context.Context, w *world) error {
		return w.s.Act(ctx, db.NewAct{Kind: db.ActRemove, Detail: w.message.ID, Reason: "why"})
	},
	"NoteBackup": func(ctx context.Context, w *world) error { return w.s.NoteBackup(ctx, db.Backup{At: time.Now()}) },
	"Remember": func(ctx context.Context, w *world) error {
		return w.s.Remember(ctx, w.once("append"), 200, []byte("note"))
	},
	"DispatchNotices": func(ctx context.Context, w *world) error { return w.dispatch(ctx) },
	"DelayNotice":     func(ctx context.Context, w *world) error { return w.s.DelayNotice(ctx, w.notices[0].ID, time.Now()) },
	"AcquireLease":    func(ctx context.Context, w *world) error { return drop(w.s.AcquireLease(ctx, "job", "me", time.Hour)) },
	"ReleaseLease":    func(ctx context.Context, w *world) error { return w.s.ReleaseLease(ctx, "job", "me") },
	"Beat": func(ctx context.Context, w *world) error {
		_, _, err := w.s.Beat(ctx, time.Now(), time.Hour, 0)
		return err
	},
	"Ready": func(ctx context.Context, w *world) error { return w.s.Ready(ctx) },
	"Purge": func(ctx context.Context, w *world) error { return w.s.Purge(ctx, nil) },
	"CommitFor": func(ctx context.Context, w *world) error {
		return w.s.Sessions().CommitFor(ctx, fmt.Sprint("session ", w.number, " 0"), nil, time.Now().Add(time.Hour), w.ada.ID, "")
	},
	"EndSession": func(ctx context.Context, w *world) error {
		return w.s.Sessions().EndSession(ctx, w.ada.ID, fmt.Sprint("session ", w.number, " 0"))
	},
	"EndOtherSessions": func(ctx context.Context, w *world) error { return w.s.Sessions().EndOtherSessions(ctx, w.ada.ID, "") },
	"DeleteCtx": func(ctx context.Context, w *world) error {
		return w.s.Sessions().DeleteCtx(ctx, fmt.Sprint("session ", w.number, " 1"))
	},
	"Changes": func(ctx context.Context, w *world) error { return drop(w.s.Feed().Changes(ctx, 0, 10)) },
	"Archive of the same players": func(ctx context.Context, w *world) error {
		m, err := w.s.CreateMatch(ctx, db.Once{}, db.NewMatch{Game: "camelot", Version: 1, Seats: 2, Host: w.bo.ID, HostSeat: 1, Public: true,
			Reserve: map[games.Seat]string{2: w.ada.ID}, ToAct: []games.Seat{1}}, nil)
		if err != nil {
			return err
		}
		if _, err := w.s.Append(ctx, db.Once{}, m.ID, dbtest.Finish(1)); err != nil {
			return err
		}
		return (&world{s: w.s, over: m}).archive(ctx, w.bo.ID, w.ada.ID, 2, 1)
	},
}

func (w *world) passkey() []byte {
	return []byte(fmt.Sprint("passkey ", w.number, " 0") + strings.Repeat(" ", 16))
}

func (w *world) annal() db.HistoricGame {
	return db.HistoricGame{ID: "past-0000001", Collection: db.Collection{ID: "past-0000000", Title: "Past"}, Game: "camelot", Version: 1, Seats: 2, Title: "Past",
		Played: time.Now(), Events: []db.Event{{Seat: 1, Text: "E6-E8", At: time.Now()}}, Result: &games.Result{Reason: "castle"}}
}

func (w *world) dispatch(ctx context.Context) error {
	var ids []int64
	var list []db.NewDelivery
	for _, n := range w.notices {
		ids = append(ids, n.ID)
		list = append(list, db.NewDelivery{Notice: n, Target: w.hook.ID})
	}
	return w.s.DispatchNotices(ctx, ids, list)
}

// archive archives the match that is over, with two players and two positions.
func (w *world) archive(ctx context.Context, a, b string, first, second int64) error {
	e := db.Ending{Listed: true, Outcome: 1, Rated: []string{a, b}, Rate: func(before map[string]rating.Rating) map[string]rating.Rating {
		return map[string]rating.Rating{a: {Points: 1600}, b: {Points: 1400}}
	}}
	for i := range int64(20) {
		at := i
		if first > second {
			at = 19 - i
		}
		e.Passed = append(e.Passed, db.Passed{Position: at, Ply: int(i), Move: "E6-E8"})
	}
	for _, pair := range [][2]string{{a, b}, {b, a}} {
		e.Played = append(e.Played, db.Played{Player: pair[0]}, db.Played{Player: pair[0], Opponent: pair[1]})
		e.Answers = append(e.Answers, db.Answers{Player: pair[0], Counts: [db.AnswerSteps]int{1, 1}})
	}
	return w.s.Archive(ctx, w.over.ID, e)
}

// reads are the methods of a store that write nothing.
var reads = regexp.MustCompile(`^(Account|Activity|Acts|Annotations|Answer|Archived|Backups|BotsDue|BotWins|CanJoin|Challenges?Of|ChangedSince|Close|Collected|Collection|Continuations|CountOpen|Cups?$|Due|EachMatch|Feed|FittingTables|FoldOf|Handle|TablesToReopen|IsAccountInvite|IsOperator|LadderChallenge|LadderDue|LadderResults|LadderSizes|Ladder$|LastFailure|Leaders|Leaving|LessonsOf|List|Logs|MailByToken|Match(By|esOf|$)|Message(s?Of|sBy|To)|MuteToken|NextBotDue|NextDue|Notices|OpenTables|Orders(Of|By)|Passing|Passkey(sOf)?$|PendingAddress|PendingReviews|Player(By|$)|Present|PublicCollections|PublicMatches|PushKey|PuzzleDays|PuzzlePoints|PuzzleRating|PuzzleTry|PuzzlesTried|QuickCheck|RatedPairs|RatingSteps|RatingsOf|Recipient|RemarkedBy|RemarksOf|ReportedBy|Review(Of|sBy)|RungsOf|Scores|Sessions|Blocks|Size|StandingOf|StudiesOf|StudyOf|Tablemates|Tally|Through|TiesOf|Timed|TokensOf|Turns|Unarchived|UnreadWatchers|Unreviewed|Version|Visit|WatchedBy)`)

// write is a run of a write that is held up before one of its statements, if it has that one.
type write struct {
	name   string
	before atomic.Int64 // the number of the statement; 0 for none
	seen   atomic.Int64 // statements
	free   *atomic.Int64
	held   atomic.Bool
	ended  atomic.Bool
	resume chan struct{}
}

type writeKey struct{}

// hold is the Trace of the store.
func hold(ctx context.Context, _ string) {
	r, ok := ctx.Value(writeKey{}).(*write)
	if !ok || r.seen.Add(1) != r.before.Load() {
		return
	}
	r.held.Store(true)
	r.free.Add(-1)
	<-r.resume
	r.free.Add(1)
}

// run runs the write to its end.
func (r *write) run(w *world) error {
	defer r.ended.Store(true)
	return writes[r.name](context.WithValue(context.Background(), writeKey{}, r), w)
}

// stop is a statement of a write before which it is held up.
type stop struct {
	write     string
	statement int64
}

// No two writes of a store wait for each other. Each write is held up in its middle and near
// its end while all writes run, and none is undone by a deadlock. Writes that do not wait for
// each other are held up together, or each by itself in long runs.
func TestWritesTakeLocksInOneOrder(t *testing.T) {
	if testing.Short() {
		t.Skip("left to check.sh")
	}
	t.Parallel()
	stores := reflect.TypeFor[db.Store]()
	for i := range stores.NumMethod() {
		if name := stores.Method(i).Name; writes[name] == nil && !reads.MatchString(name) {
			t.Errorf("the method %s of a store is not among the writes of this test", name)
		}
	}
	url := pgtest.NewStore(t)
	admin, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	if _, err := admin.ExecContext(t.Context(), `DO $$ BEGIN EXECUTE 'ALTER DATABASE ' || current_database() || ' SET deadlock_timeout = ''30ms'''; END $$`); err != nil {
		t.Fatal(err)
	}
	s, err := postgres.OpenWith(t.Context(), url, postgres.Options{Connections: len(writes), Trace: hold})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	atOnce := len(writes)
	if os.Getenv("TABLERONDE_LONG") != "" {
		atOnce = 1
	}
	number := 0
	next := func() *world {
		number++
		return newWorld(t, s, number)
	}
	for stops := stopsOf(t, next); len(stops) > 0; {
		left := race(t, admin, next(), stops, atOnce)
		if n := s.Deadlocks(); n > 0 {
			t.Fatalf("%d deadlocks with writes held up at some of %v", n, stops)
		}
		stops = left
	}
	t.Logf("in %d worlds", number)
}

// stopsOf lists the statements before which writes are held up: first one in the middle of each,
// then one near the end. Each write runs in a world in which others may have run,
// or in a new one if it fails in that.
func stopsOf(t *testing.T, next func() *world) []stop {
	t.Helper()
	var middles, ends []stop
	w := next()
	for _, name := range slices.Sorted(maps.Keys(writes)) {
		r := &write{name: name}
		if r.run(w) != nil {
			w, r = next(), &write{name: name}
			if err := r.run(w); err != nil && !errors.Is(err, db.ErrNameTaken) {
				t.Errorf("%s by itself: %v", name, err)
			}
		}
		middle, end := (r.seen.Load()+1)/2, r.seen.Load()-1
		if middle >= 2 {
			middles = append(middles, stop{name, middle})
		}
		if end > middle {
			ends = append(ends, stop{name, end})
		}
	}
	return append(middles, ends...)
}

// race holds up writes at some of the stops: the first, and others that do not wait for the
// held ones. Then it runs all other writes until each has ended or waits. It lets the held
// ones go on, one after the other. It returns the stops that are left.
func race(t *testing.T, admin *sql.DB, w *world, stops []stop, atOnce int) (left []stop) {
	t.Helper()
	var all sync.WaitGroup
	var free atomic.Int64 // writes that neither are held nor have ended
	settle := func() {
		for waiting := int64(-1); free.Load() > waiting; time.Sleep(time.Millisecond) {
			if err := admin.QueryRow(`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&waiting); err != nil {
				t.Fatal(err)
			}
		}
	}
	var held []*write
	started := map[string]bool{}
	start := func(at stop) *write {
		r := &write{name: at.write, free: &free, resume: make(chan struct{})}
		r.before.Store(at.statement)
		started[at.write] = true
		free.Add(1)
		all.Go(func() {
			defer free.Add(-1)
			if err := r.run(w); errors.As(err, new(*db.Panic)) || errors.As(err, new(*pgconn.PgError)) && !db.IsUnavailable(err) {
				t.Errorf("%s, among writes held up at some of %v: %v", r.name, stops, err)
			}
		})
		return r
	}
	for _, at := range stops {
		if started[at.write] || len(held) == atOnce {
			left = append(left, at)
			continue
		}
		r := start(at)
		settle()
		if r.before.Store(0); r.held.Load() {
			held = append(held, r)
		} else if !r.ended.Load() { // it waits for one that is held
			left = append(left, at)
		}
	}
	for name := range writes {
		if !started[name] {
			start(stop{write: name})
		}
	}
	for settle(); len(held) > 0; settle() {
		close(held[0].resume)
		held = held[1:]
	}
	all.Wait()
	return left
}
