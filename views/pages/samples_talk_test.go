package pages

import (
	"strconv"
	"testing"
	"time"

	"github.com/a-h/templ"

	"tableronde/views"
	"tableronde/views/viewtest"
)

// samplePeople are other players with and without a mark by the visitor.
var samplePeople = []Person{{ID: "b", Name: "Bors", Kind: "favorite"}, {ID: "c", Name: "Énide de Carnant, dame de la Joie de la cour", Kind: "block"}, {ID: "d", Name: "Yvain"}}

// samplesOfTalk returns the pages of messages.
func samplesOfTalk(t testing.TB, lang views.Lang) map[string]templ.Component {
	t.Helper()
	playing := viewtest.Four(t, lang, "chivalry-4-teams", 1)
	playing.Talks = true
	four := Talk{Match: playing, Rooms: []string{"table", "team"}, Unread: 2, Before: "x", People: samplePeople}
	four.Messages = []Message{
		{ID: "e", Player: "p", Name: "Bors", Seat: 2, Room: "table", Text: "It was what we feared.", At: viewtest.Now.Add(-3 * time.Minute)},
		{ID: "d", Player: "p", Name: "Énide", Seat: 4, Room: "table", Text: "Gawain, that canter was not what we hoped for.\nNever mind <b>.", At: viewtest.Now.Add(-20 * time.Minute)},
		{ID: "c", Player: "p", Name: "Gawain", Seat: 3, Room: "team", Text: "Keep your knights back until I have jumped.", At: viewtest.Now.Add(-5 * time.Hour)},
		{ID: "b", Name: "Ada", Own: true, Seat: 1, Room: "table", Text: "Take your time.", At: viewtest.Now.Add(-26 * time.Hour)},
		{ID: "a", Name: "Bors", Seat: 2, Room: "table", Text: "Good luck, all. I am away until Sunday.", At: viewtest.Now.Add(-50 * time.Hour)},
	}
	refused := four
	refused.Text, refused.Problem, refused.To = "\u200b", &views.Problem{Field: "text", Key: "message_empty"}, "team"
	watchers := Talk{Match: watched(t, lang), Rooms: []string{"watchers"}, Older: true}
	watchers.Messages = []Message{{ID: "a", Name: "Perceval, qui regarde depuis le début", Room: "watchers", Text: "https://example.org/an-address-that-is-longer-than-any-telephone-is-wide-and-has-no-blank", At: viewtest.Now}}
	none := Talk{Match: viewtest.Played(t, lang, "camelot"), Rooms: []string{"table"}, Done: "reported"}
	noted := Remarks{Match: playing, Place: 4, Text: "Hold the left until Gawain is in the middle.", Done: "kept",
		Paging: views.Paging{First: 21, Last: 40, All: 55, Size: 20, At: func(first int) string { return "/m/k3zq5dbv7n2a/notes?from=" + strconv.Itoa(first) }}}
	noted.Unread, noted.Ply, noted.Shown = 2, 12, 12
	noted.List = []Remark{
		{Place: -1, Text: "Énide plays fast and looks away from her right.\nHer partner covers it <i>only</i> while he is asked to.", Changed: viewtest.Now.Add(-50 * time.Hour)},
		{Place: 0, Text: "White begins.", Changed: viewtest.Now.Add(-49 * time.Hour)},
		{Place: 4, Text: "Hold the left until Gawain is in the middle.", Changed: viewtest.Now.Add(-3 * time.Minute)},
	}
	tooLong := Remarks{Match: viewtest.Played(t, lang, "camelot"), Place: -1, Text: "x", Problem: &views.Problem{Field: "text", Key: "remark_long"}}
	return map[string]templ.Component{
		"remarks": RemarksPage(noted), "remarks-again": RemarksPage(tooLong),
		"talk": TalkPage(four), "talk-again": TalkPage(refused), "talk-watchers": TalkPage(watchers), "talk-none": TalkPage(none),
	}
}

// watched returns a match of four that the visitor watches.
func watched(t testing.TB, lang views.Lang) views.Match {
	t.Helper()
	m := viewtest.Four(t, lang, "chivalry-4-teams", 1)
	m.Seats[0].You, m.You = false, 0
	return m
}
