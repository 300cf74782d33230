package shannon

// What powers do in a combat.

// useIndex is the index of a declaration in the order of a line.
type useIndex uint8

const (
	usePlus useIndex = iota
	useWill
	useFox
	useRedirect
	useHunt
	useReversal
	useChallenge
	useShapeshift
	useCount = int(iota)
)

var useWords = [useCount]string{"+3", "will", "fox", "redirect", "hunt", "reversal", "challenge", "shapeshift"}

// declaration is a power that its owner may use with a card.
type declaration struct {
	use    useIndex
	word   string
	lead   bool // only with a card that leads
	target bool // names an opponent
	plus   int  // changes the final value
	amount int  // changes it by as much as the owner says, up or down

	feints   bool // the card is face down at the end
	escapes  bool // its owner does not lose while there is a next one
	reverses bool // the highest card loses
	diverts  bool // the cards go to the pile of the knight named
	binds    bool // the knight named must play the lowest card
	shifts   bool // instead of dishonor, a card of any suit
}

// declareHook lets a power be declared. Other hooks set the rest of its effects.
func declareHook(u useIndex, d declaration) powerHook {
	return powerHook{"on_play", func(h *hooks, p powerParams) {
		d.use, d.word = u, useWords[u]
		if d.amount = p.MaxChange; d.amount == 0 {
			d.plus = p.Plus
		}
		h.declares = &d
	}}
}

// declaredHook adds an effect to a declaration; it must follow declareHook.
func declaredHook(name string, set func(*declaration)) powerHook {
	return powerHook{name, func(h *hooks, _ powerParams) { set(h.declares) }}
}

var (
	followAlchemyHook = powerHook{"legal", func(h *hooks, p powerParams) { h.freeAlchemy = p.FreeAlchemy }}
	strengthenHook    = powerHook{"value", bindValue}
	strikeBackHook    = powerHook{"after_combat", func(h *hooks, p powerParams) { h.riposte = p.Wounds }}
	honorHook         = powerHook{"dishonour", func(h *hooks, p powerParams) {
		h.spared = p.OwnDishonor != nil && *p.OwnDishonor == 0
		h.shames = p.TheirDishonor
	}}
	feintHook   = declaredHook("feint", func(d *declaration) { d.feints = true })
	escapeHook  = declaredHook("loser", func(d *declaration) { d.escapes = true })
	reverseHook = declaredHook("loser", func(d *declaration) { d.reverses = true })
	divertHook  = declaredHook("pile", func(d *declaration) { d.diverts = true })
	bindHook    = declaredHook("legal", func(d *declaration) { d.binds = true })
	shiftHook   = declaredHook("legal", func(d *declaration) { d.shifts = true })
)

// bindValue sets a power to add to basic cards (in some combats), to alchemy or to the
// lead. Enchanters never change.
func bindValue(h *hooks, p powerParams) {
	h.value = func(c playedCard) int {
		switch {
		case c.card.Kind() == Enchanter:
			return 0
		case p.LeadPlus != 0 && c.led:
			return p.LeadPlus
		case p.AlchemyPlus != 0 && c.card.Kind() == Alchemic:
			return p.AlchemyPlus
		case p.Plus != 0 && c.card.Kind() == Basic && (p.LastCombat == 0 || p.FirstCombat <= int(c.combat) && int(c.combat) <= p.LastCombat):
			return p.Plus
		}
		return 0
	}
}

var playHooks = map[string][]powerHook{
	"iseult":             {followAlchemyHook},
	"philosophers-stone": {followAlchemyHook, strengthenHook},
	"gawain":             {strengthenHook},
	"tristan":            {strengthenHook},
	"giant-strength":     {strengthenHook},
	"standard":           {strengthenHook},
	"perceval":           {honorHook},
	"point-of-honour":    {honorHook},
	"riposte":            {strikeBackHook},

	"arthur":      {declareHook(usePlus, declaration{})},
	"divine-will": {declareHook(useWill, declaration{})},
	"fox-feint":   {declareHook(useFox, declaration{}), feintHook},
	"redirect":    {declareHook(useRedirect, declaration{target: true}), divertHook},
	"pellinore":   {declareHook(useHunt, declaration{lead: true}), escapeHook},
	"reversal":    {declareHook(useReversal, declaration{lead: true}), reverseHook},
	"challenge":   {declareHook(useChallenge, declaration{lead: true, target: true}), bindHook},
	"shapeshift":  {declareHook(useShapeshift, declaration{}), shiftHook},
}
