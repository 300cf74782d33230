package postgres_test

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/dbtest"
	"tableronde/db/postgres"
	"tableronde/db/postgres/pgtest"
	"tableronde/games"
	"tableronde/games/rating"
)

// No query needs to read the whole of a table that grows with the site. If PostgreSQL must not
// do so, it finds an index for each condition.
func TestQuestionsUseIndexes(t *testing.T) {
	url, trace := pgtest.NewStore(t), new(statements)
	s, err := postgres.OpenWith(t.Context(), url, postgres.Options{Trace: trace.note})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ada, bo := dbtest.MustPlayer(t, s, "Ada"), dbtest.MustPlayer(t, s, "Bo")
	m := dbtest.MustStart(t, s, ada, bo)
	trace.take()
	askEverything(t.Context(), s, m, ada.ID)
	conn := plannerWithoutScans(t, url)
	seen := map[string]bool{}
	for _, query := range trace.take() {
		if seen[query] || !regexp.MustCompile(`^(SELECT|UPDATE|DELETE|INSERT|WITH)`).MatchString(query) {
			continue
		}
		seen[query] = true
		plan := explain(t, conn, fmt.Sprint("q", len(seen)), query)
		if scan := fullScan(plan); scan != "" {
			t.Errorf("%s in the plan of\n%s\n%s", scan, query, plan)
		}
		if bad := regexp.MustCompile(`Seq Scan on (players|tokens|matches|seats|events|orders|visits|rematches|rematch_votes|once|once_use|sessions|accounts|account_names|passkeys|passes|mails|notices|notice_settings|targets|deliveries|changes|played|scores|answers|answer_hours|ratings|rating_steps|positions|openings|cups|cup_players|cup_matches|rungs|ladder_challenges)\b`).FindString(plan); bad != "" {
			t.Errorf("%s in the plan of\n%s\n%s", bad, query, plan)
		}
	}
	if len(seen) < 35 {
		t.Errorf("only %d queries were asked", len(seen))
	}
}

// fullScan returns a line of a plan that reads a whole index, "" if there is none. It ignores
// the indexes in short: indexes of public, waiting or new rows are short or read up to a
// limit.
func fullScan(plan string) string {
	lines := strings.Split(plan, "\n")
	scan := regexp.MustCompile(`Index (Only )?Scan (Backward )?using (\w+)`)
	short := regexp.MustCompile(`^(matches_(open|open_\w+|played|ended|unarchived)|notices_pkey|changes_new|cups_(open|running|over|due)|cup_matches_unsettled)$`)
	for i, line := range lines {
		found := scan.FindStringSubmatch(line)
		if found != nil && !short.MatchString(found[3]) && !strings.Contains(lines[i+1], "Index Cond:") {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

// askEverything calls the methods of a store that read or write much. Errors are of
// no interest.
func askEverything(ctx context.Context, s *postgres.Store, m db.Match, player string) {
	over := true
	for _, f := range []db.Filter{{}, {Over: &over}, {Over: new(bool)}, {Turn: true}, {Turn: true, Shared: true}, {Asked: true}, {Turn: true, Shared: true, Asked: true}} {
		s.MatchesOf(ctx, player, f, "", 9)
	}
	askAboutTables(ctx, s, m, player)
	s.PublicMatches(ctx, false, 9)
	s.PublicMatches(ctx, true, 9)
	s.Turns(ctx, player)
	askAboutPeople(ctx, s, player)
	askTheArchive(ctx, s, m, player)
	askLadders(ctx, s, player)
	askAboutCups(ctx, s, player)
	s.ChangedSince(ctx, player, time.Time{}, 51)
	s.Match(ctx, m.ID)
	s.MatchByInvite(ctx, "x")
	s.MatchByShare(ctx, "x")
	s.OrdersOf(ctx, m.ID, 1)
	s.StudyOf(ctx, m.ID, player)
	s.ChangeStudy(ctx, m.ID, player, func(string) (string, error) { return "x", nil })
	askAboutTalk(ctx, s, m.ID, player)
	s.PlayerByToken(ctx, "x")
	s.CreateToken(ctx, db.Once{}, db.NewToken{Player: player, Scopes: db.AllScopes}, nil)
	s.TokensOf(ctx, player)
	s.RevokeToken(ctx, player, "x")
	s.Leaving(ctx)
	s.LeaveTable(ctx, m.ID, "x")
	s.Leave(ctx, "x")
	s.HasLeft(ctx, "x")
	s.NextDue(ctx, time.Time{})
	s.Due(ctx, time.Time{})
	s.Append(ctx, db.Once{Caller: "ada", Key: "k"}, m.ID, dbtest.Move("E6-E8"))
	s.CreateMatch(ctx, db.Once{}, db.NewMatch{Game: "x", Seats: 2, Host: player, MaxOpen: 9, ToAct: []games.Seat{1}}, nil)
	s.Notices(ctx, 9)
	s.Recipient(ctx, player)
	s.SetNotices(ctx, player, db.NoticeSettings{Language: "en"})
	hook, _ := s.AddTarget(ctx, db.Once{}, db.NewTarget{Player: player, Channel: db.ByPush, Address: "https://example.org"}, nil)
	s.DispatchNotices(ctx, []int64{1}, []db.NewDelivery{{Target: hook.ID}})
	s.DelayNotice(ctx, 1, time.Time{})
	s.FeedToken(ctx, player)
	s.RenewFeed(ctx, player)
	s.PlayerByFeed(ctx, player+"x")
	s.DueTargets(ctx, 9)
	s.DueFor(ctx, "x", 9)
	s.JoinDeliveries(ctx, "x", []string{"x"})
	s.Delivered(ctx, "x", []string{"x"})
	s.FailDeliveries(ctx, "x", []string{"x"}, "x", time.Hour)
	s.SwitchOff(ctx, "x", "x")
	s.RemoveTarget(ctx, player, "x")
	s.DispatchNotices(ctx, []int64{1}, nil)
	s.Feed().Changes(ctx, 0, 9)
	s.Sessions().FindCtx(ctx, "x")
	s.Purge(ctx, nil)
	s.Append(ctx, db.Once{}, m.ID, dbtest.Finish(1))
	s.ShareMatch(ctx, db.Once{}, m.ID, nil)
	s.ShowMatch(ctx, m.ID, false)
	s.VoteRematch(ctx, db.Once{}, db.RematchVote{Match: m.ID, Player: player, Lasts: time.Hour}, nil)
	s.DeclineRematch(ctx, db.Once{}, m.ID, player, nil)
}

// askAboutTables calls the methods about open tables, for askEverything.
func askAboutTables(ctx context.Context, s *postgres.Store, m db.Match, player string) {
	for _, f := range dbtest.TableFilters {
		s.OpenTables(ctx, player, f, "", 9)
	}
	s.FittingTables(ctx, player, db.TableFilter{}, 9)
	s.OpenTables(ctx, "", db.TableFilter{Game: "x"}, m.ID, 9)
	s.CountOpenTables(ctx, "")
	s.ChallengesOf(ctx, player, 9)
	open, _ := s.CreateMatch(ctx, db.Once{}, db.NewMatch{Game: "knizia", Version: 1, Seats: 4, Host: player, Challenged: m.Seats[1].ID}, nil)
	s.EndChallenge(ctx, db.Once{}, open.ID, m.Seats[1].ID, true, nil)
	s.Challenge(ctx, db.Once{}, open.ID, player, m.Seats[1].ID, nil)
	s.StartMatch(ctx, db.Once{}, db.Starting{Match: open.ID, Host: player}, nil)
	offer, _ := s.AddStanding(ctx, db.Once{}, db.StandingOffer{Player: player, Proposal: "x", Most: 1}, nil)
	s.StandingOf(ctx, player)
	s.TablesToReopen(ctx, player, "", 9)
	s.TablesToReopen(ctx, "", "", 9)
	s.OpenStanding(ctx, offer.ID, db.NewMatch{Game: "x", Version: 1, Seats: 2, Host: player, MaxOpen: 99})
	s.SetStanding(ctx, player, offer.ID, 2, true)
	s.RemoveStanding(ctx, player, offer.ID)
}

// askAboutCups calls the methods about cups, for askEverything.
func askAboutCups(ctx context.Context, s *postgres.Store, player string) {
	c, _ := s.MakeCup(ctx, db.Once{}, db.NewCup{Host: player, Plan: "x", Places: 2, Entrants: []string{player}}, nil)
	for _, state := range append(db.CupStates, "") {
		s.Cups(ctx, db.CupFilter{State: state, Player: player, Limit: 9})
	}
	s.JoinCup(ctx, c.ID, "x", "")
	s.StepCup(ctx, c.ID, func(db.Cup) (db.CupStep, error) { return db.CupStep{Order: []string{player}}, nil })
	s.LeaveCup(ctx, c.ID, player)
	s.DueCups(ctx, 9)
}

// askAboutTalk calls the methods about visits, remarks, messages of spectators and
// collections, for askEverything.
func askAboutTalk(ctx context.Context, s *postgres.Store, match, player string) {
	s.Visit(ctx, match, player)
	s.RemarksOf(ctx, match, player)
	s.SetRemark(ctx, player, db.Remark{Match: match, Text: "x"})
	s.LessonsOf(ctx, player)
	s.AddLessons(ctx, player, "x")
	s.PuzzleTry(ctx, player, db.PuzzleID{Game: "cam", Number: 1})
	s.AnswerPuzzle(ctx, player, db.PuzzleID{Game: "cam", Number: 1}, func(p db.PuzzleTry, _, r rating.Rating) (db.PuzzleTry, rating.Rating) { return p, dbtest.Attempted(r) })
	s.PuzzlesTried(ctx, player)
	s.PuzzlesTriedOf(ctx, player, "cam")
	s.PuzzleRating(ctx, db.PuzzleID{Game: "cam", Number: 1})
	s.PuzzlePoints(ctx, "cam")
	s.Unreviewed(ctx)
	s.PuzzleDays(ctx, player, 10)
	s.UnreadWatchers(ctx, match, player)
	s.SeeWatchers(ctx, match, player)
	askAboutCollections(ctx, s, match, player)
}

// askAboutCollections calls the methods about collections of matches, for askEverything.
func askAboutCollections(ctx context.Context, s *postgres.Store, match, player string) {
	c, _ := s.SaveCollection(ctx, db.Collection{Player: db.Player{ID: player}, Title: "x", Public: true})
	s.SaveCollection(ctx, c)
	s.Collect(ctx, c.ID, player, match, 0)
	s.Annotate(ctx, c.ID, player, db.Remark{Match: match, Text: "x"})
	s.Annotations(ctx, c.ID, match)
	s.Collected(ctx, c.ID)
	s.Collection(ctx, c.ID)
	s.CollectionsOf(ctx, player)
	s.PublicCollections(ctx, 0, 9)
	s.CollectionsWith(ctx, match)
	s.ReportCollection(ctx, c.ID, player)
	s.Archived(ctx, player, db.ArchiveFilter{Annotated: true}, "", 9)
	s.Archived(ctx, player, db.ArchiveFilter{Given: "x"}, "", 9)
	s.DeleteCollection(ctx, c.ID, player)
}

// askAboutPeople calls the methods about a player alone, for askEverything.
func askAboutPeople(ctx context.Context, s *postgres.Store, player string) {
	s.Tally(ctx, player)
	s.Tablemates(ctx, player)
	s.CreateMatch(ctx, db.Once{}, db.NewMatch{Game: "x", Seats: 2, Host: player, HostSeat: 1, Bots: map[games.Seat]int{2: 1}, BotLimits: db.BotLimits{Unfinished: 9}}, nil)
	s.CreateAccount(ctx, db.Once{}, db.NewAccount{Player: player, Name: "x", Keys: []string{"x"}, Password: "x"}, nil)
	s.StudiesOf(ctx, player)
	s.RemarkedBy(ctx, player)
	s.Account(ctx, player)
	s.AccountByName(ctx, "x")
	s.RenameAccount(ctx, player, "y", []string{"y"})
	s.SetPassword(ctx, db.NewPassword{Player: player, Hash: "x", Recovery: true})
	s.Sessions().SessionsOf(ctx, player)
	s.Sessions().EndSession(ctx, player, "x")
	s.Sessions().EndOtherSessions(ctx, player, "x")
	s.AddPasskey(ctx, player, db.NewPasskey{ID: []byte("x"), Public: []byte("x"), Handle: make([]byte, 32), Name: "x"})
	s.Passkey(ctx, []byte("x"))
	s.PasskeysOf(ctx, player)
	s.Handle(ctx, player)
	s.UsePasskey(ctx, []byte("x"), 1)
	s.RemovePasskey(ctx, player, []byte("x"), "en")
	s.QueueMail(ctx, db.NewMail{Kind: db.MailConfirm, Player: player, Address: "x@example.org", Language: "en"})
	s.DueMails(ctx, 9)
	s.MailSent(ctx, "x", time.Hour)
	s.MailByToken(ctx, "x")
	s.PendingAddress(ctx, player)
	s.ProveByMail(ctx, player, "x")
	s.RemoveAddress(ctx, player, "en")
	s.CreatePass(ctx, player)
	s.PlayerByPass(ctx, "x")
	s.UsePass(ctx, "12345678")
}

// plannerWithoutScans returns a connection that plans for tables of any size, and
// reads one from its beginning to its end only where there is no other way.
func plannerWithoutScans(t *testing.T, url string) *sql.Conn {
	t.Helper()
	pool, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pool.Close() })
	conn, err := pool.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if _, err := conn.ExecContext(t.Context(), `SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off`); err != nil {
		t.Fatal(err)
	}
	return conn
}

// explain returns the plan of a query for any arguments.
func explain(t *testing.T, conn *sql.Conn, name, query string) string {
	t.Helper()
	if _, err := conn.ExecContext(t.Context(), `PREPARE `+name+` AS `+query); err != nil {
		t.Fatalf("%v\n%s", err, query)
	}
	var arguments int
	if err := conn.QueryRowContext(t.Context(), `SELECT cardinality(parameter_types) FROM pg_prepared_statements WHERE name = '`+name+`'`).Scan(&arguments); err != nil {
		t.Fatal(err)
	}
	execute := `EXPLAIN EXECUTE ` + name
	if arguments > 0 {
		execute += `(NULL` + strings.Repeat(`, NULL`, arguments-1) + `)`
	}
	rows, err := conn.QueryContext(t.Context(), execute)
	if err != nil {
		t.Fatalf("%v\n%s", err, query)
	}
	defer rows.Close()
	var plan strings.Builder
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		plan.WriteString(line + "\n")
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return plan.String()
}

// askTheArchive calls the methods that look back.
func askTheArchive(ctx context.Context, s *postgres.Store, m db.Match, player string) {
	drawn := db.Drew
	for _, f := range []db.ArchiveFilter{{}, {Game: "x", Score: &drawn}, {Player: player, Opponent: "x", Game: "x"}} {
		s.Archived(ctx, player, f, m.ID, 9)
	}
	s.Unarchived(ctx, 9)
	s.Through(ctx, 1, 9)
	s.Continuations(ctx, 1)
	s.Passing(ctx, 1, db.PassedFilter{Player: "a", Seat: 1, Score: new(db.Score), Outcome: new(games.Seat), Since: time.Unix(1, 0), Rating: 1}, 9)
	s.Scores(ctx, player, player)
	s.Scores(ctx, "", player)
	s.ScoresAgainst(ctx, player, player, 9)
	s.ScoresAgainst(ctx, "", player, 9)
	s.AnswersOf(ctx, player)
	s.RatingsOf(ctx, player)
	s.RatingSteps(ctx, player, "x", 9)
	s.Leaders(ctx, db.LeadersOf{Game: "x", Limit: 9})
}

// askLadders calls the methods about ladders, for askEverything.
func askLadders(ctx context.Context, s *postgres.Store, player string) {
	other, err := s.CreatePlayer(ctx, "Cy")
	if err != nil {
		panic(err)
	}
	s.JoinLadder(ctx, "x", other.ID)
	s.JoinLadder(ctx, "x", player)
	m, err := s.ChallengeOnLadder(ctx, db.Once{}, db.NewLadderChallenge{Table: db.NewMatch{Game: "x", Seats: 2, Host: player, Challenged: other.ID, MaxOpen: 9},
		Until: time.Unix(0, 0), Reach: func(int) int { return 1 }}, nil)
	if err != nil {
		panic(err)
	}
	s.Ladder(ctx, "x", player, time.Time{}, 0, 9)
	s.RungsOf(ctx, player)
	s.LadderChallenge(ctx, m.ID)
	s.LadderChallengesOf(ctx, player, 9)
	s.LadderResults(ctx, "x", 9)
	s.JoinMatch(ctx, db.Once{}, db.Joining{Match: m.ID, Player: other.ID}, nil)
	s.Append(ctx, db.Once{}, m.ID, dbtest.Finish(1))
	s.Archive(ctx, m.ID, db.Ending{Listed: true, Outcome: 1})
	s.LadderDue(ctx, 9)
	s.SettleLadder(ctx, m.ID)
	s.LeaveLadder(ctx, "x", player)
	s.LeaveAbsent(ctx, time.Unix(0, 0))
}
