package sqlite

import (
	"context"
	"database/sql"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/dbtest"
	"tableronde/games"
	"tableronde/games/rating"
)

// No query reads a whole table or sorts its results. So it takes as long among a million
// matches as among ten.
func TestQuestionsUseIndexes(t *testing.T) {
	s := openStore(t)
	ada := dbtest.MustPlayer(t, s, "Ada").ID
	m := dbtest.MustStart(t, s, dbtest.MustPlayer(t, s, "Bo"), dbtest.MustPlayer(t, s, "Cy"))
	over := new(bool)
	*over = true
	list := func(f db.Filter) func(ctx context.Context) {
		return func(ctx context.Context) { s.MatchesOf(ctx, ada, f, "", 9) }
	}
	for name, tt := range map[string]struct {
		ask  func(ctx context.Context)
		want []string
	}{
		"Match":          {func(ctx context.Context) { s.Match(ctx, "x") }, []string{"SEARCH m USING INDEX sqlite_autoindex_matches_1 (id=?)"}},
		"MatchByInvite":  {func(ctx context.Context) { s.MatchByInvite(ctx, "x") }, []string{"SEARCH m USING INDEX sqlite_autoindex_matches_2 (invite=?)"}},
		"MatchesOf":      {list(db.Filter{}), []string{"COVERING INDEX seats_player (player=? AND match<?)"}},
		"MatchesOf over": {list(db.Filter{Over: over}), []string{"COVERING INDEX seats_player (player=? AND match<?)"}},
		"MatchesOf live": {list(db.Filter{Over: new(bool)}), []string{"COVERING INDEX seats_live (player=? AND match<?)"}},
		"MatchesOf left": {list(db.Filter{Left: true}), []string{"COVERING INDEX seats_stands_for (stands_for=? AND match<?)"}},
		"MatchesOf live and left": {list(db.Filter{Over: new(bool), Left: true}), []string{"COVERING INDEX seats_live (player=? AND match<?)",
			"INDEX seats_stands_for (stands_for=? AND match<?)"}},
		"MatchesOf turn":     {list(db.Filter{Turn: true}), []string{"COVERING INDEX seats_turn (player=? AND match<?)"}},
		"MatchesOf shared":   {list(db.Filter{Turn: true, Shared: true}), []string{"COVERING INDEX seats_turn (player=? AND match<?)"}},
		"MatchesOf asked":    {list(db.Filter{Asked: true}), []string{"INDEX seats_asked (player=? AND match<?)"}},
		"MatchesOf awaits":   {list(db.Filter{Turn: true, Shared: true, Asked: true}), []string{"COVERING INDEX seats_turn (player=?"}},
		"Turns":              {func(ctx context.Context) { s.Turns(ctx, ada) }, []string{"COVERING INDEX seats_turn (player=?"}},
		"ChangedSince":       {func(ctx context.Context) { s.ChangedSince(ctx, ada, time.Time{}, 51) }, []string{"COVERING INDEX seats_changed (player=? AND changed>?)"}},
		"MatchByShare":       {func(ctx context.Context) { s.MatchByShare(ctx, "x") }, []string{"SEARCH m USING INDEX matches_share (share=?)"}},
		"PublicMatches":      {func(ctx context.Context) { s.PublicMatches(ctx, false, 9) }, []string{"SCAN m USING INDEX matches_played"}},
		"PublicMatches over": {func(ctx context.Context) { s.PublicMatches(ctx, true, 9) }, []string{"SEARCH m USING INDEX matches_ended (ended>?)"}},
		"NextDue": {func(ctx context.Context) { s.NextDue(ctx, time.Time{}) }, []string{"SEARCH matches USING COVERING INDEX matches_window (window_ends>?)",
			"SEARCH matches USING COVERING INDEX matches_deadline (deadline>?)", "SEARCH matches USING COVERING INDEX matches_forced_due (forced_due>?)"}},
		"NextBotDue":      {func(ctx context.Context) { s.NextBotDue(ctx, time.Time{}) }, []string{"SEARCH matches USING COVERING INDEX matches_bot_due (bot_due>?)"}},
		"ListExhibitions": {func(ctx context.Context) { s.ListExhibitions(ctx, 9) }, []string{"SEARCH m USING INDEX matches_host (host=?)"}},
		"BotsDue":         {func(ctx context.Context) { s.BotsDue(ctx, time.Time{}, 1) }, []string{"SEARCH m USING INDEX matches_bot_due (bot_due<?)", "SCAN (subquery", "SCAN ranked", "USE TEMP B-TREE FOR ORDER BY"}},
		"Due": {func(ctx context.Context) { s.Due(ctx, time.Time{}) }, []string{"SEARCH matches USING INDEX matches_window (window_ends<?)",
			"SEARCH matches USING INDEX matches_deadline (deadline<?)", "SEARCH matches USING INDEX matches_forced_due (forced_due<?)"}},
		"OrdersOf":       {func(ctx context.Context) { s.OrdersOf(ctx, m.ID, 1) }, []string{"SEARCH o USING PRIMARY KEY (match=? AND seat=?)"}},
		"StudyOf":        {func(ctx context.Context) { s.StudyOf(ctx, m.ID, ada) }, []string{"SEARCH x USING PRIMARY KEY (player=? AND match=?)"}},
		"StudiesOf":      {func(ctx context.Context) { s.StudiesOf(ctx, ada) }, []string{"SEARCH x USING PRIMARY KEY (player=?)", "USE TEMP B-TREE FOR ORDER BY"}},
		"ReviewOf":       {func(ctx context.Context) { s.ReviewOf(ctx, m.ID) }, []string{"SEARCH x USING INTEGER PRIMARY KEY (rowid=?)"}},
		"AskReview":      {func(ctx context.Context) { s.AskReview(ctx, m.ID, "") }, []string{"SEARCH x USING INTEGER PRIMARY KEY (rowid=?)", "SCAN reviews USING INDEX reviews_pending"}},
		"SaveReview":     {func(ctx context.Context) { s.SaveReview(ctx, m.ID, "", "x", true) }, []string{"SEARCH reviews USING INTEGER PRIMARY KEY (rowid=?)"}},
		"NoteHint":       {func(ctx context.Context) { s.NoteHint(ctx, m.ID, 0, 1) }, []string{"SEARCH matches USING INDEX sqlite_autoindex_matches_1 (id=?)"}},
		"RedoReview":     {func(ctx context.Context) { s.RedoReview(ctx, m.ID, "x") }, []string{"SEARCH reviews USING INTEGER PRIMARY KEY (rowid=?)"}},
		"ReviewsBy":      {func(ctx context.Context) { s.ReviewsBy(ctx, ada, 9) }, []string{"SEARCH s USING COVERING INDEX seats_player (player=?)", "SEARCH m USING INTEGER PRIMARY KEY (rowid=?)", "SEARCH x USING INTEGER PRIMARY KEY (rowid=?)"}},
		"PendingReviews": {func(ctx context.Context) { s.PendingReviews(ctx, "", 9) }, []string{"SCAN x USING INDEX reviews_pending", "USE TEMP B-TREE FOR ORDER BY"}},
		"Unreviewed":     {func(ctx context.Context) { s.Unreviewed(ctx) }, []string{"SEARCH matches USING INDEX matches_over (moved>?)", "SEARCH reviews USING INTEGER PRIMARY KEY (rowid=?)", "SCAN m"}},
		"ChangeStudy": {func(ctx context.Context) {
			s.ChangeStudy(ctx, m.ID, ada, func(string) (string, error) { return "x", nil })
		}, []string{"SEARCH x USING PRIMARY KEY (player=? AND match=?)", "SEARCH studies USING PRIMARY KEY (player=?)"}},
		"Append": {func(ctx context.Context) { dbtest.MustAppend(t, s, m.ID, dbtest.Move("E6-E8")) },
			[]string{"SEARCH o USING PRIMARY KEY (match=?)", "SEARCH m USING INDEX sqlite_autoindex_matches_1 (id=?)", "SEARCH seats USING PRIMARY KEY (match=?)"}},
		"CreateMatch": {func(ctx context.Context) {
			s.CreateMatch(ctx, db.Once{}, db.NewMatch{Game: "x", Seats: 2, Host: ada, HostSeat: 1, Bots: map[games.Seat]int{2: 1}, BotLimits: db.BotLimits{Unfinished: 9}}, nil)
			s.CreateMatch(ctx, db.Once{}, db.NewMatch{Game: "x", Seats: 2, Host: ada, MaxOpen: 9, ToAct: []games.Seat{1}}, nil)
		}, []string{"SEARCH matches USING INDEX matches_hosted (host=?)", "SEARCH matches USING INDEX matches_host (host=?)"}},
		"Purge": {func(ctx context.Context) { s.Purge(ctx, nil) }, []string{"SEARCH m USING INDEX matches_waiting (created<?)"}},
	} {
		t.Run(name, func(t *testing.T) { checkPlan(t, s, tt.ask, tt.want) })
	}
}

// The same holds for how people find each other.
func TestQuestionsAboutTablesUseIndexes(t *testing.T) {
	s := openStore(t)
	ada, bo, cy := dbtest.MustPlayer(t, s, "Ada").ID, dbtest.MustPlayer(t, s, "Bo").ID, dbtest.MustPlayer(t, s, "Cy").ID
	offer, err := s.AddStanding(t.Context(), db.Once{}, db.StandingOffer{Player: ada, Proposal: "x", Most: 9}, nil)
	if err != nil {
		t.Fatal(err)
	}
	challenge := func() string {
		return dbtest.MustCreate(t, s, db.NewMatch{Seats: 4, Host: ada, Challenged: bo}).ID
	}
	for name, tt := range map[string]struct {
		ask  func(ctx context.Context)
		want []string
	}{
		"OpenTables":          {func(ctx context.Context) { s.OpenTables(ctx, ada, db.TableFilter{}, "", 9) }, []string{"SEARCH m USING INDEX matches_open (public=? AND started=? AND seq<?)"}},
		"OpenTables by game":  {func(ctx context.Context) { s.OpenTables(ctx, ada, db.TableFilter{Game: "x"}, "", 9) }, []string{"SEARCH m USING INDEX matches_open_game (game=? AND seq<?)"}},
		"OpenTables by seats": {func(ctx context.Context) { s.OpenTables(ctx, ada, db.TableFilter{Seats: 2}, "", 9) }, []string{"SEARCH m USING INDEX matches_open_seats (seat_count=? AND seq<?)"}},
		"OpenTables by pace":  {func(ctx context.Context) { s.OpenTables(ctx, ada, db.TableFilter{Pace: "live"}, "", 9) }, []string{"SEARCH m USING INDEX matches_open_pace (pace=? AND seq<?)"}},
		"OpenTables by game and seats": {func(ctx context.Context) { s.OpenTables(ctx, ada, db.TableFilter{Game: "x", Seats: 2}, "", 9) },
			[]string{"SEARCH m USING INDEX matches_open_game_seats (game=? AND seat_count=? AND seq<?)"}},
		"OpenTables by game and pace": {func(ctx context.Context) { s.OpenTables(ctx, ada, db.TableFilter{Game: "x", Pace: "live"}, "", 9) },
			[]string{"SEARCH m USING INDEX matches_open_game_pace (game=? AND pace=? AND seq<?)"}},
		"OpenTables by seats and pace": {func(ctx context.Context) { s.OpenTables(ctx, ada, db.TableFilter{Seats: 2, Pace: "live"}, "", 9) },
			[]string{"SEARCH m USING INDEX matches_open_seats_pace (seat_count=? AND pace=? AND seq<?)"}},
		"OpenTables by all": {func(ctx context.Context) {
			s.OpenTables(ctx, ada, db.TableFilter{Game: "x", Seats: 2, Pace: "live"}, "", 9)
		},
			[]string{"SEARCH m USING INDEX matches_open_chosen (game=? AND seat_count=? AND pace=? AND seq<?)"}},
		"FittingTables": {func(ctx context.Context) { s.FittingTables(ctx, ada, db.TableFilter{}, 9) },
			[]string{"SEARCH f USING PRIMARY KEY (player=?)", "SEARCH t USING INDEX matches_hosted (host=?)", "SEARCH seats USING COVERING INDEX seats_player (player=?)"}},
		"CountOpenTables": {func(ctx context.Context) { s.CountOpenTables(ctx, "") }, []string{"SEARCH m USING COVERING INDEX matches_open (public=? AND started=?)", "SCAN counted"}},
		"ChallengesOf":    {func(ctx context.Context) { s.ChallengesOf(ctx, bo, 9) }, []string{"SEARCH seats USING INDEX seats_kept (kept=?)"}},
		"EndChallenge":    {func(ctx context.Context) { s.EndChallenge(ctx, db.Once{}, challenge(), bo, true, nil) }, []string{"SEARCH seats USING PRIMARY KEY (match=? AND seat=?)"}},
		"Challenge":       {func(ctx context.Context) { s.Challenge(ctx, db.Once{}, challenge(), ada, cy, nil) }, []string{"SEARCH seats USING PRIMARY KEY (match=?"}},
		"StartMatch": {func(ctx context.Context) {
			s.StartMatch(ctx, db.Once{}, db.Starting{Match: challenge(), Host: ada}, nil)
		}, []string{"SEARCH seats USING PRIMARY KEY (match=?"}},
		"StandingOf":            {func(ctx context.Context) { s.StandingOf(ctx, ada) }, []string{"SEARCH o USING INDEX standing_player (player=?)", "USE TEMP B-TREE FOR ORDER BY"}},
		"TablesToReopen":        {func(ctx context.Context) { s.TablesToReopen(ctx, "", "", 9) }, []string{"SEARCH t USING COVERING INDEX standing_tables_offer (offer=?)"}},
		"TablesToReopen of one": {func(ctx context.Context) { s.TablesToReopen(ctx, ada, "", 9) }, []string{"SEARCH o USING INDEX standing_player (player=?)", "USE TEMP B-TREE FOR ORDER BY"}},
		"OpenStanding": {func(ctx context.Context) {
			hungry, _ := s.AddStanding(ctx, db.Once{}, db.StandingOffer{Player: ada, Proposal: "x", Most: 9}, nil)
			s.OpenStanding(ctx, hungry.ID, db.NewMatch{Game: "x", Version: 1, Seats: 2, Host: ada, MaxOpen: 9})
		}, []string{"SEARCH standing_tables USING"}},
		"SetStanding":    {func(ctx context.Context) { s.SetStanding(ctx, ada, offer.ID, 2, true) }, []string{"SEARCH standing USING"}},
		"RemoveStanding": {func(ctx context.Context) { s.RemoveStanding(ctx, ada, offer.ID) }, []string{"SEARCH standing USING"}},
	} {
		t.Run(name, func(t *testing.T) { checkPlan(t, s, tt.ask, tt.want) })
	}
}

// The same holds for the queries of operators.
func TestQuestionsOfOperatorsUseIndexes(t *testing.T) {
	s := openStore(t)
	ada := dbtest.MustPlayer(t, s, "Ada")
	m := dbtest.MustStart(t, s, ada, dbtest.MustPlayer(t, s, "Bo"))
	for name, tt := range map[string]struct {
		ask  func(ctx context.Context)
		want []string
	}{
		"ActsAbout":       {func(ctx context.Context) { s.ActsAbout(ctx, ada.ID) }, []string{"SEARCH a USING INDEX acts_player (player=?)"}},
		"Acts":            {func(ctx context.Context) { s.Acts(ctx) }, []string{"SCAN a"}}, // backwards by its number
		"Backups":         {func(ctx context.Context) { s.Backups(ctx, 1) }, []string{"SCAN backups"}},
		"ActsBy":          {func(ctx context.Context) { s.ActsBy(ctx, ada.ID) }, []string{"SEARCH a USING INDEX acts_operator (operator=?)"}},
		"ActsIn":          {func(ctx context.Context) { s.ActsIn(ctx, m.ID) }, []string{"SEARCH a USING INDEX acts_match (match=?)"}},
		"ListOperators":   {func(ctx context.Context) { s.ListOperators(ctx) }, []string{"SCAN o USING COVERING INDEX operators_since"}},
		"ListUndelivered": {func(ctx context.Context) { s.ListUndelivered(ctx) }, []string{"SCAN m USING INDEX mails_failing", "SEARCH t USING INDEX targets_failing (failing>?)"}},
		"ActivitySince": {func(ctx context.Context) { s.ActivitySince(ctx, time.Now(), time.Now()) }, []string{"SEARCH matches USING INDEX matches_live (started>?)",
			"SEARCH m USING INDEX matches_over (moved>?)", "SEARCH accounts USING COVERING INDEX accounts_opened (opened>?)"}},
	} {
		t.Run(name, func(t *testing.T) { checkPlan(t, s, tt.ask, tt.want) })
	}
}

// The same holds for the queries about people.
func TestQuestionsAboutPeopleUseIndexes(t *testing.T) {
	s := openStore(t)
	ada, bo := dbtest.MustPlayer(t, s, "Ada").ID, dbtest.MustPlayer(t, s, "Bo").ID
	if _, err := s.CreateAccount(t.Context(), db.Once{}, db.NewAccount{Player: bo, Name: "Bo", Keys: []string{"bo"}}, nil); err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		ask  func(ctx context.Context)
		want []string
	}{
		"CreatePass": {func(ctx context.Context) { s.CreatePass(ctx, ada) }, []string{"SEARCH passes USING PRIMARY KEY (player=?)", "SEARCH passes USING INDEX passes_expires (expires<?)"}},
		"CreateAccount": {func(ctx context.Context) {
			s.CreateAccount(ctx, db.Once{}, db.NewAccount{Player: ada, Name: "x", Keys: []string{"x"}, Password: "x"}, nil)
		}, []string{"SEARCH account_names USING INDEX account_names_player (player=?)"}},
		"AccountByName": {func(ctx context.Context) { s.AccountByName(ctx, "x") }, []string{"SEARCH n USING PRIMARY KEY (key=?)"}},
		"SetPassword": {func(ctx context.Context) { s.SetPassword(ctx, db.NewPassword{Player: bo, Hash: "x", Recovery: true}) },
			[]string{"SEARCH sessions USING", "SEARCH mails USING INDEX mails_player (player=?)", "SEARCH mails USING INDEX mails_address (address=?)", "SEARCH targets USING", "SEARCH passkeys USING", "USE TEMP B-TREE FOR ORDER BY"}},
		"ProveByMail": {func(ctx context.Context) { s.ProveByMail(ctx, bo, "x") }, []string{"SEARCH m USING INDEX mails_player (player=? AND kind=?)"}},
		"TokensOf":    {func(ctx context.Context) { s.TokensOf(ctx, ada) }, []string{"SEARCH tokens USING INDEX tokens_player (player=?)", "USE TEMP B-TREE FOR ORDER BY"}},
		"AddPasskey": {func(ctx context.Context) {
			s.AddPasskey(ctx, bo, db.NewPasskey{ID: []byte("x"), Public: []byte("x"), Handle: make([]byte, 32), Name: "x"})
		}, []string{"SEARCH passkeys USING COVERING INDEX passkeys_player (player=?)"}},
		"Passkey":       {func(ctx context.Context) { s.Passkey(ctx, []byte("x")) }, []string{"SEARCH k USING PRIMARY KEY (id=?)"}},
		"PasskeysOf":    {func(ctx context.Context) { s.PasskeysOf(ctx, ada) }, []string{"SEARCH k USING INDEX passkeys_player (player=?)"}},
		"RemovePasskey": {func(ctx context.Context) { s.RemovePasskey(ctx, ada, []byte("x"), "en") }, []string{"SEARCH passkeys USING PRIMARY KEY (id=?)"}},
		"QueueMail": {func(ctx context.Context) {
			s.QueueMail(ctx, db.NewMail{Kind: db.MailConfirm, Player: bo, Address: "x@y.z", Language: "en"})
		},
			[]string{"SEARCH mails USING INDEX mails_player (player=? AND kind=?)"}},
		"Notices":      {func(ctx context.Context) { s.Notices(ctx, 9) }, []string{"SEARCH n USING INDEX notices_due (due<?)"}},
		"Recipient":    {func(ctx context.Context) { s.Recipient(ctx, ada) }, []string{"SEARCH targets USING INDEX targets_player (player=?)"}},
		"DueTargets":   {func(ctx context.Context) { s.DueTargets(ctx, 9) }, []string{"SEARCH d USING INDEX deliveries_due (due<?)"}},
		"DueFor":       {func(ctx context.Context) { s.DueFor(ctx, "x", 9) }, []string{"SEARCH d USING INDEX deliveries_target (target=? AND due<?)"}},
		"DueMails":     {func(ctx context.Context) { s.DueMails(ctx, 9) }, []string{"SEARCH m USING INDEX mails_due (due<?)", "SEARCH o USING COVERING INDEX accounts_email (email=?)"}},
		"MailByToken":  {func(ctx context.Context) { s.MailByToken(ctx, "x") }, []string{"SEARCH m USING INDEX mails_token (token=?)"}},
		"VisitsOf":     {func(ctx context.Context) { s.VisitsOf(ctx, ada) }, []string{"SEARCH v USING INDEX visits_player (player=?)"}},
		"PlayerByPass": {func(ctx context.Context) { s.PlayerByPass(ctx, "x") }, []string{"SEARCH x USING"}},
		"UsePass":      {func(ctx context.Context) { s.UsePass(ctx, "12345678") }, []string{"SEARCH passes USING INDEX passes_expires (expires>?)", "SEARCH x USING"}},
	} {
		t.Run(name, func(t *testing.T) { checkPlan(t, s, tt.ask, tt.want) })
	}
}

// The same holds for the queries about messages and ties.
func TestQuestionsAboutTalkUseIndexes(t *testing.T) {
	s := openStore(t)
	ada := dbtest.MustPlayer(t, s, "Ada").ID
	m := dbtest.MustStart(t, s, dbtest.MustPlayer(t, s, "Bo"), dbtest.MustPlayer(t, s, "Cy"))
	for name, tt := range map[string]struct {
		ask  func(ctx context.Context)
		want []string
	}{
		"MessagesOf": {func(ctx context.Context) { s.MessagesOf(ctx, m.ID, db.Reader{Player: ada}, "", 9) }, []string{"SEARCH x USING INDEX sqlite_autoindex_messages_2 (match=? AND number<?)", "SEARCH b USING PRIMARY KEY (player=? AND other=?)"}},
		"Blocks":     {func(ctx context.Context) { s.Blocks(ctx, m.ID, ada) }, []string{"SEARCH m USING", "SEARCH z USING", "SEARCH b USING PRIMARY KEY (player=? AND other=?)"}},
		"MessageTo":  {func(ctx context.Context) { s.MessageTo(ctx, m.ID, "x", db.Reader{Player: ada}) }, []string{"SEARCH x USING INDEX sqlite_autoindex_messages_"}},
		"MessagesBy": {func(ctx context.Context) { s.MessagesBy(ctx, ada, "", 9) }, []string{"SEARCH x USING INDEX messages_player (player=? AND id>?)"}},
		"AddMessage": {func(ctx context.Context) {
			s.AddMessage(ctx, db.Once{}, db.NewMessage{Match: m.ID, Player: ada, To: []games.Seat{1}, Text: "x"}, nil)
		}, []string{"SEARCH x USING", "SEARCH seats USING PRIMARY KEY (match=?)"}},
		"ReadMessages": {func(ctx context.Context) { s.ReadMessages(ctx, m.ID, ada) }, []string{"SEARCH seats USING PRIMARY KEY (match=?)"}},
		"ReportedBy":   {func(ctx context.Context) { s.ReportedBy(ctx, ada) }, []string{"SEARCH reports USING", "reports_player (player=?)"}},
		"WatchedBy":    {func(ctx context.Context) { s.WatchedBy(ctx, ada) }, []string{"SEARCH w USING COVERING INDEX watchers_player (player=?)"}},
		"SeeWatchers":  {func(ctx context.Context) { s.SeeWatchers(ctx, m.ID, ada) }, nil},
		"UnreadWatchers": {func(ctx context.Context) { s.UnreadWatchers(ctx, m.ID, ada) }, []string{"SEARCH w USING PRIMARY KEY (match=? AND player=?)",
			"SEARCH x USING INDEX sqlite_autoindex_messages_2 (match=? AND number>?)"}},
		"RemarksOf":  {func(ctx context.Context) { s.RemarksOf(ctx, m.ID, ada) }, []string{"SEARCH r USING"}},
		"SetRemark":  {func(ctx context.Context) { s.SetRemark(ctx, ada, db.Remark{Match: m.ID, Text: "x"}) }, []string{"SEARCH remarks USING PRIMARY KEY (player=?)"}},
		"LessonsOf":  {func(ctx context.Context) { s.LessonsOf(ctx, ada) }, []string{"SEARCH lessons USING PRIMARY KEY (player=?)"}},
		"AddLessons": {func(ctx context.Context) { s.AddLessons(ctx, ada, "camelot.1") }, nil},
		"PuzzleTry":  {func(ctx context.Context) { s.PuzzleTry(ctx, ada, db.PuzzleID{Game: "cam", Number: 1}) }, []string{"SEARCH puzzle_tries USING PRIMARY KEY (player=? AND game=? AND number=?)"}},
		"AnswerPuzzle": {func(ctx context.Context) {
			s.AnswerPuzzle(ctx, ada, db.PuzzleID{Game: "cam", Number: 1}, func(p db.PuzzleTry, _, r rating.Rating) (db.PuzzleTry, rating.Rating) { return p, dbtest.Attempted(r) })
		}, []string{"SEARCH puzzle_tries USING PRIMARY KEY (player=? AND game=? AND number=?)", "SEARCH puzzle_tries USING INDEX puzzle_tries_latest (player=? AND game=?)",
			"SEARCH puzzle_ratings USING PRIMARY KEY (game=? AND number=?)"}},
		"PuzzleRating":   {func(ctx context.Context) { s.PuzzleRating(ctx, db.PuzzleID{Game: "cam", Number: 1}) }, []string{"SEARCH puzzle_ratings USING PRIMARY KEY (game=? AND number=?)"}},
		"PuzzlePoints":   {func(ctx context.Context) { s.PuzzlePoints(ctx, "cam") }, []string{"SEARCH puzzle_ratings USING PRIMARY KEY (game=?)"}},
		"PuzzlesTriedOf": {func(ctx context.Context) { s.PuzzlesTriedOf(ctx, ada, "cam") }, []string{"SEARCH puzzle_tries USING PRIMARY KEY (player=? AND game=?)"}},
		"PuzzlesTried":   {func(ctx context.Context) { s.PuzzlesTried(ctx, ada) }, []string{"SEARCH puzzle_tries USING PRIMARY KEY (player=?)"}},
		"PuzzleDays":     {func(ctx context.Context) { s.PuzzleDays(ctx, ada, 10) }, []string{"SEARCH puzzle_tries USING PRIMARY KEY (player=?)", "USE TEMP B-TREE FOR DISTINCT"}},
		"RemarkedBy":     {func(ctx context.Context) { s.RemarkedBy(ctx, ada) }, []string{"SEARCH r USING PRIMARY KEY (player=?)", "USE TEMP B-TREE FOR GROUP BY", "USE TEMP B-TREE FOR ORDER BY"}},
		"TiesOf":         {func(ctx context.Context) { s.TiesOf(ctx, ada) }, []string{"SEARCH b USING PRIMARY KEY (player=?)", "USE TEMP B-TREE FOR ORDER BY"}},
		"SetTie":         {func(ctx context.Context) { s.SetTie(ctx, ada, m.Seats[0].ID, db.TieMute) }, []string{"SEARCH ties USING"}},
	} {
		t.Run(name, func(t *testing.T) { checkPlan(t, s, tt.ask, tt.want) })
	}
}

// checkPlan checks that the plans of the queries of ask have some parts, and that all reads
// use an index.
func checkPlan(t *testing.T, s *Store, ask func(ctx context.Context), parts []string) {
	t.Helper()
	plan := explain(t, s, ask)
	rest := plan
	for _, want := range parts {
		if !strings.Contains(plan, want) {
			t.Errorf("plan:\n%swant in it %q", plan, want)
		}
		rest = strings.ReplaceAll(rest, want, "")
	}
	rest = strings.ReplaceAll(rest, "SCAN CONSTANT ROW", "") // one row that is put together
	if bad := regexp.MustCompile(`SCAN|ORDER BY`).FindString(rest); bad != "" {
		t.Errorf("plan:\n%swant no %s in it", plan, bad)
	}
}

// explain returns the plans of all queries that ask runs on the store.
func explain(t *testing.T, s *Store, ask func(ctx context.Context)) string {
	t.Helper()
	// The statements are dropped, not closed, so that they are prepared again.
	s.r.stmts = make(map[string]*sql.Stmt)
	s.w.tx.stmts = make(map[string]*sql.Stmt)
	ask(t.Context())
	var plan strings.Builder
	for _, query := range slices.Sorted(maps.Keys(s.r.stmts)) {
		explainQuery(t, s, query, &plan)
	}
	for _, query := range slices.Sorted(maps.Keys(s.w.tx.stmts)) {
		if regexp.MustCompile(`^(SELECT|UPDATE|DELETE)`).MatchString(query) {
			explainQuery(t, s, query, &plan)
		}
	}
	return plan.String()
}

func explainQuery(t *testing.T, s *Store, query string, plan *strings.Builder) {
	t.Helper()
	arguments := 0
	for _, p := range regexp.MustCompile(`\?\d*`).FindAllString(query, -1) {
		if n, err := strconv.Atoi(p[1:]); err == nil {
			arguments = max(arguments, n)
		} else {
			arguments++
		}
	}
	rows, err := s.r.Query(context.Background(), `EXPLAIN QUERY PLAN `+query, make([]any, arguments)...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			t.Fatal(err)
		}
		plan.WriteString(detail + "\n")
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}
