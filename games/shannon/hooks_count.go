package shannon

// What powers do when wounds are counted.

// trialWounds are the wounds of a trial for the knight with the higher total.
type trialWounds struct{ target, owner int }

var (
	moveCardsHook    = powerHook{"pile_move", func(h *hooks, p powerParams) { h.moves = byPlayers(p.Move, p.MoveByPlayers) }}
	revealSuitHook   = powerHook{"pile_discard", func(h *hooks, _ powerParams) { h.reveals = true }}
	discardWorstHook = powerHook{"pile_discard", func(h *hooks, p powerParams) { h.discards = p.Discard }}
	changeWoundsHook = powerHook{"wound_card", bindWounds}
	capTotalHook     = powerHook{"wound_total", func(h *hooks, p powerParams) { h.cap = p.Cap }}
	tryTotalsHook    = powerHook{"wound_extra", func(h *hooks, p powerParams) { h.extras = &trialWounds{p.TargetWounds, p.OwnerWounds} }}
	healHook         = powerHook{"heal", func(h *hooks, p powerParams) { h.heals = p.Heal }}
)

// bindWounds sets a power to reduce cards in the pile of its owner, to double cards in
// those of opponents, or both.
func bindWounds(h *hooks, p powerParams) {
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
}

var countHooks = map[string][]powerHook{
	"lancelot":         {revealSuitHook},
	"raven":            {moveCardsHook},
	"questing-beast":   {moveCardsHook},
	"galahad":          {discardWorstHook},
	"blessed-shield":   {discardWorstHook},
	"mordred":          {changeWoundsHook},
	"excalibur":        {changeWoundsHook},
	"clarent":          {changeWoundsHook},
	"green-sash":       {changeWoundsHook},
	"antidote":         {changeWoundsHook},
	"curse-swords":     {changeWoundsHook},
	"curse-arrows":     {changeWoundsHook},
	"curse-sorcery":    {changeWoundsHook},
	"curse-treason":    {changeWoundsHook},
	"holy-grail":       {capTotalHook},
	"enchanted-armour": {capTotalHook},
	"trial":            {tryTotalsHook},
	"fisher-king":      {healHook},
	"healing-balm":     {healHook},
}
