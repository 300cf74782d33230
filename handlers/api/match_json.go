package api

import (
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/clock"
	"tableronde/handlers/club/archive"
	"tableronde/handlers/club/match"
)

// Match is the MATCH object of the API: a match as one viewer may see it.
type Match struct {
	Row
	Legal      []string     `json:"legal"`                 // empty for more than maxLegal
	LegalCount int          `json:"legal_count,omitempty"` // their number, if Legal is empty
	Offers     []string     `json:"offers"`                // events outside of the game, as offers and claims, that the caller may post
	BotOffer   *botOffer    `json:"bot_offer,omitempty"`   // absent without an offer
	State      games.View   `json:"state"`
	Log        loggedEvents `json:"log"`
}

// Row is a match in a list, with the data that needs no replay.
type Row struct {
	ID        string            `json:"id"`
	Game      string            `json:"game"`
	Version   int               `json:"version"`
	Options   map[string]string `json:"options"`
	Title     string            `json:"title,omitempty"` // of an imported game
	Tags      map[string]string `json:"tags,omitempty"`  // of the imported record
	Public    bool              `json:"public"`
	Shown     bool              `json:"shown"`  // made public after its end
	Shared    bool              `json:"shared"` // a link to it exists
	Solo      bool              `json:"solo"`
	Hints     int               `json:"hints,omitempty"`   // hints given to the person who plays bots
	NoTalk    bool              `json:"no_talk,omitempty"` // partners may not write to each other
	Watch     string            `json:"watch,omitempty"`   // who may see it without a seat
	Rated     bool              `json:"rated,omitempty"`   // counts for ratings
	Ladder    bool              `json:"ladder,omitempty"`  // is a challenge on a ladder
	needs                       // of each player who joins
	Unread    int               `json:"unread,omitempty"`   // messages not seen by the caller
	Watching  int               `json:"watching,omitempty"` // spectators connected now; not in lists
	Invite    string            `json:"invite,omitempty"`   // path of the invitation page; for the host and the players
	Ply       int               `json:"ply"`
	Seats     []seatRow         `json:"seats"`
	You       *games.Seat       `json:"you"`
	ToAct     []games.Seat      `json:"to_act"`
	Over      bool              `json:"over"`
	Result    *games.Result     `json:"result"`
	Clock     *matchClock       `json:"clock"` // null without clocks
	Created   string            `json:"created"`
	Started   *string           `json:"started"`
	Ended     *string           `json:"ended"`
	Cup       string            `json:"cup,omitempty"` // id of the match's cup
	RematchOf string            `json:"rematch_of,omitempty"`
	Rematch   string            `json:"rematch,omitempty"`
	Offer     *rematch          `json:"rematch_offer"` // null without an offer
	Fair      *fair             `json:"fair"`          // null in games without chance
	Wait      int               `json:"wait"`          // seconds of the table's interrupt window
	Window    *window           `json:"window"`        // the open window, or null
}

// fair is the data with which anybody can check the shuffle.
type fair struct {
	Commitment    string    `json:"commitment"`
	Contributions []*string `json:"contributions"` // by seat; null for an open seat
	Secret        *string   `json:"secret"`        // null until the match is over, like the seed
	Seed          *string   `json:"seed"`
}

// window is an open interrupt window. It looks the same to everybody, whichever seats could
// interrupt.
type window struct {
	Until string `json:"until"`
}

type seatRow struct {
	Seat   games.Seat `json:"seat"`
	Player *Player    `json:"player"` // null for an open seat
	Bot    bool       `json:"bot,omitempty"`
	Level  int        `json:"level,omitempty"` // level of the bot, from 1
	Kept   *keptRow   `json:"kept,omitempty"`  // the player for whom the seat is reserved; null for none

	StandsFor *Player `json:"stands_for,omitempty"` // the player whose seat the bot has taken over
}

// botOffer is the offer of a bot for a missing player.
type botOffer struct {
	By      games.Seat   `json:"by"`
	Seat    games.Seat   `json:"seat"`
	Level   int          `json:"level"`
	Agreed  []games.Seat `json:"agreed"`
	Awaited []games.Seat `json:"awaited"`
}

// newBotOffer returns the pending offer of a match, nil for none.
func newBotOffer(f match.Match) *botOffer {
	o, awaited := f.BotOffer()
	if o.By == 0 {
		return nil
	}
	return &botOffer{By: o.By, Seat: o.Seat, Level: o.Level, Agreed: o.Agreed, Awaited: append([]games.Seat{}, awaited...)}
}

// keptRow names the player with the right to an open seat.
type keptRow struct {
	Player   *Player `json:"player"`
	Declined bool    `json:"declined"`
}

// Player is a player in the answers of the API.
type Player struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Account bool   `json:"account,omitempty"`   // only in answers to the player
	Auto    bool   `json:"auto_play,omitempty"` // only in answers to the player
}

// newMatch returns a match as a player sees it from a seat. The player is "" for anybody; the seat
// is Spectator for none. The log begins with the event number since.
func newMatch(f match.Match, player string, seat games.Seat, since int) *Match {
	m := &Match{
		Row:      newRow(f.Match, f.Times(), player, seat),
		Legal:    []string{},
		Offers:   []string{},
		State:    f.ViewFor(seat),
		Log:      appendEvents(nil, f.LogSince(seat, since)),
		BotOffer: newBotOffer(f),
	}
	if seat != games.Spectator && !f.Started.IsZero() {
		legal, count := f.Legal(seat)
		m.Legal = append(m.Legal, legal...)
		if count > len(legal) {
			m.LegalCount = count
		}
		m.Offers = append(m.Offers, f.Offers(seat)...)
	}
	return m
}

// newRow works like newMatch for a list. times are the readings of the clocks.
func newRow(m db.Match, times []clock.Reading, player string, seat games.Seat) Row {
	r := Row{
		ID:        m.ID,
		Game:      m.Game,
		Version:   m.Version,
		Options:   m.Options,
		Title:     m.Title,
		Tags:      m.Tags,
		Public:    m.Public,
		Shown:     m.Shown,
		Shared:    m.Shared && match.SeatOf(m, player) != 0,
		Solo:      m.Solo,
		Hints:     m.Hints,
		NoTalk:    m.NoTalk,
		Watch:     string(m.Watch),
		Rated:     archive.Counts(m),
		Ladder:    m.Ladder,
		needs:     needs(m.Needs),
		Unread:    match.UnreadOf(m, player),
		Ply:       m.Ply,
		Seats:     make([]seatRow, len(m.Seats)),
		ToAct:     []games.Seat{},
		Over:      m.Over,
		Result:    resultJSON(m.Result),
		Created:   formatTime(m.Created),
		Started:   optionalTime(m.Started),
		Ended:     optionalTime(m.Ended),
		Cup:       m.Cup,
		RematchOf: m.RematchOf,
		Rematch:   m.Rematch,
		Offer:     newRematch(m),
		Fair:      newFair(m),
		Wait:      int(m.Wait / time.Second),
		Clock:     newClock(m, times, seat),
	}
	if r.Options == nil {
		r.Options = map[string]string{}
	}
	for i := range m.Seats {
		r.Seats[i] = newSeatRow(m, i)
	}
	if seat != games.Spectator {
		r.You = &seat
	}
	if player != "" && m.Invite != "" && (seat != games.Spectator || player == m.Host) {
		r.Invite = "/i/" + m.Invite
	}
	if !m.Started.IsZero() {
		r.ToAct = append(r.ToAct, m.ToAct...)
	}
	if !m.WindowEnds.IsZero() {
		r.Window = &window{Until: formatTime(m.WindowEnds)}
	}
	return r
}

// newSeatRow returns the seat with index i.
func newSeatRow(m db.Match, i int) seatRow {
	r, p := seatRow{Seat: games.Seat(i + 1)}, m.Seats[i]
	if p.ID != "" {
		r.Player, r.Bot, r.Level = newPlayer(p), p.Bot > 0, p.Bot
	} else if m.Kept != nil && m.Kept[i].ID != "" {
		r.Kept = &keptRow{newPlayer(m.Kept[i].Player), m.Kept[i].Declined}
	}
	if m.StandsFor != nil && m.StandsFor[i].ID != "" {
		r.StandsFor = newPlayer(m.StandsFor[i])
	}
	return r
}

// newFair returns the public data of the shuffle, nil for a match without chance.
func newFair(m db.Match) *fair {
	known, ok := match.FairOf(m)
	if !ok {
		return nil
	}
	fair := &fair{Commitment: known.Commitment, Contributions: make([]*string, len(known.Contributions)), Secret: optional(known.Secret), Seed: optional(known.Seed)}
	for i, text := range known.Contributions {
		fair.Contributions[i] = optional(text)
	}
	return fair
}

// listOf converts each item of a list. The result is never nil, so an empty list becomes [].
func listOf[T, J any](list []T, newJSON func(T) J) []J {
	out := make([]J, len(list))
	for i, item := range list {
		out[i] = newJSON(item)
	}
	return out
}

func newPlayer(p db.Player) *Player { return &Player{ID: p.ID, Name: p.Name} }

// resultJSON returns the result with a non-nil list of winners, so that a draw has [].
func resultJSON(r *games.Result) *games.Result {
	if r == nil || r.Winners != nil {
		return r
	}
	with := *r
	with.Winners = []games.Seat{}
	return &with
}

// formatTime formats a time as RFC 3339 in UTC, to the millisecond.
func formatTime(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z07:00") }

// optional returns nil for the zero value.
func optional[T comparable](value T) *T {
	if value == *new(T) {
		return nil
	}
	return &value
}

func optionalTime(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	text := formatTime(t)
	return &text
}
