package sqlite

import (
	"context"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/dbtest"
)

// The same holds for what looking back asks.
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
		"Scores":          {func(ctx context.Context) { s.Scores(ctx, ada) }, []string{"SEARCH s USING PRIMARY KEY (player=? AND opponent=?)", "USE TEMP B-TREE FOR ORDER BY"}},
		"ScoresAgainst":   {func(ctx context.Context) { s.ScoresAgainst(ctx, ada, 9) }, []string{"SEARCH s USING PRIMARY KEY (player=?)", "USE TEMP B-TREE FOR ORDER BY"}},
		"AnswersOf":       {func(ctx context.Context) { s.AnswersOf(ctx, ada) }, []string{"SEARCH answers USING PRIMARY KEY (player=? AND step>? AND step<?)"}},
		"RatingsOf":       {func(ctx context.Context) { s.RatingsOf(ctx, ada) }, []string{"SEARCH r USING PRIMARY KEY (player=?)", "USE TEMP B-TREE FOR ORDER BY"}},
		"RatingSteps":     {func(ctx context.Context) { s.RatingSteps(ctx, ada, "x", 9) }, []string{"SEARCH rating_steps USING PRIMARY KEY (player=? AND game=?)"}},
		"Leaders":         {func(ctx context.Context) { s.Leaders(ctx, db.LeadersOf{Game: "x", Limit: 9}) }, []string{"SEARCH r USING INDEX ratings_low (game=?)"}},
	} {
		t.Run(name, func(t *testing.T) { checkPlan(t, s, tt.ask, tt.want) })
	}
}
