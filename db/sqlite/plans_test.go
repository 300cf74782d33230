package sqlite

import (
	"context"
	"regexp"
	"strings"
	"testing"
)

// No query reads a whole table or sorts what it has found: then it takes as
// long among a million matches as among ten.
func TestQuestionsUseIndexes(t *testing.T) {
	s := openStore(t)
	for name, tt := range map[string]struct {
		query string
		args  []any
		want  string
	}{
		"Match":              {matchByID, []any{"x"}, "SEARCH m USING INDEX sqlite_autoindex_matches_1 (id=?)"},
		"MatchByInvite":      {matchByInvite, []any{"x"}, "SEARCH m USING INDEX sqlite_autoindex_matches_2 (invite=?)"},
		"MatchesOf":          {listPlayer, []any{"x", 9, 9}, "COVERING INDEX seats_player (player=? AND match<?)"},
		"MatchesOf over":     {listOver, []any{"x", 9, 9}, "COVERING INDEX seats_player (player=? AND match<?)"},
		"MatchesOf live":     {listLive, []any{"x", 9, 9}, "COVERING INDEX seats_live (player=? AND match<?)"},
		"MatchesOf turn":     {listTurns, []any{"x", 9, 9}, "COVERING INDEX seats_turn (player=? AND match<?)"},
		"MatchesOf shared":   {listShared, []any{"x", 9, 9}, "COVERING INDEX seats_turn (player=? AND match<?)"},
		"MatchesOf asked":    {listAsked, []any{"x", 9, 9, 9}, "INDEX seats_asked (player=? AND match<?)"},
		"MatchesOf awaits":   {listAwaits, []any{"x", 9, 9, 9}, "COVERING INDEX seats_turn (player=?"},
		"OpenTables":         {listOpen, []any{9, 9}, "SEARCH m USING INDEX matches_open (public=? AND started=? AND seq<?)"},
		"OpenTables by game": {listOpenByGame, []any{"x", 9, 9}, "SEARCH m USING INDEX matches_open_game (game=? AND seq<?)"},
		"CountOpenTables":    {countOpenTables, nil, "SEARCH matches USING COVERING INDEX matches_open (public=? AND started=?)"},
		"CreateMatch":        {countHosted, []any{"x"}, "SEARCH matches USING INDEX matches_hosted (host=?)"},
		"Purge":              {listExpired, []any{9, 9}, "SEARCH m USING INDEX matches_waiting (created<?)"},
		"Turns":              {countTurns, []any{"x", 9}, "COVERING INDEX seats_turn (player=?)"},
		"ChangedSince":       {listChanged, []any{"x", 9}, "COVERING INDEX seats_changed (player=? AND changed>?)"},
		"MatchByShare":       {matchByShare, []any{"x"}, "SEARCH m USING INDEX matches_share (share=?)"},
		"PublicMatches":      {listPublicLive, []any{9}, "SCAN m USING INDEX matches_played"},
		"PublicMatches over": {listPublicOver, []any{9}, "SEARCH m USING INDEX matches_ended (ended>?)"},
		"NextDue window":     {nextWindow, []any{9}, "SEARCH matches USING COVERING INDEX matches_window (window_ends>?)"},
		"NextDue deadline":   {nextDeadline, []any{9}, "SEARCH matches USING COVERING INDEX matches_deadline (deadline>?)"},
		"Due window":         {listWindows, []any{9}, "SEARCH matches USING INDEX matches_window (window_ends<?)"},
		"Due deadline":       {listDeadlines, []any{9}, "SEARCH matches USING INDEX matches_deadline (deadline<?)"},
		"OrdersOf":           {ordersOfSeat, []any{"x", 1}, "SEARCH o USING PRIMARY KEY (match=? AND seat=?)"},
		"all orders":         {ordersOfMatch, []any{1}, "SEARCH orders USING PRIMARY KEY (match=?)"},
	} {
		t.Run(name, func(t *testing.T) {
			plan := explain(t, s, tt.query, tt.args...)
			if !strings.Contains(plan, tt.want) {
				t.Errorf("plan:\n%swant in it %q", plan, tt.want)
			}
			rest := strings.NewReplacer(tt.want, "", "SCAN CONSTANT ROW", "").Replace(plan) // one row that is put together
			if bad := regexp.MustCompile(`SCAN|ORDER BY`).FindString(rest); bad != "" {
				t.Errorf("plan:\n%swant no %s in it", plan, bad)
			}
		})
	}
}

func explain(t *testing.T, s *Store, query string, args ...any) string {
	t.Helper()
	rows, err := s.r.query(context.Background(), `EXPLAIN QUERY PLAN `+query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var plan strings.Builder
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
	return plan.String()
}
