package place_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/db/dbtest"
	"tableronde/db/internal/sqlstore"
	"tableronde/db/place"
	"tableronde/db/postgres"
	"tableronde/db/postgres/pgtest"
	"tableronde/db/sqlite"
	"tableronde/games"
	"tableronde/games/clock"
)

// accept takes every match for one that can be replayed.
func accept(db.Match) error { return nil }

// A store that goes to the other engine and back is the same in every table, and
// its invitations can be shown as before.
func TestCopyThereAndBack(t *testing.T) {
	file, database, back := furnishedFile(t), pgtest.NewDatabase(t), filepath.Join(t.TempDir(), "back.db")
	for _, way := range [][2]string{{file, database}, {database, back}} {
		copied, err := place.Copy(t.Context(), way[0], way[1], accept)
		if want := (place.Checked{Matches: 7, Events: db.FoldEvery + 1}); err != nil || copied != want {
			t.Fatalf("Copy(%s, %s) = %v, %v, want %v", way[0], way[1], copied, err, want)
		}
	}
	want := rowsOf(t, file)
	for _, table := range sqlstore.Moved {
		if len(want[table.Name]) == 0 {
			t.Errorf("the table %s is not tested: it is empty", table.Name)
		}
	}
	for _, copied := range []string{database, back} {
		if diff := cmp.Diff(want, rowsOf(t, copied)); diff != "" {
			t.Errorf("%s differs (-original +copy):\n%s", copied, diff)
		}
	}
	if got, want := invitationOf(t, openStore(t, database)), invitationOf(t, openStore(t, file)); got != want {
		t.Errorf("the invitation is %q in the copy, want %q", got, want)
	}
}

// Rows that are added to a copy get numbers after the copied ones.
func TestCopyGoesOn(t *testing.T) {
	database := pgtest.NewDatabase(t)
	if _, err := place.Copy(t.Context(), furnishedFile(t), database, accept); err != nil {
		t.Fatal(err)
	}
	s := openStore(t, database)
	a, b := dbtest.MustPlayer(t, s, "Gawain"), dbtest.MustPlayer(t, s, "Hector")
	m := dbtest.MustStart(t, s, a, b)
	dbtest.MustAppend(t, s, m.ID, func(m db.Match, _ db.Orders) (db.Change, error) {
		change, err := dbtest.Move("E6-E8")(m, nil)
		change.Notices = []db.Notice{{Kind: db.NoticeTurn, Recipient: b.ID}}
		return change, err
	})
	notices, err := s.Notices(t.Context(), 100)
	if err != nil || len(notices) == 0 || notices[len(notices)-1].Recipient != b.ID {
		t.Errorf("Notices = %v, %v, want the new one last", notices, err)
	}
}

// A copy is the store as it was at one moment, although writes go on.
func TestCopyIsOfOneMoment(t *testing.T) {
	for name, from := range map[string]string{"file": furnishedFile(t), "database": furnishedDatabase(t)} {
		t.Run(name, func(t *testing.T) {
			s, to, before := openStore(t, from), filepath.Join(t.TempDir(), "copy.db"), rowsOf(t, from)
			matches, err := s.PublicMatches(t.Context(), false, 10)
			if err != nil || len(matches) != 1 {
				t.Fatalf("PublicMatches = %v, %v, want one match", matches, err)
			}
			write := func(db.Match) error {
				dbtest.MustAppend(t, s, matches[0].ID, dbtest.Move("E8-E9"))
				dbtest.MustPlayer(t, s, "Dinadan")
				return nil
			}
			if _, err := place.Copy(t.Context(), from, to, write); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(before, rowsOf(t, to)); diff != "" {
				t.Errorf("the copy differs (-before +copy):\n%s", diff)
			}
			if len(rowsOf(t, from)["players"]) == len(before["players"]) {
				t.Error("nothing was written meanwhile")
			}
		})
	}
}

// A copy goes only to an empty place, and leaves other places as they are.
func TestCopyRefusesWhatIsNotEmpty(t *testing.T) {
	file := furnishedFile(t)
	for name, to := range map[string]string{"file": furnishedFile(t), "database": furnishedDatabase(t)} {
		t.Run(name, func(t *testing.T) {
			before := rowsOf(t, to)
			_, err := place.Copy(t.Context(), file, to, accept)
			if !errors.Is(err, sqlstore.ErrNotEmpty) {
				t.Errorf("Copy = %v, want ErrNotEmpty", err)
			}
			if diff := cmp.Diff(before, rowsOf(t, to)); diff != "" {
				t.Errorf("the store that was there has changed (-before +after):\n%s", diff)
			}
		})
	}
}

// A match that cannot be replayed is not copied, and nothing else is.
func TestCopyRefusesDamage(t *testing.T) {
	refuse := errors.New("it cannot be replayed")
	for name, to := range map[string]string{"file": filepath.Join(t.TempDir(), "copy.db"), "database": pgtest.NewDatabase(t)} {
		t.Run(name, func(t *testing.T) {
			file := furnishedFile(t)
			_, err := place.Copy(t.Context(), file, to, func(db.Match) error { return refuse })
			if !errors.Is(err, db.ErrDamaged) || !errors.Is(err, refuse) {
				t.Errorf("Copy = %v, want ErrDamaged and the reason", err)
			}
			if _, err := place.Copy(t.Context(), file, to, accept); err != nil {
				t.Errorf("the place cannot be used afterwards: %v", err)
			}
		})
	}
}

// A backup of a PostgreSQL database is the same wherever it is restored, and brings
// the key of its invitations.
func TestBackupAndRestoreOfPostgres(t *testing.T) {
	database, backup := furnishedDatabase(t), filepath.Join(t.TempDir(), "backup.db")
	want, invitation := rowsOf(t, database), invitationOf(t, openStore(t, database))
	if err := os.WriteFile(backup+".key", []byte("of an earlier backup"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := place.Backup(t.Context(), database, backup); err != nil {
		t.Fatal(err)
	}
	if kept, err := filepath.Glob(backup + ".key.*.old"); err != nil || len(kept) != 1 {
		t.Errorf("kept: %v, %v", kept, err)
	}
	for _, to := range []string{filepath.Join(t.TempDir(), "restored.db"), pgtest.NewDatabase(t)} {
		restored, err := place.Restore(t.Context(), backup, to, false, accept)
		if want := (place.Checked{Matches: 7, Events: db.FoldEvery + 1}); err != nil || restored.Checked != want {
			t.Fatalf("Restore to %s = %v, %v, want %v", to, restored, err, want)
		}
		if diff := cmp.Diff(want, rowsOf(t, to)); diff != "" {
			t.Errorf("%s differs (-original +restored):\n%s", to, diff)
		}
		if got := invitationOf(t, openStore(t, to)); got != invitation {
			t.Errorf("the invitation is %q in %s, want %q", got, to, invitation)
		}
	}
}

// A copy over an empty store that has a key of its own keeps that key beside.
func TestCopyKeepsTheKeyThatWasThere(t *testing.T) {
	to := filepath.Join(t.TempDir(), "empty.db")
	if err := openStore(t, to).Close(); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(to + ".key")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := place.Copy(t.Context(), furnishedFile(t), to, accept); err != nil {
		t.Fatal(err)
	}
	kept, err := filepath.Glob(to + ".key.*.old")
	if err != nil || len(kept) != 1 {
		t.Fatalf("kept: %v, %v", kept, err)
	}
	if got, err := os.ReadFile(kept[0]); err != nil || string(got) != string(before) {
		t.Errorf("another key is kept: %v", err)
	}
	invitationOf(t, openStore(t, to))
}

// A database with a schema of another program version is neither read nor filled.
func TestCopyRefusesOtherSchemas(t *testing.T) {
	file := furnishedFile(t)
	for _, tt := range []struct{ name, change, want string }{
		{"newer", `INSERT INTO goose_db_version (version_id, is_applied) VALUES (1000, true)`, "made by a newer program"},
		{"older", `UPDATE goose_db_version SET version_id = 1 WHERE version_id > 0`, "made by an older program"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			database := pgtest.NewStore(t)
			pgtest.Exec(t, database, tt.change)
			if _, err := place.Copy(t.Context(), database, filepath.Join(t.TempDir(), "copy.db"), accept); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("reading it: %v, want %q", err, tt.want)
			}
		})
	}
	newer := pgtest.NewStore(t)
	pgtest.Exec(t, newer, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (1000, true)`)
	if _, err := place.Copy(t.Context(), file, newer, accept); err == nil || !strings.Contains(err.Error(), "made by a newer program") {
		t.Errorf("filling it: %v", err)
	}
}

// A file of an older version is copied as it would be after its migration, which it
// does not undergo itself.
func TestCopyOfAnOlderVersion(t *testing.T) {
	text, err := os.ReadFile("../sqlite/testdata/v42.sql")
	if err != nil {
		t.Fatal(err)
	}
	path, database := filepath.Join(t.TempDir(), "old.db"), pgtest.NewDatabase(t)
	old, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := old.Exec(string(text)); err != nil {
		t.Fatal(err)
	}
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := place.Copy(t.Context(), path, database, accept); err != nil {
		t.Fatal(err)
	}
	if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
		t.Errorf("the old file has changed, %v", err)
	}
	if m := dbtest.MustMatch(t, openStore(t, database), "rhtnykdroyiy"); m.Ply != 3 || m.Result == nil || m.Result.Reason != "resignation" {
		t.Errorf("the finished match is %+v", m)
	}
}

// furnished holds a furnished file and its key, by the end of their names.
var furnished map[string][]byte

// furnishedFile returns the path of a furnished file. The first call makes it, the others copy it.
func furnishedFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tableronde.db")
	if furnished != nil {
		for end, content := range furnished {
			if err := os.WriteFile(path+end, content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return path
	}
	furnish(t, path)
	files := map[string][]byte{"": nil, ".key": nil}
	for end := range files {
		content, err := os.ReadFile(path + end)
		if err != nil {
			t.Fatal(err)
		}
		files[end] = content
	}
	furnished = files
	return path
}

func furnishedDatabase(t *testing.T) string {
	t.Helper()
	url := pgtest.NewDatabase(t)
	furnish(t, url)
	return url
}

// furnish puts rows into every table of a new store.
func furnish(t *testing.T, at string) {
	t.Helper()
	ctx, s := t.Context(), openStore(t, at)
	a, b := dbtest.MustPlayer(t, s, "Ada"), dbtest.MustPlayer(t, s, "Bérénice")
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	once := db.Once{Caller: a.ID, Key: "the key of one request", Request: []byte("POST /guests")}
	_, _, err := s.CreateGuest(ctx, once, "Cid", nil)
	check(err)
	check(s.Sessions().Commit("token", []byte{0, 1, 0xff}, time.Now().Add(time.Hour)))
	check(s.Sessions().CommitFor(ctx, "another", []byte("{}"), time.Now().Add(time.Hour), a.ID, "Firefox"))
	_, err = s.CreateAccount(ctx, db.Once{}, db.NewAccount{Player: b.ID, Name: "Bérénice", Keys: []string{"berenice"}, Password: "$hash"}, nil)
	check(err)
	_, _, err = s.CreateToken(ctx, db.Once{}, db.NewToken{Player: b.ID, Name: "notebook", Scopes: db.ScopeRead}, nil)
	check(err)
	check(s.AddPasskey(ctx, b.ID, db.NewPasskey{ID: []byte{1, 0xff}, Public: []byte{2}, Handle: make([]byte, 32), Counter: 1 << 31, Name: "téléphone"}))
	_, err = s.InviteAccount(ctx, time.Now().Add(time.Hour))
	check(err)
	_, err = s.CreatePass(ctx, b.ID)
	check(errors.Join(err, s.QueueMail(ctx, db.NewMail{Kind: db.MailConfirm, Player: b.ID, Address: "berenice@example.org", Language: "fr"})))
	mails, err := s.DueMails(ctx, 1)
	check(err)
	check(s.ConfirmAddress(ctx, mails[0].Token))
	check(s.Park(ctx, db.Parked{Worker: "mail", Item: mails[0].ID, Failures: 5}))
	check(s.QueueMail(ctx, db.NewMail{Kind: db.MailEnter, Address: "berenice@example.org", Language: "fr"}))
	dbtest.MustCreate(t, s, db.NewMatch{Seats: 2, Host: a.ID, Chance: true, Contribution: "luck", Title: "Nôtre", Challenged: b.ID, Clock: clock.Of(clock.Control{Move: 72 * time.Hour})})
	m := dbtest.MustStart(t, s, a, b)
	for range db.FoldEvery - 1 {
		dbtest.MustAppend(t, s, m.ID, dbtest.Move("E6-E8"))
	}
	dbtest.MustAppend(t, s, m.ID, func(m db.Match, _ db.Orders) (db.Change, error) {
		change, err := dbtest.Move("H11-F9")(m, nil)
		change.Fold, change.Orders = []byte("fold\x00"), db.Orders{1: "if E6-E8 then …"}
		change.Visits = map[string]db.Visit{a.ID: {Seen: 4, Told: 2, Began: time.Now(), Latest: time.Now()}}
		change.Notices = []db.Notice{{Kind: db.NoticeTurn, Recipient: a.ID}}
		return change, err
	})
	check(s.ChangeStudy(ctx, m.ID, a.ID, func(string) (string, error) { return `{"from":[{"after":1,"note":"à voir"}]}`, nil }))
	check(s.SetNotices(ctx, b.ID, db.NoticeSettings{Channels: map[db.NoticeKind][]db.NoticeChannel{db.NoticeTurn: {db.ByMail}}, Zone: "Europe/Paris", Language: "fr"}))
	hook, err := s.AddTarget(ctx, db.Once{}, db.NewTarget{Player: a.ID, Channel: db.ByWebhook, Address: "https://example.org/é", Format: db.FormatJSON, Kinds: db.NoticeKinds}, nil)
	check(err)
	told, err := s.Notices(ctx, 1)
	check(err)
	check(s.DispatchNotices(ctx, []int64{told[0].ID}, []db.NewDelivery{{Notice: told[0], Target: hook.ID}}))
	over := dbtest.MustStart(t, s, a, b)
	dbtest.MustAppend(t, s, over.ID, dbtest.Finish(1))
	_, err = s.VoteRematch(ctx, db.Once{}, db.RematchVote{Match: over.ID, Player: a.ID, Lasts: time.Hour}, nil)
	check(err)
	_, err = s.ShareMatch(ctx, db.Once{}, over.ID, func(string) (int, []byte) { return 200, nil })
	check(err)
	dbtest.MustCreate(t, s, db.NewMatch{Seats: 2, Host: b.ID, Reserve: map[games.Seat]string{1: a.ID}, RematchOf: over.ID})
	_, _, err = s.Beat(ctx, time.Now().Add(-time.Hour), 0, 0)
	check(err)
	_, _, err = s.Beat(ctx, time.Now(), 0, 0)
	check(err)
	_, err = s.NoteHint(ctx, over.ID, 3, 2)
	check(errors.Join(err, operate(ctx, s, b.ID, a.ID, m.ID), furnishTalk(ctx, s, m.ID, a.ID, b.ID), furnishStanding(ctx, s, b.ID), furnishCup(ctx, s, a.ID, b.ID), furnishLadder(ctx, s, a.ID, b.ID), s.AskReview(ctx, over.ID, ""), furnishStandIn(ctx, s, over.ID), furnishArchive(ctx, s, over.ID, a.ID, b.ID), furnishCollections(ctx, s, over.ID, a.ID, b.ID), s.Leave(ctx, dbtest.MustPlayer(t, s, "Dido").ID), s.Close()))
}

// openStore opens a store. The end of the test closes it.
func openStore(t *testing.T, at string) db.Store {
	t.Helper()
	var s db.Store
	var err error
	if place.IsPostgres(at) {
		s, err = postgres.OpenWith(t.Context(), at, postgres.Options{Connections: 4})
	} else {
		s, err = sqlite.Open(t.Context(), at)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// invitationOf returns the token of the invitation to the one table that has one.
func invitationOf(t *testing.T, s db.Store) string {
	t.Helper()
	var token string
	err := s.EachMatch(t.Context(), func(_ string, m db.Match, err error) error {
		if m.Title == "Nôtre" {
			token = m.Invite
		}
		return err
	})
	if err != nil || token == "" {
		t.Fatalf("the invitation is %q, %v", token, err)
	}
	return token
}

// rowsOf returns the rows of all tables of a store that are copied, sorted.
func rowsOf(t *testing.T, at string) map[string][]string {
	t.Helper()
	driver := "sqlite"
	if place.IsPostgres(at) {
		driver = "pgx"
	}
	pool, err := sql.Open(driver, at)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	all := make(map[string][]string)
	for _, table := range sqlstore.Moved {
		rows, err := pool.QueryContext(context.Background(), `SELECT `+strings.Join(table.Columns, ", ")+` FROM `+table.Name)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			row, into := make([]any, len(table.Columns)), make([]any, len(table.Columns))
			for i := range row {
				into[i] = &row[i]
			}
			if err := rows.Scan(into...); err != nil {
				t.Fatal(err)
			}
			all[table.Name] = append(all[table.Name], fmt.Sprintf("%#v", row))
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		slices.Sort(all[table.Name])
	}
	return all
}
