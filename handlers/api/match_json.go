package api

import (
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/clock"
	"tableronde/handlers/club/archive"
	"tableronde/handlers/club/match"
)

// Match is the MATCH of the API: a match as one viewer may see it.
type Match struct {
	Row
	Legal      []string     `json:"legal"`                 // empty if there are more than maxLegal
	LegalCount int          `json:"legal_count,omitempty"` // how many there are then
	Offers     []string     `json:"offers"`                // surrounding events that the caller may post
	BotOffer   *botOffer    `json:"bot_offer,omitempty"`   // absent while nobody makes one
	State      games.View   `json:"state"`
	Log        loggedEvents `json:"log"`
}

// Row is a match in a list, with the data that needs no replay.
type Row struct {
	ID        string            `json:"id"`
	Game      string            `json:"game"`
	Version   int               `json:"version"`
	Options   map[string]string `json:"options"`
	Title     string            `json:"title,omitempty"` // of a game that was imported
	Tags      map[string]string `json:"tags,omitempty"`  // of its record
	Public    bool              `json:"public"`
	Shown     bool              `json:"shown"`  // made public after its end
	Shared    bool              `json:"shared"` // a link to it is out
	Solo      bool              `json:"solo"`
	Hints     int               `json:"hints,omitempty"`   // that the person against bots was given
	NoTalk    bool              `json:"no_talk,omitempty"` // partners may not write to each other
	Watch     string            `json:"watch,omitempty"`   // who without a seat may see it
	Rated     bool              `json:"rated,omitempty"`   // the result counts for ratings
	Ladder    bool              `json:"ladder,omitempty"`  // it is a challenge on a ladder
	needs                       // of each player who takes a seat
	Unread    int               `json:"unread,omitempty"`   // messages that the caller has not seen
	Watching  int               `json:"watching,omitempty"` // spectators now; not in lists
	Invite    string            `json:"invite,omitempty"`   // path of the invitation page; for host and seats
	Ply       int               `json:"ply"`
	Seats     []seatRow         `json:"seats"`
	You       *games.Seat       `json:"you"`
	ToAct     []games.Seat      `json:"to_act"`
	Over      bool              `json:"over"`
	Result    *games.Result     `json:"result"`
	Clock     *matchClock       `json:"clock"` // null for a match without
	Created   string            `json:"created"`
	Started   *string           `json:"started"`
	Ended     *string           `json:"ended"`
	Cup       string            `json:"cup,omitempty"` // the id of the cup that the match belongs to
	RematchOf string            `json:"rematch_of,omitempty"`
	Rematch   string            `json:"rematch,omitempty"`
	Offer     *rematch          `json:"rematch_offer"` // null while none is known
	Fair      *fair             `json:"fair"`          // null in games without chance
	Wait      int               `json:"wait"`          // seconds that the table gives for interruptions
	Window    *window           `json:"window"`        // the one that is open, or null
}

// fair is the data by which anybody can check the shuffle.
type fair struct {
	Commitment    string    `json:"commitment"`
	Contributions []*string `json:"contributions"` // by seat; null: the seat is open
	Secret        *string   `json:"secret"`        // null until the match is over, like the seed
	Seed          *string   `json:"seed"`
}

// window is an open interrupt window. It is the same for everybody, whichever seats could
// interrupt.
type window struct {
	Until string `json:"until"`
}

type seatRow struct {
	Seat   games.Seat `json:"seat"`
	Player *Player    `json:"player"` // null: the seat is open
	Bot    bool       `json:"bot,omitempty"`
	Level  int        `json:"level,omitempty"` // of a bot, from 1
	Kept   *keptRow   `json:"kept,omitempty"`  // the player whose seat it will be; null: anybody's

	StandsFor *Player `json:"stands_for,omitempty"` // the player who has left the seat to a bot
}

// botOffer is the offer of a bot for the seat of a player who has left.
type botOffer struct {
	By      games.Seat   `json:"by"`
	Seat    games.Seat   `json:"seat"`
	Level   int          `json:"level"`
	Agreed  []games.Seat `json:"agreed"`
	Awaited []games.Seat `json:"awaited"`
}

// newBotOffer returns the offer that stands in a match, nil for none.
func newBotOffer(f match.Match) *botOffer {
	o, awaited := f.BotOffer()
	if o.By == 0 {
		return nil
	}
	return &botOffer{By: o.By, Seat: o.Seat, Level: o.Level, Agreed: o.Agreed, Awaited: append([]games.Seat{}, awaited...)}
}

// keptRow is the player whose open seat is kept.
type keptRow struct {
	Player   *Player `json:"player"`
	Declined bool    `json:"declined"`
}

// Player is a player as the API names one.
type Player struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Account bool   `json:"account,omitempty"`   // only in the player's own answers
	Auto    bool   `json:"auto_play,omitempty"` // only in the player's own answers
}

// newMatch returns a match as a player sees it, "" for nobody in particular, from a
// seat, Spectator for none. Its log begins with the event of a ply.
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

// newRow works like newMatch, for a list; times are the readings of the clocks.
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

// newSeatRow returns the seat with an index.
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
	fair := &fair{Commitment: known.Commitment, Contributions: make([]*string, len(known.Contributions))}
	for i, text := range known.Contributions {
		if text != "" {
			fair.Contributions[i] = &text
		}
	}
	if known.Secret != "" {
		fair.Secret, fair.Seed = &known.Secret, &known.Seed
	}
	return fair
}

// listOf returns the JSON of each item of a list, [] for an empty list.
func listOf[T, J any](list []T, newJSON func(T) J) []J {
	out := make([]J, len(list))
	for i, item := range list {
		out[i] = newJSON(item)
	}
	return out
}

func newPlayer(p db.Player) *Player { return &Player{ID: p.ID, Name: p.Name} }

// resultJSON returns the result with an empty list of winners, not none, for a draw.
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

func optionalTime(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	text := formatTime(t)
	return &text
}
