package table

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"tableronde/games"
)

// Follow returns the next action that the server must post, given everybody's advance orders. It
// returns false if there is nothing to post, and once the match is over.
func (m Match) Follow(orders func(games.Seat) string) (next games.Posting, ok bool) {
	f, follows := m.State().(games.Follower)
	switch {
	case m.Over():
		return games.Posting{}, false
	case follows:
		return f.Follow(orders)
	case m.ConditionalMoves():
		return m.followConditions(orders)
	}
	return games.Posting{}, false
}

// Prepared reports whether orders of a seat were meant for the decision that it owes now.
// Conditional moves always are, whatever the others play.
func (m Match) Prepared(seat games.Seat, orders string) bool {
	if f, follows := m.State().(games.Follower); follows {
		return f.Prepared(seat, orders)
	}
	return orders != "" && m.ConditionalMoves()
}

// Default returns the action that is played for a seat whose time is up. It returns false for a
// seat that owes no decision, and in games without default actions.
func (m Match) Default(seat games.Seat) (action string, ok bool) {
	d, has := m.State().(games.Defaulter)
	if !has {
		return "", false
	}
	for _, owes := range m.ToAct() {
		if owes == seat {
			return d.Default(seat), true
		}
	}
	return "", false
}

// Conditional moves are the advance orders of a seat in a game without chance and hidden parts,
// whose rules have no orders of their own: a tree of possible moves of the others, and the answers
// of the seat. Their text names the event after which they were given, and has one line for each
// branch, from that event on:
//
//	after 12
//	F10-F9: E6-E8
//	F10-F9: E6-E8, G10-G9: H7-H8
//	G10-G9: J6-H8
//
// Before each colon stand the moves of the others, one or several, after it the answer. The server
// plays an answer in the same transaction as the move that it answers. An unforeseen move ends the
// conditions, and so does any other event at the table.
type conditions struct {
	after    int // number of events
	branches []branch
}

// branch is a line of play, with the places at which the seat answers.
type branch []conditionalMove

type conditionalMove struct {
	text   string
	answer bool // it is a move of the seat that gave the conditions
}

const (
	maxBranches = 60
	maxDepth    = 40 // moves of a branch
	afterWord   = "after"
)

// String returns the text of the conditions, "" for none.
func (c conditions) String() string {
	if len(c.branches) == 0 {
		return ""
	}
	lines := []string{afterWord + " " + strconv.Itoa(c.after)}
	for _, b := range c.branches {
		lines = append(lines, b.String())
	}
	return strings.Join(lines, "\n")
}

func (b branch) String() string {
	var text strings.Builder
	for i, m := range b {
		switch {
		case m.answer:
			text.WriteString(": ")
		case i > 0 && b[i-1].answer:
			text.WriteString(", ")
		case i > 0:
			text.WriteString(" ")
		}
		text.WriteString(m.text)
	}
	return text.String()
}

// ConditionalMoves reports whether the advance orders of the match are conditional moves.
func (m Match) ConditionalMoves() bool {
	_, follows := m.State().(games.Follower)
	return !follows && m.game.undoable && m.game.setup.Seats > 1
}

// TakesOrders reports whether seats may give advance orders in the match.
func (m Match) TakesOrders() bool {
	_, follows := m.State().(games.Follower)
	return follows || m.ConditionalMoves()
}

// ReadOrders parses the advance orders of a seat and returns their canonical text, without the part
// about events that have passed. The error is an *games.Illegal.
func (m Match) ReadOrders(seat games.Seat, text string) (string, error) {
	text = games.Plain(text)
	if f, ok := m.State().(games.Follower); ok {
		return f.ReadOrders(seat, text)
	}
	c, why := parseConditions(text, m.Ply())
	switch {
	case why != nil:
		return "", why
	case len(c.branches) == 0:
		return "", nil
	case slices.Contains(m.ToAct(), seat):
		return "", refuse("table.conditions.yours", nil)
	}
	moves, played := m.now.movesSince(c.after)
	if !played {
		return "", nil
	}
	begin := m.At(c.after).State()
	for i, b := range c.branches {
		if c.branches[i], why = b.play(begin, seat); why != nil {
			return "", why
		}
	}
	if why := c.checkAnswers(); why != nil {
		return "", why
	}
	return c.follow(moves, m.Ply()).tidy().String(), nil
}

// checkAnswers refuses two answers to the same moves.
func (c conditions) checkAnswers() *games.Illegal {
	for i, b := range c.branches {
		for _, o := range c.branches[:i] {
			n := 0
			for n < min(len(b), len(o)) && b[n] == o[n] {
				n++
			}
			if n < min(len(b), len(o)) && b[n].answer {
				return refuseText("table.conditions.twice", "text", b[:n].String())
			}
		}
	}
	return nil
}

// movesSince lists the moves after the first ply events. It returns false if any other event
// has happened since, or the match is not that far.
func (t *moment) movesSince(ply int) (moves []string, ok bool) {
	if ply < 0 || ply > t.ply {
		return nil, false
	}
	for _, after := range t.momentsAfter(ply) {
		switch text := after.event.Text; {
		case text == Grant24h:
		case IsSurrounding(text):
			return nil, false
		default:
			moves = append(moves, text)
		}
	}
	return moves, true
}

// follow returns the conditions that are left after some moves.
func (c conditions) follow(moves []string, ply int) conditions {
	left := conditions{after: ply}
	for _, b := range c.branches {
		if len(b) > len(moves) && slices.EqualFunc(b[:len(moves)], moves, func(m conditionalMove, text string) bool { return m.text == text }) {
			left.branches = append(left.branches, b[len(moves):])
		}
	}
	return left
}

// tidy drops superfluous moves after the last answer of a branch, and branches that are the
// beginning of another one.
func (c conditions) tidy() conditions {
	var kept []branch
	for i, b := range c.branches {
		for len(b) > 0 && !b[len(b)-1].answer {
			b = b[:len(b)-1]
		}
		contained := slices.ContainsFunc(c.branches[i+1:], func(o branch) bool { return len(o) >= len(b) && slices.Equal(o[:len(b)], b) }) ||
			slices.ContainsFunc(kept, func(o branch) bool { return len(o) >= len(b) && slices.Equal(o[:len(b)], b) })
		if len(b) > 0 && !contained {
			kept = append(kept, b)
		}
	}
	return conditions{c.after, kept}
}

// play plays the branch of a seat from a state and returns it in canonical text.
func (b branch) play(state games.State, seat games.Seat) (branch, *games.Illegal) {
	checked := make(branch, 0, len(b))
	for _, move := range b {
		toAct := state.ToAct()
		if len(toAct) != 1 {
			return nil, refuseText("table.conditions.over", "text", move.text)
		}
		switch own := toAct[0] == seat; {
		case own && !move.answer:
			return nil, refuseText("table.conditions.answer", "text", move.text)
		case !own && move.answer:
			return nil, refuseText("table.conditions.others", "text", move.text)
		}
		next, text, err := state.Apply(toAct[0], move.text)
		if err != nil {
			return nil, refuseText("table.conditions.illegal", "text", excerpt(move.text))
		}
		state, checked = next, append(checked, conditionalMove{text, move.answer})
	}
	return checked, nil
}

// parseConditions parses conditions. Without a line with their event they are given after the
// first ply events.
func parseConditions(text string, ply int) (conditions, *games.Illegal) {
	c, dated := conditions{after: ply}, false
	for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || r == ';' }) {
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
			continue
		case strings.EqualFold(words[0], afterWord) && len(words) == 2 && !dated && c.branches == nil:
			n, err := strconv.ParseUint(words[1], 10, 31)
			if err != nil {
				return c, refuseText("table.conditions.form", "text", excerpt(line))
			}
			c.after, dated = int(n), true
			continue
		case len(c.branches) == maxBranches:
			return c, refuse("table.conditions.many", numbers{"most": maxBranches})
		}
		b, ok := parseBranch(line)
		switch {
		case !ok:
			return c, refuseText("table.conditions.form", "text", excerpt(line))
		case len(b) > maxDepth:
			return c, refuse("table.conditions.deep", numbers{"most": maxDepth})
		}
		c.branches = append(c.branches, b)
	}
	return c, nil
}

// parseBranch parses a line: pairs of moves of the others and an answer. The last pair may
// lack its answer.
func parseBranch(line string) (b branch, ok bool) {
	for part := range strings.SplitSeq(line, ",") {
		theirs, mine, answered := strings.Cut(part, ":")
		others, answer := strings.Fields(theirs), strings.Fields(mine)
		if len(others) == 0 || answered && len(answer) != 1 || !answered && len(b) == 0 {
			return nil, false
		}
		for _, text := range others {
			b = append(b, conditionalMove{text: text})
		}
		if answered {
			b = append(b, conditionalMove{answer[0], true})
		}
	}
	return b, len(b) > 0
}

// followConditions returns the answer of a seat to the moves since its conditions.
func (m Match) followConditions(orders func(games.Seat) string) (next games.Posting, ok bool) {
	toAct := m.ToAct()
	if len(toAct) != 1 {
		return games.Posting{}, false
	}
	seat := toAct[0]
	text := orders(seat)
	if text == "" {
		return games.Posting{}, false
	}
	c, why := parseConditions(text, m.Ply())
	if why != nil {
		return games.Posting{}, false
	}
	moves, played := m.now.movesSince(c.after)
	if !played || len(moves) == 0 {
		return games.Posting{}, false
	}
	left := c.follow(moves, m.Ply())
	if len(left.branches) == 0 || !left.branches[0][0].answer {
		return games.Posting{}, false
	}
	answer := left.branches[0][0].text
	if _, err := m.Play(seat, answer, time.Time{}); err != nil {
		return games.Posting{}, false
	}
	return games.Posting{Seat: seat, Action: answer, Orders: left.follow([]string{answer}, m.Ply()+1).tidy().String()}, true
}

// excerpt returns the beginning of a typed text, for a refusal.
func excerpt(text string) string {
	return games.Excerpt(strings.Join(strings.Fields(strings.ToValidUTF8(text, "�")), " "), 40)
}
