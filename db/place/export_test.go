package place_test

import (
	"database/sql"
	"errors"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/dbtest"
	"tableronde/games/rating"
	"tableronde/handlers/sitetest"
)

// exported are the columns that refer to a player, each with a text from its row in the
// player's export.
var exported = map[string]string{
	"accounts.player":              `"email": "zephirine@example.org"`,
	"account_names.player":         `"account": true`,
	"acts.operator":                "Bo was rude",
	"acts.player":                  "Zéphirine was rude",
	"answers.player":               `"answers":`,
	"answer_hours.player":          `"answer_hours":`,
	"collection_reports.player":    `"Bo’s collection"`,
	"collections.player":           "Zéphirine collects",
	"cup_players.player":           `"title": "Cup of Zéphirine"`,
	"cups.host":                    `"title": "The host is Zéphirine"`,
	"ladder_challenges.challenger": `"challenger"`,
	"ladder_challenges.challenged": `"challenged"`,
	"lessons.player":               `"camelot.1"`,
	"matches.host":                 `"host"`,
	"messages.player":              "It was Zéphirine",
	"notice_settings.player":       "Pacific/Chatham",
	"operators.player":             `"operator":`,
	"passkeys.player":              "Zéphirine’s key",
	"played.player":                `"against":`,
	"puzzle_tries.player":          `"number": 77`,
	"rating_steps.player":          `"course":`,
	"ratings.player":               `"rating":`,
	"remarks.player":               "Zéphirine noted it",
	"reports.player":               `"reported":`,
	"rungs.player":                 `"places":`,
	"scores.player":                `"won":`,
	"seats.player":                 `"you":`,
	"seats.kept":                   `"challenges":`,
	"seats.stands_for":             `"stands_for"`,
	"standing.player":              `"standing":`,
	"studies.player":               "Zéphirine studied it",
	"targets.player":               "https://zephirine.example",
	"ties.player":                  "favorite",
	"tokens.player":                "Zéphirine bot",
	"visits.player":                `"visits":`,
	"watchers.player":              `"watched":`,
}

// withheld are the columns whose rows are not in an export, each with the reason.
var withheld = map[string]string{
	"deliveries.player": "is on its way to the player, and gone once it is there",
	"leaving.player":    "is of somebody who has left, and cannot ask any more",
	"mails.player":      "is on its way to the player",
	"notices.recipient": "is on its way to the player",
	"passes.player":     "opens the player's seats for some minutes, and is shown once",
	"ties.other":        "is what somebody else thinks of the player",
}

// kept are the columns that refer to a player who has left. They show a former player, or
// reserve the name for a year.
var kept = []string{"account_names.player", "matches.host", "seats.player", "seats.stands_for"}

// An export has rows of every table that refers to its player. No table refers to a player who
// has left, after all due work is done.
func TestExportTellsOfEveryTable(t *testing.T) {
	if testing.Short() {
		t.Skip("plays a little of every game")
	}
	at := filepath.Join(t.TempDir(), "tableronde.db")
	site := serve(t, at)
	p, text := exportOfEverything(t, site, "Zéphirine")
	for _, column := range columnsOfPlayers(t, at) {
		told, known := exported[column]
		if _, not := withheld[column]; known == not {
			t.Errorf("it is not clear what an export tells of %s", column)
		}
		if !strings.Contains(text, told) {
			t.Errorf("of %s the export does not tell %s", column, told)
		}
	}
	p.Call(http.MethodDelete, "/me", []byte(`{"password":"nine white swans"}`)).Want(t, http.StatusNoContent, "")
	if err := site.Store.HasLeft(t.Context(), p.Player.ID); err != nil { // as the server does a minute later
		t.Fatal(err)
	}
	for _, column := range columnsOfPlayers(t, at) {
		if slices.Contains(kept, column) {
			continue
		}
		for end := time.Now().Add(time.Minute); rowsWith(t, at, column, p.Player.ID) > 0; time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s refers to who has left", column)
			}
		}
	}
}

// rowsWith counts the rows of a file that have a text in a column.
func rowsWith(t *testing.T, at, column, text string) (n int) {
	t.Helper()
	pool, err := sql.Open("sqlite", at)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	table, name, _ := strings.Cut(column, ".")
	if err := pool.QueryRowContext(t.Context(), `SELECT count(*) FROM `+table+` WHERE `+name+` = ?`, text).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// exportOfEverything returns a player who has used everything, and the files of their export.
func exportOfEverything(t *testing.T, site *sitetest.Site, name string) (life, string) {
	t.Helper()
	p := liveEverything(t, site, name)
	ctx, s, id := t.Context(), site.Store, p.Player.ID
	_, err := s.AddTarget(ctx, db.Once{}, db.NewTarget{Player: id, Channel: db.ByWebhook, Address: "https://zephirine.example", Format: db.FormatJSON, Kinds: db.NoticeKinds}, nil)
	_, answered := s.AnswerPuzzle(ctx, id, db.PuzzleID{Game: "camette", Number: 77}, func(p db.PuzzleTry, _, r rating.Rating) (db.PuzzleTry, rating.Rating) { return p, r })
	err = errors.Join(err, answered,
		s.AddLessons(ctx, id, "camelot.1"),
		s.SetNotices(ctx, id, db.NoticeSettings{Channels: map[db.NoticeKind][]db.NoticeChannel{db.NoticeTurn: {db.ByMail}}, Zone: "Pacific/Chatham", Language: "fr"}),
		s.AddPasskey(ctx, id, db.NewPasskey{ID: []byte{1}, Public: []byte{2}, Handle: make([]byte, 32), Name: name + "’s key"}),
		s.QueueMail(ctx, db.NewMail{Kind: db.MailConfirm, Player: id, Address: "zephirine@example.org", Language: "fr"}),
		s.ChangeStudy(ctx, p.over, id, func(string) (string, error) { return `{"from":[{"after":0,"note":"` + name + ` studied it"}]}`, nil }))
	if err != nil {
		t.Fatal(err)
	}
	mails, err := s.DueMails(ctx, 1)
	if err == nil {
		err = s.ConfirmAddress(ctx, mails[0].Token)
	}
	if err != nil {
		t.Fatal(err)
	}
	bos, err := s.SaveCollection(ctx, db.Collection{Player: db.Player{ID: p.bo.Player.ID}, Title: "Bo’s", Public: true})
	left := dbtest.MustStart(t, s, db.Player{ID: p.bo.Player.ID}, db.Player{ID: id})
	if err = errors.Join(err, s.ReportCollection(ctx, bos.ID, id), furnishStandIn(ctx, s, left.ID)); err != nil {
		t.Fatal(err)
	}
	p.Post("/cups", map[string]any{"title": "The host is " + name, "game": "cam", "format": "swiss", "places": 4, "plays": false}).Want(t, http.StatusCreated, "")
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		ids, err := s.Unarchived(ctx, 1)
		if err != nil || time.Now().After(end) {
			t.Fatal("the match is not archived", err)
		}
		if len(ids) == 0 {
			break
		}
	}
	var all strings.Builder
	for _, text := range sitetest.Unzip(t, p.Get("/me/export").Want(t, http.StatusOK, "").Body) {
		all.WriteString(text)
	}
	return p, strings.ReplaceAll(all.String(), bos.ID, "Bo’s collection")
}

// columnsOfPlayers lists the columns of a file that refer to players, as "table.column".
func columnsOfPlayers(t *testing.T, at string) (list []string) {
	t.Helper()
	pool, err := sql.Open("sqlite", at)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	rows, err := pool.QueryContext(t.Context(), `SELECT m.name || '.' || f."from" FROM sqlite_schema m, pragma_foreign_key_list(m.name) f WHERE m.type = 'table' AND f."table" = 'players'`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var column string
		if err := rows.Scan(&column); err != nil {
			t.Fatal(err)
		}
		list = append(list, column)
	}
	if err := rows.Err(); err != nil || len(list) < 30 {
		t.Fatal(len(list), err)
	}
	return list
}
