package pages

import (
	"testing"
	"time"

	"github.com/a-h/templ"

	"tableronde/views"
	"tableronde/views/viewtest"
)

// samplesOfAdmin returns the operators' page: of a site that needs nothing, of one that
// needs a lot, and again after an act that was refused.
func samplesOfAdmin(t testing.TB, lang views.Lang) map[string]templ.Component {
	t.Helper()
	ago := func(d time.Duration) time.Time { return viewtest.Now.Add(-d) }
	quiet := Admin{Page: viewtest.Page(lang, "/admin"), Operators: 1, Started: ago(50 * time.Hour), Version: "v2.4.1", Schema: 33, Size: 412 << 20, Median: 18 * time.Millisecond, Slow: 210 * time.Millisecond}
	busy := quiet
	busy.Operators, busy.Moves, busy.Running, busy.Accounts, busy.Errors, busy.Late = 3, 1906, 734, 11, 2, 1
	busy.Used, busy.Whole = 78<<30, 80<<30
	busy.Backups = []Backup{{At: ago(26 * time.Hour), Bytes: 412 << 20, Took: 38 * time.Second}, {At: ago(50 * time.Hour), Bytes: 411 << 20, Took: 37 * time.Second}}
	busy.Reports = []Report{
		{Message: "a", Match: "k3zq5dbv7n2a", Writer: "Bo", Text: "Are you even awake? Resign already.", By: "Énide de Carnant, dame de la Joie de la cour", At: ago(5 * time.Hour)},
		{Message: "b", Match: "c2zq5dbv7n2b", Writer: "Mordred", Text: "https://example.org/an-address-that-is-longer-than-any-telephone-is-wide-and-has-no-blank", By: "Ada", At: ago(40 * time.Minute)},
	}
	busy.Failures = []Failure{
		{ID: "m", Channel: "email", Name: "Yvain", Why: "550 5.2.2 the mailbox of yvain@example.org is full", Since: ago(9 * time.Hour), Tries: 3},
		{ID: "w", Channel: "webhook", Name: "Bo", Why: "the answer is 404", Since: ago(30 * time.Hour), Tries: 12, Off: true},
	}
	busy.Stuck = []Stuck{{Name: "alarms k3zq5dbv7n2a", Worker: "alarms", Item: "k3zq5dbv7n2a", Since: ago(3 * time.Hour)},
		{Name: "leavers mordredmordr c2zq5dbv7n2b", Worker: "leavers", Item: "mordredmordr c2zq5dbv7n2b", Since: ago(2 * time.Hour)}}
	busy.Pairs = []RatedPair{{Game: viewtest.Info(t, "camelot"), One: Person{ID: "a", Name: "Mordred"}, Other: Person{ID: "b", Name: "Énide de Carnant, dame de la Joie de la cour"}, Matches: 12}}
	busy.Log = []views.Operated{
		{At: ago(2 * time.Hour), Act: "suspend", By: "Ada", Who: "Mordred", Until: viewtest.Now.Add(7 * 24 * time.Hour), Reason: "Insults in three matches."},
		{At: ago(3 * time.Hour), Act: "view", By: "Ada", Match: "k3zq5dbv7n2a", Seat: 2, Reason: "A report of a message."},
		{At: ago(60 * time.Hour), Act: "appoint", Who: "Ada", Reason: "by the command line"},
	}
	again := busy
	again.Form = AdminForm{Act: "suspend", Who: "Nobody", Reason: "Insults.", Problem: &views.Problem{Field: "who", Key: "unknown_player"}}
	return map[string]templ.Component{"admin": AdminPage(busy), "admin-quiet": AdminPage(quiet), "admin-again": AdminPage(again)}
}
