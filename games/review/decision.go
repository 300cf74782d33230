package review

import (
	"cmp"
	"slices"

	"tableronde/games"
)

// Edition numbers what reviews at cards tell. One of another edition is made anew.
const Edition = 2

// Decision is an action at cards, and what a search thinks of it by what its seat saw when
// it was taken. Its text is "" where the seat has let pass what it could have prevented.
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
	Chances []int `json:"chances"` // as those of a Decision

	// Hands are what each seat could expect of its hand, by seat-1, in hundredths of the
	// game, whatever the others hold, and Average what of an average one; none where no hands
	// were dealt.
	Hands   []int `json:"hands,omitempty"`
	Average []int `json:"average,omitempty"`
}

// Option is an action, and the part of the game that its seat could expect to win with it,
// in hundredths. Its text is "" for letting things pass.
type Option struct {
	Text  string `json:"action"`
	Share int    `json:"share"`
}

// minCost is the smallest cost that is told of, more than what chance does to the figures.
const minCost = 5

// Cost returns how many hundredths of the game less were to be expected of the action than
// of the best one, 0 for so few that the difference tells nothing.
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

// Costly returns the indexes in Decisions of those of a seat that have cost most, the
// dearest first, and how many of its decisions were a choice.
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
