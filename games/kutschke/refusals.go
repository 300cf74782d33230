package kutschke

import "tableronde/games/cards"

var refusals = cards.NewRefusals("kutschke.")

// Refusals returns the English sentence of every refusal of the package by its key,
// with the names of its arguments in braces. A catalogue needs all of them.
func Refusals() map[string]string { return refusals.Sentences() }

// Sections lists, sorted, the sections of a rules page that refusals of the
// package name (games.Illegal.Rule).
func Sections() []string { return refusals.Sections() }

// Every refusal of the game. The arguments are codes, for which Name has the
// words ({card}: an action or a virtue card, {virtue}, {place}, {adventure}),
// numbers, and the typed text ({text}).
var (
	malformed   = refusals.Add("malformed", "notation", "“{text}” is not an action. Write an action like “pick Q”, “ES 2”, “A golden-pheasant”, “G B2” or “Q golden-pheasant L1 B2”. Others are “P hidden-valley”, “done” and “bid S2 L1”.")
	noCard      = refusals.Add("no_card", "notation", "“{text}” is not a virtue card. Write S1 to S3, L1 to L3, D1 to D3 or B1 to B3.")
	noAdventure = refusals.Add("no_adventure", "notation", "There is no adventure “{text}”: check the name.")
	noPlace     = refusals.Add("no_place", "notation", "There is no place “{text}”: check the name.")
	noKind      = refusals.Add("no_kind", "notation", "“{text}” is not an action card. Write ES, EL, ED, EB, A, T, G, Q or P.")

	pickNow = refusals.Add("pick_now", "pick", "Pick an action card now. You carry it out later.")
	actNow  = refusals.Add("act_now", "act", "You cannot pick now. Carry out the cards that you picked, or end the turn with “done”.")
	bidNow  = refusals.Add("bid_now", "tournament", "The tournament is on. Stake cards, or nothing.")

	noneLeft       = refusals.Add("none_left", "pick", "Every “{card}” is taken already: pick another card.")
	tournamentOnce = refusals.Add("tournament_once", "pick", "A knight takes one Tournament card a round, and you have yours: pick another card.")

	notPicked       = refusals.Add("not_picked", "act", "You have no “{card}” left to use in this round.")
	tournamentLater = refusals.Add("tournament_later", "tournament", "The tournament is held after every knight has had a turn.")
	onlyCamelot     = refusals.Add("only_camelot", "act", "“{card}” is played in Camelot only.")
	onlyProvince    = refusals.Add("only_province", "act", "“{card}” is played in a province only.")
	pileEmpty       = refusals.Add("pile_empty", "act.exercise", "The pile “{virtue}” is empty: choose another pile.")
	notOnPile       = refusals.Add("not_on_pile", "act.exercise", "{card} is not on its pile: choose another card.")
	otherVirtue     = refusals.Add("other_virtue", "act.exercise", "This exercise trains {virtue}, so you cannot take {card}.")
	displayEmpty    = refusals.Add("display_empty", "act.table", "No adventure lies open.")
	notShown        = refusals.Add("not_shown", "act.table", "“{adventure}” does not lie open: choose one that does.")
	noBook          = refusals.Add("no_book", "act.justice", "You hold no Book card.")
	notBook         = refusals.Add("not_book", "act.justice", "Justice takes a Book card, not {card}.")
	notHeld         = refusals.Add("not_held", "act", "You do not hold enough cards for {card}.")
	noErrand        = refusals.Add("no_errand", "act.quest", "You hold no adventure.")
	notYourErrand   = refusals.Add("not_your_errand", "act.quest", "You do not hold “{adventure}”.")
	elsewhere       = refusals.Add("elsewhere", "act.quest", "“{adventure}” is completed in one place only: {place}.")
	noErrandHere    = refusals.Add("no_errand_here", "act.quest", "None of your adventures is completed in this place: {place}.")
	cannotPay       = refusals.Add("cannot_pay", "act.quest", "Your virtue cards are not enough for “{adventure}”.")
	payNothing      = refusals.Add("pay_nothing", "act.quest", "Name the cards that you pay for “{adventure}”: {example}.")
	payForeign      = refusals.Add("pay_foreign", "act.quest", "“{adventure}” does not ask for this virtue: leave out {card}.")
	payShort        = refusals.Add("pay_short", "act.quest", "“{adventure}” asks for more: {virtue} {number}.")
	paySurplus      = refusals.Add("pay_surplus", "act.quest", "“{adventure}” does not ask for so many cards: leave out {card}.")
	horseStays      = refusals.Add("horse_stays", "act.horse", "Your knight is there already: {place}. Choose another place.")
	horseFar        = refusals.Add("horse_far", "act.horse", "{place} is {number} places away, and a horse goes {most} at most.")

	bidVirtue = refusals.Add("bid_virtue", "tournament", "Only Sword and Lance cards are staked, not {card}.")
	bidLone   = refusals.Add("bid_lone", "tournament", "Alone in the tournament you stake one card or none.")

	badSeats = refusals.Add("seats", "setup", "This game is for two, three or four players, not for {number}.")
	noOption = refusals.Add("option", "setup", "This game has no option “{text}”: leave it out.")
	badTents = refusals.Add("tents", "tents", "The record gives the tents of round {number} as “{text}”, which the points do not allow.")

	resignedAlready = refusals.Add("resigned", "end", "You have resigned already.")
	notYourTurn     = refusals.Add("not_your_turn", "act", "It is not your turn.")
	turnOver        = refusals.Add("turn_over", "act", "The list goes on after the end of your turn. Remove the rest.")
	gameOver        = refusals.Add("over", "end", "The game is over.")

	ordersForm         = refusals.Add("orders_form", "pick.wishes", "“{text}” is not an action card. Name the cards of your list in order, like “Q P ES”.")
	ordersMany         = refusals.Add("orders_many", "pick.wishes", "You named “{card}” more often than you can take it in one round.")
	ordersLate         = refusals.Add("orders_late", "pick.wishes", "Turns and stakes can be planned for this round and the next, up to round {number}.")
	ordersLong         = refusals.Add("orders_long", "pick.wishes", "Your orders are too long. Write at most {most} characters.")
	ordersPlan         = refusals.Add("orders_plan", "pick.wishes", "A planned turn is a list like “ES 2, P hidden-valley, done”, in which “{text}” has no place.")
	ordersAlternatives = refusals.Add("orders_alternatives", "pick.wishes", "There is room for {most} plans of a turn, and as many stakes. Remove one first.")
	ordersRound        = refusals.Add("orders_round", "pick.wishes", "A wish list is only for the next cards to pick, in round {number}.")
)
