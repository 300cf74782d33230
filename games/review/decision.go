package review

import (
	"cmp"
	"slices"

	"tableronde/games"
)

// Edition numbers the forms of card reviews. A review of another edition is made again.
const Edition = 2

// Decision is an action at cards, and the values that a search gives it and others from the
// view of its seat at the time. Its text is "" where the seat could have prevented something
// and did not.
type Decision struct {
	Ply     int        `json:"ply"` // events before it
	Seat    games.Seat `json:"seat"`
	Text    string     `json:"action"`
	Deals   int        `json:"deals,omitempty"`   // in which each option was tried
	Options []Option   `json:"options,omitempty"` // the best first, Text among them; none where there was no choice

	// Chances are the parts of the game that all seats could expect before the decision, by
	// seat-1, in hundredths, by all hands; none where there was no choice.
	Chances []int `json:"chances,omitempty"`
}

// Start is the beginning of a round of a match at cards, or of a tournament of it.
type Start struct {
	Ply     int   `json:"ply"`    // events before it
	Number  int   `json:"number"` // of the round, from 1
	Deals   int   `json:"deals"`
	Chances []int `json:"chances"` // as in a Decision

	// Hands are the shares that each seat could expect with its hand against any hands of the
	// others, by seat-1, in hundredths of the game. Average has the shares with average hands.
	// Both are empty where no hands were dealt.
	Hands   []int `json:"hands,omitempty"`
	Average []int `json:"average,omitempty"`
}

// Option is an action with the part of the game that its seat could expect to win by it, in
// hundredths. Its text is "" for letting things pass.
type Option struct {
	Text  string `json:"action"`
	Share int    `json:"share"`
}

// minCost is the smallest cost that counts; chance in the figures causes smaller ones.
const minCost = 5

// Cost returns the expected share of the best action less the share of this one, in hundredths
// of the game. It is 0 for a difference below minCost.
func (d Decision) Cost() int {
	if o := d.Played(); o != nil && d.Options[0].Share-o.Share >= minCost {
		return d.Options[0].Share - o.Share
	}
	return 0
}

// Played returns the option that was taken, nil where there was no choice.
func (d Decision) Played() *Option {
	for i := range d.Options {
		if d.Options[i].Text == d.Text {
			return &d.Options[i]
		}
	}
	return nil
}

// Texts lists the options by their texts.
func (d Decision) Texts() (texts []string) {
	for _, o := range d.Options {
		texts = append(texts, o.Text)
	}
	return texts
}

// Costly returns the indexes in Decisions of a seat's decisions with a cost, the largest cost
// first, and the number of its decisions that were a choice.
func (r Review) Costly(seat games.Seat) (indexes []int, choices int) {
	for i, d := range r.Decisions {
		if d.Seat != seat || len(d.Options) == 0 {
			continue
		}
		choices++
		if d.Cost() > 0 {
			indexes = append(indexes, i)
		}
	}
	slices.SortStableFunc(indexes, func(i, j int) int { return cmp.Compare(r.Decisions[j].Cost(), r.Decisions[i].Cost()) })
	return indexes, choices
}
