package rating

import (
	"math"
	"testing"
	"time"
)

var day = time.Date(2026, time.March, 1, 12, 0, 0, 0, time.UTC)

// The example of Glickman's paper: a player of 1500 (200) wins against 1400 (30) and
// loses to 1550 (100) and 1700 (300) in one period.
func TestGlickmansExample(t *testing.T) {
	r := Rating{Points: 1500, Deviation: 200, Volatility: 0.06}
	got := r.after([]game{
		{Rating{Points: 1400, Deviation: 30}, 1, 1},
		{Rating{Points: 1550, Deviation: 100}, 0, 1},
		{Rating{Points: 1700, Deviation: 300}, 0, 1},
	}, 1)
	for _, one := range []struct {
		name              string
		got, want, within float64
	}{
		{"rating", got.Points, 1464.06, 0.01},
		{"deviation", got.Deviation, 151.52, 0.01},
		{"volatility", got.Volatility, 0.05999, 0.00001},
	} {
		if math.Abs(one.got-one.want) > one.within {
			t.Errorf("%s = %v, want %v", one.name, one.got, one.want)
		}
	}
}

func TestRateMovesTwoPlayersAlike(t *testing.T) {
	got := Rate([]Seat{{Rating: New(), Side: 1, Place: 1}, {Rating: New(), Side: 2, Place: 2}}, day)
	if up, down := got[0].Points-1500, 1500-got[1].Points; up < 100 || math.Abs(up-down) > 1e-9 {
		t.Errorf("the winner gains %v, the loser loses %v", up, down)
	}
	for i, r := range got {
		if r.Deviation >= startDeviation || r.Matches != 1 || !r.At.Equal(day) {
			t.Errorf("seat %d: %+v", i+1, r)
		}
	}
}

func TestADrawOfEqualsMovesNobody(t *testing.T) {
	got := Rate([]Seat{{Rating: New(), Side: 1, Place: 1}, {Rating: New(), Side: 2, Place: 1}}, day)
	if got[0].Points != 1500 || got[1].Points != 1500 || got[0].Deviation >= startDeviation {
		t.Errorf("after a draw: %+v", got)
	}
}

func TestFixedSeatsKeepTheirRating(t *testing.T) {
	strong := Rating{Points: 1900, Deviation: 60, Volatility: 0.06, Matches: 40, At: day.Add(-time.Hour)}
	got := Rate([]Seat{{Rating: strong, Side: 1, Place: 2, Fixed: true}, {Rating: New(), Side: 2, Place: 1}}, day)
	if got[0] != strong {
		t.Errorf("a fixed rating changed to %+v", got[0])
	}
	if got[1].Points < 1750 {
		t.Errorf("a new player who beats 1900 is worth %v", got[1].Points)
	}
}

func TestAMatchOfManyCountsAsOne(t *testing.T) {
	two := Rate([]Seat{{Rating: New(), Side: 1, Place: 1}, {Rating: New(), Side: 2, Place: 2}}, day)
	var seats []Seat
	for i := range 5 {
		seats = append(seats, Seat{Rating: New(), Side: i + 1, Place: i + 1})
	}
	five := Rate(seats, day)
	if math.Abs(five[0].Points-two[0].Points) > 1e-6 || math.Abs(five[0].Deviation-two[0].Deviation) > 1e-6 {
		t.Errorf("first of five: %+v, first of two: %+v", five[0], two[0])
	}
	if math.Abs(five[2].Points-1500) > 1e-6 {
		t.Errorf("who is third of five equals has %v points", five[2].Points)
	}
	for i := range 4 {
		if five[i].Points <= five[i+1].Points {
			t.Errorf("place %d has %v points, place %d %v", i+1, five[i].Points, i+2, five[i+1].Points)
		}
	}
}

func TestTeamsShareTheirResult(t *testing.T) {
	strong, weak := New(), New()
	strong.Points, weak.Points = 1700, 1300
	got := Rate([]Seat{
		{Rating: strong, Side: 1, Place: 1}, {Rating: New(), Side: 2, Place: 2},
		{Rating: weak, Side: 1, Place: 1}, {Rating: New(), Side: 2, Place: 2},
	}, day)
	if got[1] != got[3] {
		t.Errorf("partners of equal rating got %+v and %+v", got[1], got[3])
	}
	if got[0].Points <= 1700 || got[2].Points <= 1300 || got[1].Points >= 1500 {
		t.Errorf("after the win of the first team: %+v", got)
	}
}

func TestOneSideAloneIsNotRated(t *testing.T) {
	got := Rate([]Seat{{Rating: New(), Side: 1, Place: 1}, {Rating: New(), Side: 1, Place: 1}}, day)
	if got[0] != New() || got[1] != New() {
		t.Errorf("a match without opponents changed ratings: %+v", got)
	}
}

func TestTimeMakesRatingsUncertain(t *testing.T) {
	r := Rating{Points: 1600, Deviation: 60, Volatility: 0.06, Matches: 50, At: day}
	if got := r.AsOf(day.Add(365 * 24 * time.Hour)); got.Deviation < 90 || got.Deviation > 100 {
		t.Errorf("deviation after a year = %v, want about 95", got.Deviation)
	}
	if got := r.AsOf(day.Add(100 * 365 * 24 * time.Hour)); got.Deviation != startDeviation {
		t.Errorf("deviation after a hundred years = %v", got.Deviation)
	}
	if got := r.AsOf(day.Add(-time.Hour)); got != r {
		t.Errorf("before its last match the rating is %+v", got)
	}
	if got := New().AsOf(day); got != New() {
		t.Errorf("a new player's rating ages to %+v", got)
	}
}

// Many matches between players of known strength: the estimates come near it, and lie
// within two deviations about 19 times in 20.
func TestRatingsFindTheTruth(t *testing.T) {
	next := uint64(7)
	random := func() float64 {
		next = next*6364136223846793005 + 1442695040888963407
		return float64(next>>11) / (1 << 53)
	}
	const players = 60
	truth, ratings := make([]float64, players), make([]Rating, players)
	for i := range truth {
		truth[i], ratings[i] = 1200+10*float64(i), New()
	}
	now := day
	for range 60 * players {
		a, b := int(random()*players), int(random()*players)
		if a == b {
			continue
		}
		now = now.Add(time.Hour)
		first, second := 1, 2
		if random() > 1/(1+math.Exp((truth[b]-truth[a])/scale)) {
			first, second = 2, 1
		}
		got := Rate([]Seat{{Rating: ratings[a], Side: 1, Place: first}, {Rating: ratings[b], Side: 2, Place: second}}, now)
		ratings[a], ratings[b] = got[0], got[1]
	}
	var mean, meanTruth float64
	for i := range truth {
		mean, meanTruth = mean+ratings[i].Points/players, meanTruth+truth[i]/players
	}
	within := 0
	for i, r := range ratings {
		if math.Abs(r.Points-mean-(truth[i]-meanTruth)) < 2*r.Deviation {
			within++
		}
	}
	if within < players*85/100 {
		t.Errorf("%d of %d ratings are within two deviations of the truth", within, players)
	}
}
