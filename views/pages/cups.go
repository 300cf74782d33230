package pages

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"tableronde/games"
	"tableronde/games/clock"
	"tableronde/games/cup"
	"tableronde/views"
)

// cupStyles are the style sheets of pages about cups.
var cupStyles = []string{"people.css", "cups.css"}

// Cups is the model of the list of cups.
type Cups struct {
	views.Page
	Own, Open, Running, Over []CupRow
}

// CupRow is a cup in a list.
type CupRow struct {
	ID, Title string
	Game      games.Info
	Control   clock.Control
	Format    cup.Format
	Places    int
	Entered   int
	Starts    time.Time
	ByDate    bool
	Invited   bool
	Started   time.Time
	Ended     time.Time
	You       bool // the visitor is an entrant
}

// name returns the title of a cup, or a general title if the host has left.
func (r CupRow) name(p views.Page) string {
	if r.Title == "" {
		return p.T("cups.untitled", "Game", p.Lang.Of(r.Game.Name))
	}
	return r.Title
}

// facts returns the game, the pace and the format of a cup.
func (r CupRow) facts(p views.Page) string {
	return strings.Join([]string{p.Lang.Of(r.Game.Name), p.PaceText(r.Control), p.T("cups.format." + string(r.Format))}, " · ")
}

// state describes the progress of a cup.
func (r CupRow) state(p views.Page) string {
	switch {
	case !r.Ended.IsZero() && r.Started.IsZero():
		return p.T("cups.is.off")
	case !r.Ended.IsZero():
		return p.T("cups.is.over", "Day", p.Day(r.Ended))
	case !r.Started.IsZero():
		return p.N("cups.is.running", r.Entered)
	case r.ByDate:
		return p.T("cups.is.dated", "Entered", strconv.Itoa(r.Entered), "Places", strconv.Itoa(r.Places), "When", p.When(r.Starts))
	}
	return p.T("cups.is.open", "Entered", strconv.Itoa(r.Entered), "Places", strconv.Itoa(r.Places))
}

// Cup is the model of the page of a cup.
type Cup struct {
	views.Page
	CupRow
	Host     bool   // the visitor is the host
	Maker    string // the host's name, "" if they have left
	Lot      bool
	Rounds   int
	Games    int    // games of a pairing in a knock-out
	Casual   bool   // does not count for ratings
	Token    string // token of the invitation
	CanJoin  bool
	Out      bool // the visitor has withdrawn
	CanStart bool
	Players  []CupPlayer // before the start, in the order of joining
	Table    CupTable    // without columns for a knock-out, and before the start
	Bracket  []CupRound  // of a knock-out
	Round    []CupRound  // of other formats, the latest first

	RoundPaging views.Paging
	Name        string // name typed by a visitor without one
	Key         string
	Problem     *views.Problem
}

// CupPlayer is an entrant.
type CupPlayer struct {
	ID, Name string // ID is "" for a player without a page
	You      bool
}

// CupTable is the table of a cup: the ranking, and the results against each other or in each round.
type CupTable struct {
	Columns []CupColumn
	Rows    []CupTableRow
	Ties    bool // show Buchholz and Sonneborn-Berger
}

// CupColumn heads a column of results.
type CupColumn struct{ Short, Long string }

// CupTableRow is an entrant in a table.
type CupTableRow struct {
	CupPlayer
	cup.Standing
	Cells []CupCell
}

// CupCell is the cell of one entrant in one column.
type CupCell struct {
	Self    bool        // the entrant's own column
	Results []CupResult // empty before the match
}

// CupResult is the result of a match for one entrant.
type CupResult struct {
	Match  string // its id
	Points int    // in halves, once Ended
	Ended  bool
	Label  string // text with both players, for screen readers
}

// CupRound is a round with its pairings.
type CupRound struct {
	Number   int
	Title    string
	Duels    []CupDuel
	Resting  []string // names of players with a bye
	Running  bool
	OneGame  bool // each pairing has one match
	Final    bool // this round decides the cup
	Finished bool
}

// CupDuel is a pairing, or a table with more players.
type CupDuel struct {
	Sides  []CupSide
	Games  []CupGame
	Mine   bool // the visitor plays in it and it is not over
	Turn   bool // and it is the visitor's turn
	Winner string
	Walked bool // decided without a game
}

// CupSide is an entrant of a pairing.
type CupSide struct {
	Name   string // "" for none
	Points int    // in halves
	Won    bool
	Lost   bool
	Open   bool // Name lists the possible entrants
	Shown  bool // show the points
}

// CupGame is a match of a pairing.
type CupGame struct {
	ID    string
	Ended time.Time
	Turn  bool // it is the visitor's turn
	Ply   int
}

// halves formats points counted in halves.
func halves(n int) string {
	switch {
	case n%2 == 0:
		return strconv.Itoa(n / 2)
	case n == 1:
		return "½"
	}
	return strconv.Itoa(n/2) + "½"
}

// quarters writes a number of quarters as a decimal.
func quarters(p views.Page, n int) string {
	return p.Lang.Decimal(float64(n)/4, 2)
}

// when describes the state of a pairing.
func (d CupDuel) when(p views.Page, r CupRound) string {
	if len(d.Games) == 0 {
		switch {
		case d.Walked && d.Winner != "":
			return p.T(views.Either(r.Final, "cups.wins", "cups.walks"), "Name", d.Winner)
		case d.Walked:
			return p.T(views.Either(r.Final, "cups.no_winner", "cups.nobody"))
		}
		return p.T("cups.later")
	}
	last := d.Games[len(d.Games)-1]
	switch {
	case last.Ended.IsZero() && r.OneGame:
		return p.N("cups.moves", last.Ply)
	case last.Ended.IsZero():
		return p.T("cups.game", "Number", strconv.Itoa(len(d.Games))) + ", " + p.N("cups.moves", last.Ply)
	case d.Winner != "":
		return p.T("cups.ended", "Day", p.ShortDay(last.Ended)) + " · " + p.T(views.Either(r.Final, "cups.wins", "cups.goes_on"), "Name", d.Winner)
	}
	return p.T("cups.ended", "Day", p.ShortDay(last.Ended))
}

// versus names the players of a pairing, for links.
func (d CupDuel) versus() string {
	return strings.Join(views.Each(d.Sides, func(s CupSide) string { return s.Name }), " – ")
}

// champions names the winners of a finished cup. There are several if all tie-breaks are equal.
func (m Cup) champions() string {
	var names []string
	if n := len(m.Bracket); n > 0 && m.Bracket[n-1].Duels[0].Winner != "" {
		names = append(names, m.Bracket[n-1].Duels[0].Winner)
	}
	for _, r := range m.Table.Rows {
		if r.Place == 1 {
			names = append(names, r.Name)
		}
	}
	if len(names) == 0 || m.Ended.IsZero() {
		return ""
	}
	return m.N("cups.champions", len(names), "Names", m.List(names))
}

// standingText describes the visitor's rank in a cup.
func (m Cup) standingText() string {
	for _, r := range m.Table.Rows {
		if r.You && r.Place > 0 {
			return m.T("cups.your_place", "Place", strconv.Itoa(r.Place), "Points", halves(r.Points))
		}
	}
	return ""
}

// details lists the other facts about a cup.
func (m Cup) details() (list []string) {
	switch m.Format {
	case cup.Swiss:
		list = append(list, m.N("cups.rounds", m.Rounds))
	case cup.Series:
		list = append(list, m.N("cups.matches", m.Rounds))
	case cup.KnockOut:
		if m.Games > 1 {
			list = append(list, m.T("cups.best_of", "Games", strconv.Itoa(m.Games)))
		}
	}
	if m.Format != cup.Series {
		list = append(list, m.T(views.Either(m.Lot, "cups.by_lot", "cups.by_rating")))
	}
	if m.Casual {
		list = append(list, m.T("cups.casual"))
	}
	return list
}

// invitation returns the invitation's address.
func (m Cup) invitation() string { return m.Origin + m.address() }

// address returns the path of the page, with the invitation by which the visitor came.
func (m Cup) address() string {
	if m.Token == "" {
		return "/cups/" + m.ID
	}
	return "/cups/" + m.ID + "?invite=" + m.Token
}

// NewCup is the model of the form of a new cup. A refused form is shown again with its
// choices and a Problem.
type NewCup struct {
	NewTable
	Title    string
	Format   cup.Format
	Places   int
	Rounds   int // 0 for the default
	CupGames int // games of a pairing in a knock-out
	Lot      bool
	Invited  bool
	Watches  bool // the host does not play
	Bots     int
	Level    int
	Start    string // of cupStarts
}

// cupStarts lists the choices of a cup's start: hours from now, or "" for when it is full.
var cupStarts = []string{"", "1", "6", "24", "72", "168", "336", "720"}

// formats lists the formats that the chosen game can have.
func (m NewCup) formats() (list []cup.Format) {
	for _, f := range cup.Formats {
		if f == cup.Series && (m.hasTeams() || m.maxSeats() < cup.MinEntries) || f != cup.Series && !slices.Contains(m.chosenGame().Seats, 2) {
			continue
		}
		list = append(list, f)
	}
	return list
}

// chosenFormat returns the chosen format, or the first that the game can have.
func (m NewCup) chosenFormat() cup.Format {
	if list := m.formats(); !slices.Contains(list, m.Format) && len(list) > 0 {
		return list[0]
	}
	return m.Format
}

// mostPlaces returns the most places of a cup of the chosen game.
func (m NewCup) mostPlaces() int {
	if slices.Contains(m.chosenGame().Seats, 2) {
		return cup.MaxEntries
	}
	return m.maxSeats()
}

// cupGames lists the games that cups may have.
func (m NewCup) cupGames() []games.Info {
	return slices.DeleteFunc(slices.Clone(m.NewTable.Games), func(g games.Info) bool {
		return !slices.Contains(g.Seats, 2) && (g.Partner(1) != 0 || slices.Max(g.Seats) < cup.MinEntries)
	})
}

// startText describes a choice of the start.
func (m NewCup) startText(hours string) string {
	if hours == "" {
		return m.T("cups.start_full")
	}
	n, _ := strconv.Atoi(hours)
	return m.T("cups.start_in", "Time", m.Length(time.Duration(n)*time.Hour))
}

// gamesText describes the number of games of a pairing.
func (m NewCup) gamesText(n int) string {
	if n == 1 {
		return m.T("cups.one_game")
	}
	return m.T("cups.best_of", "Games", strconv.Itoa(n))
}

// count formats a number for a field, "" for 0.
func count(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// isEmpty reports whether there is no cup at all.
func (m Cups) isEmpty() bool { return len(m.Own)+len(m.Open)+len(m.Running)+len(m.Over) == 0 }
