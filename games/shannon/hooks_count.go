package shannon

// What powers do when wounds are counted.

// trialWounds is what a trial costs the one with the higher total.
type trialWounds struct{ target, owner int }

var (
	moveCards    = hook{"pile_move", func(h *hooks, p params) { h.moves = byPlayers(p.Move, p.MoveByPlayers) }}
	revealSuit   = hook{"pile_discard", func(h *hooks, _ params) { h.reveals = true }}
	discardWorst = hook{"pile_discard", func(h *hooks, p params) { h.discards = p.Discard }}
	changeWounds = hook{"wound_card", bindWounds}
	capTotal     = hook{"wound_total", func(h *hooks, p params) { h.cap = p.Cap }}
	tryTotals    = hook{"wound_extra", func(h *hooks, p params) { h.extras = &trialWounds{p.TargetWounds, p.OwnerWounds} }}
	heal         = hook{"heal", func(h *hooks, p params) { h.heals = p.Heal }}
)

// bindWounds reduces cards in the owner's pile, or doubles cards in those of the
// opponents, or both.
func bindWounds(h *hooks, p params) {
	if p.OwnPoison != nil || p.ZeroOwnSuit != "" {
		h.wounds = func(c Card, wounds int) int {
			if p.OwnPoison != nil && c.Poison() {
				wounds = min(wounds, *p.OwnPoison)
			}
			if p.ZeroOwnSuit != "" && weapons[c].Suit == p.ZeroOwnSuit {
				wounds = 0
			}
			return wounds
		}
	}
	if p.DoubleSuit != "" || p.DoublePoison {
		h.doubles = func(c Card) bool {
			return c.Kind() == Basic && (weapons[c].Suit == p.DoubleSuit || p.DoublePoison && c.Poison())
		}
	}
}

var countHooks = map[string][]hook{
	"lancelot":         {revealSuit},
	"raven":            {moveCards},
	"questing-beast":   {moveCards},
	"galahad":          {discardWorst},
	"blessed-shield":   {discardWorst},
	"mordred":          {changeWounds},
	"excalibur":        {changeWounds},
	"clarent":          {changeWounds},
	"green-sash":       {changeWounds},
	"antidote":         {changeWounds},
	"curse-swords":     {changeWounds},
	"curse-arrows":     {changeWounds},
	"curse-sorcery":    {changeWounds},
	"curse-treason":    {changeWounds},
	"holy-grail":       {capTotal},
	"enchanted-armour": {capTotal},
	"trial":            {tryTotals},
	"fisher-king":      {heal},
	"healing-balm":     {heal},
}
