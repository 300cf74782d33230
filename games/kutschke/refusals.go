package kutschke

import (
	"fmt"
	"strings"

	"tableronde/games"
)

// refusal is a reason to refuse an action, or a setup.
type refusal games.Refusal

// Every refusal of the game. The arguments are codes, for which Name has the
// words ({card}: an action or a virtue card, {virtue}, {place}, {adventure}),
// numbers, and the typed text ({text}).
var (
	malformed   = refusal{"kutschke.malformed", "notation", "“{text}” is no action. An action is written like “pick Q”, “ES 2”, “A golden-pheasant”, “G B2”, “Q golden-pheasant L1 B2”, “P hidden-valley”, “done” or “bid S2 L1”."}
	noCard      = refusal{"kutschke.no_card", "notation", "“{text}” is no virtue card. They are written S1 to S3, L1 to L3, D1 to D3 and B1 to B3."}
	noAdventure = refusal{"kutschke.no_adventure", "notation", "There is no adventure “{text}”."}
	noPlace     = refusal{"kutschke.no_place", "notation", "There is no place “{text}”."}
	noKind      = refusal{"kutschke.no_kind", "notation", "“{text}” is no action card. They are ES, EL, ED, EB, A, T, G, Q and P."}

	pickNow = refusal{"kutschke.pick_now", "pick", "Now an action card is picked; what is picked is carried out later."}
	actNow  = refusal{"kutschke.act_now", "act", "Now you carry out what you picked, or end the turn with “done”."}
	bidNow  = refusal{"kutschke.bid_now", "tournament", "Now you stake cards in the tournament, or none."}

	noneLeft       = refusal{"kutschke.none_left", "pick", "Every “{card}” is taken already."}
	tournamentOnce = refusal{"kutschke.tournament_once", "pick", "A knight takes one Tournament card a round, and you have yours."}

	notPicked       = refusal{"kutschke.not_picked", "act", "You have no “{card}” to use."}
	tournamentLater = refusal{"kutschke.tournament_later", "tournament", "The tournament is held once every knight has had a turn."}
	onlyCamelot     = refusal{"kutschke.only_camelot", "act", "“{card}” is played in Camelot only."}
	onlyProvince    = refusal{"kutschke.only_province", "act", "“{card}” is played in a province only."}
	pileEmpty       = refusal{"kutschke.pile_empty", "act.exercise", "The pile “{virtue}” is empty."}
	notOnPile       = refusal{"kutschke.not_on_pile", "act.exercise", "{card} is not on its pile."}
	otherVirtue     = refusal{"kutschke.other_virtue", "act.exercise", "{card} is not what this exercise trains: {virtue}."}
	displayEmpty    = refusal{"kutschke.display_empty", "act.table", "No adventure lies open."}
	notShown        = refusal{"kutschke.not_shown", "act.table", "“{adventure}” does not lie open."}
	noBook          = refusal{"kutschke.no_book", "act.justice", "You hold no Book card."}
	notBook         = refusal{"kutschke.not_book", "act.justice", "Justice takes a Book card, and {card} is none."}
	notHeld         = refusal{"kutschke.not_held", "act", "You do not hold that many: {card}."}
	noErrand        = refusal{"kutschke.no_errand", "act.quest", "You hold no adventure."}
	notYourErrand   = refusal{"kutschke.not_your_errand", "act.quest", "You do not hold “{adventure}”."}
	elsewhere       = refusal{"kutschke.elsewhere", "act.quest", "“{adventure}” is completed in one place only: {place}."}
	noErrandHere    = refusal{"kutschke.no_errand_here", "act.quest", "None of your adventures is completed in this place: {place}."}
	cannotPay       = refusal{"kutschke.cannot_pay", "act.quest", "Your virtue cards do not pay for “{adventure}”."}
	payNothing      = refusal{"kutschke.pay_nothing", "act.quest", "Name the cards that you pay for “{adventure}”: {example}."}
	payForeign      = refusal{"kutschke.pay_foreign", "act.quest", "“{adventure}” asks for no such virtue: {card}."}
	payShort        = refusal{"kutschke.pay_short", "act.quest", "“{adventure}” asks for more: {virtue} {number}."}
	paySurplus      = refusal{"kutschke.pay_surplus", "act.quest", "Nothing is paid beyond need for “{adventure}”: leave out {card}."}
	horseStays      = refusal{"kutschke.horse_stays", "act.horse", "Your knight is there already: {place}."}
	horseFar        = refusal{"kutschke.horse_far", "act.horse", "{place} is {number} places away, and a horse goes {most} at most."}

	bidVirtue = refusal{"kutschke.bid_virtue", "tournament", "Only Sword and Lance cards are staked, not {card}."}
	bidLone   = refusal{"kutschke.bid_lone", "tournament", "Alone in the tournament you stake one card or none."}

	badSeats = refusal{"kutschke.seats", "setup", "This game is for two, three or four, not for {number}."}
	noOption = refusal{"kutschke.option", "setup", "This game has no option “{text}”."}
	badTents = refusal{"kutschke.tents", "tents", "The record gives the tents of round {number} as “{text}”, which the points do not allow."}

	resignedAlready = refusal{"kutschke.resigned", "end", "You have resigned already."}
	notYourTurn     = refusal{"kutschke.not_your_turn", "act", "It is not your turn."}
	turnOver        = refusal{"kutschke.turn_over", "act", "Your turn is over at this point of the list."}
	gameOver        = refusal{"kutschke.over", "end", "The game is over."}

	ordersForm         = refusal{"kutschke.orders_form", "pick.wishes", "“{text}” is no action card. A wish list names them in order, like “Q P ES”."}
	ordersMany         = refusal{"kutschke.orders_many", "pick.wishes", "A knight cannot take so many “{card}” in one round."}
	ordersLate         = refusal{"kutschke.orders_late", "pick.wishes", "Turns and stakes can be planned for this round and the next, up to round {number}."}
	ordersLong         = refusal{"kutschke.orders_long", "pick.wishes", "Orders have at most {most} characters."}
	ordersPlan         = refusal{"kutschke.orders_plan", "pick.wishes", "A planned turn is a list like “ES 2, P hidden-valley, done”, in which “{text}” has no place."}
	ordersAlternatives = refusal{"kutschke.orders_alternatives", "pick.wishes", "There is room for {most} plans of a turn, and as many stakes."}
	ordersRound        = refusal{"kutschke.orders_round", "pick.wishes", "A wish list is for the next cards to pick, those of round {number}."}
)

var allRefusals = []refusal{
	malformed, noCard, noAdventure, noPlace, noKind,
	pickNow, actNow, bidNow, noneLeft, tournamentOnce,
	notPicked, tournamentLater, onlyCamelot, onlyProvince, pileEmpty, notOnPile, otherVirtue, displayEmpty, notShown,
	noBook, notBook, notHeld, noErrand, notYourErrand, elsewhere, noErrandHere, cannotPay,
	payNothing, payForeign, payShort, paySurplus, horseStays, horseFar,
	bidVirtue, bidLone, badSeats, noOption, badTents,
	resignedAlready, notYourTurn, turnOver, gameOver,
	ordersForm, ordersMany, ordersLate, ordersLong, ordersPlan, ordersAlternatives, ordersRound,
}

// Refusals returns the English sentence of every refusal of the package by its key,
// with the names of its arguments in braces. A catalogue needs all of them.
func Refusals() map[string]string { return games.Sentences(allRefusals) }

// Sections lists, sorted, the sections of a rules page that refusals of the
// package name (games.Illegal.Rule).
func Sections() []string { return games.Sections(allRefusals) }

// about formats the refusal for a kind of action card; nil stays nil.
func (r *refusal) about(k Kind) *games.Illegal {
	if r == nil {
		return nil
	}
	return r.with("card", k, "virtue", k.Virtue())
}

// with formats the refusal; pairs alternate names and values, and those that the
// sentence does not name are dropped. Cards, places and the like appear as codes in
// Args and by their English names in Text.
func (r refusal) with(pairs ...any) *games.Illegal {
	why := &games.Illegal{Key: r.Key, Args: make(map[string]string), Rule: r.Rule, Text: r.Text}
	for i := 0; i < len(pairs); i += 2 {
		name := pairs[i].(string)
		if !strings.Contains(r.Text, "{"+name+"}") {
			continue
		}
		code := fmt.Sprint(pairs[i+1])
		word := code
		if named, ok := pairs[i+1].(interface{ Name() games.Text }); ok {
			word = named.Name().En
		}
		why.Args[name] = code
		why.Text = strings.ReplaceAll(why.Text, "{"+name+"}", word)
	}
	return why
}
