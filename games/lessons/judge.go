package lessons

import (
	"slices"
	"strings"

	"tableronde/games"
	"tableronde/games/parker"
)

// State is the progress of an answer.
type State uint8

// The states of an answer.
const (
	Asked State = iota // no piece is chosen
	Begun              // the move can still become right
	Right
	Wrong
)

// Verdict is the judgement of the squares that a pupil has chosen.
type Verdict struct {
	State State
	Stage parker.Stage  // the accepted part of the move
	Tried []parker.Leg  // the legs after it that were refused
	At    parker.Square // the square that was refused, NoSquare for none

	// Key names the sentence for a wrong answer, after the name of the lesson. It is "" if the
	// rules refuse the answer, with Why.
	Key    string
	Answer string // the longest capture that follows the wrong answer, "" for none
	Why    *games.Illegal
}

// Keys of sentences that all lessons share. Their names do not begin with the name of a lesson.
const (
	Empty   = "empty"   // no piece stands on the square
	Theirs  = "theirs"  // an enemy stands there
	Partner = "partner" // the partner's piece stands there
)

// Judge judges the squares that a pupil has chosen, by name: the piece, then each landing. A square
// that the board lacks ends the list.
func (l Lesson) Judge(from string, to []string) Verdict {
	b := l.view.Board()
	q, ok := b.Square(strings.ToUpper(from))
	if !ok {
		return Verdict{Stage: l.view.Stage(""), At: parker.NoSquare}
	}
	if key := l.foreign(q); key != "" {
		return Verdict{State: Wrong, Stage: l.view.Stage(""), At: q, Key: key}
	}
	if w := l.mistake(q, q, Touch); w != nil {
		return Verdict{State: Wrong, Stage: l.view.Stage(""), At: q, Key: w.Key}
	}
	v := Verdict{State: Begun, Stage: l.view.Stage(b.Name(q)), At: parker.NoSquare}
	for _, name := range to {
		next, ok := b.Square(strings.ToUpper(name))
		if !ok {
			break
		}
		if v = l.goOn(v.Stage, next); v.State != Begun {
			break
		}
	}
	return v
}

// Shown returns the verdict on the first right answer.
func (l Lesson) Shown() Verdict {
	return Verdict{State: Right, Stage: l.view.Stage(l.Right[0]), At: parker.NoSquare}
}

// foreign returns the key of the sentence about a square without a piece of the pupil, "" for
// one with such a piece.
func (l Lesson) foreign(q parker.Square) string {
	switch piece := l.view.At(q); {
	case piece == 0:
		return Empty
	case piece.Seat() == l.view.Turn():
		return ""
	case piece.Seat() == l.view.Board().Partner(l.view.Turn()):
		return Partner
	}
	return Theirs
}

// goOn judges one more square after the staged part of a move.
func (l Lesson) goOn(stage parker.Stage, to parker.Square) Verdict {
	v := Verdict{State: Wrong, Stage: stage, At: to}
	next, ok := l.follow(stage, to)
	switch {
	case ok && l.isRight(next.Route):
		return Verdict{State: Right, Stage: next, At: parker.NoSquare}
	case ok && l.begins(next):
		return Verdict{State: Begun, Stage: next, At: parker.NoSquare}
	case ok:
		v.Tried = next.Legs[len(stage.Legs):]
	case l.view.At(to) != 0 && l.foreign(to) != "":
		v.Key = l.foreign(to)
		return v
	default:
		v.Tried = l.attempted(stage, to)
	}
	if w := l.sentence(stage, v.Tried, to, ok && next.Complete); w != nil {
		if v.Key = w.Key; w.By == Answered {
			v.Answer = l.answer(next.Route)
		}
		return v
	}
	if v.Why = l.view.WhyNot(stage.Route, to); v.Why == nil {
		v.Key = Other
	}
	return v
}

// isRight reports whether a route is a right answer, or another way to the same position.
func (l Lesson) isRight(route string) bool {
	if slices.Contains(l.Right, route) {
		return true
	}
	move := l.move(route)
	return move != "" && slices.ContainsFunc(l.Right, func(right string) bool { return l.move(right) == move })
}

// move returns the move that a route makes, which has one text for all routes to the same position;
// "" if the route is no whole move.
func (l Lesson) move(route string) string {
	_, move, err := l.state.Apply(l.view.Turn(), route)
	if err != nil {
		return ""
	}
	return move
}

// begins reports whether a right answer goes on from a stage.
func (l Lesson) begins(stage parker.Stage) bool {
	for _, right := range l.Right {
		if rest, ok := strings.CutPrefix(right, stage.Route); ok && rest != "" && (rest[0] == '-' || rest[0] == 'x') {
			return true
		}
	}
	ends := func(t parker.Target) bool { return l.isRight(t.Route) }
	return slices.ContainsFunc(stage.Next, ends) || slices.ContainsFunc(stage.Far, ends)
}

// Other is the key of the sentence about a wrong answer that has no other sentence.
const Other = "other"

// follow returns the stage after one more square, and reports whether the rules allow it.
func (l Lesson) follow(stage parker.Stage, to parker.Square) (parker.Stage, bool) {
	for _, list := range [2][]parker.Target{stage.Next, stage.Far} {
		for _, t := range list {
			if t.Square == to {
				return l.view.Stage(t.Route), true
			}
		}
	}
	return parker.Stage{}, false
}

// attempted returns the leg that a pupil has tried against the rules, by its geometry. It is empty
// for a square on which the piece stands already, and for one beyond a leap.
func (l Lesson) attempted(stage parker.Stage, to parker.Square) []parker.Leg {
	b, from := l.view.Board(), end(stage)
	file, rank := b.FileRank(from)
	toFile, toRank := b.FileRank(to)
	across, up := toFile-file, toRank-rank
	leg := parker.Leg{From: from, To: to, Kind: parker.Step, Taken: parker.NoSquare}
	switch {
	case from == to:
		return nil
	case max(across, -across, up, -up) == 1:
		return []parker.Leg{leg}
	case max(across, -across, up, -up) > 2 || across%2 != 0 || up%2 != 0:
		return nil
	}
	over, ok := b.At(file+across/2, rank+up/2)
	if !ok || l.view.At(over) == 0 {
		return nil
	}
	if leg.Kind = parker.Canter; l.foreign(over) == Theirs {
		leg.Kind = parker.Jump
	}
	return []parker.Leg{leg}
}

// end returns the square on which the piece of a staged move stands.
func end(stage parker.Stage) parker.Square {
	if n := len(stage.Legs); n > 0 {
		return stage.Legs[n-1].To
	}
	return stage.From
}

// sentence returns the entry for a wrong answer, nil for none: the staged part, the refused legs
// after it, and the square that was touched.
func (l Lesson) sentence(stage parker.Stage, tried []parker.Leg, to parker.Square, legal bool) *Mistake {
	kinds := []Attempt{Move}
	if legal {
		kinds = append(kinds, Answered)
	}
	switch {
	case len(stage.Legs) > 0:
		kinds = append(kinds, Stop)
	case len(tried) == 0:
	case tried[0].Kind == parker.Step:
		kinds = append(kinds, Step)
	case tried[0].Kind == parker.Canter:
		kinds = append(kinds, Canter)
	}
	return l.mistake(stage.From, to, kinds...)
}

// mistake returns the first entry for answers of some kinds with a piece, nil for none.
func (l Lesson) mistake(piece, to parker.Square, kinds ...Attempt) *Mistake {
	b := l.view.Board()
	for i, w := range l.Mistakes {
		if slices.Contains(kinds, w.By) && (w.Pieces == "" || slices.Contains(strings.Fields(w.Pieces), b.Name(piece))) && (w.To == "" || w.To == b.Name(to)) {
			return &l.Mistakes[i]
		}
	}
	return nil
}

// answer returns the capture with most jumps that the next seat can make after a move, "" for
// none. Of several it is the last in the order of the rules.
func (l Lesson) answer(move string) string {
	next, _, err := l.state.Apply(l.view.Turn(), move)
	if err != nil {
		return ""
	}
	longest := ""
	for _, seat := range next.ToAct() {
		for _, reply := range next.Legal(seat) {
			if strings.Count(reply, "x") >= max(1, strings.Count(longest, "x")) {
				longest = reply
			}
		}
	}
	return longest
}
