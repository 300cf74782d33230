package pages

import (
	"net/url"
	"slices"
	"time"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/views"
)

// talkStyles are the style sheets of the page of messages.
var talkStyles = []string{"people.css", "talk.css"}

// Talk is the model of the page of the messages of a match.
type Talk struct {
	views.Match
	Rooms    []string  // in which the visitor can write, the usual one first
	Messages []Message // the last first
	Unread   int       // number of the messages that the visitor had not seen
	Before   string    // the message before which there are earlier ones, "" for none
	Older    bool      // these are not the last messages
	People   []Person  // the others
	Silent   string    // reason why the visitor may not write now, "" if they may
	Done     string    // the last post
	Text, To string    // as sent in a refused form
	Problem  *views.Problem
}

// Message is a message on that page.
type Message struct {
	ID, Name string
	Player   string // id of the writer, "" for a player who has left
	Own      bool
	Seat     games.Seat // of the writer, 0 for a spectator
	Room     string
	Text     string
	At       time.Time
}

// Person is another player, with the visitor's mark for them.
type Person struct {
	ID, Name string
	Kind     string // the visitor's mark: "favorite", "mute", "block", "" for none
}

// newWith returns the address of the form that challenges a player.
func newWith(p Person) templ.SafeURL {
	return templ.SafeURL("/new?" + url.Values{"with": {p.ID}}.Encode())
}

// tieKinds lists the marks that a player may give to another.
var tieKinds = []string{"favorite", "mute", "block"}

// inOrder returns the messages, the earliest first.
func (m Talk) inOrder() []Message {
	list := slices.Clone(m.Messages)
	slices.Reverse(list)
	return list
}

// isFirstNew reports whether a message of inOrder is the first that the visitor had not seen. The
// visitor's own messages do not count.
func (m Talk) isFirstNew(i int) bool {
	if m.Unread == 0 || m.Older {
		return false
	}
	left := m.Unread
	for n, one := range m.Messages {
		if one.Own || one.Room == "watchers" && m.Seated() {
			continue
		}
		if left--; left == 0 {
			return len(m.Messages)-1-n == i
		}
	}
	return false
}

// address returns the address of the page.
func (m Talk) address() string { return m.Address() + "/messages" }

// readers names the readers of a room.
func (m Talk) readers(room string) string { return m.T("talk.readers." + room) }

// roomName names the recipients of a message in a room.
func (m Talk) roomName(room string) string {
	if room == "team" {
		return m.T("talk.to.team", "Name", m.Name(m.Game.Partner(m.You)))
	}
	return m.T("talk.to." + room)
}

// quick are the keys of ready-made messages.
var quick = []string{"talk.quick.luck", "talk.quick.played", "talk.quick.thanks"}
