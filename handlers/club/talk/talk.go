package talk

import (
	"context"
	"fmt"
	"slices"
	"unicode/utf8"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
)

var (
	errMessageEmpty    = club.Refuse(club.Invalid, "message_empty", "this message is empty: write something").About("text")
	errMessageLong     = club.Refuse(club.Invalid, "message_long", fmt.Sprintf("this message is longer than %d characters: shorten it", db.MaxMessage)).About("text")
	errMessages        = club.Refuse(club.Conflict, "too_many_messages", fmt.Sprintf("you have written %d messages in this match, the most allowed", db.MaxMessages))
	errOtherRoom       = club.Refuse(club.Forbidden, "no_talk", "this match has no such group of readers for you: choose one of the list").About("to")
	errTieKind         = club.Refuse(club.Invalid, "invalid_tie", "unknown relation: say favorite, muted or blocked").About("kind")
	errTieSelf         = club.Refuse(club.Invalid, "tie_self", "this player is yourself: name another one").About("player")
	errTooManyTies     = club.Refuse(club.Conflict, "too_many_ties", fmt.Sprintf("you have favourites, muted and blocked players up to the limit of %d: remove one first", db.MaxTies))
	errMessagesOfOwn   = club.Refuse(club.Invalid, "own_message", "you wrote this message yourself: only messages of others can be reported")
	errMessagesPrivate = club.Refuse(club.Forbidden, "no_messages", "you cannot read messages in this match: only its players and spectators can")
)

// Room is a group of people in a match who write to each other.
type Room string

// The rooms of a match. A player gets to see only the rooms that RoomsOf lists.
const (
	RoomTable    Room = "table"    // all players
	RoomTeam     Room = "team"     // the players of one side
	RoomWatchers Room = "watchers" // the spectators; players may read it once the match is over
)

// RoomsOf lists the rooms in which a player reads and writes, the default one first. The list is
// empty for the player "".
func RoomsOf(m db.Match, player string) (rooms []Room) {
	own := match.SeatOf(m, player)
	switch {
	case player == "" || m.Solo:
		return nil
	case own == 0 && m.Started.IsZero():
		return nil
	case own == 0:
		return []Room{RoomWatchers}
	}
	others := slices.ContainsFunc(m.Seats, func(p db.Player) bool { return p.ID != player && p.Bot == 0 })
	if others {
		rooms = append(rooms, RoomTable)
	}
	if partner := match.GameOf(m).Partner(own); partner != 0 && !m.NoTalk && !m.Started.IsZero() && m.Seats[partner-1].Bot == 0 {
		rooms = append(rooms, RoomTeam)
	}
	if m.Over && m.Public {
		rooms = append(rooms, RoomWatchers)
	}
	return rooms
}

// seatsIn returns the seats that read a player's messages in a room, none for a spectator.
func seatsIn(m db.Match, player string, room Room) (seats []games.Seat) {
	own := match.SeatOf(m, player)
	switch room {
	case RoomTeam:
		seats = []games.Seat{own, match.GameOf(m).Partner(own)}
	case RoomTable:
		for i := range m.Seats {
			seats = append(seats, games.Seat(i+1))
		}
	}
	return seats
}

// RoomOf returns the room in which a message was written.
func RoomOf(m db.Match, message db.Message) Room {
	switch len(message.To) {
	case 0:
		return RoomWatchers
	case len(m.Seats):
		return RoomTable
	}
	return RoomTeam
}

// Talk is a page of the messages that a player may read in a match.
type Talk struct {
	Match    match.Match
	Rooms    []Room
	Messages []db.Message // the latest first
	Unread   int          // how many of the first ones the player had not seen
	More     bool         // earlier messages exist
}

// talkPage is the number of messages on a page.
const talkPage = 50

// Talk returns the messages that a player may read in a match, before a given message, "" for the
// latest. The error is errMessagesPrivate for a player who may read none.
func (s *Chat) Talk(ctx context.Context, id, player, before string) (Talk, error) {
	f, err := s.matches.Match(ctx, id, player)
	if err != nil {
		return Talk{}, err
	}
	reader, rooms, err := readerOf(f.Match, player)
	if err != nil {
		return Talk{}, err
	}
	t := Talk{Match: f, Rooms: rooms}
	if t.Unread, err = s.Unread(ctx, f.Match, player); err != nil {
		return Talk{}, err
	}
	if t.Messages, err = s.store.MessagesOf(ctx, id, reader, before, talkPage+1); err != nil {
		return Talk{}, err
	}
	if len(t.Messages) > talkPage {
		t.Messages, t.More = t.Messages[:talkPage], true
	}
	return t, nil
}

// Latest returns the latest message that a player may read in a match. ok is false if there is none.
func (s *Chat) Latest(ctx context.Context, m db.Match, player string) (said db.Message, ok bool, err error) {
	reader, _, err := readerOf(m, player)
	if err != nil {
		return said, false, err
	}
	list, err := s.store.MessagesOf(ctx, m.ID, reader, "", 1)
	if err != nil || len(list) == 0 {
		return said, false, err
	}
	return list[0], true, nil
}

// SeenTalk records that a player has seen all messages of a match.
func (s *Chat) SeenTalk(ctx context.Context, f match.Match, player string) error {
	switch {
	case len(RoomsOf(f.Match, player)) == 0:
		return nil
	case match.SeatOf(f.Match, player) == 0:
		return s.store.SeeWatchers(ctx, f.ID, player)
	case match.UnreadOf(f.Match, player) == 0:
		return nil
	}
	return s.store.ReadMessages(ctx, f.ID, player)
}

// Unread returns the number of messages in a match that a player has not seen. For a spectator
// these are the messages since their last visit to the chat.
func (s *Chat) Unread(ctx context.Context, m db.Match, player string) (int, error) {
	if player == "" || match.SeatOf(m, player) != 0 || m.Started.IsZero() {
		return match.UnreadOf(m, player), nil
	}
	return s.store.UnreadWatchers(ctx, m.ID, player)
}

// Say stores a player's message in a room of a match, "" for the default one. It returns the match
// and the message.
func (s *Chat) Say(ctx context.Context, once db.Once, id, player string, room Room, text string, note func(db.Message) (int, []byte)) (match.Match, db.Message, error) {
	f, err := s.matches.Match(ctx, id, player)
	if err != nil {
		return match.Match{}, db.Message{}, err
	}
	rooms := RoomsOf(f.Match, player)
	if room == "" && len(rooms) > 0 {
		room = rooms[0]
	}
	if !slices.Contains(rooms, room) {
		return match.Match{}, db.Message{}, errOtherRoom
	}
	if text, err = cleanMessage(text); err != nil {
		return match.Match{}, db.Message{}, err
	}
	n := db.NewMessage{Match: id, Player: player, To: seatsIn(f.Match, player, room), Text: text}
	n.Heard = audienceOf(f, n.To)
	m, err := s.store.AddMessage(ctx, once, n, note)
	if err != nil {
		err = s.accounts.Silenced(ctx, player, err)
		return match.Match{}, db.Message{}, fmt.Errorf("say: %w", club.Refusals{db.ErrTooManyMessages: errMessages}.Of(err))
	}
	s.hub.PublishTalk(id, n.Heard, s.now())
	s.wakes.Wake(club.Notifications)
	return f, m, nil
}

// audienceOf returns the audience of a message to some seats.
func audienceOf(f match.Match, to []games.Seat) (a db.Audience) {
	a.Others = len(to) == 0
	for i, p := range f.Seats {
		if p.ID != "" && (slices.Contains(to, games.Seat(i+1)) || a.Others && !f.IsOver()) {
			a.Players = append(a.Players, p.ID)
		}
	}
	return a
}

// Said returns a message that the player may read in a match.
func (s *Chat) Said(ctx context.Context, id, player, message string) (match.Match, db.Message, error) {
	f, err := s.matches.Match(ctx, id, player)
	if err != nil {
		return match.Match{}, db.Message{}, err
	}
	reader, _, err := readerOf(f.Match, player)
	if err != nil {
		return match.Match{}, db.Message{}, err
	}
	m, err := s.store.MessageTo(ctx, id, message, reader)
	return f, m, err
}

// readerOf returns a query for the messages that a player may read in a match, and the rooms.
func readerOf(m db.Match, player string) (db.Reader, []Room, error) {
	rooms := RoomsOf(m, player)
	if len(rooms) == 0 {
		return db.Reader{}, nil, errMessagesPrivate
	}
	return db.Reader{Player: player, Seats: m.SeatsOf(player), Watchers: slices.Contains(rooms, RoomWatchers)}, rooms, nil
}

// Report reports a message to the operators. The player must be able to read it.
func (s *Chat) Report(ctx context.Context, id, player, message string) error {
	_, m, err := s.Said(ctx, id, player, message)
	switch {
	case err != nil:
		return err
	case m.Writer.ID == player:
		return errMessagesOfOwn
	}
	return s.store.ReportMessage(ctx, id, message, player)
}

// SetTie stores a player's relation to another player, "" for none. Nobody else can see it.
func (s *Chat) SetTie(ctx context.Context, player, other string, kind db.TieKind) error {
	switch kind {
	case "", db.TieFavorite, db.TieMute, db.TieBlock:
	default:
		return errTieKind
	}
	if player == other {
		return errTieSelf
	}
	return club.Refusals{db.ErrTooManyTies: errTooManyTies}.Of(s.store.SetTie(ctx, player, other, kind))
}

// EachMessage calls f with each message that a player has written.
func (s *Chat) EachMessage(ctx context.Context, player string, f func(db.Message) error) error {
	for after := ""; ; {
		list, err := s.store.MessagesBy(ctx, player, after, db.MaxPage)
		if err != nil || len(list) == 0 {
			return err
		}
		for _, m := range list {
			if err := f(m); err != nil {
				return err
			}
			after = m.ID
		}
	}
}

// cleanMessage returns a message in its stored form.
func cleanMessage(text string) (string, error) {
	text, seen := club.CleanText(text)
	switch {
	case !seen:
		return "", errMessageEmpty
	case utf8.RuneCountInString(text) > db.MaxMessage:
		return "", errMessageLong
	}
	return text, nil
}
