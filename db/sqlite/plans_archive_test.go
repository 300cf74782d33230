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
