// Package review holds a search's judgement of the moves of a match that is over, or of the
// decisions of a card game, and lists the costliest. It contains no rules; package judge makes
// reviews.
package review

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"tableronde/games"
)

// Value is the worth of a position or a move for a seat, in hundredths of a man. A won game has the
// value Won minus the moves of all seats to its end; a lost game has the negative of that.
type Value int

// Won is the value of a game that is won at once.
const (
	Won      Value = 30_000
	wonBound       = Won - 1_000
)

// Decided returns the number of moves of all seats to the end of a decided game; ok is false for a
// value of an open game.
func (v Value) Decided() (moves int, ok bool) {
	switch {
	case v >= wonBound:
		return int(Won - v), true
	case v <= -wonBound:
		return int(Won + v), true
	}
	return 0, false
}

// Result returns 1 for a game that is won, -1 for a lost one, 0 for one that is not
// decided.
func (v Value) Result() int {
	switch {
	case v >= wonBound:
		return 1
	case v <= -wonBound:
		return -1
	}
	return 0
}

// scale is the value at which a side wins e times as often as it loses; the estimates of
// the search were fitted with it.
const scale = 200

// Chance returns the chance to win with a value, from 0 to 1; a draw counts a half.
func (v Value) Chance() float64 {
	switch v.Result() {
	case 1:
		return 1
	case -1:
		return 0
	}
	return 1 / (1 + math.Exp(-float64(v)/scale))
}

// Review is the judgement of the moves of a match that a search has covered.
type Review struct {
	Exact bool   `json:"exact"` // the values are true ones
	Moves []Move `json:"moves"` // the moves that no take-back has undone, in order

	Decisions []Decision `json:"decisions,omitempty"` // in card games, instead of Moves: the decisions of people, in order
	Starts    []Start    `json:"starts,omitempty"`    // in card games: of all rounds, in order
	Edition   int        `json:"edition,omitempty"`   // in card games: Edition when the review was begun
}

// Judged returns the number of judged moves or decisions.
func (r Review) Judged() int { return len(r.Moves) + len(r.Decisions) }

// Move is a move that was played, with the values that a search gives it, for the seat that
// played it.
type Move struct {
	Ply    int        `json:"ply"` // events before it
	Seat   games.Seat `json:"seat"`
	Text   string     `json:"action"`
	Value  Value      `json:"value"`            // of the position before it, with best play
	Played Value      `json:"played"`           // of the move
	Best   string     `json:"better,omitempty"` // a better move, if there is one
	Line   []string   `json:"line,omitempty"`   // Best, and the moves that may follow
	Only   bool       `json:"only,omitempty"`   // Best was the only move that held: any other one gives away the result or, without exact values, a swing of chances
}

// minSwing is the smallest loss of chances that counts as a swing.
const minSwing = 0.15

// Loss returns the decrease of the chance to win by a move, from 0 to 1.
func (m Move) Loss() float64 {
	if m.Best == "" {
		return 0
	}
	return max(0, m.Value.Chance()-m.Played.Chance())
}

// Swings reports whether a move was a turning point of the match.
func (m Move) Swings() bool { return m.Loss() >= minSwing }

// Delays reports whether a move wins, but later than a better one.
func (m Move) Delays() bool {
	return m.Best != "" && m.Value.Result() == 1 && m.Played.Result() == 1 && m.Played < m.Value
}

// Missed lists the moves of a seat in a position that one move alone would have won or held.
func (r Review) Missed(seat games.Seat) (list []Move) {
	for _, m := range r.Moves {
		if m.Seat == seat && m.Only && m.Value.Chance() >= held {
			list = append(list, m)
		}
	}
	return list
}

// held is the chance to win from which a position is worth holding.
const held = 0.4

// MaxSwings is the largest number of swings that Swings returns.
const MaxSwings = 9

// Swings returns the indexes in Moves of the largest swings, in the order of play.
func (r Review) Swings() []int {
	var all []int
	for i, m := range r.Moves {
		if m.Swings() {
			all = append(all, i)
		}
	}
	slices.SortStableFunc(all, func(i, j int) int { return cmp.Compare(r.Moves[j].Loss(), r.Moves[i].Loss()) })
	all = all[:min(len(all), MaxSwings)]
	slices.Sort(all)
	return all
}

// At returns the index in Moves of the first move played at the given ply or later, -1 if
// there is none.
func (r Review) At(ply int) int {
	return slices.IndexFunc(r.Moves, func(m Move) bool { return m.Ply >= ply })
}

// Parse is the inverse of Encode; "" stands for a review without moves.
func Parse(text string) (r Review, err error) {
	if text == "" {
		return Review{}, nil
	}
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		return Review{}, fmt.Errorf("decode review: %w", err)
	}
	return r, nil
}

// Encode returns the review as text.
func (r Review) Encode() (string, error) {
	text, err := json.Marshal(r)
	if err != nil {
		return "", fmt.Errorf("encode review: %w", err)
	}
	return string(text), nil
}

// ReasonKind names a fact that speaks for a move.
type ReasonKind string

// The facts that speak for a move.
const (
	Wins      ReasonKind = "wins"      // the game, with this move
	WinsIn    ReasonKind = "wins_in"   // the game, in Number moves of the side
	Only      ReasonKind = "only"      // it is the only legal move
	Compelled ReasonKind = "compelled" // something must be captured
	Leaves    ReasonKind = "leaves"    // a piece must leave the castle
	Takes     ReasonKind = "takes"     // Men and Knights
	Enters    ReasonKind = "enters"    // the castle that the side has to reach
	Parries   ReasonKind = "parries"   // Number pieces could be taken before, fewer after
	Safe      ReasonKind = "safe"      // after it, nothing can be taken in return
	Threatens ReasonKind = "threatens" // to take one of Number pieces
	Runs      ReasonKind = "runs"      // a piece is Number steps from the goal then, nearer than before
	Guards    ReasonKind = "guards"    // the own castle stays guarded, with an enemy near
	HoldsOut  ReasonKind = "holds_out" // the game is lost, but not soon
	Best      ReasonKind = "best"      // the search prefers it, and no other fact is known
	Next      ReasonKind = "next"      // the search prefers it to the remaining moves
)

// Reason is a fact that speaks for a move.
type Reason struct {
	Kind         ReasonKind
	Men, Knights int
	Number       int
}
