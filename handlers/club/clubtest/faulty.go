package clubtest

import (
	"tableronde/games"
	"tableronde/games/twin/wager"
)

// Faulty plays like wager until a theft begins. Then its Fault decides: the server gets an illegal
// event to post, or events without end, or the rules panic. The action "crash" panics as well.
type Faulty struct{ Fault string }

func (f Faulty) Info() games.Info { return wager.Rules{}.Info() }

func (f Faulty) New(setup games.Setup) (games.State, error) {
	s, err := wager.Rules{}.New(setup)
	if err != nil {
		return nil, err
	}
	return faultyState{s.(*wager.State), f.Fault}, nil
}

type faultyState struct {
	*wager.State
	fault string
}

func (s faultyState) Apply(seat games.Seat, text string) (games.State, string, error) {
	switch text {
	case "spin":
		return s, text, nil
	case "crash":
		panic("the rules have crashed")
	}
	next, canonical, err := s.State.Apply(seat, text)
	if err != nil {
		return nil, "", err
	}
	return faultyState{next.(*wager.State), s.fault}, canonical, nil
}

func (s faultyState) Follow(orders func(games.Seat) string) (games.Posting, bool) {
	if s.View(games.Omniscient).(wager.View).Phase != "react" {
		return games.Posting{}, false
	}
	switch s.fault {
	case "panic":
		panic("the rules have crashed")
	case "":
		return s.State.Follow(orders)
	case "endless":
		return games.Posting{Seat: 1, Action: "spin"}, true
	}
	return games.Posting{Seat: 1, Action: "no such thing"}, true
}

func (s faultyState) Veil(viewer, seat games.Seat, before games.State, action string) string {
	return s.State.Veil(viewer, seat, before.(faultyState).State, action)
}
