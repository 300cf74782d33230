package pages

import (
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/views"
)

// Rated is the rating of a player at a game.
type Rated struct {
	Game              games.Info
	ID, Name          string
	You               bool
	Points, Deviation float64
	Matches           int
	At                time.Time // of the last match
}

// points returns the rating as a whole number.
func (r Rated) points() string { return strconv.Itoa(int(math.Round(r.Points))) }

// margin returns how far the true strength may be from the rating, 19 times in 20.
func (r Rated) margin() int { return int(math.Round(2 * r.Deviation)) }

// uncertain is the margin from which a rating counts as uncertain.
const uncertain = 250

// Ratings is the model of the leaders of a game.
type Ratings struct {
	views.Page
	Games   []games.Info
	Game    string
	First   int // place of the first
	People  []Rated
	Bots    []Rated
	More    bool // there are further places
	Matches int  // the rated matches that a listed player must have
	Days    int  // the greatest age of the last of them, in days
}

// chosen returns the game whose leaders are listed.
func (m Ratings) chosen() games.Info {
	for _, g := range m.Games {
		if g.ID == m.Game {
			return g
		}
	}
	return games.Info{}
}

// path returns the address of the part of the list that begins with a place.
func (m Ratings) path(first int) templ.SafeURL {
	q := url.Values{"game": {m.Game}}
	if first > 1 {
		q.Set("from", strconv.Itoa(first))
	}
	return templ.SafeURL("/ratings?" + q.Encode())
}

// scaleOf returns the lowest and highest number of the ranges to draw.
func scaleOf(list []Rated) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, r := range list {
		low, high = min(low, r.Points-2*r.Deviation), max(high, r.Points+2*r.Deviation)
	}
	return math.Floor(low/100) * 100, math.Ceil(high/100) * 100
}

// rangeOf returns where to draw the range of a rating on a scale.
func rangeOf(r Rated, low, high float64) (x, width, middle string) {
	at := func(points float64) string { return fmt.Sprintf("%.1f%%", 100*(points-low)/(high-low)) }
	return at(r.Points - 2*r.Deviation), fmt.Sprintf("%.1f%%", 100*4*r.Deviation/(high-low)), at(r.Points)
}

// Score counts matches by their results.
type Score struct{ Matches, Won, Drawn, Fell int }

// Add adds other matches.
func (s *Score) Add(o Score) {
	s.Matches, s.Won, s.Drawn, s.Fell = s.Matches+o.Matches, s.Won+o.Won, s.Drawn+o.Drawn, s.Fell+o.Fell
}

func (s Score) lost() int { return s.Matches - s.Won - s.Drawn }

// Opponent is a player with the score of another player against them.
type Opponent struct {
	ID, Name string
	Score
}

// Profile is the model of the public page of a player.
type Profile struct {
	views.Page
	ID, Name string
	Bot, You bool
	Level    int // of a bot
	Since    time.Time
	Ratings  []Rated
	Drawn    Rated        // whose course is drawn; zero without ratings
	Course   []RatingStep // the earliest first
	Total    Score
	Ladders  []LadderLine
	Cups     []WonCup // the newest first
	Against  []Opponent
	Hours    [24]int // number of answers in each hour of the day, in UTC
	Answers  []int   // by i, number of answers that took less than 2^i minutes and at least half of that
}

// WonCup is a cup that the player has won.
type WonCup struct {
	ID, Title string // the title is "" if its host has left
	Game      games.Info
	Ended     time.Time
}

// cupBadge is the badge of a won cup: a cup on a shield.
const cupBadge = openBadge + `<path class="f-sable" ` + badgeShield + `/><g class="c-charge" transform="translate(-34 -38) scale(2.8)"><path d="M4.6 2.2h14.8c0 6.4-2 10-6.1 10.9v4.3l4.3 2.6v2.3H6.4V20l4.3-2.6v-4.3C6.6 12.2 4.6 8.6 4.6 2.2z"/></g><path class="o thick" ` + badgeShield + `/></svg>`

// RatingStep is a rating after a match.
type RatingStep struct {
	At                time.Time
	Points, Deviation float64
}

// path returns the address of the page that draws the ratings of a game.
func (m Profile) path(game string) templ.SafeURL {
	return templ.SafeURL("/players/" + m.ID + "?game=" + game)
}

// answersWithin returns the time within which a share of the answers came, 0 if there are fewer
// than ten answers.
func (m Profile) answersWithin(share float64) time.Duration {
	const few = 10
	sum := 0
	for _, count := range m.Answers {
		sum += count
	}
	if sum < few {
		return 0
	}
	seen := 0
	for step, count := range m.Answers {
		if seen += count; float64(seen) >= share*float64(sum) {
			return time.Minute << step
		}
	}
	return 0
}

// hourBar is a bar of the drawing of answers by hour: x in percent, y in pixels.
type hourBar struct {
	x, width, y, height string
	hour, percent       int
}

// hoursHeight is the height of the highest bar, in pixels.
const hoursHeight = 120

// hourBars draws the answers by hour of the day, in the visitor's time zone; nil for fewer than
// fifty answers.
func (m Profile) hourBars() (bars []hourBar) {
	const few = 50
	sum, most := 0, 0
	for _, n := range m.Hours {
		sum, most = sum+n, max(most, n)
	}
	if sum < few {
		return nil
	}
	offset := 0
	if m.Zone != nil {
		_, offset = m.Now.In(m.Zone).Zone()
	}
	for hour := range m.Hours {
		n := m.Hours[((hour-offset/3600)%24+24)%24]
		height := float64(hoursHeight) * float64(n) / float64(most)
		bars = append(bars, hourBar{fmt.Sprintf("%.2f%%", 100*(float64(hour)+.1)/24), fmt.Sprintf("%.2f%%", 80.0/24),
			fmt.Sprintf("%.1f", hoursHeight-height), fmt.Sprintf("%.1f", height), hour, int(math.Round(100 * float64(n) / float64(sum)))})
	}
	return bars
}

// hoursText names the hours with the most answers, for readers who do not see the bars.
func (m Profile) hoursText(bars []hourBar) string {
	best := slices.MaxFunc(bars, func(a, b hourBar) int { return a.percent - b.percent })
	return m.T("profile.hours_told", "Hour", best.hour, "Next", (best.hour+1)%24, "Percent", best.percent)
}

// roughly formats a time as a whole number of its largest unit.
func (m Profile) roughly(d time.Duration) string {
	switch {
	case d < time.Hour:
		return m.N("time.minutes", int(math.Round(d.Minutes())))
	case d < 48*time.Hour:
		return m.N("time.hours", int(math.Round(d.Hours())))
	}
	return m.N("time.days", int(math.Round(d.Hours()/24)))
}

// courseHeight is the height of the drawn course, in pixels.
const courseHeight = 180

// course is the drawing of a rating: x in percent, y in pixels.
type course struct {
	line, upper, lower, band string
	lines                    []courseLine
	x, y                     string // of the last step
}

// courseLine is a line at a round number of points.
type courseLine struct {
	y      string
	points int
}

// drawnCourse draws the steps of the rating by their times.
func (m Profile) drawnCourse() course {
	low, high := math.Inf(1), math.Inf(-1)
	for _, s := range m.Course {
		low, high = min(low, s.Points-2*s.Deviation), max(high, s.Points+2*s.Deviation)
	}
	y := func(points float64) float64 { return courseHeight * (high - points) / max(high-low, 1) }
	first, last := m.Course[0].At, m.Course[len(m.Course)-1].At
	var line, upper, lower []string
	for _, s := range m.Course {
		x := 100.0
		if last.After(first) {
			x = 100 * float64(s.At.Sub(first)) / float64(last.Sub(first))
		}
		at := func(points float64) string { return fmt.Sprintf("%.2f %.1f", x, y(points)) }
		line, upper, lower = append(line, at(s.Points)), append(upper, at(s.Points+2*s.Deviation)), append(lower, at(s.Points-2*s.Deviation))
	}
	path := func(points []string) string { return "M" + strings.Join(points, "L") }
	c := course{line: path(line), upper: path(upper), lower: path(lower)}
	slices.Reverse(lower)
	c.band = path(slices.Concat(upper, lower)) + "Z"
	c.x, c.y = "100%", fmt.Sprintf("%.1f", y(m.Course[len(m.Course)-1].Points))
	step := 100.0
	for (high-low)/step > 6 {
		step *= 2
	}
	for points := math.Ceil(low/step) * step; points <= high; points += step {
		c.lines = append(c.lines, courseLine{fmt.Sprintf("%.1f", y(points)), int(points)})
	}
	return c
}

// courseText describes the course for readers who do not see it.
func (m Profile) courseText() string {
	first, last := m.Course[0], m.Course[len(m.Course)-1]
	return m.T("profile.course_told", "Game", m.Lang.Of(m.Drawn.Game.Name), "From", int(math.Round(first.Points)), "To", int(math.Round(last.Points)))
}
