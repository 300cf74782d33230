package kutschke

import (
	"maps"
	"slices"

	"tableronde/games"
)

// ruleset is the game, for any number of seats.
type ruleset struct{}

// Rulesets lists the ruleset of the game.
func Rulesets() []games.Ruleset { return []games.Ruleset{ruleset{}} }

// Tags of a record that fix the setup; those of later tents have the round
// added, "Deck.tents.2".
const (
	tagPlaces     = games.TagDeck + ".places"
	tagTents      = games.TagDeck + ".tents"
	tagAdventures = games.TagDeck + ".adventures"
	tagVirtues    = games.TagDeck + ".virtues"
)

const minSeats = 2

func (ruleset) Info() games.Info {
	return games.Info{
		ID: "kutschke", Version: 1, Name: box.name, Seats: []int{2, 3, 4}, Options: []games.Option{},
		Armies: slices.Clone(box.knights), Chance: true, Hidden: true,
	}
}

func (ruleset) New(setup games.Setup) (games.State, error) {
	n := setup.Seats
	if n == 0 {
		n = minSeats
	}
	if n < minSeats || n > maxSeats {
		return nil, badSeats.of("number", n)
	}
	if len(setup.Options) > 0 {
		return nil, noOption.of("text", slices.Min(slices.Collect(maps.Keys(setup.Options))))
	}
	chance, err := games.NewChance(setup)
	if err != nil {
		return nil, err
	}
	s := &state{table: table{seats: n, piles: box.byPlayers[n].virtues}, chance: &chance}
	if err := s.setUp(); err != nil {
		return nil, err
	}
	s.supply = s.fit().supply
	s.begin(1)
	return s, nil
}

// displayed is how many adventures lie open at the beginning of a round.
const displayed = 3

// setUp lets chance decide the circle, the tents, the adventures and the virtues
// dealt, in that order.
func (s *state) setUp() error {
	provinces, err := games.Deal(s.chance, tagPlaces, Provinces(), Place.String)
	if err != nil {
		return err
	}
	s.ring = ringOf(provinces)
	tents, err := games.Deal(s.chance, tagTents, s.tents(), tent.String)
	if err != nil {
		return err
	}
	for i, t := range tents {
		s.knights[i].tent = t
	}
	deck, err := games.Deal(s.chance, tagAdventures, Adventures(), Adventure.String)
	if err != nil {
		return err
	}
	s.order = (*[adventures]Adventure)(deck)
	s.deck = adventures
	s.refill(nil)
	virtues, err := games.Deal(s.chance, tagVirtues, s.fit().dealt.list(), Card.String)
	if err != nil {
		return err
	}
	for i, c := range virtues {
		s.piles -= one(c)
		s.knights[i%s.seats].hand += one(c)
	}
	return nil
}

// state is a moment of a game. Nothing in it changes once it is handed out.
type state struct {
	table
	turn     tent // whose seat picks or acts; above the last, nobody
	ahead    bool // a player looks ahead: what hidden things lead to is left out
	crossed  int8 // seats that have come to the target
	resigned [maxSeats]bool
	knights  [maxSeats]knight
	chosen   [maxSeats]picks        // this round, used or not
	order    *[adventures]Adventure // the deck, the first three being turned up first; never written to
	chance   *games.Chance          // never written to
	result   *games.Result
	ranking  []games.Seat // once it is over
}

// tents lists the tents of the table in order.
func (t *table) tents() []tent {
	all := make([]tent, t.seats)
	for i := range all {
		all[i] = tent(i + 1)
	}
	return all
}

// seated are the seats of the table.
func (s *state) seated() []knight { return s.knights[:s.seats] }

// camper is the index of the seat with a tent.
func (s *state) camper(t tent) int {
	for i := range s.seated() {
		if s.knights[i].tent == t {
			return i
		}
	}
	return -1
}

// acts tells whether a seat, by its index, owes a decision.
func (s *state) acts(i int) bool {
	if i < 0 || i >= s.seats {
		return false
	}
	switch k := &s.knights[i]; s.phase {
	case PhasePick, PhaseAct:
		return k.tent == s.turn
	case PhaseTourney:
		return k.picked.has(Tournament) && !k.placed
	}
	return false
}

// ToAct is the seat whose turn it is, or those that have yet to bid.
func (s *state) ToAct() []games.Seat {
	var seats []games.Seat
	for i := range s.seats {
		if s.acts(i) {
			seats = append(seats, games.Seat(i+1))
		}
	}
	return seats
}

// Legal lists what a seat may pick, in the order of the data file, the steps of
// its turn card by card and then done, or its bids, the smallest first.
func (s *state) Legal(seat games.Seat) []string {
	i := int(seat) - 1
	if !s.acts(i) {
		return nil
	}
	switch k := &s.knights[i]; s.phase {
	case PhasePick:
		return s.legalPicks(k)
	case PhaseAct:
		return s.legalSteps(k)
	default:
		return k.legalBids()
	}
}

func (t *table) legalPicks(k *knight) []string {
	all := make([]string, 0, kinds)
	for kind := ExerciseSword; kind <= Horse; kind++ {
		if t.mayPick(k, kind) == nil {
			all = append(all, script.pick[kind])
		}
	}
	return all
}

func (t *table) legalSteps(k *knight) []string {
	all := make([]string, 0, 16)
	for kind := ExerciseSword; kind <= Horse; kind++ {
		if k.picked.has(kind) && t.mayUse(k, kind) == nil {
			t.steps(k, kind, func(_ action, line string, _ bool) { all = append(all, line) })
		}
	}
	return append(all, doneWord)
}

func (k *knight) legalBids() []string {
	all := make([]string, 0, 16)
	for _, stake := range script.bid {
		if k.hand.has(stake.cards) && (!k.lone || stake.cards.size() <= 1) {
			all = append(all, stake.line)
		}
	}
	return all
}

// Apply plays an action. Refusals name the rule.
func (s *state) Apply(seat games.Seat, text string) (games.State, string, error) {
	next, line, err := s.play(seat, text, nil)
	if err != nil {
		return nil, "", err
	}
	return next, line, nil
}

func (s *state) play(seat games.Seat, text string, t *tale) (*state, string, error) {
	i := int(seat) - 1
	switch {
	case s.phase == PhaseOver:
		return nil, "", games.ErrFinished
	case !s.acts(i):
		return nil, "", games.ErrNotYourTurn
	}
	a, line, why := read(text)
	if why == nil {
		why = s.refuse(&s.knights[i], a)
	}
	if why != nil {
		return nil, "", why
	}
	next := *s
	if err := next.do(i, a, t); err != nil {
		return nil, "", err
	}
	return &next, line, nil
}

// refuse tells why a seat that owes a decision cannot do something, nil if it can.
func (s *state) refuse(k *knight, a action) *games.Illegal {
	switch {
	case s.phase == PhasePick && a.verb != pick:
		return pickNow.of()
	case s.phase == PhaseAct && a.verb != step && a.verb != done:
		return actNow.of()
	case s.phase == PhaseTourney && a.verb != bid:
		return bidNow.of()
	}
	switch a.verb {
	case pick:
		return s.mayPick(k, a.kind).about(a.kind)
	case step:
		return s.mayStep(k, a)
	case bid:
		return k.mayBid(a.cards)
	}
	return nil
}

// Result is nil while the game goes on.
func (s *state) Result() *games.Result { return s.result }
