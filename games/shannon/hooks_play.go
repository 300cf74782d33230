package shannon

// What powers do in a combat.

// use is a declaration's place among those on a line.
type use uint8

const (
	usePlus use = iota
	useWill
	useFox
	useRedirect
	useHunt
	useReversal
	useChallenge
	useShapeshift
	uses = int(iota)
)

var useWords = [uses]string{"+3", "will", "fox", "redirect", "hunt", "reversal", "challenge", "shapeshift"}

// declaration is a power that its owner may use with a card.
type declaration struct {
	use    use
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

// declare lets a power be declared; the rest of what it does is bound by the
// hooks of the moments at which it works.
func declare(u use, d declaration) hook {
	return hook{"on_play", func(h *hooks, p params) {
		d.use, d.word = u, useWords[u]
		if d.amount = p.MaxChange; d.amount == 0 {
			d.plus = p.Plus
		}
		h.declares = &d
	}}
}

// declared adds to what a declaration does; it stands after declare.
func declared(name string, set func(*declaration)) hook {
	return hook{name, func(h *hooks, _ params) { set(h.declares) }}
}

var (
	followAlchemy = hook{"legal", func(h *hooks, p params) { h.freeAlchemy = p.FreeAlchemy }}
	strengthen    = hook{"value", bindValue}
	strikeBack    = hook{"after_combat", func(h *hooks, p params) { h.riposte = p.Wounds }}
	honor         = hook{"dishonour", func(h *hooks, p params) {
		h.spared = p.OwnDishonor != nil && *p.OwnDishonor == 0
		h.shames = p.TheirDishonor
	}}
	feint   = declared("feint", func(d *declaration) { d.feints = true })
	escape  = declared("loser", func(d *declaration) { d.escapes = true })
	reverse = declared("loser", func(d *declaration) { d.reverses = true })
	divert  = declared("pile", func(d *declaration) { d.diverts = true })
	bind    = declared("legal", func(d *declaration) { d.binds = true })
	shift   = declared("legal", func(d *declaration) { d.shifts = true })
)

// bindValue adds to basic cards (in some combats), to alchemy or to what leads.
// Enchanters are never changed.
func bindValue(h *hooks, p params) {
	h.value = func(c played) int {
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

var playHooks = map[string][]hook{
	"iseult":             {followAlchemy},
	"philosophers-stone": {followAlchemy, strengthen},
	"gawain":             {strengthen},
	"tristan":            {strengthen},
	"giant-strength":     {strengthen},
	"standard":           {strengthen},
	"perceval":           {honor},
	"point-of-honour":    {honor},
	"riposte":            {strikeBack},

	"arthur":      {declare(usePlus, declaration{})},
	"divine-will": {declare(useWill, declaration{})},
	"fox-feint":   {declare(useFox, declaration{}), feint},
	"redirect":    {declare(useRedirect, declaration{target: true}), divert},
	"pellinore":   {declare(useHunt, declaration{lead: true}), escape},
	"reversal":    {declare(useReversal, declaration{lead: true}), reverse},
	"challenge":   {declare(useChallenge, declaration{lead: true, target: true}), bind},
	"shapeshift":  {declare(useShapeshift, declaration{}), shift},
}
