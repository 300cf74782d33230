package catalog

import (
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/knizia"
)

// withoutVeil has the methods of a games.HiddenState except Veil.
type withoutVeil interface {
	games.Decider
	games.Defaulter
	games.Reporter
	games.Stager
	games.Follower
}

// plainState has the abilities that every game has, and no other.
type plainState interface{ games.State }

// forgetful is Knizia's game with states that forget some abilities.
type forgetful struct {
	info  games.Info
	state func(games.State) games.State
}

func (f forgetful) Info() games.Info { return f.info }

func (f forgetful) New(setup games.Setup) (games.State, error) {
	s, err := knizia.Rulesets()[0].New(setup)
	if err != nil {
		return nil, err
	}
	return f.state(s), nil
}

func forgetVeil(s games.State) games.State { return struct{ withoutVeil }{s.(withoutVeil)} }

func forgetAll(s games.State) games.State { return struct{ plainState }{s} }

func TestHiddenGamesNeedAllAbilities(t *testing.T) {
	whole := knizia.Rulesets()[0].Info()
	chance, hidden, neither := whole, whole, whole
	chance.Hidden, neither.Hidden, neither.Chance = false, false, false
	hidden.ID = "secretive"
	for _, test := range []struct {
		name string
		info games.Info
		lose func(games.State) games.State
		want string // a part of the error; "" for none
	}{
		{"nothing is missing", whole, func(s games.State) games.State { return s }, ""},
		{"without Veil", hidden, forgetVeil, "secretive has chance or hidden parts, and its states lack Veil"},
		{"with chance only", chance, forgetVeil, "lack Veil"},
		{"without any", whole, forgetAll, "lack Decided, Default, Veil, Tell, Stage, ReadOrders, Prepared and Follow"},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := check([]games.Ruleset{forgetful{test.info, test.lose}})
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("check = %v, want %q", err, test.want)
			}
		})
	}
	s, err := knizia.Rulesets()[0].New(games.Setup{Seed: &games.Seed{}})
	if err != nil {
		t.Fatal(err)
	}
	if err := games.CheckStates(neither, forgetAll(s)); err != nil {
		t.Errorf("a game without chance and hidden parts is refused: %v", err)
	}
	defer func() {
		if recover() == nil {
			t.Error("a catalogue is built with a ruleset that forgets Veil")
		}
	}()
	mustCheck([]games.Ruleset{forgetful{whole, forgetVeil}})
}
