package sqlite

import (
	"context"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/dbtest"
)

// The same holds for the queries about cups.
func TestQuestionsOfCupsUseIndexes(t *testing.T) {
	s := openStore(t)
	ada := dbtest.MustPlayer(t, s, "Ada").ID
	list := func(f db.CupFilter) func(context.Context) { return func(ctx context.Context) { s.Cups(ctx, f) } }
	id := ""
	for _, tt := range []struct {
		name string
		ask  func(ctx context.Context)
		want []string
	}{
		{"MakeCup", func(ctx context.Context) {
			c, _ := s.MakeCup(ctx, db.Once{}, db.NewCup{Host: ada, Plan: "x", Places: 2, Entrants: []string{ada}}, nil)
			id = c.ID
		}, []string{"SEARCH cups USING INDEX cups_host (host=?)", "USE TEMP B-TREE FOR ORDER BY"}},
		{"Cup", func(ctx context.Context) { s.Cup(ctx, id) }, []string{"SEARCH c USING PRIMARY KEY (id=?)", "SEARCH e USING PRIMARY KEY (cup=?)", "SEARCH g USING INDEX sqlite_autoindex_cup_matches_1 (cup=?)", "USE TEMP B-TREE FOR ORDER BY"}},
		{"Cups open", list(db.CupFilter{State: db.CupOpen}), []string{"SCAN c USING INDEX cups_open"}},
		{"BlocksInCup", func(ctx context.Context) { s.BlocksInCup(ctx, id, ada) }, []string{"SEARCH c USING PRIMARY KEY (id=?)", "SEARCH b USING INDEX ties_other (other=?)", "SEARCH b USING PRIMARY KEY (player=?)", "SEARCH z USING COVERING INDEX cup_players_player (player=? AND cup=?)"}},
		{"Cups running", list(db.CupFilter{State: db.CupRunning}), []string{"SCAN c USING INDEX cups_running"}},
		{"Cups over", list(db.CupFilter{State: db.CupOver}), []string{"SEARCH c USING INDEX cups_over"}},
		{"Cups of a player", list(db.CupFilter{Player: ada}), []string{"SEARCH o USING COVERING INDEX cup_players_player (player=?)", "SEARCH h USING COVERING INDEX cups_host (host=?)", "USE TEMP B-TREE FOR ORDER BY"}},
		{"DueCups", func(ctx context.Context) { s.DueCups(ctx, 9) }, []string{"SCAN cups USING INDEX cups_due", "INDEX cups_open (starts<?)", "SCAN g USING INDEX cup_matches_unsettled"}},
		{"JoinCup", func(ctx context.Context) { s.JoinCup(ctx, id, dbtest.MustPlayer(t, s, "Bo").ID, "") }, []string{"SEARCH cups USING PRIMARY KEY (id=?)", "USE TEMP B-TREE FOR ORDER BY"}},
		{"LeaveCup", func(ctx context.Context) { s.LeaveCup(ctx, id, ada) }, []string{"SEARCH cup_players USING PRIMARY KEY (cup=? AND player=?)", "USE TEMP B-TREE FOR ORDER BY"}},
	} {
		t.Run(tt.name, func(t *testing.T) { checkPlan(t, s, tt.ask, tt.want) })
	}
}

// The same holds for the queries of the archive.
func TestQuestionsOfTheArchiveUseIndexes(t *testing.T) {
	s := openStore(t)
	ada, bo := dbtest.MustPlayer(t, s, "Ada").ID, dbtest.MustPlayer(t, s, "Bo").ID
	find := func(f db.ArchiveFilter) func(context.Context) {
		return func(ctx context.Context) { s.Archived(ctx, ada, f, "", 9) }
	}
	drawn := db.Drew
	for name, tt := range map[string]struct {
		ask  func(ctx context.Context)
		want []string
	}{
		"Unarchived":      {func(ctx context.Context) { s.Unarchived(ctx, 9) }, []string{"SEARCH matches USING INDEX matches_unarchived (ended>?)"}},
		"Archived":        {find(db.ArchiveFilter{}), []string{"SEARCH m USING INDEX matches_ended (ended>? AND ended<?)"}},
		"Archived game":   {find(db.ArchiveFilter{Game: "x", Score: &drawn, Since: time.Unix(1, 0)}), []string{"SEARCH m USING INDEX matches_archive_game (game=? AND ended>? AND ended<?)"}},
		"Archived player": {find(db.ArchiveFilter{Player: bo, Game: "x"}), []string{"SEARCH p USING PRIMARY KEY (player=? AND opponent=? AND ended>? AND ended<?)"}},
		"Through":         {func(ctx context.Context) { s.Through(ctx, 1, 9) }, []string{"SEARCH p USING PRIMARY KEY (position=?)"}},
		"Continuations":   {func(ctx context.Context) { s.Continuations(ctx, 1) }, []string{"SEARCH p USING PRIMARY KEY (position=?)", "SCAN latest", "USE TEMP B-TREE FOR ORDER BY"}},
		"Scores":          {func(ctx context.Context) { s.Scores(ctx, ada, ada) }, []string{"SEARCH s USING PRIMARY KEY (player=? AND opponent=?)", "USE TEMP B-TREE FOR ORDER BY"}},
		"ScoresAgainst":   {func(ctx context.Context) { s.ScoresAgainst(ctx, ada, ada, 9) }, []string{"SEARCH s USING PRIMARY KEY (player=?)", "USE TEMP B-TREE FOR ORDER BY"}},
		"AnswersOf":       {func(ctx context.Context) { s.AnswersOf(ctx, ada) }, []string{"SEARCH answers USING PRIMARY KEY (player=? AND step>? AND step<?)", "SEARCH answer_hours USING PRIMARY KEY (player=?)"}},
		"RatingsOf":       {func(ctx context.Context) { s.RatingsOf(ctx, ada) }, []string{"SEARCH r USING PRIMARY KEY (player=?)", "USE TEMP B-TREE FOR ORDER BY"}},
		"RatingSteps":     {func(ctx context.Context) { s.RatingSteps(ctx, ada, "x", 9) }, []string{"SEARCH rating_steps USING PRIMARY KEY (player=? AND game=?)"}},
		"Ladder":          {func(ctx context.Context) { s.Ladder(ctx, "x", ada, time.Time{}, 0, 9) }, []string{"SEARCH l USING INDEX rungs_rank (game=?)", "SEARCH d USING"}},
		"RungsOf":         {func(ctx context.Context) { s.RungsOf(ctx, ada) }, []string{"SEARCH l USING INDEX rungs_player (player=?)", "SEARCH o USING COVERING INDEX rungs_rank (game=? AND rank<?)"}},
		"LadderSizes":     {func(ctx context.Context) { s.LadderSizes(ctx) }, []string{"SCAN l", "SEARCH r USING"}}, // one row for each game
		"LeaveAbsent":     {func(ctx context.Context) { s.LeaveAbsent(ctx, time.Now()) }, []string{"SEARCH rungs USING INDEX rungs_since (since<?)", "SEARCH s USING COVERING INDEX seats_changed", "SEARCH x USING"}},
		"LadderDue":       {func(ctx context.Context) { s.LadderDue(ctx, 9) }, []string{"SEARCH c USING INDEX ladder_challenges_open (made>?)"}},
		"LadderResults":   {func(ctx context.Context) { s.LadderResults(ctx, "x", 9) }, []string{"SEARCH c USING INDEX ladder_challenges_settled (game=?"}},
		"LadderChallengesOf": {func(ctx context.Context) { s.LadderChallengesOf(ctx, ada, 9) },
			[]string{"SEARCH c USING INDEX ladder_challenges_pair (challenger=?)", "SEARCH c USING INDEX ladder_challenges_challenged (challenged=?)", "USE TEMP B-TREE FOR ORDER BY"}},
		"ChallengeOnLadder": {func(ctx context.Context) { climb(ctx, s, ada, bo) }, []string{"SEARCH rungs USING", "SEARCH d USING", "SEARCH p USING", "SCAN notices"}}, // of the table that is deleted; the outbox is short
		"Leaders":           {func(ctx context.Context) { s.Leaders(ctx, db.LeadersOf{Game: "x", Limit: 9}) }, []string{"SEARCH r USING INDEX ratings_low (game=?)"}},
	} {
		t.Run(name, func(t *testing.T) { checkPlan(t, s, tt.ask, tt.want) })
	}
}

// climb has a player challenge another on a ladder, and win.
func climb(ctx context.Context, s *Store, player, other string) {
	s.JoinLadder(ctx, "x", other)
	s.JoinLadder(ctx, "x", player)
	m, err := s.ChallengeOnLadder(ctx, db.Once{}, db.NewLadderChallenge{Table: db.NewMatch{Game: "x", Seats: 2, Host: player, Challenged: other, MaxOpen: 9},
		Until: time.Now().Add(-time.Hour), Reach: func(int) int { return 1 }}, nil)
	if err != nil {
		panic(err)
	}
	s.LadderChallenge(ctx, m.ID)
	s.SettleLadder(ctx, m.ID)
	s.LeaveLadder(ctx, "x", player)
}

// The same holds for collections.
func TestQuestionsOfCollectionsUseIndexes(t *testing.T) {
	s := openStore(t)
	ada := dbtest.MustPlayer(t, s, "Ada")
	m := dbtest.MustStart(t, s, ada, dbtest.MustPlayer(t, s, "Bo"))
	c, err := s.SaveCollection(t.Context(), db.Collection{Player: ada, Title: "x", Public: true})
	if err != nil {
		t.Fatal(err)
	}
	find := func(f db.ArchiveFilter) func(context.Context) {
		return func(ctx context.Context) { s.Archived(ctx, ada.ID, f, "", 9) }
	}
	for name, tt := range map[string]struct {
		ask  func(ctx context.Context)
		want []string
	}{
		"Collection":         {func(ctx context.Context) { s.Collection(ctx, c.ID) }, []string{"SEARCH k USING PRIMARY KEY (id=?)", "SEARCH c USING PRIMARY KEY (collection=?)"}},
		"CollectionsOf":      {func(ctx context.Context) { s.CollectionsOf(ctx, ada.ID) }, []string{"SEARCH k USING INDEX collections_player (player=?)", "SEARCH c USING PRIMARY KEY (collection=?)"}},
		"PublicCollections":  {func(ctx context.Context) { s.PublicCollections(ctx, 0, 9) }, []string{"SCAN k USING INDEX collections_public"}},
		"CollectionsWith":    {func(ctx context.Context) { s.CollectionsWith(ctx, m.ID) }, []string{"SEARCH x USING COVERING INDEX collected_match (match=?)", "USE TEMP B-TREE FOR ORDER BY"}},
		"Collected":          {func(ctx context.Context) { s.Collected(ctx, c.ID) }, []string{"SEARCH c USING PRIMARY KEY (collection=?)", "USE TEMP B-TREE FOR ORDER BY"}},
		"Annotations":        {func(ctx context.Context) { s.Annotations(ctx, c.ID, m.ID) }, []string{"SEARCH a USING PRIMARY KEY (collection=? AND match=?)"}},
		"Archived annotated": {find(db.ArchiveFilter{Annotated: true}), []string{"matches_ended (ended>? AND ended<?)"}},
		"Archived given":     {find(db.ArchiveFilter{Given: "x"}), []string{"SCAN k USING INDEX collections_site", "SEARCH m USING INTEGER PRIMARY KEY", "USE TEMP B-TREE FOR ORDER BY"}},
	} {
		t.Run(name, func(t *testing.T) { checkPlan(t, s, tt.ask, tt.want) })
	}
}
