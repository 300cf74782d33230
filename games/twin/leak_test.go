package twin_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tableronde/games"
	"tableronde/games/twin"
	"tableronde/games/twin/wager"
)

// leak is a way in which a game could give a secret away.
type leak string

const (
	viewHand    leak = "a hand in the view"
	viewField   leak = "a card in a field that JSON leaves out"
	viewPicture leak = "a card in the picture"
	viewBid     leak = "a bid in the view before all are in"
	legal       leak = "a victim left out who holds the shield"
	toAct       leak = "a turn for the holder of the shield"
	tell        leak = "the card drawn in the story"
	tellNumber  leak = "as many facts as the victim holds high cards"
	veil        leak = "a bid in the log before all are in"
	errorText   leak = "a reason that depends on the hands"
	refusalArg  leak = "an argument of a reason that depends on the hands"
	resigning   leak = "a resignation refused to those who meet the shield"
	stage       leak = "a look ahead with all cards"
	stageFit    leak = "a look ahead that fits by the hands of others"
	stageOn     leak = "a look ahead beyond a theft"
	orders      leak = "orders refused while another holds the shield"
	waiting     leak = "a wait for the holder of the shield alone"
	posting     leak = "no posting while somebody holds the shield"
	defaulting  leak = "a default that depends on the hands"
)

var leaks = []leak{viewHand, viewField, viewPicture, viewBid, legal, toAct, tell, tellNumber, veil, errorText,
	refusalArg, resigning, stage, stageFit, stageOn, orders, waiting, posting, defaulting}

// inViews are leaks for which no replay makes twins, since a replay accepts as twins only
// matches with equal views. A deal does not compare views.
var inViews = []leak{viewHand, viewField, viewPicture, viewBid}

// ofChoices are leaks of the secret choices of others.
var ofChoices = []leak{viewBid, veil}

// TestPlantedLeaksAreCaught plants one leak at a time.
func TestPlantedLeaksAreCaught(t *testing.T) {
	for _, l := range leaks {
		t.Run(string(l), func(t *testing.T) {
			table := tableOf(leakyRules{wager.Rules{}, l})
			if !caught(t, table, table.Deal) {
				t.Error("not caught among pairs dealt anew")
			}
			if !slices.Contains(inViews, l) && !caught(t, table, table.Replay) {
				t.Error("not caught among pairs replayed")
			}
			if slices.Contains(ofChoices, l) && !caught(t, table, table.Part) {
				t.Error("not caught among pairs that have parted")
			}
		})
	}
}

func caught(t *testing.T, table twin.Table, pairs func(*rand.Rand) iter.Seq2[twin.Pair, error]) bool {
	rng := rand.New(rand.NewPCG(3, 4))
	tries := 0
	for p, err := range pairs(rng) {
		if err != nil && !strings.Contains(err.Error(), "changes the view of viewer") &&
			!strings.Contains(err.Error(), "every secret choice shows") {
			t.Fatal(err)
		}
		if p.B.State == nil {
			return err != nil
		}
		if leaks := table.Check(rng, p); err != nil || len(leaks) > 0 {
			t.Log(err, leaks[:min(len(leaks), 1)])
			return true
		}
		if tries++; tries == 5000 {
			return false
		}
	}
	return false
}

// TestABadDealIsNoticed holds the tests of a game to twins that are different.
func TestABadDealIsNoticed(t *testing.T) {
	for name, table := range map[string]twin.Table{
		"the state itself":   tableOf(leakyRules{wager.Rules{}, "no deal"}),
		"the viewer's cards": tableOf(leakyRules{wager.Rules{}, "all cards"}),
	} {
		t.Run(name, func(t *testing.T) {
			var tb failing
			func() {
				defer func() { recover() }()
				table.Run(&tb, 200)
			}()
			if !tb.failed {
				t.Error("nothing was noticed")
			}
		})
	}
}

// failing is a test that may fail.
type failing struct {
	testing.TB
	failed bool
}

func (*failing) Helper()                     {}
func (*failing) Logf(string, ...any)         {}
func (f *failing) Error(...any)              { f.failed = true }
func (f *failing) Errorf(string, ...any)     { f.failed = true }
func (f *failing) Fatalf(s string, _ ...any) { f.failed = true; panic(s) }

type leakyRules struct {
	games.Ruleset
	leak leak
}

func (r leakyRules) New(setup games.Setup) (games.State, error) {
	s, err := r.Ruleset.New(setup)
	if err != nil {
		return nil, err
	}
	return leaky{s.(*wager.State), r.leak}, nil
}

// leaky is a state with a leak.
type leaky struct {
	*wager.State
	leak leak
}

func (s leaky) open() wager.View { return s.State.View(games.Omniscient).(wager.View) }

// holder returns the seat that holds the shield, 0 if there is none.
func (s leaky) holder() games.Seat {
	i := slices.IndexFunc(s.open().Seats, func(p wager.Player) bool { return slices.Contains(p.Hand, "S") })
	return games.Seat(i + 1)
}

func (s leaky) Apply(seat games.Seat, text string) (games.State, string, error) {
	next, canonical, err := s.State.Apply(seat, text)
	if err != nil {
		if illegal, ok := err.(*games.Illegal); ok && s.leak == refusalArg {
			changed := *illegal
			changed.Args = map[string]string{"holder": fmt.Sprint(s.holder())}
			return nil, "", &changed
		}
		if s.leak == errorText && s.holder() == 1 {
			return nil, "", fmt.Errorf("%w, and beware", err)
		}
		return nil, "", err
	}
	return leaky{next.(*wager.State), s.leak}, canonical, nil
}

func (s leaky) Resign(seat games.Seat) (games.State, error) {
	if h := s.holder(); s.leak == resigning && h != 0 && h != seat {
		return nil, games.ErrNotYourTurn
	}
	next, err := s.State.Resign(seat)
	if err != nil {
		return nil, err
	}
	return leaky{next.(*wager.State), s.leak}, nil
}

func (s leaky) Determinize(viewer games.Seat, rng *rand.Rand) games.State {
	switch s.leak {
	case "no deal":
		return s
	case "all cards":
		viewer = games.Spectator
	}
	return leaky{s.State.Determinize(viewer, rng).(*wager.State), s.leak}
}

func (s leaky) Veil(viewer, seat games.Seat, before games.State, action string) string {
	if s.leak == veil {
		return action
	}
	return s.State.Veil(viewer, seat, before.(leaky).State, action)
}

func (s leaky) View(viewer games.Seat) games.View {
	v := s.State.View(viewer).(wager.View)
	switch open := s.open(); {
	case viewer == games.Omniscient:
	case s.leak == viewHand:
		v.Seats[1].Hand = open.Seats[1].Hand
	case s.leak == viewField && len(open.Seats[0].Hand) > 0:
		v.Held = int(open.Seats[0].Hand[0][0])
	case s.leak == viewPicture:
		return pictured{v, fmt.Sprint(open)}
	case s.leak == viewBid:
		for i := range v.Seats {
			v.Seats[i].Bid = open.Seats[i].Bid
		}
	}
	return v
}

// pictured is a view with a picture of another.
type pictured struct {
	wager.View
	text string
}

func (p pictured) String() string { return p.text }

func (s leaky) Legal(seat games.Seat) []string {
	list := s.State.Legal(seat)
	if s.leak == legal && s.holder() != seat {
		return slices.DeleteFunc(list, func(text string) bool { return text == fmt.Sprint("steal ", s.holder()) })
	}
	return list
}

func (s leaky) ToAct() []games.Seat {
	act := s.State.ToAct()
	if h := s.holder(); s.leak == toAct && s.open().Phase == "react" && h > act[0] && len(s.State.Legal(h)) > 0 {
		return append(act, h)
	}
	return act
}

func (s leaky) Tell(viewer, seat games.Seat, action string) []games.Fact {
	facts := s.State.Tell(viewer, seat, action)
	switch {
	case s.leak == tell:
		for i, open := range s.State.Tell(games.Omniscient, seat, action) {
			if open.Kind == "draw" {
				facts[i] = open
			}
		}
	case s.leak == tellNumber && len(facts) > 0:
		for _, card := range s.open().Seats[0].Hand {
			if card > "4" {
				facts = append(facts, games.Fact{Kind: "sigh"})
			}
		}
	}
	return facts
}

func (s leaky) Stage(seat games.Seat, actions []string) (games.View, int, error) {
	v, fit, err := s.State.Stage(seat, actions)
	switch {
	case s.leak == stageOn && fit == 1 && len(actions) == 2:
		fit, err = 2, nil
	case s.leak == stage && fit > 0:
		v = s.State.View(games.Omniscient)
	case s.leak == stageFit && fit > 0 && s.holder() > 1:
		fit--
	}
	return v, fit, err
}

func (s leaky) ReadOrders(seat games.Seat, text string) (string, error) {
	if h := s.holder(); s.leak == orders && h != 0 && h != seat {
		return "", &games.Illegal{Text: "no"}
	}
	return s.State.ReadOrders(seat, text)
}

func (s leaky) Follow(orders func(games.Seat) string) (games.Posting, bool) {
	p, ok := s.State.Follow(orders)
	if p.Interruptible && s.leak == waiting && s.holder() == 0 {
		p.Wait = time.Millisecond
	}
	if p.Interruptible && s.leak == posting && s.holder() != 0 {
		return games.Posting{}, false
	}
	return p, ok
}

func (s leaky) Default(seat games.Seat) string {
	list := s.State.Legal(seat)
	if s.leak == defaulting && s.holder() > 2 {
		return list[len(list)-1]
	}
	return s.State.Default(seat)
}
