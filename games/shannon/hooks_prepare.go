package shannon

// What powers do at the deal and during preparation.

var (
	dealExtra = hook{"deal", func(h *hooks, p params) { h.extra = p.ExtraCards }}
	placeCard = hook{"prep_place", func(h *hooks, _ params) { h.places = true }}
	nameSeen  = hook{"prep_target", func(h *hooks, _ params) { h.asks = PartSight }}
	nameTrade = hook{"prep_target", func(h *hooks, _ params) { h.asks = PartTrade }}
	nameTried = hook{"prep_target", func(h *hooks, _ params) { h.asks = PartTrial }}
	seeHand   = hook{"view", func(h *hooks, _ params) { h.sees = true }}
)

var prepareHooks = map[string][]hook{
	"guinevere":    {dealExtra},
	"lancelot":     {dealExtra, placeCard},
	"lake-gift":    {dealExtra},
	"second-sight": {nameSeen, seeHand},
	"forced-trade": {nameTrade},
	"trial":        {nameTried},
}
