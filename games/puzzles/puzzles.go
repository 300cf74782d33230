// Package puzzles holds positions of boards in which the first seat wins within some moves, by one
// line alone, or in which one move alone saves it. The command "trlab puzzles" finds them and proves
// by a search of all lines that no other move wins in time, or saves.
package puzzles

import (
	"cmp"
	"embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"tableronde/games"
	"tableronde/games/lessons"
	"tableronde/games/parker"
)

// Puzzle is a position in which the first seat wins, or saves itself.
type Puzzle struct {
	Game     string
	Number   int      // among the puzzles of the game, from 1
	Defence  bool     // the other side wins within two of its moves after any other move than the first of the line
	Position string   // as parker.ParsePosition reads it
	Line     []string // the moves of both sides; the first one, the last one and every other one between are the solver's
	Rating   int      // an estimate of how hard it is, on the scale of rating.Rating
}

// Moves returns how many moves the solver has to find.
func (p Puzzle) Moves() int { return (len(p.Line) + 1) / 2 }

// MaxTries is how many answers a solver may give to a puzzle before its solution is shown.
const MaxTries = 3

//go:embed data/*.txt
var data embed.FS

// collection holds the puzzles of a game: first those to win, then the defences, each from the
// easiest. Players' answers are kept by number, so that numbers do not change.
type collection struct {
	all  []Puzzle
	wins int // of all, those to win
}

// load reads the puzzles of each game.
var load = sync.OnceValue(func() map[string]collection {
	of := make(map[string]collection)
	for _, game := range order {
		var c collection
		c.read(game, game+".txt", false)
		c.wins = len(c.all)
		c.read(game, game+"-defence.txt", true)
		of[game] = c
	}
	return of
})

// read appends the puzzles of a file.
func (c *collection) read(game, file string, defence bool) {
	text, err := data.ReadFile("data/" + file)
	if err != nil {
		panic(fmt.Sprintf("puzzles of %s: %v", game, err))
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) != 3 {
			panic(fmt.Sprintf("%s: %q", file, line))
		}
		points, err := strconv.Atoi(fields[2])
		if err != nil {
			panic(fmt.Sprintf("%s: %q: %v", file, line, err))
		}
		c.all = append(c.all, Puzzle{game, len(c.all) + 1, defence, fields[0], strings.Fields(fields[1]), points})
	}
}

// order lists the games with puzzles, as pages list them.
var order = []string{"camelot", "cam", "camette", "chivalry"}

// daily lists the games that have a puzzle of the day.
var daily = order[:3]

// Games lists the games with puzzles.
func Games() []string { return slices.Clone(order) }

// Of lists the puzzles of a game by number: those to win, then the defences, each from the easiest.
func Of(game string) []Puzzle { return load()[game].all }

// Find returns a puzzle by its number.
func Find(game string, number int) (p Puzzle, ok bool) {
	list := Of(game)
	if number < 1 || number > len(list) {
		return p, false
	}
	return list[number-1], true
}

// Daily lists the puzzles of a day, one a game. By their estimates, they are easy on Mondays and hard
// on Sundays. None is a defence.
func Daily(day Day) []Puzzle {
	var list []Puzzle
	for _, game := range daily {
		c := load()[game]
		weekday := int(day - day.Monday())
		part := c.wins / 7
		// A stride that shares no factor with the size of the part takes all of its puzzles in turn.
		list = append(list, c.all[weekday*part+int(day)/7*stride%part])
	}
	return list
}

// stride is a prime that is larger than a seventh of the puzzles of a game to win.
const stride = 7919

// IsDaily reports whether a puzzle is one of a day.
func (p Puzzle) IsDaily(day Day) bool {
	return slices.ContainsFunc(Daily(day), func(d Puzzle) bool { return d.Game == p.Game && d.Number == p.Number })
}

// Near returns the puzzle of a game that is nearest to a rating and not among those passed over;
// ok is false if all are. known has the ratings of puzzles by number, where they are more than the
// estimate.
func Near(game string, points float64, known map[int]float64, skip func(number int) bool) (p Puzzle, ok bool) {
	best := 0.0
	for _, q := range Of(game) {
		if skip(q.Number) {
			continue
		}
		own, measured := known[q.Number]
		if !measured {
			own = float64(q.Rating)
		}
		if away := math.Abs(own - points); !ok || away < best {
			p, best, ok = q, away, true
		}
	}
	return p, ok
}

// After returns the puzzle of a game that comes after a number by estimates, the easiest after 0 and
// after the hardest. ok is false if the game has none.
func After(game string, number int) (p Puzzle, ok bool) {
	harder := func(a, b Puzzle) int { return cmp.Or(cmp.Compare(a.Rating, b.Rating), cmp.Compare(a.Number, b.Number)) }
	list := slices.SortedFunc(slices.Values(Of(game)), harder)
	if len(list) == 0 {
		return p, false
	}
	at := slices.IndexFunc(list, func(p Puzzle) bool { return p.Number == number })
	return list[(at+1)%len(list)], true
}

// Day is a day of the calendar in UTC: the days since 1 January 1970.
type Day int

// DayOf returns the day of a time.
func DayOf(t time.Time) Day { return Day(t.UTC().Unix() / (24 * 60 * 60)) }

// Monday returns the first day of the week of a day. 1 January 1970 was a Thursday.
func (d Day) Monday() Day { return d - (d+3)%7 }

// Time returns the beginning of a day.
func (d Day) Time() time.Time { return time.Unix(int64(d)*24*60*60, 0).UTC() }

// Streak returns how many days a series has that lasts until today, or until yesterday while today
// is not over. One missed day in seven does not break it. The days with a solved puzzle are in
// falling order.
func Streak(today Day, solved []Day) (days int) {
	next := today
	if len(solved) > 0 && solved[0] < today {
		next-- // today is not over
	}
	const none = Day(-1)
	missed := none
	for _, d := range solved {
		if d == next-1 && (missed == none || missed-next >= 7) {
			missed, next = next, d
		}
		if d != next {
			break
		}
		days++
		next = d - 1
	}
	return days
}

// Step is a moment of a puzzle: the solver is to move, after some own moves and the answers.
type Step struct {
	Puzzle
	Done  int // own moves made
	Task  lessons.Lesson
	Reply []parker.Leg // the last move of the other side, none in the first step
}

// Answer returns the last move of the other side, "" in the first step.
func (s Step) Answer() string {
	if s.Done == 0 {
		return ""
	}
	return s.Line[2*s.Done-1]
}

// IsLast reports whether the move of the step solves the puzzle.
func (s Step) IsLast() bool { return s.Done == s.Moves()-1 }

// At returns the step after a number of own moves. ok is false if there is no such step.
func (p Puzzle) At(done int) (step Step, ok bool) {
	if done < 0 || done >= p.Moves() {
		return step, false
	}
	position, err := parker.ParsePosition(p.Position)
	if err != nil {
		return step, false
	}
	state, err := position.State()
	if err != nil {
		return step, false
	}
	s := games.State(state)
	for i, move := range p.Line[:2*done] {
		if i == 2*done-1 {
			step.Reply = s.View(2).(parker.View).Stage(move).Legs
		}
		if s, _, err = s.Apply(s.ToAct()[0], move); err != nil {
			return step, false
		}
	}
	right := p.Line[2*done : 2*done+1]
	step.Puzzle, step.Done = p, done
	if step.IsLast() {
		right = winning(s, right)
	}
	step.Task = lessons.Pose(s, right...)
	return step, true
}

// winning lists the moves that win at once, those given first.
func winning(s games.State, first []string) []string {
	list := slices.Clone(first)
	for _, move := range s.Legal(1) {
		next, _, err := s.Apply(1, move)
		if err != nil || slices.Contains(list, move) {
			continue
		}
		if r := next.Result(); r != nil && slices.Equal(r.Winners, []games.Seat{1}) {
			list = append(list, move)
		}
	}
	return list
}

// Refutation returns the answer of the other side to a move of the solver of a defence, and the number
// of moves with which the other side then wins, counting this one. ok is false if the move is none, or
// saves.
func (p Puzzle) Refutation(move string) (answer string, within int, ok bool) {
	position, err := parker.ParsePosition(p.Position)
	if err != nil {
		return "", 0, false
	}
	x, err := position.Search()
	if err != nil {
		return "", 0, false
	}
	m, err := x.Parse(move)
	if err != nil {
		return "", 0, false
	}
	x.Make(m)
	f := parker.NewForced(x, refutationNodes)
	for within = 1; within <= 2; within++ {
		for _, m := range x.Moves(nil) {
			if f.WinsBy(m, 2*within-1) && f.Sure() {
				return x.Text(m), within, true
			}
		}
	}
	return "", 0, false
}

// refutationNodes bounds the positions that are searched for a refutation.
const refutationNodes = 300_000

// Tag is a kind of puzzle.
type Tag string

// The kinds of puzzles.
const (
	Charge  Tag = "charge"  // a knight canters and captures in one move
	Capture Tag = "capture" // the solver captures
	Canter  Tag = "canter"  // the solver leaps over an own piece
	Castle  Tag = "castle"  // the last move enters the castle without a capture
	Offer   Tag = "offer"   // the other side captures in between
	Defence Tag = "defence" // the move saves from a win of the other side
)

// Tags lists the kinds of a puzzle.
func (p Puzzle) Tags() (tags []Tag) {
	add := func(t Tag, ok bool) {
		if ok && !slices.Contains(tags, t) {
			tags = append(tags, t)
		}
	}
	add(Defence, p.Defence)
	for i, move := range p.Line {
		if i%2 == 1 {
			add(Offer, strings.Contains(move, "x"))
			continue
		}
		steps, captures := strings.Contains(move, "-"), strings.Contains(move, "x")
		add(Charge, steps && captures)
		add(Capture, captures)
		if step, ok := p.At(i / 2); ok {
			legs := step.Task.View().Stage(move).Legs
			add(Canter, slices.ContainsFunc(legs, func(l parker.Leg) bool { return l.Kind == parker.Canter }))
		}
		add(Castle, !p.Defence && i == len(p.Line)-1 && !captures)
	}
	return tags
}
