package shannon

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"strings"

	"tableronde/games"
)

// PowerKind is a kind of power.
type PowerKind uint8

// The kinds of powers.
const (
	Hero PowerKind = iota
	Legend
	Favor
)

// Power is a hero, a legend or a divine favor. There is one immutable Power of each, so
// that pointers can be compared.
type Power struct {
	ID        string
	Kind      PowerKind
	Name      games.Text
	Text      games.Text // its effect, in one or two sentences
	Source    string     // source of the text
	Ours      bool       // its effect is our design, since no source has one
	Partner   *Power     // a hero's legend, a legend's hero
	Threshold int        // of a legend: the life at which it awakes; 0 if it is awake from the start

	index      int                 // in allPowers
	notWithTwo bool                // left out of a tournament of two
	uses       [maxSeats + 1]uint8 // in a round, by the number of knights
	hooks
}

// Limited reports whether the number of uses of the power in a round is limited.
func (p *Power) Limited() bool { return p.declares != nil }

// Uses returns the number of uses of a Limited power in a round with n knights.
func (p *Power) Uses(n int) int { return int(p.uses[n]) }

// Word returns the word that declares the power after a card, "fox" or "redirect"; "" if
// it is not declared.
func (p *Power) Word() string {
	if p.declares == nil {
		return ""
	}
	return p.declares.word
}

// Heroes lists the heroes in the order of the data.
func Heroes() []*Power { return listOf(Hero) }

// Legends lists the legends in the order of the data.
func Legends() []*Power { return listOf(Legend) }

// Favors lists the divine favors in the order of the data.
func Favors() []*Power { return listOf(Favor) }

func listOf(k PowerKind) (list []*Power) {
	for i := range allPowers {
		if allPowers[i].Kind == k {
			list = append(list, &allPowers[i])
		}
	}
	return list
}

// PowerOf returns the hero, legend or favor of that id, nil if there is none.
func PowerOf(id string) *Power {
	for i := range allPowers {
		if allPowers[i].ID == id {
			return &allPowers[i]
		}
	}
	return nil
}

// powerSet is a set of powers by their index.
type powerSet uint64

func (s powerSet) has(p *Power) bool      { return s>>p.index&1 != 0 }
func (s powerSet) with(p *Power) powerSet { return s | 1<<p.index }

// all yields the powers in the order of the data.
func (s powerSet) all() iter.Seq[*Power] {
	return func(yield func(*Power) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(&allPowers[bits.TrailingZeros64(uint64(s))]) {
				return
			}
		}
	}
}

// Sets of powers with a hook.
var (
	freeingPowers   = powersWith(func(h *hooks) bool { return h.freeAlchemy })
	valuingPowers   = powersWith(func(h *hooks) bool { return h.value != nil })
	declaringPowers = powersWith(func(h *hooks) bool { return h.declares != nil })
)

func powersWith(hook func(*hooks) bool) (list powerSet) {
	for i := range allPowers {
		if hook(&allPowers[i].hooks) {
			list = list.with(&allPowers[i])
		}
	}
	return list
}

// hooks are the effects of a power, one for each moment of the rules (§10). The flow of
// the game calls the hooks of all powers in force and names no card; zero is no effect.
type hooks struct {
	extra  int  // deal: extra cards
	places bool // prep_place: a card goes under it
	asks   Part // prep_target: its owner names an opponent, who is seen, trades or is tried

	freeAlchemy bool                 // legal: alchemy where suit could be followed
	value       func(playedCard) int // value: added to a card just played
	declares    *declaration         // on_play: its owner may declare it with a card
	riposte     int                  // after_combat: wounds for the highest other card
	spared      bool                 // dishonour: none for its owner
	shames      int                  // dishonour: wounds for opponents, 0 as usual

	moves    [maxSeats + 1]uint8 // pile_move: cards that its owner may move, by the number of knights
	reveals  bool                // pile_discard: the suit of the card under it
	discards int                 // pile_discard: the most wounding cards of its owner
	wounds   func(Card, int) int // wound_card: the rest of a card's wounds for its owner
	doubles  func(Card) bool     // wound_card: cards that inflict double on opponents
	cap      int                 // wound_total: the most that a pile inflicts on its owner, 0 for no limit
	extras   *trialWounds        // wound_extra: the cost of a trial
	heals    int                 // heal: life regained
}

// trialWounds are the wounds of a trial for the knight with the higher total.
type trialWounds struct{ target, owner int }

// useIndex is the index of a declaration in the order of a line, by its effect.
type useIndex uint8

const (
	usePlus    useIndex = iota // changes the final value
	useChange                  // changes it by as much as the owner says, up or down
	useFeint                   // the card is face down at the end
	useDivert                  // the cards go to the pile of the knight named
	useEscape                  // its owner does not lose while there is a next one
	useReverse                 // the highest card loses
	useBind                    // the knight named must play the lowest card
	useShift                   // instead of dishonor, a card of any suit
	useCount   = int(iota)
)

// declaration is a power that its owner may use with a card.
type declaration struct {
	use    useIndex
	power  string // its id
	word   string
	lead   bool // only with a card that leads
	target bool // names an opponent
	plus   int  // of usePlus
	amount int  // of useChange
}

// declarables are the declarations by their index. The data adds their numbers.
var declarables = [useCount]declaration{
	usePlus:    {power: "arthur", word: "+3"},
	useChange:  {power: "divine-will", word: "will"},
	useFeint:   {power: "fox-feint", word: "fox"},
	useDivert:  {power: "redirect", word: "redirect", target: true},
	useEscape:  {power: "pellinore", word: "hunt", lead: true},
	useReverse: {power: "reversal", word: "reversal", lead: true},
	useBind:    {power: "challenge", word: "challenge", lead: true, target: true},
	useShift:   {power: "shapeshift", word: "shapeshift"},
}

// powerFile is a power in the data, with the names of its hooks and their numbers.
type powerFile struct {
	ID           string   `json:"id"`
	NameFr       string   `json:"name_fr"`
	NameEn       string   `json:"name_en"`
	TextFr       string   `json:"text_fr"`
	TextEn       string   `json:"text_en"`
	Source       string   `json:"source"`
	Hero         string   `json:"hero"`
	Legend       string   `json:"legend"`
	Threshold    int      `json:"threshold"`
	Hooks        []string `json:"hook"`
	UsesPerRound int      `json:"uses_per_round"`
	Uses         int      `json:"uses"`
	NotWithTwo   bool     `json:"excluded_with_2"`
	Params       struct {
		Plus          int         `json:"plus"`
		FirstCombat   int         `json:"first_combat"`
		LastCombat    int         `json:"last_combat"`
		AlchemyPlus   int         `json:"alchemy_plus"`
		LeadPlus      int         `json:"lead_plus"`
		MaxChange     int         `json:"max_change"`
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
	} `json:"params"`
}

// mustEmpower returns the powers: heroes, then legends, then favors.
func mustEmpower(d *dataFile) []Power {
	var all []Power
	for kind, list := range [][]*powerFile{Hero: d.Heroes, Legend: d.Legends, Favor: d.Favors} {
		for _, f := range list {
			p := Power{
				ID: f.ID, Kind: PowerKind(kind),
				Name: games.Text{En: f.NameEn, Fr: f.NameFr}, Text: games.Text{En: f.TextEn, Fr: f.TextFr},
				Source: f.Source, Ours: strings.HasPrefix(f.Source, "ours"), Threshold: f.Threshold, notWithTwo: f.NotWithTwo,
				index: len(all), uses: byPlayers(f.UsesPerRound+f.Uses, f.Params.UsesByPlayers),
			}
			for _, name := range f.Hooks {
				f.hook(name, &p.hooks)
			}
			all = append(all, p)
		}
	}
	for i, f := range d.Heroes {
		j := len(d.Heroes) + slices.IndexFunc(d.Legends, func(g *powerFile) bool {
			return g.ID == f.Legend && g.Hero == f.ID
		})
		all[i].Partner, all[j].Partner = &all[j], &all[i]
	}
	return all
}

// byPlayers returns a number for each number of knights.
func byPlayers(always int, by map[int]int) (list [maxSeats + 1]uint8) {
	for n := range list {
		list[n] = uint8(always)
		if by != nil {
			list[n] = uint8(by[n])
		}
	}
	return list
}

// hook sets the effects of a power at the moment that a hook names. The effects of a
// declaration on the rules of a combat are in declarables.
func (f *powerFile) hook(name string, h *hooks) {
	p := f.Params
	use := slices.IndexFunc(declarables[:], func(d declaration) bool { return d.power == f.ID })
	switch name {
	case "deal":
		h.extra = p.ExtraCards
	case "prep_place":
		h.places = true
	case "prep_target":
		h.asks = map[string]Part{"second-sight": PartSight, "forced-trade": PartTrade, "trial": PartTrial}[f.ID]
	case "on_play":
		d := declarables[use]
		d.use = useIndex(use)
		if d.amount = p.MaxChange; d.amount == 0 {
			d.plus = p.Plus
		}
		h.declares = &d
	case "legal":
		h.freeAlchemy = p.FreeAlchemy
	case "value":
		h.value = f.valueOf
	case "after_combat":
		h.riposte = p.Wounds
	case "dishonour":
		h.spared = p.OwnDishonor != nil && *p.OwnDishonor == 0
		h.shames = p.TheirDishonor
	case "pile_move":
		h.moves = byPlayers(p.Move, p.MoveByPlayers)
	case "pile_discard":
		h.discards, h.reveals = p.Discard, p.Discard == 0
	case "wound_card":
		if p.OwnPoison != nil || p.ZeroOwnSuit != "" {
			h.wounds = func(c Card, wounds int) int {
				if p.OwnPoison != nil && c.Poison() {
					wounds = min(wounds, *p.OwnPoison)
				}
				if p.ZeroOwnSuit != "" && weaponData[c].Suit == p.ZeroOwnSuit {
					wounds = 0
				}
				return wounds
			}
		}
		if p.DoubleSuit != "" || p.DoublePoison {
			h.doubles = func(c Card) bool {
				return c.Kind() == Basic && (weaponData[c].Suit == p.DoubleSuit || p.DoublePoison && c.Poison())
			}
		}
	case "wound_total":
		h.cap = p.Cap
	case "wound_extra":
		h.extras = &trialWounds{p.TargetWounds, p.OwnerWounds}
	case "heal":
		h.heals = p.Heal
	case "view", "feint", "loser", "pile": // effects of the named opponent, or of a declaration
	default:
		panic(fmt.Errorf("power %s: no hook %q", f.ID, name))
	}
}

// valueOf returns the number that a power adds to the value of a basic card (in some combats),
// of alchemy or of the lead. Enchanters never change.
func (f *powerFile) valueOf(c playedCard) int {
	switch p := &f.Params; {
	case c.card.Kind() == Enchanter:
		return 0
	case p.LeadPlus != 0 && c.led:
		return p.LeadPlus
	case p.AlchemyPlus != 0 && c.card.Kind() == Alchemic:
		return p.AlchemyPlus
	case p.Plus != 0 && c.card.Kind() == Basic &&
		(p.LastCombat == 0 || p.FirstCombat <= int(c.combat) && int(c.combat) <= p.LastCombat):
		return p.Plus
	}
	return 0
}
