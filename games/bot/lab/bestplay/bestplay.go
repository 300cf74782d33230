// Package bestplay finds decisions of card games in which one action wins clearly most often, by all
// that the seat can see.
package bestplay

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/bot/ismcts"
	"tableronde/games/bot/lab/arena"
	"tableronde/games/bot/seen"
)

// Bounds of a problem.
const (
	Searches    = 20  // independent searches of a decision
	LeastAgreed = 19  // of these that must choose the action
	LeastLead   = 8.  // percent of the games, over the second action
	Deals       = 500 // imagined for each action, and played to the end
)

const (
	estimated    = 6   // percent that the first search has to expect for a lead
	contenders   = 6   // actions compared: those that the first search expects most of
	fewDeals     = 24  // for all of them
	someDeals    = 100 // for the best ones
	leastActions = 3
	mostActions  = 60
	eachGame     = 2  // problems of a game at most
	apart        = 10 // actions between them at least
)

// endings are the parts of the games that are examined, from the end: 5 stands for the last fifth.
// Earlier, hardly any decision changes a tenth of the games.
var endings = map[string]int{"knizia": 5, "shannon": 4, "kutschke": 3}

// searched is the number of imagined deals of a search, by game.
var searched = map[string]uint64{"knizia": 1000, "shannon": 2000, "kutschke": 300}

// Problem is a decision of a seat with its best action.
type Problem struct {
	Setup  games.Setup
	Past   []bot.Action
	Seat   games.Seat
	Agreed int      // of Searches
	Shares []Option // of the actions that come near to the best, which is the first
}

// Option is an action, and how often it wins in percent of the games played on.
type Option struct {
	Action string
	Share  float64
}

// Lead returns how much more often the best action wins than the second one.
func (p Problem) Lead() float64 { return p.Shares[0].Share - p.Shares[1].Share }

// String formats a problem as a line of games/problems.
func (p Problem) String() string {
	past, shares := make([]string, len(p.Past)), make([]string, len(p.Shares))
	for i, a := range p.Past {
		past[i] = fmt.Sprintf("%d %s", a.Seat, a.Text)
	}
	for i, o := range p.Shares {
		shares[i] = fmt.Sprintf("%.0f %s", o.Share, o.Action)
	}
	return fmt.Sprintf("%d\t%s\t%s\t%d\t%d\t%s", p.Setup.Seats, p.Setup.Seed.Hex(), strings.Join(past, ";"), p.Seat, p.Agreed, strings.Join(shares, ";"))
}

// Tally counts the games and the decisions of a search for problems.
type Tally struct {
	Games, Decisions int

	// Decisions rejected, in the order of the tests.
	Alike   int // the search expects no lead
	Easy    int // a beginner finds the action
	Doubted int // searches disagree
	Close   int // in games played to the end the action leads by less, or another one does
}

// Plan describes a search for problems.
type Plan struct {
	Rules games.Ruleset
	Count int
	Seed  uint64
	Found func(Problem, Tally) error // called with each problem
}

// Find plays games between players of the computer, and examines their endings. It returns
// the tally at the end, or the error of Found.
func (p Plan) Find() (t Tally, err error) {
	for found := 0; found < p.Count && err == nil; t.Games++ {
		err = p.inGame(uint64(t.Games), &t, func(one Problem) (more bool, err error) {
			found++
			return found < p.Count, p.Found(one, t)
		})
	}
	return t, err
}

// seats lists the possible numbers of players: at most four, and two at Kutschke's Camelot, so that
// the table of a problem is read quickly.
func (p Plan) seats() []int {
	info := p.Rules.Info()
	most := 4
	if info.ID == "kutschke" {
		most = 2
	}
	return slices.DeleteFunc(slices.Clone(info.Seats), func(n int) bool { return n > most })
}

// inGame plays a game and yields problems from its ending, until yield returns false.
func (p Plan) inGame(number uint64, t *Tally, yield func(Problem) (more bool, err error)) error {
	rng := rand.New(rand.NewPCG(p.Seed, number))
	var seed games.Seed
	binary.BigEndian.PutUint64(seed[:], rng.Uint64())
	seats := p.seats()
	setup := games.Setup{Seats: seats[rng.IntN(len(seats))], Seed: &seed}
	list, past, err := p.play(setup, rng.Uint64())
	if err != nil {
		return err
	}
	list = list[len(list)-len(list)/endings[p.Rules.Info().ID]:]
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	var taken []int // actions before the problems
	for _, d := range list {
		if len(taken) == eachGame || slices.ContainsFunc(taken, func(n int) bool { return max(n, d.past)-min(n, d.past) < apart }) {
			continue
		}
		t.Decisions++
		e, err := NewExaminer(p.Rules.Info().ID, d.state, d.seat, rng.Uint64())
		if err != nil {
			return err
		}
		found, ok := e.examine(t)
		if !ok {
			continue
		}
		found.Setup, found.Past, taken = setup, past[:d.past], append(taken, d.past)
		if more, err := yield(found); err != nil || !more {
			return err
		}
	}
	return nil
}

// decision is a decision of a game.
type decision struct {
	state games.State
	seat  games.Seat
	past  int // actions before it
}

// play plays a game to its end. It returns the decisions with enough legal actions, and all actions.
func (p Plan) play(setup games.Setup, seed uint64) (list []decision, past []bot.Action, err error) {
	state, err := p.Rules.New(setup)
	if err != nil {
		return nil, nil, err
	}
	player, err := bot.NewPlayer(p.Rules.Info().ID, 2, seed)
	if err != nil {
		return nil, nil, err
	}
	for state.Result() == nil {
		acting := state.ToAct()
		seat := acting[0]
		if n := len(state.Legal(seat)); len(acting) == 1 && n >= leastActions && n <= mostActions {
			list = append(list, decision{state, seat, len(past)})
		}
		choice, err := player.Choose(bot.Turn{State: state, Seat: seat})
		if err != nil {
			return nil, nil, err
		}
		next, text, err := state.Apply(seat, choice.Action)
		if err != nil {
			return nil, nil, err
		}
		state, past = next, append(past, bot.Action{Seat: seat, Text: text})
	}
	return list, past, nil
}

// Examiner examines a decision by the view of its seat.
type Examiner struct {
	game  string
	state games.State
	seat  games.Seat
	plain bot.Player
	seed  uint64
}

// NewExaminer returns an Examiner of a decision that a seat owes. The error is for a game that is
// not a card game.
func NewExaminer(game string, state games.State, seat games.Seat, seed uint64) (*Examiner, error) {
	plain, ok := bot.PlayerOf(game)
	if !ok {
		return nil, fmt.Errorf("%s is not a card game", game)
	}
	return &Examiner{game, state, seat, plain, seed}, nil
}

// examine returns a decision as a problem; ok is false if it is none. Cheap tests come first.
func (e *Examiner) examine(t *Tally) (p Problem, ok bool) {
	first, err := e.search(0, searched[e.game]/5)
	if err != nil || !leads(first, estimated) {
		t.Alike++
		return p, false
	}
	beginner, err := arena.NewBeginner(e.game, e.seed)
	if err != nil {
		return p, false
	}
	if c, err := beginner.Choose(bot.Turn{State: e.state, Seat: e.seat}); err != nil || c.Action == first.Action {
		t.Easy++
		return p, false
	}
	all := e.Compare(expected(first), fewDeals)
	if !isAhead(all, first.Action, -LeastLead/2) || !isAhead(e.Compare(near(all, 2*LeastLead), someDeals), first.Action, LeastLead*2/3) {
		t.Close++
		return p, false
	}
	if p = (Problem{Seat: e.seat, Agreed: e.Agreed(first.Action)}); p.Agreed < LeastAgreed {
		t.Doubted++
		return p, false
	}
	// A search need not have tried every action.
	all = e.Compare(e.state.Legal(e.seat), fewDeals)
	if p.Shares = e.Compare(near(all, 6*LeastLead), Deals); !isAhead(p.Shares, first.Action, LeastLead) {
		t.Close++
		return p, false
	}
	return p, true
}

// expected lists the actions of which a search expects most.
func expected(c bot.Choice) (actions []string) {
	options := slices.Clone(c.Options)
	slices.SortStableFunc(options, func(a, b bot.Option) int { return cmp.Compare(b.Share, a.Share) })
	for _, o := range options[:min(contenders, len(options))] {
		actions = append(actions, o.Action)
	}
	return actions
}

// near lists the two best actions, and those that come within some percent of the best.
func near(list []Option, percent float64) (actions []string) {
	for i, o := range list {
		if i < 2 || o.Share > list[0].Share-percent {
			actions = append(actions, o.Action)
		}
	}
	return actions
}

// leads reports whether the action of a search is better than all others by some percent.
func leads(c bot.Choice, least int) bool {
	return len(c.Options) > 1 && !slices.ContainsFunc(c.Options[1:], func(o bot.Option) bool { return o.Share > c.Options[0].Share-least })
}

// search searches the decision as a player of the highest level does, in fewer deals.
func (e *Examiner) search(number, deals uint64) (bot.Choice, error) {
	player, err := bot.NewPlayer(e.game, bot.Levels, e.seed+number)
	if err != nil {
		return bot.Choice{}, err
	}
	return player.Choose(bot.Turn{State: e.state, Seat: e.seat, Nodes: deals})
}

// Agreed returns how many of Searches independent searches choose an action. It stops once they can
// no longer be LeastAgreed.
func (e *Examiner) Agreed(action string) (n int) {
	for i := range Searches {
		if c, err := e.search(uint64(i+1), searched[e.game]); err == nil && c.Action == action {
			n++
		} else if i+1-n > Searches-LeastAgreed {
			break
		}
	}
	return n
}

// isAhead reports whether an action is ahead of all others by some percent. A negative lead allows
// it to be behind.
func isAhead(list []Option, action string, lead float64) bool {
	i := slices.IndexFunc(list, func(o Option) bool { return o.Action == action })
	return i >= 0 && !slices.ContainsFunc(list, func(o Option) bool { return o.Action != action && o.Share > list[i].Share-lead })
}

// Compare returns how often actions win, the best first. Each meets the same imagined deals, which
// sensible players play to the end.
func (e *Examiner) Compare(actions []string, deals int) []Option {
	seat := seen.From(e.state, e.seat)
	list := make([]Option, len(actions))
	for i, action := range actions {
		list[i].Action = action
		for n := range uint64(deals) {
			rng := rand.New(rand.NewPCG(e.seed, n))
			if state, _, err := seat.Imagine(rng).Apply(e.seat, action); err == nil {
				list[i].Share += 100 * e.playOn(state, rng) / float64(deals)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Option) int { return cmp.Compare(b.Share, a.Share) })
	return list
}

// playOn plays a game to its end by sensible players, and returns the part of it that the seat wins.
func (e *Examiner) playOn(state games.State, rng *rand.Rand) float64 {
	for state.Result() == nil {
		seat := state.ToAct()[0]
		legal := state.Legal(seat)
		action := legal[0]
		if len(legal) > 1 {
			action = e.plain.Choose(state.View(seat), legal, rng)
		}
		next, _, err := state.Apply(seat, action)
		if err != nil {
			return 0
		}
		state = next
	}
	var values [6]float64
	ismcts.Score(state.Result(), values[:])
	return values[e.seat-1]
}
