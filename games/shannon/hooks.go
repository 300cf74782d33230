package shannon

// hooks are the effects of a power, one for each moment of the rules (§10). The flow of
// the game calls the hooks of all powers in force and names no card; zero is no effect.
type hooks struct {
	extra  int  // deal: extra cards
	places bool // prep_place: a card goes under it
	asks   Part // prep_target: what its owner names
	sees   bool // view: the hand of the knight named

	freeAlchemy bool                 // legal: alchemy where suit could be followed
	value       func(playedCard) int // value: what it adds to a card just played
	declares    *declaration         // on_play: what its owner may declare with a card
	riposte     int                  // after_combat: wounds for the highest other card
	spared      bool                 // dishonour: none for its owner
	shames      int                  // dishonour: wounds for opponents, 0 as usual

	moves    [maxSeats + 1]uint8 // pile_move: cards that its owner may move, by the number of knights
	reveals  bool                // pile_discard: the suit of the card under it
	discards int                 // pile_discard: the most wounding cards of its owner
	wounds   func(Card, int) int // wound_card: what is left of a card's wounds for its owner
	doubles  func(Card) bool     // wound_card: cards that inflict double on opponents
	cap      int                 // wound_total: the most that a pile inflicts on its owner, 0 for no limit
	extras   *trialWounds        // wound_extra: what a trial costs
	heals    int                 // heal: life regained
}

// powerHook sets one effect of a power from the numbers of its card. name is that of the
// hook in the data.
type powerHook struct {
	name string
	bind func(*hooks, powerParams)
}

// powerParams are the numbers of a power in the data, each used by one or two hooks.
type powerParams struct {
	Plus          int         `json:"plus"`
	FirstCombat   int         `json:"first_combat"`
	LastCombat    int         `json:"last_combat"`
	AlchemyPlus   int         `json:"alchemy_plus"`
	LeadPlus      int         `json:"lead_plus"`
	Tokens        int         `json:"tokens"`
	MaxChange     int         `json:"max_change"`
	MinValue      int         `json:"min_value"`
	ExtraCards    int         `json:"extra_cards"`
	FreeAlchemy   bool        `json:"alchemy_when_following"`
	UsesByPlayers map[int]int `json:"uses_by_players"`
	OwnDishonor   *int        `json:"own_dishonour"`
	TheirDishonor int         `json:"opponent_dishonour"`
	Wounds        int         `json:"wounds"`
	Move          int         `json:"move"`
	MoveByPlayers map[int]int `json:"move_by_players"`
	Discard       int         `json:"discard"`
	DoubleSuit    string      `json:"double_suit"`
	DoublePoison  bool        `json:"double_poison"`
	ZeroOwnSuit   string      `json:"zero_own_suit"`
	OwnPoison     *int        `json:"own_poison_wounds"`
	Cap           int         `json:"cap"`
	TargetWounds  int         `json:"target_wounds"`
	OwnerWounds   int         `json:"owner_wounds"`
	Heal          int         `json:"heal"`
}

// hooksOf lists the hooks of a power.
func hooksOf(id string) []powerHook {
	var list []powerHook
	for _, group := range []map[string][]powerHook{prepareHooks, playHooks, countHooks} {
		list = append(list, group[id]...)
	}
	return list
}

// byPlayers returns a number for each number of knights.
func byPlayers(always int, by map[int]int) [maxSeats + 1]uint8 {
	var list [maxSeats + 1]uint8
	for n := range list {
		list[n] = uint8(always)
		if by != nil {
			list[n] = uint8(by[n])
		}
	}
	return list
}
