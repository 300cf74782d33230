package review

import (
	"cmp"
	"slices"

	"tableronde/games"
)

// Edition numbers the forms of card reviews. A review of another edition is made again.
const Edition = 2

// Decision is an action in a card game, and the values that a search gives to it and to others from
// the view of its seat at that time. Its text is "" if the seat could have prevented something and
// did not.
type Decision struct {
	Ply     int        `json:"ply"` // events before it
	Seat    games.Seat `json:"seat"`
	Text    string     `json:"action"`
	Deals   int        `json:"deals,omitempty"`   // in which each option was tried
	Options []Option   `json:"options,omitempty"` // the best first, with Text among them; none if there was no choice

	// Chances are the chances of all seats to win before the decision, by seat-1, in percent, with
	// all hands open; none if there was no choice.
	Chances []int `json:"chances,omitempty"`
}

// Start is the beginning of a round of a card game, or of a tournament.
type Start struct {
	Ply     int   `json:"ply"`    // events before it
	Number  int   `json:"number"` // of the round, from 1
	Deals   int   `json:"deals"`
	Chances []int `json:"chances"` // as in a Decision

	// Hands are the chances of each seat to win with its hand against any hands of the others, by
	// seat-1, in percent. Average has the chances with average hands. Both are empty if no hands
	// were dealt.
	Hands   []int `json:"hands,omitempty"`
	Average []int `json:"average,omitempty"`
}

// Option is an action with its seat's chance to win by it, in percent. Its text is "" for not
// interrupting.
type Option struct {
	Text  string `json:"action"`
	Share int    `json:"share"`
}

// minCost is the smallest cost that counts; smaller differences may be chance.
const minCost = 5

// Cost returns the chance with the best action minus the chance with this one, in percent. It is 0
// for a difference below minCost.
func (d Decision) Cost() int {
	if o := d.Played(); o != nil && d.Options[0].Share-o.Share >= minCost {
		return d.Options[0].Share - o.Share
	}
	return 0
}

// Played returns the option that was taken, nil if there was no choice.
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
// first, and the number of its decisions with a choice.
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
