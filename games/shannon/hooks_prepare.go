package shannon

// What powers do at the deal and during preparation.

var (
	dealExtraHook = powerHook{"deal", func(h *hooks, p powerParams) { h.extra = p.ExtraCards }}
	placeCardHook = powerHook{"prep_place", func(h *hooks, _ powerParams) { h.places = true }}
	nameSeenHook  = powerHook{"prep_target", func(h *hooks, _ powerParams) { h.asks = PartSight }}
	nameTradeHook = powerHook{"prep_target", func(h *hooks, _ powerParams) { h.asks = PartTrade }}
	nameTriedHook = powerHook{"prep_target", func(h *hooks, _ powerParams) { h.asks = PartTrial }}
	seeHandHook   = powerHook{"view", func(h *hooks, _ powerParams) { h.sees = true }}
)

var prepareHooks = map[string][]powerHook{
	"guinevere":    {dealExtraHook},
	"lancelot":     {dealExtraHook, placeCardHook},
	"lake-gift":    {dealExtraHook},
	"second-sight": {nameSeenHook, seeHandHook},
	"forced-trade": {nameTradeHook},
	"trial":        {nameTriedHook},
}
